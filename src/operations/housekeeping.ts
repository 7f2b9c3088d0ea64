import { setImmediate } from 'node:timers/promises';
import type { App } from '../app-parts.ts';
import type { Clock } from '../clock.ts';
import type { ClockTrust } from '../clock-trust.ts';
import type { Recurring, RecurringKind } from '../delivery/recurring.ts';
import type { Log } from '../log.ts';
import type { CustomerStore } from '../store/customer-store.ts';
import type { ErasureRequest, RetentionStore } from '../store/retention-store.ts';
import type { TablesWith } from '../store/schema.ts';
import { AGED, type PruneStore } from './prune-store.ts';
import type { RemovedWorkspaceStore } from './removed-workspace-store.ts';

interface DailyDependencies {
  clock: Clock;
  /** Asked before each turn: what is deleted does not come back. */
  isClockSure: ClockTrust['isSure'];
  log: Log;
}

const DAY_MS = 24 * 60 * 60_000;
const AFTER_FAULT_MS = 10 * 60_000;

/** `work` starts over from the beginning after a failure, and if it was stopped. */
const createDaily = (
  turn: RecurringKind,
  work: (at: number, signal: AbortSignal) => Promise<void>,
  { clock, isClockSure, log }: DailyDependencies,
): Recurring => ({
  takeTurn: async (signal) => {
    const at = clock.now();
    if (!(await isClockSure())) return at + AFTER_FAULT_MS;
    try {
      await work(at, signal);
      return at + DAY_MS;
    } catch (error) {
      if (signal.aborted) return clock.now();
      log.error({ turn, err: error, againInMs: AFTER_FAULT_MS }, 'work of the day not done');
      return clock.now() + AFTER_FAULT_MS;
    }
  },
});

/**
 * Calls `take` with the place to continue from (null at first) until it returns no `next`. Yields to other work
 * between batches. Returns the sum of what `take` counted. Throws if it is stopped before the end.
 */
const inBatches = async (
  take: (after: string | null) => Promise<{ count: number; next: string | null }>,
  signal: AbortSignal,
): Promise<number> => {
  let total = 0;
  let after: string | null = null;
  do {
    signal.throwIfAborted();
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
type Eraser = Pick<RetentionStore, Erased | 'scrub'>;

/** Erases customers' data of links and batches. `next` says before each step what to erase; null: nothing more. */
const eraseAll = async (
  retention: Eraser,
  next: () => Promise<Pick<ErasureRequest, 'at' | 'before' | 'teamId'> | null>,
  signal: AbortSignal,
  onLinks: (erased: number) => void = () => undefined,
): Promise<Record<Erased, number>> => {
  const erase = (table: Erased) =>
    inBatches(async (after) => {
      const ask = await next();
      if (ask === null) return { count: 0, next: null };
      const done = await retention[table]({ ...ask, after, limit: ERASED_AT_ONCE });
      if (table === 'links' && done.count > 0) onLinks(done.count);
      return done;
    }, signal);
  return { links: await erase('links'), batches: await erase('batches') };
};

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
  const work = async (at: number, signal: AbortSignal): Promise<void> => {
    if (days === null) return;
    const old = async () => ({ at, before: at - days * DAY_MS });
    const erased = await eraseAll(retention, old, signal, onErased);
    daily.log.info({ ...erased, days }, 'customers’ data of old links erased');
    await retention.scrub();
  };
  return createDaily('retention', work, daily);
};

export interface PruningDependencies extends DailyDependencies {
  prune: PruneStore;
  retention: RetentionStore;
  customers: CustomerStore;
  /** Null: a single workspace, which has no row in the database. */
  removed: RemovedWorkspaceStore | null;
}

/** Slack requires deletion within 14 business days of the removal. A week is enough to undo a mistaken removal. */
const REMOVED_DAYS = 7;
/** A cutoff later than any date: takes all of a workspace's rows, however recent. */
const EVER = Number.MAX_SAFE_INTEGER;

/** Deletes finished rows and the data of workspaces that removed the app. */
export const createPruning = (dependencies: PruningDependencies): Recurring => {
  const { prune, retention, customers, removed, log } = dependencies;

  const pruneAll = async (at: number, signal: AbortSignal): Promise<void> => {
    const deleted: Record<string, number> = { batchPreviews: await prune.batchPreviews(at) };
    for (const table of AGED)
      deleted[table] = await inBatches(
        (after) => prune.old(table, { at, after, limit: PRUNED_AT_ONCE }),
        signal,
      );
    log.info(deleted, 'old rows deleted');
  };

  const eraseForgotten = async (at: number, signal: AbortSignal): Promise<void> => {
    const ask = { at, limit: ERASED_AT_ONCE };
    const links = await inBatches((after) => retention.eraseForgotten({ ...ask, after }), signal);
    const waiting = await customers.forgetAgain(at);
    if (links > 0 || waiting > 0) log.info({ links, waiting }, 'data of forgotten customers erased');
  };

  const forgetRemoved = async (
    workspaces: RemovedWorkspaceStore,
    at: number,
    signal: AbortSignal,
  ): Promise<void> => {
    const before = at - REMOVED_DAYS * DAY_MS;
    for (const teamId of await workspaces.list(before)) {
      // If the workspace reinstalls meanwhile, erase no more of its data.
      const all = async () =>
        (await workspaces.isRemoved(teamId, before)) ? { at, before: EVER, teamId } : null;
      const erased = await eraseAll(retention, all, signal);
      log.info(erased, 'customers’ data of a workspace that removed the app erased');
      await workspaces.forget(teamId, before);
    }
    await workspaces.close(before);
  };

  const work = async (at: number, signal: AbortSignal): Promise<void> => {
    await pruneAll(at, signal);
    await eraseForgotten(at, signal);
    if (removed !== null) await forgetRemoved(removed, at, signal);
    await retention.scrub();
  };

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
