import type { ServiceRecord } from '../payment-service/index.ts';
import type { PaymentWords } from './judged-record.ts';
import { type RecordAmounts, readRecordAmounts } from './record-amounts.ts';
import { isInPart, type RecordState, readRecordState } from './record-state.ts';
import { type RowKind, readRowKind } from './row-kind.ts';
import type { StateWords } from './state-words.ts';

/**
 * What a transactions row means for the day's money.
 * - `received`: a payment.
 * - `refunded`: a refund.
 * - `other`: a row that moves no customer's money (an authorisation, a fee, a payout).
 * - `unclassified`: nobody can tell.
 */
export const ROW_CLASSES = [
  'received',
  'refunded',
  'failed',
  'waiting',
  'expired',
  'other',
  'unclassified',
] as const;

export type RowClass = (typeof ROW_CLASSES)[number];

/** A row's class, and what it was read from. */
interface ClassifiedRow {
  is: RowClass;
  /** Null: we do not know the row's word. */
  kind: RowKind | null;
  amounts: RecordAmounts;
}

/** Reads one row of a transactions listing, with the same tables that decide whether a link is paid. */
export const classifyRow = (record: ServiceRecord, words: PaymentWords): ClassifiedRow => {
  const { kind } = readRowKind(record, words.kinds);
  const amounts = readRecordAmounts(record, 'transaction');
  const state = readRecordState(record, 'transaction', words.states);
  return { is: findClass(kind, state, amounts), kind, amounts };
};

function findClass(
  kind: RowKind | null,
  state: RecordState,
  { received, refunded }: RecordAmounts,
): RowClass {
  const { meaning, word } = state;
  const isDone = meaning === 'paid' || meaning === 'refunded' || meaning === 'partly';
  if (kind === 'refund' || kind === 'chargeback') return isDone ? 'refunded' : classifyState(meaning, word);
  if (kind === 'payment') {
    const isBack = typeof received === 'number' && received < 0;
    if (meaning === 'paid' || meaning === 'partly') return isBack ? 'refunded' : 'received';
    // A partly refunded payment came in full, if the row says how much went back.
    if (meaning === 'refunded' && isInPart(state)) {
      const isPart = typeof received === 'number' && refunded > 0 && refunded < received;
      return isPart ? 'received' : 'unclassified';
    }
    return classifyState(meaning, word);
  }
  if (kind === null) return isDone || meaning === null ? 'unclassified' : classifyState(meaning, word);
  return 'other';
}

/** Tells a row that timed out apart from one that was declined. */
function classifyState(meaning: RecordState['meaning'], word: string | null): RowClass {
  switch (meaning) {
    case 'paid':
    case 'partly':
      return 'received';
    case 'refunded':
    case 'waiting':
    case 'expired':
      return meaning;
    case 'failed':
    case 'cancelled':
      return /expire|time|lapse|overdue/i.test(word ?? '') ? 'expired' : 'failed';
    case 'contradictory':
    case null:
      return 'unclassified';
  }
}

/** What a link's own record says, without its transactions. */
interface ClassifiedLink {
  /** `paid`: also if a part went back since. `refunded`: all of it went back. */
  meaning: RecordState['meaning'];
  askedFils: number | null;
  /** The refunded part of a paid link. Null: a part of it, and the record does not say how much. */
  refundedFils: number | null;
}

/** Compares a refund with the money received, as a card does when it has no other record. */
export const classifyLink = (record: ServiceRecord, words: StateWords): ClassifiedLink => {
  const state = readRecordState(record, 'link', words);
  const { received, asked: askedFils, refunded } = readRecordAmounts(record, 'link');
  const { meaning } = state;
  const isShortOfAsked = typeof received === 'number' && askedFils !== null && received < askedFils;
  if (meaning === 'paid' && isShortOfAsked && refunded < received)
    return { meaning: 'partly', askedFils, refundedFils: 0 };
  if (meaning !== 'paid' && meaning !== 'refunded') return { meaning, askedFils, refundedFils: 0 };
  const isPart = meaning === 'paid' || isInPart(state);
  if (refunded === 0 && !isPart) return { meaning: 'refunded', askedFils, refundedFils: 0 };
  if (refunded === 0) return { meaning: 'paid', askedFils, refundedFils: meaning === 'paid' ? 0 : null };
  const came = typeof received === 'number' ? received : askedFils;
  if (came === null ? !isPart : refunded >= came) return { meaning: 'refunded', askedFils, refundedFils: 0 };
  const isShort = meaning === 'refunded' && came !== null && askedFils !== null && came < askedFils;
  if (isShort) return { meaning: 'partly', askedFils, refundedFils: 0 };
  return { meaning: 'paid', askedFils, refundedFils: refunded };
};
