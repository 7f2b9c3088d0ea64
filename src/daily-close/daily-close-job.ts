import type { WebClient } from '@slack/web-api';
import type { Clock } from '../clock.ts';
import type { JobContext, JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';
import { createEditableMessage } from '../slack/messages.ts';
import type { DailyClose, DailyCloseStore } from '../store/daily-close-store.ts';
import type { Job, NewJob } from '../store/job.ts';
import type { JobStore } from '../store/job-store.ts';
import { buildDailyClose, buildDailyCloseLine } from './daily-close-view.ts';
import {
  buildDailyOffJob,
  buildNextDailyJob,
  type DailyPayload,
  type DailyProgress,
  dailyPayloadSchema,
  dailyProgressSchema,
} from './daily-job.ts';
import { dayToClose, listDaysBetween, scheduleClose } from './daily-schedule.ts';
import { describeDailyClose, nameDay } from './describe-daily-close.ts';
import { fillLine, PATIENCE_MS, settlePosting, stopped } from './post-figures.ts';
import { isIncomplete, type ReadDailyClose } from './read-daily-close.ts';

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
  ): Promise<'posted' | 'left-out' | JobOutcome> => {
    const { teamId } = job;
    const { channelId, day, atMinute } = payload;
    const saved = job.progress === null ? null : dailyProgressSchema.parse(job.progress);
    if (isTooLate(day, atMinute, saved, clock.now(), timeZone)) return 'left-out';
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
    const close = await readDailyClose({ teamId, close: scheduled, atMinute, since, isLastTry, signal });
    if (isIncomplete(close)) log.warn({ job: job.id }, 'daily close is posted with what is known');

    let isOurs = true;
    const line = createEditableMessage({
      client,
      channel: channelId,
      place: progress.posted,
      keep: async ({ channelId, ts }) => {
        isOurs = await saveProgress({ ...progress, posted: { channelId, ts } });
      },
    });
    await line.ensurePosted(buildDailyCloseLine(nameDay(day, timeZone)));
    if (!isOurs) return stopped();

    const leftOut = listDaysBetween(lastDay, day);
    const message = buildDailyClose(describeDailyClose(close, { atMinute, leftOut, timeZone }));
    await fillLine(line, message, { what: WHAT, log });
    await dailyCloses.markClosed({ teamId, channelId }, { day, until: scheduled.span.to + 1_000 });
    return 'posted';
  };

  return async (job, context) => {
    const payload = dailyPayloadSchema.parse(job.payload);
    const { channelId, day } = payload;
    const known = await dailyCloses.find({ teamId: job.teamId, channelId });
    // Someone switched it off in the meantime.
    if (known === null) return { outcome: 'done' };
    const next = (): NewJob => buildNextDailyJob(known, day, { now: clock.now(), timeZone, ids });
    // This job may now fail for good, and tomorrow's must not depend on it.
    if (context.givenUp !== null) await jobs.add(next(), clock.now());
    try {
      const ended = await run(job, payload, known, context);
      if (ended !== 'posted' && ended !== 'left-out') return ended;
      return { outcome: 'done', next: [next()] };
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
