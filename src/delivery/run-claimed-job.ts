import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Job, NewJob } from '../store/job.ts';
import type { JobResult, JobStore } from '../store/job-store.ts';
import { buildRetryDelay, retryUntil } from './retry.ts';

/** How one kind of job runs. `Given`: its payload, if that is read for it (`delivery/define-job.ts`). */
export interface JobKind<Given extends unknown[] = []> {
  run: JobHandler<Given>;
  /**
   * Of a kind that has a queue of its own: the jobs of a workspace that are due at once are begun together, and no others of it
   * before they have ended. Gives what runs each.
   */
  together?: (jobs: readonly Job[]) => JobHandler;
  /** It may be planned anew while it runs, which takes it from its process: nothing to tell an operator. */
  isReplanned?: boolean;
  /** A person can cancel it while it runs, which then stops it at once. */
  isCancellable?: boolean;
  /** It fails after this many tries; with the usual delays, the default of 20 lasts about an hour. */
  maxTries?: number;
  /** A longer run counts as hung. An hour by default: the longest report takes minutes. */
  timeoutMs?: number;
  /** Another process had the job, or it was cancelled: what this one did of it may have come after. Jobs that correct it. */
  onLost?: (job: Job) => Promise<NewJob[]>;
}

export interface JobContext {
  /**
   * Aborts when this process must stop working on the job: it was cancelled, taken over by another process, or ran
   * too long, or this process is stopping. The reason is a `LeaseStop`. After that, `done` and `failed` are still
   * recorded if the job is ours; `later` only if the job ran too long or sets `retryAfterMs`.
   */
  signal: AbortSignal;
  /** False: the job no longer belongs to this process, and the signal has aborted. */
  saveProgress(progress: object): Promise<boolean>;
  /**
   * Null while there are tries left. After the last try the handler is called once more with the reason of the last
   * failure, so that it can notify the people who are waiting. Whatever it returns, the job has failed (its `next` jobs
   * are still written). Only `later` or a throw leads to another call, and only a few times.
   */
  givenUp: string | null;
}

interface Waiting {
  /** False: the failure was not the job's own, so the number of retries is unlimited. */
  isTry?: boolean;
  /** Nobody knows what the failure means: the job is tried for a day, and leaves its lane after a minute. */
  isUnclear?: boolean;
  /** It waits for a person, and its lane does not wait with it. */
  isParked?: boolean;
  /** It goes on in no lane. */
  isApart?: boolean;
  /** Jobs to add now, except those whose key already exists. */
  next?: readonly NewJob[];
}

/**
 * `failed` is final: the handler has notified the people who wait, or `next` does. A thrown error counts as `later`.
 */
export type JobOutcome =
  | ({ outcome: 'done' } & JobResult)
  | ({ outcome: 'later'; reason: string; retryAfterMs: number | null } & Waiting)
  | { outcome: 'failed'; reason: string; next?: readonly NewJob[] };

export type JobHandler<Given extends unknown[] = []> = (
  job: Job,
  context: JobContext,
  ...given: Given
) => Promise<JobOutcome>;

export interface ClaimedJobDependencies {
  jobs: JobStore;
  /** By name. */
  kinds: Record<string, JobKind>;
  /** A job was given up for good. */
  onGivenUp?: ((job: Pick<Job, 'kind'>) => void) | undefined;
  clock: Clock;
  random: () => number;
  log: Log;
}

const MAX_TRIES = 20;
/** How long a job is tried whose failure nobody understands. */
const UNCLEAR_FOR_MS = 24 * 60 * 60_000;
/** How long its lane waits for it. */
const LANE_WAITS_MS = 60_000;
/** How many more calls a job gets to report its failure. */
const TRIES_TO_REPORT = 5;

/** Runs one claimed job and records how it ended. Rejects if the database cannot record it. */
export const createClaimedJobRun = ({
  jobs,
  onGivenUp,
  clock,
  random,
  log,
}: Omit<ClaimedJobDependencies, 'kinds'>) => {
  const run = async (
    job: Job,
    { kind, lease, givenUp }: { kind: JobKind; lease: Lease; givenUp: string | null },
  ): Promise<JobOutcome> => {
    const saveProgress = async (progress: object) => {
      if (lease.signal.reason === 'lost') return false;
      const isOurs = await jobs.saveProgress(job, progress, clock.now());
      if (!isOurs) lease.stop('lost');
      return isOurs;
    };
    try {
      return await kind.run(job, { signal: lease.signal, saveProgress, givenUp });
    } catch (error) {
      if (!lease.signal.aborted) log.error({ job: job.id, kind: job.kind, err: error }, 'job not done');
      return { outcome: 'later', reason: 'unexpected', retryAfterMs: null };
    }
  };

  const record = async (
    job: Job,
    { kind, outcome, givenUp }: { kind: JobKind; outcome: JobOutcome; givenUp: string | null },
  ): Promise<boolean> => {
    const now = clock.now();
    const isLastReport = job.attempts >= maxTriesOf(kind) + TRIES_TO_REPORT;
    if (givenUp !== null && (outcome.outcome !== 'later' || isLastReport))
      return jobs.fail(job, givenUp, now, outcome.outcome === 'later' ? [] : outcome.next, true);
    switch (outcome.outcome) {
      case 'done': {
        const { outcome: _, next = [], ...result } = outcome;
        return jobs.finish(job, now, { ...result, next });
      }
      case 'failed':
        return jobs.fail(job, outcome.reason, now, outcome.next);
      case 'later': {
        const requested = Math.ceil(outcome.retryAfterMs ?? 0);
        const { isTry = true, isUnclear = false, isParked = false, isApart = false, next = [] } = outcome;
        const laneWaitsMs = LANE_WAITS_MS - (now - (job.unclearSince ?? now));
        const isStuck = isUnclear && laneWaitsMs <= 0;
        const growing = buildRetryDelay(job.attempts, random);
        // Also after many tries, which may all have been cut short: the next one may let the lane go on.
        const delay = Math.max(requested, isUnclear && !isStuck ? Math.min(growing, laneWaitsMs) : growing);
        const how = { isTry, isUnclear, leavesLane: isStuck || isParked, isApart, next };
        return jobs.postpone(job, now + delay, givenUp ?? outcome.reason, now, how);
      }
    }
  };

  /** False: the job is no longer ours. */
  const endCutShort = async (job: Job, ending: Parameters<typeof record>[1], { signal }: Lease) => {
    if (signal.reason === 'stopping') return jobs.release(job, clock.now());
    return signal.reason === 'too-long' && record(job, ending);
  };

  return async (job: Job, kind: JobKind, lease: Lease): Promise<void> => {
    const named = { job: job.id, kind: job.kind };
    const { unclearSince } = job;
    const isDayOver = unclearSince !== null && clock.now() - unclearSince >= UNCLEAR_FOR_MS;
    const isSpent = job.attempts >= maxTriesOf(kind) && (unclearSince === null || isDayOver);
    let givenUp = isSpent ? (job.lastError ?? 'the process ended') : null;
    let outcome = await run(job, { kind, lease, givenUp });
    if (givenUp === null && isDayOver && outcome.outcome === 'later' && outcome.isUnclear) {
      givenUp = outcome.reason;
      outcome = await run(job, { kind, lease, givenUp });
    }
    const ending = { kind, outcome, givenUp };
    try {
      const isCut = isCutShort(outcome, lease);
      const isOurs = isCut
        ? await endCutShort(job, ending, lease)
        : await retryUntil(() => record(job, ending), {
            until: lease.until,
            signal: lease.signal,
            clock,
            random,
            onError: (error) =>
              log.warn({ ...named, err: error }, 'outcome of a job not recorded; trying again'),
          });
      if (!isOurs) {
        if (!isCut && !kind.isReplanned)
          log.warn({ ...named, outcome: outcome.outcome }, 'job was cancelled or taken over');
        // Whatever the outcome: some of what failed may be seen, like the text of a message whose blocks were refused.
        if (kind.onLost) await jobs.addAll(await kind.onLost(job), clock.now());
        return;
      }
      const reason = givenUp ?? (outcome.outcome === 'failed' ? outcome.reason : null);
      if (reason !== null) {
        const where = { team: job.teamId, link: job.linkId, channel: await jobs.channelOf(job) };
        log.warn({ ...named, ...where, reason }, 'job given up');
        onGivenUp?.(job);
      }
    } finally {
      lease.release();
    }
  };
};

const maxTriesOf = ({ maxTries = MAX_TRIES }: JobKind): number => maxTries;

/** With a `retryAfterMs`, which Slack sets, the job must wait in the next process too. */
const isCutShort = (outcome: JobOutcome, { signal }: Lease): boolean =>
  signal.aborted && outcome.outcome === 'later' && outcome.retryAfterMs === null;

/** How long a process may go without renewing before others take over its jobs. */
export const LEASE_MS = 30_000;
const RENEW_EVERY_MS = LEASE_MS / 3;

/** `lost`: the job was cancelled or another process has it. `too-long`: the job hangs. */
type LeaseStop = 'stopping' | 'lost' | 'too-long';

/** A claim on a job, renewed while the job runs, so that slow work is not taken over. */
export interface Lease {
  /** No other process claims the job before this instant. */
  until(): number;
  /** Aborts with a `LeaseStop` as its reason. */
  signal: AbortSignal;
  stop(reason: LeaseStop): void;
  /** Renews it now, or stops if it is no longer ours. */
  check(): Promise<void>;
  /** Stops renewing it. */
  release(): void;
}

export interface LeaseDependencies {
  claimedAt: number;
  /** A job that runs longer than this hangs, and its lease is not renewed. */
  timeoutMs: number;
  /** False: it is no longer ours. */
  renew: (until: number) => Promise<boolean>;
  /** Renewing failed; it is tried again. */
  onError: (error: unknown) => void;
  clock: Clock;
}

export const holdLease = ({ claimedAt, timeoutMs, renew, onError, clock }: LeaseDependencies): Lease => {
  const ended = new AbortController();
  const stopped = new AbortController();
  let until = claimedAt + LEASE_MS;

  const stop = (reason: LeaseStop) => {
    if (!stopped.signal.aborted) stopped.abort(reason);
    // A stopping process keeps the lease until the job has ended.
    if (reason !== 'stopping') ended.abort();
  };

  const check = async (): Promise<void> => {
    if (ended.signal.aborted) return;
    const next = clock.now() + LEASE_MS;
    try {
      if (await renew(next)) until = next;
      else if (!ended.signal.aborted) stop('lost');
    } catch (error) {
      // From now on, another process may have it.
      if (clock.now() >= until) stop('lost');
      else onError(error);
    }
  };

  const keep = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(RENEW_EVERY_MS, ended.signal);
      if (ended.signal.aborted) return;
      if (clock.now() >= claimedAt + timeoutMs) return stop('too-long');
      await check();
    }
  };

  void keep();
  return { until: () => until, signal: stopped.signal, stop, check, release: () => ended.abort() };
};
