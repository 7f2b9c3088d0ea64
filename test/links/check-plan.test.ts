import { describe, expect, test } from 'vitest';
import { createCheckPlan } from '../../src/links/checks/check-plan.ts';
import type { Link } from '../../src/store/link.ts';
import type { LinkState } from '../../src/store/link-states.ts';
import { buildLink } from '../fixtures/links.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

const createPlan = (changes: { checkAtMostMs?: number } = {}) =>
  createCheckPlan({
    checkAfterMs: 5 * SECOND,
    checkAtMostMs: 300 * SECOND,
    sweepEveryMs: 600 * SECOND,
    requestLastsMs: 120 * SECOND,
    ...changes,
  });

const next = (
  link: Partial<Link>,
  {
    attempts = 0,
    isRead = true,
    hasAllNews = true,
    plan = createPlan(),
  }: {
    attempts?: number;
    isRead?: boolean;
    hasAllNews?: boolean;
    plan?: ReturnType<typeof createPlan>;
  } = {},
) =>
  plan.next(buildLink({ updatedAt: NOW, ...link }), {
    attempts,
    now: NOW,
    mayEnd: true,
    isRead,
    hasAllNews,
  });

/** Milliseconds until the next check; null: none. */
const waitOf = (...given: Parameters<typeof next>) => {
  const { to } = next(...given);
  return to === null ? null : to - NOW;
};

test('the first check comes soon after the link becomes uncertain', () => {
  expect(createPlan().first(NOW)).toEqual({ to: NOW + 5 * SECOND, attempts: 0 });
});

describe('the next check', () => {
  test.each([
    [0, 5],
    [1, 10],
    [2, 20],
    [3, 40],
    [4, 80],
    [5, 160],
    [6, 300],
    [7, 300],
    [31, 300],
    [5_000, 300],
  ])('after %i tries waits %i seconds, twice as long each time up to a limit', (attempts, seconds) => {
    expect(next({ state: 'unknown' }, { attempts })).toEqual({
      to: NOW + seconds * SECOND,
      attempts: attempts + 1,
    });
  });

  test('waits no longer than a safe number of milliseconds, even with a huge limit', () => {
    const plan = createPlan({ checkAtMostMs: Number.MAX_SAFE_INTEGER });
    const wait = 5 * SECOND * 2 ** 30;
    expect(waitOf({ state: 'unknown' }, { attempts: 30, plan })).toBe(wait);
    expect(waitOf({ state: 'unknown' }, { attempts: 31, plan })).toBe(wait);
  });

  test.each<[LinkState, number | null]>([
    ['reserved', null],
    ['unknown', 5],
    ['failed', null],
    ['open', 5],
    ['reported', 5],
    ['paid', null],
    ['expired', null],
  ])('of a link that is %s comes after %s seconds, or later if it could not be read', (state, seconds) => {
    const [to, attempts] = seconds === null ? [null, 0] : [NOW + seconds * SECOND, 1];
    expect(next({ state })).toEqual({ to, attempts });
    const unread = next({ state }, { attempts: 9, isRead: false });
    expect(unread).toEqual({ to: NOW + 300 * SECOND, attempts: 10 });
  });

  test('of an open link comes six times after a callback, then only with the sweep', () => {
    expect(waitOf({ state: 'open' }, { attempts: 5 })).toBe(160 * SECOND);
    expect(next({ state: 'open' }, { attempts: 6 })).toEqual({ to: null, attempts: 0 });
  });

  test('of a paid link comes six times after a callback that the records do not confirm yet', () => {
    expect(waitOf({ state: 'paid' }, { hasAllNews: false })).toBe(5 * SECOND);
    expect(waitOf({ state: 'paid' }, { attempts: 5, hasAllNews: false })).toBe(160 * SECOND);
    expect(waitOf({ state: 'paid' }, { attempts: 6, hasAllNews: false })).toBeNull();
    expect(waitOf({ state: 'expired' }, { hasAllNews: false })).toBeNull();
  });

  test('of an open link without an address always comes', () => {
    expect(waitOf({ state: 'open', address: null }, { attempts: 6 })).toBe(300 * SECOND);
    expect(waitOf({ state: 'open', address: null }, { attempts: 500 })).toBe(300 * SECOND);
    expect(waitOf({ state: 'paid', address: null }, { attempts: 1 })).toBeNull();
  });
});

describe('a link that stays uncertain for more than a day', () => {
  test.each<[string, Partial<Link>, number]>([
    ['unknown for a day', { state: 'unknown', updatedAt: NOW - DAY }, 10 * SECOND],
    ['unknown for longer', { state: 'unknown', updatedAt: NOW - DAY - 1 }, HOUR],
    ['reported for longer', { state: 'reported', updatedAt: NOW - DAY - 1 }, HOUR],
    ['open, which is not uncertain', { state: 'open', updatedAt: NOW - 2 * DAY }, 10 * SECOND],
  ])('is checked once an hour: %s', (_, link, wait) => {
    expect(waitOf(link, { attempts: 1 })).toBe(wait);
  });

  test.each<[LinkState, number, number, number | null]>([
    ['unknown', 29, 31, HOUR],
    ['unknown', 31, 2, null],
    ['reported', 29, 40, HOUR],
    ['reported', 40, 29, HOUR],
    ['reported', 40, 31, null],
  ])(
    'is watched for a month: %s, expired %i days ago, last news %i days ago',
    (state, expired, news, wait) => {
      const link = { state, expiresAt: NOW - expired * DAY, updatedAt: NOW - news * DAY };
      expect(waitOf(link, { attempts: 9 })).toBe(wait);
    },
  );

  test('is checked once an hour even while the service cannot be read', () => {
    const link = { state: 'unknown', updatedAt: NOW - DAY - 1 } as const;
    expect(waitOf(link, { attempts: 3, isRead: false })).toBe(HOUR);
  });

  test('is checked less often than once an hour if the settings say so', () => {
    const plan = createPlan({ checkAtMostMs: 2 * HOUR });
    expect(waitOf({ state: 'unknown', updatedAt: NOW - 2 * DAY }, { plan })).toBe(2 * HOUR);
  });
});
