import { formatAed } from '../../blocks/money-and-time.ts';
import { formatFils, parseAedAmount } from '../../payment-service/aed-amount.ts';
import { type Span, toPlainText } from './plain-text.ts';

/** An amount as a person wrote it. */
interface AmountWords {
  fils: number;
  /** The other reading, as decimal text: `1.250` is read as 1250.00 and may mean 1.25. */
  otherwise: string | null;
}

const DIRHAM =
  'a\\.?e\\.?d\\.?|d[hr]s?\\.?|dhms?\\.?|dirhams?|د\\.?\\s?إ\\.?|(?:درهما|درهم|دراهم)(?:\\s(?:إماراتي|اماراتي))?';
const FOREIGN =
  'us\\$|usd|eur|euros?|gbp|inr|rs\\.?|sar|qar|omr|kwd|bhd|egp|pkr|dollars?|pounds?|riyals?|rupees?|ريال|دولار|[$€£₹]';
const LETTER = '[\\p{L}\\p{N}\\p{M}_]';
const GAP = '\\s{0,3}';

/**
 * A number with the currency on either side, `k` for thousands, and the `/-` or `/=` of a bill. Numbers inside words,
 * dates, percentages and signed numbers are not amounts.
 */
const AMOUNT = [
  `(?<![\\p{L}\\p{N}\\p{M}_.+@#%/*^-])(?<!\\d[,:])`,
  `(?:(?:(?<named>${DIRHAM})|(?<foreign>${FOREIGN}))${GAP}:?${GAP})?`,
  `(?<number>\\d[\\d.,]*)`,
  `(?<k>\\s?k(?!${LETTER}|\\.\\S))?`,
  `(?<bill>${GAP}/[-=](?![\\p{L}\\p{N}])|/(?!\\S)|=(?!\\S))?`,
  `(?:${GAP}(?:(?<namedAfter>${DIRHAM})|(?<foreignAfter>${FOREIGN}))(?!${LETTER}))?`,
  `(?!${LETTER}|[.,:]\\d|[@%#+*^/]|-\\S)`,
].join('');

const EVERY_AMOUNT = new RegExp(AMOUNT, 'giu');
const WHOLE_AMOUNT = new RegExp(`^\\s*${AMOUNT}(?:\\s+only)?\\s*$`, 'iu');

const PLAIN = /^\d+(?:\.\d{1,2})?$/;
const COMMA_DECIMALS = /^\d+,\d{1,2}$/;
const THOUSANDS = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{1,2})?$/;
/** `1,25,000`, as written in India. */
const LAKHS = /^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d{1,2})?$/;
const DOTTED = /^[1-9]\d{0,2}(?:\.\d{3}){2,}(?:,\d{1,2})?$|^[1-9]\d{0,2}\.\d{3},\d{1,2}$/;
const DOT_OR_POINT = /^[1-9]\d{0,2}\.\d{3}$/;
const OF_THOUSANDS = /^(\d{1,4})(?:[.,](\d{1,2}))?$/;

/** Reads `1,250.50`, `1250,50`, `1.250`. `k`: the `k` after the number, with any space before it. */
function readNumber(typed: string, k: string | undefined): AmountWords | null {
  const number = trimEnd(typed);
  if (k !== undefined) {
    const [, whole, part = ''] = OF_THOUSANDS.exec(number) ?? [];
    if (whole === undefined) return null;
    const thousands = asAmount(whole + part.padEnd(3, '0'));
    // `25 k` is thousands, or an amount and an initial.
    return (
      thousands && { ...thousands, otherwise: k === k.trim() ? null : formatFils(thousands.fils / 1_000) }
    );
  }
  if (PLAIN.test(number)) return asAmount(number);
  if (COMMA_DECIMALS.test(number)) return asAmount(number.replace(',', '.'));
  if (THOUSANDS.test(number) || LAKHS.test(number)) return asAmount(number.replaceAll(',', ''));
  if (DOTTED.test(number)) return asAmount(number.replaceAll('.', '').replace(',', '.'));
  if (DOT_OR_POINT.test(number)) return asAmount(number.replace('.', ''), number.replace(/0$/, ''));
  return null;
}

function asAmount(decimal: string, otherwise: string | null = null): AmountWords | null {
  const fils = parseAedAmount(decimal);
  return fils === null ? null : { fils, otherwise };
}

/** Without the punctuation of a sentence: `250.`. A loop, because a pattern is quadratic in the number of dots. */
function trimEnd(number: string): string {
  let end = number.length;
  while (number[end - 1] === '.' || number[end - 1] === ',') end -= 1;
  return number.slice(0, end);
}

/** A text that is only an amount: `250`, `AED 1,250.50`, `1.2k`; null: it is something else. */
export const readAmount = (text: string): AmountWords | null => {
  const { groups } = WHOLE_AMOUNT.exec(toPlainText(text)) ?? {};
  if (!groups || groups['foreign'] || groups['foreignAfter']) return null;
  return readNumber(groups['number'] ?? '', groups['k']);
};

/** Both readings of an amount that has two, and how to write each. */
export const explainReadings = (text: string): string => {
  const amount = readAmount(text);
  if (amount?.otherwise == null) throw new Error('an amount with one reading');
  const { fils, otherwise } = amount;
  const whole = formatFils(fils).replace(/\.00$/, '');
  const other = parseAedAmount(otherwise);
  return other === null
    ? `${text.trim()} could be ${formatAed(fils)} or AED ${otherwise}. Write ${whole}, or an amount with at most two decimals.`
    : `${text.trim()} could be ${formatAed(fils)} or ${formatAed(other)}. Write ${whole} or ${otherwise}.`;
};

/** A number that may be the amount. */
export interface FoundAmount extends Span, AmountWords {
  /** The digits with their separators. */
  number: string;
  /** The currency is next to it. */
  isNamed: boolean;
  /** It must be money: it has a currency, decimals, groups, a `k` or a bill's `/-`. */
  isMoney: boolean;
}

/** Every number in a plain text that may be an amount, and amounts in other currencies. */
export const findAmounts = (plain: string): { amounts: FoundAmount[]; foreign: Span[] } => {
  const amounts: FoundAmount[] = [];
  const foreign: Span[] = [];
  for (const { index: start, 0: text, groups = {} } of plain.matchAll(EVERY_AMOUNT)) {
    const digits = groups['number'] ?? '';
    const number = trimEnd(digits);
    const isInitial = isInitialAfter(groups['k'], plain.slice(start + text.length, start + text.length + 2));
    const k = isInitial ? undefined : groups['k'];
    const behind = isInitial ? 2 : text.endsWith(digits) ? digits.length - number.length : 0;
    const end = start + text.length - behind;
    if (groups['foreign'] || groups['foreignAfter']) {
      foreign.push({ start, end });
      continue;
    }
    const read = readNumber(number, k);
    const isNamed = groups['named'] !== undefined || groups['namedAfter'] !== undefined;
    if (read === null || (!isNamed && isOtherNumber(number))) continue;
    const isMoney = isNamed || k !== undefined || groups['bill'] !== undefined || /[.,]/.test(number);
    amounts.push({ start, end, number, ...read, isNamed, isMoney });
  }
  return { amounts, foreign };
};

/** `250 K Khan`: the letter is an initial. */
const isInitialAfter = (k: string | undefined, rest: string): boolean =>
  k !== undefined && /^\sK$/.test(k) && /^\s\p{L}/u.test(rest);

/** Amounts do not start with zero, and eight digits are some other number. */
const isOtherNumber = (number: string): boolean => /^0\d/.test(number) || /^\d{8,}$/.test(number);
