import type { KnownBlock } from '@slack/types';
import { mrkdwn } from '../blocks/text.ts';
import { buildLinkLine, buildLinkLineButtons } from '../links/card/link-line-view.ts';
import type { Link } from '../store/link.ts';

export interface HomeLinks {
  /** The ones that expire first are at the top. */
  shown: readonly Link[];
  /** More links exist than are shown. */
  hasMore: boolean;
}

export const buildHomeLinks = (
  { shown, hasMore }: HomeLinks,
  { now, timeZone }: { now: number; timeZone: string },
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
  ...shown.flatMap((link, index) => [
    buildLinkLine(link, { blockId: `home_link_${index}`, userId: link.ownerId, now, timeZone }),
    buildLinkLineButtons(link, `home_link_actions_${index}`),
  ]),
  ...(hasMore
    ? [
        {
          type: 'context' as const,
          block_id: 'home_more_links',
          elements: [
            mrkdwn(
              'You have more links, which expire later. They’ll appear here as these are paid or expire.',
            ),
          ],
        },
      ]
    : []),
];
