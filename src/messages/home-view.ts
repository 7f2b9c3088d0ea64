import type { HomeView, KnownBlock } from '@slack/types';
import { buildHomeApprovals, type HomeApproval } from './home-approvals.ts';
import { buildHomeButtons, type HomeButtons } from './home-buttons.ts';
import { buildHomeConnection, type HomeConnection } from './home-connection.ts';
import { buildHomeFigures, type HomeFigures } from './home-figures.ts';
import { buildHomeLinks, type HomeLinks } from './home-links.ts';
import { slackTime } from './money-and-time.ts';
import { escapeMrkdwn, mrkdwn } from './text.ts';

/** A scope that this install was not asked for. */
export interface HomeGain {
  scope: string;
  brings: string;
}

export interface HomeContent {
  buttons: HomeButtons;
  connection: HomeConnection;
  /** What another install would bring, for those who administer Paylink. */
  gains?: readonly HomeGain[];
  figures: HomeFigures;
  approvals: HomeApproval[];
  links: HomeLinks;
  /** When this was read. */
  at: number;
  timeZone: string;
}

const buildGain = ({ scope, brings }: HomeGain, index: number): KnownBlock => ({
  type: 'section',
  block_id: `home_gain_${index}`,
  text: mrkdwn(
    `🔑 *Installed again, Paylink can do more* (\`${escapeMrkdwn(scope)}\`): ${escapeMrkdwn(brings)} Ask whoever looks after Paylink to install it again. Nothing is lost.`,
  ),
});

/** What one person sees in the app's home. Nobody else sees it, and yet it holds no e-mail and no whole phone. */
export const buildHome = (content: HomeContent): HomeView => {
  const { buttons, connection, figures, approvals, links, at, timeZone, gains = [] } = content;
  const parts: KnownBlock[][] = [
    buildHomeConnection(connection, timeZone),
    [buildHomeButtons(buttons)],
    ...(gains.length > 0 ? [gains.map(buildGain)] : []),
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
