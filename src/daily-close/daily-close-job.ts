import type { WebClient } from '@slack/web-api';
import type { Message } from '../blocks/message.ts';
import type { Clock } from '../clock.ts';
import type { JobContext, JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';
import { ReportInterrupted } from '../reports/report-reader.ts';
import { buildLater, readSlackFailure } from '../slack/slack-failure.ts';
import type { DailyClose, DailyCloseStore } from '../store/daily-close-store.ts';
import type { Job, JobStore, NewJob } from '../store/job-store.ts';
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

type Posted = NonNullable<DailyProgress['posted']>;

/** How long a service that cannot be read keeps the close back. */
const PATIENCE_MS = 60 * 60_000;
const SERVICE_AGAIN_MS = 60_000;
/** Long enough for its tries to last into the night. */
const SLACK_AGAIN_MS = 10 * 60_000;
/** A close that was begun on its day may end after midnight, by no more than this. */
const LATEST_END_MS = 2 * PATIENCE_MS;

/**
 * Posts the close of one day, and plans the next one in the transaction that ends this job.
 *
 * Slack has no way to post once and no more: between its answer and our commit a process can die. So what is
 * posted first is a line that says nothing yet, and its `ts` is saved before the figures go into it by an
 * update, which can be repeated. A crash in the worst moment leaves a second such line behind; the figures
 * are never in the channel twice.
 */
export const createDailyCloseJob = (dependencies: DailyCloseJobDependencies): JobHandler => {
  const { client, jobs, dailyCloses, readDailyClose, clock, ids, timeZone, log } = dependencies;

  const post = async (channelId: string, day: string): Promise<Posted | null> => {
    const { channel, ts } = await client.chat.postMessage({
      channel: channelId,
      ...buildDailyCloseLine(nameDay(day, timeZone)),
      unfurl_links: false,
      unfurl_media: false,
    });
    return channel && ts ? { channelId: channel, ts } : null;
  };

  const fill = async ({ channelId: channel, ts }: Posted, { text, blocks }: Message): Promise<void> => {
    try {
      await client.chat.update({ channel, ts, text, blocks });
    } catch (error) {
      const failure = readSlackFailure(error);
      if (failure.kind !== 'permanent') throw error;
      // The figures' text says the least of it.
      if (failure.why === 'blocks') await client.chat.update({ channel, ts, text, blocks: [] });
      else if (failure.why !== 'gone') throw error;
      log.warn({ reason: failure.code }, 'daily close not shown as it was meant');
    }
  };

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

    const posted = progress.posted ?? (await post(channelId, day));
    if (posted === null) return { outcome: 'later', reason: 'no message id', retryAfterMs: null };
    if (progress.posted === null && !(await saveProgress({ ...progress, posted }))) return stopped();

    const leftOut = listDaysBetween(lastDay, day);
    const message = buildDailyClose(describeDailyClose(close, { atMinute, leftOut, timeZone }));
    await fill(posted, message);
    await dailyCloses.markClosed({ teamId, channelId }, { day, until: scheduled.span.to + 1_000 });
    return 'posted';
  };

  return async (job, context) => {
    const payload = dailyPayloadSchema.parse(job.payload);
    const { channelId, day } = payload;
    const known = await dailyCloses.find({ teamId: job.teamId, channelId });
    // It was switched off while this job was being written.
    if (known === null) return { outcome: 'done' };
    const next = (): NewJob => buildNextDailyJob(known, day, { now: clock.now(), timeZone, ids });
    // This job may fail for good from now on: tomorrow's must not depend on its end.
    if (context.givenUp !== null) await jobs.add(next(), clock.now());
    try {
      const ended = await run(job, payload, known, context);
      if (ended !== 'posted' && ended !== 'left-out') return ended;
      return { outcome: 'done', next: [next()] };
    } catch (error) {
      if (context.signal.aborted) return stopped();
      if (error instanceof ReportInterrupted) {
        log.warn({ job: job.id, err: error }, 'daily close waits for the service');
        return { outcome: 'later', reason: 'service not read', retryAfterMs: SERVICE_AGAIN_MS };
      }
      const failure = readSlackFailure(error);
      if (failure.code === 'unexpected') throw error;
      if (failure.kind === 'passing') return buildLater(failure);
      // Every refusal but that of the channel concerns the app, and may be mended.
      if (failure.why !== 'closed') {
        log.error({ job: job.id, err: error }, 'Slack refuses the daily close');
        return { outcome: 'later', reason: failure.code, retryAfterMs: SLACK_AGAIN_MS };
      }
      const { setBy: userId, setAt } = known;
      const off = { channelId, userId, setAt, code: failure.code };
      return { outcome: 'done', next: [buildDailyOffJob(job.teamId, off, { now: clock.now(), ids })] };
    }
  };
};

/** What was posted is brought to its end whenever that is; what was begun, for a while. */
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

/** Counts for nothing: the job is another's by now, or the process ends. */
function stopped(): JobOutcome {
  return { outcome: 'later', reason: 'stopped', retryAfterMs: null };
}
