import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMishapDrawer } from '../src/random.ts';

const ALL = ['one', 'other', 'third'] as const;
const drawMany = (plan: Parameters<typeof createMishapDrawer>[0], name: string, count = 200) => {
  const draw = createMishapDrawer(plan, ALL);
  return Array.from({ length: count }, () => draw(name)?.kind);
};

test('the same seed gives the n-th call of a name the same mishap, whatever is called in between', () => {
  fc.assert(
    fc.property(fc.integer(), fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 60 }), (seed, names) => {
      const draw = createMishapDrawer({ seed, rate: 0.5 }, ALL);
      const mixed = names.map((name) => ({ name, kind: draw(name)?.kind }));
      for (const name of ['a', 'b', 'c']) {
        const mine = mixed.filter((one) => one.name === name).map(({ kind }) => kind);
        expect(mine).toEqual(drawMany({ seed, rate: 0.5 }, name, mine.length));
      }
    }),
  );
});

test('about the given share of calls is affected, only by the given kinds', () => {
  const drawn = drawMany({ seed: 3, rate: 0.25, kinds: ['one', 'third'] }, 'a', 2000).filter(Boolean);
  expect(drawn.length / 2000).toBeCloseTo(0.25, 1);
  expect(new Set(drawn)).toEqual(new Set(['one', 'third']));
  expect(drawMany({ seed: 3, rate: 0 }, 'a').every((kind) => kind === undefined)).toBe(true);
  expect(drawMany({ seed: 3, rate: 1 }, 'a').every((kind) => kind !== undefined)).toBe(true);
});
