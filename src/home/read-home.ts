import { buildDecisionButtons, buildWithdrawButton } from '../approvals/approval-view.ts';
import { buildDecisions, buildWithdraw } from '../batches/batch-buttons-view.ts';
import { dayOf, describeSpan, spanOfDays } from '../reports/date-span.ts';
import type { StepsDone } from '../store/first-steps-store.ts';
import type { ConnectionHealth } from '../workspaces/connection-health.ts';
import { LATER_SCOPES, listLaterScopes } from '../workspaces/later-scopes.ts';
import type { HomeConnection } from './home-connection-view.ts';
import type { FirstStep } from './home-first-steps-view.ts';
import type { HomeListenerDependencies } from './home-listener-dependencies.ts';
import type { HomeApproval, HomeBatch, HomeButtons, HomeContent } from './home-view.ts';
import type { HomeOwner } from './open-homes.ts';

export type HomeDependencies = Pick<
  HomeListenerDependencies,
  'store' | 'members' | 'scopesOf' | 'approvals' | 'connectAddress' | 'noticedWithinMs' | 'clock' | 'timeZone'
>;

/** A home has room for 100 blocks; a person reads far fewer. */
const MOST_LINKS = 15;
const MOST_APPROVALS = 10;

/** `health` null: the check is still running. */
export const readHome = async (
  owner: HomeOwner,
  health: ConnectionHealth | null,
  dependencies: HomeDependencies,
): Promise<HomeContent> => {
  const { store, members, clock, timeZone } = dependencies;
  const { teamId, userId } = owner;
  const now = clock.now();
  const today = dayOf(now, timeZone);
  const span = spanOfDays(today, today, timeZone);
  const [canReport, canSet, canApprove] = await Promise.all([
    members.may(teamId, userId, 'read-reports'),
    members.may(teamId, userId, 'change-settings'),
    members.may(teamId, userId, 'approve'),
  ]);
  const ownerId = canReport ? undefined : userId;
  const [made, paid, open, links, approvals, batches, connection, scopes, done] = await Promise.all([
    store.linkDays.issued(teamId, span, ownerId),
    store.linkDays.paid(teamId, span, ownerId),
    store.linkDays.inState(teamId, 'open', ownerId),
    store.links.unfinishedOf({ teamId, ownerId: userId, limit: MOST_LINKS + 1 }),
    readApprovals(owner, canApprove, dependencies),
    readBatches(owner, canApprove, dependencies),
    readConnection(owner, health, canSet, dependencies),
    canSet ? dependencies.scopesOf(teamId) : null,
    store.firstSteps.read(teamId, userId),
  ]);
  return {
    buttons: { canReport, canSet },
    connection,
    steps: done === null ? [] : listSteps(done, { canReport, canSet }),
    gains:
      scopes === null
        ? []
        : listLaterScopes(scopes).map((scope) => ({ scope, brings: LATER_SCOPES[scope] ?? '' })),
    figures: {
      of: canReport ? 'workspace' : 'person',
      day: describeSpan(span, timeZone),
      made,
      paid,
      open,
    },
    approvals,
    batches,
    links: { shown: links.slice(0, MOST_LINKS), hasMore: links.length > MOST_LINKS },
    at: now,
    timeZone,
  };
};

/** What is left for this person: settings are an admin's, and colleagues are asked in by those who lead them. */
function listSteps(done: StepsDone, { canReport, canSet }: HomeButtons): FirstStep[] {
  if (!done.hasLink) return ['link'];
  const left: Record<Exclude<FirstStep, 'link'>, boolean> = {
    channel: !done.hasChannelCard,
    settings: canSet && !done.hasSettings,
    colleague: canReport && !done.hasColleague,
  };
  return (['channel', 'settings', 'colleague'] as const).filter((step) => left[step]);
}

async function readApprovals(
  { teamId, userId }: HomeOwner,
  canApprove: boolean,
  { approvals }: HomeDependencies,
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
  { store }: HomeDependencies,
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
  { connectAddress, members, noticedWithinMs }: HomeDependencies,
): Promise<HomeConnection> {
  if (health?.state === 'not-connected') {
    return {
      state: 'not-connected',
      businessName: null,
      noticedWithinMs,
      address: canSet && connectAddress !== null ? await connectAddress(teamId, userId) : null,
      // An admin who gets no page has to ask the person who installed the app for all workspaces.
      admins: canSet ? await members.fixedAdmins(teamId) : await members.whoMay(teamId, 'change-settings'),
    };
  }
  const common = { businessName: null, noticedWithinMs };
  if (health === null) return { ...common, state: 'checking' };
  if (health.state === 'good') return { ...health, noticedWithinMs };
  return { ...common, state: 'failing', at: health.at, ...health.failure };
}
