import type { ServiceRecord, Vocabulary } from '../payment-service/index.ts';
import type { RecordAmounts } from './read-amounts.ts';
import { GIVES_BACK, type GivesBack, type RowKind } from './read-kind.ts';
import { type Meaning, type PaymentReading, readPayment } from './read-payment.ts';
import { backKindOf, refundOf } from './received.ts';

/**
 * What a transactions row means for the day's money. `received`: a payment. `refunded`: a refund or a chargeback. `other`: a row that
 * moves no customer's money (an authorisation, a fee, a payout). `unclassified`: nobody can tell.
 */
export type RowClass = 'received' | 'refunded' | 'failed' | 'waiting' | 'expired' | 'other' | 'unclassified';

/** A row's class, and what it was read from. */
interface ClassifiedRow {
  is: RowClass;
  kind: RowKind;
  /** What went back, if something did. `isUndone`: it came again. */
  back: GivesBack;
  /** Of a refund: false if the row may be the payment's own. */
  isOwnRefund: boolean;
  /** A void or a reversal that was made. */
  isVoid: boolean;
  /** Of a refund's own row: how much it gave back, without a sign; null: nobody can tell. */
  gaveFils: number | null;
  amounts: RecordAmounts;
}

/** Reads one row of a transactions listing, by the same rules that decide whether a link is paid. */
export const classifyRow = (record: ServiceRecord, words: Vocabulary): ClassifiedRow => {
  const reading = readPayment(record, 'transaction', words);
  const { amounts, state } = reading;
  const { kind } = reading.kind;
  const back = GIVES_BACK.get(kind) ?? { kind: backKindOf([reading]), isUndone: false };
  const gave = refundOf(amounts);
  return {
    ...{ is: findClass(reading), kind, back, amounts },
    isOwnRefund:
      kind !== 'payment' ||
      reading.kind.isOfAnother ||
      (typeof amounts.received === 'number' && amounts.received < 0),
    isVoid: /^(void|reversal)$/.test(kind) && (state.meaning === 'refunded' || state.meaning === null),
    gaveFils: gave === 'conflict' ? null : gave,
  };
};

const CLASSES: Record<NonNullable<Meaning>, RowClass> = {
  paid: 'received',
  partly: 'received',
  refunded: 'refunded',
  waiting: 'waiting',
  expired: 'expired',
  failed: 'failed',
  cancelled: 'failed',
  unclear: 'unclassified',
};

function findClass({ kind: { kind }, state, amounts: { received, refunded } }: PaymentReading): RowClass {
  const { meaning, said, word, isInPart } = state;
  if (meaning === 'unclear') return 'unclassified';
  const back = GIVES_BACK.get(kind);
  // The bank took nothing, or gave it again.
  if (kind === 'chargeback' && state.dispute === 'won') return 'other';
  const isRefund = back !== undefined && back.kind !== 'void';
  if (kind !== 'payment' && !isRefund) return 'other';
  const is = CLASSES[meaning ?? 'unclear'];
  if (!isRefund && is === 'received') return typeof received === 'number' && received < 0 ? 'refunded' : is;
  // A partly refunded payment came in full, if the row says how much went back.
  if (!isRefund && isInPart) {
    const isPart = typeof received === 'number' && refunded > 0 && refunded < received;
    return isPart ? 'received' : 'unclassified';
  }
  // A row that timed out was not declined.
  const isExpired = is === 'failed' && said.some((vote) => vote.word === word && vote.says === 'expired');
  return isExpired ? 'expired' : is;
}

/** What a link's own record says, without its transactions. */
interface ClassifiedLink {
  /** `paid`: also if a part went back since. `refunded`: all of it went back. */
  meaning: Meaning;
  askedFils: number | null;
  /** The refunded part of a paid link. Null: a part of it, and the record does not say how much. */
  refundedFils: number | null;
}

/** Compares a refund with the money received, as a card does when it has no other record. */
export const classifyLink = (record: ServiceRecord, words: Vocabulary): ClassifiedLink => {
  const { state, amounts } = readPayment(record, 'link', words);
  const { received, refunded } = amounts;
  const askedFils = typeof amounts.asked === 'number' ? amounts.asked : null;
  const { meaning, isInPart } = state;
  // Nobody can tell how much came.
  if (meaning === 'paid' && (received === 'conflict' || (received === null && amounts.asked === 'conflict')))
    return { meaning: 'unclear', askedFils: null, refundedFils: 0 };
  if (meaning !== 'paid' && meaning !== 'refunded') return { meaning, askedFils, refundedFils: 0 };
  const isPart = meaning === 'paid' || isInPart;
  const came = typeof received === 'number' ? received : askedFils;
  const isAllBack = refunded === 0 || came === null ? !isPart : refunded >= came;
  if (isAllBack) return { meaning: 'refunded', askedFils, refundedFils: 0 };
  const isKnown = meaning === 'paid' || refunded > 0;
  if (isKnown && came !== null && askedFils !== null && came < askedFils)
    return { meaning: 'partly', askedFils, refundedFils: 0 };
  return { meaning: 'paid', askedFils, refundedFils: isKnown ? refunded : null };
};
