import { expect, test } from 'vitest';
import { planReminder } from '../../src/links/card/plan-reminder.ts';
import { buildLink } from '../fixtures/links.ts';

const HOUR = 60 * 60_000;
const NOW = Date.parse('2026-11-21T12:00:00+04:00');

const plan = (expires: string, { hours = 24, timeZone = 'Asia/Dubai' } = {}) =>
  planReminder(buildLink({ expiresAt: Date.parse(expires) }), { now: NOW, hours, timeZone });

const windowOf = (expires: string, more = {}) =>
  plan(expires, more).map(({ dueAt = 0, payload }) => {
    const { from, until } = (payload as { ids: { from: number; until: number } }).ids;
    return {
      at: new Date(dueAt).toISOString(),
      covers: from <= Date.parse(expires) && Date.parse(expires) < until,
    };
  });

/** What is due within the 24 hours from a morning is said on that morning. */
test.each([
  ['in the evening', '2026-11-25T23:59:59+04:00', 'Asia/Dubai', '2026-11-24T05:00:00.000Z'],
  ['in the night', '2026-11-25T03:00:00+04:00', 'Asia/Dubai', '2026-11-23T05:00:00.000Z'],
  ['at nine', '2026-11-25T09:00:00+04:00', 'Asia/Dubai', '2026-11-24T05:00:00.000Z'],
  ['elsewhere', '2026-11-25T22:00:00-05:00', 'America/New_York', '2026-11-24T14:00:00.000Z'],
])('of a link that expires %s', (_, expires, timeZone, at) => {
  expect(windowOf(expires, { timeZone })).toEqual([{ at, covers: true }]);
});

test('those of one morning share a message, and those of the next have their own', () => {
  const keys = ['2026-11-25T09:30:00+04:00', '2026-11-26T08:59:00+04:00', '2026-11-26T09:30:00+04:00'].map(
    (expires) => plan(expires)[0]?.id,
  );
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('after its morning, a link has its own time', () => {
  expect(windowOf('2026-11-21T16:00:00+04:00', { hours: 1 })).toEqual([
    { at: '2026-11-21T11:00:00.000Z', covers: true },
  ]);
});

test('a reminder that would be due by now is not planned', () => {
  const plans = (at: number) => plan(new Date(at).toISOString());
  expect(plans(NOW + 24 * HOUR)).toEqual([]);
  expect(plans(NOW + 24 * HOUR + 1)).toHaveLength(1);
});
