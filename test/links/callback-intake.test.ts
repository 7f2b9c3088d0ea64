import { expect, test } from 'vitest';
import { createCallbackThrottle } from '../../src/links/callbacks/callback-throttle.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { AT } from './open-link.ts';

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
