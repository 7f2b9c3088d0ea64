import type { KnownBlock } from '@slack/types';
import type { Message } from '../blocks/message.ts';
import { explainNoticing } from '../blocks/noticed-by-looking.ts';
import { escapeMrkdwn, mrkdwn } from '../blocks/text.ts';

/** Every form of a command that this version understands. The manifest and the README list the same. */
export const COMMAND_FORMS = [
  { usage: '/paylink', does: 'opens the form for a new payment link' },
  {
    usage: '/paylink 250 Sara Khan sara@example.com 050 123 4567 for June rent',
    does: 'opens the form filled in, in any order',
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

/**
 * `noticedWithinMs`: how often we check for payments; null: the service reports them itself. `unknown`: the
 * text we did not understand, and the nearest word that we know.
 */
export const buildHelp = (
  { noticedWithinMs }: { noticedWithinMs: number | null },
  unknown?: { typed: string; nearest: string | null },
): Message => {
  const lines = COMMAND_FORMS.map(({ usage, does }) => `• \`${usage}\` ${does}`).join('\n');
  const blocks: KnownBlock[] = [
    ...(unknown ? [{ type: 'section' as const, text: mrkdwn(explainUnknown(unknown)) }] : []),
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
  return { text: unknown ? explainUnknown(unknown) : 'How to use Paylink', blocks };
};

function explainUnknown({ typed, nearest }: { typed: string; nearest: string | null }): string {
  const words = escapeMrkdwn(typed.length > 60 ? `${typed.slice(0, 60)}…` : typed);
  const hint = nearest ? ` Did you mean \`/paylink ${nearest}\`?` : '';
  return `I didn’t understand “${words}”: it has no amount, e-mail or phone.${hint}`;
}
