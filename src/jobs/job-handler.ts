import type { Job, NewJob } from '../store/job-store.ts';

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
   * Null while the job is tried. Once the tries are used up the handler is called for a last time, with what the
   * last one came to grief over, to tell whoever waits for it. Whatever it returns the job has failed (the `next`
   * of a `done` are written all the same); only `later`, or a throw, brings one more call, a few times.
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
