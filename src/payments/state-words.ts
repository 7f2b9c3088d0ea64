import { plainName } from '../payment-service/read-field.ts';

/**
 * What a word of the service means. `done`: something went well; where the word appears tells whether that
 * was the payment. `partly`: some of the money came. `waiting`: not paid yet, but may be.
 */
export const STATE_MEANINGS = [
  'paid',
  'done',
  'partly',
  'failed',
  'cancelled',
  'expired',
  'refunded',
  'waiting',
] as const;

export type StateMeaning = (typeof STATE_MEANINGS)[number];

/** Returns a word's meaning, or null for a word that is not in the table. */
export type StateWords = (word: string) => StateMeaning | null;

/** Compared without case, spaces, underscores and hyphens, and without a leading `payment`, `transaction`, … */
const TABLE: Record<StateMeaning, string> = {
  paid: 'paid fullypaid settled captured collected received paidout purchased charged sold payed',
  done: 'success successful succeeded successfull completed complete approved confirmed processed done ok passed accepted',
  partly: 'partiallypaid partlypaid partpaid partial underpaid partiallycaptured overpaid',
  failed:
    'failed failure fail declined decline rejected refused error denied unsuccessful notpaid insufficientfunds',
  cancelled:
    'cancelled canceled void voided deleted disabled deactivated inactive revoked withdrawn blocked abandoned closed',
  expired: 'expired expiry timeout timedout lapsed overdue',
  refunded:
    'refunded refund partiallyrefunded partrefunded reversed reversal chargeback chargedback returned',
  waiting:
    'created pending open active new initiated initialized unpaid awaiting awaitingpayment waiting issued sent generated inprogress processing started authorized authorised preauthorized viewed opened draft live scheduled none',
};

const LEADING = /^(paymentlink|payment|transaction|txn|order|link|invoice)(?=.)/;

/** `overrides` win over the table. */
export const buildStateWords = (
  overrides: Partial<Record<StateMeaning, readonly string[]>> = {},
): StateWords => {
  const meanings = new Map<string, StateMeaning>();
  for (const meaning of STATE_MEANINGS) {
    for (const word of TABLE[meaning].split(' ')) meanings.set(word, meaning);
  }
  for (const meaning of STATE_MEANINGS) {
    for (const word of overrides[meaning] ?? []) meanings.set(plainName(word), meaning);
  }
  return (word) => {
    const plain = plainName(word);
    const own = meanings.get(plain);
    if (own !== undefined) return own;
    const bare = plain.replace(LEADING, '');
    const meaning = bare === plain ? undefined : meanings.get(bare);
    // "PAYMENT_SUCCESS" is about the payment wherever it appears.
    if (meaning === 'done') return /^(payment(?!link)|transaction|txn)/.test(plain) ? 'paid' : 'done';
    return meaning ?? null;
  };
};
