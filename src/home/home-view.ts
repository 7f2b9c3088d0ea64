import type { ActionsBlock, Button, HomeView, KnownBlock } from '@slack/types';
import { describeBatch } from '../blocks/batch.ts';
import { describeCustomer } from '../blocks/customer.ts';
import { limits } from '../blocks/limits.ts';
import { actions, context, section } from '../blocks/message.ts';
import { formatAed, slackDate, slackTime } from '../blocks/money-and-time.ts';
import { mention } from '../blocks/refusal.ts';
import { countOf, cut, escapeMrkdwn, linkToPages, mrkdwn, plain } from '../blocks/text.ts';
import type { OperatorPages } from '../config/config.ts';
import type { Sum } from '../figures/sale-figures.ts';
import { buildLinkLine, buildLinkLineButtons, type ListedSale } from '../links/card/link-line-view.ts';
import type { Batch } from '../store/batch.ts';
import {
  buildHomeConnection,
  buildHomeFirstPayment,
  buildHomeFirstSteps,
  type FirstPayment,
  type FirstStep,
  type HomeConnection,
  LIST_MISSING,
} from './home-setup-view.ts';

export const HOME_NEW_LINK_ACTION = 'home_new_link';
export const HOME_REPORT_ACTION = 'home_report';
export const HOME_REFRESH_ACTION = 'home_refresh';
export const HOME_SETTINGS_ACTION = 'home_settings';

export interface HomeButtons {
  canReport: boolean;
  canSet: boolean;
}

const buildHomeButtons = ({ canReport, canSet }: HomeButtons): ActionsBlock =>
  actions('home_buttons', [
    { ...buildButton(HOME_NEW_LINK_ACTION, 'New payment link'), style: 'primary' },
    ...(canReport ? [buildButton(HOME_REPORT_ACTION, 'Report…')] : []),
    buildButton(HOME_REFRESH_ACTION, 'Refresh'),
    ...(canSet ? [buildButton(HOME_SETTINGS_ACTION, 'Settings')] : []),
  ]);

function buildButton(actionId: string, text: string): Button {
  return { type: 'button', action_id: actionId, text: plain(text, limits.button.text) };
}

interface HomeFigures {
  /** Counts only the person's own, or the whole workspace's. */
  of: 'person' | 'workspace';
  /** The merchant's day, in words. */
  day: string;
  /** Made by them. */
  made: Sum;
  /** Payments that came while they had the sale. */
  received: Sum;
  /** Of what they have now, whenever made. */
  toCome: Sum;
}

const buildHomeFigures = ({ of, day, made, received, toCome }: HomeFigures): KnownBlock[] => [
  {
    ...section(`*${of === 'person' ? 'My sales' : 'Sales of this workspace'}* · ${day}`, 'home_figures'),
    fields: [
      mrkdwn(`Made today\n${writeSum(made, 'sale')}`),
      mrkdwn(`✅ Received today\n${writeSum(received, 'payment')}`),
      mrkdwn(`🟡 Still to come, all days\n${writeSum(toCome, 'sale')}`),
    ],
  },
];

function writeSum({ count, fils }: Sum, what: string): string {
  return count === 0 ? 'none' : `*${formatAed(fils)}* · ${countOf(count, what)}`;
}

/** Many links of one file that are waiting for a second person. */
export interface HomeBatch {
  batch: Batch;
  /** What this person may do with it. */
  buttons: Button[];
}

const buildHomeBatches = (batches: readonly HomeBatch[], timeZone: string): KnownBlock[] =>
  batches.flatMap(({ batch, buttons }, index): KnownBlock[] => [
    section(
      `⏳ *${describeBatch(batch)}*\nasked by ${mention(batch.creatorId)} ${slackDate(batch.createdAt, timeZone)}`,
      `home_batch_${index}`,
    ),
    actions(`home_batch_actions_${index}`, buttons),
  ]);

/** A link that is waiting for a second person. */
export interface HomeApproval {
  id: string;
  creatorId: string;
  amountFils: number;
  details: Parameters<typeof describeCustomer>[0] & { notes: string };
  createdAt: number;
  /** What this person may do with it. */
  buttons: Button[];
}

const buildHomeApprovals = (
  approvals: readonly HomeApproval[],
  timeZone: string,
  batches: readonly HomeBatch[] = [],
): KnownBlock[] => [
  section('*Waiting for approval*', 'home_approvals'),
  ...buildHomeBatches(batches, timeZone),
  ...approvals.flatMap(({ amountFils, details, creatorId, createdAt, buttons }, index): KnownBlock[] => [
    section(
      [
        `⏳ *${formatAed(amountFils)}* · ${escapeMrkdwn(describeCustomer(details))} · ${escapeMrkdwn(cut(details.notes, 100))}`,
        `asked by ${mention(creatorId)} ${slackDate(createdAt, timeZone)}`,
      ].join('\n'),
      `home_approval_${index}`,
    ),
    ...(buttons.length > 0 ? [actions(`home_approval_actions_${index}`, buttons)] : []),
  ]),
];

/** A scope that this installation did not request. */
interface HomeGain {
  scope: string;
  brings: string;
}

export interface HomeContent {
  buttons: HomeButtons;
  connection: HomeConnection;
  isListMissing?: boolean;
  /** For admins, until a payment was seen; null: it was. */
  firstPayment?: FirstPayment | null;
  /** What is next in a new workspace. */
  steps?: readonly FirstStep[];
  /** What installing again would add; shown to Paylink's admins. */
  gains?: readonly HomeGain[];
  figures: HomeFigures;
  approvals: HomeApproval[];
  batches?: HomeBatch[];
  links: HomeLinks;
  pages: OperatorPages;
  /** When this was read. */
  at: number;
  timeZone: string;
}

const buildGain = ({ scope, brings }: HomeGain, index: number): KnownBlock =>
  section(
    `🔑 *Paylink can do more once it is installed again* (\`${escapeMrkdwn(scope)}\`): ${escapeMrkdwn(brings)} Ask the person who runs Paylink to install it again. Nothing is lost.`,
    `home_gain_${index}`,
  );

/**
 * What one person sees in the app's home. Nobody else sees it, but it still shows no e-mail and no full phone number.
 */
export const buildHome = (content: HomeContent): HomeView => {
  const { buttons, connection, figures, approvals, links, pages, at, timeZone } = content;
  const { isListMissing = false, firstPayment = null, steps = [], gains = [], batches = [] } = content;
  const parts: KnownBlock[][] = [
    [
      ...buildHomeConnection(connection, timeZone),
      ...(isListMissing ? [section(LIST_MISSING, 'home_list')] : []),
    ],
    [buildHomeButtons(buttons)],
    ...(firstPayment === null ? [] : [buildHomeFirstPayment(firstPayment)]),
    ...(steps.length > 0 ? [buildHomeFirstSteps(steps)] : []),
    ...(gains.length > 0 ? [gains.map(buildGain)] : []),
    ...(approvals.length + batches.length > 0 ? [buildHomeApprovals(approvals, timeZone, batches)] : []),
    buildHomeFigures(figures),
    buildHomeLinks(links, { now: at, timeZone }),
  ];
  return {
    type: 'home',
    blocks: [
      ...parts.flatMap((part, index) => (index < 2 ? part : [{ type: 'divider' as const }, ...part])),
      context([`As of ${slackTime(at, timeZone)}`, ...linkToPages(pages)].join(' · '), 'home_foot'),
    ],
  };
};

interface HomeLinks {
  /** The ones that expire first are at the top. */
  shown: readonly ListedSale[];
  /** More links exist than are shown. */
  hasMore: boolean;
}

const buildHomeLinks = (
  { shown, hasMore }: HomeLinks,
  { now, timeZone }: { now: number; timeZone: string },
): KnownBlock[] => [
  section(
    shown.length === 0
      ? '*My open links*\nNone. Press *New payment link*, or type `/paylink` anywhere in Slack.'
      : '*My open links*, soonest to expire first',
    'home_links',
  ),
  ...shown.flatMap((link, index) => [
    buildLinkLine(link, { blockId: `home_link_${index}`, userId: link.ownerId, now, timeZone }),
    buildLinkLineButtons(link, `home_link_actions_${index}`),
  ]),
  ...(hasMore ? [context('More: `/paylink mine`', 'home_more_links')] : []),
];
