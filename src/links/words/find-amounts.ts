import type { Span } from '../../blocks/plain-text.ts';
import {
  type AmountWords,
  EVERY_AMOUNT,
  readNumber,
  SMALLEST_FILS,
  trimEnd,
} from '../../blocks/read-amount.ts';
import type { About } from './please-check-view.ts';
import {
  MONTH,
  MONTH_AFTER,
  MONTH_BEFORE,
  NUMBERED_BEFORE,
  PURPOSE,
  RECKONING,
  SCALE_AFTER,
} from './word-lists.ts';

/** A number that may be the amount. */
export interface FoundAmount extends Span, AmountWords {
  /** The digits with their separators. */
  number: string;
  /** The currency is next to it. */
  isNamed: boolean;
  /** It must be money: it has a currency, decimals, groups, a `k` or a bill's `/-`. */
  isMoney: boolean;
}

/**
 * Every number of a plain text, by what it may be: an amount, in dirhams or `foreign`; `counted`, such as `villa 12`, `20 Oct` or
 * `3 chairs`, with the word; `unsure`, such as `3 x 250`, `5 lakh` or the numbers of `iPhone 15 2999`: a person has to say.
 */
export const findNumbers = (plain: string) => {
  const { found, foreign } = findAmounts(plain);
  const counted: Span[] = [];
  const unsure: Span[] = [];
  const amounts: FoundAmount[] = [];
  for (const one of found) {
    const thing = one.isMoney ? null : findCounted(one, plain);
    const scale = SCALE_AFTER.exec(plain.slice(one.end, one.end + NEAR))?.[0].length ?? 0;
    const last = amounts.at(-1);
    const reckoned = unsure.at(-1);
    // With the `villa` of `villa 12 500 aed`, which is no name.
    if (one.isMaybeTwo && one.isMoney) amounts.push({ ...one, ...findCounted(one, plain) });
    else if (thing) {
      const shared = counted.at(-1);
      // `3 oct 2026`
      if (shared && shared.end > thing.start) shared.end = thing.end;
      else counted.push(thing);
    } else if (scale > 0) unsure.push({ start: one.start, end: one.end + scale });
    else if (reckoned && isReckoned(plain.slice(reckoned.end, one.start))) reckoned.end = one.end;
    else if (last && belongsTo(last, one, plain)) {
      amounts.pop();
      unsure.push({ start: last.start, end: one.end });
    } else amounts.push(one);
  }
  return { amounts, foreign, counted, unsure };
};

function findAmounts(plain: string): { found: FoundAmount[]; foreign: Span[] } {
  const found: FoundAmount[] = [];
  const foreign: Span[] = [];
  for (const { index: start, 0: text, groups = {} } of plain.matchAll(EVERY_AMOUNT)) {
    const digits = groups['number'] ?? '';
    const number = trimEnd(digits);
    const after = plain.slice(start + text.length, start + text.length + NEAR);
    // `250 K Dirhams` is thousands, the letter of `250 K Khan` an initial, and `250 Dr. Ahmed` names no dirhams.
    const isBare = groups['namedAfter'] === undefined && groups['foreignAfter'] === undefined;
    const isInitial = isBare && /^\sK$/.test(groups['k'] ?? '') && /^\s\p{L}/u.test(after);
    const isTitle = /^Dr\.?$/.test(groups['namedAfter'] ?? '') && /^\s+\p{Lu}/u.test(after);
    const k = isInitial ? undefined : groups['k'];
    const said = isInitial || isTitle ? text.replace(/\s*\p{L}+\.?$/u, '') : text;
    const end = start + said.length - (said.endsWith(digits) ? digits.length - number.length : 0);
    if (groups['foreign'] || groups['foreignAfter']) {
      foreign.push({ start, end });
      continue;
    }
    const read = readNumber(number, k);
    const isNamed = groups['named'] !== undefined || (groups['namedAfter'] !== undefined && !isTitle);
    // Amounts do not start with zero, and eight digits are some other number.
    if (read === null || (!isNamed && /^0\d|^\d{8,}$/.test(number))) continue;
    const isMoney = isNamed || k !== undefined || groups['bill'] !== undefined || /[.,]/.test(number);
    found.push({ start, end, number, ...read, isNamed, isMoney });
  }
  return { found, foreign };
}

const YEAR = /^20[23]\d$/;
const MOST_DAYS = 31;
const COUNTED_AFTER = /^\s\p{Ll}{2,20}s(?![\p{L}])/u;
/** How far from a number the words that say what it counts may be. */
const NEAR = 40;

/** The number with the word next to it that says what it counts; null: it may be an amount. */
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

const isReckoned = (between: string): boolean =>
  /^\s{0,3}(?:[x×*+–-]|plus|times|minus|less)\s{0,3}$/iu.test(between);

/** `3 x 250`; and `15 2999`, where nothing says which of the two is money. */
function belongsTo(last: FoundAmount, one: FoundAmount, plain: string): boolean {
  const between = plain.slice(last.end, one.start);
  const areBare = !last.isMoney && !one.isMoney && last.fils !== one.fils;
  return isReckoned(between) || (areBare && /^[^\S\n]*$/.test(between));
}

/**
 * Which of the numbers is the amount: one with a currency, else one that is large enough, else any. Null: none, or a person has to
 * say which. `rivals`: other numbers that are as likely.
 */
export const chooseAmount = (
  possible: readonly FoundAmount[],
  plain: string,
): { amount: FoundAmount | null; rivals: FoundAmount[] } => {
  const named = possible.filter(({ isNamed }) => isNamed);
  const large = possible.filter(
    ({ number, fils, isMoney }) => isMoney || (fils >= SMALLEST_FILS && !YEAR.test(number)),
  );
  const likely = [named, large, possible].find((some) => some.length > 0) ?? [];
  // "paid 300 balance 600", "discount 50 from 500"
  const areParts = new Set(likely.map(({ fils }) => fils)).size > 1 && RECKONING.test(plain);
  const [first = null, ...rest] = likely;
  const amount = areParts ? null : first;
  const rivals = possible.filter(
    (one) => one !== amount && (rest.includes(one) || one === first || one.isMoney),
  );
  return { amount, rivals };
};

/** The amount after “for”: one with a currency anywhere; otherwise the last word, or a number next to what is sold. */
export const findAmountInPurpose = (
  found: readonly FoundAmount[],
  masked: string,
  { end: purposeEnd }: Span,
): FoundAmount | null => {
  const named = found.find(({ isNamed }) => isNamed) ?? found.find(({ isMoney }) => isMoney);
  if (named) return named;
  const likely = found.filter(({ fils, number }) => fils >= SMALLEST_FILS && !YEAR.test(number));
  const last = likely.at(-1);
  if (last && /^[^\p{L}\p{N}]*$/u.test(masked.slice(last.end, purposeEnd))) return last;
  const [first, ...rest] = likely;
  if (!first) return null;
  const before = /(\p{L}+)\s{0,3}$/u.exec(masked.slice(Math.max(0, first.start - NEAR), first.start))?.[1];
  const after = /^\s(\p{L}+)/u.exec(masked.slice(first.end, first.end + NEAR))?.[1] ?? '';
  const isThing = (word = '') => PURPOSE.test(word) || MONTH.test(word);
  // "for June rent 250 Sara", and not "for rent 250 chairs"
  const isBehind = rest.length === 0 && isThing(before) && !/^\p{Ll}+s$/u.test(after);
  return isBehind || isThing(after) ? first : null;
};

/** What to ask about an amount that is filled in. */
export function doubtAmount({ fils, otherwise, number, isNamed, isMoney }: FoundAmount): About | null {
  if (otherwise !== null) return 'two-readings';
  if (fils < SMALLEST_FILS) return 'too-small';
  return !isNamed && !isMoney && YEAR.test(number) ? 'year' : null;
}
