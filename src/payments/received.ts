import type { BackKind } from '../payment-service/index.ts';
import type { JudgedRecord } from './judged-record.ts';
import { createReadReturned, matchRefunds, type RefundedPayment, type RefundRow } from './match-refunds.ts';
import type { RecordAmounts } from './read-amounts.ts';
import { GIVES_BACK, type GivesBack } from './read-kind.ts';
import { readTransactionIds, readTransactionKey } from './transaction-id.ts';

/** What went back by a row; less than nothing: it came again. */
interface BackRow {
  row: JudgedRecord;
  fils: number;
  kind: BackKind;
}

/** Money according to the transactions' rows, in integer fils. */
export interface Received {
  /** Null: no row says that a payment came. `conflict`: a row does, but its amount is unclear. */
  fils: number | 'conflict' | null;
  /** True when a row is the payment itself; false when we know of the payment only from its refund. */
  hasPayment: boolean;
  refundedFils: number;
  /** Refunds in rows of their own. `refundedFils` may be more: of others only the payment's row tells. */
  refunds: readonly BackRow[];
  /** A row says refunded, but not how much. */
  isRefundOpen: boolean;
  currency: string | null;
  isOtherCurrency: boolean;
  /** The counted rows, in the order they came. */
  rows: JudgedRecord[];
}

/**
 * Adds up payments by distinct transaction. The answer to a look-up by id and each reading of the listing show the same money: they
 * are never added, and the one that shows more wins. What went back is taken from all listings. A repeated row, with the same id or
 * identical fields, counts once, as the one by which more went back.
 */
export const addUpReceived = (rows: readonly JudgedRecord[]): Received => {
  const listed = rows.filter(({ via }) => via === 'listing');
  const back = listed.filter((row) => isGivenBack(row) || isReturned(row));
  const readings = [...new Set(listed.map(({ togetherAt }) => togetherAt))].map((at) =>
    addUp([...listed.filter((row) => row.togetherAt === at), ...back], (row) => row.togetherAt === at),
  );
  return [addUp(rows.filter(({ via }) => via === 'id')), ...readings].reduce((best, other) =>
    showsMore(other, best) ? other : best,
  );
};

/** Of rows that are not of the reading, only what they gave back counts. */
function addUp(rows: readonly JudgedRecord[], isOfIt = (_: JudgedRecord) => true): Received {
  const byKey = new Map<string, JudgedRecord>();
  /** Rows with the same id and different sums. */
  const twofold = new Set<JudgedRecord>();
  for (const row of rows) {
    const key = keyOf(row);
    const before = byKey.get(key) ?? row;
    const kept = row.amounts.refunded > before.amounts.refunded ? row : before;
    byKey.set(key, kept);
    if (twofold.has(before) || !isSameSum(before, row)) twofold.add(kept);
  }
  const distinct = [...byKey.values()];
  const paid = distinct.filter(isPayment);
  const back = distinct.filter(isGivenBack);
  const returned = distinct.filter(isReturned);
  const own = returned.filter(isOfIt);
  const counted = countPayments(paid, own, back.length > 0);
  const amounts = counted.map(({ amounts: { received } }) => received);
  const fils =
    counted.length === 0 ? null : counted.some((row) => twofold.has(row)) ? 'conflict' : sum(amounts);
  const refunds = addUpRefunds(paid, returned, back, isOfIt);
  const other = counted.find(({ amounts }) => amounts.isOtherCurrency);
  return {
    fils,
    hasPayment: paid.length > 0 || own.some(isPartlyReturned),
    ...refunds,
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
  const ids = new Set(paid.map(readTransactionKey));
  const isAnother = (row: JudgedRecord) => {
    const id = readTransactionKey(row);
    return id !== null && !ids.has(id);
  };
  return [...paid, ...(hasRefundRows && !ids.has(null) ? came.filter(isAnother) : [])];
}

/** A payment that went back, or its refund. */
const isReturned = ({ kind, state }: JudgedRecord): boolean =>
  kind.kind === 'payment' && state.meaning === 'refunded';

/** A payment's own row, which says how much less than all of it went back. */
const isPartlyReturned = ({ state, amounts: { received, refunded } }: JudgedRecord): boolean =>
  state.isInPart && typeof received === 'number' && refunded > 0 && refunded < received;

/** All rows are of one sale. */
const SALE = 'sale';

/** What went back, each fils once: by refunds' own rows, and by what the payments' rows say. */
function addUpRefunds(
  paid: readonly JudgedRecord[],
  returned: readonly JudgedRecord[],
  back: readonly JudgedRecord[],
  isOfIt: (row: JudgedRecord) => boolean,
): Pick<Received, 'refundedFils' | 'refunds' | 'isRefundOpen'> {
  let isRefundOpen = false;
  const known = (fils: number | 'conflict'): number => {
    isRefundOpen ||= fils === 'conflict';
    return fils === 'conflict' ? 0 : fils;
  };
  const namesOf = ({ record }: JudgedRecord) => ({ ids: readTransactionIds(record), orderId: SALE });
  const buildRefund = (row: JudgedRecord): RefundRow => ({
    ...namesOf(row),
    fils: known(refundOf(row.amounts)),
    namesPayment: false,
  });
  const readReturned = createReadReturned(paid.map(namesOf), back.map(namesOf));
  const isRefund = (row: JudgedRecord) => !row.state.isInPart && readReturned(namesOf(row)) === 'refund';
  const rows = [...back, ...returned.filter(isRefund)];
  const refunds = rows.map(buildRefund);
  const gives = rows.map((row) => backOf(row, back, [...paid, ...returned]));
  const parts = listParts(
    rows.map((row, at) => ({ row, fils: refunds[at]?.fils ?? 0, kind: gives[at]?.kind ?? 'refund' })),
    ({ row }) => gives[rows.indexOf(row)]?.isUndone === true,
  );
  const payments = new Map<string, RefundedPayment>();
  const addPayment = (row: JudgedRecord, backFils: number): void => {
    const key = readTransactionKey(row) ?? `row ${payments.size}`;
    // One payment in two states was refunded once.
    const before = payments.get(key)?.backFils ?? 0;
    payments.set(key, { ...namesOf(row), backFils: Math.max(before, backFils) });
  };
  for (const row of paid) addPayment(row, row.amounts.refunded);
  for (const row of returned)
    if (!isRefund(row) && isOfIt(row))
      addPayment(row, known(row.amounts.refunded || gaveBack(row, back.length > 0)));
  const { shown } = matchRefunds(
    [...payments.values()],
    refunds.filter((_, at) => !gives[at]?.isUndone),
  );
  const refundedFils = known(
    sum([
      ...parts.map(({ fils }) => fils),
      ...[...payments.values()].map(({ backFils }, at) => backFils - (shown[at] ?? 0)),
    ]),
  );
  return { refundedFils, refunds: parts, isRefundOpen };
}

/** What of a payment went back by its row; what undoes another row is of its kind. */
function backOf(row: JudgedRecord, back: readonly JudgedRecord[], paid: readonly JudgedRecord[]): GivesBack {
  const gives = GIVES_BACK.get(row.kind.kind) ?? { kind: backKindOf([row]), isUndone: false };
  if (gives.kind !== 'void') return gives;
  const ids = readTransactionIds(row.record);
  const names = (one: JudgedRecord) => ids.includes(readTransactionKey(one) ?? '');
  const undone = back.find(
    (one) => one !== row && names(one) && GIVES_BACK.get(one.kind.kind)?.kind !== 'void',
  );
  return undone === undefined || paid.some(names) ? gives : { ...backOf(undone, [], []), isUndone: true };
}

/** By rows of their own, in the order they came. No more comes again than went. */
function listParts(rows: readonly BackRow[], isUndone: (row: BackRow) => boolean): BackRow[] {
  const left = new Map<BackKind, number>();
  for (const one of rows) if (!isUndone(one)) left.set(one.kind, (left.get(one.kind) ?? 0) + one.fils);
  return rows.flatMap((one) => {
    if (!isUndone(one)) return one;
    const fils = Math.min(one.fils, left.get(one.kind) ?? 0);
    left.set(one.kind, (left.get(one.kind) ?? 0) - fils);
    return fils === 0 ? [] : { ...one, fils: -fils };
  });
}

/** What kind of money went back that no row of its own shows. */
export function backKindOf(records: readonly Pick<JudgedRecord, 'state'>[]): BackKind {
  if (records.some(({ state: { dispute } }) => dispute === 'open' || dispute === 'lost')) return 'chargeback';
  const said = records.flatMap(({ state }) => state.said.filter(({ stance }) => stance === 'back'));
  return said.length > 0 && said.every(({ says }) => says === 'void') ? 'void' : 'refund';
}

/**
 * What a refund's own row gave back: its own amount. Of two, the larger is the payment's, or what was refunded so far; a sum so far that
 * is less than the row's amount cannot be.
 */
export function refundOf({ received, refunded, isRunning }: RecordAmounts): number | 'conflict' {
  const own = typeof received === 'number' ? Math.abs(received) : 'conflict';
  if (refunded === 0) return own;
  if (own === 'conflict') return isRunning ? 'conflict' : refunded;
  return isRunning && refunded < own ? 'conflict' : Math.min(own, refunded);
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

/** Money refunded: the refund succeeded, or nothing says that it did not. */
export const isGivenBack = (row: JudgedRecord): boolean => {
  const { meaning } = row.state;
  if (meaning !== 'paid' && meaning !== 'refunded' && meaning !== null) return false;
  if (GIVES_BACK.has(row.kind.kind)) return true;
  return row.kind.kind === 'payment' && meaning === 'paid' && isNegative(row);
};

const amountOf = ({ amounts: { received } }: JudgedRecord): number | 'conflict' =>
  typeof received === 'number' ? Math.abs(received) : 'conflict';

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
  const id = isGivenBack(row) ? null : readTransactionKey(row);
  if (id === null) return `row ${JSON.stringify(row.record.fields)}`;
  return `id ${id} ${row.kind.kind} ${row.state.meaning}`;
}

function showsMore(one: Received, other: Received): boolean {
  const weight = ({ fils }: Received) => (fils === null ? -2 : fils === 'conflict' ? -1 : fils);
  if (weight(one) !== weight(other)) return weight(one) > weight(other);
  if (one.refundedFils !== other.refundedFils) return one.refundedFils > other.refundedFils;
  if (one.isRefundOpen !== other.isRefundOpen) return one.isRefundOpen;
  return one.hasPayment && !other.hasPayment;
}
