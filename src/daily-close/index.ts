import type { App } from '../app-parts.ts';
import { whenDue } from '../slack/listener.ts';
import { DAILY_CLOSE_JOB, DAILY_CLOSE_OFF_JOB, WEEKLY_ENDED_JOB, WEEKLY_JOB } from './planned-jobs.ts';

/** The close of a day, the summary of a week, and the notice that one was switched off. */
export const dailyCloseJobs = (app: App) => {
  const { store, readerOf, notePayouts, clock, timeZone, log } = app;
  const readingOf = async (teamId: string) => ({
    ...{ reader: readerOf(teamId), words: await app.words.of(teamId) },
    ...{ notePayouts, timeZone, log },
  });
  return {
    [DAILY_CLOSE_JOB]: whenDue(
      async ({ teamId }) => {
        const { createDailyCloseReader } = await import('./read-daily-close.ts');
        const { createDailyCloseJob } = await import('./daily-close-job.ts');
        const client = await app.clients.of(teamId);
        const read = createDailyCloseReader({ ...(await readingOf(teamId)), linkDays: store.linkDays });
        return createDailyCloseJob(app, client, read);
      },
      { isCancellable: true },
    ),
    [WEEKLY_JOB]: whenDue(
      async ({ teamId }) => {
        const { createListingReader, createPayoutCheck } = await import('./listing-reader.ts');
        const { createWeeklySummaryReader } = await import('./read-weekly-summary.ts');
        const { createWeeklyJob } = await import('./weekly-job.ts');
        const client = await app.clients.of(teamId);
        const reading = await readingOf(teamId);
        const read = createWeeklySummaryReader({
          listings: createListingReader(reading),
          checkPayouts: createPayoutCheck(reading),
          ...{ linkDays: store.linkDays, teamFigures: store.teamFigures, approvals: store.approvals },
          ...{ clock, timeZone },
        });
        return createWeeklyJob(app, client, read);
      },
      { isCancellable: true },
    ),
    [WEEKLY_ENDED_JOB]: whenDue(async ({ teamId }) => {
      const { createFiguresEndedJob } = await import('./figures-job.ts');
      const { buildWeeklyEnded } = await import('./switch-view.ts');
      return createFiguresEndedJob(app, await app.clients.of(teamId), buildWeeklyEnded);
    }),
    [DAILY_CLOSE_OFF_JOB]: whenDue(async ({ teamId }) => {
      const { createFiguresEndedJob } = await import('./figures-job.ts');
      const { buildDailyEnded } = await import('./switch-view.ts');
      return createFiguresEndedJob(app, await app.clients.of(teamId), buildDailyEnded);
    }),
  };
};
