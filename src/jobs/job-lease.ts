import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Job, JobStore } from '../store/job-store.ts';
import type { JobStop } from './job-handler.ts';

/** How long a process may be silent before others take over what it had in hand. */
export const JOB_LEASE_MS = 30_000;
const RENEW_EVERY_MS = JOB_LEASE_MS / 3;
/** The longest report takes minutes; what has not ended by then hangs. */
const LONGEST_RUN_MS = 60 * 60_000;

export interface JobLease {
  /** Nobody else touches the job before this instant. */
  until(): number;
  /** Aborts with a `JobStop` as its reason. */
  signal: AbortSignal;
  stop(reason: JobStop): void;
  /** Looks now whether it is still ours. */
  check(): Promise<void>;
  /** Renews it no more. */
  letGo(): void;
}

/** Keeps a claimed job from others while this process works on it, and stops the work when it cannot. */
export const holdJobLease = (
  { jobs, clock, log }: { jobs: JobStore; clock: Clock; log: Log },
  job: Job,
  claimedAt: number,
): JobLease => {
  const ended = new AbortController();
  const stopped = new AbortController();
  let until = claimedAt + JOB_LEASE_MS;

  const stop = (reason: JobStop) => {
    if (!stopped.signal.aborted) stopped.abort(reason);
    // What is being brought to an end in an orderly way is still ours until then.
    if (reason !== 'stopping') ended.abort();
  };

  const renew = async (): Promise<void> => {
    const at = clock.now();
    try {
      if (await jobs.renew(job, at + JOB_LEASE_MS)) until = at + JOB_LEASE_MS;
      else if (!ended.signal.aborted) stop('lost');
    } catch (error) {
      // Another may have it from now on.
      if (clock.now() >= until) stop('lost');
      else log.warn({ job: job.id, err: error }, 'lease of a job not renewed; trying again');
    }
  };

  const keep = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(RENEW_EVERY_MS, ended.signal);
      if (ended.signal.aborted) return;
      if (clock.now() >= claimedAt + LONGEST_RUN_MS) return stop('too-long');
      await renew();
    }
  };

  void keep();
  return {
    until: () => until,
    signal: stopped.signal,
    stop,
    check: async () => {
      if (!ended.signal.aborted) await renew();
    },
    letGo: () => ended.abort(),
  };
};
