import { setImmediate } from 'node:timers/promises';
import type { App } from '../app-parts.ts';
import type { Clock } from '../clock.ts';
import type { ClockTrust } from '../clock-trust.ts';
import { createWorkLoop, findTrouble } from '../delivery/work-loop.ts';
import type { Log } from '../log.ts';
import type { CustomerStore } from '../store/customer-store.ts';
import type { ErasureRequest, RetentionStore } from '../store/retention-store.ts';
import type { TablesWith } from '../store/schema.ts';
import type { SweepStore } from '../store/sweep-store.ts';
import type { Pruned, PruneRequest, PruneStore } from './prune-store.ts';
import type { RemovedWorkspaceStore } from './removed-workspace-store.ts';

type DailyTurn = ReturnType<typeof createDailyTurn>;

interface DailyTurnDependencies {
  /** The same on every instance. */
  name: string;
  /**
   * Starts over from the beginning after a failure. `at`: the time of the turn, when the clock was trusted. False: stopped
   * before the end.
   */
  work: (at: number, signal: AbortSignal) => Promise<boolean>;
  /** Every start takes a turn, whenever the last one was. */
  isDueAtStart?: boolean;
  sweeps: SweepStore;
  clock: Clock;
  /** Asked before each turn: what is deleted does not come back. */
  isClockSure: ClockTrust['isSure'];
  log: Log;
}

const DAY_MS = 24 * 60 * 60_000;
/** If an instance dies during its turn, another one may take over after this long. */
const TURN_LASTS_MS = 10 * 60_000;
const AFTER_FAULT_MS = 10 * 60_000;
/** Look again this often: another instance may have rescheduled the turn. */
const POLL_MS = 60 * 60_000;

/** Work done once a day, by one instance at a time. */
export const createDailyTurn = (dependencies: DailyTurnDependencies) => {
  const { name, work, isDueAtStart = false, sweeps, clock, isClockSure, log } = dependencies;
  let mustPlan = isDueAtStart;
  const stopping = new AbortController();

  /** Returns the time of the next round. */
  const round = async (): Promise<number> => {
    const at = clock.now();
    if (!(await isClockSure())) return at + AFTER_FAULT_MS;
    if (mustPlan) await sweeps.plan(name, at);
    mustPlan = false;
    if (await sweeps.takeTurn(name, { at, until: at + TURN_LASTS_MS, maxAheadMs: DAY_MS })) {
      try {
        const isDone = await work(at, stopping.signal);
        await sweeps.plan(name, isDone ? at + DAY_MS : clock.now());
      } catch (error) {
        log.error({ turn: name, err: error, againInMs: AFTER_FAULT_MS }, 'work of the day not done');
        await sweeps.plan(name, clock.now() + AFTER_FAULT_MS);
      }
    }
    const next = await sweeps.nextDue(name, { at: clock.now(), maxAheadMs: DAY_MS });
    return Math.min(next ?? at, clock.now() + POLL_MS);
  };

  const loop = createWorkLoop({
    name: `turns of ${name}`,
    round,
    clock,
    restMs: AFTER_FAULT_MS,
    onError: (error) => log.error({ turn: name, err: error }, 'turn not read; trying again'),
  });

  return {
    start: loop.start,
    /** Waits for the current batch to finish. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await loop.stop();
    },
    trouble: loop.trouble,
  };
};

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
 * Erases customers' data of links, approvals and batches. `next` says before each step what to erase; null: nothing more.
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
  const approvals = await erase(retention.approvals);
  const batches = await erase(retention.batches);
  return links === null || approvals === null || batches === null ? null : { links, approvals, batches };
};

const scrubbed = (retention: Pick<RetentionStore, 'scrub'>): Promise<true> =>
  retention.scrub().then(() => true);

export interface RetentionDependencies {
  retention: Eraser;
  sweeps: SweepStore;
  isClockSure: ClockTrust['isSure'];
  /** Whole days to keep customers' data after a link was created. */
  days: number;
  clock: Clock;
  log: Log;
  onErased?: (links: number) => void;
}

/** Erases customers' data of old links, once a day, by one instance at a time. */
export const createRetention = ({
  retention,
  sweeps,
  days,
  clock,
  isClockSure,
  log,
  onErased,
}: RetentionDependencies): DailyTurn => {
  const work = async (at: number, signal: AbortSignal): Promise<boolean> => {
    const old = async () => ({ at, before: at - days * DAY_MS });
    const erased = await eraseAll(retention, old, signal, onErased);
    if (erased === null) return false;
    log.info({ ...erased, days }, 'customers’ data of old links erased');
    return scrubbed(retention);
  };
  return createDailyTurn({ name: 'retention', work, sweeps, clock, isClockSure, log });
};

export interface PruningDependencies {
  prune: PruneStore;
  retention: RetentionStore;
  customers: Pick<CustomerStore, 'forgetAgain'>;
  /** Null: a single workspace, which has no row in the database. */
  removed: RemovedWorkspaceStore | null;
  sweeps: SweepStore;
  isClockSure: ClockTrust['isSure'];
  clock: Clock;
  log: Log;
}

/** Days after they end or were found. A report never ends, so its days count from creation. */
const KEPT_DAYS = { jobs: 30, reports: 90, callbacks: 90, missingLinks: 30 } as const;
/** For batch files that nobody confirmed. */
const PREVIEW_DAYS = 2;
/** Slack requires deletion within 14 business days of the removal. A week is enough to undo a mistaken removal. */
const REMOVED_DAYS = 7;
/** A cutoff later than any date: takes all of a workspace's rows, however recent. */
const EVER = Number.MAX_SAFE_INTEGER;

/** Deletes finished rows and the data of workspaces that removed the app. Once a day, by one instance. */
export const createPruning = (dependencies: PruningDependencies): DailyTurn => {
  const { prune, retention, customers, removed, sweeps, clock, isClockSure, log } = dependencies;

  const pruneAll = async (at: number, signal: AbortSignal): Promise<boolean> => {
    const inSlices = (table: 'jobs' | 'reports' | 'callbacks') => () => {
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
      searches: () => prune.searches(at - DAY_MS),
      missingLinks: () => prune.missingLinks(at - KEPT_DAYS.missingLinks * DAY_MS),
      batchPreviews: () => prune.batchPreviews(at - PREVIEW_DAYS * DAY_MS),
      jobs: inSlices('jobs'),
      reports: inSlices('reports'),
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

  const work = async (at: number, signal: AbortSignal): Promise<boolean> =>
    (await pruneAll(at, signal)) &&
    (await eraseForgotten(at, signal)) &&
    (removed === null || (await forgetRemoved(removed, at, signal))) &&
    scrubbed(retention);

  return createDailyTurn({ name: 'pruning', work, sweeps, clock, isClockSure, log });
};

/** Deletes old data: customers' data, rows no longer needed, workspaces that removed the app. */
export const createHousekeeping = (
  { config, store, clock, isClockSure, log }: App,
  /** Looks for links that a restored database lacks. */
  lookForMissing: (signal: AbortSignal) => Promise<boolean>,
  /** Called with the number of links whose customer data was erased. */
  onErased: (links: number) => void,
): DailyTurn => {
  const { retention, customers, sweeps, prune } = store;
  const days = config.retentionDays;
  const removed = config.slack.access.kind === 'oauth' ? store.removedWorkspaces : null;
  const loops = [
    ...(days === null
      ? []
      : [createRetention({ retention, sweeps, days, clock, isClockSure, log, onErased })]),
    createDailyTurn({
      name: 'missing links',
      work: (_at, signal) => lookForMissing(signal),
      isDueAtStart: true,
      // It only reads and tells.
      isClockSure: async () => true,
      ...{ sweeps, clock, log },
    }),
    createPruning({ prune, retention, customers, removed, sweeps, clock, isClockSure, log }),
  ];
  return {
    start: () => {
      for (const loop of loops) loop.start();
    },
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
    trouble: () => findTrouble(loops),
  };
};
