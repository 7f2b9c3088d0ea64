import { buildMessage, context, type Message, section } from '../blocks/message.ts';
import { explainNoticing } from '../blocks/money-and-time.ts';
import { NOT_OFFERED } from '../blocks/refusal.ts';
import { cut, escapeMrkdwn, linkToPages } from '../blocks/text.ts';
import type { OperatorPages } from '../config/config.ts';
import type { Permission } from '../people/members.ts';

/** The parts of the help, in their order. */
const PARTS = ['Every day', 'Money', 'Set up'] as const;

interface CommandForm {
  usage: string;
  /** None: the help leaves it out. */
  helps?: string;
  under: (typeof PARTS)[number];
  /** Shown only to people with this permission. */
  needs?: Permission;
}

/** Every command, those that a cashier needs first; docs/reference.md says more of each. */
export const COMMAND_FORMS: readonly CommandForm[] = [
  { usage: '/paylink', helps: 'new link', under: 'Every day' },
  { usage: '/paylink 250 Sara 050 123 4567', helps: 'the same, filled in', under: 'Every day' },
  { usage: '/paylink new …', under: 'Every day' },
  { usage: '/paylink mine', helps: 'your links', under: 'Every day' },
  { usage: '/paylink unpaid', helps: 'who owes, oldest first', under: 'Every day' },
  { usage: '/paylink find sara last week', helps: 'any link', under: 'Every day' },
  { usage: '/paylink batch', helps: 'many links from a file', under: 'Every day', needs: 'make-batch' },
  { usage: '/paylink daily today', helps: 'the day’s figures', under: 'Money' },
  { usage: '/paylink team last week', helps: 'by person', under: 'Money', needs: 'read-reports' },
  {
    usage: '/paylink transactions|payouts|links',
    helps: 'lists: today’s, or add dates',
    under: 'Money',
    needs: 'read-reports',
  },
  { usage: '/paylink payouts due', helps: 'not paid out yet', under: 'Money', needs: 'read-reports' },
  { usage: '/paylink-report', under: 'Money', needs: 'read-reports' },
  { usage: '/paylink reconcile last month', helps: 'a month in one file', under: 'Money', needs: 'export' },
  { usage: '/paylink exports', helps: 'scheduled files', under: 'Money', needs: 'export' },
  {
    usage: '/paylink daily on 21:00',
    helps: 'the day’s figures in this channel',
    under: 'Set up',
    needs: 'switch-daily-close',
  },
  {
    usage: '/paylink weekly on monday 9:00',
    helps: 'the week’s',
    under: 'Set up',
    needs: 'switch-daily-close',
  },
  { usage: '/paylink settings', helps: 'limits, roles, the form', under: 'Set up', needs: 'change-settings' },
  {
    usage: '/paylink audit last week @omar export',
    helps: 'who did what',
    under: 'Set up',
    needs: 'read-audit',
  },
  { usage: '/paylink business', under: 'Set up' },
  { usage: '/paylink help', under: 'Set up' },
];

export interface HelpFor {
  permissions: readonly Permission[];
  /** How often we check for payments; null: the service reports them itself. */
  noticedWithinMs: number | null;
  pages: OperatorPages;
}

/** Of what people ask in their own words. */
const QUESTIONS = ['who paid today', 'how much today', 'did sara pay', 'change 250 to 205'];

const FOR_A_LINK = 'For a payment link, type `/paylink new` and the same words.';

export const buildHelp = ({ permissions, noticedWithinMs, pages }: HelpFor): Message => {
  const parts = PARTS.flatMap((part) => {
    const lines = COMMAND_FORMS.flatMap(({ usage, helps, under, needs }) =>
      under !== part || helps === undefined || (needs !== undefined && !permissions.includes(needs))
        ? []
        : [`\`${usage}\` ${helps}`],
    );
    return lines.length === 0 ? [] : [section([`*${part}*`, ...lines].join('\n'))];
  });
  const words = [
    `*Or ask* after \`/paylink\`: ${QUESTIONS.map((question) => `\`${question}\``).join(' · ')}`,
    'From a chat: *Make payment link* in the message’s ⋯ menu.',
    NOT_OFFERED,
    ...(noticedWithinMs === null ? [] : [explainNoticing(noticedWithinMs)]),
    ...(pages.length === 0 ? [] : [linkToPages(pages).join(' · ')]),
  ];
  return buildMessage('How to use Paylink', [...parts, context(words.join('\n'))]);
};

/** For a slash command that this version does not know. */
export const buildUnknownCommand = (command: string): Message => {
  const text = `\`${escapeMrkdwn(cut(command, 60))}\` is not a command of this version of Paylink.\n\`/paylink help\` shows what you can type.`;
  return buildMessage(text);
};

/** `typed` starts with a typo or synonym of the command `nearest`. `rest`: the words to suggest after it. */
export const buildDidYouMean = ({
  typed,
  nearest,
  rest,
}: {
  typed: string;
  nearest: string;
  rest: string;
}): Message => {
  const show = (words: string) => escapeMrkdwn(cut(words, 60));
  const meant = ['/paylink', nearest, ...(rest === '' || nearest === 'help' ? [] : [show(rest)])].join(' ');
  const text = `I didn’t understand “${show(typed)}”. Did you mean \`${meant}\`?\n${FOR_A_LINK}`;
  return buildMessage(text);
};
