import { spanOfMonth } from '../exports/reconcile-month.ts';
import { addMonths, MONTH_NAMES, monthOf, yearOf } from '../reports/calendar-days.ts';
import { type DateSpan, dayOf, spanOfDays } from '../reports/date-span.ts';
import { readDateWords } from '../reports/date-words.ts';

export interface MonthChoice {
  /** `2026-10`. */
  month: string;
  /** `October 2026`. */
  title: string;
  /** It is still running. */
  isRunning: boolean;
}

const MONTHS_OFFERED = 18;

/** This month and those before it, newest first. */
export const listMonths = ({ now, timeZone }: { now: number; timeZone: string }): MonthChoice[] => {
  const today = dayOf(now, timeZone);
  return Array.from({ length: MONTHS_OFFERED }, (_, back) => {
    const day = addMonths(`${today.slice(0, 7)}-01`, -back);
    return {
      month: day.slice(0, 7),
      title: `${MONTH_NAMES[monthOf(day) - 1]} ${yearOf(day)}`,
      isRunning: back === 0,
    };
  });
};

/** The span of `2026-10`; null if it is no month, or has not begun. */
export const parseMonth = (
  month: string,
  { now, timeZone }: { now: number; timeZone: string },
): DateSpan | null => {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) return null;
  const { from } = spanOfDays(`${month}-01`, `${month}-01`, timeZone);
  return from > now ? null : spanOfMonth(from, timeZone);
};

/** A month in words: `last month`, `October`, `Oct 2025`, `2026-10`. Null: no month, or not understood. */
export const readMonthWords = (words: string, at: { now: number; timeZone: string }): DateSpan | null => {
  const text = words.trim();
  const named = parseMonth(text, at);
  if (text === '' || named !== null) return named;
  const { span } = readDateWords(text, at);
  if (span === null) return null;
  const month = spanOfMonth(span.from, at.timeZone);
  // The running month ends today where a person says it.
  const isWhole = span.from === month.from && (span.to === month.to || isRunning(month, at));
  return isWhole && span.to <= month.to && month.from <= at.now ? month : null;
};

const isRunning = (month: DateSpan, { now }: { now: number }): boolean =>
  now >= month.from && now <= month.to;
