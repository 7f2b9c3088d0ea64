import type { Job } from '../store/job.ts';
import type { QueueName } from '../store/job-kinds.ts';
import {
  type ClaimedJobDependencies,
  createClaimedJobRun,
  holdLease,
  type JobKind,
  LEASE_MS,
  type Lease,
} from './run-claimed-job.ts';
import { createTurns, groupByTeam } from './turns.ts';
import { createWorkLoop } from './work-loop.ts';

export interface JobWorker {
  start(): void;
  /** Tells running jobs to stop and waits for them; other jobs stay in the database. */
  stop(): Promise<void>;
  /** See `WorkLoop`. */
  trouble(): string | null;
}

export interface JobWorkerDependencies extends ClaimedJobDependencies {
  queue: QueueName;
  /** No other process uses this database, so a job that is leased at startup was left by a dead process. */
  isAlone: boolean;
  /** Returns a token that it has never returned before. */
  newToken: () => string;
  /** Workspaces that get no messages now; call `lookAgain` of the store when that ends. */
  held: () => readonly string[] | 'all';
  /** The only workspace whose jobs are run; null or absent: all of this database. */
  only?: (() => string | null) | undefined;
  /** The longest sleep. */
  pollMs?: number;
  /** Whether other processes add jobs too; by default, unless it is alone. */
  hasOthers?: () => boolean;
  /** How many jobs run at a time, not counting those that take more than two seconds. */
  limit?: number;
  /** Claims this many at once, to begin those of a workspace together: see `JobKind`. Then `limit` counts workspaces. */
  together?: number;
}

const POLL_MS = 5_000;
/** Every commit of this process wakes it: this is for a machine that slept, or a clock that was moved. */
const POLL_ALONE_MS = 15 * 60_000;
const LIMIT = 4;
const TIMEOUT_MS = 60 * 60_000;
const REST_AFTER_ERROR_MS = 1_000;
/** So many times the workspaces that have a slot may run jobs that are begun together, with those that take long. */
const MOST_TOGETHER = 32;
/** For when something is due and another process is claiming it. */
const SHORTEST_SLEEP_MS = 50;
/** With this many jobs running, one ends every few milliseconds; claiming one job costs as much as claiming ten. */
const BUSY_FROM = 12;
const LOOK_WHEN_BUSY_MS = 50;

/**
 * Runs the jobs of one queue when they are due, several at a time, each in only one process. Lanes run in parallel, the
 * jobs of one lane one after the other. Workspaces take turns.
 */
export const createJobWorker = (dependencies: JobWorkerDependencies): JobWorker => {
  const { jobs, queue, kinds, clock, log, isAlone, newToken, held, only, together } = dependencies;
  const { limit = LIMIT } = dependencies;
  const { hasOthers = () => !isAlone } = dependencies;
  const names = Object.keys(kinds);
  const runClaimed = createClaimedJobRun(dependencies);
  const turns = createTurns({
    ...{ slots: limit, clock },
    ...(together !== undefined && { maxPerTeam: 1, maxRunning: MOST_TOGETHER * limit }),
  });
  const running = new Set<{ id: string; kind: JobKind; lease: Lease }>();
  let isStopping = false;
  let isStarting = true;
  /** More may be due than could be claimed. */
  let isMoreDue = false;
  let lookedAt = Number.NEGATIVE_INFINITY;

  const run = async (job: Job, kind: JobKind, at: number): Promise<void> => {
    const lease = holdLease({
      claimedAt: at,
      timeoutMs: kind.timeoutMs ?? TIMEOUT_MS,
      renew: (until) => jobs.renew(job, until, clock.now()),
      onError: (error) => log.warn({ job: job.id, err: error }, 'lease of a job not renewed; trying again'),
      clock,
    });
    const entry = { id: job.id, kind, lease };
    running.add(entry);
    // From then on it may run again.
    lease.signal.addEventListener('abort', () => loop.wake(lease.until()), { once: true });
    if (isStopping) lease.stop('stopping');
    try {
      await runClaimed(job, kind, lease);
    } catch (error) {
      // The job is still in the database, so another process takes it over when the lease expires.
      log.error({ job: job.id, kind: job.kind, err: error }, 'outcome of a job not recorded');
      isMoreDue = true;
    } finally {
      running.delete(entry);
    }
  };

  /** They are of one workspace. */
  const begin = (claimed: readonly Job[], at: number): void => {
    const [first] = claimed;
    const kind = kinds[first?.kind ?? ''];
    // Only these kinds are claimed.
    if (first === undefined || kind === undefined) return;
    const handler = { ...kind, run: kind.together?.(claimed) ?? kind.run };
    void turns
      .run(first.teamId, () => Promise.all(claimed.map((job) => run(job, handler, at))))
      .finally(() => {
        // What follows from its end has been told.
        if (isMoreDue) loop.wake();
      });
  };

  const stopCancelled = async (): Promise<void> => {
    const cancellable = [...running].filter(({ kind }) => kind.isCancellable);
    await Promise.all(cancellable.map(({ lease }) => lease.check()));
  };

  /** Starts the jobs that are due and returns the time of the next round. */
  const round = async (): Promise<number> => {
    if (isStarting && isAlone) await jobs.releaseAll(queue);
    isStarting = false;
    await stopCancelled();
    const at = clock.now();
    const pollMs = dependencies.pollMs ?? (hasOthers() ? POLL_MS : POLL_ALONE_MS);
    const without = held();
    if (without === 'all') return at + pollMs;
    // The absolute value, so that a clock that was set back does not delay the next look.
    const isTooSoon = running.size >= BUSY_FROM && Math.abs(at - lookedAt) < LOOK_WHEN_BUSY_MS;
    if (isTooSoon) return lookedAt + LOOK_WHEN_BUSY_MS;
    lookedAt = at;
    const most = turns.room() === 0 ? 0 : (together ?? turns.room());
    const full = turns.full();
    isMoreDue = true;
    const { jobs: claimed, nextDueAt } =
      most === 0
        ? { jobs: [], nextDueAt: null }
        : await jobs.claim({
            at,
            queue,
            kinds: names,
            only: only?.() ?? null,
            without: [...without, ...full],
            after: turns.after(),
            leaseMs: LEASE_MS,
            limit: most,
            token: newToken(),
            own: new Set([...running].flatMap(({ id, lease }) => (lease.signal.aborted ? [] : [id]))),
          });
    isMoreDue = claimed.length === most || full.length > 0;
    const groups = together === undefined ? claimed.map((job) => [job]) : groupByTeam(claimed).values();
    for (const group of groups) begin(group, at);
    // No job can start until one ends, which wakes the loop, or runs so long that it loses its slot.
    if (claimed.length === most) return turns.room() > 0 ? at : Math.min(at + pollMs, turns.roomAt());
    return Math.min(at + pollMs, Math.max(nextDueAt ?? Number.POSITIVE_INFINITY, at + SHORTEST_SLEEP_MS));
  };

  const loop = createWorkLoop({
    name: 'jobs',
    round,
    clock,
    restMs: REST_AFTER_ERROR_MS,
    onError: (error) => log.error({ err: error }, 'jobs not read; trying again'),
  });
  jobs.onFilled((filled, dueAt) => {
    if (filled === queue) loop.wake(dueAt);
  });

  return {
    start: loop.start,
    stop: async () => {
      isStopping = true;
      for (const { lease } of running) lease.stop('stopping');
      await loop.stop();
      await turns.finished();
    },
    trouble: loop.trouble,
  };
};
