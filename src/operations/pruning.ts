import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { PruneAsk, Pruned, PruneStore } from '../store/prune-store.ts';
import type { RemovedWorkspaceStore } from '../store/removed-workspace-store.ts';
import type { ErasureAsk, RetentionStore } from '../store/retention-store.ts';
import type { SweepStore } from '../store/sweep-store.ts';
import { createDailyTurn, type DailyTurn } from './daily-turn.ts';
import { inBatches } from './in-batches.ts';

export interface PruningDependencies {
  prune: PruneStore;
  retention: RetentionStore;
  /** Null: a single workspace, which has no row in the database. */
  removed: RemovedWorkspaceStore | null;
  sweeps: SweepStore;
  clock: Clock;
  log: Log;
}

const DAY_MS = 24 * 60 * 60_000;
const BATCH = 500;
const ERASURE_BATCH = 100;

/** Days after they end. A report never ends, so its days count from creation. */
const KEPT_DAYS = { jobs: 30, reports: 90, callbacks: 90 } as const;
/** A file that nobody confirmed. */
const PREVIEW_DAYS = 2;
/** Slack requires deletion within 14 business days of the removal. A week is enough to undo a mistaken removal. */
const REMOVED_DAYS = 7;
/** A cutoff later than any date: takes all of a workspace's rows, however recent. */
const EVER = Number.MAX_SAFE_INTEGER;

/** Deletes finished rows and what is left of workspaces that removed the app. Once a day, by one instance. */
export const createPruning = (dependencies: PruningDependencies): DailyTurn => {
  const { prune, retention, removed, sweeps, clock, log } = dependencies;

  const pruneAll = async (signal: AbortSignal): Promise<boolean> => {
    const at = clock.now();
    const deleted: Record<string, number> = {
      tickets: await prune.tickets(at),
      pictures: await prune.pictures(at),
      counterWindows: await prune.counterWindows(at - DAY_MS),
      searches: await prune.searches(at - DAY_MS),
      batchPreviews: await prune.batchPreviews(at - PREVIEW_DAYS * DAY_MS),
    };
    for (const table of ['jobs', 'reports', 'callbacks'] as const) {
      const take: (ask: PruneAsk) => Promise<Pruned> = prune[table];
      const before = at - KEPT_DAYS[table] * DAY_MS;
      const count = await inBatches(async (after) => {
        const batch = await take({ before, after, limit: BATCH });
        return { count: batch.deleted, next: batch.next };
      }, signal);
      if (count === null) return false;
      deleted[table] = count;
    }
    log.info(deleted, 'rows that had done their work deleted');
    return true;
  };

  const eraseForgotten = async (signal: AbortSignal): Promise<boolean> => {
    const links = await inBatches(async (after) => {
      const { erased, next } = await retention.eraseForgotten({
        at: clock.now(),
        after,
        limit: ERASURE_BATCH,
      });
      return { count: erased, next };
    }, signal);
    if (links) log.info({ links }, 'data of customers who were forgotten erased');
    return links !== null;
  };

  /** False: stopped before the end. If the workspace reinstalls meanwhile, erases no more of its data. */
  const eraseAllOf = async (
    teamId: string,
    { isGone, signal }: { isGone: () => Promise<boolean>; signal: AbortSignal },
  ): Promise<boolean> => {
    const eraseBatches = (erase: RetentionStore['erase']) =>
      inBatches(async (after) => {
        if (!(await isGone())) return { count: 0, next: null };
        const ask: ErasureAsk = { at: clock.now(), before: EVER, after, limit: ERASURE_BATCH, teamId };
        const { erased, next } = await erase(ask);
        return { count: erased, next };
      }, signal);
    const links = await eraseBatches(retention.erase);
    const approvals = await eraseBatches(retention.eraseApprovals);
    const batches = await eraseBatches(retention.eraseBatches);
    if (links === null || approvals === null || batches === null) return false;
    log.info({ links, approvals, batches }, 'customers’ data of a workspace that removed the app erased');
    return true;
  };

  const forgetRemoved = async (workspaces: RemovedWorkspaceStore, signal: AbortSignal): Promise<boolean> => {
    const before = clock.now() - REMOVED_DAYS * DAY_MS;
    for (const teamId of await workspaces.list(before)) {
      const isGone = () => workspaces.isRemoved(teamId, before);
      if (!(await eraseAllOf(teamId, { isGone, signal }))) return false;
      await workspaces.forget(teamId, before);
    }
    await workspaces.close(before);
    return true;
  };

  const work = async (signal: AbortSignal): Promise<boolean> =>
    (await pruneAll(signal)) &&
    (await eraseForgotten(signal)) &&
    (removed === null || (await forgetRemoved(removed, signal)));

  return createDailyTurn({ name: 'pruning', work, sweeps, clock, log });
};
