import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kindOf, shrink } from '../../tools/simulator/shrink.ts';

test('only what the failure needs is left', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 0, max: 300 }), { maxLength: 60 }),
      fc.infiniteStream(fc.boolean()),
      async (numbers, coin) => {
        const all = numbers.map(String);
        const needed = all.filter(() => coin.next().value);
        const least = await shrink(all, async (only) => needed.every((name) => only.has(name)));
        expect(least).toEqual(needed);
      },
    ),
  );
});

test('of two alternatives one is left', async () => {
  const least = await shrink(['a', 'b', 'c'], async (only) => only.has('a') || only.has('b'));
  expect(least).toHaveLength(1);
});

test('what was needed before others were gone is left out, too', async () => {
  const least = await shrink(['a', 'x', 'b', 'c'], async (only) => {
    return only.has('c') && (only.has('a') || !only.has('b'));
  });
  expect(least).toEqual(['c']);
});

test('when the time is up, the result so far still fails', async () => {
  const all = Array.from({ length: 64 }, (_, at) => String(at));
  let tries = 0;
  const fails = async (only: ReadonlySet<string>) => {
    tries += 1;
    return only.has('3') && only.has('60');
  };
  const least = await shrink(all, fails, () => tries >= 8);
  expect(tries).toBe(8);
  expect(least.length).toBeLessThan(64);
  expect(await fails(new Set(least))).toBe(true);
});

test('complaints that differ only in numbers are of one kind', () => {
  expect(kindOf('sale-3: AED 1,203.21 at 08:15')).toBe(kindOf('sale-11: AED 103.21 at 09:01'));
  expect(kindOf('sale-3: 2 links')).not.toBe(kindOf('sale-3: 2 notices'));
});
