import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { findSpans, maskSpans, type Span, toPlainText } from '../../blocks/plain-text.ts';
import { findCardNumbers } from '../../blocks/sensitive-text.ts';

/** A phone number in a text. */
interface FoundPhone extends Span {
  /** E.164; as typed if it cannot be called. */
  value: string;
  /** It is a valid number, and not only looks like one. */
  isReadable: boolean;
}

const GAP = '[\\s.()/\\u2010-\\u2015-]{0,3}';
const NARROW = '[\\s.\\u2010-\\u2015-]?';
const CODE = `(?:\\+|00)?${GAP}971${GAP}(?:\\(?0\\)?)?`;
const MORE = (digits: number) => `(?:${GAP}\\d){${digits}}`;

/** Known by its country code or leading zero: `050 123 4567`, `+971 4 123 4567`. */
const BY_PREFIX = new RegExp(
  `(?<![\\d+])\\(?(?:${CODE}|0)${GAP}(?:5${MORE(8)}|[234679]${MORE(7)})(?!\\d)`,
  'gu',
);
/** Known only by its groups: `50 123 4567`, `4 123 4567`. Ungrouped, these digits may be some other number. */
const BY_GROUPS = new RegExp(
  `(?<![\\d.,+])(?:5\\d${NARROW}\\d{3}${NARROW}\\d{4}|5\\d{2}${NARROW}\\d{3}${NARROW}\\d{3}|[234679][\\s.\\u2010-\\u2015-]\\d{3}${NARROW}\\d{4})(?!\\d|[.,]\\d)`,
  'gu',
);
/** From another country. Its last groups of digits may belong to something else. */
const ABROAD = /(?<![\p{L}\p{N}+])(?:\+|00)[\d\s.()\u2010-\u2015-]{6,}/gu;
/** E.164 has at most 15 digits; `00` may replace the plus. */
const MOST_DIGITS = 17;
const LONGEST_ABROAD = 60;

/** `01/06/2026`, which with the digits next to it could look like a phone number. */
const DATE = /(?<!\d)(?:\d{1,2}([./-])\d{1,2}\1(?:\d{2}|20\d{2})|20\d{2}-\d{1,2}-\d{1,2})(?!\d)/g;

/** Starts like a phone number but is not one: `050 123 456`. Three zeros are the end of an amount: `10 000 000`. */
const BROKEN = /(?<![\p{L}\p{N}_.,+#/-])(?:\+|0(?!00))\d+(?:[\s.-]\d+)*(?![\p{L}\p{N}/:])/gu;
const FEWEST_DIGITS = 6;
const WHOLE_DIGITS = 10;

/** The phone numbers in a plain text, in order. */
export const findPhones = (text: string): FoundPhone[] => {
  const plain = maskSpans(text, findSpans(text, DATE));
  const byPrefix = [...plain.matchAll(BY_PREFIX)].map(readEmirati);
  const known = byPrefix.filter(({ isReadable, value }) => isReadable || isMobile(value));
  const rest = maskSpans(plain, [...known, ...findCardNumbers(maskSpans(plain, known))]);
  const abroad = [...rest.matchAll(ABROAD)].flatMap(readAbroad);
  const byGroups = [...maskSpans(rest, abroad).matchAll(BY_GROUPS)].map(readEmirati);
  return [...known, ...abroad, ...byGroups.filter(({ isReadable }) => isReadable)].toSorted(
    (one, other) => one.start - other.start,
  );
};

/** What starts like a phone number but is not one, with the digits after it. */
export const findBrokenPhones = (plain: string): Span[] =>
  [...plain.matchAll(BROKEN)]
    .map(({ index, 0: text }) => ({ start: index, end: index + firstGroups(text).length }))
    .filter(({ start, end }) => onlyDigits(plain.slice(start, end)).length >= FEWEST_DIGITS);

/** Only as many groups of digits as one phone number has: an amount may follow. */
function firstGroups(text: string): string {
  let end = 0;
  for (const { index, 0: group } of text.matchAll(/\d+/g)) {
    end = index + group.length;
    if (onlyDigits(text.slice(0, end)).length >= WHOLE_DIGITS) break;
  }
  return text.slice(0, end);
}

/** E.164 if the whole text is a phone number, in the UAE unless it names a country; otherwise the text as typed. */
export const readPhone = (typed: string): { number: string; isReadable: boolean } => {
  const plain = toPlainText(typed).trim();
  const [found] = findPhones(plain);
  if (found?.isReadable && found.start === 0 && found.end === plain.length)
    return { number: found.value, isReadable: true };
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
  return { start: index, end: index + text.length, value: isReadable ? number : text, isReadable };
}

/** Tries the most digits first, then fewer: an amount may follow the number. */
function readAbroad({ index, 0: text }: RegExpExecArray): FoundPhone[] {
  const ends = [...text.slice(0, LONGEST_ABROAD).matchAll(/\d(?!\d)/g)].map((match) => match.index + 1);
  const tried = ends.filter((end) => onlyDigits(text.slice(0, end)).length <= MOST_DIGITS);
  for (const end of tried.toReversed()) {
    const parsed = parsePhoneNumberFromString(text.slice(0, end), 'AE');
    if (parsed?.isValid())
      return [{ start: index, end: index + end, value: parsed.number, isReadable: true }];
  }
  return [];
}

const onlyDigits = (text: string): string => text.replace(/\D/g, '');

/** New mobile prefixes come into use before the library knows them, so an unknown one counts as a phone too. */
const isMobile = (typed: string): boolean => /^(?:(?:00)?971)?0?5\d{8}$/.test(onlyDigits(typed));
