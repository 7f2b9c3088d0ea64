/** Shorter words are too often others’ words with one letter changed. */
const MISSPELT_FROM = 4;

/**
 * How many customers these names are of: names that differ only in spelling, order or missing parts are one’s. Never less than
 * one for a name of letters.
 */
export const countCustomers = (names: readonly string[]): number => {
  const customers: string[][] = [];
  for (const name of names) {
    const parts = partsOf(name);
    if (parts.length > 0 && !customers.some((known) => isLike(known, parts))) customers.push(parts);
  }
  return customers.length;
};

/** Without case, accents and signs. */
const partsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');

/** Each part of the shorter name is in the other. */
const isLike = (one: readonly string[], other: readonly string[]): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short.every((part) => long.some((known) => isSameWord(part, known)));
};

const isSameWord = (one: string, other: string): boolean => {
  const shorter = Math.min(one.length, other.length);
  // An initial.
  if (shorter === 1) return one[0] === other[0];
  return one === other || (shorter >= MISSPELT_FROM && isOneEditApart(one, other));
};

/** One letter more, less, or another. */
const isOneEditApart = (one: string, other: string): boolean => {
  if (one.length < other.length) return isOneEditApart(other, one);
  let at = 0;
  while (at < other.length && one[at] === other[at]) at += 1;
  const rest = one.slice(at + 1);
  return rest === other.slice(at) || rest === other.slice(at + 1);
};
