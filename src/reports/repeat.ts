import { z } from 'zod';
import { formatMinute, nameZone } from '../blocks/money-and-time.ts';
import { parseLocalDateTime } from '../payment-service/index.ts';
import type { JobKindName, NewJob } from '../store/job.ts';
import { buildTurnKey, type Repeat, type Schedule } from '../store/schedule-store.ts';
import { WEEKDAYS } from '../workspaces/settings/settings-fields.ts';
import { addDays, type DateSpan, dayOf, monthsFrom, spanOfDays, weekdayOf } from './date-span.ts';

export type { Repeat };

/** One occurrence. */
interface Turn {
  /** `yyyy-MM-dd` in the merchant's zone. */
  day: string;
  /** Epoch milliseconds. */
  dueAt: number;
}

/** A time that a clock change skips moves later by as much as the clock jumps; of one that happens twice, the first. */
export const instantOfMinute = (day: string, atMinute: number, timeZone: string): number => {
  const instant = parseLocalDateTime(`${day} ${formatMinute(atMinute)}:00`, timeZone);
  if (instant === null) throw new RangeError('a day is yyyy-MM-dd and in the calendar');
  return instant;
};

/** The longest gap between two turns in days, and one day for the zone. */
const FAR = 32;

/** The first turn after this instant. */
export const nextTurn = (repeat: Repeat, after: number, timeZone: string): Turn => {
  const today = dayOf(after, timeZone);
  for (let ahead = 0; ahead <= FAR; ahead += 1) {
    const turn = turnOf(repeat, addDays(today, ahead), timeZone);
    if (turn !== null && turn.dueAt > after) return turn;
  }
  throw new RangeError('a repeat has a turn in each month');
};

/** The last turn at or before this instant. */
export const lastTurn = (repeat: Repeat, by: number, timeZone: string): Turn => {
  const today = dayOf(by, timeZone);
  for (let back = 0; back <= FAR; back += 1) {
    const turn = turnOf(repeat, addDays(today, -back), timeZone);
    if (turn !== null && turn.dueAt <= by) return turn;
  }
  throw new RangeError('a repeat has a turn in each month');
};

/** Which turn to take at `now` instead of the turn of `day`: the last one due, and the days of those it skips. */
export const takeTurn = (
  repeat: Repeat,
  { day, now }: { day: string; now: number },
  timeZone: string,
): { day: string; missed: string[] } => {
  const last = lastTurn(repeat, now, timeZone).day;
  return last > day ? { day: last, missed: turnsBetween(repeat, day, last) } : { day, missed: [] };
};

/** The days of the turns from `fromDay` up to, but not including, `beforeDay`. */
export const turnsBetween = (repeat: Repeat, fromDay: string, beforeDay: string): string[] => {
  const days: string[] = [];
  for (let day = fromDay; day < beforeDay; day = addDays(day, 1)) if (isTurn(repeat, day)) days.push(day);
  return days;
};

/** The days that a turn reports on: the day, the seven days or the calendar month before it. */
export const daysBefore = ({ every }: Pick<Repeat, 'every'>, day: string, timeZone: string): DateSpan => {
  const yesterday = addDays(day, -1);
  if (every === 'day') return spanOfDays(yesterday, yesterday, timeZone);
  if (every === 'week') return spanOfDays(addDays(day, -7), yesterday, timeZone);
  const [year, month] = day.split('-').map(Number) as [number, number];
  const before = month === 1 ? monthsFrom(year - 1, 12, 1) : monthsFrom(year, month - 1, 1);
  return spanOfDays(before.from, before.to, timeZone);
};

function turnOf(repeat: Repeat, day: string, timeZone: string): Turn | null {
  return isTurn(repeat, day) ? { day, dueAt: instantOfMinute(day, repeat.atMinute, timeZone) } : null;
}

function isTurn({ every, on }: Repeat, day: string): boolean {
  if (every === 'day') return true;
  if (every === 'week') return weekdayOf(day) === on;
  const date = Number(day.slice(8));
  const isLast = addDays(day, 1).slice(5, 7) !== day.slice(5, 7);
  return date === on || (isLast && date < on);
}

/** `every Monday at 09:00 (Dubai)`, `on the last day of each month at 09:00 (Dubai)`. Plain text. */
export const describeRepeat = ({ every, on, atMinute }: Repeat, timeZone: string): string =>
  `${describeDays({ every, on })} at ${formatMinute(atMinute)} (${nameZone(timeZone)})`;

/** `every day`, `every Monday`, `on the 5th of each month`. */
export const describeDays = ({ every, on }: Pick<Repeat, 'every' | 'on'>): string => {
  if (every === 'day') return 'every day';
  if (every === 'week') return `every ${WEEKDAYS[on] ?? 'week'}`;
  return on >= 29 ? 'on the last day of each month' : `on the ${ordinal(on)} of each month`;
};

function ordinal(number: number): string {
  const last = number % 10;
  const ending = number > 10 && number < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][last] ?? 'th');
  return `${number}${ending}`;
}

export const turnPayloadSchema = z.object({ scheduleId: z.string(), day: z.iso.date() });

type TurnPayload = z.infer<typeof turnPayloadSchema>;

/** The first turn after `now`, as a job of its kind. */
export const buildTurnJob = (
  { id, teamId, repeat }: Pick<Schedule, 'id' | 'teamId' | 'repeat'>,
  kind: JobKindName,
  { now, timeZone, ids }: { now: number; timeZone: string; ids: { job(): string } },
): NewJob => {
  const { day, dueAt } = nextTurn(repeat, now, timeZone);
  return {
    id: ids.job(),
    teamId,
    kind,
    key: buildTurnKey(id, day),
    payload: { scheduleId: id, day } satisfies TurnPayload,
    dueAt,
  };
};
