import { describe, expect, test } from 'vitest';
import { buildCounter } from '../../src/links/counter/counter-view.ts';
import { createLookUpBudget } from '../../src/links/counter/look-up-budget.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { asSale, buildLink } from '../fixtures/links.ts';
import { seen } from '../fixtures/seen.ts';

const start = () => {
  const time = { now: 1_000_000 };
  const budget = createLookUpBudget({ clock: { now: () => time.now } });
  const take = ({ id = 'lnk_1', teamId = 'T1', isCheap = true, openForMs = 0, updatedAt = 0 } = {}) =>
    budget.take({ id, teamId, updatedAt }, { isCheap, openForMs });
  return { time, budget, take };
};

describe('Look-ups for open counter windows', () => {
  test('of one link are at least three seconds apart, and fifteen if the listings must be read', () => {
    const { time, take } = start();
    expect(take()).toBe(true);
    time.now += 2_999;
    expect(take()).toBe(false);
    time.now += 1;
    expect(take()).toBe(true);
    time.now += 14_999;
    expect(take({ isCheap: false })).toBe(false);
    time.now += 1;
    expect(take({ isCheap: false })).toBe(true);
  });

  test('are fifteen seconds apart where callbacks come first, and three again when one did not', () => {
    const { time, budget, take } = start();
    expect(take()).toBe(true);
    budget.noteEnd('T1', { isAsked: false });
    time.now += 14_999;
    expect(take()).toBe(false);
    expect(take({ id: 'lnk_2', teamId: 'T2' })).toBe(true);
    time.now += 1;
    expect(take()).toBe(true);
    budget.noteEnd('T1', { isAsked: true });
    time.now += 3_000;
    expect(take()).toBe(true);
  });

  test('begin at once, but for a link of which something was just written', () => {
    const { time, take } = start();
    const updatedAt = time.now;
    expect(take({ updatedAt })).toBe(false);
    time.now += 3_000;
    expect(take({ updatedAt })).toBe(true);
  });

  test('come less often the longer a window is open: about fifty times in five minutes', () => {
    const { time, take } = start();
    const openedAt = time.now;
    const taken: number[] = [];
    for (; time.now < openedAt + 5 * 60_000; time.now += 1_000)
      if (take({ openForMs: time.now - openedAt })) taken.push(time.now - openedAt);
    const gapAfter = (ms: number) => {
      const next = taken.findIndex((at) => at >= ms);
      return (taken[next + 1] ?? 0) - (taken[next] ?? 0);
    };
    expect([gapAfter(10_000), gapAfter(2 * 60_000), gapAfter(4 * 60_000)]).toEqual([3_000, 7_000, 14_000]);
    expect(taken.length).toBeLessThan(55);
  });

  test('of a workspace pause when the service limits them, twice as long each time', () => {
    const { time, budget, take } = start();
    for (const waitMs of [6_000, 12_000, 24_000, 48_000, 96_000, 120_000, 120_000]) {
      budget.backOff('T1');
      time.now += waitMs - 1;
      expect(take()).toBe(false);
      expect(take({ teamId: 'T2', id: `lnk_${waitMs}` })).toBe(true);
      time.now += 1;
      expect(take()).toBe(true);
    }
    budget.resume('T1');
    budget.backOff('T1');
    time.now += 6_000;
    expect(take()).toBe(true);
  });
});

test.each([
  [86_400_000, ''],
  [86_400_000 - 1, ' · the link ends in 23 hours'],
  [2 * 3_600_000 - 1, ' · the link ends in 119 minutes'],
  [119_999, ' · the link ends in 1 minute'],
  [59_999, ' · the link ends in less than a minute'],
])('with %s ms left, a window says so on the last day: “%s”', (left, words) => {
  const link = buildLink();
  const view = buildCounter({ link: asSale(link), now: link.expiresAt - left, timeZone: 'Asia/Dubai' });
  expect(seen(view).text).toContain(`🟡 Waiting for the payment${words}\n`);
});

test('a window whose customer paid more than was due says so', () => {
  const link = buildLink({ state: 'paid', payment: buildPayment({ amountFils: 150_050 }) });
  const view = buildCounter({ link: asSale(link), now: link.createdAt, timeZone: 'Asia/Dubai' });
  expect(seen(view).text).toContain('*AED 250.00 too much came.* The card says what to do.');
});
