import { type Leaf, plainName, type Vocabulary } from '../payment-service/index.ts';

const SENT = ['FullName', 'Email', 'Phone', 'notes', 'Address', 'City', 'Country', 'Product_Id'] as const;
/** They name a person, even in a longer text. */
const PERSONAL = ['FullName', 'Email', 'Phone'] as const;
/** Shorter text stands in other words by chance. */
const SHORTEST_NAME = 5;

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
  return ({ sort, name, value, heard }) => {
    // A short number may be a code that is equal by chance.
    if ((sort !== 'state' && sort !== 'kind' && heard === null) || !/\p{L}|.{9}/u.test(String(value)))
      return null;
    const word = String(value).trim();
    const plain = plainName(word);
    const found = same.has(plain) ? 'same' : personal.some((one) => plain.includes(one)) ? 'within' : null;
    if (found === null || words.taught(name, word) !== null) return null;
    return words.state(word) === null && words.kind(word) === null ? found : null;
  };
};
