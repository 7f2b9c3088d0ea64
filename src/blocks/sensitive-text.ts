import { dropUnseen, type Span } from './plain-text.ts';
import { toLatinDigits } from './text.ts';

/** A card number as people write it: 13 to 19 digits, with single spaces or dashes between them. */
const FEWEST_DIGITS = 13;
const MOST_DIGITS = 19;
const DIGITS_IN_GROUPS = /\p{Nd}+(?:[\s\u2010-\u2015-]\p{Nd}+)*/gu;
const GROUP = /\p{Nd}+/gu;
/** Enough digits for a local number without its leading zero, or a short foreign one. */
const FEWEST_PHONE_DIGITS = 7;
const NATIONAL_DIGITS = 9;

/** Whether a text that customers and colleagues will read contains a card number. */
export const holdsCardNumber = (text: string): boolean => {
  for (const [run] of (dropUnseen(text) ?? '').matchAll(DIGITS_IN_GROUPS)) {
    const groups = [...run.matchAll(GROUP)].map(([group]) => toLatinDigits(group));
    if (groups.some((_, from) => startsCardNumber(groups, from))) return true;
  }
  return false;
};

/**
 * The same for a number of the shop's own. One in ten that look like a card's also pass its check digit, so letters in
 * front say that it is none: `INV-4111111111111111`, `AE07 0331 …`.
 */
export const holdsBareCardNumber = (reference: string): boolean =>
  holdsCardNumber(reference.replace(/\p{L}[-_/.#]?\p{Nd}+(?:[\s-]\p{Nd}+)*/gu, ' '));

/** Grouped as printed on cards, or ungrouped. */
const CARD_GROUPS =
  /(?<![\d+])(?:\d{13,19}|\d{4}([\s-])\d{4}\1\d{4}\1\d{1,7}|\d{4}([\s-])\d{6}\2\d{5})(?!\d)/g;

/** Card numbers in a text of Latin digits. Stricter, because a phone number may be next to an amount. */
export const findCardNumbers = (text: string): Span[] =>
  [...text.matchAll(CARD_GROUPS)]
    .filter(([digits]) => isCardNumber(onlyDigits(digits)))
    .map(({ index, 0: digits }) => ({ start: index, end: index + digits.length }));

/** Other groups of digits may surround the card number: `unit 12 4111 1111 1111 1111`. */
function startsCardNumber(groups: readonly string[], from: number): boolean {
  let digits = '';
  for (const group of groups.slice(from, from + MOST_DIGITS)) {
    digits += group;
    if (digits.length > MOST_DIGITS) return false;
    if (digits.length >= FEWEST_DIGITS && isCardNumber(digits)) return true;
  }
  return false;
}

/** Whether Slack's own e-mail field takes it, and it could be one: no dot beside another, or at an end. */
export const isEmail = (text: string): boolean => {
  const [name = '', domain = '', ...more] = text.split('@');
  if (more.length > 0 || /\s/.test(text) || !domain.includes('.')) return false;
  return [name, domain].every((part) => part.split('.').every((label) => label !== ''));
};

/** An address without what copying adds: `mailto:` in front, the punctuation of a sentence behind. Null: nothing is left. */
export const cleanEmail = (text: string | null): string | null => {
  const bare =
    dropUnseen(text ?? '')
      ?.replace(/^mailto:/i, '')
      .replace(/\?.{0,200}$/, '') ?? '';
  let end = bare.length;
  while (end > 0 && '.,;'.includes(bare[end - 1] ?? ' ')) end -= 1;
  return bare.slice(0, end).trim() || null;
};

/** Which of the customer's own contact details a text contains; null: neither. */
export const findContact = (
  text: string,
  { Email, Phone }: { Email: string; Phone: string },
): 'phone' | 'e-mail' | null => {
  const email = Email.trim().toLowerCase();
  if (email.length >= 3 && text.toLowerCase().includes(email)) return 'e-mail';
  const phone = onlyDigits(Phone).slice(-NATIONAL_DIGITS);
  if (phone.length < FEWEST_PHONE_DIGITS) return null;
  const isThere = [...text.matchAll(DIGITS_IN_GROUPS)].some(([run]) => onlyDigits(run).includes(phone));
  return isThere ? 'phone' : null;
};

const onlyDigits = (text: string): string => toLatinDigits(text.replace(/\P{Nd}/gu, ''));

/** How the numbers of all cards begin (ISO/IEC 7812), and no date, time in milliseconds or phone number with its country code. */
const ISSUERS = /^(?:2[2-7]|[3-6])\d+$/;

/** The check digit is right. */
function isCardNumber(digits: string): boolean {
  if (!ISSUERS.test(digits)) return false;
  let sum = 0;
  for (const [place, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
