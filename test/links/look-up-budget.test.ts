import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeTimeLeft } from '../../src/links/counter/counter-view.ts';
import { createLookUpBudget } from '../../src/links/counter/look-up-budget.ts';

const start = () => {
  const time = { now: 1_000_000 };
  return { time, budget: createLookUpBudget({ clock: { now: () => time.now } }) };
};

const one = { teamId: 'T1', linkId: 'lnk_1', isCheap: true, openForMs: 0 };

describe('Look-ups for open counter windows', () => {
  test('of one link are at least three seconds apart, and fifteen if the listings must be read', () => {
    const { time, budget } = start();
    expect(budget.take(one)).toBe(true);
    time.now += 2_999;
    expect(budget.take(one)).toBe(false);
    time.now += 1;
    expect(budget.take(one)).toBe(true);
    time.now += 14_999;
    expect(budget.take({ ...one, isCheap: false })).toBe(false);
    time.now += 1;
    expect(budget.take({ ...one, isCheap: false })).toBe(true);
  });

  test('come less often the longer a window is open: fewer than a hundred times in half an hour', () => {
    const { time, budget } = start();
    const openedAt = time.now;
    const taken: number[] = [];
    for (; time.now < openedAt + 30 * 60_000; time.now += 1_000)
      if (budget.take({ ...one, openForMs: time.now - openedAt })) taken.push(time.now - openedAt);
    const gapAfter = (ms: number) => {
      const next = taken.findIndex((at) => at >= ms);
      return (taken[next + 1] ?? 0) - (taken[next] ?? 0);
    };
    expect([gapAfter(10_000), gapAfter(5 * 60_000), gapAfter(20 * 60_000)]).toEqual([3_000, 17_000, 64_000]);
    expect(taken.length).toBeLessThan(100);
  });

  test('are at most twenty a minute in a workspace, for all people and links', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: 1, max: 30 })), {
          minLength: 100,
          maxLength: 300,
        }),
        (looks) => {
          const { time, budget } = start();
          const taken: number[] = [];
          for (const [wait, link] of looks) {
            time.now += wait;
            if (budget.take({ ...one, linkId: `lnk_${link}` })) taken.push(time.now);
          }
          for (const at of taken)
            expect(taken.filter((other) => other >= at && other < at + 60_000).length).toBeLessThanOrEqual(
              20,
            );
        },
      ),
    );
  });

  test('of a workspace pause when the service limits them, twice as long each time', () => {
    const { time, budget } = start();
    for (const waitMs of [6_000, 12_000, 24_000, 48_000, 96_000, 120_000, 120_000]) {
      budget.backOff('T1');
      time.now += waitMs - 1;
      expect(budget.take(one)).toBe(false);
      expect(budget.take({ ...one, teamId: 'T2', linkId: `lnk_${waitMs}` })).toBe(true);
      time.now += 1;
      expect(budget.take(one)).toBe(true);
      budget.forget('lnk_96000');
      budget.forget(`lnk_${waitMs}`);
    }
    budget.resume('T1');
    budget.backOff('T1');
    time.now += 6_000;
    expect(budget.take(one)).toBe(true);
  });
});

test('the time left is rounded down', () => {
  expect([
    describeTimeLeft(10 * 86_400_000 + 5),
    describeTimeLeft(2 * 86_400_000 - 1),
    describeTimeLeft(2 * 3_600_000 - 1),
    describeTimeLeft(119_999),
    describeTimeLeft(59_999),
  ]).toEqual([
    '10 days left',
    '47 hours left',
    '119 minutes left',
    '1 minute left',
    'less than a minute left',
  ]);
});
