import { type Leaf, plainName, type Vocabulary } from '../payment-service/index.ts';

const SENT = ['FullName', 'Email', 'Phone', 'notes', 'Address', 'City', 'Country', 'Product_Id'] as const;
/** They name a person, even in a longer text. */
const PERSONAL = ['FullName', 'Email', 'Phone'] as const;
/** Shorter text stands in other words by chance. */
const SHORTEST_NAME = 5;
/** Of a part of a name, which stands for itself: `KHAN`. */
const SHORTEST_PART = 3;
/** Without the country's code or its zero. */
const PHONE_DIGITS = 7;

const lettersOf = (text: string): string[] => text.toLowerCase().split(/[^\p{L}]+/u);
const digitsOf = (text: string): string => text.replace(/\P{Nd}/gu, '');

/**
 * Whether a state or kind that nobody understands is what we sent ourselves. `same`: it says nothing of the payment, wherever it comes
 * back. `within`: a text of the service names the customer.
 */
export type ReadSentBack = (leaf: Leaf) => 'same' | 'within' | null;

export const createReadSentBack = (
  {
    details,
    invoiceId,
  }: { details: Partial<Record<(typeof SENT)[number], string | undefined>>; invoiceId: string },
  words: Vocabulary,
): ReadSentBack => {
  const same = new Set([invoiceId, ...SENT.flatMap((name) => details[name] ?? [])].map(plainName));
  const personal = PERSONAL.map((name) => plainName(details[name] ?? '')).filter(
    ({ length }) => length >= SHORTEST_NAME,
  );
  const parts = new Set(lettersOf(details.FullName ?? '').filter(({ length }) => length >= SHORTEST_PART));
  const digits = digitsOf(details.Phone ?? '').slice(-PHONE_DIGITS);
  const namesPerson = (word: string, plain: string): boolean =>
    personal.some((one) => plain.includes(one)) ||
    lettersOf(word).some((part) => parts.has(part)) ||
    (digits.length === PHONE_DIGITS && digitsOf(word).includes(digits));
  return ({ sort, name, value, heard }) => {
    // A short number may be a code that is equal by chance.
    if ((sort !== 'state' && sort !== 'kind' && heard === null) || !/\p{L}|.{9}/u.test(String(value)))
      return null;
    const word = String(value).trim();
    const plain = plainName(word);
    const found = same.has(plain) ? 'same' : namesPerson(word, plain) ? 'within' : null;
    if (found === null || words.taught(name, word) !== null) return null;
    return words.state(word) === null && words.kind(word) === null ? found : null;
  };
};
