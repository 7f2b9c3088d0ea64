import { setTimeout } from 'node:timers/promises';

/**
 * SQLSTATEs after which PostgreSQL has surely undone the statement, or the whole transaction, for a reason that the next
 * try need not meet.
 */
const UNDONE = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
]);
/** A pooler gave us another session than the one that prepared the statement, or one where it is prepared already. */
const LOST_STATEMENT = new Set(['26000', '42P05']);
/** The session ended: by an administrator, by a crash, by its time limit, or on the way. */
const LOST_SESSION = new Set(['57P01', '57P02', '57P05', '25P03', 'ECONNRESET', 'EPIPE']);
/** What the driver says without a code. */
const LOST_IN_DRIVER =
  /^(Connection terminated( unexpectedly)?|Client has encountered a connection error.*|Client was closed.*)$/;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

export const isUndone = (error: unknown): boolean =>
  UNDONE.has(codeOf(error)) || LOST_STATEMENT.has(codeOf(error));

export const isStatementLost = (error: unknown): boolean => LOST_STATEMENT.has(codeOf(error));

/** Class 08 is about connections; poolers use it, too. */
export const isSessionLost = (error: unknown): boolean =>
  LOST_SESSION.has(codeOf(error)) ||
  codeOf(error).startsWith('08') ||
  (error instanceof Error && LOST_IN_DRIVER.test(error.message));

const MOST_TRIES = 8;
const FIRST_PAUSE_MS = 5;
/** A server that does not come back is its caller's concern, which has more time or somebody to tell. */
const RECONNECT_WITHIN_MS = 3_000;

/** Runs `work` again, after growing pauses, while `mayTryAgain` accepts its error: half a second in all. */
export const tryAgain = async <T>(
  work: () => Promise<T>,
  mayTryAgain: (error: unknown) => boolean,
): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === MOST_TRIES || !mayTryAgain(error)) throw error;
    }
    // By chance, so that two that met do not meet again.
    await setTimeout(Math.random() * FIRST_PAUSE_MS * 2 ** tries);
  }
};

/**
 * Runs a transaction, and runs it again when all of it was surely undone: PostgreSQL undid it, or its session ended
 * before the commit was sent. If the session ends during the commit, nobody knows, and the error is the caller's.
 * `work` changes nothing outside the database, so that it may run again.
 */
export const runTransaction = <Trx, T>(
  execute: (work: (trx: Trx) => Promise<T>) => Promise<T>,
  work: (trx: Trx) => Promise<T>,
): Promise<T> => {
  const startedAt = performance.now();
  let isCommitting = false;
  const mayReconnect = () => !isCommitting && performance.now() - startedAt < RECONNECT_WITHIN_MS;
  return tryAgain(
    () => {
      isCommitting = false;
      return execute(async (trx) => {
        const result = await work(trx);
        isCommitting = true;
        return result;
      });
    },
    (error) => isUndone(error) || (isSessionLost(error) && mayReconnect()),
  );
};
