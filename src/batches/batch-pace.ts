/** Requests under way at a time. */
export const MOST_REQUESTS = 8;
/** The batch pauses when the service is too busy this many times in a row: about ten minutes, with the waits in between. */
const MOST_BUSY = 12;
const LONGEST_WAIT_MS = 60_000;
/** The batch pauses after this many refusals in a row; after fewer if no link was made yet. */
const MOST_REFUSALS = { atFirst: 3, later: 16 };
/** The batch pauses after this many lost answers in a row. */
const MOST_LOST = 10;

/**
 * How the request for one row ended. `refused` is about the row itself, `trouble` about the service or the account. `held`:
 * none was sent, because something is new about the customer.
 */
export type RowResult =
  | { is: 'made' | 'refused' | 'held' | 'lost' }
  | { is: 'busy'; retryAfterMs: number | null }
  | { is: 'trouble'; words: string };

/** Failures in a row, and what they mean for the remaining rows. */
export interface Pace {
  made: number;
  busy: number;
  troubles: number;
  lost: number;
  /** No request is sent before. */
  notBefore: number;
  /** Why the batch pauses, in words for people; null: it goes on. */
  pauseReason: string | null;
}

export const createPace = (): Pace => ({
  made: 0,
  busy: 0,
  troubles: 0,
  lost: 0,
  notBefore: 0,
  pauseReason: null,
});

export function countResult(result: RowResult, pace: Pace, now: number): void {
  switch (result.is) {
    case 'made':
      pace.made += 1;
      Object.assign(pace, { busy: 0, troubles: 0, lost: 0 });
      return;
    case 'refused':
      Object.assign(pace, { busy: 0, troubles: 0, lost: 0 });
      return;
    case 'held':
      return;
    case 'lost':
      pace.lost += 1;
      if (pace.lost >= MOST_LOST)
        pace.pauseReason = `The payment service did not answer ${pace.lost} requests in a row. Paylink is checking what happened to those rows.`;
      return;
    case 'busy': {
      pace.busy += 1;
      const wait = Math.max(
        result.retryAfterMs ?? 0,
        Math.min(LONGEST_WAIT_MS, 500 * 2 ** Math.floor(pace.busy / MOST_REQUESTS)),
      );
      pace.notBefore = Math.max(pace.notBefore, now + Math.min(wait, 5 * LONGEST_WAIT_MS));
      if (pace.busy >= MOST_BUSY * MOST_REQUESTS)
        pace.pauseReason = 'The payment service is too busy for more links at the moment.';
      return;
    }
    case 'trouble':
      pace.troubles += 1;
      if (pace.troubles >= (pace.made > 0 ? MOST_REFUSALS.later : MOST_REFUSALS.atFirst))
        pace.pauseReason = result.words;
      return;
  }
}
