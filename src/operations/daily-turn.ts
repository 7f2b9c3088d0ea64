import type { Clock } from '../clock.ts';
import { createWorkLoop } from '../delivery/work-loop.ts';
import type { Log } from '../log.ts';
import type { SweepStore } from '../store/sweep-store.ts';

/** Work done once a day, by one instance at a time. */
export interface DailyTurn {
  start(): void;
  /** Waits for the current batch to finish. */
  stop(): Promise<void>;
  /** False when the loop has died. */
  isAlive(): boolean;
}

interface DailyTurnDependencies {
  /** The same on every instance. */
  name: string;
  /** Starts over from the beginning after a failure. False: stopped before the end. */
  work: (signal: AbortSignal) => Promise<boolean>;
  sweeps: SweepStore;
  clock: Clock;
  log: Log;
}

const DAY_MS = 24 * 60 * 60_000;
/** If an instance dies during its turn, another one may take over after this long. */
const TURN_LASTS_MS = 10 * 60_000;
const AFTER_FAULT_MS = 10 * 60_000;
/** Look again this often: another instance may have rescheduled the turn. */
const POLL_MS = 60 * 60_000;

export const createDailyTurn = (dependencies: DailyTurnDependencies): DailyTurn => {
  const { name, work, sweeps, clock, log } = dependencies;
  const stopping = new AbortController();

  /** Returns the time of the next round. */
  const round = async (): Promise<number> => {
    const at = clock.now();
    if (await sweeps.takeTurn(name, { at, until: at + TURN_LASTS_MS, maxAheadMs: DAY_MS })) {
      try {
        const isDone = await work(stopping.signal);
        await sweeps.plan(name, isDone ? at + DAY_MS : clock.now());
      } catch (error) {
        log.error({ turn: name, err: error, againInMs: AFTER_FAULT_MS }, 'work of the day not done');
        await sweeps.plan(name, clock.now() + AFTER_FAULT_MS);
      }
    }
    const next = await sweeps.nextDue(name, { at: clock.now(), maxAheadMs: DAY_MS });
    return Math.min(next ?? at, clock.now() + POLL_MS);
  };

  const loop = createWorkLoop({
    round,
    clock,
    restMs: AFTER_FAULT_MS,
    onError: (error) => log.error({ turn: name, err: error }, 'turn not read; trying again'),
  });

  return {
    start: loop.start,
    stop: async () => {
      stopping.abort();
      await loop.stop();
    },
    isAlive: loop.isAlive,
  };
};
