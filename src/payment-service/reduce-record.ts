import { recordAddress } from './find-address.ts';
import { type Leaf, readFlag, VOTING } from './leaf.ts';
import type { ServiceRecord } from './record-fields.ts';
import { keepLeaves } from './record-leaves.ts';
import { LONGEST_WORD, readObjection, standsForAny, TABLE, withhold } from './record-words.ts';

const TYING = /^(order-id|link-id|reference|own-id|original-id|payout-id|bank-reference|time)$/;

/**
 * The record with only what decides whose it is, what it says, and when: states, flags, kinds, currencies and amounts of the
 * payment, ids, references, times, and the payment page's address. No customer's data. It is judged like the whole record.
 * `readSentBack`: whether a leaf is the link's own number, or the customer's data that we sent, or has some in it.
 */
export const reduceRecord = (
  record: ServiceRecord,
  readSentBack: (leaf: Leaf) => 'ours' | 'same' | 'within' | null = () => null,
): ServiceRecord => {
  const keep = (leaf: Leaf): Leaf['value'] | undefined => {
    const sent = readSentBack(leaf);
    if (sent === 'ours') return leaf.value;
    const value = keptValue(leaf);
    return value === undefined || sent === null ? value : sent === 'same' ? undefined : withhold(leaf.value);
  };
  const kept = keepLeaves(record, keep);
  const address = recordAddress(record);
  return {
    fields: { ...kept, ...(address === null ? {} : { paymentUrl: address }) },
    ...(record.isCut ? { isCut: true } : {}),
  };
};

/** Longer text is free text; an e-mail address or a phone number is a customer's. */
const LONGEST_KEPT = 100;
const PERSONAL = /[^\s@]@[^\s@]+\.[^\s@]|^\s*(\+|00)\d[\d\s()-]{7,}$/;

function keptValue(leaf: Leaf): Leaf['value'] | undefined {
  const { sort, subject, value, votes } = leaf;
  const isWithheld = typeof value === 'string' && (value.length > LONGEST_KEPT || PERSONAL.test(value));
  const mayVote = votes || subject === 'order' || subject === 'link' || sort === 'state' || leaf.isOfPast;
  const isHeard = (VOTING.has(sort) && mayVote) || leaf.flag !== null || speaksAside(leaf);
  if (isHeard) return isWithheld ? withhold(value) : value;
  return TYING.test(sort) && !isWithheld ? value : undefined;
}

const speaksAside = (leaf: Leaf): boolean =>
  leaf.heard !== null &&
  typeof leaf.value === 'string' &&
  (readObjection(leaf.value.trim()) !== null || isUnknownWord(leaf));

/** No id, number, code or time. */
const IS_WORD = /^\p{L}[\p{L}\s_.'-]+$/u;

/** Whether a value that gets no vote from its name is one that nobody knows: what a gateway writes, or a word under an unknown name. */
export const isUnknownWord = ({ heard, value }: Pick<Leaf, 'heard' | 'value'>): boolean => {
  if (typeof value !== 'string') return false;
  const word = value.trim();
  if (standsForAny(word)) return heard === 'gateway' || heard === 'unknown';
  if (heard === 'gateway') return /\p{L}/u.test(word) && TABLE.state(word) === null;
  return (
    heard === 'unknown' &&
    word.length <= LONGEST_WORD &&
    IS_WORD.test(word) &&
    readFlag(word) === null &&
    TABLE.state(word) === null &&
    TABLE.kind(word) === null &&
    TABLE.currency(word) === null
  );
};
