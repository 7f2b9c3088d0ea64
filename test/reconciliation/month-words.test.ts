import { expect, test } from 'vitest';
import { spanOfDays } from '../../src/calendar/date-span.ts';
import { listMonths, readMonthWords } from '../../src/reconciliation/reconcile-command.ts';
import { buildReconcileForm } from '../../src/reconciliation/reconcile-form-view.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { ZONE } from '../fixtures/payment-service.ts';
import { seen } from '../fixtures/seen.ts';

test.each([
  ['last month', '2026-10-01'],
  ['october', '2026-10-01'],
  ['Oct 2025', '2025-10-01'],
  ['2026-09', '2026-09-01'],
  ['this month', '2026-11-01'],
  ['yesterday', null],
  ['last week', null],
  ['1-15 Oct', null],
  ['2027-01', null],
  ['500 Sara', null],
  ['', null],
])('“%s” is the month from %s', (words, first) => {
  const at = { now: NOON, timeZone: ZONE };
  const month = readMonthWords(words, at);
  expect(month?.from ?? null).toBe(first === null ? null : spanOfDays(first, first, ZONE).from);
  expect(listMonths(at).slice(0, 2)).toEqual([
    { month: '2026-11', title: 'Nov 2026', isCurrent: true },
    { month: '2026-10', title: 'Oct 2026', isCurrent: false },
  ]);
});

test('the form offers the months, and last month is chosen', () => {
  const months = listMonths({ now: NOON, timeZone: ZONE });
  const form = buildReconcileForm({ months, unread: null, isToCome: false, metadata: '' });
  expect(seen(form).fields).toEqual({ Month: 'Oct 2026' });
  expect(JSON.stringify(form)).toContain('Nov 2026, so far');
});
