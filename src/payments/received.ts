import type { JudgedRecord } from './judged-record.ts';
import { readTransactionId } from './transaction-id.ts';

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

/**
 * Adds up payments by distinct transaction. The answer to a look-up by id and the rows of a listing are two
 * readings of the same money: they are never added, and the one that shows more wins. A repeated row, with
 * the same id or identical fields, counts once.
 */
export const addUpReceived = (rows: readonly JudgedRecord[]): Received => {
  const readings = (['id', 'listing'] as const).map((via) => addUp(rows.filter((row) => row.via === via)));
  return readings.reduce((best, other) => (showsMore(other, best) ? other : best));
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
  const back = distinct.filter(isGivenBack);
  const hasRefundRows = back.length > 0;
  const returned = distinct.filter((row) => row.kind.kind === 'payment' && row.state.meaning === 'refunded');
  const counted = countPayments(paid, returned, hasRefundRows);
  const amounts = counted.map(({ amounts: { received } }) => received);
  const fils =
    counted.length === 0 ? null : counted.some((row) => twofold.has(row)) ? 'conflict' : sum(amounts);
  // A refund's own row, the refunded state of its payment, and the payment's refunded amount are the same money.
  const refunds = [
    sum(back.map((row) => row.amounts.refunded || amountOf(row))),
    sum(returned.map((row) => row.amounts.refunded || gaveBack(row, hasRefundRows))),
    sum(paid.map(({ amounts: { refunded } }) => refunded)),
  ] as const;
  const other = counted.find(({ amounts }) => amounts.isOtherCurrency);
  return {
    fils,
    hasPayment: paid.length > 0,
    refundedFils: Math.max(...refunds.map((fils) => (fils === 'conflict' ? 0 : fils))),
    isRefundOpen: refunds[0] === 'conflict' || refunds[1] === 'conflict',
    currency: (other ?? counted.find(({ amounts }) => amounts.currency !== null))?.amounts.currency ?? null,
    isOtherCurrency: other !== undefined,
    rows: counted,
  };
}

/**
 * The rows that are payments. A payment that says refunded must have come first. Next to another payment, such a row may
 * be the refund itself, unless refunds have rows of their own or the row has its own id.
 */
function countPayments(
  paid: readonly JudgedRecord[],
  returned: readonly JudgedRecord[],
  hasRefundRows: boolean,
): JudgedRecord[] {
  const came = returned.filter((row) => !isNegative(row));
  if (paid.length === 0) return came;
  const ids = new Set(paid.map(readTransactionId));
  const isAnother = (row: JudgedRecord) => {
    const id = readTransactionId(row);
    return id !== null && !ids.has(id);
  };
  return [...paid, ...(hasRefundRows && !ids.has(null) ? came.filter(isAnother) : [])];
}

/** The refund of a payment that says refunded, but not how much. */
function gaveBack(row: JudgedRecord, hasRefundRows: boolean): number | 'conflict' {
  if (!row.state.isInPart) return amountOf(row);
  return hasRefundRows ? 0 : 'conflict';
}

/** One row may name the currency, AED, and the other leave it out. */
const isSameSum = ({ amounts: one }: JudgedRecord, { amounts: other }: JudgedRecord): boolean =>
  one.received === other.received &&
  one.isOtherCurrency === other.isOtherCurrency &&
  (!one.isOtherCurrency || one.currency === other.currency);

const isNegative = ({ amounts: { received } }: JudgedRecord): boolean =>
  typeof received === 'number' && received < 0;

/** Money received: a payment that succeeded, unless its amount is negative. */
const isPayment = (row: JudgedRecord): boolean =>
  row.kind.kind === 'payment' && row.state.meaning === 'paid' && !isNegative(row);

const GIVES_BACK = new Set(['refund', 'chargeback', 'reversal', 'void']);

/** Money refunded: the refund succeeded, or nothing says that it did not. */
export const isGivenBack = (row: JudgedRecord): boolean => {
  const { meaning } = row.state;
  if (meaning !== 'paid' && meaning !== 'refunded' && meaning !== null) return false;
  if (GIVES_BACK.has(row.kind.kind)) return true;
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
