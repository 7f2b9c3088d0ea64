import { type DateSpan, dayOf, monthOf, monthsFrom, spanOfDays, yearOf } from '../calendar/date-span.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The first payouts of a month can pay out the month before; a bank can add some days. */
const BEFORE_MS = 41 * DAY_MS;
/** The last transactions of a month are paid out in the days after it. */
const AFTER_MS = 10 * DAY_MS;

/** The days whose payouts and transactions are read for a month. */
export const spanAround = (span: DateSpan, readTo: number): DateSpan => ({
  from: span.from - BEFORE_MS,
  to: Math.max(span.to, readTo),
});

/** Until when records are read. */
export const readToOf = (monthEnd: number, now: number): number => Math.min(now, monthEnd + AFTER_MS);

/** The whole month around a moment, on the merchant's calendar. */
export const spanOfMonth = (moment: number, timeZone: string): DateSpan => {
  const day = dayOf(moment, timeZone);
  const { from, to } = monthsFrom(yearOf(day), monthOf(day), 1);
  return spanOfDays(from, to, timeZone);
};
