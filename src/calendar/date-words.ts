import { buildDateRange } from '../payment-service/index.ts';
import { type Ends, endsBetween, endsOfOne, endsSince, isOneDay, type Moment } from './date-ends.ts';
import { readMoment } from './date-shapes.ts';
import { type DateSpan, dayOf, spanOfDays, spanOfRange, toDateRange } from './date-span.ts';
import { readDateTokens, toDateText } from './date-tokens.ts';

type ReadDateWords =
  | { span: DateSpan; understood: null }
  | { span: null; understood: { fromDay: string | null; toDay: string | null } };

export const DATE_WORD_EXAMPLES: readonly string[] = [
  'today',
  'yesterday',
  'last week',
  'this month',
  'last 7 days',
  '1-15 Oct',
  '1 Oct - 3 Nov',
  'since Monday',
  'Q3 2025',
  '2026-10-01 2026-10-15',
];

const HOURS =
  /^(?:(?:last|past|previous|[اآ]خر) (?:(\d{1,4}) ?)?|(\d{1,4}) ?)(?:h(?:rs?|ours?)?|ساع(?:ة|ات))$/;
const HOUR = 3_600_000;
const SECOND = 1_000;

/**
 * Reads a typed range of days, on the merchant's calendar; no text means today. A date without a year is the most recent
 * one, and the end of a range is the first that follows its start. Text that we do not understand, or that could mean two
 * ranges, returns the days that we could read, to prefill a form. `now` is epoch milliseconds. Throws `RangeError` only
 * for an unknown zone.
 */
export const readDateWords = (text: string, at: { now: number; timeZone: string }): ReadDateWords => {
  const { span, ends, tokens, today } = readRange(text, at);
  if (span) return { span, understood: null };
  const { from, to } = ends ?? guessEnds(tokens, today);
  return { span: null, understood: { fromDay: from, toDay: to } };
};

/** The same where nothing is prefilled: null for text that we do not understand. Reads two dates, however long the text is. */
export const readDateSpan = (text: string, at: { now: number; timeZone: string }): DateSpan | null =>
  readRange(text, at).span;

function readRange(text: string, at: { now: number; timeZone: string }) {
  const today = dayOf(at.now, at.timeZone);
  const line = toDateText(text);
  const hours = HOURS.exec(line);
  const tokens = readDateTokens(line);
  const ends = text.trim() === '' ? { from: today, to: today, isClear: true } : readEnds(tokens, today);
  const span = hours ? spanOfHours(Number(hours[1] ?? hours[2] ?? 1), at) : ends && spanOf(ends, at.timeZone);
  return { span, ends, tokens, today };
}

const OPENER = /^(?:(since)|between) /;
const OPENED = /(?<!\S)since(?!\S)/;
const DASH = /(?<!\S)to(?: |$)/;

function readEnds(tokens: string, today: string): Ends | null {
  const opener = OPENER.exec(tokens);
  const first = readMoment(tokens, opener?.[0].length ?? 0, today);
  if (!first) return null;
  if (first.next === tokens.length) return (opener?.[1] ? endsSince : endsOfOne)(first.moment, today);
  const hasDash = tokens.startsWith('to ', first.next);
  const second = readMoment(tokens, hasDash ? first.next + 3 : first.next, today);
  if (second?.next !== tokens.length) return null;
  if (!hasDash && !(isOneDay(first.moment) && isOneDay(second.moment))) return null;
  return endsBetween(first.moment, second.moment, today);
}

function spanOf({ from, to, fromTime, toTime, isClear }: Ends, timeZone: string): DateSpan | null {
  if (from === null || to === null || !isClear) return null;
  // Outside these years it was a typo.
  if (from < '2000' || to >= '2100' || from > to) return null;
  if (fromTime === undefined && toTime === undefined) return spanOfDays(from, to, timeZone);
  const range = { fromDate: `${from} ${fromTime ?? '00:00:00'}`, toDate: `${to} ${toTime ?? '23:59:59'}` };
  const span = spanOfRange(range, timeZone);
  return span && span.from <= span.to ? span : null;
}

function spanOfHours(count: number, { now, timeZone }: { now: number; timeZone: string }): DateSpan | null {
  if (count === 0) return null;
  const span = { from: now - count * HOUR + SECOND, to: now };
  // By way of the texts that we send: in a doubled hour they cover more than the clock does, or would end before they begin.
  const range = toDateRange(span, timeZone);
  const sent = range.fromDate <= range.toDate ? range : buildDateRange(span.from, span.to, timeZone);
  return spanOfRange(sent, timeZone);
}

const NAMES: readonly (readonly [words: string, name: string])[] = [
  ['today', 'today'],
  ['yesterday', 'yesterday'],
  ['this week', 'this week'],
  ['last week', 'last week'],
  ['last 7 days', 'the last 7 days'],
  ['this month', 'this month'],
  ['last month', 'last month'],
  ['this year', 'this year'],
  ['last year', 'last year'],
];

/** What people call this range now, such as `last week`; null if there is no name for it. */
export const nameSpan = (span: DateSpan, at: { now: number; timeZone: string }): string | null =>
  NAMES.find(([words]) => {
    const named = readDateWords(words, at).span;
    return named !== null && named.from === span.from && named.to === span.to;
  })?.[1] ?? null;

const NUMERIC = /(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/.-])/;

/** Why a date was not understood that has the month first: ` Write the day first: 25/10/2026.`; else nothing. Plain text. */
export const adviseDayFirst = (text: string): string => {
  const [, month, mark = '/', day, year] = NUMERIC.exec(text) ?? [];
  return Number(month) <= 12 && Number(day) > 12 && Number(day) <= 31
    ? ` Write the day first: ${[day, month, year].join(mark)}.`
    : '';
};

/** The dates in text that we did not understand as a whole, to prefill a form. */
const guessEnds = (tokens: string, today: string): { from: string | null; to: string | null } => {
  const dash = DASH.exec(tokens);
  const moments = findMoments(dash ? tokens.slice(0, dash.index) : tokens, today);
  const [first] = moments;
  if (!dash) {
    const last = moments.at(-1);
    if (!first || !last) return { from: null, to: null };
    const ends = moments.length === 1 ? endsOfOne(first, today) : endsBetween(first, last, today);
    return { from: ends.from, to: moments.length === 1 && OPENED.test(tokens) ? null : ends.to };
  }
  const last = findMoments(tokens.slice(dash.index + dash[0].length), today).at(-1);
  if (first && last) return endsBetween(first, last, today);
  return {
    from: first ? endsOfOne(first, today).from : null,
    to: last ? endsOfOne(last, today).to : null,
  };
};

function findMoments(tokens: string, today: string): Moment[] {
  const moments: Moment[] = [];
  for (let at = 0; at < tokens.length; ) {
    const reading = readMoment(tokens, at, today);
    if (reading) moments.push(reading.moment);
    at = reading?.next ?? (tokens.indexOf(' ', at) + 1 || tokens.length);
  }
  return moments;
}
