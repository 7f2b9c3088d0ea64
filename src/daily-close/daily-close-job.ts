import type { WebClient } from '@slack/web-api';
import { formatMinute, nameZone } from '../blocks/money-and-time.ts';
import type { Clock } from '../clock.ts';
import type { JobContext, JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';
import { formatLocalDateTime } from '../payment-service/index.ts';
import { addDays, dayOf, describeSpan, spanOfDays } from '../reports/date-span.ts';
import { tellPerson } from '../slack/messages.ts';
import type { DailyClose, DailyCloseStore } from '../store/daily-close-store.ts';
import type { Job, NewJob } from '../store/job.ts';
import type { JobStore } from '../store/job-store.ts';
import { buildDailyClose, buildDailyCloseLine, type DailyCloseShown } from './daily-close-view.ts';
import { dayToClose, isOfDayBefore, listDaysBetween, scheduleClose } from './daily-schedule.ts';
import { type CountedReceived, countReceived } from './late-payments.ts';
import {
  buildDailyOffJob,
  buildNextDailyJob,
  type DailyPayload,
  type DailyProgress,
  dailyOffPayloadSchema,
  dailyPayloadSchema,
  dailyProgressSchema,
} from './planned-jobs.ts';
import { PATIENCE_MS, postFigures, settlePosting, stopped } from './post-figures.ts';
import { type DailyCloseFigures, isIncomplete, type ReadDailyClose } from './read-daily-close.ts';
import { buildDailyEnded } from './switch-view.ts';

export interface DailyCloseJobDependencies {
  client: WebClient;
  jobs: Pick<JobStore, 'add'>;
  dailyCloses: DailyCloseStore;
  readDailyClose: ReadDailyClose;
  clock: Clock;
  ids: Pick<Ids, 'job'>;
  timeZone: string;
  log: Log;
}

/** As the log calls it. */
const WHAT = 'daily close';
/** A close that begins on its day may finish after midnight, but no later than this after its first try. */
const LATEST_END_MS = 2 * PATIENCE_MS;

/**
 * Posts the close of one day, and plans the next one in the transaction that ends this job. What is posted is
 * a line without figures, so that no crash puts the figures into the channel twice.
 */
export const createDailyCloseJob = (dependencies: DailyCloseJobDependencies): JobHandler => {
  const { client, jobs, dailyCloses, readDailyClose, clock, ids, timeZone, log } = dependencies;

  const run = async (
    job: Job,
    payload: DailyPayload,
    known: DailyClose,
    { signal, saveProgress }: JobContext,
  ): Promise<{ counted: CountedReceived | null } | JobOutcome> => {
    const { teamId } = job;
    const { channelId, day, atMinute, counted = null } = payload;
    const saved = job.progress === null ? null : dailyProgressSchema.parse(job.progress);
    if (isTooLate(day, atMinute, saved, clock.now(), timeZone)) return { counted };
    const progress = saved ?? {
      lastDay: known.lastDay,
      since: known.closedUntil,
      firstTryAt: clock.now(),
      posted: null,
    };
    if (saved === null && !(await saveProgress(progress))) return stopped();

    const isLastTry = clock.now() >= progress.firstTryAt + PATIENCE_MS;
    const { since, lastDay } = progress;
    const scheduled = scheduleClose(day, atMinute, timeZone);
    const close = await readDailyClose({
      teamId,
      close: scheduled,
      atMinute,
      since,
      counted,
      isLastTry,
      signal,
    });
    if (isIncomplete(close)) log.warn({ job: job.id }, 'daily close is posted with what is known');

    const leftOut = listDaysBetween(lastDay, day);
    const isPosted = await postFigures({
      ...{ client, channel: channelId, place: progress.posted, what: WHAT, log },
      line: buildDailyCloseLine(nameDay(day, timeZone)),
      figures: buildDailyClose(describeDailyClose(close, { atMinute, leftOut, timeZone })),
      keep: (posted) => saveProgress({ ...progress, posted }),
    });
    if (!isPosted) return stopped();
    await dailyCloses.markClosed({ teamId, channelId }, { day, until: scheduled.span.to + 1_000 });
    const { today, between } = close;
    return { counted: countReceived(day, between === null ? [today] : [between, today]) ?? counted };
  };

  return async (job, context) => {
    const payload = dailyPayloadSchema.parse(job.payload);
    const { channelId, day } = payload;
    const known = await dailyCloses.find({ teamId: job.teamId, channelId });
    // Someone switched it off in the meantime.
    if (known === null) return { outcome: 'done' };
    const next = (counted: CountedReceived | null): NewJob =>
      buildNextDailyJob(known, day, { counted, now: clock.now(), timeZone, ids });
    // This may be the job's last run, and tomorrow's job must not depend on it.
    if (context.givenUp !== null) await jobs.add(next(payload.counted ?? null), clock.now());
    try {
      const ended = await run(job, payload, known, context);
      if ('outcome' in ended) return ended;
      return { outcome: 'done', next: [next(ended.counted)] };
    } catch (error) {
      const end = settlePosting(error, { job, signal: context.signal, what: WHAT, log });
      if (!('closedBy' in end)) return end;
      const { setBy: userId, setAt } = known;
      const off = { channelId, userId, setAt, code: end.closedBy };
      return { outcome: 'done', next: [buildDailyOffJob(job.teamId, off, { now: clock.now(), ids })] };
    }
  };
};

/** Once its line is posted, a close is always finished, however late. One that only began is finished for a while. */
function isTooLate(
  day: string,
  atMinute: number,
  saved: DailyProgress | null,
  now: number,
  timeZone: string,
): boolean {
  if (dayToClose(now, atMinute, timeZone) <= day || (saved && saved.posted !== null)) return false;
  return saved === null || now > saved.firstTryAt + LATEST_END_MS;
}

/** Switches off a close that its channel refuses, and tells the person who switched it on. */
export const createDailyCloseOffJob =
  ({
    client,
    dailyCloses,
    clock,
  }: {
    client: WebClient;
    dailyCloses: DailyCloseStore;
    clock: Clock;
  }): JobHandler =>
  async (job) => {
    const { channelId, userId, setAt, code } = dailyOffPayloadSchema.parse(job.payload);
    const place = { teamId: job.teamId, channelId };
    const known = await dailyCloses.find(place);
    if (known !== null) {
      // Someone fixed the channel and switched it on again.
      if (known.setAt !== setAt) return { outcome: 'done' };
      await dailyCloses.switchOff(place, clock.now());
    }
    return tellPerson(client, userId, buildDailyEnded({ channelId, code }));
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
