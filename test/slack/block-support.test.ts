import { expect, test } from 'vitest';
import { createBlockSupport } from '../../src/slack/post-response.ts';

test('a refusal is remembered for an hour, in its workspace only', () => {
  let now = 0;
  const of = createBlockSupport({ now: () => now });
  of('T1').markRefused();
  expect([of('T1').isRefused(), of('T2').isRefused()]).toEqual([true, false]);
  now += 60 * 60_000 - 1;
  expect(of('T1').isRefused()).toBe(true);
  now += 1;
  expect(of('T1').isRefused()).toBe(false);
});
