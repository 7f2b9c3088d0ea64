import { readField } from '../payment-service/index.ts';
import type { JudgedRecord } from './judged-record.ts';

/** Money according to the transactions' rows, in integer fils. */
export interface Received {
  /** Null: no row says that a payment came. `conflict`: a row does, but its amount is unclear. */
  fils: number | 'conflict' | null;
  /** True when a row is the payment itself; false when we know of the payment only from its refund. */
  hasPayment: boolean;
  refundedFils: number;
  /** A row says refunded, but not how much. */
  isRefundOpen: boolean;
  currency: string | null;
  isOtherCurrency: boolean;
  /** The counted rows, in the order they came. */
  rows: JudgedRecord[];
}

const ID_NAMES = ['transactionId', 'transactionReference', 'txnId', 'txnRef', 'paymentId', 'id'];
const LONGEST_ID = 80;

/**
 * Adds up payments by distinct transaction. The answer to a look-up by id and the rows of a listing are two
 * readings of the same money: they are never added, and the one that shows more wins. A repeated row, with
 * the same id or identical fields, counts once.
 */
export const addUpReceived = (rows: readonly JudgedRecord[]): Received => {
  const readings = (['id', 'listing'] as const).map((via) => addUp(rows.filter((row) => row.via === via)));
  return readings.reduce((best, other) => (showsMore(other, best) ? other : best));
};

/** The transaction's own id; null when the row has none. */
export const readTransactionId = ({ record }: JudgedRecord): string | null => {
  const id = readField({ fields: record.fields }, ID_NAMES.slice(0, -1)) ?? record.fields['id'];
  return typeof id === 'string' || typeof id === 'number'
    ? String(id).trim().slice(0, LONGEST_ID) || null
    : null;
};

function addUp(rows: readonly JudgedRecord[]): Received {
  const byKey = new Map<string, JudgedRecord>();
  /** Rows with the same id and different sums. */
  const twofold = new Set<JudgedRecord>();
  for (const row of rows) {
    const key = keyOf(row);
    const first = byKey.get(key) ?? row;
    byKey.set(key, first);
    if (!isSameSum(first, row)) twofold.add(first);
  }
  const distinct = [...byKey.values()];
  const paid = distinct.filter(isPayment);
  // A refunded payment must have come first. But beside another payment, such a row is the refund itself.
  const returned = distinct.filter((row) => row.kind.kind === 'payment' && row.state.meaning === 'refunded');
  const counted = paid.length > 0 ? paid : returned.filter((row) => !isNegative(row));
  const back = distinct.filter(isGivenBack);
  const amounts = counted.map(({ amounts: { received } }) => received);
  const fils =
    counted.length === 0 ? null : counted.some((row) => twofold.has(row)) ? 'conflict' : sum(amounts);
  const rowsBack = sum([...back, ...returned].map((row) => row.amounts.refunded || amountOf(row)));
  const inPayments = sum(paid.map(({ amounts: { refunded } }) => refunded));
  const other = counted.find(({ amounts }) => amounts.isOtherCurrency);
  return {
    fils,
    hasPayment: paid.length > 0,
    // The refund rows and the refunded amounts in the payments' own rows describe the same money.
    refundedFils: Math.max(
      rowsBack === 'conflict' ? 0 : rowsBack,
      inPayments === 'conflict' ? 0 : inPayments,
    ),
    isRefundOpen: rowsBack === 'conflict',
    currency: (other ?? counted.find(({ amounts }) => amounts.currency !== null))?.amounts.currency ?? null,
    isOtherCurrency: other !== undefined,
    rows: counted,
  };
}

/** One row may name the currency, dirhams, where the other leaves it out. */
const isSameSum = ({ amounts: one }: JudgedRecord, { amounts: other }: JudgedRecord): boolean =>
  one.received === other.received &&
  one.isOtherCurrency === other.isOtherCurrency &&
  (!one.isOtherCurrency || one.currency === other.currency);

const isNegative = ({ amounts: { received } }: JudgedRecord): boolean =>
  typeof received === 'number' && received < 0;

/** Money that came: only a payment that succeeded, and not one with a negative amount. */
const isPayment = (row: JudgedRecord): boolean =>
  row.kind.kind === 'payment' && row.state.meaning === 'paid' && !isNegative(row);

const GIVES_BACK = new Set(['refund', 'chargeback', 'reversal', 'void']);

/** Money that went back: the refund succeeded, or nothing says that it did not. */
const isGivenBack = (row: JudgedRecord): boolean => {
  const { meaning } = row.state;
  if (meaning !== 'paid' && meaning !== 'refunded' && meaning !== null) return false;
  if (row.kind.kind !== null && GIVES_BACK.has(row.kind.kind)) return true;
  return row.kind.kind === 'payment' && meaning === 'paid' && isNegative(row);
};

function amountOf({ amounts: { received } }: JudgedRecord): number | 'conflict' {
  return typeof received === 'number' ? Math.abs(received) : 'conflict';
}

function sum(amounts: readonly (number | 'conflict' | null)[]): number | 'conflict' {
  let fils = 0;
  for (const amount of amounts) {
    if (typeof amount !== 'number' || !Number.isSafeInteger(fils + amount)) return 'conflict';
    fils += amount;
  }
  return fils;
}

/**
 * A transaction counts once for each id. Refunds may carry the payment's id, once for each part refunded, so
 * they count as one only if all their fields are identical.
 */
function keyOf(row: JudgedRecord): string {
  const id = isGivenBack(row) ? null : readTransactionId(row);
  if (id === null) return `row ${JSON.stringify(row.record.fields)}`;
  return `id ${id} ${row.kind.kind} ${row.state.meaning}`;
}

function showsMore(one: Received, other: Received): boolean {
  const weight = ({ fils }: Received) => (fils === null ? -2 : fils === 'conflict' ? -1 : fils);
  if (weight(one) !== weight(other)) return weight(one) > weight(other);
  if (one.refundedFils !== other.refundedFils) return one.refundedFils > other.refundedFils;
  return one.isRefundOpen && !other.isRefundOpen;
}
