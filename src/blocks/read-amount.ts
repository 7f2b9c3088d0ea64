import { formatFils, parseAedAmount } from '../payment-service/aed-amount.ts';
import { LINK_REQUEST_RULES } from '../payment-service/link-request.ts';
import { formatAed } from './money-and-time.ts';
import { toPlainText } from './plain-text.ts';

/** An amount as a person wrote it. */
export interface AmountWords {
  fils: number;
  /** The other reading, as decimal text: `1.250` is read as 1250.00 and may mean 1.25. */
  otherwise: string | null;
  /** `12 500` is read as 12500.00 and may be two numbers. */
  isMaybeTwo: boolean;
}

const DIRHAM =
  '\\u20C3|a\\.?e\\.?d\\.?|d[hr]s?\\.?|dhms?\\.?|dirhams?|د\\.?\\s?إ\\.?|(?:درهما|درهم|دراهم)(?:\\s(?:إماراتي|اماراتي))?';
const FOREIGN =
  'us\\$|usd|eur|euros?|gbp|inr|rs\\.?|sar|qar|omr|kwd|bhd|egp|pkr|dollars?|pounds?|riyals?|dinars?|rupees?|(?:sr|qr|kd|bd|ro)(?!\\.)|r\\.o\\.?|ريال|دينار|دولار|د\\.\\s?[كب]\\.?|ر\\.\\s?[سقع]\\.?|\\p{Sc}';
const LETTER = '[\\p{L}\\p{N}\\p{M}_]';
const GAP = '\\s{0,3}';
const SPACE = '[^\\S\\n]{1,3}';

/** `10 000`, with spaces between its groups; not `250 250`, which is one amount written twice. */
const SPACED = [
  `(?!(?<twice>\\d{3})${SPACE}\\k<twice>(?!\\d))`,
  `[1-9]\\d{0,2}(?:${SPACE}\\d{2,3})*${SPACE}\\d{3}(?!\\d)[\\d.,]*`,
].join('');

/**
 * A number with the currency on either side, `k` for thousands, and the `/-` or `/=` of a bill. Numbers inside words,
 * dates, percentages and signed numbers are not amounts.
 */
const AMOUNT = [
  `(?<![\\p{L}\\p{N}\\p{M}_.+@#%/*^-])(?<!\\d[,:'’])`,
  `(?:(?:(?<named>${DIRHAM})|(?<foreign>${FOREIGN}))${GAP}:?${GAP})?`,
  `(?<number>${SPACED}|\\d[\\d.,]*)`,
  `(?<k>\\s?k(?!${LETTER}|\\.\\S))?`,
  `(?<bill>${GAP}/[-=](?![\\p{L}\\p{N}])|/(?!\\S)|=(?!\\S))?`,
  `(?:[^\\S\\n]{0,3}(?:(?<namedAfter>${DIRHAM})|(?<foreignAfter>${FOREIGN}))(?!${LETTER}))?`,
  `(?!${LETTER}|[.,:'’]\\d|[@%#+*^/]|-\\S)`,
].join('');

/** Its groups are `number`, `k`, `bill`, `named` and `namedAfter`, or `foreign` and `foreignAfter`. */
export const EVERY_AMOUNT = new RegExp(AMOUNT, 'giu');
const WHOLE_AMOUNT = new RegExp(`^\\s*${AMOUNT}(?:\\s+only)?\\s*$`, 'iu');

const WHOLE_DIRHAM = new RegExp(`^(?:${DIRHAM}|uae dirhams?|درهم إماراتي)$`, 'iu');

const DIRHAM_WORD = new RegExp(`(?<!${LETTER})(?:${DIRHAM})(?!${LETTER})`, 'iu');

/** Whether a text names dirhams. */
export const holdsDirham = (text: string): boolean => DIRHAM_WORD.test(text);

/** Whether a text is a name of the only currency that links are made in. */
export const isDirham = (text: string): boolean => WHOLE_DIRHAM.test(text.trim());

/** `052` may have lost or gained a digit. */
const PLAIN = /^(?:0|[1-9]\d*)(?:\.\d{1,2})?$/;
const COMMA_DECIMALS = /^(?:0|[1-9]\d*),\d{1,2}$/;
const THOUSANDS = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{1,2})?$/;
/** `1,25,000`, as written in India. */
const LAKHS = /^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d{1,2})?$/;
const DOTTED = /^[1-9]\d{0,2}(?:\.\d{3}){2,}(?:,\d{1,2})?$|^[1-9]\d{0,2}\.\d{3},\d{1,2}$/;
const DOT_OR_POINT = /^[1-9]\d{0,2}\.\d{3}$/;
const SPACED_THOUSANDS = /^[1-9]\d{0,2}(?:\s+\d{3})+(?:[.,]\d{1,2})?$/;
/** No amount starts with zero, so these digits belong to the ones before them: `10 000`. */
const ENDS_IN_GROUP = /\s0\d\d(?:[.,]\d+)?$/;
const OF_THOUSANDS = /^(0|[1-9]\d{0,3})(?:[.,](\d{1,2}))?$/;

/** Reads `1,250.50`, `1250,50`, `1.250`, `10 000`. `k`: the `k` after the number, with any space before it. */
export function readNumber(typed: string, k: string | undefined): AmountWords | null {
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
  if (SPACED_THOUSANDS.test(number)) {
    const whole = asAmount(number.replace(/\s+/g, '').replace(',', '.'));
    return whole && { ...whole, isMaybeTwo: !ENDS_IN_GROUP.test(number) };
  }
  return null;
}

function asAmount(decimal: string, otherwise: string | null = null): AmountWords | null {
  const fils = parseAedAmount(decimal);
  return fils === null ? null : { fils, otherwise, isMaybeTwo: false };
}

/** Without the punctuation of a sentence: `250.`. A loop, because a pattern is quadratic in the number of dots. */
export function trimEnd(number: string): string {
  let end = number.length;
  while (number[end - 1] === '.' || number[end - 1] === ',') end -= 1;
  return number.slice(0, end);
}

/** Its digits show in another order than they are in. The other marks of direction leave a number as it is. */
export const isReordered = (text: string): boolean => text.includes('\u202E');

/** A text that is only an amount: `250`, `AED 1,250.50`, `1.2k`; null: it is something else. */
export const readAmount = (text: string): AmountWords | null => {
  if (isReordered(text) || isForeignAmount(text)) return null;
  const { groups } = WHOLE_AMOUNT.exec(toPlainText(text)) ?? {};
  return groups ? readNumber(groups['number'] ?? '', groups['k']) : null;
};

/** `250 SR`: an amount in another currency. */
export const isForeignAmount = (text: string): boolean => {
  const { groups } = WHOLE_AMOUNT.exec(toPlainText(text)) ?? {};
  return groups !== undefined && (groups['foreign'] ?? groups['foreignAfter']) !== undefined;
};

/** Whether somebody has to say which of two readings is meant. */
export const hasTwoReadings = ({ otherwise, isMaybeTwo }: AmountWords): boolean =>
  otherwise !== null || isMaybeTwo;

/** Both readings of an amount that has two, and how to write each that is possible. */
export const explainReadings = (text: string): string => {
  const amount = readAmount(text);
  if (!amount || !hasTwoReadings(amount)) throw new Error('an amount with one reading');
  const { fils, otherwise } = amount;
  const whole = formatFils(fils).replace(/\.00$/, '');
  if (otherwise === null)
    return `${text.trim()} could be ${formatAed(fils)} or two numbers. Write ${whole} if it is one amount.`;
  const other = parseAedAmount(otherwise);
  if (other === null)
    return `${text.trim()} could be ${formatAed(fils)} or AED ${otherwise}. Write ${whole}, or an amount with at most two decimals.`;
  const remedy =
    other < SMALLEST_FILS
      ? `Write ${whole}: the smallest amount is AED ${LINK_REQUEST_RULES.invoiceAmount.min}.`
      : `Write ${whole} or ${otherwise}.`;
  return `${text.trim()} could be ${formatAed(fils)} or ${formatAed(other)}. ${remedy}`;
};

export const SMALLEST_FILS = LINK_REQUEST_RULES.invoiceAmount.min * 100;
