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

const LOST: RowResult = { is: 'lost' };
const MADE: RowResult = { is: 'made' };
const REFUSED: RowResult = { is: 'refused' };
const HELD: RowResult = { is: 'held' };
const TROUBLE: RowResult = { is: 'trouble', words: 'The key is not allowed.' };
const times = (count: number, result: RowResult) => Array.from({ length: count }, () => result);

/** The results of rows, one after the other, and whether they pause the batch. */
test.each<[string, RowResult[], boolean]>([
  ['nine lost answers', times(9, LOST), false],
  ['ten lost answers', times(10, LOST), true],
  ['ten lost answers after links were made', [MADE, ...times(10, LOST)], true],
  ['nine lost answers, a link, and nine more', [...times(9, LOST), MADE, ...times(9, LOST)], false],
  ['nine lost answers, a link, and ten more', [...times(9, LOST), MADE, ...times(10, LOST)], true],
  ['nine lost answers, a refused row, and nine more', [...times(9, LOST), REFUSED, ...times(9, LOST)], false],
  ['ten lost answers around a row that is held', [...times(5, LOST), HELD, ...times(5, LOST)], true],
  ['two refusals at first', times(2, TROUBLE), false],
  ['three refusals at first', times(3, TROUBLE), true],
  ['fifteen refusals after a link', [MADE, ...times(15, TROUBLE)], false],
  ['sixteen refusals after a link', [MADE, ...times(16, TROUBLE)], true],
  ['refusals that a link parts', [MADE, ...times(15, TROUBLE), MADE, ...times(15, TROUBLE)], false],
  ['refusals that a refused row parts', [...times(2, TROUBLE), REFUSED, ...times(2, TROUBLE)], false],
  ['an account that changed', [{ is: 'stopped', words: 'Another account.' }], true],
])('%s: the batch pauses (%#)', (_, results, pauses) => {
  expect(paceAfter(...results).pauseReason !== null).toBe(pauses);
});

test('a batch pauses once a row was answered 429 five times, and again five times later', () => {
  const reasons = Array.from({ length: 2 * MOST_BUSY }, (_, at) => paceAfter(busy(at + 1)).pauseReason);
  expect(reasons.flatMap((reason, at) => (reason === null ? [] : [at + 1]))).toEqual([5, 10]);
});
