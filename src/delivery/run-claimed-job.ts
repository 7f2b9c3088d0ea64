import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Job, JobStore, NewJob } from '../store/job-store.ts';
import type { Lease } from './lease.ts';
import { buildRetryDelay, retryUntil } from './retry.ts';

export type { Job, NewJob } from '../store/job-store.ts';

export interface JobContext {
  /**
   * Aborts when this process must stop working on the job: it was cancelled, taken over by another process,
   * or ran too long, or this process is stopping. The reason is a `LeaseStop`. After that, a `done` or
   * `failed` is still recorded if the job is ours; a `later` only if the job ran too long.
   */
  signal: AbortSignal;
  /** False: the job no longer belongs to this process, and the signal has aborted. */
  saveProgress(progress: object): Promise<boolean>;
  /**
   * Null while the job is tried. Once the tries are used up, the handler is called one last time, with the reason of
   * the last failure, so that it can tell the people who are waiting. Whatever it returns, the job has failed (the
   * `next` of a `done` are still written). Only `later`, or a throw, brings another call, and only a few times.
   */
  givenUp: string | null;
}

/** `failed` is final, and the handler has told the people who wait. A thrown error counts as `later`. */
export type JobOutcome =
  | { outcome: 'done'; next?: NewJob[] }
  /** `isTry` false: the job was not at fault, and waits as long as it takes. */
  | { outcome: 'later'; reason: string; retryAfterMs: number | null; isTry?: boolean }
  | { outcome: 'failed'; reason: string };

export type JobHandler = (job: Job, context: JobContext) => Promise<JobOutcome>;

export interface ClaimedJobDependencies {
  jobs: JobStore;
  handlers: Record<string, JobHandler>;
  clock: Clock;
  random: () => number;
  log: Log;
  /** With the usual delays, about an hour of tries. */
  mostTries?: number;
}

const MOST_TRIES = 20;
/** How many more calls a job gets only to report its failure. */
const TRIES_TO_TELL = 5;

/** Runs one claimed job and records how it ended. Rejects if the database cannot record it. */
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
