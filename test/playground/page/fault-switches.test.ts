import { expect, test } from 'vitest';
import {
  buildActiveFaults,
  FAULT_SWITCHES,
  isOn,
  withoutFault,
} from '../../../playground/page/fault-switches.ts';
import { faultSchema } from '../../../playground/sandbox/service-faults.ts';

const find = (id: string) => {
  const found = FAULT_SWITCHES.find((one) => one.id === id);
  if (!found) throw new Error(id);
  return found;
};

test('each switch has a unique id', () => {
  expect(new Set(FAULT_SWITCHES.map(({ id }) => id)).size).toBe(FAULT_SWITCHES.length);
});

test.each(FAULT_SWITCHES.filter(({ where }) => where === 'sandbox'))(
  'the sandbox accepts “$words”',
  ({ fault }) => {
    expect(() => faultSchema.parse(fault)).not.toThrow();
  },
);

test('a switch is on while its fault is listed, whatever its remaining count', () => {
  const limited = find('slack-server-error');
  expect(isOn(limited, [{ ...limited.fault, times: 1 }])).toBe(true);
  expect(isOn(limited, [])).toBe(false);
  expect(isOn(find('sandbox-slow'), [find('sandbox-very-slow').fault])).toBe(false);
});

test('turning a fault off leaves the others on', () => {
  const [one, other] = [find('slack-slow'), find('slack-not-in-channel')];
  expect(withoutFault(one, [one.fault, other.fault])).toEqual([other.fault]);
});

test.each(FAULT_SWITCHES)('“$words” ($where) is listed by its name', ({ where, words, fault }) => {
  const [active] = buildActiveFaults(where, [fault]);
  expect(active?.words).toContain(words);
});

test('the remaining count of a fault is shown', () => {
  const left = [{ times: 1 }, { times: 3 }, {}].map((times) => ({ delayMs: 4_000, ...times }));
  const shown = buildActiveFaults('slack', left).map((one) => one.left);
  expect(shown).toEqual(['once', '3 more times', 'until cleared']);
});

test('a fault without a switch is shown with its members', () => {
  const [active] = buildActiveFaults('sandbox', [{ operation: 'any', kind: 'status', status: 418 }]);
  expect(active?.words).toBe('Payment service: operation any, kind status, status 418');
});

test('an answer that is not a list has no faults', () => {
  expect(buildActiveFaults('slack', { ok: false })).toEqual([]);
});
