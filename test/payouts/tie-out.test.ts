import { expect, test } from 'vitest';
import { describeFaults } from '../../src/payouts/tie-out-words.ts';
import { readRecords, readRecordTable, readRows } from '../fixtures/record-tables.ts';
import { describePayouts, idsOf, MAKERS, payout, refund, sale, tieOutRecords } from './match-records.ts';

/** Columns: title, payouts, transactions. Headings: the payouts with their transactions and gaps. */
const matches = (title: string, table: string) =>
  test.each(readRecordTable(table, MAKERS))(
    `${title} $title`,
    ({ heading, records, more: [transactions = ''] }) => {
      const tied = tieOutRecords({ payouts: records, transactions: readRecords(transactions, MAKERS) });
      expect(
        describePayouts(tied)
          .map((one) => one.trim())
          .join(' + '),
      ).toBe(heading);
    },
  );

matches(
  'a payout is matched by',
  `
  7001 proved by payout-id: 1, 2
    a payout id in any spelling, and a terminal’s batch number if a payout has it
      | payout gross 150, fee 10, settlement_batch_id B9
      | sale id 1, amount 100, payout.id 7001 + sale id 2, amount 50, batchId B9
        + sale id 3, amount 70, batchId "17", payoutId pending
  7001 proved by transaction-list: 1 + 7002 proved by transaction-list: 2
    its list of transaction ids, or of records
      | payout gross 100, transactionIds ["1"]
        + payout id 7002, gross 50, details [{"transactionId":2,"amount":50}]
      | sale id 1, amount 100 + sale id 2, amount 50
    the same lists, with dirhams by their number
      | payout gross 100, transactionIds ["1"], currency 784
        + payout id 7002, gross 50, transactionIds ["2"], currency 784
      | sale id 1, amount 100, currency 784 + sale id 2, amount 50
    a single amount that is the net or the gross one
      | bare amount 95, transactionIds ["1"] + bare payoutId "7002", amount 50, transactionIds ["2"]
      | sale id 1, amount 100 + sale id 2, amount 50
  7001 proved by transaction-list: 3 + 7002 proved by transaction-list: 4, 5
    its list of orders, or of ids in one text
      | payout gross 70, orderIds ["93"] + payout id 7002, gross 30, fee 10, transactionIds "4, 5"
      | sale id 3, amount 70 + sale id 4, amount 10 + sale id 5, amount 20
  7001 proved by transaction-list: 1, 2, 3
    a gross amount before refunds and a net amount after them
      | payout gross 150, fee 10, transactionIds ["1","2","3"], netAmount 110
      | sale id 1, amount 100 + sale id 2, amount 50 + refund id 3, amount 30
  7001 proved by transaction-list: 1
    its list, although it is listed twice itself
      | payout gross 100, transactionIds ["1"] + payout gross 100, transactionIds ["1"]
      | sale id 1, amount 100
    a fee with a separate tax
      | payout gross 100, transactionIds ["1"], vatAmount 0.25, netAmount 94.75
      | sale id 1, amount 100, vat 0.25, netAmount 94.75
  7001 proved by transaction-list: 1, 2
    a payment that was refunded later
      | payout gross 150, fee 10, transactionIds ["1","2"]
      | sale id 1, amount 100, status REFUNDED + sale id 2, amount 50
  `,
);

matches(
  'a payout is not proved by a transaction if',
  `
  7001 off by transaction-list: 1; gross 10001≠10000; net 9501≠9500
    one fils is missing | payout gross 100.01, transactionIds ["1"] | sale id 1, amount 100
  7001 off by transaction-list: 1; fee 700≠500; net 9300≠9500
    the fee differs | payout gross 100, fee 7, transactionIds ["1"] | sale id 1, amount 100
  7001 off by transaction-list: 1; net 9400≠9500; inner 9400≠9500
    its net is not its gross less its fee
      | payout gross 100, transactionIds ["1"], netAmount 94
      | sale id 1, amount 100
  7001 off by transaction-list: 1; gross 15000≠10000; fee 1000≠500; net 14000≠9500; 2 not-found; 3 no-money
    one transaction does not exist and another was declined
      | payout gross 150, fee 10, transactionIds ["1","2","3"]
      | sale id 1, amount 100 + sale id 3, amount 50, status FAILED
  7001 proved by transaction-list: 1, 2 + 7002 off by transaction-list: 3; gross 12000≠7000; fee 1000≠500; net 11000≠6500; 2 in-another 7001
    another payout lists its transaction too
      | payout gross 150, fee 10, transactionIds ["1","2"], createdAt 2026-11-24 09:00:00
        + payout id 7002, gross 120, fee 10, transactionIds ["2","3"]
      | sale id 1, amount 100 + sale id 2, amount 50 + sale id 3, amount 70
  7001 off by transaction-list: 1; gross 15000≠10000; fee 1000≠500; net 14000≠9500; 2 in-another 6999
    its transaction names another payout
      | payout gross 150, fee 10, transactionIds ["1","2"]
      | sale id 1, amount 100 + sale id 2, amount 50, payoutId "6999"
  7001 nothing-joins: + 7002 nothing-joins:
    its lists are of fees, or texts with commas
      | payout gross 90, items [{"id":"FEE-1"},{"id":"FEE-2"}]
        + payout id 7002, gross 80, details "Payout 24, November", lines "1,250.00"
      | sale id 1, amount 100 + sale id "250.00", amount 50
  7001 nothing-joins: + 7002 nothing-joins: + 7003 nothing-joins:
    its name is another’s, too, and its transactions may be of any of them
      | payout gross 100, batchNo B9 + payout id 7002, gross 50, batchNo B9 + payout id 7003, gross 30, batchNo B9
      | sale id 1, amount 100, batchId B9 + sale id 2, amount 50, batchId B9
    the same with a name that only a payout has
      | payout gross 100, settlementRef S9 + payout id 7002, gross 50, settlementRef S9
        + payout id 7003, gross 30, settlementRef S9
      | sale id 1, amount 100, settlementRef S9 + sale id 2, amount 50, settlementRef S9
  17 proved by transaction-list: 1
    only a terminal’s batch number matches, and it lists other transactions
      | payout id 17, gross 100, transactionIds ["1"]
      | sale id 1, amount 100 + sale id 2, amount 50, batchId "17"
  7001 no-amount:
    it has no amount | bare status PAID_OUT | sale id 1, amount 100
  7001 nothing-joins:
    only its days and their sum are the same
      | payout gross 100, fromDate 2026-11-23, toDate 2026-11-23
      | sale id 1, amount 100
  7001 no-fees by transaction-list: 1
    it has only a net amount, and its transaction no fee
      | bare netAmount 95, transactionIds ["1"]
      | sale id 1, amount 100, fee null
  7001 unreadable by transaction-list: 1
    its transaction is in dollars | payout gross 100, transactionIds ["1"] | sale id 1, amount 100, currency USD
  `,
);

test('a payout is not called wrong if its transactions may be older than the rows that were read', () => {
  const records = {
    payouts: [payout('7001', 150, 10, { transactionIds: ['1', '2'] })],
    transactions: [sale('1', 100)],
  };
  const fortyDaysBefore = Date.parse('2026-10-15T10:00:00+04:00');
  const readFrom = (moment: number) => describePayouts(tieOutRecords(records, moment))[0];
  expect(readFrom(fortyDaysBefore + 1)).toContain('read-too-late');
  expect(readFrom(fortyDaysBefore)).toContain('7001 off');
});

test.each([
  ['a refund where other refunds have rows of their own', [{ orderId: '91', status: 'REFUNDED' }], 'back'],
  ['a refunded payment where nothing tells', [], 'payment'],
  [
    'a refunded payment where the rows of refunded payments say so, too',
    [
      { orderId: '92', status: 'REFUNDED', type: 'REFUND' },
      { orderId: '92', status: 'REFUNDED', type: 'PAYMENT' },
    ],
    'payment',
  ],
])('a lone row that says refunded is %s', (_, others, kind) => {
  const transactions = [
    sale('1', 100),
    sale('8', 50, { status: 'REFUNDED' }),
    ...others.map((more, index) => sale(`9${index}`, 20, more)),
  ];
  const { due } = tieOutRecords({ payouts: [], transactions });
  expect(due.find(({ id }) => id === '8')?.kind).toBe(kind);
});

test('the money of a returned payout is due again, unless the next payout has it', () => {
  const { due, payouts } = tieOutRecords({
    payouts: [
      payout('7001', 150, 10, {
        status: 'FAILED',
        transactionIds: ['1', '2'],
        createdAt: '2026-11-24 09:00:00',
      }),
      payout('7002', 100, 5, { transactionIds: ['1'] }),
    ],
    transactions: [sale('1', 100), sale('2', 50), refund('3', 20), sale('4', 9, { status: 'FAILED' })],
  });
  expect(payouts.map(({ payout: { id }, transactions }) => [id, idsOf(transactions)])).toEqual([
    ['7001', ['2']],
    ['7002', ['1']],
  ]);
  expect(idsOf(due)).toEqual(['2', '3']);
});

test('a payout that came back is compared with no day', () => {
  const returned = payout('7001', 100, 5, { status: 'RETURNED' });
  const { payouts } = tieOutRecords({ payouts: [returned], transactions: [sale('1', 100)] });
  expect(payouts).toMatchObject([{ why: 'nothing-joins', beside: [] }]);
});

const MATCHES = 'Matches by date and sum.';

test.each(
  readRows(`
  its days | payout gross 150, fee 10, fromDate 2026-11-20, toDate 2026-11-21 | 20 – 21 Nov 2026 | 150.00 − fees 10.00 = net 140.00. ${MATCHES}
  no day but the one that it matches | payout gross 50, fee 5, createdAt 2026-11-23 10:00:00 | Sat 21 Nov 2026 | ${MATCHES}
  its days, with a fils less | payout gross 149.99, fee 10, fromDate 2026-11-20, toDate 2026-11-21 | It has the sum | of no day: 20 – 21 Nov 2026.
  its hours | payout gross 100, fromDate 2026-11-20 00:00:00, toDate 2026-11-20 12:00:00 | 20 Nov 2026, 12:00 AM – 12:00 PM | ${MATCHES}
  a day with a refund | payout gross 40, fee 5, createdAt 2026-11-23 10:00:00 | Sun 22 Nov 2026 | 70.00 − refunded 30.00 − fees 5.00 = net 35.00. ${MATCHES}
  none of the days before | payout gross 99, createdAt 2026-11-23 10:00:00 | It has the sum | of no day: Fri 20 Nov 2026 to Mon 23 Nov 2026.
  a day without a fee | payout gross 9, createdAt 2026-11-24 10:00:00 | Not compared | with its days: a payment does not say its fee, or cannot be read.
  a day without payments | payout gross 0, fee 0, createdAt 2026-11-28 10:00:00 | It has the sum | of no day
  `),
)(
  'a payout that nothing joins is shown beside %s, not proved by it',
  (_, one = '', dates = '', words = '') => {
    const tied = tieOutRecords({
      payouts: readRecords(one, MAKERS),
      transactions: [
        sale('1', 100, { createdAt: '2026-11-20 00:00:00' }),
        sale('2', 50, { createdAt: '2026-11-21 23:59:59' }),
        sale('3', 70, { createdAt: '2026-11-22 00:00:00' }),
        refund('4', 30, { createdAt: '2026-11-22 09:00:00' }),
        sale('5', 9, { createdAt: '2026-11-24 09:00:00', fee: null }),
      ],
    });
    expect(describePayouts(tied)).toEqual(['7001 nothing-joins: ']);
    const [, ...beside] = tied.payouts.flatMap(describeFaults);
    expect(beside.find((fault) => fault.startsWith(dates))).toContain(words);
    expect(beside).toHaveLength(1);
  },
);

test('the description of a difference has both sums and what is missing', () => {
  const { payouts } = tieOutRecords({
    payouts: [payout('7001', 1250, 5, { transactionCount: 2, transactionIds: ['1', '7'] })],
    transactions: [sale('1', 100)],
  });
  expect(payouts.flatMap(describeFaults)).toEqual([
    'Gross: the payout says AED 1,250.00, its transactions AED 100.00: 1,150.00 of it in no transaction.',
    'Net: the payout says AED 1,245.00, its transactions AED 95.00: 1,150.00 of it in no transaction.',
    'The payout says 2 transactions, 1 were found.',
    'The payout lists transaction 7, which is not among the service’s transactions.',
  ]);
});
