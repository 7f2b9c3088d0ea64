import type { Link } from '../store/link.ts';
import { buildDetailsButton, buildMakeAnotherButton, buildWhatsappButton } from './card-buttons.ts';
import { describeCustomer } from './customer.ts';
import { limits } from './limits.ts';
import type { Message } from './link-card.ts';
import { formatAed, slackDate } from './money-and-time.ts';
import { cut, escapeMrkdwn, mrkdwn } from './text.ts';

/** A direct message to the maker, while there is still time to remind the customer. */
export const buildLinkNudge = (link: Link, timeZone: string): Message => {
  const who = escapeMrkdwn(`${formatAed(link.amountFils)} for ${describeCustomer(link.details)}`);
  const declined =
    link.payment?.finding === 'declined' ? ' The last try was declined; the customer can try again.' : '';
  const text = `⏰ *${who}* is unpaid and expires ${slackDate(link.expiresAt, timeZone)}.${declined}`;
  return {
    text: cut(text.replaceAll('*', ''), limits.section.text),
    blocks: [
      {
        type: 'section',
        block_id: 'nudge',
        text: mrkdwn(`${text}\n${escapeMrkdwn(link.details.notes)}`),
      },
      {
        type: 'actions',
        block_id: 'link_actions',
        elements: [buildWhatsappButton(link), buildMakeAnotherButton(link), buildDetailsButton(link)],
      },
    ],
  };
};
