import { expect, test } from 'vitest';
import { createCallbackBatches } from '../../src/links/callbacks/callback-intake.ts';
import { createCallbackThrottle } from '../../src/links/callbacks/callback-throttle.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { AT } from './open-link.ts';

/** A writer whose batches end when the test says so. */
const createWriter = () => {
  const batches: { items: number[]; end: (results?: string[]) => void; fail: (error: Error) => void }[] = [];
  return {
    batches,
    take: (items: number[]) =>
      new Promise<string[]>((resolve, reject) => {
        const end = (results = items.map((item) => `done ${item}`)) => resolve(results);
        batches.push({ items, end, fail: reject });
      }),
  };
};

test('items that arrive during a batch go into the next, and each gets its own result', async () => {
  const writer = createWriter();
  const batches = createCallbackBatches({ take: writer.take, max: 3, atOnce: 1 });
  const first = [batches.add(1), batches.add(2)];
  await expect.poll(() => writer.batches.length).toBe(1);
  const later = [3, 4, 5, 6].map((item) => batches.add(item));
  writer.batches[0]?.end();
  expect(await Promise.all(first)).toEqual(['done 1', 'done 2']);
  await expect.poll(() => writer.batches.length).toBe(2);
  writer.batches[1]?.end();
  await expect.poll(() => writer.batches.length).toBe(3);
  writer.batches[2]?.end();
  expect(await Promise.all(later)).toEqual(['done 3', 'done 4', 'done 5', 'done 6']);
  expect(writer.batches.map(({ items }) => items)).toEqual([[1, 2], [3, 4, 5], [6]]);
});

test('at most `atOnce` batches are written at a time', async () => {
  const writer = createWriter();
  const batches = createCallbackBatches({ take: writer.take, max: 1, atOnce: 2 });
  const all = [1, 2, 3].map((item) => batches.add(item));
  await expect.poll(() => writer.batches.length).toBe(2);
  writer.batches[1]?.end();
  await expect.poll(() => writer.batches.length).toBe(3);
  writer.batches[0]?.end();
  writer.batches[2]?.end();
  expect(await Promise.all(all)).toEqual(['done 1', 'done 2', 'done 3']);
});

test('items that arrive together are written together', async () => {
  const writer = createWriter();
  const batches = createCallbackBatches({ take: writer.take, max: 10, atOnce: 3 });
  const all = [1, 2, 3].map((item) => batches.add(item));
  await expect.poll(() => writer.batches.length).toBe(1);
  writer.batches[0]?.end();
  await Promise.all(all);
  expect(writer.batches.map(({ items }) => items)).toEqual([[1, 2, 3]]);
});

test('a failed batch rejects all its items, and none of the next', async () => {
  const writer = createWriter();
  const batches = createCallbackBatches({ take: writer.take, max: 2, atOnce: 1 });
  const outcomes = Promise.allSettled([1, 2, 3, 4].map((item) => batches.add(item)));
  await expect.poll(() => writer.batches.length).toBe(1);
  writer.batches[0]?.fail(new Error('no'));
  await expect.poll(() => writer.batches.length).toBe(2);
  writer.batches[1]?.end(['done 3']);
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
    'fulfilled',
    'rejected',
  ]);
});

test('a token is limited after its burst, with the time to wait', async () => {
  const clock = createManualClock(AT);
  const throttle = createCallbackThrottle({ clock, burst: 2, perSecond: 0.5 });
  expect(throttle.admit('token', 'a')).toEqual({ is: 'admitted' });
  throttle.remember('token', 'a');
  expect(throttle.admit('token', 'a')).toEqual({ is: 'repeated' });
  expect(throttle.admit('token', 'b')).toEqual({ is: 'admitted' });
  expect(throttle.admit('token', 'c')).toEqual({ is: 'limited', waitMs: 2_000, isFirst: true });
  await clock.advance(500);
  expect(throttle.admit('token', 'd')).toEqual({ is: 'limited', waitMs: 1_500, isFirst: false });
  await clock.advance(1_500);
  expect(throttle.admit('token', 'c')).toEqual({ is: 'admitted' });
  await clock.advance(1_000_000);
  for (const hash of ['e', 'f']) expect(throttle.admit('token', hash)).toEqual({ is: 'admitted' });
  expect(throttle.admit('token', 'g')).toEqual({ is: 'limited', waitMs: 2_000, isFirst: true });
});

test('a repeat of a known token leads to a check once a second', async () => {
  const clock = createManualClock(AT);
  const throttle = createCallbackThrottle({ clock });
  expect(throttle.mayRepeat('token')).toBe(false);
  throttle.remember('token', 'a');
  expect([throttle.mayRepeat('token'), throttle.mayRepeat('token')]).toEqual([true, false]);
  await clock.advance(999);
  expect(throttle.mayRepeat('token')).toBe(false);
  await clock.advance(1);
  expect(throttle.mayRepeat('token')).toBe(true);
});

test('the least recently used token is dropped when there are too many', () => {
  const throttle = createCallbackThrottle({ clock: createManualClock(AT), burst: 1, maxTokens: 2 });
  for (const token of ['one', 'two', 'one', 'three']) throttle.remember(token, 'hash');
  expect(['one', 'two', 'three'].map((token) => throttle.admit(token, 'other').is)).toEqual([
    'limited',
    'admitted',
    'limited',
  ]);
});
