import { formatAed } from '../../blocks/money-and-time.ts';
import { formatFils, parseAedAmount } from '../../payment-service/aed-amount.ts';
import { type Span, toPlainText } from './plain-text.ts';

/** An amount as a person wrote it. */
interface AmountWords {
  fils: number;
  /** What else the same characters can mean, as decimal text: `1.250` is read as 1250.00, and can be 1.25. */
  otherwise: string | null;
}

const DIRHAM =
  'a\\.?e\\.?d\\.?|d[hr]s?\\.?|dhms?\\.?|dirhams?|د\\.?\\s?إ\\.?|(?:درهما|درهم|دراهم)(?:\\s(?:إماراتي|اماراتي))?';
const FOREIGN =
  'us\\$|usd|eur|euros?|gbp|inr|rs\\.?|sar|qar|omr|kwd|bhd|egp|pkr|dollars?|pounds?|riyals?|rupees?|ريال|دولار|[$€£₹]';
const LETTER = '[\\p{L}\\p{N}\\p{M}_]';
const GAP = '\\s{0,3}';

/**
 * One number with the currency on either side, thousands as `k`, and the `/-` or `/=` of a bill. Numbers within other
 * words, dates, percentages and signed numbers are none.
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
/** `1,25,000`, as it is written in India. */
const LAKHS = /^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d{1,2})?$/;
const DOTTED = /^[1-9]\d{0,2}(?:\.\d{3}){2,}(?:,\d{1,2})?$|^[1-9]\d{0,2}\.\d{3},\d{1,2}$/;
const DOT_OR_POINT = /^[1-9]\d{0,2}\.\d{3}$/;
const OF_THOUSANDS = /^(\d{1,4})(?:[.,](\d{1,2}))?$/;

/** The number alone: `1,250.50`, `1250,50`, `1.250`; `k`: what followed it, with any space before. */
function readNumber(typed: string, k: string | undefined): AmountWords | null {
  const number = trimEnd(typed);
  if (k !== undefined) {
    const [, whole, part = ''] = OF_THOUSANDS.exec(number) ?? [];
    if (whole === undefined) return null;
    const thousands = asAmount(whole + part.padEnd(3, '0'));
    // `25 k` is thousands, or an amount and the beginning of a name.
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

/** Without the points and commas of the sentence: `250.`. A loop, since a pattern tries each of many points. */
function trimEnd(number: string): string {
  let end = number.length;
  while (number[end - 1] === '.' || number[end - 1] === ',') end -= 1;
  return number.slice(0, end);
}

/** The amount that is all of a field: `250`, `AED 1,250.50`, `1.2k`; null: it is none. */
export const readAmount = (text: string): AmountWords | null => {
  const { groups } = WHOLE_AMOUNT.exec(toPlainText(text)) ?? {};
  if (!groups || groups['foreign'] || groups['foreignAfter']) return null;
  return readNumber(groups['number'] ?? '', groups['k']);
};

/** Both readings of an amount that has two, and how to write each. */
export const explainReadings = (text: string): string => {
  const amount = readAmount(text);
  if (amount?.otherwise == null) throw new Error('one reading alone');
  const { fils, otherwise } = amount;
  const whole = formatFils(fils).replace(/\.00$/, '');
  const other = parseAedAmount(otherwise);
  return other === null
    ? `${text.trim()} could be ${formatAed(fils)} or AED ${otherwise}. Write ${whole}, or an amount with at most two decimals.`
    : `${text.trim()} could be ${formatAed(fils)} or ${formatAed(other)}. Write ${whole} or ${otherwise}.`;
};

/** A number in a line that may be its amount. */
export interface FoundAmount extends Span, AmountWords {
  /** The digits and what stands between them. */
  number: string;
  /** The currency stands beside it. */
  isNamed: boolean;
  /** It can be nothing but money: it has the currency, decimals, groups, a `k` or a bill's `/-`. */
  isMoney: boolean;
}

/** Every number of a plain text that can be an amount, and those of other currencies. */
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
    if (read === null || (!isNamed && isNoMoney(number))) continue;
    const isMoney = isNamed || k !== undefined || groups['bill'] !== undefined || /[.,]/.test(number);
    amounts.push({ start, end, number, ...read, isNamed, isMoney });
  }
  return { amounts, foreign };
};

/** `250 K Khan`: the letter begins a name. */
const isInitialAfter = (k: string | undefined, rest: string): boolean =>
  k !== undefined && /^\sK$/.test(k) && /^\s\p{L}/u.test(rest);

/** A number that begins with nought is no amount, and one of eight digits is some other number. */
const isNoMoney = (number: string): boolean => /^0\d/.test(number) || /^\d{8,}$/.test(number);
