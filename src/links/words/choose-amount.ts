import { formatFils } from '../../payment-service/aed-amount.ts';
import { LINK_REQUEST_RULES } from '../../payment-service/link-request.ts';
import type { Span } from './plain-text.ts';
import type { FoundAmount } from './read-amount.ts';
import { MONTH, MONTH_AFTER, MONTH_BEFORE, NUMBERED_BEFORE, PURPOSE } from './word-lists.ts';

const SMALLEST_FILS = LINK_REQUEST_RULES.invoiceAmount.min * 100;
const YEAR = /^20[23]\d$/;
const MOST_DAYS = 31;
const COUNTED_AFTER = /^\s\p{Ll}{2,20}s(?![\p{L}])/u;
/** As far before and after a number may the words be that say what it counts. */
const NEAR = 40;

/** Which number of a line is its amount. */
interface JudgedAmounts {
  amount: FoundAmount | null;
  /** As likely amounts as the first. */
  rivals: FoundAmount[];
  /** Numbers of something else, with the words that say of what. */
  others: Span[];
}

/** Of the numbers before a “for”, or of all where there is none. `plain`: the text they stand in. */
export const judgeAmounts = (found: readonly FoundAmount[], plain: string): JudgedAmounts => {
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

/** `villa 12`, `20 Oct`, `3 chairs`: the number with what it counts; null: it may be an amount. */
function findCounted({ start, end, number, fils }: FoundAmount, plain: string): Span | null {
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
 * The amount after `for`: anywhere where it can be nothing else; otherwise as the last word, or before what is paid.
 * `masked`: the text without what else was found in it.
 */
export const findAmountFor = (
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

/** What to look at in an amount before the link is made. `text`: as it was typed. */
export type AmountDoubt =
  /** Filled in, and can mean the other as well. */
  | { about: 'two-readings'; text: string; filled: string; otherwise: string }
  | { about: 'too-small' | 'year'; text: string; filled: string };

/** What to look at, of the amount that is filled in. */
export const doubtAmount = (
  { fils, otherwise, number, isNamed, isMoney }: FoundAmount,
  text: string,
): AmountDoubt[] => {
  const filled = formatFils(fils);
  if (otherwise !== null) return [{ about: 'two-readings', text, filled, otherwise }];
  if (fils < SMALLEST_FILS) return [{ about: 'too-small', text, filled }];
  return !isNamed && !isMoney && YEAR.test(number) ? [{ about: 'year', text, filled }] : [];
};
