import type { KnownBlock } from '@slack/types';
import type { Link } from '../store/link.ts';
import { buildDetailsButton } from './card-buttons.ts';
import { describeCustomer } from './customer.ts';
import { limits } from './limits.ts';
import type { Message } from './link-card.ts';
import { labelOf } from './link-standing.ts';
import { formatAed } from './money-and-time.ts';
import { mention } from './refusal.ts';
import { cut, escapeMrkdwn, mrkdwn } from './text.ts';

/** Two links for one sale, said in the thread of one of them or to one person. */
export const buildTwoLinks = (what: 'paid-twice' | 'two-links', link: Link, other: Link): Message => {
  const who = escapeMrkdwn(describeCustomer(link.details));
  const headline =
    what === 'paid-twice'
      ? `🔴 *Paid twice*: ${who} paid ${formatAed(link.amountFils)} and ${formatAed(other.amountFils)} for the same sale. Refund one of them in the payment service’s dashboard.`
      : `⚠️ *Two links exist for this sale* of ${formatAed(link.amountFils)} for ${who}. Tell the customer which one to pay, so that nobody pays twice.`;
  return {
    text: cut(headline.replaceAll('*', ''), limits.section.text),
    blocks: [
      {
        type: 'section',
        block_id: 'two_links',
        text: mrkdwn(cut(headline, limits.section.text)),
      },
      ...[link, other].map(
        (one): KnownBlock => ({
          type: 'section',
          block_id: `link_${one.id}`,
          text: mrkdwn(describeOne(one)),
          accessory: buildDetailsButton(one),
        }),
      ),
    ],
  };
};

const describeOne = (link: Link): string =>
  [
    labelOf(link),
    formatAed(link.amountFils),
    escapeMrkdwn(cut(link.invoiceId, 100)),
    escapeMrkdwn(cut(link.details.notes, 60)),
    `created by ${mention(link.makerId)}`,
  ]
    .filter(Boolean)
    .join(' · ');
