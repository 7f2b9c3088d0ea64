// @module-tag long

import { afterEach, expect, test } from 'vitest';
import type { DateSpan } from '../../src/calendar/date-span.ts';
import type { ReportKind } from '../../src/figures/listed-row.ts';
import { createReportReader } from '../../src/listings/report-reader.ts';
import { readTieOut } from '../../src/payouts/read-tie-out.ts';
import type { TieOut } from '../../src/payouts/tie-out.ts';
import { describeFaults } from '../../src/payouts/tie-out-words.ts';
import { createSandboxService, type SandboxService } from '../../tools/sandbox/sandbox-service.ts';
import { connectTo } from '../fixtures/payment-service.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { idsOf, ZONE } from './match-records.ts';

const NOON = Date.UTC(2026, 10, 21, 8);
/** The sandbox has 120, and payouts may hold what was paid up to 40 earlier. */
const DAYS = 161 * 86_400_000;

let sandbox: SandboxService;
afterEach(() => sandbox.close());

/** The sandbox's 120 days, with three refunds, as the app reads them over HTTP. */
const tieOutSandbox = async (payoutsBy: ReturnType<SandboxService['shape']['get']>['payoutsBy']) => {
  sandbox = await createSandboxService({ now: () => NOON, shape: { payoutsBy } });
  const paid = sandbox.links().filter(({ status }) => status === 'PAID');
  await sandbox.refund(paid.at(-1)?.orderId ?? '', { amountFils: 500 });
  await sandbox.refund(paid.at(-2)?.orderId ?? '');
  const service = connectTo(sandbox);
  const reader = createReportReader({ service, timeZone: ZONE, now: () => NOON });
  const span = { from: NOON - DAYS, to: NOON };
  const list = (kind: ReportKind, days: DateSpan) => reader.allRows({ kind, span: days });
  const { tied } = await readTieOut(list, { span, words: WORDS, timeZone: ZONE });
  return tied ?? expect.fail('not tied');
};

const verdicts = ({ payouts }: TieOut): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { verdict, evidence } of payouts) {
    const words = `${verdict} ${evidence}`;
    counts[words] = (counts[words] ?? 0) + 1;
  }
  return counts;
};

test.each([
  ['payout-id', 'proved payout-id'],
  ['list', 'proved transaction-list'],
  ['days', 'not-provable null'],
  ['sum', 'not-provable null'],
  ['nothing', 'not-provable null'],
] as const)('over 120 days of payouts matched by %s, each is %s', async (payoutsBy, words) => {
  const tied = await tieOutSandbox(payoutsBy);
  const there = sandbox.payouts();
  expect(verdicts(tied)).toEqual({ [words]: there.length });
  expect(tied.isJoinable).toBe(words.startsWith('proved'));
  if (!tied.isJoinable) return;
  expect(tied.payouts.map(({ transactions }) => idsOf(transactions).sort())).toEqual(
    there.map(({ transactionIds }) => [...transactionIds].sort()),
  );
  const inPayouts = new Set(there.flatMap(({ transactionIds }) => transactionIds));
  const left = sandbox
    .transactions()
    .filter(({ status, transactionId }) => status !== 'FAILED' && !inPayouts.has(transactionId));
  expect(idsOf(tied.due).sort()).toEqual(left.map(({ transactionId }) => transactionId).sort());
  expect(tied.due.some(({ kind }) => kind === 'back')).toBe(true);
});

test.each(['days', 'sum'] as const)(
  'over 120 days matched by %s, most payouts have the sum of their day beside them, and some differ',
  async (payoutsBy) => {
    const { payouts } = await tieOutSandbox(payoutsBy);
    const matching = payouts.filter((one) => describeFaults(one).join().includes('Matches by date and sum'));
    expect(matching.length).toBeGreaterThan(payouts.length * 0.8);
    expect(payouts.every(({ beside }) => beside.length === (payoutsBy === 'days' ? 1 : 4))).toBe(true);
  },
);

test('over 120 days of wrong lists and sums, exactly the wrong payouts do not add up', async () => {
  const tied = await tieOutSandbox('wrongly');
  const isWrong = (id: string | null) => Number(id) % 4 !== 3;
  expect(tied.payouts.length).toBeGreaterThan(100);
  for (const { payout, verdict, gaps, missing } of tied.payouts) {
    expect([payout.id, verdict]).toEqual([payout.id, isWrong(payout.id) ? 'off' : 'proved']);
    if (verdict === 'off') expect(gaps.length + missing.length).toBeGreaterThan(0);
  }
});
