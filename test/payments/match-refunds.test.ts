import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMovementReader, leftFils } from '../../src/figures/movements.ts';
import { createTotals } from '../../src/figures/totals.ts';
import { createRowReader } from '../../src/listings/row-reader.ts';
import {
  createReadReturned,
  matchRefunds,
  type NamedRow,
  type RefundedPayment,
  type RefundRow,
} from '../../src/payments/index.ts';
import { judgeRecord } from '../../src/payments/judged-record.ts';
import { addUpReceived } from '../../src/payments/received.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { onThisMachine, processorTime } from '../fixtures/processor-time.ts';
import { type Fields, type Makers, readRecordTable } from '../fixtures/record-tables.ts';
import { runs } from '../fixtures/whole-suite.ts';

const ZONE = 'Asia/Dubai';

/** What came less what went back, for a card, for totals, and for payouts. */
const weigh = (rows: readonly Fields[]) => {
  const judged = rows.map((fields) =>
    judgeRecord(
      { kind: 'transaction', via: 'listing', record: { fields } },
      { is: 'ours', by: 'order-id' },
      WORDS,
    ),
  );
  const { fils, refundedFils } = addUpReceived(judged);
  const listed = rows.map((fields) => createRowReader('transactions', ZONE)({ fields }));
  const totals = createTotals({ kind: 'transactions', words: WORDS });
  totals.add(listed);
  const { refunds } = totals.result();
  const reader = createMovementReader(WORDS);
  reader.add(listed);
  return {
    card: `${fils} − ${refundedFils}`,
    totals: refunds[0]?.fils ?? 0,
    payouts: reader.result().reduce((sum, one) => sum + leftFils(one), 0),
  };
};

const MAKERS: Makers<Fields> = {
  pay: (fields) => ({ id: 'p1', entity: 'payment', status: 'captured', amount: 250, ...fields }),
  back: (fields) => ({
    id: 'r1',
    entity: 'refund',
    payment_id: 'p1',
    status: 'processed',
    amount: 250,
    ...fields,
  }),
};

test.each(
  readRecordTable(
    `
    25000 − 25000
      a refund that names its payment | pay + back
      a refund before its payment | back + pay
      a payment that names its refund | pay refund_id r1 + back payment_id undefined
      both say how much | pay amount_refunded 250 + back
      a refunded payment and its refund | pay status refunded + back
    25000 − 8000
      two refunds, and the payment’s sum of them | pay amount_refunded 80 + back amount 50 + back id r2, amount 30
      less in the payment’s row than in its refund’s | pay amount_refunded 50 + back amount 80
    50000 − 8000
      one refund in each way, of different payments of one order | pay order_id O + pay id p2, order_id O, amount_refunded 50
        + back amount 30, order_id O
    50000 − 5000
      a refund by its order alone | pay order_id O + pay id p2, order_id O, amount_refunded 50
        + back payment_id undefined, amount 50, order_id O
    `,
    MAKERS,
  ),
)('a card, totals and payouts agree on %s', ({ heading, records }) => {
  const [came = '', back = ''] = heading.split(' − ');
  expect(weigh(records)).toEqual({
    card: heading,
    totals: Number(back),
    payouts: Number(came) - Number(back),
  });
});

const payment = (backFils: number, ids: string[], orderId: string | null = null): RefundedPayment => ({
  backFils,
  ids,
  orderId,
});
const refund = (
  fils: number,
  ids: string[],
  { orderId = null as string | null, namesPayment = false } = {},
): RefundRow => ({ fils, ids, orderId, namesPayment });

test.each<[title: string, RefundedPayment, RefundRow, shown: number, maybe: number]>([
  ['by an id', payment(50, ['T'], 'O'), refund(50, ['R', 'T'], { orderId: 'P' }), 50, 0],
  ['by the order', payment(50, ['T'], 'O'), refund(50, ['R'], { orderId: 'O' }), 50, 0],
  ['by nothing, where nothing rules it out', payment(50, ['T']), refund(30, ['R']), 30, 30],
  ['by nothing, if both have an order', payment(50, ['T'], 'O'), refund(30, ['R'], { orderId: 'P' }), 0, 0],
  ['by nothing, if it names another', payment(50, ['T']), refund(30, ['U'], { namesPayment: true }), 0, 0],
])('a refund shows what its payment says: %s', (_, one, other, shown, maybeFils) => {
  expect(matchRefunds([one], [other])).toEqual({ shown: [shown], maybeFils });
});

test('a refund that has an id of one payment of its order is not another’s', () => {
  const payments = [payment(0, ['T1'], 'O'), payment(50, ['T2'], 'O')];
  expect(matchRefunds(payments, [refund(50, ['R', 'T1'], { orderId: 'O' })]).shown).toEqual([0, 0]);
});

/** What is shown of a payment with an order and an id, with an order, with an id, and with neither. */
test.each<[title: string, RefundRow, shown: string]>([
  ['has an order and names its payment', refund(40, ['R'], { orderId: 'X', namesPayment: true }), '0 0 0 10'],
  ['has an order', refund(40, ['R'], { orderId: 'X' }), '0 0 10 10'],
  ['names its payment', refund(40, ['R'], { namesPayment: true }), '0 10 0 10'],
  ['says nothing', refund(40, ['R']), '10 10 10 10'],
])(
  'a refund that belongs to no payment listed may be those that nothing rules out: one that %s',
  (_, one, shown) => {
    const payments = [payment(10, ['T1'], 'O'), payment(10, [], 'O'), payment(10, ['T2']), payment(10, [])];
    const matched = matchRefunds(payments, [one]);
    expect(matched.shown.join(' ')).toBe(shown);
    expect(matched.maybeFils).toBe(matched.shown.reduce((sum, fils) => sum + fils, 0));
  },
);

test('what is left of each payment is shown by loose refunds in turn, not what is shown already', () => {
  const payments = [payment(50, ['T1']), payment(0, ['T2']), payment(20, [], 'O')];
  const refunds = [refund(50, ['T1']), refund(15, ['R'])];
  expect(matchRefunds(payments, refunds)).toEqual({ shown: [50, 0, 15], maybeFils: 15 });
});

test.each<[NamedRow, 'payment' | 'refund' | null]>([
  [{ ids: ['R1'], orderId: null }, 'payment'],
  [{ ids: ['X', 'P1'], orderId: null }, 'refund'],
  [{ ids: ['R1', 'P1'], orderId: null }, 'payment'],
  [{ ids: [], orderId: 'OR' }, 'payment'],
  [{ ids: ['X'], orderId: 'OP' }, 'refund'],
  [{ ids: ['X'], orderId: 'OX' }, null],
  [{ ids: [], orderId: null }, null],
])('a row of %j that says refunded is %s', (row, is) => {
  const payments = [
    { ids: ['P1'], orderId: 'OP' },
    { ids: ['P2'], orderId: null },
  ];
  const refunds = [
    { ids: ['R1', 'R2'], orderId: 'OR' },
    { ids: [], orderId: null },
  ];
  expect(createReadReturned(payments, refunds)(row)).toBe(is);
});

const anyId = fc.constantFrom('1', '2', '3', '4');
const anyOrder = fc.option(fc.constantFrom('A', 'B'));

test('never is more shown than the payments say, nor more than the refunds are', () => {
  let met = 0;
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          backFils: fc.nat(9),
          ids: fc.array(anyId, { maxLength: 2 }),
          orderId: anyOrder,
        }),
      ),
      fc.array(
        fc.record({
          fils: fc.nat(9),
          ids: fc.array(anyId, { maxLength: 2 }),
          orderId: anyOrder,
          namesPayment: fc.boolean(),
        }),
      ),
      (payments, refunds) => {
        const { shown, maybeFils } = matchRefunds(payments, refunds);
        const all = shown.reduce((sum, fils) => sum + fils, 0);
        for (const [at, fils] of shown.entries()) {
          expect(fils).toBeGreaterThanOrEqual(0);
          expect(fils).toBeLessThanOrEqual(payments[at]?.backFils ?? 0);
        }
        expect(all).toBeLessThanOrEqual(refunds.reduce((sum, { fils }) => sum + fils, 0));
        expect(maybeFils).toBeLessThanOrEqual(all);
        if (all > maybeFils) met += 1;
      },
    ),
    runs(500),
  );
  expect(met).toBeGreaterThan(runs(100).numRuns);
});

test('a hundred thousand rows are matched at once', () => {
  const payments = Array.from({ length: 50_000 }, (_, at) => payment(2, [`T${at}`], `O${at % 7}`));
  const refunds = Array.from({ length: 50_000 }, (_, at) =>
    refund(1, [`R${at}`, ...(at % 2 === 0 ? [`T${at}`] : [])], {
      orderId: at % 3 === 0 ? null : `O${at % 7}`,
    }),
  );
  const startedAt = processorTime();
  expect(matchRefunds(payments, refunds).shown.reduce((sum, fils) => sum + fils, 0)).toBe(50_000);
  expect(processorTime() - startedAt).toBeLessThan(onThisMachine(5_000));
});
