import type { Request } from '../app-parts.ts';
import { buildDecisions, buildWithdraw } from '../batches/batch-buttons-view.ts';
import { dayOf, describeSpan, spanOfDays } from '../calendar/date-span.ts';
import { findNoticingMs } from '../config/config.ts';
import { figuresOf } from '../figures/sale-figures.ts';
import { buildDecisionButtons, buildWithdrawButton } from '../links/card/asked-card-view.ts';
import { readListed } from '../links/card/find-link.ts';
import { findGuidedLink } from '../links/form/guided-form.ts';
import { readOpenSales } from '../links/sale/open-sales.ts';
import type { Typed } from '../slack/frame.ts';
import { type EventArgs, guard } from '../slack/listener.ts';
import { readTeamId } from '../slack/read-origin.ts';
import type { ConnectionHealth } from '../tenancy/business-details.ts';
import { LATER_SCOPES, listLaterScopes } from '../tenancy/later-scopes.ts';
import { buildBusiness, type FirstPayment, type FirstStep, type HomeConnection } from './home-setup-view.ts';
import {
  buildHome,
  type HomeApproval,
  type HomeBatch,
  type HomeButtons,
  type HomeContent,
} from './home-view.ts';
import type { HomeOwner } from './open-homes.ts';

/** Shows a person's home as it is now, then again once the payment service has been checked. */
export const publishHome = async (owner: HomeOwner, request: Request): Promise<void> => {
  const { patientClient, healths } = request;
  const publish = async (health: ConnectionHealth | null): Promise<void> => {
    const view = buildHome(await readHome(owner, health, request));
    await patientClient.views.publish({ user_id: owner.userId, view });
  };
  const known = healths.known(owner.teamId);
  await publish(known);
  if (known === null) await publish(await healths.check(owner.teamId));
};

/** The person opens the app's home: we draw it for them. */
export const handleAppHomeOpened = async ({ event, body }: EventArgs, request: Request): Promise<void> => {
  if (event.type !== 'app_home_opened' || event.tab !== 'home') return;
  const owner = { teamId: readTeamId(body), userId: event.user };
  request.openHomes.opened({ ...owner, token: request.patientClient.token });
  await request.work.track(
    guard(
      request,
      'home opened',
      () => publishHome(owner, request),
      (text) => request.patientClient.chat.postMessage({ channel: owner.userId, text }),
    ),
  );
};

/** `/paylink business`: what a home says of the payment service. */
export const handleBusiness =
  ({ asker, tell }: Typed, request: Request) =>
  async (): Promise<unknown> => {
    const health = await request.healths.check(asker.teamId);
    const connection = await readConnection(asker, health, false, request);
    return tell(buildBusiness(connection, request.timeZone));
  };

/** A home has room for 100 blocks; a person reads far fewer. */
const MOST_LINKS = 5;
const MOST_APPROVALS = 10;
/** Sweeps have read the listings since. */
const LISTED_WITHIN_MS = 60 * 60_000;

/** `health` null: the check is still running. */
export const readHome = async (
  owner: HomeOwner,
  health: ConnectionHealth | null,
  request: Request,
): Promise<HomeContent> => {
  const { store, members, clock, timeZone } = request;
  const { teamId, userId } = owner;
  const now = clock.now();
  const today = dayOf(now, timeZone);
  const span = spanOfDays(today, today, timeZone);
  const permissions = await members.permissionsOf(teamId, userId);
  const canReport = permissions.includes('read-reports');
  const canSet = permissions.includes('change-settings');
  const canApprove = permissions.includes('approve');
  const [sales, toCome, links, approvals, batches, connection, scopes, [lastPaid]] = await Promise.all([
    store.saleFigures.of({ teamId, span }),
    store.saleFigures.toCome(teamId, canReport ? undefined : userId),
    readOpenSales({ teamId, ownerId: userId, limit: MOST_LINKS + 1 }, store.links),
    readApprovals(owner, canApprove, request),
    readBatches(owner, canApprove, request),
    readConnection(owner, health, canSet, request),
    canSet ? request.scopesOf(teamId) : null,
    store.links.lastPayments(teamId, 1),
  ]);
  const isNew = lastPaid === undefined;
  const { made, received } = figuresOf(sales, { userId, seesAll: canReport });
  return {
    buttons: { canReport, canSet },
    connection,
    isListMissing:
      canSet &&
      lastPaid !== undefined &&
      lastPaid.noticedAt < now - LISTED_WITHIN_MS &&
      !(await store.transactionReadings.hasBeenRead(teamId)),
    // While the connection fails, nothing could be tried.
    firstPayment:
      isNew && canSet && connection.state === 'good' ? await readFirstPayment(owner, request) : null,
    steps: [
      ...(isNew ? listSteps(made.count + toCome.all.count > 0, { canReport, canSet }) : []),
      ...(canSet && (await request.settings.of(teamId)).terms === null ? (['terms'] as const) : []),
    ],
    gains:
      scopes === null
        ? []
        : listLaterScopes(scopes).map((scope) => ({ scope, brings: LATER_SCOPES[scope] ?? '' })),
    figures: {
      of: canReport ? 'workspace' : 'person',
      day: describeSpan(span, timeZone),
      ...{ made, received, toCome: toCome.all },
    },
    approvals,
    batches,
    links: {
      shown: await readListed(links.slice(0, MOST_LINKS), request),
      hasMore: links.length > MOST_LINKS,
    },
    pages: request.config.pages,
    at: now,
    timeZone,
  };
};

/** For a workspace without a payment. Null: an admin has said what one looks like. */
async function readFirstPayment(owner: HomeOwner, { store }: Request): Promise<FirstPayment | null> {
  const [words, { link }] = await Promise.all([
    store.taughtWords.list(owner.teamId),
    findGuidedLink(owner, store.links),
  ]);
  if (words.some(({ answer }) => answer?.says === 'paid' && answer.inEffect !== null)) return null;
  if (link === null) return { is: 'none' };
  return link.payment === null ? { is: 'unpaid' } : { is: 'came', linkId: link.id };
}

/** Until the workspace's first payment. Only admins see the settings, and who reads reports is asked to invite colleagues. */
function listSteps(hasLink: boolean, { canReport, canSet }: HomeButtons): FirstStep[] {
  if (!hasLink) return ['link'];
  return [
    'channel',
    ...(canSet ? (['settings'] as const) : []),
    ...(canReport ? (['colleague'] as const) : []),
  ];
}

async function readApprovals(
  { teamId, userId }: HomeOwner,
  canApprove: boolean,
  { approvals }: Request,
): Promise<HomeApproval[]> {
  const waiting = await approvals.waitingIn(teamId);
  return waiting
    .filter(({ creatorId }) => canApprove || creatorId === userId)
    .slice(0, MOST_APPROVALS)
    .map((approval) => ({
      ...approval,
      buttons:
        approval.creatorId === userId ? [buildWithdrawButton(approval)] : buildDecisionButtons(approval),
    }));
}

async function readBatches(
  { teamId, userId }: HomeOwner,
  canApprove: boolean,
  { store }: Request,
): Promise<HomeBatch[]> {
  return (await store.batches.askedIn(teamId))
    .filter(({ creatorId }) => canApprove || creatorId === userId)
    .slice(0, MOST_APPROVALS)
    .map((batch) => ({
      batch,
      buttons: batch.creatorId === userId ? [buildWithdraw(batch)] : buildDecisions(batch),
    }));
}

async function readConnection(
  { teamId, userId }: HomeOwner,
  health: ConnectionHealth | null,
  canSet: boolean,
  { accounts, connectAddress, members, config }: Request,
): Promise<HomeConnection> {
  const noticedWithinMs = findNoticingMs(config);
  const standing = await accounts.standingOf(teamId);
  if (standing.is === 'unconfirmed')
    return {
      state: 'unconfirmed',
      businessName: health?.state === 'good' ? health.businessName : null,
      noticedWithinMs,
      now: standing.now,
      before: standing.kept,
      canConfirm: canSet,
      admins: await members.whoMay(teamId, 'change-settings'),
    };
  if (health?.state === 'not-connected')
    return {
      state: 'not-connected',
      businessName: null,
      noticedWithinMs,
      address: canSet && connectAddress !== null ? await connectAddress(teamId, userId) : null,
      // An admin who gets no page has to ask the person who installed the app for all workspaces.
      admins: canSet ? await members.fixedAdmins(teamId) : await members.whoMay(teamId, 'change-settings'),
    };
  const common = { businessName: null, noticedWithinMs };
  if (health === null) return { ...common, state: 'checking' };
  if (health.state === 'good') return { ...health, noticedWithinMs };
  return { ...common, state: 'failing', at: health.at, ...health.failure };
}
