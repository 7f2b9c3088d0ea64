import { isUnknownWord, type Leaf, plainName, type Vocabulary } from '../payment-service/index.ts';
import { asksWhose } from './record-ties.ts';

const SENT = ['FullName', 'Email', 'Phone', 'notes', 'Address', 'City', 'Country', 'Product_Id'] as const;
/** They name a person, even in a longer text. */
const PERSONAL = ['FullName', 'Email', 'Phone'] as const;
/** Shorter text stands in other words by chance. */
const SHORTEST_NAME = 5;
/** Of a part of a name, which stands for itself: `KHAN`. */
const SHORTEST_PART = 3;
/** Without the country's code or its zero. */
const PHONE_DIGITS = 7;

/** An id with a part of a name in it stays, because it says which record is which. */
const isText = (leaf: Leaf): boolean => /^(state|kind)$/.test(leaf.sort) || isUnknownWord(leaf);

const lettersOf = (text: string): string[] => text.toLowerCase().split(/[^\p{L}]+/u);
const digitsOf = (text: string): string => text.replace(/\P{Nd}/gu, '');

/**
 * Whether a leaf is the link's own number (`ours`), or a state or kind that nobody understands is what we sent ourselves. `same`: it says nothing of the payment, wherever it comes
 * back. `within`: a text of the service names the customer.
 */
export type ReadSentBack = (leaf: Leaf) => 'ours' | 'same' | 'within' | null;

export const createReadSentBack = (
  {
    details,
    invoiceId,
    orderId = null,
  }: {
    details: Partial<Record<(typeof SENT)[number], string | undefined>> & { erasedAt?: number | undefined };
    invoiceId: string;
    orderId?: string | null;
  },
  words: Vocabulary,
): ReadSentBack => {
  const same = new Set([invoiceId, ...SENT.flatMap((name) => details[name] ?? [])].map(plainName));
  // Then nobody knows any more what names the customer.
  const isErased = details.erasedAt !== undefined;
  const personal = PERSONAL.map((name) => plainName(details[name] ?? '')).filter(
    ({ length }) => length >= SHORTEST_NAME,
  );
  const parts = new Set(lettersOf(details.FullName ?? '').filter(({ length }) => length >= SHORTEST_PART));
  const digits = digitsOf(details.Phone ?? '').slice(-PHONE_DIGITS);
  const tells = (word: string): boolean =>
    isErased ||
    lettersOf(word).some((part) => parts.has(part)) ||
    (digits.length === PHONE_DIGITS && digitsOf(word).includes(digits));
  return (leaf) => {
    if (asksWhose(leaf, { invoiceId, orderId }) !== null) return 'ours';
    const { sort, name, value, heard } = leaf;
    // A short number may be a code that is equal by chance.
    if ((sort !== 'state' && sort !== 'kind' && heard === null) || !/\p{L}|.{9}/u.test(String(value)))
      return null;
    const word = String(value).trim();
    const plain = plainName(word);
    const isWithin = personal.some((one) => plain.includes(one)) || (isText(leaf) && tells(word));
    const found = same.has(plain) ? 'same' : isWithin ? 'within' : null;
    if (found === null || words.taught(name, word) !== null) return null;
    return words.state(word) === null && words.kind(word) === null ? found : null;
  };
};
