import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { findSpans, maskSpans, type Span, toPlainText } from './plain-text.ts';
import { findCardNumbers } from './sensitive-text.ts';

/** A telephone number in a text. */
interface FoundPhone extends Span {
  /** E.164; as it was typed where nobody can call it. */
  number: string;
  /** It has the form of a number, and is one. */
  isReadable: boolean;
}

const GAP = '[\\s.()/\\u2010-\\u2015-]{0,3}';
const NARROW = '[\\s.\\u2010-\\u2015-]?';
const CODE = `(?:\\+|00)?${GAP}971${GAP}(?:\\(?0\\)?)?`;
const MORE = (digits: number) => `(?:${GAP}\\d){${digits}}`;

/** Country or area code, or the nought before it: `050 123 4567`, `+971 4 123 4567`. */
const TOLD_BY_ITS_START = new RegExp(
  `(?<![\\d+])\\(?(?:${CODE}|0)${GAP}(?:5${MORE(8)}|[234679]${MORE(7)})(?!\\d)`,
  'gu',
);
/** Without the nought: `50 123 4567`, `4 123 4567`. Other numbers stand around it more easily, so in these groups only. */
const TOLD_BY_ITS_GROUPS = new RegExp(
  `(?<![\\d.,+])(?:5\\d${NARROW}\\d{3}${NARROW}\\d{4}|5\\d{2}${NARROW}\\d{3}${NARROW}\\d{3}|[234679][\\s.\\u2010-\\u2015-]\\d{3}${NARROW}\\d{4})(?!\\d|[.,]\\d)`,
  'gu',
);
/** From another country: as many groups of digits as may belong to it. */
const ABROAD = /(?<![\p{L}\p{N}+])(?:\+|00)[\d\s.()\u2010-\u2015-]{6,}/gu;
/** E.164 has at most 15 digits; two noughts may stand for the plus, and something between each. */
const MOST_DIGITS = 17;
const LONGEST_ABROAD = 60;

/** `01/06/2026`, beside which other digits would make a telephone number. */
const DATE = /(?<!\d)(?:\d{1,2}([./-])\d{1,2}\1(?:\d{2}|20\d{2})|20\d{2}-\d{1,2}-\d{1,2})(?!\d)/g;

/** Begins like a telephone number and is none: `050 123 456`. */
const BROKEN = /(?<![\p{L}\p{N}_.,+#/-])(?:\+|0)\d+(?:[\s.-]\d+)*(?![\p{L}\p{N}/:])/gu;
const FEWEST_DIGITS = 6;
const WHOLE_DIGITS = 10;

/** The telephone numbers of a plain text. */
export const findPhones = (text: string): FoundPhone[] => {
  const plain = maskSpans(text, findSpans(text, DATE));
  const toldByStart = [...plain.matchAll(TOLD_BY_ITS_START)].map(readEmirati);
  const known = toldByStart.filter(({ isReadable, number }) => isReadable || isMobile(number));
  const rest = maskSpans(plain, [...known, ...findCardNumbers(maskSpans(plain, known))]);
  const abroad = [...rest.matchAll(ABROAD)].flatMap(readAbroad);
  const toldByGroups = [...maskSpans(rest, abroad).matchAll(TOLD_BY_ITS_GROUPS)].map(readEmirati);
  return [...known, ...abroad, ...toldByGroups.filter(({ isReadable }) => isReadable)].toSorted(
    (one, other) => one.start - other.start,
  );
};

/** What begins like a telephone number and is none, with the digits after it. */
export const findBrokenPhones = (plain: string): Span[] =>
  [...plain.matchAll(BROKEN)]
    .map(({ index, 0: text }) => ({ start: index, end: index + firstGroups(text).length }))
    .filter(({ start, end }) => onlyDigits(plain.slice(start, end)).length >= FEWEST_DIGITS);

/** As many groups of digits as one number may have: an amount can stand after them. */
function firstGroups(text: string): string {
  let end = 0;
  for (const { index, 0: group } of text.matchAll(/\d+/g)) {
    end = index + group.length;
    if (onlyDigits(text.slice(0, end)).length >= WHOLE_DIGITS) break;
  }
  return text.slice(0, end);
}

/** E.164 if the number is one, with the UAE as its country where it names none; otherwise the text as typed. */
export const readPhone = (typed: string): { number: string; isReadable: boolean } => {
  const plain = toPlainText(typed).trim();
  const [found] = findPhones(plain);
  if (found?.isReadable && found.start === 0 && found.end === plain.length)
    return { number: found.number, isReadable: true };
  const other = /^[+\d\s.()-]+$/.test(plain) ? parsePhoneNumberFromString(plain, 'AE') : undefined;
  return other?.isValid() && other.ext === undefined
    ? { number: other.number, isReadable: true }
    : { number: typed.trim(), isReadable: false };
};

function readEmirati({ index, 0: text }: RegExpExecArray): FoundPhone {
  const national = onlyDigits(text)
    .replace(/^(?:00)?971/, '')
    .replace(/^0/, '');
  const number = `+971${national}`;
  const isReadable = parsePhoneNumberFromString(number)?.isValid() ?? false;
  return { start: index, end: index + text.length, number: isReadable ? number : text, isReadable };
}

/** Tries the most digits first: an amount may stand after the number. */
function readAbroad({ index, 0: text }: RegExpExecArray): FoundPhone[] {
  const ends = [...text.slice(0, LONGEST_ABROAD).matchAll(/\d(?!\d)/g)].map((match) => match.index + 1);
  const tried = ends.filter((end) => onlyDigits(text.slice(0, end)).length <= MOST_DIGITS);
  for (const end of tried.toReversed()) {
    const parsed = parsePhoneNumberFromString(text.slice(0, end), 'AE');
    if (parsed?.isValid())
      return [{ start: index, end: index + end, number: parsed.number, isReadable: true }];
  }
  return [];
}

const onlyDigits = (text: string): string => text.replace(/\D/g, '');

/** Mobile numbers get new beginnings from time to time, so one that is not known is the customer's anyway. */
const isMobile = (typed: string): boolean => /^(?:(?:00)?971)?0?5\d{8}$/.test(onlyDigits(typed));
