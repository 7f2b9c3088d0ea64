import { expect, test } from 'vitest';
import { listDifferences } from '../../src/reconciliation/list-differences.ts';
import type { MonthLink, OddSale } from '../../src/reconciliation/month-links.ts';
import { type PlacedTransaction, tieMonth } from '../../src/reconciliation/tie-month.ts';
import {
  type Makers,
  readFields,
  readRecords,
  readRecordTable,
  readRows,
} from '../fixtures/record-tables.ts';
import { type Fields, tieOutRecords } from '../payouts/match-records.ts';

const at = (text: string): number => Date.parse(`${text}+04:00`);
const SPAN = { from: at('2026-11-01T00:00:00'), to: at('2026-11-30T23:59:59') };
const UNTIL = at('2026-11-21T12:00:00');

const sale = (id: string, amount: number, more: Fields = {}): Fields => ({
  transactionId: id,
  orderId: `9${id}`,
  invoiceId: `INV-${id}`,
  status: 'SUCCESS',
  amount,
  createdAt: '2026-11-10 12:00:00',
  ...more,
});
const payout = (payoutId: string, gross: number, more: Fields = {}): Fields => ({
  payoutId,
  status: 'PAID_OUT',
  grossAmount: gross,
  netAmount: gross,
  createdAt: '2026-11-12 10:00:00',
  ...more,
});
const link = (more: Partial<MonthLink> = {}): MonthLink => ({
  invoiceId: 'INV-1',
  orderId: '91',
  createdAt: at('2026-11-09T12:00:00'),
  customer: 'Sara',
  amountFils: 10_000,
  state: 'Paid',
  word: null,
  isPaid: true,
  paidAt: at('2026-11-10T12:00:00'),
  monthPaidFils: 10_000,
  monthRefunds: [],
  creator: '',
  owner: '',
  batch: null,
  payments: [],
  ...more,
});

const monthOf = (transactions: Fields[], payouts: Fields[] = []) =>
  tieMonth(tieOutRecords({ payouts, transactions }), SPAN, true);

interface Records {
  transactions?: Fields[];
  payouts?: Fields[];
  links?: MonthLink[];
  odd?: OddSale[];
  until?: number;
}

const differencesOf = async ({
  transactions = [],
  payouts = [],
  links = [],
  odd = [],
  until = UNTIL,
}: Records) => listDifferences(monthOf(transactions, payouts), { links, odd }, { span: SPAN, until });

/** `what; about which; fils`. */
const describeDifferences = async (records: Records): Promise<string> =>
  (await differencesOf(records))
    .map(({ what, payoutId, transactionId, invoiceId, fils }) =>
      [what, payoutId ?? transactionId ?? invoiceId, fils].join('; '),
    )
    .join(' + ');

const MAKERS: Makers<Fields> = {
  sale: ({ id, amount, ...more }) => sale(String(id), Number(amount), more),
  payout: ({ gross, ...more }) => payout('7001', Number(gross), more),
};

/** Columns: title, payouts, transactions, differences. */
test.each(
  readRows(`
  a returned payout | payout gross 100, status FAILED, netAmount 95 | | Payout came back; 7001; 9500
  a returned payout without a net amount
    | payout status FAILED, grossAmount null, netAmount null, amount 90
    | | Payout came back; 7001; 9000
  a payout that does not add up, by how much
    | payout gross 120, transactionIds ["1"]
    | sale id 1, amount 100
    | Payout: does not add up; 7001; 2000
  a payout with wrong gross and net, by its net
    | payout gross 120, transactionIds ["1"], netAmount 110
    | sale id 1, amount 100, fee 5
    | Payout: does not add up; 7001; 1500
  a payout with a single amount that is too small
    | payout grossAmount null, netAmount null, amount 93, transactionIds ["1"]
    | sale id 1, amount 100, fee 5
    | Payout: does not add up; 7001; -200
  a payout with only the net right, by its gross
    | payout gross 101, transactionIds ["1"], feeAmount 6, netAmount 95
    | sale id 1, amount 100, fee 5
    | Payout: does not add up; 7001; 100
  an unproved payout, and payments older than five days
    | payout gross 99
    | sale id 1, amount 100
    | Payout: cannot be proved; 7001;
  no payout that has the sum of its day, though no number joins them
    | payout gross 100, netAmount 95, createdAt 2026-11-11 10:00:00
    | sale id 1, amount 100, fee 5 |
  a payout that differs from its days by a fils
    | payout gross 100, netAmount 95.01, createdAt 2026-11-11 10:00:00
    | sale id 1, amount 100, fee 5
    | Payout: cannot be proved; 7001;
  a payment of six days ago in no payout
    | | sale id 1, amount 100, createdAt 2026-11-15 12:00:00
    | In no payout yet; 1; 10000
  a refund that no payout subtracted | | sale id 1, amount 30, type REFUND | In no payout yet; 1; -3000
  a new payment with an unknown payout
    | | sale id 1, amount 100, payoutId "6999", createdAt 2026-11-21 11:00:00
    | Its payout is missing; 6999; 10000
  a payment with an unreadable amount | | sale id 1, amount 100, currency USD | Cannot be read; 1;
  `),
)('lists %s', async (_, payouts = '', transactions = '', expected) => {
  const records = {
    payouts: readRecords(payouts, MAKERS),
    transactions: readRecords(transactions, MAKERS),
  };
  expect((await describeDifferences(records)).trim()).toBe(expected);
});

test.each(
  readRows(`
  a proved payout | payout gross 100, transactionIds ["1"] | sale id 1, amount 100
  a payment of five days ago | | sale id 1, amount 100, createdAt 2026-11-16 12:00:00
  a payment without a time | | sale id 1, amount 100, createdAt null
  a payment of last month in a payout of this one
    | payout gross 100, transactionIds ["1"]
    | sale id 1, amount 100, createdAt 2026-10-30 12:00:00
  a declined payment | | sale id 1, amount 100, status FAILED
  `),
)('does not list %s', async (_, payouts = '', transactions = '') => {
  const records = {
    payouts: readRecords(payouts, MAKERS),
    transactions: readRecords(transactions, MAKERS),
  };
  expect(await differencesOf(records)).toEqual([]);
});

const paymentsOf = async (transactions: Fields[]): Promise<PlacedTransaction[]> => [
  ...monthOf(transactions).transactions,
];

/** Columns: title, what is special about a link of AED 100 that was paid. */
test.each(
  readRecordTable(
    `
    Paid, but not among the transactions; INV-1; 10000
      paid more than a day after the month began | | paidAt 2026-11-02T00:01:00
      paid exactly a day after the month began | | paidAt 2026-11-02T00:00:00
      paid exactly a day before the month ends | | paidAt 2026-11-29T23:59:59
    no difference
      paid on the first day, perhaps listed last month | | paidAt 2026-11-01T23:59:00
      paid on the last day, perhaps listed next month | | paidAt 2026-11-30T00:01:00
      paid at an unknown time | | paidAt null
      not paid | | isPaid false
      paid, with its transaction | sale id 1, amount 100
    `,
    MAKERS,
  ),
)('a link $title: $heading', async ({ heading, records, more: [changes = ''] }) => {
  const { paidAt, ...more } = readFields(changes);
  const paid = typeof paidAt === 'string' ? at(paidAt) : null;
  const changed = { ...more, ...(paidAt === undefined ? {} : { paidAt: paid }) };
  const links = [link({ ...changed, payments: await paymentsOf(records) })];
  expect((await describeDifferences({ links })) || 'no difference').toBe(heading);
});

test('each difference says why, and what to do about it', async () => {
  const differences = await differencesOf({
    payouts: [
      payout('7001', 100, { status: 'FAILED' }),
      payout('7002', 120, { transactionIds: ['1'], createdAt: '2026-11-13 10:00:00' }),
    ],
    transactions: [
      sale('1', 100),
      sale('2', 50, { createdAt: '2026-11-14 12:00:00' }),
      sale('3', 60, { payoutId: '6999' }),
      sale('4', 70, { status: 'ODD' }),
      sale('5', 80, { status: null, amount: null }),
    ],
    links: [
      link(),
      link({
        payments: await paymentsOf([sale('1', 100)]),
        monthRefunds: [
          { kind: 'refund', fils: 100, at: at('2026-11-10T12:00:00') },
          { kind: 'chargeback', fils: 100, at: at('2026-11-11T12:00:00') },
          { kind: 'chargeback', fils: -100, at: at('2026-11-12T12:00:00') },
        ],
      }),
    ],
    odd: [
      { invoiceIds: ['INV-2', 'INV-3'], at: at('2026-11-13T12:00:00'), fils: 4_000 },
      { invoiceIds: ['INV-4'], at: at('2026-11-14T12:00:00'), fils: null },
    ],
  });
  const dayOf = (instant: number | null) => new Date((instant ?? 0) + 4 * 3_600_000).toISOString();
  expect(
    differences.map(({ at: when, what, why, next }) => [dayOf(when).slice(8, 16), what, why, next]),
  ).toEqual(
    readRows(`
    12T10:00
      | Payout came back
      | Its status is “FAILED”: the money did not arrive.
      | Check your bank details with the payment service; the money should come with a later payout.
    13T10:00
      | Payout: does not add up
      | Gross: the payout says AED 120.00, its transactions AED 100.00: 20.00 of it in no transaction.
      | Ask the payment service for the statement of this payout.
    10T12:00
      | Its payout is missing
      | It names payout 6999, which is not among the payouts of these days.
      | Look for that payout in the payment service’s dashboard.
    10T12:00
      | Cannot be read
      | Paylink cannot tell whether its money came, or how much (“ODD”).
      | Look it up in the payment service’s dashboard.
    10T12:00
      | Cannot be read
      | Paylink cannot tell whether its money came, or how much.
      | Look it up in the payment service’s dashboard.
    14T12:00
      | In no payout yet
      | It is 7 days old and in none of the payouts.
      | Ask the payment service when it will be paid out.
    10T12:00
      | Paid, but not among the transactions
      | Paylink has its payment, but it is not among the month’s transactions.
      | Look it up in the payment service’s dashboard.
    11T12:00
      | Chargeback
      | The customer disputed the payment with their bank.
      | See in the payment service’s dashboard how the dispute stands. Don’t refund it, too.
    12T12:00
      | Chargeback, won back
      | The customer disputed the payment with their bank.
      | See in the payment service’s dashboard how the dispute stands. Don’t refund it, too.
    13T12:00
      | Paid too much
      | More came for the sale than was due.
      | Refund it in the payment service’s dashboard.
    14T12:00
      | Another amount or currency came
      | What came for the sale cannot be compared with what was due.
      | Open Details on the link’s card in Slack.
    `),
  );
});
