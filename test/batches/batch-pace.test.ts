import { expect, test } from 'vitest';
import { countResult, createPace, MOST_BUSY, type RowResult } from '../../src/batches/batch-pace.ts';

const NOW = 1_000_000;
const busy = (tries: number, retryAfterMs: number | null = null): RowResult => ({
  ...{ is: 'busy', tries, retryAfterMs },
});

const paceAfter = (...results: RowResult[]) => {
  const pace = createPace();
  for (const result of results) countResult(result, pace, NOW);
  return pace;
};

test.each<[string, RowResult[], waitMs: number]>([
  ['one', [busy(1)], 2_000],
  ['two', [busy(1), busy(2)], 4_000],
  ['four', [1, 2, 3, 4].map((tries) => busy(tries)), 16_000],
  ['seven, of several rows', [1, 2, 3, 4, 1, 2, 3].map((tries) => busy(tries)), 60_000],
  ['one that says how long', [busy(1, 7_000)], 7_000],
  ['one that says at once', [busy(1, 0)], 0],
  ['one that says an hour', [busy(1, 3_600_000)], 300_000],
  ['one in doubt', [{ is: 'lost', retryAfterMs: null }], 2_000],
  ['one after links were made', [busy(1), busy(2), { is: 'made' }, busy(1)], 4_000],
])('after %s 429, a batch waits and sends one request at a time', (_, results, waitMs) => {
  expect(paceAfter(...results)).toMatchObject({ isSlow: true, notBefore: NOW + waitMs, pauseReason: null });
});

test('an answer that is lost does not slow a batch', () => {
  expect(paceAfter({ is: 'lost' })).toMatchObject({ isSlow: false, notBefore: 0 });
});

test('a batch pauses once a row was answered 429 five times, and again five times later', () => {
  const reasons = Array.from({ length: 2 * MOST_BUSY }, (_, at) => paceAfter(busy(at + 1)).pauseReason);
  expect(reasons.flatMap((reason, at) => (reason === null ? [] : [at + 1]))).toEqual([5, 10]);
});
