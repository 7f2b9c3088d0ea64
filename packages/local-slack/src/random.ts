export interface Random {
  /** From 0 (included) to 1 (excluded). */
  next(): number;
  /** An integer from `min` to `max`, both included. */
  whole(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  digits(count: number): string;
  token(length: number): string;
}

const TOKEN_LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** The same seed gives the same sequence (mulberry32). Good for pretty data, never for secrets. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;

  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));

  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick: (list) => list[whole(0, list.length - 1)] ?? list[0],
    digits: (count) => Array.from({ length: count }, () => whole(0, 9)).join(''),
    token: (length) =>
      Array.from({ length }, () => TOKEN_LETTERS.charAt(whole(0, TOKEN_LETTERS.length - 1))).join(''),
  };
};

interface MishapPlan {
  seed: number;
  /** Share of calls affected, from 0 to 1. */
  rate: number;
  /** Which mishaps may happen; all by default. */
  kinds?: readonly string[] | undefined;
}

interface Draw<Kind extends string> {
  kind: Kind;
  /** For details that the kind leaves open. */
  random: Random;
}

/**
 * Draws a mishap for a call. Each name (a method, an operation) has its own sequence, so the fifth call of a method
 * draws the same, however many other calls are in between.
 */
export const createMishapDrawer = <Kind extends string>(
  { seed, rate, kinds }: MishapPlan,
  all: readonly Kind[],
): ((name: string) => Draw<Kind> | undefined) => {
  const [first, ...others] = kinds === undefined ? all : all.filter((kind) => kinds.includes(kind));
  const sequences = new Map<string, Random>();
  return (name) => {
    const random = sequences.get(name) ?? createRandom(seed ^ hash(name));
    sequences.set(name, random);
    if (first === undefined || !random.chance(rate)) return undefined;
    return { kind: random.pick([first, ...others]), random };
  };
};

function hash(text: string): number {
  let mixed = 0x811c9dc5;
  for (const letter of text) mixed = Math.imul(mixed ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return mixed;
}
