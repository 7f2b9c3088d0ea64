import type { WebClient } from '@slack/web-api';
import type { App } from '../app-parts.ts';
import { formatMinute, nameZone } from '../blocks/money-and-time.ts';
import { addDays, dayOf, describeSpan, spanOfDays } from '../calendar/date-span.ts';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import { formatLocalDateTime } from '../payment-service/index.ts';
import type { TurnToTake } from '../reports/turn-job.ts';
import { buildDailyClose, buildDailyCloseLine, type DailyCloseShown } from './daily-close-view.ts';
import { isOfDayBefore, scheduleClose } from './daily-schedule.ts';
import { createFiguresJob } from './figures-job.ts';
import { countReceived } from './late-payments.ts';
import { type CloseDetails, closeDetailsSchema, DAILY_CLOSE_OFF_JOB } from './planned-jobs.ts';
import { PATIENCE_MS } from './post-figures.ts';
import { type DailyCloseFigures, isIncomplete, type ReadDailyClose } from './read-daily-close.ts';

/** A close that begins on its day may finish after midnight, but no later than this after its first try. */
const LATEST_END_MS = 2 * PATIENCE_MS;

/** Posts the close of one day. */
export const createDailyCloseJob = (
  app: App,
  client: WebClient,
  readDailyClose: ReadDailyClose,
): JobHandler => {
  const { clock, timeZone, log } = app;
  return createFiguresJob(app, client, {
    what: 'daily close',
    ended: DAILY_CLOSE_OFF_JOB,

    // Once its line is posted, a close is always finished, however late.
    isOver: ({ schedule, day }, { firstTryAt, posted }) => {
      const now = clock.now();
      const { dueAt } = scheduleClose(day, schedule.repeat.atMinute, timeZone);
      const isItsDay = dayOf(dueAt, timeZone) >= dayOf(now, timeZone);
      return posted === null && !isItsDay && now > firstTryAt + LATEST_END_MS;
    },

    read: async (turn, ask) => {
      const { day, missed } = turn;
      const { atMinute } = turn.schedule.repeat;
      const scheduled = scheduleClose(day, atMinute, timeZone);
      const { closedUntil: since, counted } = readDetails(turn, timeZone);
      const close = await readDailyClose({ ...ask, close: scheduled, atMinute, since, counted });
      if (isIncomplete(close))
        log.warn({ schedule: turn.schedule.id }, 'daily close is posted with what is known');
      const { today, between } = close;
      const details: CloseDetails = {
        closedUntil: scheduled.span.to + 1_000,
        counted: countReceived(day, between === null ? [today] : [between, today]) ?? counted,
      };
      return {
        line: buildDailyCloseLine(nameDay(day, timeZone)),
        figures: buildDailyClose(describeDailyClose(close, { atMinute, leftOut: missed, timeZone })),
        details,
      };
    },
  });
};

/** What the last close left. One of a day that has not come yet was posted while the clock was ahead. */
const readDetails = ({ schedule, day }: TurnToTake, timeZone: string): CloseDetails => {
  const { closedUntil, counted } = closeDetailsSchema.parse(schedule.details);
  const { atMinute } = schedule.repeat;
  const spanOf = (closed: string) => scheduleClose(closed, atMinute, timeZone).span;
  const isFromAhead = closedUntil !== null && closedUntil > spanOf(day).from;
  return {
    closedUntil: isFromAhead ? spanOf(schedule.lastDay).to + 1_000 : closedUntil,
    counted: counted && counted.day < day ? counted : null,
  };
};

/** `Sat 21 Nov 2026` */
const nameDay = (day: string, timeZone: string): string =>
  describeSpan(spanOfDays(day, day, timeZone), timeZone);

/** The figures, with days and hours in words. */
const describeDailyClose = (
  close: DailyCloseFigures,
  { atMinute, leftOut, timeZone }: { atMinute: number; leftOut: readonly string[]; timeZone: string },
): DailyCloseShown => {
  const zone = nameZone(timeZone);
  const end = isOfDayBefore(atMinute) ? 'midnight' : formatMinute(atMinute);
  const { between, late } = close;
  return {
    ...close,
    day: nameDay(close.day, timeZone),
    hours: `midnight to ${end} (${zone})`,
    lastWeekDay: nameDay(addDays(close.day, -7), timeZone),
    between: between && { ...between, hours: nameStretch(between.span, timeZone) },
    late: late && { ...late, day: nameDay(late.day, timeZone) },
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
