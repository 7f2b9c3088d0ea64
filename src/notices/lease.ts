import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Claimed, NoticeStore } from '../store/notice-store.ts';

/** How long a process may be silent before others take over what it had in hand. */
export const LEASE_MS = 30_000;
const RENEW_EVERY_MS = LEASE_MS / 3;
/** A delivery that has not ended by then never will. */
const LONGEST_HOLD_MS = 5 * 60_000;

export interface Lease {
  /** Nobody else touches the notice before this instant. */
  until(): number;
  /** Renews it no more. */
  letGo(): void;
}

/** Keeps a claimed notice from others while this process lives: slow is not dead. */
export const holdLease = (
  { notices, clock, log }: { notices: NoticeStore; clock: Clock; log: Log },
  notice: Claimed,
  claimedAt: number,
): Lease => {
  const ended = new AbortController();
  let until = claimedAt + LEASE_MS;

  const renew = async (): Promise<void> => {
    const at = clock.now();
    const isOurs = await notices.renew(notice, at + LEASE_MS);
    if (isOurs) until = at + LEASE_MS;
    else ended.abort();
  };

  const keep = async (): Promise<void> => {
    while (clock.now() < claimedAt + LONGEST_HOLD_MS) {
      await clock.sleep(RENEW_EVERY_MS, ended.signal);
      if (ended.signal.aborted) return;
      await renew().catch((error: unknown) => {
        log.warn({ notice: notice.id, err: error }, 'lease of a notice not renewed; trying again');
      });
    }
  };

  void keep();
  return { until: () => until, letGo: () => ended.abort() };
};
