import { createRandom, type Random } from './random.ts';

export interface MishapPlan {
  seed: number;
  /** The share of calls that something happens to, from 0 to 1. */
  rate: number;
  /** What may happen; anything when left out. */
  kinds?: readonly string[] | undefined;
}

export interface Draw<Kind extends string> {
  kind: Kind;
  /** For whatever the kind leaves open. */
  random: Random;
}

/**
 * Draws what befalls a call. Each name (a method, an operation) has a sequence of its own, so the fifth call of
 * one is befallen by the same thing however many calls of others came between.
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
