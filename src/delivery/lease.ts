import type { Clock } from '../clock.ts';

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
