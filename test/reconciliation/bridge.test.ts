import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { spanOfDays } from '../../src/calendar/date-span.ts';
import { formatFils } from '../../src/payment-service/index.ts';
import { type Bridge, buildBridge } from '../../src/reconciliation/bridge.ts';
import { tieMonth } from '../../src/reconciliation/tie-month.ts';
import type { Fields } from '../fixtures/record-tables.ts';
import { runs } from '../fixtures/whole-suite.ts';
import { tieOutRecords, ZONE } from '../payouts/match-records.ts';

const OCTOBER = spanOfDays('2026-10-01', '2026-10-31', ZONE);
const NOVEMBER = spanOfDays('2026-11-01', '2026-11-30', ZONE);
const DAY = 86_400_000;

const bridgeOf = (payouts: readonly Fields[], transactions: readonly Fields[], span = OCTOBER): Bridge =>
  buildBridge(tieMonth(tieOutRecords({ payouts, transactions }, OCTOBER.from - 41 * DAY), span, true));

const amount = (fils: number): string => formatFils(fils);

/** From the middle of September to the tenth of November. */
const at = fc
  .integer({ min: -15, max: 40 })
  .map((day) => new Date(OCTOBER.from + day * DAY + DAY / 2).toISOString());

const row = fc.record({
  at,
  fils: fc.integer({ min: 1_000, max: 900_000 }),
  feeFils: fc.nat(900),
  isRefund: fc.boolean(),
  /** Which payout has it; none: in none yet. */
  payout: fc.option(fc.nat(4)),
});

const payoutsAt = fc.array(at, { minLength: 5, maxLength: 5 });

type Row = typeof row extends fc.Arbitrary<infer T> ? T : never;

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

const isOctober = (at: string) => Date.parse(at) >= OCTOBER.from && Date.parse(at) <= OCTOBER.to;

/** Only rows whose payout is one, since a payout below zero is not listed. */
const keep = (rows: readonly Row[]): Row[] =>
  rows.map((one) => {
    const net = rows.filter(({ payout }) => payout === one.payout).reduce((sum, of) => sum + netOf(of), 0);
    return one.payout !== null && net <= 0 ? { ...one, payout: null } : one;
  });

const linesOf = ({ lines }: Bridge) => Object.fromEntries(lines.map(({ what, fils }) => [what, fils]));

test('where each record names its payout, opening and movements are closing, to the fils, and the next month opens with it', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), payoutsAt, (some, times) => {
      const rows = keep(keep(some));
      const { payouts, transactions } = build(rows, times, true);
      const bridge = bridgeOf(payouts, transactions);
      const paid = rows.filter(({ payout }) => payout !== null && isOctober(times[payout] ?? ''));
      const sum = (fils: readonly (number | null)[]) =>
        fils.reduce<number>((all, one) => all + (one ?? 0), 0);
      expect(bridge.receivedFils).toBe(
        sum(rows.map((one) => (isOctober(one.at) && !one.isRefund ? one.fils : 0))),
      );
      expect(bridge.paidOutFils).toBe(sum(paid.map(netOf)));
      // Paid out before the payment came: the service is ahead.
      const isAhead = rows.some(
        ({ at, payout }) => payout !== null && Date.parse(times[payout] ?? '') < Date.parse(at),
      );
      if (!isAhead) expect(bridge.unexplainedFils).toBe(0);
      if (paid.length > 0 && !isAhead) {
        const opened = rows.filter(
          ({ at, payout }) =>
            Date.parse(at) < OCTOBER.from &&
            !(payout !== null && Date.parse(times[payout] ?? '') < OCTOBER.from),
        );
        expect(sum(opened.map(netOf))).toBe(bridge.lines[0]?.fils);
      }
      const fils = bridge.lines.map((line) => line.fils);
      expect(sum(fils.slice(0, -1))).toBe(bridge.owedFils);
      expect(fils.at(-1)).toBe(bridge.owedFils);
      const next = bridgeOf(payouts, transactions, NOVEMBER);
      expect(next.lines[0]?.fils).toBe(bridge.owedFils);
    }),
    runs(200),
  );
});

const sale = { at: '2026-10-10T08:00:00Z', fils: 25_000, feeFils: 500, isRefund: false, payout: 0 };

test('what a payout has too little is not explained, and in no other line', () => {
  const rows = [sale, { ...sale, fils: 5_000, isRefund: true, feeFils: 0 }, { ...sale, payout: null }];
  const { payouts, transactions } = build(rows, ['2026-10-12T08:00:00Z'], true);
  const [payout] = payouts;
  const bridge = bridgeOf([{ ...payout, netAmount: '150.00' }], transactions);
  expect(linesOf(bridge)).toEqual({
    'Owed by the service when the month began': 0,
    'Received in the month': 50_000,
    'Refunded in the month': -5_000,
    'Fees of these': -1_000,
    'Paid out in the month': -15_000,
    'Not explained': -4_500,
    'Owed by the service at the end of the month': 24_500,
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
  expect(bridge.lines.at(-1)?.what).toBe('Owed by the service at the end of the month, likely');
});
