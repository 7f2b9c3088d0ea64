import { addDays, lengthOf } from './calendar-days.ts';
import { type DateSpan, dayOf } from './date-span.ts';

const MOST_EXAMPLES = 3;

/**
 * Cuts a range into at least `parts` pieces of whole days and returns the first few, as words that a report
 * command reads. Empty if the range is already a single day.
 */
export const buildNarrowerRanges = (span: DateSpan, parts: number, timeZone: string): string[] => {
  const first = dayOf(span.from, timeZone);
  const days = lengthOf({ from: first, to: dayOf(span.to, timeZone) });
  const daysEach = Math.max(1, Math.floor(days / Math.max(2, Math.ceil(parts))));
  if (days < 2) return [];
  const count = Math.min(MOST_EXAMPLES, Math.ceil(days / daysEach));
  return Array.from({ length: count }, (_, index) => {
    const from = index * daysEach;
    const to = Math.min(days, from + daysEach) - 1;
    return from === to ? addDays(first, from) : `${addDays(first, from)} ${addDays(first, to)}`;
  });
};
