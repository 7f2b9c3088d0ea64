import { findPhoneNumbersInText } from 'libphonenumber-js/min';
import { formatFils, parseAedAmount } from '../payment-service/aed-amount.ts';

/** What the words after `/paylink` say about a link; each part is absent when it was not understood. */
export interface QuickWords {
  FullName?: string;
  Email?: string;
  Phone?: string;
  /** Decimal text, as the amount field shows it. */
  invoiceAmount?: string;
  notes?: string;
}

/** Tried only where a word begins: from each of its letters, a long word would take the square of its length. */
const EMAIL = /(?<![^\s@<>|,;])[^\s@<>|,;]+@[^\s@<>|,;]+\.[^\s@<>|,;]+/;
const CURRENCY = '(?:aed|dhs?|dirhams?|د\\.إ\\.?)';
/** A number that stands alone, with or without the currency on either side. */
const AMOUNT = new RegExp(
  `(?<![\\w.,+@-])(?:${CURRENCY}\\s*)?(\\d{1,3}(?:,\\d{3})+(?:\\.\\d{1,2})?|\\d+(?:\\.\\d{1,2})?)\\s*${CURRENCY}?(?![\\w,@-]|\\.\\d)`,
  'iu',
);

/**
 * Reads a line such as `250 Sara Khan sara@example.com 050 123 4567 for June rent`, in any order.
 * It is lenient on purpose: whatever it reads is shown in the form, and nothing is issued without the form.
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
  return words;
};

/** E.164 where the number parses with the UAE as the default country, otherwise what was typed. */
export const normalisePhone = (typed: string): string => {
  const text = typed.trim();
  const found = findPhone(text);
  return found && found.start === 0 && found.end === text.length ? found.number : text;
};

function findPhone(text: string): { number: string; start: number; end: number } | null {
  // "250 050 123 4567": an amount before a local number must not be taken for its first digits.
  const local = /(?<!\d)(?:\+|00)?(?:971[\s-]?)?0?5\d(?:[\s-]?\d){7}(?!\d)/u.exec(text);
  const [found] = findPhoneNumbersInText(local ? local[0] : text, 'AE');
  if (!found?.number.isPossible()) return null;
  const offset = local ? local.index : 0;
  return { number: found.number.number, start: offset + found.startsAt, end: offset + found.endsAt };
}

function cut(text: string, start: number, length: number): string {
  return `${text.slice(0, start)} ${text.slice(start + length)}`;
}
