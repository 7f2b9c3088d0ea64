import type { Vocabulary } from '../payment-service/index.ts';
import type { NotePayouts } from '../payouts/note-payouts.ts';
import type { ReportReader } from '../reports/report-reader.ts';
import { whenDue } from '../slack/listener.ts';
import type { SlackClientOf } from '../slack/slack-clients.ts';
import type { ApprovalStore } from '../store/approval-store.ts';
import type { LinkDays } from '../store/link-days.ts';
import type { ScheduleStore } from '../store/schedule-store.ts';
import type { TeamFiguresStore } from '../store/team-figures.ts';
import type { DailyCloseJobDependencies } from './daily-close-job.ts';
import { DAILY_CLOSE_JOB, DAILY_CLOSE_OFF_JOB, WEEKLY_ENDED_JOB, WEEKLY_JOB } from './planned-jobs.ts';

/** The close of a day, the summary of a week, and the notice that one was switched off. */
export const dailyCloseJobs = ({
  clientOf,
  readerOf,
  wordsOf,
  linkDays,
  teamFigures,
  approvals,
  notePayouts,
  ...shared
}: Omit<DailyCloseJobDependencies, 'client' | 'readDailyClose'> & {
  clientOf: SlackClientOf;
  readerOf: (teamId: string) => ReportReader;
  wordsOf: (teamId: string) => Promise<Vocabulary>;
  linkDays: LinkDays;
  teamFigures: Pick<TeamFiguresStore, 'paid'>;
  approvals: Pick<ApprovalStore, 'waitingIn'>;
  schedules: Pick<ScheduleStore, 'find' | 'stop'>;
  notePayouts: NotePayouts;
}) => ({
  [DAILY_CLOSE_JOB]: whenDue(
    async ({ teamId }) => {
      const { createDailyCloseReader } = await import('./read-daily-close.ts');
      const { createDailyCloseJob } = await import('./daily-close-job.ts');
      const [client, words] = [await clientOf(teamId), await wordsOf(teamId)];
      const { timeZone, log } = shared;
      const readDailyClose = createDailyCloseReader({
        reader: readerOf(teamId),
        linkDays,
        words,
        timeZone,
        log,
        notePayouts,
      });
      return createDailyCloseJob({ ...shared, client, readDailyClose });
    },
    { isCancellable: true },
  ),
  [WEEKLY_JOB]: whenDue(
    async ({ teamId }) => {
      const { createPayoutCheck } = await import('./listing-reader.ts');
      const { createListingReader } = await import('./listing-reader.ts');
      const { createWeeklySummaryReader } = await import('./read-weekly-summary.ts');
      const { createWeeklyJob } = await import('./weekly-job.ts');
      const [client, words] = [await clientOf(teamId), await wordsOf(teamId)];
      const { timeZone, clock, log } = shared;
      const reading = { reader: readerOf(teamId), words, timeZone, log };
      const readWeeklySummary = createWeeklySummaryReader({
        listings: createListingReader(reading),
        checkPayouts: createPayoutCheck({ ...reading, notePayouts }),
        linkDays,
        teamFigures,
        approvals,
        clock,
        timeZone,
      });
      return createWeeklyJob({ ...shared, client, readWeeklySummary });
    },
    { isCancellable: true },
  ),
  [WEEKLY_ENDED_JOB]: whenDue(async ({ teamId }) => {
    const { createWeeklyEndedJob } = await import('./weekly-job.ts');
    return createWeeklyEndedJob({ client: await clientOf(teamId) });
  }),
  [DAILY_CLOSE_OFF_JOB]: whenDue(async ({ teamId }) => {
    const { createDailyCloseOffJob } = await import('./daily-close-job.ts');
    return createDailyCloseOffJob({ ...shared, client: await clientOf(teamId) });
  }),
});
