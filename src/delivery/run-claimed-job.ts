import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Job, NewJob } from '../store/job.ts';
import type { JobResult, JobStore } from '../store/job-store.ts';
import { buildRetryDelay, retryUntil } from './retry.ts';

/** What a room says of one kind of its jobs. */
export interface JobKind {
  run: JobHandler;
  /** It posts to Slack, of which a lane does one a second. */
  isPost?: boolean;
  /** While it runs, somebody may cancel it: a wake stops it at once. */
  isCancellable?: boolean;
  /** It is given up after this many tries; with the usual delays, the default lasts about an hour. */
  mostTries?: number;
  /** Work that takes longer counts as hung. An hour by default: the longest report takes minutes. */
  longestMs?: number;
  /** Jobs that correct one that may have been done twice, or after a newer one. */
  repair?: (job: Job) => NewJob[];
}

export interface JobContext {
  /**
   * Aborts when this process must stop working on the job: it was cancelled, taken over by another process,
   * or ran too long, or this process is stopping. The reason is a `LeaseStop`. After that, a `done` or
   * `failed` is still recorded if the job is ours; a `later` only if the job ran too long, or says after what time.
   */
  signal: AbortSignal;
  /** False: the job no longer belongs to this process, and the signal has aborted. */
  saveProgress(progress: object): Promise<boolean>;
  /**
   * Null while the job is tried. Once the tries are used up, the handler is called one last time, with the reason of
   * the last failure, so that it can tell the people who are waiting. Whatever it returns, the job has failed (its
   * `next` are still written). Only `later`, or a throw, brings another call, and only a few times.
   */
  givenUp: string | null;
}

/**
 * `failed` is final: the handler has told the people who wait, or `next` does. A thrown error counts as `later`.
 */
export type JobOutcome =
  | ({ outcome: 'done' } & JobResult)
  /** `isTry` false: the job was not at fault, and waits as long as it takes. */
  | { outcome: 'later'; reason: string; retryAfterMs: number | null; isTry?: boolean }
  | { outcome: 'failed'; reason: string; next?: readonly NewJob[] };

export type JobHandler = (job: Job, context: JobContext) => Promise<JobOutcome>;

export interface ClaimedJobDependencies {
  jobs: JobStore;
  /** By the name of the kind. */
  kinds: Record<string, JobKind>;
  clock: Clock;
  random: () => number;
  log: Log;
}

const MOST_TRIES = 20;
/** How many more calls a job gets only to report its failure. */
const TRIES_TO_TELL = 5;

/** Runs one claimed job and records how it ended. Rejects if the database cannot record it. */
export const createClaimedJobRun = ({ jobs, clock, random, log }: Omit<ClaimedJobDependencies, 'kinds'>) => {
  const work = async (
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
    { kind, outcome: ended, givenUp }: { kind: JobKind; outcome: JobOutcome; givenUp: string | null },
  ): Promise<boolean> => {
    const now = clock.now();
    const isToldOften = job.attempts >= mostTriesOf(kind) + TRIES_TO_TELL;
    if (givenUp !== null && (ended.outcome !== 'later' || isToldOften))
      return jobs.fail(job, givenUp, now, ended.outcome === 'later' ? [] : ended.next);
    switch (ended.outcome) {
      case 'done': {
        const { outcome: _, next = [], ...result } = ended;
        const repairs = job.takenOver ? (kind.repair?.(job) ?? []) : [];
        return jobs.finish(job, now, { ...result, next: [...next, ...repairs] });
      }
      case 'failed':
        return jobs.fail(job, ended.reason, now, ended.next);
      case 'later': {
        const asked = Math.ceil(ended.retryAfterMs ?? 0);
        const delay = Math.max(asked, buildRetryDelay(job.attempts, random));
        return jobs.postpone(job, now + delay, givenUp ?? ended.reason, now, ended.isTry);
      }
    }
  };

  /** `kind` is what the room says of the job's kind. */
  return async (job: Job, kind: JobKind, lease: Lease): Promise<void> => {
    const told = { job: job.id, kind: job.kind };
    const givenUp = job.attempts >= mostTriesOf(kind) ? (job.lastError ?? 'the process ended') : null;
    const outcome = await work(job, { kind, lease, givenUp });
    const ended = { kind, outcome, givenUp };
    try {
      // Its next claim no longer tells that it was taken over.
      if (job.takenOver && outcome.outcome === 'later' && kind.repair)
        await jobs.addAll(kind.repair(job), clock.now());
      if (isCutShort(outcome, lease)) {
        if (lease.signal.reason === 'stopping') await jobs.release(job, clock.now());
        else if (lease.signal.reason === 'too-long') await record(job, ended);
        return;
      }
      const isOurs = await retryUntil(() => record(job, ended), {
        until: lease.until,
        signal: lease.signal,
        clock,
        random,
        onFault: (error) => log.warn({ ...told, err: error }, 'end of a job not recorded; trying again'),
      });
      const reason = givenUp ?? (outcome.outcome === 'failed' ? outcome.reason : null);
      if (!isOurs) {
        log.warn({ ...told, outcome: outcome.outcome }, 'job was cancelled or taken over');
        if (outcome.outcome === 'done' && kind.repair) await jobs.addAll(kind.repair(job), clock.now());
      } else if (reason !== null) log.warn({ ...told, reason }, 'job given up');
    } finally {
      lease.release();
    }
  };
};

const mostTriesOf = ({ mostTries = MOST_TRIES }: JobKind): number => mostTries;

/** What Slack asked to do later is later for the next process, too. */
const isCutShort = (ended: JobOutcome, { signal }: Lease): boolean =>
  signal.aborted && ended.outcome === 'later' && ended.retryAfterMs === null;

/** How long a process may be silent before others take over its work. */
export const LEASE_MS = 30_000;
const RENEW_EVERY_MS = LEASE_MS / 3;

/** `stopping`: the process is stopping. `lost`: another process has it, or it was cancelled. `too-long`: it hangs. */
type LeaseStop = 'stopping' | 'lost' | 'too-long';

/** A claim on a job. It is renewed while the work goes on, so slow work is not taken over. */
export interface Lease {
  /** No other process touches it before this instant. */
  until(): number;
  /** Aborts with a `LeaseStop` as its reason. */
  signal: AbortSignal;
  stop(reason: LeaseStop): void;
  /** Checks now whether it is still ours. */
  check(): Promise<void>;
  /** Stops renewing it. */
  release(): void;
}

export interface LeaseDependencies {
  claimedAt: number;
  /** Work that takes longer than this hangs, and its lease is not renewed. */
  longestMs: number;
  /** False: it is no longer ours. */
  renew: (until: number) => Promise<boolean>;
  /** Renewing failed, and will be tried again. */
  onFault: (error: unknown) => void;
  clock: Clock;
}

export const holdLease = ({ claimedAt, longestMs, renew, onFault, clock }: LeaseDependencies): Lease => {
  const ended = new AbortController();
  const stopped = new AbortController();
  let until = claimedAt + LEASE_MS;

  const stop = (reason: LeaseStop) => {
    if (!stopped.signal.aborted) stopped.abort(reason);
    // While the process stops, its work is still ours until it has ended in an orderly way.
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
      else onFault(error);
    }
  };

  const keep = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(RENEW_EVERY_MS, ended.signal);
      if (ended.signal.aborted) return;
      if (clock.now() >= claimedAt + longestMs) return stop('too-long');
      await check();
    }
  };

  void keep();
  return { until: () => until, signal: stopped.signal, stop, check, release: () => ended.abort() };
};
