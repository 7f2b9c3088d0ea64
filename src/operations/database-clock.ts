import type { Clock } from '../clock.ts';
import { createWorkLoop } from '../delivery/work-loop.ts';
import type { Log } from '../log.ts';

/** Instances whose clocks differ by more than this take each other's work for abandoned. */
const MAX_APART_MS = 5_000;
const COMPARED_EVERY_MS = 5_000;
/** An answer that took longer does not tell the time. */
const LONGEST_ANSWER_MS = 1_000;

export interface DatabaseClock extends Clock {
  /** Compares the clocks once. Rejects if the database does not answer. */
  compare(): Promise<void>;
  /** Compares them from now on. */
  start(): void;
  stop(): Promise<void>;
}

/**
 * The clock of an instance that shares its database. All of them must agree on what is due, leased and abandoned, so one
 * whose clock differs from the database's goes by the database's, and says so once.
 */
export const createDatabaseClock = ({
  clock,
  readTime,
  log,
}: {
  clock: Clock;
  /** The database's clock, in milliseconds since the epoch; null: it has none of its own. */
  readTime: () => Promise<number | null>;
  log: Log;
}): DatabaseClock => {
  let behindMs = 0;

  const compare = async (): Promise<void> => {
    const askedAt = clock.now();
    const time = await readTime();
    const tookMs = clock.now() - askedAt;
    // Also negative: the clock was set meanwhile.
    if (time === null || tookMs < 0 || tookMs > LONGEST_ANSWER_MS) return;
    const foundMs = Math.round(time - askedAt - tookMs / 2);
    const isApart = Math.abs(foundMs) > MAX_APART_MS;
    if (isApart && behindMs === 0)
      log.warn(
        { behindMs: foundMs },
        'the clock of this machine differs from the database’s: Paylink goes by the database’s until they agree',
      );
    if (!isApart && behindMs !== 0) log.info('the clock of this machine agrees with the database’s again');
    behindMs = isApart ? foundMs : 0;
  };

  const loop = createWorkLoop({
    name: 'comparing clocks',
    round: async () => {
      await compare();
      return clock.now() + COMPARED_EVERY_MS;
    },
    clock,
    restMs: COMPARED_EVERY_MS,
    // The heartbeat reports a database that does not answer.
    onError: () => undefined,
  });

  return {
    now: () => clock.now() + behindMs,
    sleep: clock.sleep,
    compare,
    start: loop.start,
    stop: loop.stop,
  };
};
