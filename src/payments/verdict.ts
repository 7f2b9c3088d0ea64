import type { BackKind } from '../payment-service/index.ts';
import type { JudgedRecord } from './judged-record.ts';
import type { Dispute } from './read-payment.ts';
import { readPaymentTime, readRefundTime } from './read-times.ts';
import type { RecordKind, UnreadLeaf } from './read-votes.ts';
import { isGivenBack, type Received } from './received.ts';
import type { OwnedBy } from './record-owner.ts';
import { readTransactionId } from './transaction-id.ts';

/**
 * What the service's records say, taken together.
 *
 * | | |
 * |---|---|
 * | `paid` | the full amount came, in dirhams; some of it may have been refunded since |
 * | `partly` | less came |
 * | `mismatch` | more came, or another currency |
 * | `refunded` | everything that came was refunded |
 * | `disputed` | the customer disputes the payment, or everything that came went back, and not all of it by refunds |
 * | `unclear` | a payment is reported, and `doubt` says why nobody can tell |
 * | `cancelled`, `expired` | the service ended the link |
 * | `declined` | an attempt to pay failed; the link can still be paid |
 * | `waiting` | the records say that nothing came |
 * | `silent` | there are records, but none has a word that the table knows |
 * | `none` | no record at all |
 */
export type Outcome =
  | 'paid'
  | 'partly'
  | 'mismatch'
  | 'refunded'
  | 'disputed'
  | 'unclear'
  | 'cancelled'
  | 'expired'
  | 'declined'
  | 'waiting'
  | 'silent'
  | 'none';

/**
 * Why nobody can tell.
 * - `which-link`: a record fits two links of ours.
 * - `order-id`: a record names the link, and an order, a reference or a time that is not the link's.
 * - `test`: it says that no real money moved.
 * - `word`: it has a word that we do not know.
 * - `state`: its fields contradict each other.
 * - `amount`: the amount is unclear.
 */
export type Doubt = 'which-link' | 'order-id' | 'test' | 'word' | 'state' | 'amount';

/** One record that the verdict rests on, for people who ask why. */
interface Ground {
  of: RecordKind;
  via: 'id' | 'listing';
  ownedBy: OwnedBy | null;
  kindWord: string | null;
  stateField: string | null;
  stateWord: string | null;
  amountField: string | null;
  amountFils: number | null;
}

export interface Verdict {
  outcome: Outcome;
  doubt: Doubt | null;
  /** When it happened, as the deciding record says, in milliseconds since the epoch. Never the time of a refund. */
  happenedAt: number | null;
  /** When the last money went back, as a record says. */
  refundedAt: number | null;
  /** Each payment, if there are several and their rows add up to `amountFils`; else none. `at`: as the row says. */
  payments: readonly { fils: number; at: number | null }[];
  /** Each refund, if rows of their own add up to `refundedFils`; else none. `at`: as the row says. Less than nothing: it came again. */
  refunds: readonly { fils: number; at: number | null; kind: BackKind }[];
  /** What went back otherwise. */
  backKind: BackKind;
  dispute: Dispute | null;
  seenIn: RecordKind;
  word: string | null;
  /** The amount received, in integer fils, before any refund. */
  amountFils: number | null;
  /** The amount refunded. Null: something was, but no record says how much. */
  refundedFils: number | null;
  currency: string | null;
  transactionId: string | null;
  grounds: Ground[];
  /** A record that nobody can tell the meaning of says that money went back. */
  isBackAsked: boolean;
  /** What in its records votes and is not understood, and keeps a payment from being counted. */
  unread: UnreadLeaf[];
}

const MAX_GROUNDS = 6;

/** Facts from the deciding records; `by` starts with the record that gives the verdict. */
export function buildFacts(
  outcome: Outcome,
  by: readonly JudgedRecord[],
  timeZone: string,
): Omit<Verdict, 'unread' | 'payments' | 'refundedAt' | 'refunds' | 'isBackAsked' | 'backKind' | 'dispute'> {
  const [first] = by;
  // The last payment is the one that completed the amount.
  const times = by.flatMap((one) =>
    isGivenBack(one) ? [] : (readPaymentTime(one.record, one.of, timeZone) ?? []),
  );
  const received = first?.amounts.received;
  const ids = by.flatMap((one) => (one.of === 'transaction' ? (readTransactionId(one) ?? []) : []));
  return {
    outcome,
    doubt: null,
    happenedAt: latestOf(times),
    seenIn: first?.of ?? 'link',
    word: first?.state.word ?? null,
    amountFils: typeof received === 'number' ? received : null,
    refundedFils: 0,
    currency: first?.amounts.currency ?? null,
    transactionId: ids.length === 0 ? null : [...new Set(ids)].join(', ').slice(0, 80),
    grounds: by.slice(0, MAX_GROUNDS).map(buildGround),
  };
}

/** When money last went back: by the time of a refund’s own row, or as the record of the payment says. */
export const findRefundedAt = (records: readonly JudgedRecord[], timeZone: string): number | null =>
  latestOf(records.flatMap((one) => readBackTime(one, isGivenBack(one), timeZone) ?? []));

export const listPayments = (
  { rows }: Pick<Received, 'rows'>,
  amountFils: number | null,
  timeZone: string,
): Verdict['payments'] => {
  const payments = rows.map(({ record, of, amounts: { received } }) => ({
    fils: typeof received === 'number' ? received : 0,
    at: readPaymentTime(record, of, timeZone),
  }));
  const isAll = payments.reduce((sum, { fils }) => sum + fils, 0) === amountFils;
  return isAll && payments.length > 1 ? payments : [];
};

export const listRefunds = (
  { refunds }: Pick<Received, 'refunds'>,
  refundedFils: number | null,
  timeZone: string,
): Verdict['refunds'] =>
  refunds.reduce((sum, { fils }) => sum + fils, 0) === refundedFils
    ? refunds.map(({ row, fils, kind }) => ({ fils, kind, at: readBackTime(row, true, timeZone) }))
    : [];

/** One that is open counts, whatever became of others. */
export const findDispute = (
  records: readonly JudgedRecord[],
  { refunds }: Pick<Received, 'refunds'>,
): Dispute | null => {
  const said = records.map(({ state }) => state.dispute);
  if (said.includes('open')) return 'open';
  const rows = refunds.filter(({ kind }) => kind === 'chargeback');
  // What was lost and came again is won.
  const isGone = rows.length === 0 || rows.reduce((sum, { fils }) => sum + fils, 0) > 0;
  if (said.includes('lost') && isGone) return 'lost';
  return said.includes('won') || rows.some(({ fils }) => fils < 0) ? 'won' : null;
};

const readBackTime = ({ record, of }: JudgedRecord, isRefund: boolean, timeZone: string): number | null =>
  readRefundTime(record, timeZone) ?? (isRefund ? readPaymentTime(record, of, timeZone) : null);

const latestOf = (times: readonly number[]): number | null =>
  times.length === 0 ? null : times.reduce((latest, at) => Math.max(latest, at));

const buildGround = ({ of, via, whose, kind, state, amounts }: JudgedRecord): Ground => ({
  of,
  via,
  ownedBy: whose.is === 'ours' ? whose.by : null,
  kindWord: kind.word,
  stateField: state.field,
  stateWord: state.word,
  amountField: amounts.field,
  amountFils: typeof amounts.received === 'number' ? amounts.received : null,
});
