import type { App } from '../app-parts.ts';
import { whenDue } from '../slack/listener.ts';
import { createDailyCloseJob } from './daily-close-job.ts';
import { createFiguresEndedJob } from './figures-job.ts';
import { createListingReader, createPayoutCheck } from './listing-reader.ts';
import { DAILY_CLOSE_JOB, FIGURES_ENDED_JOB, WEEKLY_JOB } from './planned-jobs.ts';
import { createDailyCloseReader } from './read-daily-close.ts';
import { createWeeklySummaryReader } from './read-weekly-summary.ts';
import { createWeeklyJob } from './weekly-job.ts';

/** The close of a day, the summary of a week, and the notice that one was switched off. */
export const dailyCloseJobs = (app: App) => {
  const { store, readerOf, notePayouts, clock, timeZone, log } = app;
  const readingOf = async (teamId: string) => ({
    ...{ reader: readerOf(teamId), words: await app.vocabularies.of(teamId) },
    ...{ notePayouts, timeZone, log },
  });
  return {
    [DAILY_CLOSE_JOB]: whenDue(
      async ({ teamId }) => {
        const client = await app.clients.of(teamId);
        const read = createDailyCloseReader({
          ...(await readingOf(teamId)),
          ...{ linkDays: store.linkDays, saleFigures: store.saleFigures },
        });
        return createDailyCloseJob(app, client, read);
      },
      { isCancellable: true },
    ),
    [WEEKLY_JOB]: whenDue(
      async ({ teamId }) => {
        const client = await app.clients.of(teamId);
        const reading = await readingOf(teamId);
        const read = createWeeklySummaryReader({
          listings: createListingReader(reading),
          checkPayouts: createPayoutCheck(reading),
          ...{ linkDays: store.linkDays, saleFigures: store.saleFigures, approvals: store.approvals },
          ...{ clock, timeZone },
        });
        return createWeeklyJob(app, client, read);
      },
      { isCancellable: true },
    ),
    [FIGURES_ENDED_JOB]: whenDue(async ({ teamId }) => {
      return createFiguresEndedJob(app, await app.clients.of(teamId));
    }),
  };
};
