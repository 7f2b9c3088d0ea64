export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
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
