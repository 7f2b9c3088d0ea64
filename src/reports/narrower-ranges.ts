import { type DateSpan, dayOf } from './date-span.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_EXAMPLES = 3;

/**
 * Cuts a range into at least `parts` pieces of whole days and returns the first few, as words that a report
 * command reads. Empty if the range is already a single day.
 */
export const buildNarrowerRanges = (span: DateSpan, parts: number, timeZone: string): string[] => {
  const first = Date.parse(dayOf(span.from, timeZone));
  const days = Math.round((Date.parse(dayOf(span.to, timeZone)) - first) / DAY_MS) + 1;
  const daysEach = Math.max(1, Math.floor(days / Math.max(2, Math.ceil(parts))));
  if (days < 2) return [];
  const count = Math.min(MOST_EXAMPLES, Math.ceil(days / daysEach));
  return Array.from({ length: count }, (_, index) => {
    const from = index * daysEach;
    const to = Math.min(days, from + daysEach) - 1;
    return from === to ? dayText(first, from) : `${dayText(first, from)} ${dayText(first, to)}`;
  });
};

const dayText = (first: number, days: number): string =>
  new Date(first + days * DAY_MS).toISOString().slice(0, 10);
