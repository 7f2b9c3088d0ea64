/** Requests under way at a time. */
export const MOST_REQUESTS = 8;
/** The batch pauses when the service was too busy for one row this often. */
export const MOST_BUSY = 5;
/** Without a `Retry-After`, the service gets twice as long each time. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
const LONGEST_ASKED_WAIT_MS = 5 * 60_000;
/** The batch pauses after this many refusals in a row; after fewer if no link was made yet. */
const MOST_REFUSALS = { atFirst: 3, later: 16 };
/** The batch pauses after this many lost answers in a row. */
const MOST_LOST = 10;

/**
 * How the request for one row ended. `refused` is about the row itself, `trouble` about the service or the account. `held`:
 * none was sent, because something is new about the customer. `busy`: the service has too much to do; `tries`: how often it said
 * that of this row. `retryAfterMs`: set when it is too busy.
 */
export type RowResult =
  | { is: 'made' | 'refused' | 'held' }
  | { is: 'lost'; retryAfterMs?: number | null | undefined }
  | { is: 'busy'; retryAfterMs: number | null; tries: number }
  | { is: 'trouble'; words: string }
  /** Nothing was sent, and nothing else may be: its account is not the one that new links belong to. */
  | { is: 'stopped'; words: string };

/** Failures in a row, and what they mean for the remaining rows. */
export interface Pace {
  made: number;
  busy: number;
  troubles: number;
  lost: number;
  /** The service was too busy: from now on, one request at a time. */
  isSlow: boolean;
  /** A row that was already read is to be tried again before others. */
  isRowDue: boolean;
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
  isSlow: false,
  isRowDue: false,
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
      if (result.retryAfterMs !== undefined) slowDown(pace, result.retryAfterMs, now);
      if (pace.lost >= MOST_LOST)
        pace.pauseReason = `The payment service did not answer ${pace.lost} requests in a row. Paylink is checking what happened to those rows.`;
      return;
    case 'busy':
      slowDown(pace, result.retryAfterMs, now);
      pace.isRowDue = true;
      if (result.tries % MOST_BUSY === 0)
        pace.pauseReason = 'The payment service is too busy for more links at the moment.';
      return;
    case 'stopped':
      pace.pauseReason = result.words;
      return;
    case 'trouble':
      pace.troubles += 1;
      if (pace.troubles >= (pace.made > 0 ? MOST_REFUSALS.later : MOST_REFUSALS.atFirst))
        pace.pauseReason = result.words;
      return;
  }
}

function slowDown(pace: Pace, retryAfterMs: number | null, now: number): void {
  const growing = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** pace.busy);
  const wait = Math.min(retryAfterMs ?? growing, LONGEST_ASKED_WAIT_MS);
  pace.busy += 1;
  pace.isSlow = true;
  pace.notBefore = Math.max(pace.notBefore, now + wait);
}
