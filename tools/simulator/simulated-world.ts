import { createRandom, type Random } from '../../packages/local-slack/src/random.ts';
import type { Clock } from '../../src/clock.ts';

/** Simulated time, which passes only when everyone sleeps; the only source of randomness; and the history. */
export interface World {
  /** Every chance event that happens has a name, so that you can leave it out. */
  dice: Random;
  /** The same world for an actor with its own dice, so leaving out its events does not change other actors' rolls. */
  as(name: string): World;
  /**
   * Whether this seed has this feature at all. A day with everything has little of each; a day with half of it meets
   * rare event orders far sooner.
   */
  has(feature: string): boolean;
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  note(line: string): void;
  history(): readonly string[];
  /** Names of the chance events that happened. */
  happened(): readonly string[];
  /** Time passes while the machine sleeps; whoever should have woken does so afterwards. */
  skip(ms: number): void;
  /** Lets time pass until then, waking sleepers one after the other. */
  runUntil(at: number): Promise<void>;
}

interface Sleeper {
  at: number;
  wake: () => void;
}

export const createWorld = (
  seed: number,
  startAt: number,
  {
    only = null,
    hasEverything = false,
    hasOnly = null,
  }: {
    /** The only chance events allowed to happen; null: all are. */
    only?: ReadonlySet<string> | null;
    hasEverything?: boolean;
    /** Its features; null: the seed decides. */
    hasOnly?: ReadonlySet<string> | null;
  } = {},
): World => {
  let now = startAt;
  const history: string[] = [];
  /** In wake-up order. */
  const sleepers: Sleeper[] = [];

  /** A turn of the event loop, after which only files can still be under way. */
  const settle = () =>
    new Promise<void>((resolve) => {
      const turn = () => {
        if (isReadingFiles()) setImmediate(turn);
        else resolve();
      };
      setImmediate(turn);
    });

  const happened: string[] = [];
  const diceOf = (name: string): Random => {
    const random = createRandom(mix(`${seed} ${name}`));
    let count = 0;
    return {
      ...random,
      chance: (probability) => {
        if (!random.chance(probability)) return false;
        count += 1;
        const happening = `${name}:${count}`;
        if (only !== null && !only.has(happening)) return false;
        happened.push(happening);
        return true;
      },
    };
  };
  const actors = new Map<string, World>();
  const features = new Map<string, boolean>();

  const world: World = {
    dice: diceOf('day'),
    as: (name) => {
      const actor = actors.get(name) ?? { ...world, dice: diceOf(name) };
      actors.set(name, actor);
      return actor;
    },
    has: (feature) => {
      if (hasOnly !== null) return hasOnly.has(feature);
      const has = features.get(feature) ?? createRandom(mix(`${seed} has ${feature}`)).chance(0.5);
      features.set(feature, has);
      return has || hasEverything;
    },
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const sleeper = { at: now + Math.max(0, ms), wake: () => {} };
        const cut = () => {
          sleepers.splice(sleepers.indexOf(sleeper), 1);
          resolve();
        };
        sleeper.wake = () => {
          signal?.removeEventListener('abort', cut);
          resolve();
        };
        signal?.addEventListener('abort', cut, { once: true });
        const place = sleepers.findLastIndex(({ at }) => at <= sleeper.at) + 1;
        sleepers.splice(place, 0, sleeper);
      }),
    note: (line) => void history.push(`${new Date(now).toISOString().slice(5, 23)} ${line}`),
    history: () => history,
    happened: () => happened,
    skip: (ms) => {
      now += ms;
      world.note(`the machine slept for ${Math.round(ms / 3_600_000)} hours`);
    },
    runUntil: async (end) => {
      for (;;) {
        await settle();
        const [next] = sleepers;
        if (next === undefined || next.at > end) break;
        sleepers.shift();
        now = Math.max(now, next.at);
        next.wake();
      }
      now = end;
    },
  };
  return world;
};

/** FNV-1a: similar names get very different numbers. */
const mix = (text: string): number =>
  [...text].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619), 2_166_136_261);

/** Exports use files, and modules load on first use: neither may affect the order of events. */
const isReadingFiles = (): boolean =>
  process.getActiveResourcesInfo().some((resource) => /^FSReq|CloseReq/.test(resource));

/** What may happen to a process; each rate is per thousand calls. */
export interface Hardship {
  killed: number;
  paused: number;
  slow: number;
  diskFull: number;
  /** How long a pause lasts. */
  pausedForMs: readonly [number, ...number[]];
}

/** One process. All its dealings with the outside go through here, so that it can die or pause at any call. */
export interface Process {
  clock: Clock;
  /** For outgoing calls. If killed before or after the work, the process never gets the answer. */
  call<T>(what: string, work: () => Promise<T>): Promise<T>;
  /** The same for writes, which may also find the disk full for a while. */
  write<T>(what: string, work: () => Promise<T>): Promise<T>;
  isAlive(): boolean;
  /** When its current or last pause ends. */
  pausedUntil(): number;
  /** Stops it silently: it does and hears nothing from then on. */
  end(): void;
  setClock(offByMs: number): void;
}

/** Calls that users see: a pause before one delays its message. */
const isOutside = (what: string): boolean => what.startsWith('chat.') || what === 'progress';

export const createProcess = (
  name: string,
  world: World,
  {
    hardship,
    onMishap,
    onKilled,
    skewMs,
  }: {
    hardship: () => Hardship;
    /** Called at the start and end of a pause, when it cannot write, and when its clock is set. */
    onMishap: () => void;
    onKilled: () => void;
    skewMs: number;
  },
): Process => {
  const { dice } = world;
  let isAlive = true;
  let skew = skewMs;
  let pausedUntil = 0;
  let diskIsFullUntil = 0;
  const never = () => new Promise<never>(() => {});

  const happens = (inThousand: number): boolean => inThousand > 0 && dice.chance(inThousand / 1_000);
  const kill = (when: string) => {
    // Two calls at the same moment: it dies, and is started again, only once.
    if (!isAlive) return;
    isAlive = false;
    world.note(`${name} is killed ${when}`);
    onKilled();
  };
  /** A paused process resumes where it was; a dead one never does. */
  const waitUntilResumed = async (): Promise<void> => {
    while (isAlive && world.now() < pausedUntil) await world.sleep(pausedUntil - world.now());
    if (!isAlive) await never();
  };

  const self: Process = {
    clock: {
      now: () => world.now() + skew,
      sleep: async (ms, signal) => {
        if (!isAlive) await never();
        await world.sleep(ms, signal);
        await waitUntilResumed();
        if (ms === 0 || !happens(hardship().killed)) return;
        kill('when it wakes');
        await never();
      },
    },
    call: async (what, work) => {
      await waitUntilResumed();
      const { killed, paused, pausedForMs, slow } = hardship();
      // No pause before a POST: a process cannot notice one between its last look at the clock and sending.
      const pauses = what.startsWith('POST') ? 0 : paused * (isOutside(what) ? 8 : 1);
      if (happens(killed)) {
        kill(`before ${what}`);
        await never();
      }
      if (happens(pauses)) {
        const ms = dice.pick(pausedForMs);
        world.note(`${name} stands still for ${ms / 1000} s before ${what}`);
        pausedUntil = world.now() + ms;
        onMishap();
        await waitUntilResumed();
        onMishap();
      }
      const isSlow = happens(slow);
      const isLate = isSlow && dice.chance(0.5);
      if (isSlow && !isLate) await world.sleep(dice.whole(1, 50));
      await waitUntilResumed();
      try {
        return await work();
      } finally {
        // The work is done, but the answer is delayed.
        if (isLate) await world.sleep(dice.whole(1, 50));
        // While paused or dead, it does not learn the result.
        await waitUntilResumed();
        if (happens(killed)) {
          kill(`after ${what}`);
          await never();
        }
      }
    },
    write: async (what, work) => {
      const { diskFull } = hardship();
      if (happens(diskFull)) {
        const ms = dice.pick([2_000, 30_000, 120_000]);
        diskIsFullUntil = world.now() + ms;
        world.note(`the disk is full for ${ms / 1000} s, at ${what} of ${name}`);
      }
      if (world.now() >= diskIsFullUntil || diskFull === 0) return self.call(what, work);
      return self.call(what, () => {
        onMishap();
        throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      });
    },
    isAlive: () => isAlive,
    pausedUntil: () => pausedUntil,
    end: () => {
      isAlive = false;
    },
    setClock: (offByMs) => {
      if (offByMs === skew) return;
      skew = offByMs;
      world.note(`the clock of ${name} is ${Math.abs(skew) / 1000} s ${skew < 0 ? 'behind' : 'ahead'}`);
      onMishap();
    },
  };
  return self;
};
