import type { MoneySums, Movement } from '../../src/figures/movements.ts';
import { createRowReader } from '../../src/listings/row-reader.ts';
import {
  buildDaysWindow,
  buildDueProblem,
  buildDueReading,
  buildDueWindow,
  type DueShown,
} from '../../src/payouts/due-window-view.ts';
import type { PayoutRecord } from '../../src/payouts/payout-record.ts';
import {
  buildPayoutProblem,
  buildPayoutReading,
  buildPayoutWindow,
  buildTransactionList,
  buildTurns,
  chunkPage,
} from '../../src/payouts/payout-window-view.ts';
import { sumDue } from '../../src/payouts/sum-due.ts';
import type { TiedPayout } from '../../src/payouts/tie-out.ts';
import { NOW, ZONE } from './made-up.ts';
import { modal, type Story } from './story.ts';

const DAY_MS = 86_400_000;

const TRANSACTIONS = Array.from(
  { length: 45 },
  (_, index): Movement => ({
    id: String(500_001 + index),
    orderId: String(100_001 + index),
    reference: index === 2 ? null : `INV-<${index}>`,
    at: NOW - (46 - index) * 3_600_000,
    status: 'SUCCESS',
    is: index === 3 ? 'refunded' : index === 4 ? 'unclassified' : 'received',
    kind: index === 3 ? 'back' : index === 4 ? 'unclear' : 'payment',
    back: index === 3 ? 'chargeback' : 'refund',
    fils: 12_550 + index,
    receivedFils: index === 3 || index === 4 ? 0 : 12_550 + index,
    backFils: index === 3 || index === 5 ? 12_550 + index : 0,
    isOfPayment: index !== 3,
    saysBackFils: index === 5 ? 12_555 : 0,
    doubt: null,
    feeFils: index === 6 ? null : 414,
    currency: 'AED',
    payoutIds: [],
    maybePayoutIds: [],
    row: createRowReader('transactions', ZONE)({ fields: {} }),
  }),
);

const PAYOUT: PayoutRecord = {
  id: '7118',
  names: ['7118'],
  at: NOW - 3_600_000,
  state: 'paid-out',
  status: 'PAID_OUT',
  grossFils: 565_740,
  feeFils: 18_630,
  netFils: 547_110,
  paid: { fils: 547_110, isNetStated: true },
  unknownColumns: [],
  amountFils: null,
  currency: 'AED',
  count: 45,
  from: null,
  to: null,
  listed: null,
  bankReference: 'BANK`00007118',
  hasUnread: false,
};

const PROVED: TiedPayout = {
  payout: PAYOUT,
  paid: PAYOUT.paid,
  verdict: 'proved',
  why: null,
  evidence: 'payout-id',
  transactions: TRANSACTIONS,
  sums: {
    ...{
      count: 45,
      payments: 44,
      refunds: 1,
      receivedFils: 565_740,
      outFils: 12_553,
      refundedFils: 12_553,
      chargedBackFils: 12_553,
    },
    ...{ feeFils: 18_630, netFils: 534_557, withoutFee: 0, unreadable: 0 },
  },
  gaps: [],
  missing: [],
  beside: [],
};

const OFF: TiedPayout = {
  ...PROVED,
  payout: { ...PAYOUT, state: 'came-back', status: '<RETURNED>' },
  verdict: 'off',
  evidence: 'transaction-list',
  gaps: [
    { of: 'gross', stated: 565_740, summed: 553_190 },
    { of: 'net', stated: 547_110, summed: 534_560 },
    { of: 'count', stated: 46, summed: 45 },
  ],
  missing: [
    { id: '<500099>', why: 'not-found', payoutId: null },
    { id: '500098', why: 'in-another', payoutId: '7117' },
    { id: '500097', why: 'no-money', payoutId: null },
  ],
};

const DAY: MoneySums = {
  ...{
    count: 45,
    payments: 44,
    refunds: 1,
    receivedFils: 578_293,
    outFils: 12_553,
    refundedFils: 12_553,
    chargedBackFils: 12_553,
  },
  ...{ feeFils: 18_630, netFils: 547_110, withoutFee: 0, unreadable: 0 },
};
const UNTIED = { transactions: [], evidence: null } as const;

export const PAYOUT_VERDICTS: readonly [name: string, tied: TiedPayout][] = [
  ['adds up', PROVED],
  ['does not add up', OFF],
  ['cannot be proved', { ...PROVED, ...UNTIED, verdict: 'not-provable', why: 'no-amount' }],
  [
    'beside its days',
    {
      ...PROVED,
      ...UNTIED,
      ...{ verdict: 'not-provable', why: 'nothing-joins' },
      beside: [
        {
          dates: 'Fri 20 Nov 2026',
          from: 0,
          to: 0,
          sums: { ...DAY, receivedFils: 600_000, netFils: 581_370 },
        },
        { dates: 'Sat 21 Nov 2026', from: 0, to: 0, sums: DAY },
      ],
    },
  ],
];

const LISTS = {
  due: TRANSACTIONS,
  payouts: PAYOUT_VERDICTS.map(([, tied]) => tied),
  unclear: [],
  elsewhere: TRANSACTIONS.slice(0, 1),
};
const DUE: DueShown = {
  sums: sumDue(LISTS, NOW + 10 * DAY_MS),
  transactions: TRANSACTIONS,
  page: 1,
  dates: '23 Aug – 21 Nov 2026',
  timeZone: ZONE,
  mayLack: true,
};

export const listPayouts = (): Story[] => {
  const shown = { page: 1, timeZone: ZONE, mayLack: true };
  const nothing = { due: [], payouts: [], unclear: [], elsewhere: [] };
  return [
    modal('payouts, reading one', buildPayoutReading, '7118'),
    ...PAYOUT_VERDICTS.map(([name, tied]) =>
      modal(`payouts, ${name}`, [buildPayoutWindow, buildTransactionList, buildTurns], tied, shown),
    ),
    modal('payouts, one not read', buildPayoutProblem, '7118', '⚠️ The service is busy. Try again.'),
    modal('payouts, reading what is due', buildDueReading),
    modal('payouts, due', buildDueWindow, DUE),
    modal('payouts, nothing due', buildDueWindow, {
      ...DUE,
      sums: sumDue(nothing, NOW),
      transactions: [],
      mayLack: false,
    }),
    modal('payouts, by day', [buildDaysWindow, chunkPage], {
      ...{ page: 0, dates: DUE.dates, mayLack: true },
      likely: {
        ...{ after: { sums: DAY, date: 'Wed 18 Nov 2026' }, alike: 31 },
        days: [
          {
            ...DAY,
            date: 'Sat 21 Nov 2026',
            payouts: 1,
            paidOut: { fils: 547_110, isNetStated: false, columns: [] },
          },
          {
            ...DAY,
            date: 'Fri 20 Nov 2026',
            withoutFee: 2,
            unreadable: 1,
            payouts: 0,
            paidOut: { fils: 0, isNetStated: true, columns: [] },
          },
          {
            ...DAY,
            ...{
              date: 'Thu 19 Nov 2026',
              payments: 0,
              refunds: 0,
              payouts: 2,
              paidOut: { fils: null, isNetStated: true, columns: ['wiredToBank'] },
            },
          },
        ],
      },
    }),
    modal('payouts, by day, and no day matches', buildDaysWindow, {
      ...{ page: 0, dates: DUE.dates, mayLack: false },
      likely: { after: null, alike: 0, days: [] },
    }),
    modal('payouts, due not read', buildDueProblem, '⚠️ The service is busy. Try again.'),
  ];
};
