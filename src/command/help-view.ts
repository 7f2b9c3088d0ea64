import type { KnownBlock } from '@slack/types';
import type { Message } from '../blocks/message.ts';
import { explainNoticing } from '../blocks/noticed-by-looking.ts';
import { cut, escapeMrkdwn, mrkdwn } from '../blocks/text.ts';

/** Every form of a command that this version understands. The manifest and the README list the same. */
export const COMMAND_FORMS = [
  { usage: '/paylink', does: 'opens the form for a new payment link' },
  {
    usage: '/paylink 250 Sara Khan sara@example.com 050 123 4567 for June rent',
    does: 'opens the form filled in, in any order, as you would write it in a chat',
  },
  { usage: '/paylink new …', does: 'always opens the form' },
  {
    usage: '/paylink transactions|payouts|links',
    does: 'shows today’s list, only to you; add dates such as `yesterday`, `last week`, `1-15 Oct` or `since Monday`',
  },
  {
    usage: '/paylink-report',
    does: 'opens a form to choose the list, the dates, the rows per page and who sees it',
  },
  { usage: '/paylink business', does: 'shows your business details at the payment service' },
  {
    usage: '/paylink daily on 21:00',
    does: 'posts the day’s figures in this channel every evening, money received first; `/paylink daily off` stops it',
  },
  {
    usage: '/paylink settings',
    does: 'opens the settings, for admins: defaults for new links, reminders, approval, roles',
  },
  {
    usage: '/paylink audit last week @omar export',
    does: 'shows who did what; add dates, a person or a word to narrow it down',
  },
  { usage: '/paylink help', does: 'shows this help' },
] as const;

/** `noticedWithinMs`: how often we check for payments; null: the service reports them itself. */
export const buildHelp = ({ noticedWithinMs }: { noticedWithinMs: number | null }): Message => {
  const lines = COMMAND_FORMS.map(({ usage, does }) => `• \`${usage}\` ${does}`).join('\n');
  const blocks: KnownBlock[] = [
    {
      type: 'section',
      text: mrkdwn(
        `*Paylink makes AED payment links.*\n${lines}\nNothing is sent to the payment service until you press *Create link* in the form.`,
      ),
    },
    {
      type: 'context',
      elements: [
        mrkdwn('You can’t cancel, change or refund a link from here: use the payment service’s dashboard.'),
        ...(noticedWithinMs === null ? [] : [mrkdwn(explainNoticing(noticedWithinMs))]),
      ],
    },
  ];
  return { text: 'How to use Paylink', blocks };
};

/** `typed`: what is nearly `nearest`, a command that we know. */
export const buildDidYouMean = ({ typed, nearest }: { typed: string; nearest: string }): Message => {
  const words = escapeMrkdwn(cut(typed.replaceAll('`', '’'), 60));
  const text = `I didn’t understand “${words}”. Did you mean \`/paylink ${nearest}\`?\nFor a payment link, type \`/paylink new\` and the same words.`;
  return { text, blocks: [{ type: 'section', text: mrkdwn(text) }] };
};
