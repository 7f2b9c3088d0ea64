import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Job, JobStore, NewJob } from '../store/job-store.ts';
import type { Lease } from './lease.ts';
import { buildRetryDelay, retryUntil } from './retry.ts';

export type { Job, NewJob } from '../store/job-store.ts';

export interface JobContext {
  /**
   * Aborts when the job is no longer this process's: cancelled, taken over by another, too long under way, or
   * the process ends. The reason is a `LeaseStop`. What the handler then returns counts for nothing.
   */
  signal: AbortSignal;
  /** False: the job is no longer this process's, and the signal has aborted. */
  saveProgress(progress: object): Promise<boolean>;
  /**
   * Null while the job is tried. Once the tries are used up the handler is called one last time, with the reason
   * of the last failure, to tell the people who wait for it. Whatever it returns, the job has failed (the `next` of a
   * `done` are still written); only `later`, or a throw, brings one more call, a few times.
   */
  givenUp: string | null;
}

/** `failed` is final, and the handler has told whoever waits. A thrown error counts as `later`. */
export type JobOutcome =
  | { outcome: 'done'; next?: NewJob[] }
  /** `isTry` false: it was no fault of the job's, and it waits as long as it takes. */
  | { outcome: 'later'; reason: string; retryAfterMs: number | null; isTry?: boolean }
  | { outcome: 'failed'; reason: string };

export type JobHandler = (job: Job, context: JobContext) => Promise<JobOutcome>;

export interface ClaimedJobDependencies {
  jobs: JobStore;
  handlers: Record<string, JobHandler>;
  clock: Clock;
  random: () => number;
  log: Log;
  /** About an hour of tries, as the delays go. */
  mostTries?: number;
}

const MOST_TRIES = 20;
/** Calls that only tell of the failure. */
const TRIES_TO_TELL = 5;

/** Works on one claimed job and writes down how it ended. Rejects when the database takes no word of it. */
export const createClaimedJobRun = (dependencies: ClaimedJobDependencies) => {
  const { jobs, handlers, clock, random, log, mostTries = MOST_TRIES } = dependencies;

  const work = async (job: Job, lease: Lease, givenUp: string | null): Promise<JobOutcome> => {
    const handler = handlers[job.kind];
    if (!handler) return { outcome: 'later', reason: 'no handler', retryAfterMs: null };
    const saveProgress = async (progress: object) => {
      if (lease.signal.reason === 'lost') return false;
      const isOurs = await jobs.saveProgress(job, progress, clock.now());
      if (!isOurs) lease.stop('lost');
      return isOurs;
    };
    try {
      return await handler(job, { signal: lease.signal, saveProgress, givenUp });
    } catch (error) {
      if (!lease.signal.aborted) log.error({ job: job.id, kind: job.kind, err: error }, 'job not done');
      return { outcome: 'later', reason: 'unexpected', retryAfterMs: null };
    }
  };

  const record = async (job: Job, outcome: JobOutcome, givenUp: string | null): Promise<boolean> => {
    const now = clock.now();
    const isToldOften = job.attempts >= mostTries + TRIES_TO_TELL;
    if (givenUp !== null && (outcome.outcome !== 'later' || isToldOften)) {
      return jobs.fail(job, givenUp, now, outcome.outcome === 'done' ? outcome.next : []);
    }
    switch (outcome.outcome) {
      case 'done':
        return jobs.finish(job, now, outcome.next);
      case 'failed':
        return jobs.fail(job, outcome.reason, now);
      case 'later': {
        const asked = Math.ceil(outcome.retryAfterMs ?? 0);
        const delay = Math.max(asked, buildRetryDelay(job.attempts, random));
        return jobs.postpone(job, now + delay, givenUp ?? outcome.reason, now, outcome.isTry);
      }
    }
  };

  return async (job: Job, lease: Lease): Promise<void> => {
    const { id, kind } = job;
    const givenUp = job.attempts >= mostTries ? (job.lastError ?? 'the process ended') : null;
    const outcome = await work(job, lease, givenUp);
    const isCutShort = lease.signal.aborted && outcome.outcome === 'later';
    try {
      if (isCutShort) {
        if (lease.signal.reason === 'stopping') await jobs.release(job, clock.now());
        else if (lease.signal.reason === 'too-long') await record(job, outcome, givenUp);
        return;
      }
      const isOurs = await retryUntil(() => record(job, outcome, givenUp), {
        until: lease.until,
        signal: lease.signal,
        clock,
        random,
        onFault: (error) =>
          log.warn({ job: id, kind, err: error }, 'end of a job not recorded; trying again'),
      });
      const reason = givenUp ?? (outcome.outcome === 'failed' ? outcome.reason : null);
      if (!isOurs) log.info({ job: id, kind, outcome: outcome.outcome }, 'job was cancelled or taken over');
      else if (reason !== null) log.warn({ job: id, kind, reason }, 'job given up');
    } finally {
      lease.release();
    }
  };
};
