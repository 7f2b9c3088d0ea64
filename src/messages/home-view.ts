import type { HomeView, KnownBlock } from '@slack/types';
import { buildHomeApprovals, type HomeApproval } from './home-approvals.ts';
import { buildHomeButtons, type HomeButtons } from './home-buttons.ts';
import { buildHomeConnection, type HomeConnection } from './home-connection.ts';
import { buildHomeFigures, type HomeFigures } from './home-figures.ts';
import { buildHomeLinks, type HomeLinks } from './home-links.ts';
import { slackTime } from './money-and-time.ts';
import { mrkdwn } from './text.ts';

export interface HomeContent {
  buttons: HomeButtons;
  connection: HomeConnection;
  figures: HomeFigures;
  approvals: HomeApproval[];
  links: HomeLinks;
  /** When this was read. */
  at: number;
  timeZone: string;
}

/** What one person sees in the app's home. Nobody else sees it, and yet it holds no e-mail and no whole phone. */
export const buildHome = (content: HomeContent): HomeView => {
  const { buttons, connection, figures, approvals, links, at, timeZone } = content;
  const parts: KnownBlock[][] = [
    buildHomeConnection(connection, timeZone),
    [buildHomeButtons(buttons)],
    ...(approvals.length > 0 ? [buildHomeApprovals(approvals, timeZone)] : []),
    buildHomeFigures(figures),
    buildHomeLinks(links, { now: at, timeZone }),
  ];
  return {
    type: 'home',
    blocks: [
      ...parts.flatMap((part, index) => (index < 2 ? part : [{ type: 'divider' as const }, ...part])),
      {
        type: 'context',
        block_id: 'home_foot',
        elements: [
          mrkdwn(
            `As of ${slackTime(at, timeZone)}. The payment service can neither cancel nor refund a link from here: use its own dashboard for that.`,
          ),
        ],
      },
    ],
  };
};
