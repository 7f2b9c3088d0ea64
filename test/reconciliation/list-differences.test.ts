import { describe, expect, test } from 'vitest';
import { listDifferences } from '../../src/reconciliation/list-differences.ts';
import type { MonthLink } from '../../src/reconciliation/month-links.ts';
import { type PlacedTransaction, tieMonth } from '../../src/reconciliation/tie-month.ts';
import { createRowReader } from '../../src/reports/row-reader.ts';
import { type Fields, WORDS, ZONE } from '../payouts/match-records.ts';

const at = (text: string): number => Date.parse(`${text}+04:00`);
const SPAN = { from: at('2026-11-01T00:00:00'), to: at('2026-11-30T23:59:59') };
const UNTIL = at('2026-11-21T12:00:00');
const DAY_MS = 86_400_000;

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
  status: 'PROCESSED',
  grossAmount: gross,
  netAmount: gross,
  createdAt: '2026-11-12 10:00:00',
  ...more,
});
const link = (more: Partial<MonthLink> = {}): MonthLink => ({
  invoiceId: 'INV-1',
  orderId: '91',
  createdAt: at('2026-11-09T12:00:00'),
  isOfMonth: true,
  customer: 'Sara',
  amountFils: 10_000,
  state: 'Paid',
  isPaid: true,
  paidAt: at('2026-11-10T12:00:00'),
  paidFils: 10_000,
  refundedFils: null,
  creator: '',
  owner: '',
  batch: null,
  payments: [],
  ...more,
});

const monthOf = (transactions: Fields[], payouts: Fields[] = []) => {
  const readTransaction = createRowReader('transactions', ZONE);
  const readPayout = createRowReader('payouts', ZONE);
  return tieMonth({
    teamId: 'T1',
    span: SPAN,
    readFrom: 0,
    readTo: UNTIL,
    signal: new AbortController().signal,
    payouts: payouts.map((fields) => readPayout({ fields })),
    transactions: transactions.map((fields) => readTransaction({ fields })),
    words: WORDS,
    timeZone: ZONE,
  });
};

interface Records {
  transactions?: Fields[];
  payouts?: Fields[];
  links?: MonthLink[];
  until?: number;
}

const differencesOf = async ({ transactions = [], payouts = [], links = [], until = UNTIL }: Records) =>
  listDifferences(await monthOf(transactions, payouts), { links }, { span: SPAN, until });

/** `what; about which; fils`. */
const toldOf = async (records: Records): Promise<string[]> =>
  (await differencesOf(records)).map(({ what, payoutId, transactionId, invoiceId, fils }) =>
    [what, payoutId ?? transactionId ?? invoiceId, fils].join('; '),
  );

test.each<[title: string, records: Records, told: string[]]>([
  [
    'a payout that came back',
    { payouts: [payout('7001', 100, { status: 'FAILED', netAmount: 95 })] },
    ['Payout came back; 7001; 9500'],
  ],
  [
    'a payout that came back and names no net',
    { payouts: [{ payoutId: '7001', status: 'FAILED', amount: 90, createdAt: '2026-11-12 10:00:00' }] },
    ['Payout came back; 7001; 9000'],
  ],
  [
    'a payout that does not add up, by how much',
    { payouts: [payout('7001', 120, { transactionIds: ['1'] })], transactions: [sale('1', 100)] },
    ['Payout: does not add up; 7001; 2000'],
  ],
  [
    'a payout of which gross and net are wrong, by its net',
    {
      payouts: [payout('7001', 120, { transactionIds: ['1'], netAmount: 110 })],
      transactions: [sale('1', 100, { fee: 5 })],
    },
    ['Payout: does not add up; 7001; 1500'],
  ],
  [
    'a payout of one amount that is too little, by that amount',
    {
      payouts: [{ payoutId: '7001', amount: 93, transactionIds: ['1'], createdAt: '2026-11-12 10:00:00' }],
      transactions: [sale('1', 100, { fee: 5 })],
    },
    ['Payout: does not add up; 7001; -200'],
  ],
  [
    'a payout of which the net alone is right, by its gross',
    {
      payouts: [payout('7001', 101, { transactionIds: ['1'], feeAmount: 6, netAmount: 95 })],
      transactions: [sale('1', 100, { fee: 5 })],
    },
    ['Payout: does not add up; 7001; 100'],
  ],
  [
    'a payout that nothing joins, and its payments once they are older than five days',
    { payouts: [payout('7001', 99)], transactions: [sale('1', 100)] },
    ['Payout: cannot be proved; 7001; ', 'Perhaps in no payout; 1; 10000'],
  ],
  [
    'a payment six days old that is in no payout',
    { transactions: [sale('1', 100, { createdAt: '2026-11-15 12:00:00' })] },
    ['In no payout yet; 1; 10000'],
  ],
  [
    'a refund that no payout took off',
    { transactions: [sale('1', 30, { type: 'REFUND' })] },
    ['In no payout yet; 1; -3000'],
  ],
  [
    'a payment that names a payout which is not there, however new',
    { transactions: [sale('1', 100, { payoutId: '6999', createdAt: '2026-11-21 11:00:00' })] },
    ['Its payout is missing; 6999; 10000'],
  ],
  [
    'a payment whose money cannot be read, without an amount',
    { transactions: [sale('1', 100, { currency: 'USD' })] },
    ['Cannot be read; 1; '],
  ],
])('tells of %s', async (_, records, told) => {
  expect(await toldOf(records)).toEqual(told);
});

test.each<[title: string, records: Records]>([
  [
    'a payout that is proved',
    { payouts: [payout('7001', 100, { transactionIds: ['1'] })], transactions: [sale('1', 100)] },
  ],
  ['a payment five days old', { transactions: [sale('1', 100, { createdAt: '2026-11-16 12:00:00' })] }],
  ['a payment without a time', { transactions: [sale('1', 100, { createdAt: null })] }],
  [
    'a payment of the month before, which is there for its payout’s sake',
    {
      payouts: [payout('7001', 100, { transactionIds: ['1'] })],
      transactions: [sale('1', 100, { createdAt: '2026-10-30 12:00:00' })],
    },
  ],
  ['a declined payment', { transactions: [sale('1', 100, { status: 'FAILED' })] }],
])('says nothing of %s', async (_, records) => {
  expect(await toldOf(records)).toEqual([]);
});

const paymentsOf = async (transactions: Fields[]): Promise<PlacedTransaction[]> => [
  ...(await monthOf(transactions)).transactions,
];
/** What is told of a link to which these payments of the month belong; of the payments themselves nothing. */
const toldOfLink = async (more: Partial<MonthLink>, transactions: Fields[] = []): Promise<string[]> =>
  toldOf({ links: [link({ ...more, payments: await paymentsOf(transactions) })] });

/** Links with their transactions, by the difference that is listed. */
const OF_LINKS: Record<string, Record<string, [Partial<MonthLink>, Fields[]?]>> = {
  'Paid, but not among the transactions; INV-1; 10000': {
    'paid a day and a minute into the month, and no transaction': [{ paidAt: at('2026-11-02T00:01:00') }],
    'paid just when the first day is over': [{ paidAt: SPAN.from + DAY_MS }],
    'paid just when the last day begins': [{ paidAt: SPAN.to - DAY_MS }],
  },
  nothing: {
    'paid within the first day, which the month before may have': [{ paidAt: at('2026-11-01T23:59:00') }],
    'paid within the last day, which the next month may have': [{ paidAt: at('2026-11-30T00:01:00') }],
    'paid, and nobody knows when': [{ paidAt: null }],
    'not paid': [{ isPaid: false, paidFils: null }],
    'paid, with its transaction': [{}, [sale('1', 100)]],
    'more paid than asked for, and given back': [{ paidFils: 10_500, refundedFils: 500 }, [sale('1', 105)]],
    'less paid, for a link of another month': [{ paidFils: 9_000, isOfMonth: false, isPaid: false }],
    'paid twice, and once given back in a row of its own': [
      {},
      [sale('1', 100), sale('2', 100, { orderId: '91' }), sale('3', 100, { type: 'REFUND', orderId: '91' })],
    ],
    'paid twice, and once given back in another month': [
      { refundedFils: 10_000 },
      [sale('1', 100), sale('2', 100, { orderId: '91' })],
    ],
    'paid in two parts': [{}, [sale('1', 60), sale('2', 40, { orderId: '91' })]],
    'declined once, then paid': [
      {},
      [sale('1', 100, { status: 'FAILED' }), sale('2', 100, { orderId: '91' })],
    ],
  },
  'Paid a different amount; INV-1; -1000': {
    'less paid than asked for': [{ paidFils: 9_000 }, [sale('1', 90)]],
    'less paid this month, for a link of another month': [
      { paidFils: 9_000, isOfMonth: false },
      [sale('1', 90)],
    ],
  },
  'Paid a different amount; INV-1; 500': {
    'more paid than asked for': [{ paidFils: 10_500 }, [sale('1', 105)]],
  },
  'Paid more than once; INV-1; 10000': {
    'paid twice': [{}, [sale('1', 100), sale('2', 100, { orderId: '91' })]],
  },
  'Paid more than once; INV-1; 6000': {
    'paid twice, and part of it given back': [
      {},
      [sale('1', 100), sale('2', 100, { orderId: '91' }), sale('3', 40, { type: 'REFUND', orderId: '91' })],
    ],
  },
  'Paid a different amount; INV-1; 5000': {
    'declined once, then more paid than asked for': [
      { paidFils: 15_000 },
      [sale('1', 100, { status: 'FAILED' }), sale('2', 150, { orderId: '91' })],
    ],
  },
  'Paid more than once; INV-1; 5000': {
    'paid and given back, then more paid than asked for': [
      {},
      [sale('1', 100, { status: 'REFUNDED' }), sale('2', 150)],
    ],
  },
};

describe.each(Object.entries(OF_LINKS))('says “%s” of a link that was', (told, links) => {
  test.each(Object.entries(links))('%s', async (_, [more, transactions]) => {
    expect(await toldOfLink(more, transactions)).toEqual(told === 'nothing' ? [] : [told]);
  });
});

test('a payment that an unproved payout may hold is a difference from its sixth day', async () => {
  const records = {
    payouts: [payout('7001', 99, { createdAt: '2026-11-20 10:00:00' })],
    transactions: [sale('1', 100, { createdAt: '2026-11-15 12:00:01' }), sale('2', 50)],
  };
  expect(await toldOf(records)).toEqual([
    'Payout: cannot be proved; 7001; ',
    'Perhaps in no payout; 2; 5000',
  ]);
  expect(await toldOf({ ...records, until: UNTIL + 1_000 })).toEqual([
    'Payout: cannot be proved; 7001; ',
    'Perhaps in no payout; 2; 5000',
    'Perhaps in no payout; 1; 10000',
  ]);
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
      link({ paidFils: 9_000 }),
      link({ paidFils: 11_000, paidAt: null }),
      link({ payments: await paymentsOf([sale('1', 100), sale('6', 100, { orderId: '91' })]) }),
    ],
  });
  const unproved = await differencesOf({ payouts: [payout('7001', 99)], transactions: [sale('1', 100)] });
  differences.push(...unproved.filter(({ transactionId }) => transactionId !== null));
  expect(differences.map(({ what, why, next }) => [what, why, next])).toMatchInlineSnapshot(`
    [
      [
        "Payout came back",
        "Its status is “FAILED”: the money did not arrive.",
        "Check your bank details with the payment service; the money should come with a later payout.",
      ],
      [
        "Payout: does not add up",
        "Gross: the payout says AED 120.00, its transactions AED 100.00: 20.00 of it in no transaction.",
        "Ask the payment service for the statement of this payout.",
      ],
      [
        "Its payout is missing",
        "It names payout 6999, which is not among the payouts of these days.",
        "Look for that payout in the payment service’s dashboard.",
      ],
      [
        "Cannot be read",
        "Paylink cannot tell whether its money came, or how much (“ODD”).",
        "Look it up in the payment service’s dashboard.",
      ],
      [
        "Cannot be read",
        "Paylink cannot tell whether its money came, or how much.",
        "Look it up in the payment service’s dashboard.",
      ],
      [
        "In no payout yet",
        "It is 7 days old and in none of the payouts.",
        "Ask the payment service when it will be paid out.",
      ],
      [
        "Paid, but not among the transactions",
        "Paylink has its payment, but it is not among the month’s transactions.",
        "Look it up in the payment service’s dashboard.",
      ],
      [
        "Paid a different amount",
        "The customer paid less than the link asked for.",
        "Open Details on the link’s card in Slack.",
      ],
      [
        "Paid a different amount",
        "The customer paid more than the link asked for.",
        "Open Details on the link’s card in Slack.",
      ],
      [
        "Paid more than once",
        "2 payments in this month are for this link.",
        "Refund the extra payment in the payment service’s dashboard.",
      ],
      [
        "Perhaps in no payout",
        "It is 11 days old and in no payout, unless one that cannot be proved holds it.",
        "Look for it in the statements of the payouts that cannot be proved.",
      ],
    ]
  `);
  expect(differences.map((one) => one.at)).toEqual([
    at('2026-11-12T10:00:00'),
    at('2026-11-13T10:00:00'),
    at('2026-11-10T12:00:00'),
    at('2026-11-10T12:00:00'),
    at('2026-11-10T12:00:00'),
    at('2026-11-14T12:00:00'),
    at('2026-11-10T12:00:00'),
    at('2026-11-10T12:00:00'),
    at('2026-11-09T12:00:00'),
    at('2026-11-10T12:00:00'),
    at('2026-11-10T12:00:00'),
  ]);
});
