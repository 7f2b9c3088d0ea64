import type { Span } from '../../blocks/plain-text.ts';
import {
  type AmountWords,
  EVERY_AMOUNT,
  readNumber,
  SMALLEST_FILS,
  trimEnd,
} from '../../blocks/read-amount.ts';
import { formatFils } from '../../payment-service/aed-amount.ts';
import { MONTH, MONTH_AFTER, MONTH_BEFORE, NUMBERED_BEFORE, PURPOSE } from './word-lists.ts';

/** A number that may be the amount. */
interface FoundAmount extends Span, AmountWords {
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
    // `250 K Dirhams` is thousands.
    const isBare = groups['namedAfter'] === undefined && groups['foreignAfter'] === undefined;
    const isInitial =
      isBare && isInitialAfter(groups['k'], plain.slice(start + text.length, start + text.length + 2));
    const k = isInitial ? undefined : groups['k'];
    const title = findTitle(groups['namedAfter'], plain.slice(start + text.length));
    const behind = isInitial
      ? 2
      : text.endsWith(digits)
        ? digits.length - number.length
        : text.length - text.slice(0, text.length - title.length).trimEnd().length;
    const end = start + text.length - behind;
    if (groups['foreign'] || groups['foreignAfter']) {
      foreign.push({ start, end });
      continue;
    }
    const read = readNumber(number, k);
    const isNamed = groups['named'] !== undefined || (groups['namedAfter'] !== undefined && title === '');
    if (read === null || (!isNamed && isOtherNumber(number))) continue;
    const isMoney = isNamed || k !== undefined || groups['bill'] !== undefined || /[.,]/.test(number);
    amounts.push({ start, end, number, ...read, isNamed, isMoney });
  }
  return { amounts, foreign };
};

/** `250 K Khan`: the letter is an initial. */
const isInitialAfter = (k: string | undefined, rest: string): boolean =>
  k !== undefined && /^\sK$/.test(k) && /^\s\p{L}/u.test(rest);

/** `250 Dr. Ahmed`: a title, and no dirhams. */
const findTitle = (currency: string | undefined, rest: string): string =>
  currency !== undefined && /^Dr\.?$/.test(currency) && /^\s+\p{Lu}/u.test(rest) ? currency : '';

/** Amounts do not start with zero, and eight digits are some other number. */
const isOtherNumber = (number: string): boolean => /^0\d/.test(number) || /^\d{8,}$/.test(number);

const YEAR = /^20[23]\d$/;
const MOST_DAYS = 31;
const COUNTED_AFTER = /^\s\p{Ll}{2,20}s(?![\p{L}])/u;
/** How far from a number the words that say what it counts may be. */
const NEAR = 40;

interface ChosenAmount {
  amount: FoundAmount | null;
  /** Other numbers that are as likely. */
  rivals: FoundAmount[];
  /** Numbers of something else, with the words that say what. */
  others: Span[];
}

/** Which of the numbers before “for” is the amount: one with a currency, else one that is large enough, else any. */
export const chooseAmount = (found: readonly FoundAmount[], plain: string): ChosenAmount => {
  const others: Span[] = [];
  const possible: FoundAmount[] = [];
  for (const one of found) {
    const other = one.isMoney ? null : findCounted(one, plain);
    if (other) others.push(other);
    else possible.push(one);
  }
  const named = possible.filter(({ isNamed }) => isNamed);
  const large = possible.filter(
    ({ number, fils, isMoney }) => isMoney || (fils >= SMALLEST_FILS && !YEAR.test(number)),
  );
  const likely = [named, large, possible].find((some) => some.length > 0) ?? [];
  const [amount = null, ...rest] = likely;
  const rivals = possible.filter((one) => rest.includes(one) || (one !== amount && one.isMoney));
  const left = possible.filter((one) => one !== amount && !rivals.includes(one));
  return { amount, rivals, others: [...others, ...left] };
};

/** `villa 12`, `20 Oct`, `3 chairs`: the number with the word next to it; null: it may be an amount. */
export function findCounted({ start, end, number, fils }: FoundAmount, plain: string): Span | null {
  const before = plain.slice(Math.max(0, start - NEAR), start);
  const after = plain.slice(end, end + NEAR);
  const numbered = NUMBERED_BEFORE.exec(before);
  if (numbered) return { start: start - numbered[0].length, end };
  const isDay = fils <= MOST_DAYS * 100 && !number.includes('.');
  const monthAfter = MONTH_AFTER.exec(after);
  if (isDay && monthAfter) return { start, end: end + monthAfter[0].length };
  const monthBefore = MONTH_BEFORE.exec(before);
  if (monthBefore && (isDay || YEAR.test(number))) return { start: start - monthBefore[0].length, end };
  const counted = fils < SMALLEST_FILS ? COUNTED_AFTER.exec(after) : null;
  return counted ? { start, end: end + counted[0].length } : null;
}

/**
 * The amount after “for”: one with a currency anywhere; otherwise the last word, or a number next to what is sold.
 * `masked`: the text without the other finds.
 */
export const findAmountInPurpose = (
  found: readonly FoundAmount[],
  masked: string,
  { end: purposeEnd }: Span,
): FoundAmount | null => {
  const named = found.find(({ isNamed }) => isNamed) ?? found.find(({ isMoney }) => isMoney);
  if (named) return named;
  const isLikely = (one: FoundAmount) =>
    one.fils >= SMALLEST_FILS && !YEAR.test(one.number) && findCounted(one, masked) === null;
  const last = found.at(-1);
  if (last && isLikely(last) && /^[^\p{L}\p{N}]*$/u.test(masked.slice(last.end, purposeEnd))) return last;
  const [only, ...rest] = found.filter(isLikely);
  // "for June rent 250 Sara"
  if (only && rest.length === 0 && isAfterPurpose(only, masked)) return only;
  const first = found[0];
  const next = first && /^\s(\p{L}+)/u.exec(masked.slice(first.end, first.end + NEAR))?.[1];
  return first && next && isLikely(first) && (PURPOSE.test(next) || MONTH_AFTER.test(` ${next}`))
    ? first
    : null;
};

function isAfterPurpose({ start, end }: Span, masked: string): boolean {
  const before = /(\p{L}+)\s{0,3}$/u.exec(masked.slice(Math.max(0, start - NEAR), start))?.[1] ?? '';
  const after = masked.slice(end, end + NEAR);
  return (PURPOSE.test(before) || MONTH.test(before)) && !/^\s\p{Ll}+s(?![\p{L}])/u.test(after);
}

/** What the person should check about an amount. `text`: as typed. */
export type AmountDoubt =
  /** Filled in with one reading; `otherwise` is the other. */
  | { about: 'two-readings'; text: string; filled: string; otherwise: string }
  /** Not filled in; `whole`: the amount if it is one number. */
  | { about: 'two-numbers'; text: string; whole: string }
  | { about: 'too-small' | 'year'; text: string; filled: string };

export const doubtAmount = (
  { fils, otherwise, isMaybeTwo, number, isNamed, isMoney }: FoundAmount,
  text: string,
): AmountDoubt[] => {
  const filled = formatFils(fils);
  if (isMaybeTwo) return [{ about: 'two-numbers', text, whole: filled }];
  if (otherwise !== null) return [{ about: 'two-readings', text, filled, otherwise }];
  if (fils < SMALLEST_FILS) return [{ about: 'too-small', text, filled }];
  return !isNamed && !isMoney && YEAR.test(number) ? [{ about: 'year', text, filled }] : [];
};
