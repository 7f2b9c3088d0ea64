import { setTimeout as pause } from 'node:timers/promises';
import type { Instance } from './instances.ts';
import type { Looker } from './look.ts';
import { type Happening, type Hear, MOMENTS, type Moment, SHARES } from './moments.ts';

export interface Kill {
  at: number;
  moment: Moment;
  /** Proven: after the kill, the database did not contain the moment's result. */
  isUnwritten: boolean;
  /** A request of the app had been sent, and its result was not stored. */
  isBetween: boolean;
  /** Undelivered notices at that time, as `kind link`. Only these may be repeated. */
  waiting: ReadonlySet<string>;
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

/** Kills a process at planned moments, according to their shares, and inspects what it left behind. */
export const createKiller = ({
  instance,
  looker,
  all,
  dice,
}: {
  instance: Instance;
  looker: Looker;
  /** Shared by all killers of this run, so that the shares add up. */
  all: Kill[];
  dice: () => number;
}) => {
  const kills: Kill[] = [];
  let take: Hear = () => {};

  const lacking = (moment: Moment): number =>
    (SHARES[moment] * (all.length + 1)) / 100 - all.filter((kill) => kill.moment === moment).length;
  const isDue = (moment: Moment, waitedMs: number): boolean => {
    const most = Math.max(...MOMENTS.map(lacking));
    return lacking(moment) >= most * (1 - waitedMs / CHOOSY_MS);
  };

  const anyTime = (): Happening => ({ moment: 'any time', isOurRequest: false, isUnwritten: () => false });

  return {
    kills: (): readonly Kill[] => kills,
    /** Call synchronously for every event. */
    hear: (happening: Happening): void => take(happening),

    /** Waits for a moment and kills. Resolves when the process has ended and the database was inspected. */
    next: async (): Promise<Kill> => {
      const isAnyTime = dice() < SHARES['any time'] / 100;
      const began = Date.now();
      const { happening, at, gone } = await new Promise<{
        happening: Happening;
        at: number;
        gone: Promise<void>;
      }>((resolve) => {
        const strike = (happening: Happening) => {
          take = () => {};
          clearTimeout(timer);
          if (happening.moment.endsWith(' answered') && dice() < 0.4) spin(AFTER_ANSWER_MS * dice());
          const gone = instance.kill();
          resolve({ happening, at: Date.now(), gone });
        };
        const timer = setTimeout(
          () => strike(anyTime()),
          isAnyTime ? AT_ANY_TIME_MS * dice() : NOTHING_COMES_MS,
        );
        if (isAnyTime) return;
        take = (happening) => {
          if (isDue(happening.moment, Date.now() - began)) strike(happening);
        };
      });
      await gone;
      // Let the fakes read what it had sent.
      await pause(1);
      const look = await looker.afterDeath();
      const isUnwritten = happening.isUnwritten(look);
      const kill = {
        at,
        moment: happening.moment,
        isUnwritten,
        isBetween: isUnwritten && happening.isOurRequest,
        waiting: new Set(look.waiting.map(({ kind, link_id }) => `${kind} ${link_id}`)),
      };
      kills.push(kill);
      all.push(kill);
      return kill;
    },
  };
};

export type Killer = ReturnType<typeof createKiller>;

/** Kills by moment, and how many provably came before the commit. */
export const countByMoment = (kills: readonly Kill[]) => {
  const of = (some: (kill: Kill) => boolean) => kills.filter(some).length;
  return {
    kills: kills.length,
    beforeCommit: of(({ isBetween }) => isBetween),
    moments: Object.fromEntries(
      MOMENTS.map((moment) => [
        moment,
        {
          kills: of((kill) => kill.moment === moment),
          unwritten: of((kill) => kill.moment === moment && kill.isUnwritten),
        },
      ]),
    ),
  };
};
