import { findPhoneNumbersInText } from 'libphonenumber-js/min';
import { formatFils, parseAedAmount } from '../../payment-service/aed-amount.ts';
import { holdsCardNumber } from './read-notes.ts';

/** What the words after `/paylink` say about a link; each part is absent when it was not understood. */
export interface QuickWords {
  FullName?: string;
  Email?: string;
  Phone?: string;
  /** Decimal text, as the amount field shows it. */
  invoiceAmount?: string;
  notes?: string;
}

/**
 * Tried only at the start of a word: trying at every letter takes time quadratic in the length of a long
 * word.
 */
const EMAIL = /(?<![^\s@<>|,;])[^\s@<>|,;]+@[^\s@<>|,;]+\.[^\s@<>|,;]+/;
const CURRENCY = '(?:aed|dhs?|dirhams?|د\\.إ\\.?)';
const NUMBER = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d{1,2})?|\\d+(?:\\.\\d{1,2})?';
/** A standalone number, with or without the currency on either side. */
const AMOUNT = new RegExp(
  `(?<![\\w.,+@-])(?:${CURRENCY}\\s*)?(${NUMBER})\\s*${CURRENCY}?(?![\\w,@-]|\\.\\d)`,
  'iu',
);

const NAMED_AMOUNT = new RegExp(
  `(?<![\\w.,+@-])(?:${CURRENCY}\\s*(${NUMBER})|(${NUMBER})\\s*${CURRENCY})(?![\\w,@-]|\\.\\d)`,
  'iu',
);
const LAST_AMOUNT = new RegExp(`(?<![\\w.,+@-])(${NUMBER})$`, 'iu');

/**
 * Reads a line such as `250 Sara Khan sara@example.com 050 123 4567 for June rent`, in any order. It is
 * lenient on purpose: the form shows whatever it reads, and no link is made without the form.
 */
export const parseQuickWords = (text: string): QuickWords => {
  const words: QuickWords = {};
  const forAt = /(?:^|\s)for\s+(\S.*)$/isu.exec(text);
  let rest = text;
  if (forAt?.[1]) {
    words.notes = forAt[1].trim();
    rest = text.slice(0, forAt.index);
  }

  const email = EMAIL.exec(rest);
  if (email) {
    words.Email = email[0];
    rest = cut(rest, email.index, email[0].length);
  }

  const phone = findPhone(rest);
  if (phone) {
    words.Phone = phone.number;
    rest = cut(rest, phone.start, phone.end - phone.start);
  }

  const amount = AMOUNT.exec(rest);
  const fils = amount?.[1] ? parseAedAmount(amount[1]) : null;
  if (amount && fils !== null) {
    words.invoiceAmount = formatFils(fils);
    rest = cut(rest, amount.index, amount[0].length);
  }

  const name = rest.replace(/[\s,;]+/gu, ' ').trim();
  if (name) words.FullName = name;
  if (words.notes === undefined) return words;
  const { notes, ...read } = { ...words, ...readFor(words.notes, words) };
  return notes === '' ? read : { ...read, notes };
};

/**
 * The text after `for` appears on the card and on the payment page. A phone or an e-mail in it is read as the
 * customer's, unless the line gives another one before `for`. A number in it is read as the amount if it
 * cannot mean anything else and the line gives no amount before `for`.
 */
function readFor(text: string, known: QuickWords): QuickWords & { notes: string } {
  // The form refuses such a text anyway: the digits are neither a phone nor an amount.
  if (holdsCardNumber(text)) return { notes: text };
  const found: QuickWords = {};
  let rest = trimWords(text);
  const email = EMAIL.exec(rest);
  if (email && (known.Email ?? email[0]) === email[0]) {
    found.Email = email[0];
    rest = trimWords(cut(rest, email.index, email[0].length));
  }
  const phone = findPhone(rest);
  if (phone && (known.Phone ?? phone.number) === phone.number) {
    found.Phone = phone.number;
    rest = trimWords(cut(rest, phone.start, phone.end - phone.start));
  }
  const amount = known.invoiceAmount === undefined ? findAmountFor(rest) : null;
  if (amount) {
    found.invoiceAmount = formatFils(amount.fils);
    rest = cut(rest, amount.start, amount.length);
  }
  return { ...found, notes: trimWords(rest) };
}

/** What comes before a number that is not an amount: `unit 12`, `invoice 77`, `May 2026`. */
const OF_SOMETHING =
  /(?:\b(?:unit|room|flat|apt|apartment|villa|office|shop|suite|floor|building|block|plot|gate|table|seat|house|no|nr|number|invoice|inv|order|ref|receipt|ticket|bill|lot|day|week|month|year|q|jan\w*|feb\w*|mar\w*|apr\w*|may|june?|july?|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*)\.?|[#\d:/-])\s*$/iu;
const YEAR = /^20[23]\d$/;
/** No link is smaller. */
const SMALLEST_FILS = 1_000;

/** With the currency's name, an amount counts anywhere; without it, only as the last word or the only one. */
function findAmountFor(text: string): { fils: number; start: number; length: number } | null {
  const named = NAMED_AMOUNT.exec(text);
  const found = named ?? LAST_AMOUNT.exec(text);
  const digits = found?.slice(1).find((part) => part !== undefined);
  const fils = digits === undefined ? null : parseAedAmount(digits);
  if (!found || digits === undefined || fils === null) return null;
  const isDoubtful =
    named === null &&
    (fils < SMALLEST_FILS || YEAR.test(digits) || OF_SOMETHING.test(text.slice(0, found.index)));
  return isDoubtful ? null : { fils, start: found.index, length: found[0].length };
}

const trimWords = (text: string): string => text.replace(/\s+/gu, ' ').replace(/^[\s,;]+|[\s,;]+$/gu, '');

/** E.164 if the number parses with the UAE as the default country; otherwise the text as typed. */
export const readPhone = (typed: string): { number: string; isReadable: boolean } => {
  const text = typed.trim();
  const found = findPhone(text);
  const isReadable = found !== null && found.start === 0 && found.end === text.length;
  return { number: isReadable ? found.number : text, isReadable };
};

function findPhone(text: string): { number: string; start: number; end: number } | null {
  // "250 050 123 4567": do not read an amount before a local number as its first digits.
  const local = /(?<!\d)(?:\+|00)?(?:971[\s-]?)?0?5\d(?:[\s-]?\d){7}(?!\d)/u.exec(text);
  const [found] = findPhoneNumbersInText(local ? local[0] : text, 'AE');
  if (!found?.number.isPossible()) return null;
  const offset = local ? local.index : 0;
  return { number: found.number.number, start: offset + found.startsAt, end: offset + found.endsAt };
}

function cut(text: string, start: number, length: number): string {
  return `${text.slice(0, start)} ${text.slice(start + length)}`;
}
