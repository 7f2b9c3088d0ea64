import { formatMinute, nameZone } from '../blocks/money-and-time.ts';
import { formatLocalDateTime } from '../payment-service/index.ts';
import { addDays } from '../reports/calendar-days.ts';
import { dayOf, describeSpan, spanOfDays } from '../reports/date-span.ts';
import type { DailyCloseShown } from './daily-close-view.ts';
import { isOfDayBefore } from './daily-schedule.ts';
import type { DailyClose } from './read-daily-close.ts';

/** `Sat 21 Nov 2026` */
export const nameDay = (day: string, timeZone: string): string =>
  describeSpan(spanOfDays(day, day, timeZone), timeZone);

/** The figures, with days and hours in words. */
export const describeDailyClose = (
  close: DailyClose,
  { atMinute, leftOut, timeZone }: { atMinute: number; leftOut: readonly string[]; timeZone: string },
): DailyCloseShown => {
  const zone = nameZone(timeZone);
  const end = isOfDayBefore(atMinute) ? 'midnight' : formatMinute(atMinute);
  const { between } = close;
  return {
    ...close,
    day: nameDay(close.day, timeZone),
    hours: `midnight to ${end} (${zone})`,
    lastWeekDay: nameDay(addDays(close.day, -7), timeZone),
    between: between && { ...between, hours: nameStretch(between.span, timeZone) },
    leftOut: nameDays(leftOut, timeZone),
  };
};

function nameDays(days: readonly string[], timeZone: string): string | null {
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return null;
  return describeSpan(spanOfDays(first, last, timeZone), timeZone);
}

/** `Fri 20 Nov 2026, 21:00 to midnight`; a stretch always ends at midnight. */
function nameStretch({ from, to }: { from: number; to: number }, timeZone: string): string {
  const day = dayOf(from, timeZone);
  const lastDay = dayOf(to, timeZone);
  const clock = formatLocalDateTime(from, timeZone).slice(11, 16);
  const end = day === lastDay ? 'midnight' : `the end of ${nameDay(lastDay, timeZone)}`;
  return `${nameDay(day, timeZone)}, ${clock} to ${end}`;
}
