import { buildDay, lengthOf, monthOf, type Period, yearOf } from './calendar-days.ts';
import type { DateToken } from './date-tokens.ts';
import { dayPeriod, firstFrom, fixed, isSingleDay, lastBy, type Moment, yearlyDay } from './moment.ts';
import { readMoment } from './read-moment.ts';

/** Start and end of a range in which one of them is only a number: it is a single day in the other's month. */
const inOneMonth = (
  partner: Moment,
  { day, year }: { day: number; year: number | null },
): [Moment, Moment] => {
  const dated = partner.is === 'yearly' && year !== null ? fixed(partner.inYear(year), true) : partner;
  return [dated, dayBeside(dated, day)];
};

function dayBeside(partner: Moment, day: number): Moment {
  if (partner.is === 'yearly' && partner.dayInMonth !== undefined) return yearlyDay(partner.dayInMonth, day);
  if (partner.is !== 'fixed' || partner.period?.from !== partner.period?.to) return fixed(null);
  const from = partner.period?.from;
  const beside = from === undefined ? null : buildDay(yearOf(from), monthOf(from), day);
  return fixed(dayPeriod(beside), partner.isYearWritten);
}

/** The dates we can make out in text we did not understand as a whole, to prefill a form. */
export const guessEnds = (
  tokens: readonly DateToken[],
  today: string,
): { from: string | null; to: string | null } => {
  const dash = tokens.findIndex((token) => token.is === 'to');
  if (dash === -1) {
    const moments = findMoments(tokens, today);
    const [first, last] = [moments[0], moments.at(-1)];
    if (!first || !last) return { from: null, to: null };
    const ends = moments.length === 1 ? endsOfOne(first, today) : endsBetween(first, last, today);
    return { from: ends.from, to: isOpened(tokens) && moments.length === 1 ? null : ends.to };
  }
  const first = findMoments(tokens.slice(0, dash), today)[0];
  const last = findMoments(tokens.slice(dash + 1), today).at(-1);
  if (first && last) return endsBetween(first, last, today);
  return {
    from: first ? endsOfOne(first, today).from : null,
    to: last ? endsOfOne(last, today).to : null,
  };
};

const isOpened = (tokens: readonly DateToken[]): boolean =>
  tokens.some((token) => token.is === 'word' && (token.word === 'since' || token.word === 'from'));

function findMoments(tokens: readonly DateToken[], today: string): Moment[] {
  const moments: Moment[] = [];
  for (let at = 0; at < tokens.length; ) {
    const reading = readMoment(tokens, at, today);
    if (reading) moments.push(reading.moment);
    at = reading?.next ?? at + 1;
  }
  return moments;
}

/** The two ends of what was typed, `yyyy-MM-dd`; null for an end that is not in the calendar. */
export interface Ends {
  from: string | null;
  to: string | null;
  /** `HH:mm:ss`, if a time was typed. */
  fromTime?: string | undefined;
  toTime?: string | undefined;
  /** False if it could also mean another range. */
  isClear: boolean;
}

/** A leap year, so it has every day that a year can have. */
const LEAP_YEAR = 2024;
/**
 * If a range without years would run over New Year and be longer than this, it was more likely typed
 * the wrong way round.
 */
const LONGEST_OVER_NEW_YEAR = 183;

/** A single date or period: the most recent one that has begun. */
export const endsOfOne = (moment: Moment, today: string): Ends => {
  const period = lastBy(moment, today);
  // A point in time is not a range.
  return { from: period?.from ?? null, to: period?.to ?? null, isClear: moment.time === undefined };
};

export const endsSince = (moment: Moment, today: string): Ends => {
  const period = lastBy(moment, today);
  const from = period?.from ?? null;
  return { from, to: from !== null && from > today ? null : today, fromTime: moment.time, isClear: true };
};

/**
 * The start is the most recent one, the end the first that follows it. A year typed at either end counts for both.
 */
export const endsBetween = (first: Moment, second: Moment, today: string): Ends => {
  const [a, b] = completeDays(first, second, today);
  const [start, end] = findPeriods(a, b, today);
  if (start && end && a.is === 'fixed' && b.is === 'fixed' && start.from > end.from) {
    return { from: end.from, to: start.to, fromTime: b.time, toTime: a.time, isClear: true };
  }
  const from = start?.from ?? null;
  if (isDoubtful(a, b, start, end)) return { from, to: lastBy(b, today)?.to ?? null, isClear: false };
  return { from, to: end?.to ?? null, fromTime: a.time, toTime: b.time, isClear: true };
};

function completeDays(first: Moment, second: Moment, today: string): [Moment, Moment] {
  if (first.is === 'day-number' && second.is !== 'day-number') {
    const [end, start] = inOneMonth(second, first);
    return inOrder(start, end);
  }
  if (second.is === 'day-number' && first.is !== 'day-number') {
    return inOrder(...inOneMonth(first, second));
  }
  const a = first.is === 'clock' ? withTime(fixed({ from: today, to: today }), first.time) : first;
  if (second.is !== 'clock') return [a, second];
  const day = lastBy(a, today);
  return [a, withTime(fixed(day?.from === day?.to ? day : null), second.time)];
}

/**
 * `15-1 Oct` is within one month, so only its order can be wrong. `28-29 Feb` is within one year, so it
 * must be a leap year.
 */
function inOrder(a: Moment, b: Moment): [Moment, Moment] {
  if (a.is !== 'yearly' || b.is !== 'yearly') return [a, b];
  const [one, other] = [a.inYear(LEAP_YEAR), b.inYear(LEAP_YEAR)];
  if (!one || !other) return [a, b];
  const [first, last] = one.from > other.from ? [b, a] : [a, b];
  return [{ ...first, inYear: (year) => last.inYear(year) && first.inYear(year) }, last];
}

function findPeriods(a: Moment, b: Moment, today: string): [Period | null, Period | null] {
  if (b.is === 'fixed') return [lastBy(a, b.period?.to ?? today), b.period && lastBy(b, today)];
  const start = lastBy(a, today);
  if (start === null) return [null, lastBy(b, today)];
  const recent = b.is === 'weekly' && a.is !== 'weekly' ? lastBy(b, today) : null;
  return [start, recent && recent.from >= start.from ? recent : firstFrom(b, start.from)];
}

function isDoubtful(a: Moment, b: Moment, start: Period | null, end: Period | null): boolean {
  if (start === null || end === null || b.is !== 'yearly' || (a.is === 'fixed' && a.isYearWritten))
    return false;
  if (yearOf(start.from) === yearOf(end.to)) return false;
  return lengthOf({ from: start.from, to: end.to }) > LONGEST_OVER_NEW_YEAR;
}

/** Whether the two can stand next to each other without a dash between them. */
export const isPairOfDays = (first: Moment, second: Moment): boolean =>
  isSingleDay(first) && isSingleDay(second);

function withTime(moment: Moment, time: string | undefined): Moment {
  return time === undefined ? moment : { ...moment, time };
}
