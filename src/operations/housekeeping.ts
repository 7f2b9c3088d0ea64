import { setImmediate } from 'node:timers/promises';
import type { App } from '../app-parts.ts';
import type { Clock } from '../clock.ts';
import type { ClockTrust } from '../clock-trust.ts';
import type { Recurring, RecurringKind } from '../delivery/recurring.ts';
import type { Log } from '../log.ts';
import type { CustomerStore } from '../store/customer-store.ts';
import type { ErasureRequest, RetentionStore } from '../store/retention-store.ts';
import type { TablesWith } from '../store/schema.ts';
import type { Pruned, PruneRequest, PruneStore } from './prune-store.ts';
import type { RemovedWorkspaceStore } from './removed-workspace-store.ts';

interface DailyDependencies {
  clock: Clock;
  /** Asked before each turn: what is deleted does not come back. */
  isClockSure: ClockTrust['isSure'];
  log: Log;
}

/** Starts over from the beginning after a failure. False: stopped before the end. */
type DailyWork = (at: number, signal: AbortSignal) => Promise<boolean>;

const DAY_MS = 24 * 60 * 60_000;
const AFTER_FAULT_MS = 10 * 60_000;

const createDaily = (
  turn: RecurringKind,
  work: DailyWork,
  { clock, isClockSure, log }: DailyDependencies,
): Recurring => ({
  takeTurn: async (signal) => {
    const at = clock.now();
    if (!(await isClockSure())) return at + AFTER_FAULT_MS;
    try {
      return (await work(at, signal)) ? at + DAY_MS : clock.now();
    } catch (error) {
      log.error({ turn, err: error, againInMs: AFTER_FAULT_MS }, 'work of the day not done');
      return clock.now() + AFTER_FAULT_MS;
    }
  },
});

/**
 * Calls `take` with the place to continue from (null at first) until it returns no `next`. Yields to other work
 * between batches. Returns the sum of what `take` counted; null: stopped before the end.
 */
const inBatches = async (
  take: (after: string | null) => Promise<{ count: number; next: string | null }>,
  signal: AbortSignal,
): Promise<number | null> => {
  let total = 0;
  let after: string | null = null;
  do {
    if (signal.aborted) return null;
    const { count, next } = await take(after);
    total += count;
    after = next;
    await setImmediate();
  } while (after !== null);
  return total;
};

const PRUNED_AT_ONCE = 500;
const ERASED_AT_ONCE = 100;

type Erased = TablesWith<{ whenOld: 'erased' }>;
type Deleted = TablesWith<{ whenOld: 'deleted' }>;
type Eraser = Pick<RetentionStore, Erased | 'scrub'>;

/**
 * Erases customers' data of links and batches. `next` says before each step what to erase; null: nothing more.
 * Returns null if stopped before the end.
 */
const eraseAll = async (
  retention: Eraser,
  next: () => Promise<Pick<ErasureRequest, 'at' | 'before' | 'teamId'> | null>,
  signal: AbortSignal,
  onLinks: (erased: number) => void = () => undefined,
): Promise<Record<Erased, number> | null> => {
  const erase = (step: Eraser[Erased], onErased: (erased: number) => void = () => undefined) =>
    inBatches(async (after) => {
      const ask = await next();
      if (ask === null) return { count: 0, next: null };
      const done = await step({ ...ask, after, limit: ERASED_AT_ONCE });
      if (done.erased > 0) onErased(done.erased);
      return { count: done.erased, next: done.next };
    }, signal);
  const links = await erase(retention.links, onLinks);
  const batches = await erase(retention.batches);
  return links === null || batches === null ? null : { links, batches };
};

const scrubbed = (retention: Pick<RetentionStore, 'scrub'>): Promise<true> =>
  retention.scrub().then(() => true);

export interface RetentionDependencies extends DailyDependencies {
  retention: Eraser;
  /** Whole days to keep customers' data after a link was created; null: for ever. */
  days: number | null;
  onErased?: (links: number) => void;
}

/** Erases customers' data of old links. */
export const createRetention = ({
  retention,
  days,
  onErased,
  ...daily
}: RetentionDependencies): Recurring => {
  const work: DailyWork = async (at, signal) => {
    if (days === null) return true;
    const old = async () => ({ at, before: at - days * DAY_MS });
    const erased = await eraseAll(retention, old, signal, onErased);
    if (erased === null) return false;
    daily.log.info({ ...erased, days }, 'customers’ data of old links erased');
    return scrubbed(retention);
  };
  return createDaily('retention', work, daily);
};

export interface PruningDependencies extends DailyDependencies {
  prune: PruneStore;
  retention: RetentionStore;
  customers: Pick<CustomerStore, 'forgetAgain'>;
  /** Null: a single workspace, which has no row in the database. */
  removed: RemovedWorkspaceStore | null;
}

/** Days after they end. */
const KEPT_DAYS = { jobs: 30, callbacks: 90 } as const;
/** For batch files that nobody confirmed. */
const PREVIEW_DAYS = 2;
/** Slack requires deletion within 14 business days of the removal. A week is enough to undo a mistaken removal. */
const REMOVED_DAYS = 7;
/** A cutoff later than any date: takes all of a workspace's rows, however recent. */
const EVER = Number.MAX_SAFE_INTEGER;

/** Deletes finished rows and the data of workspaces that removed the app. */
export const createPruning = (dependencies: PruningDependencies): Recurring => {
  const { prune, retention, customers, removed, log } = dependencies;

  const pruneAll = async (at: number, signal: AbortSignal): Promise<boolean> => {
    const inSlices = (table: 'jobs' | 'callbacks') => () => {
      const take: (ask: PruneRequest) => Promise<Pruned> = prune[table];
      const before = at - KEPT_DAYS[table] * DAY_MS;
      return inBatches(async (after) => {
        const { deleted: count, next } = await take({ before, after, limit: PRUNED_AT_ONCE });
        return { count, next };
      }, signal);
    };
    const steps: Record<Deleted | 'batchPreviews', () => Promise<number | null>> = {
      tickets: () => prune.tickets(at),
      pictures: () => prune.pictures(at),
      counterWindows: () => prune.counterWindows(at - DAY_MS),
      batchPreviews: () => prune.batchPreviews(at - PREVIEW_DAYS * DAY_MS),
      jobs: inSlices('jobs'),
      callbacks: inSlices('callbacks'),
    };
    const deleted: Record<string, number> = {};
    for (const [table, step] of Object.entries(steps)) {
      const count = await step();
      if (count === null) return false;
      deleted[table] = count;
    }
    log.info(deleted, 'old rows deleted');
    return true;
  };

  const eraseForgotten = async (at: number, signal: AbortSignal): Promise<boolean> => {
    const links = await inBatches(async (after) => {
      const ask = { at, after, limit: ERASED_AT_ONCE };
      const { erased, next } = await retention.eraseForgotten(ask);
      return { count: erased, next };
    }, signal);
    if (links === null) return false;
    const waiting = await customers.forgetAgain(at);
    if (links > 0 || waiting > 0) log.info({ links, waiting }, 'data of forgotten customers erased');
    return true;
  };

  const forgetRemoved = async (
    workspaces: RemovedWorkspaceStore,
    at: number,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const before = at - REMOVED_DAYS * DAY_MS;
    for (const teamId of await workspaces.list(before)) {
      // If the workspace reinstalls meanwhile, erase no more of its data.
      const all = async () =>
        (await workspaces.isRemoved(teamId, before)) ? { at, before: EVER, teamId } : null;
      const erased = await eraseAll(retention, all, signal);
      if (erased === null) return false;
      log.info(erased, 'customers’ data of a workspace that removed the app erased');
      await workspaces.forget(teamId, before);
    }
    await workspaces.close(before);
    return true;
  };

  const work: DailyWork = async (at, signal) =>
    (await pruneAll(at, signal)) &&
    (await eraseForgotten(at, signal)) &&
    (removed === null || (await forgetRemoved(removed, at, signal))) &&
    scrubbed(retention);

  return createDaily('pruning', work, dependencies);
};

/** What is done once a day: old data is deleted. */
export const createHousekeeping = (
  { config, store, clock, isClockSure, log }: App,
  /** Called with the number of links whose customer data was erased. */
  onErased: (links: number) => void,
): Record<Exclude<RecurringKind, 'sweep'>, Recurring> => {
  const { retention, customers, prune } = store;
  const daily = { clock, isClockSure, log };
  const removed = config.slack.access.kind === 'oauth' ? store.removedWorkspaces : null;
  return {
    retention: createRetention({ ...daily, retention, days: config.retentionDays, onErased }),
    pruning: createPruning({ ...daily, prune, retention, customers, removed }),
  };
};
