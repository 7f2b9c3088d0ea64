import { dayPeriod, fixed, lastBy, type Moment, yearlyDay } from './date-ends.ts';
import { addDays, monthsFrom, type Period, unitAround, unitBefore, unitsUntil } from './date-span.ts';
import { type DateToken, readDateUnit, readMonthName, readWeekdayName } from './date-tokens.ts';

/** What was read from `start` on, and where reading stopped. */
interface Reading {
  moment: Moment;
  next: number;
}

const THIS = new Set(['this', 'current']);
const LAST = new Set(['last', 'previous', 'prev']);
const NUMBER_WORDS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
/**
 * `last Monday 21 Nov` nests three deep; without a limit, `last last last …` would nest as deep as it is
 * long, again from each word.
 */
const DEEPEST = 3;
const SO_FAR = { wtd: 'week', mtd: 'month', qtd: 'quarter', ytd: 'year' } as const;

/** The longest date, weekday or period that the tokens at `start` begin with; null if none. */
export const readMoment = (tokens: readonly DateToken[], start: number, today: string): Reading | null => {
  const reading = readBare(tokens, start, today);
  if (!reading) return null;
  const after = tokens[reading.next];
  if (after?.is !== 'time' || reading.moment.is === 'clock' || reading.moment.is === 'day-number') {
    return reading;
  }
  return { moment: { ...reading.moment, time: after.text }, next: reading.next + 1 };
};

function readBare(tokens: readonly DateToken[], start: number, today: string, depth = 1): Reading | null {
  if (depth > DEEPEST) return null;
  const token = tokens[start];
  if (token?.is === 'time') return { moment: { is: 'clock', time: token.text }, next: start + 1 };
  if (token?.is === 'moment') return withYear(tokens, start + 1, token.moment, today);
  if (token?.is === 'year') return readFromYear(tokens, start, token.value);
  if (token?.is === 'number') return readFromNumber(tokens, start, token.value, today);
  if (token?.is === 'word') {
    return (
      readNamedDay(tokens, start, token.word, today) ??
      readRelative(tokens, start, token.word, { today, depth }) ??
      readFromWeekday(tokens, start, token.word, { today, depth }) ??
      readFromMonth(tokens, start, token.word, today)
    );
  }
  return null;
}

function readNamedDay(
  tokens: readonly DateToken[],
  start: number,
  word: string,
  today: string,
): Reading | null {
  const ago = (days: number, length: number) => ({
    moment: fixed(dayPeriod(addDays(today, -days))),
    next: start + length,
  });
  if (word === 'today') return ago(0, 1);
  if (word === 'yesterday') return ago(1, 1);
  if (word === 'day' && wordAt(tokens, start + 1) === 'before' && wordAt(tokens, start + 2) === 'yesterday') {
    return ago(2, 3);
  }
  if (word !== 'wtd' && word !== 'mtd' && word !== 'qtd' && word !== 'ytd') return null;
  return {
    moment: fixed({ from: unitAround(SO_FAR[word], today).from, to: today }),
    next: start + 1,
  };
}

/** `this week`, `last month`, `last 7 days`, `past week`, `last Monday`, `last October`. */
function readRelative(
  tokens: readonly DateToken[],
  start: number,
  word: string,
  { today, depth }: { today: string; depth: number },
): Reading | null {
  const isLast = LAST.has(word);
  if (!isLast && !THIS.has(word) && word !== 'past') return null;
  const next = start + 2;
  const unit = unitAt(tokens, start + 1);
  if (unit) {
    if (word === 'past') return { moment: fixed(unitsUntil(1, unit, today)), next };
    return { moment: fixed(isLast ? unitBefore(unit, today) : unitAround(unit, today)), next };
  }
  const count = countAt(tokens, start + 1);
  const countedUnit = unitAt(tokens, start + 2);
  if (count !== null && countedUnit && !THIS.has(word)) {
    return { moment: fixed(unitsUntil(count, countedUnit, today)), next: start + 3 };
  }
  const named = readBare(tokens, start + 1, today, depth + 1);
  if (named?.moment.is !== 'weekly' && named?.moment.is !== 'yearly') return null;
  return {
    moment: fixed(isLast ? lastOver(named.moment, today) : current(named.moment, today)),
    next: named.next,
  };
}

/** The latest one that is over: on a Monday, "last Monday" is a week ago. */
function lastOver(moment: Moment, today: string): Period | null {
  const period = lastBy(moment, today);
  return period && period.to >= today ? lastBy(moment, addDays(period.from, -1)) : period;
}

function current(moment: Moment, today: string): Period | null {
  const around = unitAround(moment.is === 'weekly' ? 'week' : 'year', today);
  const period = lastBy(moment, today);
  return period && period.from >= around.from ? period : null;
}

/** `2025`, and the year before a name: `2025 Q3`, `2025 Oct`. */
function readFromYear(tokens: readonly DateToken[], start: number, year: number): Reading {
  const named = tokens[start + 1];
  const month = named?.is === 'word' ? readMonthName(named.word) : null;
  if (month !== null && tokens[start + 2]?.is !== 'year' && tokens[start + 2]?.is !== 'number') {
    return { moment: fixed(monthsFrom(year, month, 1), true), next: start + 2 };
  }
  if (named?.is === 'moment' && named.moment.is === 'yearly' && tokens[start + 2]?.is !== 'year') {
    return { moment: fixed(named.moment.inYear(year), true), next: start + 2 };
  }
  return { moment: fixed(monthsFrom(year, 1, 12), true), next: start + 1 };
}

/** `15 Oct`, `15 Oct 2025`, `7 days`, `3 days ago`, and the bare `1` of `1-15 Oct`. */
function readFromNumber(
  tokens: readonly DateToken[],
  start: number,
  value: number,
  today: string,
): Reading | null {
  const named = wordAt(tokens, start + 1);
  const month = named === null ? null : readMonthName(named);
  if (month !== null) return withYear(tokens, start + 2, yearlyDay(month, value), today);
  const unit = unitAt(tokens, start + 1);
  if (unit === null) return value >= 1 && value <= 31 ? readDayNumber(tokens, start, value) : null;
  if (value === 0) return null;
  if (wordAt(tokens, start + 2) !== 'ago')
    return { moment: fixed(unitsUntil(value, unit, today)), next: start + 2 };
  return unit === 'day' ? { moment: fixed(dayPeriod(addDays(today, -value))), next: start + 3 } : null;
}

function readDayNumber(tokens: readonly DateToken[], start: number, day: number): Reading {
  const after = tokens[start + 1];
  const year = after?.is === 'year' ? after.value : null;
  return { moment: { is: 'day-number', day, year }, next: start + (year === null ? 1 : 2) };
}

/** `Monday`, `Monday last week`, `Sat 21 Nov 2026`. */
function readFromWeekday(
  tokens: readonly DateToken[],
  start: number,
  word: string,
  { today, depth }: { today: string; depth: number },
): Reading | null {
  const day = readWeekdayName(word);
  if (day === null) return null;
  const dated = readBare(tokens, start + 1, today, depth + 1);
  if (dated?.moment.is === 'yearly') return { moment: { ...dated.moment, weekday: day }, next: dated.next };
  if (dated?.moment.is === 'fixed' && dated.moment.isYearWritten) {
    return { moment: { ...dated.moment, weekday: day }, next: dated.next };
  }
  if (dated?.moment.is === 'fixed' && unitAt(tokens, start + 2) === 'week' && dated.next === start + 3) {
    const period = dayPeriod(dated.moment.period && addDays(dated.moment.period.from, day));
    return { moment: fixed(period && period.from <= today ? period : null), next: dated.next };
  }
  return { moment: { is: 'weekly', day }, next: start + 1 };
}

/** `October`, `Oct 2025`, `Oct 15`, `October 15, 2025`. */
function readFromMonth(
  tokens: readonly DateToken[],
  start: number,
  word: string,
  today: string,
): Reading | null {
  const month = readMonthName(word);
  if (month === null) return null;
  const day = tokens[start + 1];
  if (day?.is === 'number') return withYear(tokens, start + 2, yearlyDay(month, day.value), today);
  const whole: Moment = { is: 'yearly', inYear: (year) => monthsFrom(year, month, 1) };
  return withYear(tokens, start + 1, whole, today);
}

/** Takes the year that follows: a number, `this year` or `last year`. */
function withYear(tokens: readonly DateToken[], at: number, moment: Moment, today: string): Reading {
  if (moment.is !== 'yearly') return { moment, next: at };
  const token = tokens[at];
  if (token?.is === 'year') return { moment: fixed(moment.inYear(token.value), true), next: at + 1 };
  const word = wordAt(tokens, at);
  if (word === null || unitAt(tokens, at + 1) !== 'year') return { moment, next: at };
  if (!LAST.has(word) && !THIS.has(word)) return { moment, next: at };
  const year = LAST.has(word) ? unitBefore('year', today) : unitAround('year', today);
  return { moment: fixed(moment.inYear(Number(year.from.slice(0, 4))), true), next: at + 2 };
}

function wordAt(tokens: readonly DateToken[], at: number): string | null {
  const token = tokens[at];
  return token?.is === 'word' ? token.word : null;
}

function unitAt(tokens: readonly DateToken[], at: number) {
  const word = wordAt(tokens, at);
  return word === null ? null : readDateUnit(word);
}

function countAt(tokens: readonly DateToken[], at: number): number | null {
  const token = tokens[at];
  if (token?.is === 'number') return token.value > 0 ? token.value : null;
  const index = NUMBER_WORDS.indexOf(wordAt(tokens, at) ?? '');
  return index === -1 ? null : index + 1;
}
