import { parseRecordAmount } from '../payment-service/index.ts';
import {
  classifyRow,
  type PaymentWords,
  ROW_CLASSES,
  readRecordAmounts,
  readRecordState,
  readRowKind,
} from '../payments/index.ts';
import type { ReportKind, ReportRow } from './report-row.ts';

/** Beyond it a double does not hold two decimals. */
const LARGEST_EXACT = 1e13;

/** Fils as people and services write them: `1250.5`, `"1,250.50"`, `"AED 250.00"`, `"-20"`; null for anything else. */
export const parseListedAmount = (value: unknown): number | null => {
  if (typeof value === 'number' && Math.abs(value) < LARGEST_EXACT) {
    const fils = Math.round(value * 100);
    // The nearest double to so many fils is the one that was read: no need to read its text.
    if (fils / 100 === value) return fils + 0;
  }
  return parseRecordAmount(value);
};

/** Any value of JSON as one text: words and numbers as they are, nothing for null, lists and objects as JSON. */
export const valueText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/**
 * What a row means for the money of a report. `received`: of the transactions, money that came; of the payouts, money
 * that was paid out; of the links, what was asked with a link that is paid. `partly` and `cancelled` are said of
 * links and payouts alone; a payout that is `refunded` came back.
 */
export const MONEY_CLASSES = [...ROW_CLASSES, 'partly', 'cancelled'] as const;
export type MoneyClass = (typeof MONEY_CLASSES)[number];

export interface RowMoney {
  is: MoneyClass;
  /** Integer fils; of what went back its size, whatever its sign. Null: no exact amount can be told. */
  fils: number | null;
  /** In capitals. */
  currency: string;
  /** Of a payment that was received: what its own row says went back. */
  refundedFils: number;
  /** Of a refund: false where the row may be the payment itself, which then stands in no other sum. */
  isOwnRefund: boolean;
  /** A void or a reversal: nobody can tell whether the payment that it undoes had been received. */
  isUndoing: boolean;
}

/** The interface's only currency: what an amount without one is in. */
const AED = 'AED';

type ReadMoney = (row: ReportRow, words: PaymentWords) => RowMoney;

export const createReadMoney = (kind: ReportKind, words: PaymentWords): ((row: ReportRow) => RowMoney) => {
  const read = READERS[kind];
  // What a row denies may stand where it was not read: nobody can tell.
  return (row) => (row.hasUnread ? asListed(row, null) : read(row, words));
};

const READERS: Record<ReportKind, ReadMoney> = {
  transactions: ({ fields }, words) => {
    const record = { fields };
    const is = classifyRow(record, words);
    const { received, refunded, currency, isOtherCurrency } = readRecordAmounts(record, 'transaction');
    const amount = typeof received === 'number' ? received : null;
    const money = {
      is,
      fils: amount,
      currency: isOtherCurrency && currency !== null ? currency.toUpperCase() : AED,
      refundedFils: is === 'received' ? refunded : 0,
      isOwnRefund: false,
      isUndoing: false,
    };
    if (is !== 'refunded' && is !== 'other') return money;
    const { kind } = readRowKind(record, words.kinds);
    if (is === 'other') return { ...money, isUndoing: kind === 'void' || kind === 'reversal' };
    return {
      ...money,
      // A refund's row may carry the amount of its payment as well.
      fils: refunded || (amount === null ? null : Math.abs(amount)),
      isOwnRefund: kind !== 'payment' || (amount !== null && amount < 0),
    };
  },
  /** By the service's word alone: nothing else is known of a payout. */
  payouts: (row, words) => {
    const meaning = row.status === null ? null : words.states(row.status);
    return asListed(row, meaning === 'done' ? 'paid' : meaning);
  },
  /** What was asked, by what became of it. */
  links: (row, words) => {
    const record = { fields: row.fields };
    const { meaning } = readRecordState(record, 'link', words.states);
    const { asked } = readRecordAmounts(record, 'link');
    return asListed({ ...row, amountFils: asked ?? row.amountFils }, meaning);
  },
};

function asListed(
  { amountFils, currency }: ReportRow,
  meaning: ReturnType<typeof readRecordState>['meaning'],
): RowMoney {
  const isUnclear = meaning === null || meaning === 'contradictory';
  return {
    is: isUnclear ? 'unclassified' : meaning === 'paid' ? 'received' : meaning,
    fils: amountFils,
    currency: currency?.toUpperCase() ?? AED,
    refundedFils: 0,
    isOwnRefund: false,
    isUndoing: false,
  };
}
