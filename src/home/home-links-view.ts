import type { ActionsBlock, KnownBlock } from '@slack/types';
import { describeCustomer } from '../blocks/customer.ts';
import { formatAed, slackDate } from '../blocks/money-and-time.ts';
import { cut, escapeMrkdwn, mrkdwn } from '../blocks/text.ts';
import {
  buildDetailsButton,
  buildShowQrButton,
  buildWhatsappButton,
} from '../links/card/card-buttons-view.ts';
import { nameCardPlace } from '../links/card/card-place-view.ts';
import { isPayable, labelOf } from '../links/card/display-state.ts';
import type { Link } from '../store/link.ts';

export interface HomeLinks {
  /** The ones that expire first are at the top. */
  shown: readonly Link[];
  /** More links exist than are shown. */
  hasMore: boolean;
}

/** Enough time to remind a customer. */
const SOON_MS = 24 * 60 * 60_000;

export const buildHomeLinks = (
  { shown, hasMore }: HomeLinks,
  when: { now: number; timeZone: string },
): KnownBlock[] => [
  {
    type: 'section',
    block_id: 'home_links',
    text: mrkdwn(
      shown.length === 0
        ? '*My open links*\nNone. Press *New payment link*, or type `/paylink` anywhere in Slack.'
        : '*My open links*, soonest to expire first',
    ),
  },
  ...shown.flatMap((link, index) => [buildLine(link, index, when), buildButtons(link, index)]),
  ...(hasMore
    ? [
        {
          type: 'context' as const,
          block_id: 'home_more_links',
          elements: [mrkdwn('You have more, which expire later: they appear here once these are done.')],
        },
      ]
    : []),
];

function buildLine(
  link: Link,
  index: number,
  { now, timeZone }: { now: number; timeZone: string },
): KnownBlock {
  const isSoon = link.state === 'open' && link.expiresAt - now < SOON_MS;
  const end = `${isSoon ? '⏰ *expires soon:*' : 'expires'} ${slackDate(link.expiresAt, timeZone)}`;
  return {
    type: 'section',
    block_id: `home_link_${index}`,
    text: mrkdwn(
      [
        `${labelOf(link)} · *${formatAed(link.amountFils)}* · ${escapeMrkdwn(describeCustomer(link.details))} · ${escapeMrkdwn(cut(link.details.notes, 100))}`,
        `${end} · ${nameCardPlace(link)} · ${escapeMrkdwn(cut(link.invoiceId, 100))}`,
      ].join('\n'),
    ),
  };
}

function buildButtons(link: Link, index: number): ActionsBlock {
  return {
    type: 'actions',
    block_id: `home_link_actions_${index}`,
    elements: [
      buildDetailsButton(link),
      ...(isPayable(link) ? [buildShowQrButton(link), buildWhatsappButton(link)] : []),
    ],
  };
}
