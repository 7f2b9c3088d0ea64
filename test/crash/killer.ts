import { setTimeout as pause } from 'node:timers/promises';
import type { CrashScene } from './crash-scene.ts';
import { MOMENTS, type Moment, SHARES, strikeAt } from './moments.ts';
import { readLeft } from './read-left.ts';

export interface Kill {
  at: number;
  moment: Moment;
  /** What it left to do, as `kind link`. Only this may be repeated. */
  left: ReadonlySet<string>;
}

/** First waits for the moment that lacks most kills; after this time, for any that lacks one, then for any. */
const CHOOSY_MS = 6_000;
const NOTHING_COMES_MS = 120_000;
const AT_ANY_TIME_MS = 600;
const AFTER_ANSWER_MS = 2;

/** A short random delay, below timer resolution, so that the answer is on its way. */
const spin = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until; );
};

/** Kills the scene's first process at moments according to their shares. `all`: the kills of all scenes of this run. */
export const createKiller = (scene: CrashScene, all: Kill[], dice: () => number) => {
  const kills: Kill[] = [];
  const lacking = (moment: Moment): number =>
    (SHARES[moment] * (all.length + 1)) / 100 - all.filter((kill) => kill.moment === moment).length;

  /** Resolves when the process has ended and its database was read. */
  const next = async (): Promise<void> => {
    const isAnyTime = dice() < SHARES['any time'] / 100;
    const began = Date.now();
    const isDue = (moment: Moment) => {
      const most = Math.max(...MOMENTS.map(lacking));
      return !isAnyTime && lacking(moment) >= most * (1 - (Date.now() - began) / CHOOSY_MS);
    };
    let gone: Promise<void> | undefined;
    let at = 0;
    const { struck } = strikeAt(
      scene,
      { fits: isDue, withinMs: isAnyTime ? AT_ANY_TIME_MS * dice() : NOTHING_COMES_MS },
      (moment) => {
        if (moment.endsWith(' answered') && dice() < 0.4) spin(AFTER_ANSWER_MS * dice());
        gone = scene.instances[0]?.kill();
        at = Date.now();
      },
    );
    const moment = await struck;
    await gone;
    // Let the fakes read what it had sent.
    await pause(1);
    const kill = { at, moment, left: await readLeft(scene.place) };
    kills.push(kill);
    all.push(kill);
  };
  return { kills, next };
};

export const countByMoment = (kills: readonly Kill[]): Record<Moment, number> =>
  Object.fromEntries(
    MOMENTS.map((moment) => [moment, kills.filter((kill) => kill.moment === moment).length]),
  ) as Record<Moment, number>;
