import type { Random } from '../../packages/local-slack/src/random.ts';
import type { Hardship } from './simulated-world.ts';

const MINUTE = 60_000;
const PAUSED_FOR_MS = [2_000, 20_000, 45_000, 150_000] as const;

/** How much of everything a day has. */
export interface Day {
  sales: number;
  /** The longest time between two sales. */
  mostGapMs: number;
  processes: number;
  /** How often a call to Slack or the service goes wrong while there is trouble. */
  badness: number;
  hardship: Hardship;
  /** How long sales go on and everything goes wrong. Short for several processes: their polling is slow to simulate. */
  troubleMs: number;
  /** How long a link can be paid. */
  minutesToPay: { least: number; most: readonly [number, ...number[]] };
  /** How long a token or a channel is refused at most. */
  refusedMs: number;
  /** After this time, effects of the trouble are over: nothing waits for a retry. */
  calmAfterMs: number;
  /** After how many minutes a daily close may be due. */
  closesIn: readonly [number, ...number[]];
}

/** One in this many shops has a large day. */
const LARGE_IS_ONE_OF = 100;

export const isLargeDay = (seed: number): boolean => seed % LARGE_IS_ONE_OF === 0;

/** Many sales during long trouble, for bugs that need a full lane or a listing of several pages. */
export const drawLargeDay = (dice: Random): Day => {
  const processes = dice.pick([1, 1, 1, 1, 2, 3]);
  return {
    sales: dice.whole(6, 14),
    mostGapMs: dice.pick([20_000, processes === 1 ? 160_000 : 40_000]),
    processes,
    badness: dice.pick([0.05, 0.15, 0.3]),
    hardship: {
      killed: dice.pick([0, 2, 6]),
      paused: dice.pick([0, 0, 1]),
      slow: dice.pick([0, 200]),
      diskFull: dice.pick([0, 0, 3]),
      pausedForMs: PAUSED_FOR_MS,
    },
    troubleMs: (processes === 1 ? 18 : 4) * MINUTE,
    minutesToPay: { least: 4, most: [15, 30] },
    refusedMs: 10 * MINUTE,
    calmAfterMs: 20 * MINUTE,
    closesIn: [10, 20, 60],
  };
};

/** Two processes: one is suspended for minutes, and the other takes over its work. */
const drawSleepyDay = (dice: Random): Day => ({
  sales: dice.whole(2, 4),
  mostGapMs: dice.pick([60_000, 150_000]),
  processes: 2,
  badness: dice.pick([0, 0.05]),
  hardship: { killed: 0, paused: 12, slow: 0, diskFull: 0, pausedForMs: [45_000, 150_000, 300_000] },
  troubleMs: 6 * MINUTE,
  minutesToPay: { least: 3, most: [6, 15] },
  refusedMs: 4 * MINUTE,
  calmAfterMs: 12 * MINUTE,
  closesIn: [2, 5, 10],
});

/** Nothing goes wrong. */
export const QUIET_DAY: Day = {
  sales: 2,
  mostGapMs: 30 * MINUTE,
  processes: 1,
  badness: 0,
  hardship: { killed: 0, paused: 0, slow: 0, diskFull: 0, pausedForMs: PAUSED_FOR_MS },
  troubleMs: MINUTE,
  minutesToPay: { least: 60, most: [60] },
  refusedMs: MINUTE,
  calmAfterMs: MINUTE,
  closesIn: [10],
};
/** What is there besides what every shop has. */
export const QUIET_FEATURES: ReadonlySet<string> = new Set([
  'words that somebody explains',
  'hasty customers',
  'ordinary leaves',
  'names of its own',
]);

/** Few sales with much trouble each. Finds more per second than a large day, and its history is short. */
export const drawSmallDay = (dice: Random): Day => {
  const processes = dice.pick([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3]);
  if (processes === 2 && dice.chance(0.5)) return drawSleepyDay(dice);
  const minutes = dice.pick(processes === 1 ? [2, 2, 4, 4, 10, 20] : [0.5, 1]);
  return {
    sales: dice.pick([1, 1, 1, 2, 2, 3]),
    mostGapMs: dice.pick([5_000, 20_000, 60_000]),
    processes,
    badness: dice.pick([0.1, 0.25, 0.5]),
    hardship: {
      // In long trouble, restarts take most of the time.
      killed: dice.pick([0, 4, 12]) / (minutes < 10 ? 1 : 3),
      paused: dice.pick([0, 0, 8]),
      slow: dice.pick([0, 0, 200]),
      diskFull: dice.pick([0, 0, 15]),
      pausedForMs: PAUSED_FOR_MS,
    },
    troubleMs: minutes * MINUTE,
    minutesToPay: { least: 3, most: [6, 15] },
    refusedMs: 4 * MINUTE,
    calmAfterMs: 12 * MINUTE,
    closesIn: [2, 5, 10],
  };
};
