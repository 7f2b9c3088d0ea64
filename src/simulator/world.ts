import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { createRandom, type Random } from '../playground/random.ts';

/** Turns of the event loop without a timer of ours after which nothing is under way: the app takes two at most. */
const CALM_TURNS = 3;

/** Time that passes only when everybody sleeps, the one source of chance, and what happened. */
export interface World {
  /** Every chance that comes true has a name, by which it can be left out. */
  dice: Random;
  /** The same world for one who has dice of its own: what it is spared leaves the chances of all others as they are. */
  as(name: string): World;
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  note(line: string): void;
  history(): readonly string[];
  /** The names of all that chance let happen. */
  happened(): readonly string[];
  /** Passes time until then: who sleeps wakes in turn, one after the other. */
  runUntil(at: number): Promise<void>;
}

interface Sleeper {
  at: number;
  wake: () => void;
}

export const createWorld = (
  seed: number,
  startAt: number,
  /** Nothing else happens of what chance would let happen; null: everything does. */
  only: ReadonlySet<string> | null = null,
): World => {
  let now = startAt;
  const history: string[] = [];
  /** In the order of their waking. */
  const sleepers: Sleeper[] = [];

  const settle = async () => {
    for (let calm = 0; calm < CALM_TURNS; calm = isReadingFiles() ? 0 : calm + 1) await nextTurn();
  };

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

  const world: World = {
    dice: diceOf('day'),
    as: (name) => {
      const actor = actors.get(name) ?? { ...world, dice: diceOf(name) };
      actors.set(name, actor);
      return actor;
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

/** FNV-1a: names that are alike get numbers that are not. */
const mix = (text: string): number =>
  [...text].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619), 2_166_136_261);

/** Exports lie in files, and modules are loaded when they are first needed: neither is to take part in the order of things. */
const isReadingFiles = (): boolean =>
  process.getActiveResourcesInfo().some((resource) => /^FSReq|CloseReq/.test(resource));

/** What may befall a process, each in a thousand of its calls. */
export interface Hardship {
  killed: number;
  paused: number;
  slow: number;
  diskFull: number;
}

/** One process: what it has to do with the world goes through here, so that it can die or stand still at any call. */
export interface Process {
  clock: Clock;
  /** Where it reaches out: killed before or after the work, it never hears the answer. */
  call<T>(what: string, work: () => Promise<T>): Promise<T>;
  /** The same where it writes: the disk may be full, which lasts. */
  write<T>(what: string, work: () => Promise<T>): Promise<T>;
  isAlive(): boolean;
  /** Does and hears nothing any more, and nobody is told. */
  end(): void;
  setClock(offByMs: number): void;
}

/** What is said to people: who stands still before it says it late. */
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
    /** It was killed, or stands still from now on, or stood until now. */
    onMishap: () => void;
    onKilled: () => void;
    skewMs: number;
  },
): Process => {
  const { dice } = world;
  let isAlive = true;
  let skew = skewMs;
  let standsUntil = 0;
  let diskIsFullUntil = 0;
  const never = () => new Promise<never>(() => {});

  const befalls = (inThousand: number): boolean => inThousand > 0 && dice.chance(inThousand / 1_000);
  const kill = (when: string) => {
    isAlive = false;
    world.note(`${name} is killed ${when}`);
    onMishap();
    onKilled();
  };
  /** A process that stands still goes on where it was; a dead one never. */
  const goOn = async (): Promise<void> => {
    while (isAlive && world.now() < standsUntil) await world.sleep(standsUntil - world.now());
    if (!isAlive) await never();
  };

  const self: Process = {
    clock: {
      now: () => world.now() + skew,
      sleep: async (ms, signal) => {
        if (!isAlive) await never();
        await world.sleep(ms, signal);
        await goOn();
        if (ms === 0 || !befalls(hardship().killed)) return;
        kill('when it wakes');
        await never();
      },
    },
    call: async (what, work) => {
      await goOn();
      const { killed, paused, slow } = hardship();
      // Nobody sees through a stop between the last look at the clock and the wire, where nothing is asked twice.
      const pauses = what.startsWith('POST') ? 0 : paused * (isOutside(what) ? 8 : 1);
      if (befalls(killed)) {
        kill(`before ${what}`);
        await never();
      }
      if (befalls(pauses)) {
        const ms = dice.pick([2_000, 20_000, 45_000, 150_000, 400_000]);
        world.note(`${name} stands still for ${ms / 1000} s before ${what}`);
        standsUntil = world.now() + ms;
        onMishap();
        await goOn();
        onMishap();
      }
      if (befalls(slow)) await world.sleep(dice.whole(1, 50));
      await goOn();
      try {
        return await work();
      } finally {
        // Standing still or dead, it hears nothing of how it ended.
        await goOn();
        if (befalls(killed)) {
          kill(`after ${what}`);
          await never();
        }
      }
    },
    write: async (what, work) => {
      const { diskFull } = hardship();
      if (befalls(diskFull)) {
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
