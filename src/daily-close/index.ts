import type { JobKind } from '../delivery/run-claimed-job.ts';
import type { PaymentWords } from '../payments/index.ts';
import type { ReportReader } from '../reports/report-reader.ts';
import type { SlackClientOf } from '../slack/slack-clients.ts';
import { whenDue } from '../slack/when-due.ts';
import type { LinkDays } from '../store/link-days.ts';
import type { DailyCloseJobDependencies } from './daily-close-job.ts';
import { DAILY_CLOSE_JOB, DAILY_CLOSE_OFF_JOB } from './daily-job.ts';

/** The close of a day, and word of a close that was switched off. */
export const dailyCloseJobs = ({
  clientOf,
  readerOf,
  wordsOf,
  linkDays,
  ...shared
}: Omit<DailyCloseJobDependencies, 'client' | 'readDailyClose'> & {
  clientOf: SlackClientOf;
  readerOf: (teamId: string) => ReportReader;
  wordsOf: (teamId: string) => Promise<PaymentWords>;
  linkDays: LinkDays;
}): Record<string, JobKind> => ({
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
      });
      return createDailyCloseJob({ ...shared, client, readDailyClose });
    },
    { isCancellable: true },
  ),
  [DAILY_CLOSE_OFF_JOB]: whenDue(async ({ teamId }) => {
    const { createDailyCloseOffJob } = await import('./daily-close-off-job.ts');
    return createDailyCloseOffJob({ ...shared, client: await clientOf(teamId) });
  }),
});
