import type { WebClient } from '@slack/web-api';
import type { App } from '../app-parts.ts';
import { formatMinute, nameZone } from '../blocks/money-and-time.ts';
import { addDays, dayOf, describeSpan, spanOfDays } from '../calendar/date-span.ts';
import { isTooLate, type Repeat } from '../calendar/repeat.ts';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import { formatLocalDateTime } from '../payment-service/index.ts';
import type { TurnToTake } from '../reports/turn-job.ts';
import { buildDailyClose, buildDailyCloseLine, type DailyCloseShown } from './daily-close-view.ts';
import { scheduleClose } from './daily-schedule.ts';
import { createFiguresJob } from './figures-job.ts';
import { countReceived } from './late-payments.ts';
import { type CloseDetails, closeDetailsSchema } from './planned-jobs.ts';
import { type DailyCloseFigures, isIncomplete, type ReadDailyClose } from './read-daily-close.ts';
import { isOfDayBefore } from './switch-words.ts';

/** Posts the close of one day. */
export const createDailyCloseJob = (
  app: App,
  client: WebClient,
  readDailyClose: ReadDailyClose,
): JobHandler => {
  const { clock, timeZone, log } = app;
  return createFiguresJob(app, client, {
    kind: 'daily-close',

    // Once its line is posted, a close is always finished, however late.
    isOver: ({ schedule, day }, { posted }) =>
      posted === null && isTooLate(schedule.repeat, day, clock.now(), timeZone),

    read: async (turn, ask) => {
      const { repeat } = turn.schedule;
      const nameOf = (one: string) => scheduleClose(one, repeat, timeZone).day;
      const scheduled = scheduleClose(turn.day, repeat, timeZone);
      const { day } = scheduled;
      const { closedUntil: since, counted } = readDetails(turn, timeZone);
      const close = await readDailyClose({ ...ask, close: scheduled, since, counted });
      if (isIncomplete(close))
        log.warn({ schedule: turn.schedule.id }, 'daily close is posted with what is known');
      const { today, between } = close;
      const details: CloseDetails = {
        closedUntil: scheduled.span.to + 1_000,
        counted: countReceived(day, between === null ? [today] : [between, today]) ?? counted,
      };
      return {
        line: buildDailyCloseLine(nameDay(day, timeZone)),
        figures: buildDailyClose(
          describeDailyClose(close, { repeat, leftOut: turn.missed.map(nameOf), timeZone }),
        ),
        details,
      };
    },
  });
};

/** What the last close left. One of a day that has not come yet was posted while the clock was ahead. */
const readDetails = ({ schedule, day }: TurnToTake, timeZone: string): CloseDetails => {
  const { closedUntil, counted } = closeDetailsSchema.parse(
    schedule.details ?? { closedUntil: null, counted: null },
  );
  const spanOf = (closed: string) => scheduleClose(closed, schedule.repeat, timeZone).span;
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
  { repeat, leftOut, timeZone }: { repeat: Repeat; leftOut: readonly string[]; timeZone: string },
): DailyCloseShown => {
  const zone = nameZone(timeZone);
  const end = isOfDayBefore(repeat) ? 'midnight' : formatMinute(repeat.atMinute);
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
