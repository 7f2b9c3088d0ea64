import { setTimeout as pause } from 'node:timers/promises';
import type { Instance } from './instances.ts';
import type { Looker } from './look.ts';
import { type Happening, type Hear, MOMENTS, type Moment, SHARES } from './moments.ts';

export interface Kill {
  at: number;
  moment: Moment;
  /** The database, looked at after the death, did not have what the moment leads to. */
  isUnwritten: boolean;
  /** A request of the app had left, and what it leads to was not written. */
  isBetween: boolean;
  /** What was still to be told then: `kind link`. Only these may be told twice. */
  waiting: ReadonlySet<string>;
}

/** At first only the moment that lacks most kills will do; when so long has passed, any that lacks one, and then others. */
const CHOOSY_MS = 6_000;
const NOTHING_COMES_MS = 120_000;
const AT_ANY_TIME_MS = 600;
const AFTER_ANSWER_MS = 2;

/** So that the answer is on its way for a little: less than a timer can tell. */
const spin = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until; );
};

/** Kills a process when something is under way, evenly by the shares of the moments, and looks at what it left. */
export const createKiller = ({
  instance,
  looker,
  all,
  dice,
}: {
  instance: Instance;
  looker: Looker;
  /** Of every killer in this run: together they come to the shares. */
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
    /** Every happening is told here, at the moment itself. */
    hear: (happening: Happening): void => take(happening),

    /** Waits for a moment and kills. Resolves when the process is gone and its leavings were looked at. */
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
      // What it had sent is read by the fakes after it.
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

/** How many kills fell where, and of how many it is proved that the commit had not come. */
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
