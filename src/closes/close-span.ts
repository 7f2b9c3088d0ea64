import { addDays, type DateSpan, spanOfDays } from '../calendar/date-span.ts';
import { daysOfTurn, instantOfMinute, type Repeat } from '../calendar/repeat.ts';
import { isOfDayBefore } from '../schedules/schedule-words.ts';

/** What a close is about. */
export interface CloseSpan {
  /** The calendar day that it closes, up to its hour; of a weekly one, the seven days before. */
  days: DateSpan;
  /** The last second that it counts, in epoch milliseconds. */
  to: number;
}

const SECOND = 1_000;

/** Of the turn of a day, `yyyy-MM-dd` in the merchant's zone. */
export const closeOfTurn = (turn: string, repeat: Repeat, timeZone: string): CloseSpan => {
  if (repeat.every === 'week') {
    const days = daysOfTurn(repeat, turn, timeZone);
    return { days, to: days.to };
  }
  const day = isOfDayBefore(repeat) ? addDays(turn, -1) : turn;
  const { from, to } = spanOfDays(day, day, timeZone);
  const last = instantOfMinute(turn, repeat.atMinute, timeZone) - SECOND;
  return { days: { from, to: Math.min(to, last) }, to: last };
};
