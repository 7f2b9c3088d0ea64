import { expect, test } from 'vitest';
import { planReminder } from '../../src/links/card/plan-reminder.ts';
import { buildLink } from '../fixtures/links.ts';

const HOUR = 60 * 60_000;
const NOW = Date.UTC(2026, 10, 21, 8);

const plan = (expiresAt: number, { hours = 24, batchId = 'bat_1', timeZone = 'Asia/Dubai' } = {}) =>
  planReminder(buildLink({ expiresAt, batchId }), { now: NOW, hours, timeZone }).map(
    ({ dueAt = 0, payload }) => ({
      dueAt,
      until: (payload as { ids: { until: number } }).ids.until,
    }),
  );

/** The links of a batch that expire on one day where the merchant is share a reminder, as long as that day lasts. */
test.each([
  ['in the evening', '2026-11-25T23:59:59+04:00', 'Asia/Dubai', '2026-11-26T00:00:00+04:00'],
  [
    'after midnight, when it is still yesterday in UTC',
    '2026-11-25T00:00:00+04:00',
    'Asia/Dubai',
    '2026-11-26T00:00:00+04:00',
  ],
  [
    'before midnight, when it is tomorrow in UTC',
    '2026-11-25T22:00:00-05:00',
    'America/New_York',
    '2026-11-26T00:00:00-05:00',
  ],
])('of a link that expires %s', (_, expires, timeZone, dayEnds) => {
  const expiresAt = Date.parse(expires);
  expect(plan(expiresAt, { timeZone })).toEqual([
    { dueAt: expiresAt - 24 * HOUR, until: Date.parse(dayEnds) },
  ]);
});

test('a reminder that would be due by now is not planned', () => {
  expect(plan(NOW + 24 * HOUR)).toEqual([]);
  expect(plan(NOW + 24 * HOUR + 1)).toHaveLength(1);
});
