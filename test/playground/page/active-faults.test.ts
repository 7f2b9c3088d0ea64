import { expect, test } from 'vitest';
import { buildActiveFaults, FAULT_SWITCHES } from '../../../playground/page/fault-switches.ts';

test.each(FAULT_SWITCHES)('“$words” ($where) is listed by its own words', ({ where, words, fault }) => {
  const [active] = buildActiveFaults(where, [fault]);
  expect(active?.words).toContain(words);
});

test('what is left of a fault is said', () => {
  const left = [{ times: 1 }, { times: 3 }, {}].map((times) => ({ delayMs: 4_000, ...times }));
  expect(buildActiveFaults('slack', left).map((one) => one.left)).toEqual([
    'once more',
    '3 more times',
    'until cleared',
  ]);
});

test('a fault without a switch is told as it was set', () => {
  const [active] = buildActiveFaults('sandbox', [{ operation: 'any', kind: 'status', status: 418 }]);
  expect(active?.words).toBe('Payment service: operation any, kind status, status 418');
});

test('an answer that is no list has no faults', () => {
  expect(buildActiveFaults('slack', { ok: false })).toEqual([]);
});
