import { expect, test } from 'vitest';
import { spanOfDays } from '../../src/calendar/date-span.ts';
import { formatFils } from '../../src/payment-service/index.ts';
import { type Bridge, buildBridge } from '../../src/reconciliation/bridge.ts';
import { tieMonth } from '../../src/reconciliation/tie-month.ts';
import type { Fields } from '../fixtures/record-tables.ts';
import { tieOutRecords, ZONE } from '../payouts/match-records.ts';

const OCTOBER = spanOfDays('2026-10-01', '2026-10-31', ZONE);
const DAY = 86_400_000;

const bridgeOf = (payouts: readonly Fields[], transactions: readonly Fields[]): Bridge =>
  buildBridge(tieMonth(tieOutRecords({ payouts, transactions }, OCTOBER.from - 41 * DAY), OCTOBER, true));

const amount = (fils: number): string => formatFils(fils);

interface Row {
  at: string;
  fils: number;
  feeFils: number;
  isRefund: boolean;
  /** Which payout has it; none: in none yet. */
  payout: number | null;
}

const netOf = ({ fils, feeFils, isRefund }: Row) => (isRefund ? -fils : fils) - feeFils;

/** As a service lists them that names the payout of each transaction. */
const build = (rows: readonly Row[], times: readonly string[], isNamed: boolean) => {
  const inPayout = (n: number) => rows.filter(({ payout }) => payout === n);
  return {
    transactions: rows.map(({ at, fils, feeFils, isRefund, payout }, n) => ({
      transactionId: `T${n}`,
      orderId: `90${n}`,
      type: isRefund ? 'REFUND' : 'PAYMENT',
      status: 'SUCCESS',
      amount: amount(fils),
      fee: amount(feeFils),
      createdAt: at,
      ...(isNamed && payout !== null && { payoutId: `711${payout}` }),
    })),
    payouts: times.flatMap((createdAt, n) => {
      const net = inPayout(n).reduce((sum, one) => sum + netOf(one), 0);
      return net <= 0 ? [] : [{ payoutId: `711${n}`, status: 'PAID_OUT', netAmount: amount(net), createdAt }];
    }),
  };
};

const linesOf = ({ lines }: Bridge) => Object.fromEntries(lines.map(({ what, fils }) => [what, fils]));

const sale = { at: '2026-10-10T08:00:00Z', fils: 25_000, feeFils: 500, isRefund: false, payout: 0 };

test('what a payout has too little is not explained, and in no other line', () => {
  const rows = [sale, { ...sale, fils: 5_000, isRefund: true, feeFils: 0 }, { ...sale, payout: null }];
  const { payouts, transactions } = build(rows, ['2026-10-12T08:00:00Z'], true);
  const [payout] = payouts;
  const bridge = bridgeOf([{ ...payout, netAmount: '150.00' }], transactions);
  expect(linesOf(bridge)).toEqual({
    'To be paid out when the month began': 0,
    'Received in the month': 50_000,
    'Refunded in the month': -5_000,
    'Fees of these': -1_000,
    'Paid out in the month': -15_000,
    'Not explained': -4_500,
    'To be paid out at the end of the month': 24_500,
  });
});

test('where no record names a payout and no day has the sum of one, nothing is guessed', () => {
  const { payouts, transactions } = build([sale, { ...sale, payout: null }], ['2026-10-11T08:00:00Z'], false);
  const bridge = bridgeOf(payouts, transactions);
  expect(bridge).toMatchObject({ paidOutFils: 24_500, owedFils: null, unexplainedFils: null });
  expect(bridge.lines.filter(({ fils }) => fils === null)).toHaveLength(2);
});

test('where only days have the sums of payouts, what that leaves is likely', () => {
  const rows = [
    sale,
    { ...sale, at: '2026-10-31T08:00:00Z', fils: 9_000, payout: 1 },
    { ...sale, at: '2026-10-20T08:00:00Z', payout: null },
  ];
  const { payouts, transactions } = build(rows, ['2026-10-12T08:00:00Z', '2026-11-02T08:00:00Z'], false);
  const bridge = bridgeOf(payouts, transactions);
  // The second is paid out in the next month, the third in no payout.
  expect(bridge).toMatchObject({ paidOutFils: 24_500, owedFils: 8_500 + 24_500, unexplainedFils: 0 });
  expect(bridge.lines.at(-1)?.what).toBe('To be paid out at the end of the month, likely');
});
