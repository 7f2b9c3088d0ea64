import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { JobContext, JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';
import { describeSpan } from '../reports/date-span.ts';
import { buildTurnJob, daysBefore, takeTurn, turnPayloadSchema } from '../reports/repeat.ts';
import { messagePlaceSchema, tellPerson } from '../slack/messages.ts';
import type { Job, NewJob } from '../store/job.ts';
import type { JobStore } from '../store/job-store.ts';
import type { Schedule, ScheduleStore } from '../store/schedule-store.ts';
import { WEEKLY_ENDED_JOB, WEEKLY_JOB } from './planned-jobs.ts';
import { PATIENCE_MS, postFigures, settlePosting, stopped } from './post-figures.ts';
import type { ReadWeeklySummary } from './read-weekly-summary.ts';
import { buildWeeklyEnded } from './switch-view.ts';
import { buildWeeklyLine, buildWeeklySummary } from './weekly-summary-view.ts';

const progressSchema = z.object({
  /** The turn that is posted, and those before it that were missed. */
  day: z.iso.date(),
  missed: z.array(z.iso.date()),
  firstTryAt: z.number(),
  /** The message, once it is posted. */
  posted: messagePlaceSchema.nullable(),
});

const endedSchema = z.object({ channelId: z.string(), userId: z.string(), code: z.string() });

interface WeeklyJobDependencies {
  client: WebClient;
  jobs: Pick<JobStore, 'add'>;
  schedules: Pick<ScheduleStore, 'find' | 'stop'>;
  readWeeklySummary: ReadWeeklySummary;
  clock: Clock;
  ids: Pick<Ids, 'job'>;
  timeZone: string;
  log: Log;
}

/** As the log calls it. */
const WHAT = 'weekly summary';

/**
 * Posts the summary of a week, and plans the next one in the transaction that ends this job. What is posted is a line
 * without figures, so that no crash puts the figures into the channel twice.
 */
export const createWeeklyJob = (dependencies: WeeklyJobDependencies): JobHandler => {
  const { client, jobs, schedules, readWeeklySummary, clock, ids, timeZone, log } = dependencies;

  const run = async (
    job: Job,
    { channelId, repeat }: Schedule & { channelId: string },
    { signal, saveProgress }: JobContext,
  ): Promise<'posted' | JobOutcome> => {
    const { teamId } = job;
    const saved = job.progress === null ? null : progressSchema.parse(job.progress);
    const { day } = turnPayloadSchema.parse(job.payload);
    const now = clock.now();
    const progress = saved ?? { ...takeTurn(repeat, { day, now }, timeZone), firstTryAt: now, posted: null };
    if (saved === null && !(await saveProgress(progress))) return stopped();
    const { missed } = progress;
    const isLastTry = now >= progress.firstTryAt + PATIENCE_MS;
    const summary = await readWeeklySummary({ teamId, day: progress.day, missed, isLastTry, signal });
    const days = describeSpan(daysBefore({ every: 'week' }, progress.day, timeZone), timeZone);
    const isPosted = await postFigures({
      ...{ client, channel: channelId, place: progress.posted, what: WHAT, log },
      line: buildWeeklyLine(days),
      figures: buildWeeklySummary(summary),
      keep: (posted) => saveProgress({ ...progress, posted }),
    });
    return isPosted ? 'posted' : stopped();
  };

  return async (job, context) => {
    const { scheduleId } = turnPayloadSchema.parse(job.payload);
    const schedule = await schedules.find(job.teamId, scheduleId);
    // Someone switched it off in the meantime.
    if (schedule === null) return { outcome: 'done' };
    const { channelId, setBy: userId } = schedule;
    if (channelId === null) throw new Error('a weekly summary goes to a conversation');
    const next = () => buildTurnJob(schedule, WEEKLY_JOB, { now: clock.now(), timeZone, ids });
    // This may be the job's last run, and next week's job must not depend on it.
    if (context.givenUp !== null) await jobs.add(next(), clock.now());
    try {
      const ended = await run(job, { ...schedule, channelId }, context);
      return ended === 'posted' ? { outcome: 'done', next: [next()] } : ended;
    } catch (error) {
      const end = settlePosting(error, { job, signal: context.signal, what: WHAT, log });
      if (!('closedBy' in end)) return end;
      const payload = { channelId, userId, code: end.closedBy } satisfies z.infer<typeof endedSchema>;
      const told: NewJob = {
        id: ids.job(),
        teamId: job.teamId,
        kind: WEEKLY_ENDED_JOB,
        key: `weekly-ended:${scheduleId}`,
        payload,
      };
      await schedules.stop(job.teamId, scheduleId, clock.now(), { jobs: [told] });
      return { outcome: 'done' };
    }
  };
};

export const createWeeklyEndedJob =
  ({ client }: Pick<WeeklyJobDependencies, 'client'>): JobHandler =>
  async (job) => {
    const { channelId, userId, code } = endedSchema.parse(job.payload);
    return tellPerson(client, userId, buildWeeklyEnded({ channelId, code }));
  };
