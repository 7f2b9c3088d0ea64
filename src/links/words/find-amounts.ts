import type { Span } from '../../blocks/plain-text.ts';
import {
  type AmountWords,
  EVERY_AMOUNT,
  holdsDirham,
  readNumber,
  SMALLEST_FILS,
  trimEnd,
} from '../../blocks/read-amount.ts';
import type { About } from './please-check-view.ts';
import * as WORDS from './word-lists.ts';

/** A number that may be the amount. */
export interface FoundAmount extends Span, AmountWords {
  /** The digits with their separators. */
  number: string;
  /** The currency is next to it. */
  isNamed: boolean;
  /** It must be money: it has a currency, decimals, groups, a `k` or a bill's `/-`. */
  isMoney: boolean;
  says: Says | null;
}

/** What the words beside a number say of it; `each`: the price of one of several. */
type Says = keyof typeof WORDS.SAYS | 'each';

/**
 * Every number of a plain text, by what it may be: an amount, in dirhams or `foreign`; `counted`, such as `villa 12`, `20 Oct` or
 * `3 chairs`, with the word; `unsure`, such as `3 x 250`, `5 lakh` or the numbers of `iPhone 15 2999`: a person has to say.
 * `labels`: the words that say which amount is due or the total.
 */
export const findNumbers = (plain: string) => {
  const { found, foreign } = findAmounts(plain);
  const counted: Span[] = [];
  const unsure: Span[] = [];
  const labels: Span[] = [];
  const amounts: FoundAmount[] = [];
  const hasQuantity = WORDS.QUANTITY.test(plain);
  for (const one of found) {
    const thing = one.isMoney ? null : findCounted(one, plain);
    const scale = WORDS.SCALE_AFTER.exec(plain.slice(one.end, one.end + NEAR))?.[0].length ?? 0;
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
    // Beside another currency, only what is named as dirhams is.
    else if (foreign.length > 0 && !one.isNamed) unsure.push(one);
    else if (reckoned && isReckoned(plain.slice(reckoned.end, one.start))) reckoned.end = one.end;
    else if (last && belongsTo(last, one, plain)) {
      amounts.pop();
      unsure.push({ start: last.start, end: one.end });
    } else {
      const { says, label, rate } = hearWords(one, plain);
      if (isSum({ says })) labels.push(label);
      const start = says === 'part' ? Math.min(one.start, label.start) : one.start;
      const isOfSeveral = says === null && (rate > 0 || hasQuantity || isTied(one, plain));
      // Behind a total, `each` says something else, and is asked about.
      amounts.push({
        ...one,
        start,
        end: one.end + (isOfSeveral ? rate : 0),
        says: isOfSeveral ? 'each' : says,
      });
    }
  }
  return { amounts, foreign, counted, unsure, labels };
};

export const isSum = ({ says }: Pick<FoundAmount, 'says'>): boolean => says === 'due' || says === 'total';

/** The label before a number, or else directly after it if it is not the next number's; two that differ say nothing sure. */
function hearWords(one: FoundAmount, plain: string) {
  const before = WORDS.LABEL_BEFORE.exec(plain.slice(Math.max(0, one.start - NEAR), one.start));
  const after = plain.slice(one.end, one.end + NEAR);
  const behind = WORDS.LABEL_AFTER.exec(after);
  const rate = WORDS.RATE_AFTER.exec(after)?.[0].length ?? 0;
  const isSure = one.isMoney || one.fils >= SMALLEST_FILS;
  const [first = null, second = null] = [before, behind].map((found) =>
    WORDS.KINDS_OF_LABEL.find((kind) => isSure && found?.[1] && WORDS.SAYS[kind].test(found[1])),
  );
  const says: Says | null = first && second && first !== second ? 'part' : (first ?? second);
  const start = one.start - (before?.[0].length ?? 0);
  const label = first
    ? { start, end: start + (before?.[1]?.length ?? 0) }
    : { start: one.end, end: one.end + (behind?.[0].length ?? 0) };
  return { says, label, rate };
}

function isTied({ start, end }: FoundAmount, plain: string): boolean {
  const around = plain.slice(Math.max(0, start - NEAR), start) + WORDS.PRICE + plain.slice(end, end + NEAR);
  return WORDS.TIED.test(around.split('\n').find((line) => line.includes(WORDS.PRICE)) ?? '');
}

function findAmounts(plain: string): { found: FoundAmount[]; foreign: Span[] } {
  const found: FoundAmount[] = [];
  const foreign: Span[] = [];
  /** Where a number with its currency behind it ends: in `150 AED 20` it may be that of the next. */
  let ofNext = -1;
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
    const code = groups['foreign'] ?? groups['foreignAfter'];
    if (code !== undefined && !isNoCurrency(code, plain, { start, end })) {
      foreign.push({ start, end });
      continue;
    }
    const read = readNumber(number, k);
    const isAfter = groups['namedAfter'] !== undefined && !isTitle;
    const isShared = ofNext > 0 && /^\s{0,3}$/.test(plain.slice(ofNext, start)) && !COUNTED_AFTER.test(after);
    const isNamed =
      groups['named'] !== undefined || isAfter || (isShared && (read?.fils ?? 0) >= SMALLEST_FILS);
    if (isAfter) ofNext = end;
    // Amounts do not start with zero, and eight digits are some other number.
    if (read === null || (!isNamed && /^0\d|^\d{8,}$/.test(number))) continue;
    const isMoney = isNamed || k !== undefined || groups['bill'] !== undefined || /[.,]/.test(number);
    const at = plain.indexOf(number, start);
    const from = groups['foreign'] === undefined ? start : at;
    const to = groups['foreignAfter'] === undefined ? end : at + number.length;
    found.push({ start: from, end: to, number, ...read, isNamed, isMoney, says: null });
  }
  return { found, foreign };
}

/** `BD` of `BD cake`, and two letters in a line that names dirhams. */
function isNoCurrency(code: string, plain: string, { start, end }: Span): boolean {
  if (!/^\p{L}{2}$/u.test(code)) return false;
  const line = plain.slice(plain.lastIndexOf('\n', start) + 1).split('\n', 1)[0] ?? '';
  const next = /^\s(\p{L}+)/u.exec(plain.slice(end, end + NEAR))?.[1] ?? '';
  return holdsDirham(line) || WORDS.PURPOSE.test(next);
}

const YEAR = /^20[23]\d$/;
const MOST_DAYS = 31;
const COUNTED_AFTER = /^\s\p{Ll}{2,20}s(?![\p{L}])/u;
const ONE_AFTER = /^\s\p{Ll}{2,20}(?![\p{L}])/u;
const UNITS_AFTER =
  /^\s?(?:items?|pcs?|pieces|nights|days|hours|hrs|pax|persons|people|guests|adults|kids|boxes|sets|kgs?|ml|حبة|حبات|قطعة|قطع|ليالي|ليال|ليلة)(?!\p{L})/iu;
/** How far from a number the words that say what it counts may be. */
const NEAR = 40;

/** The number with the word next to it that says what it counts; null: it may be an amount. */
function findCounted({ start, end, number, fils }: FoundAmount, plain: string): Span | null {
  const before = plain.slice(Math.max(0, start - NEAR), start);
  const after = plain.slice(end, end + NEAR);
  const numbered = WORDS.NUMBERED_BEFORE.exec(before);
  if (numbered && !/^Bill(?!\p{L})/u.test(numbered[0])) return { start: start - numbered[0].length, end };
  const isDay = fils <= MOST_DAYS * 100 && !number.includes('.');
  const monthAfter = WORDS.MONTH_AFTER.exec(after);
  if (isDay && monthAfter) return { start, end: end + monthAfter[0].length };
  const monthBefore = WORDS.MONTH_BEFORE.exec(before);
  if (monthBefore && (isDay || YEAR.test(number))) return { start: start - monthBefore[0].length, end };
  const counted =
    UNITS_AFTER.exec(after) ??
    (fils < SMALLEST_FILS ? (number === '1' ? ONE_AFTER : COUNTED_AFTER).exec(after) : null);
  return counted ? { start, end: end + counted[0].length } : null;
}

const isReckoned = (between: string): boolean =>
  /^\s{0,3}(?:[x×*+–-]|plus|times|minus|less|or|أو)\s{0,3}$/iu.test(between);

/** `3 x 250`; and `15 2999`, where nothing says which of the two is money. */
function belongsTo(last: FoundAmount, one: FoundAmount, plain: string): boolean {
  const between = plain.slice(last.end, one.start);
  const areBare = !last.isMoney && !one.isMoney && last.fils !== one.fils;
  return isReckoned(between) || (areBare && /^[^\S\n]*$/.test(between));
}

const RANKS = { due: 4, total: 3, each: 2, share: 2, part: -1 } as const;
/** By rank, what makes another number no amount: of a total a deposit may be asked for. */
const BLOCKED_BY: readonly Says[] = ['part', 'part', 'part', 'share'];

/**
 * Which of the numbers is the amount: what is due, else the total, else the one that must be money or is `first`: a
 * text begins with it. Null: none, or a person has to say which. `rivals`: what is to be asked about.
 */
export const chooseAmount = (
  possible: readonly FoundAmount[],
  first: FoundAmount | null,
): { amount: FoundAmount | null; rivals: FoundAmount[] } => {
  const rankOf = (one: FoundAmount): number => {
    if (one.says) return RANKS[one.says];
    const isLarge = one.fils >= SMALLEST_FILS && !YEAR.test(one.number);
    if (one.isNamed || (one.isMoney && !one.isMaybeTwo) || (isLarge && one === first)) return 2;
    return isLarge || one.isMoney ? 1 : 0;
  };
  const top = Math.max(...possible.map(rankOf));
  const likely = possible.find((one) => rankOf(one) === top);
  const isClear = possible.every(
    (one) => one.fils === likely?.fils || (rankOf(one) !== top && one.says !== BLOCKED_BY[top]),
  );
  const amount = likely && top >= 0 && isClear && likely.says !== 'each' ? likely : null;
  const rivals = possible.filter((one) => {
    const isLikely = rankOf(one) !== 0 && !(amount?.isNamed && rankOf(one) === 1);
    return one !== amount && (isLikely || one.isMoney || one.fils === amount?.fils);
  });
  return { amount, rivals };
};

/** The amount after “for”: one with a currency anywhere; otherwise the last word, or a number next to what is sold. */
export const findAmountInPurpose = (
  all: readonly FoundAmount[],
  masked: string,
  { end: purposeEnd }: Span,
): FoundAmount | null => {
  const found = all.filter(({ says }) => says !== 'each' && says !== 'part');
  const money = found.filter(({ isMoney }) => isMoney);
  if (money.length > 0) return chooseAmount(money, null).amount;
  const likely = found.filter(({ fils, number }) => fils >= SMALLEST_FILS && !YEAR.test(number));
  const last = likely.at(-1);
  if (last && /^[^\p{L}\p{N}]*$/u.test(masked.slice(last.end, purposeEnd))) return last;
  const [first, ...rest] = likely;
  if (!first) return null;
  const before = /(\p{L}+)\s{0,3}$/u.exec(masked.slice(Math.max(0, first.start - NEAR), first.start))?.[1];
  const after = /^\s(\p{L}+)/u.exec(masked.slice(first.end, first.end + NEAR))?.[1] ?? '';
  const isThing = (word = '') => WORDS.PURPOSE.test(word) || WORDS.MONTH.test(word);
  // "for June rent 250 Sara", and not "for rent 250 chairs"
  const isBehind = rest.length === 0 && isThing(before) && !/^\p{Ll}+s$/u.test(after);
  return isBehind || isThing(after) ? first : null;
};

/** What to ask about an amount that is filled in. */
export function doubtAmount({ fils, otherwise, number, isMoney, says }: FoundAmount): About | null {
  if (otherwise !== null) return 'two-readings';
  if (fils < SMALLEST_FILS) return 'too-small';
  return !isMoney && says === null && YEAR.test(number) ? 'year' : null;
}
