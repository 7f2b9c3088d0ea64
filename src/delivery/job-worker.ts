import type { Job } from '../store/job.ts';
import {
  type ClaimedJobDependencies,
  createClaimedJobRun,
  holdLease,
  type JobKind,
  LEASE_MS,
  type Lease,
} from './run-claimed-job.ts';
import { createTurns } from './turns.ts';
import { createWorkLoop } from './work-loop.ts';

export type { JobKind, JobOutcome } from './run-claimed-job.ts';

export interface JobWorker {
  /** Call this when there may be new work, or a running job was cancelled. */
  wake(): void;
  start(): void;
  /** Tells running jobs to stop and waits for them; the rest stays in the database. */
  stop(): Promise<void>;
  /** False when the loop has died. */
  isAlive(): boolean;
}

export interface JobWorkerDependencies extends ClaimedJobDependencies {
  /** No other process works on this database, so jobs leased at startup were left by a dead one. */
  isAlone: boolean;
  /** Returns a token that it has never returned before. */
  newToken: () => string;
  /** Workspaces that receive nothing now; `wake` is called when that ends. */
  held: () => readonly string[] | 'all';
  /** How long to sleep at most: other processes add jobs too. */
  pollMs?: number;
  /** How many jobs run at a time, besides those that take long. */
  limit?: number;
}

const POLL_MS = 5_000;
const POLL_ALONE_MS = 5 * 60_000;
const LIMIT = 4;
const LONGEST_RUN_MS = 60 * 60_000;
const REST_AFTER_FAULT_MS = 1_000;
/** Used when something is due and another process is just claiming it. */
const SHORTEST_SLEEP_MS = 50;
/** With this many jobs running, one ends every few milliseconds, and a query that finds one job costs as much as one that finds ten. */
const BUSY_FROM = 12;
const LOOK_WHEN_BUSY_MS = 50;

/**
 * Does jobs of its kinds when they are due, several at a time, each in only one process. Different lanes go in
 * parallel, the jobs of one lane one after the other. Workspaces take turns.
 */
export const createJobWorker = (dependencies: JobWorkerDependencies): JobWorker => {
  const { jobs, kinds, clock, log, isAlone, newToken, held, limit = LIMIT } = dependencies;
  const pollMs = dependencies.pollMs ?? (isAlone ? POLL_ALONE_MS : POLL_MS);
  const names = Object.keys(kinds);
  const posts = Object.entries(kinds).flatMap(([name, { isPost }]) => (isPost ? [name] : []));
  const runClaimed = createClaimedJobRun(dependencies);
  const turns = createTurns({ places: limit, clock });
  const inHand = new Set<{ kind: JobKind; lease: Lease }>();
  let isStopping = false;
  let mustRelease = isAlone;
  let lookedAt = Number.NEGATIVE_INFINITY;

  const begin = (job: Job, at: number): void => {
    const kind = kinds[job.kind];
    // A claim asks for these kinds alone.
    if (!kind) return;
    const lease = holdLease({
      claimedAt: at,
      longestMs: kind.longestMs ?? LONGEST_RUN_MS,
      renew: (until) => jobs.renew(job, until),
      onFault: (error) => log.warn({ job: job.id, err: error }, 'lease of a job not renewed; trying again'),
      clock,
    });
    const hand = { kind, lease };
    inHand.add(hand);
    const run = turns.run(job.teamId, () => runClaimed(job, kind, lease));
    run
      .catch((error: unknown) => {
        // The job is still in the database, and another process takes it over once the lease runs out.
        log.error({ job: job.id, kind: job.kind, err: error }, 'end of a job not recorded');
      })
      .finally(() => {
        inHand.delete(hand);
        loop.wake();
      });
    if (isStopping) lease.stop('stopping');
  };

  const stopCancelled = async (): Promise<void> => {
    const cancellable = [...inHand].filter(({ kind }) => kind.isCancellable);
    await Promise.all(cancellable.map(({ lease }) => lease.check()));
  };

  /** Starts what is due and returns the time of what comes next. */
  const round = async (): Promise<number> => {
    if (mustRelease) await jobs.releaseAll(names);
    mustRelease = false;
    await stopCancelled();
    const at = clock.now();
    const without = held();
    if (without === 'all') return at + pollMs;
    // Both ways: a clock that was set back must not keep it waiting.
    const isTooSoon = inHand.size >= BUSY_FROM && Math.abs(at - lookedAt) < LOOK_WHEN_BUSY_MS;
    if (isTooSoon) return lookedAt + LOOK_WHEN_BUSY_MS;
    lookedAt = at;
    const room = turns.room();
    const search = {
      at,
      kinds: names,
      posts,
      without: [...without, ...turns.full()],
      after: turns.after(),
    };
    const claimed =
      room > 0 ? await jobs.claim({ ...search, leaseMs: LEASE_MS, limit: room, token: newToken() }) : [];
    for (const job of claimed) begin(job, at);
    // No job can start before another ends, which wakes the loop, or has taken so long that it gives up its place.
    if (claimed.length === room) return Math.min(at + pollMs, turns.roomAt());
    const next = (await jobs.nextDueAt(search)) ?? Number.POSITIVE_INFINITY;
    return Math.min(at + pollMs, Math.max(next, at + SHORTEST_SLEEP_MS));
  };

  const loop = createWorkLoop({
    round,
    clock,
    restMs: REST_AFTER_FAULT_MS,
    onFault: (error) => log.error({ err: error }, 'jobs not read; trying again'),
  });

  return {
    wake: loop.wake,
    start: loop.start,
    stop: async () => {
      isStopping = true;
      for (const { lease } of inHand) lease.stop('stopping');
      await loop.stop();
      await turns.finished();
    },
    isAlive: loop.isAlive,
  };
};
