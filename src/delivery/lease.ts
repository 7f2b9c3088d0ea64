import type { Clock } from '../clock.ts';

/** How long a process may be silent before others take over what it had in hand. */
export const LEASE_MS = 30_000;
const RENEW_EVERY_MS = LEASE_MS / 3;

/** `stopping`: the process ends. `lost`: another has it, or it was cancelled. `too-long`: it hangs. */
export type LeaseStop = 'stopping' | 'lost' | 'too-long';

/** A notice or a job that one process has claimed. It renews its claim while it works, so that slow work is not taken over. */
export interface Lease {
  /** Nobody else touches it before this instant. */
  until(): number;
  /** Aborts with a `LeaseStop` as its reason. */
  signal: AbortSignal;
  stop(reason: LeaseStop): void;
  /** Looks now whether it is still ours. */
  check(): Promise<void>;
  /** Renews it no more. */
  release(): void;
}

export interface LeaseDependencies {
  claimedAt: number;
  /** What has not ended by then hangs, and is renewed no more. */
  longestMs: number;
  /** False: it is no longer ours. */
  renew: (until: number) => Promise<boolean>;
  /** It could not be renewed, and will be tried again. */
  onFault: (error: unknown) => void;
  clock: Clock;
}

export const holdLease = ({ claimedAt, longestMs, renew, onFault, clock }: LeaseDependencies): Lease => {
  const ended = new AbortController();
  const stopped = new AbortController();
  let until = claimedAt + LEASE_MS;

  const stop = (reason: LeaseStop) => {
    if (!stopped.signal.aborted) stopped.abort(reason);
    // What is being brought to an end in an orderly way is still ours until then.
    if (reason !== 'stopping') ended.abort();
  };

  const check = async (): Promise<void> => {
    if (ended.signal.aborted) return;
    const next = clock.now() + LEASE_MS;
    try {
      if (await renew(next)) until = next;
      else if (!ended.signal.aborted) stop('lost');
    } catch (error) {
      // Another may have it from now on.
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
