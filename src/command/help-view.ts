import { buildMessage, type Message, section } from '../blocks/message.ts';
import { explainNoticing } from '../blocks/money-and-time.ts';
import { cut, escapeMrkdwn, mrkdwn } from '../blocks/text.ts';
import type { Permission } from '../people/members.ts';

interface CommandForm {
  usage: string;
  does: string;
  /** Shown only to people with this permission. */
  needs?: Permission;
}

/** Every command, those that a cashier needs first; docs/reference.md has the same list. */
export const COMMAND_FORMS: readonly CommandForm[] = [
  { usage: '/paylink', does: 'opens the form for a new payment link' },
  {
    usage: '/paylink 250 Sara Khan sara@example.com 050 123 4567 for June rent',
    does: 'opens the form filled in, as you would write it in a chat',
  },
  { usage: '/paylink mine', does: 'lists your links, newest first' },
  {
    usage: '/paylink find sara unpaid last week',
    does: 'finds links by name, phone, amount, number, state, dates, `by @omar` or `in #sales`, only for you',
  },
  { usage: '/paylink new …', does: 'always opens the form' },
  {
    usage: '/paylink batch',
    does: 'makes many links from an Excel or CSV file, after you have seen what is in it',
    needs: 'make-batch',
  },
  {
    usage: '/paylink transactions|payouts|links',
    does: 'shows today’s list, only to you; add dates such as `yesterday`, `last week`, `1-15 Oct` or `since Monday`',
    needs: 'read-reports',
  },
  {
    usage: '/paylink daily today',
    does: 'shows you alone the day’s figures until now; `yesterday` or any other day, those of that day',
    needs: 'read-reports',
  },
  {
    usage: '/paylink team last week',
    does: 'shows who made which links, what was paid and how soon, by person',
    needs: 'read-reports',
  },
  {
    usage: '/paylink payouts due',
    does: 'shows what was paid but is in no payout yet, oldest first, less refunds and fees',
    needs: 'read-reports',
  },
  {
    usage: '/paylink-report',
    does: 'opens a form to choose the list and the dates; `/paylink report` does the same',
    needs: 'read-reports',
  },
  {
    usage: '/paylink exports',
    does: 'lists scheduled exports and figures, to stop them or add another',
    needs: 'export',
  },
  {
    usage: '/paylink business',
    does: 'shows your business at the payment service, and whether it is online',
  },
  {
    usage: '/paylink reconcile last month',
    does: 'sends one Excel file of a month: from what was received to what was paid out, with payouts, transactions, links and differences; without a month it asks',
    needs: 'export',
  },
  {
    usage: '/paylink daily on 21:00',
    does: 'posts the day’s figures in this channel every evening, money received first; `/paylink daily off` stops it',
    needs: 'switch-daily-close',
  },
  {
    usage: '/paylink weekly on monday 9:00',
    does: 'posts the same for the seven days before in this channel each week; `/paylink weekly off` stops it',
    needs: 'switch-daily-close',
  },
  {
    usage: '/paylink settings',
    does: 'opens the settings, for admins: defaults for new links, the form, this channel, reminders, approval, roles',
    needs: 'change-settings',
  },
  {
    usage: '/paylink audit last week @omar export',
    does: 'shows who did what; add dates, a person or a word to narrow it down',
    needs: 'read-audit',
  },
  { usage: '/paylink help', does: 'shows this help' },
];

export interface HelpFor {
  permissions: readonly Permission[];
  /** How often we check for payments; null: the service reports them itself. */
  noticedWithinMs: number | null;
}

const NOT_OFFERED =
  'You can’t cancel, change or refund a link from here: use the payment service’s dashboard.';

const FOR_A_LINK = 'For a payment link, type `/paylink new` and the same words.';

/** For `/paylink cancel` and the like. `hasSale`: the words would fill in the form. */
export const buildNotOffered = (hasSale: boolean): Message =>
  buildMessage(
    `${NOT_OFFERED}\n\`/paylink find\` shows a link’s reference, by which to find it there.${hasSale ? `\n${FOR_A_LINK}` : ''}`,
  );

export const buildHelp = ({ permissions, noticedWithinMs }: HelpFor): Message => {
  const lines = COMMAND_FORMS.filter(({ needs }) => needs === undefined || permissions.includes(needs))
    .map(({ usage, does }) => `• \`${usage}\` ${does}`)
    .join('\n');
  return buildMessage('How to use Paylink', [
    section(
      `*Paylink makes AED payment links.*\n${lines}\nNothing is sent to the payment service until you press *Create link* in the form.`,
    ),
    {
      type: 'context',
      elements: [
        mrkdwn('*Make payment link* in the ⋯ menu of a message opens the form with what the message says.'),
        mrkdwn(NOT_OFFERED),
        ...(noticedWithinMs === null ? [] : [mrkdwn(explainNoticing(noticedWithinMs))]),
      ],
    },
  ]);
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
