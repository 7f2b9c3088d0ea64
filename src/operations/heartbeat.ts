import type { Clock } from '../clock.ts';
import { createWorkLoop } from '../delivery/work-loop.ts';
import type { Log } from '../log.ts';
import { nameDatabaseTrouble } from '../store/engine/database-errors.ts';
import type { SweepStore } from '../store/sweep-store.ts';

export interface Heartbeat {
  /** Resolves after the first write attempt, whether or not it succeeded. */
  start(): Promise<void>;
  stop(): Promise<void>;
  isAlive(): boolean;
  /** `ageMs`: since the last successful write; null: none yet. `trouble`: why the latest attempt failed. */
  status(): { ageMs: number | null; trouble: string | null };
}

const NAME = 'heartbeat';
const EVERY_MS = 30_000;
const AFTER_FAULT_MS = 5_000;
/** Two missed beats, plus time for a slow disk. */
export const HEARTBEAT_TOO_OLD_MS = 90_000;

/** Proves that the database takes writes: on a full or read-only disk, reads still work. */
export const createHeartbeat = ({
  sweeps,
  clock,
  log,
}: {
  sweeps: Pick<SweepStore, 'plan'>;
  clock: Clock;
  log: Log;
}): Heartbeat => {
  let writtenAt: number | null = null;
  let trouble: string | null = null;
  let isTried = (): void => {};
  const tried = new Promise<void>((resolve) => {
    isTried = resolve;
  });

  const beat = async (): Promise<number> => {
    const at = clock.now();
    await sweeps.plan(NAME, at);
    if (trouble !== null) log.info('the database takes writes again');
    writtenAt = clock.now();
    trouble = null;
    return at + EVERY_MS;
  };

  const loop = createWorkLoop({
    round: () => beat().finally(isTried),
    clock,
    restMs: AFTER_FAULT_MS,
    onError: (error) => {
      trouble = nameDatabaseTrouble(error);
      log.error({ cause: trouble, err: error }, 'the database takes no writes; trying again');
    },
  });

  return {
    start: () => {
      loop.start();
      return tried;
    },
    stop: loop.stop,
    isAlive: loop.isAlive,
    // If the clock is set back, the age stays at zero.
    status: () => ({
      ageMs: writtenAt === null ? null : Math.max(0, clock.now() - writtenAt),
      trouble,
    }),
  };
};
