import { WebClient } from '@slack/web-api';
import { createSandboxService, type SandboxService } from '../../playground/sandbox/sandbox-service.ts';
import { createLocalSlack, type LocalSlack } from '../../playground/slack/local-slack.ts';
import { FRONT_DESK, SARA, TEAM } from '../../playground/slack/people-and-places.ts';
import { createDailyCloseJob, createDailyCloseOffJob } from '../../src/daily-close/daily-close-job.ts';
import { handleDailyCommand } from '../../src/daily-close/daily-command.ts';
import { createListingReader, createPayoutCheck } from '../../src/daily-close/listing-reader.ts';
import {
  DAILY_CLOSE_JOB,
  DAILY_CLOSE_OFF_JOB,
  planDailyCloses,
  WEEKLY_ENDED_JOB,
  WEEKLY_JOB,
} from '../../src/daily-close/planned-jobs.ts';
import { createDailyCloseReader } from '../../src/daily-close/read-daily-close.ts';
import { createWeeklySummaryReader } from '../../src/daily-close/read-weekly-summary.ts';
import { handleWeeklyCommand } from '../../src/daily-close/weekly-command.ts';
import { createWeeklyEndedJob, createWeeklyJob } from '../../src/daily-close/weekly-job.ts';
import { createJobWorker, type JobWorker } from '../../src/delivery/job-worker.ts';
import type { JobHandler, JobKind } from '../../src/delivery/run-claimed-job.ts';
import { createIds } from '../../src/ids.ts';
import { createLog } from '../../src/log.ts';
import { createReportReader } from '../../src/reports/report-reader.ts';
import { createBoltLogger } from '../../src/slack/bolt-logger.ts';
import type { Store } from '../../src/store/open-store.ts';
import { createSettings } from '../../src/workspaces/settings/settings.ts';
import { createManualClock, type ManualClock } from '../fixtures/manual-clock.ts';
import { connectTo } from '../fixtures/payment-service.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { seen } from '../fixtures/seen.ts';
import { createTestDatabase, TEST_ENGINE } from '../fixtures/test-database.ts';

export interface DailyScene {
  slack: LocalSlack;
  sandbox: SandboxService;
  store: Store;
  clock: ManualClock;
  /** Starts an instance as the app does, with some functions of its store replaced. */
  startInstance(ofJobs?: Partial<Store['jobs']>): Promise<JobWorker>;
  /** An instance that hangs after its first job: it renews nothing and claims nothing. */
  startDoomed(ofJobs: Partial<Store['jobs']>): Promise<JobWorker>;
  stopInstances(): Promise<void>;
  /** `/paylink daily …`; returns its answer. */
  command(words: string, place?: { as?: string; channel?: string }): Promise<string>;
  /** `/paylink weekly …`; returns its answer. */
  weekly(words: string): Promise<string>;
  /** The texts of the closes in the channel. */
  closes(channel?: string): string[];
  close(): Promise<void>;
}

/** The daily close without Bolt, on a manual clock. */
export const startDaily = async (start: number, timeZone = 'Asia/Dubai'): Promise<DailyScene> => {
  const database = await createTestDatabase();
  const store = await database.open();
  const work = new Set<symbol>();
  const clock = createManualClock(start, () => work.size > 0 || database.isBusy());
  const sandbox = await createSandboxService({ history: 'none', now: clock.now, timeZone });
  const slack = await createLocalSlack({ now: clock.now });
  const service = connectTo(sandbox, { timeZone });
  const log = createLog('silent');
  const ids = createIds();
  const client = new WebClient(slack.botToken, {
    slackApiUrl: slack.apiUrl,
    logger: createBoltLogger(log),
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  });
  const workers: JobWorker[] = [];

  /** The clock waits for work in progress. */
  const holdClock = async <T>(task: () => Promise<T>): Promise<T> => {
    const mark = Symbol();
    work.add(mark);
    return task().finally(() => work.delete(mark));
  };
  const holding = (handler: JobHandler): JobKind => ({
    run: (job, context) => holdClock(() => handler(job, context)),
    isCancellable: true,
  });

  const startInstance = async (ofJobs: Partial<Store['jobs']> = {}) => {
    const own = workers.length > 0 && TEST_ENGINE === 'postgres' ? await database.open() : store;
    const { dailyCloses, linkDays, schedules, teamFigures, approvals } = own;
    const jobs = { ...own.jobs, ...ofJobs };
    const reader = createReportReader({ service, timeZone, now: clock.now });
    const words = WORDS;
    const reading = { reader, words, timeZone, log, notePayouts: async () => undefined };
    const readDailyClose = createDailyCloseReader({ ...reading, linkDays });
    const weekly = createWeeklyJob({
      client,
      jobs,
      schedules,
      readWeeklySummary: createWeeklySummaryReader({
        listings: createListingReader(reading),
        checkPayouts: createPayoutCheck(reading),
        linkDays,
        teamFigures,
        approvals,
        clock,
        timeZone,
      }),
      clock,
      ids,
      timeZone,
      log,
    });
    const daily = createDailyCloseJob({
      client,
      jobs,
      dailyCloses,
      readDailyClose,
      clock,
      ids,
      timeZone,
      log,
    });
    const worker = createJobWorker({
      held: () => [],
      jobs,
      kinds: {
        [DAILY_CLOSE_JOB]: holding(daily),
        [WEEKLY_JOB]: holding(weekly),
        [WEEKLY_ENDED_JOB]: holding(createWeeklyEndedJob({ client })),
        [DAILY_CLOSE_OFF_JOB]: holding(createDailyCloseOffJob({ client, dailyCloses, clock })),
      },
      isAlone: false,
      newToken: ids.nonce,
      pollMs: 3_600_000,
      clock,
      random: () => 1,
      log,
    });
    workers.push(worker);
    await planDailyCloses({ dailyCloses, clock, ids, timeZone });
    worker.start();
    return worker;
  };

  const startDoomed = (ofJobs: Partial<Store['jobs']>) => {
    let hasOne = false;
    const claim: Store['jobs']['claim'] = async (request) => {
      const claimed = hasOne ? { jobs: [], nextDueAt: null } : await store.jobs.claim(request);
      hasOne ||= claimed.jobs.length > 0;
      return claimed;
    };
    return startInstance({ claim, renew: () => Promise.reject(new Error('killed')), ...ofJobs });
  };

  const stopInstances = async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
  };

  const type = async (
    handle: typeof handleDailyCommand | typeof handleWeeklyCommand,
    words: string,
    { as = SARA, channel = FRONT_DESK } = {},
  ): Promise<string> => {
    const answers: string[] = [];
    const respond = async (message: unknown) => void answers.push(JSON.stringify(message));
    const settings = createSettings({
      settings: store.settings,
      channelSettings: store.channelSettings,
      clock,
    });
    await handle(
      { command: { team_id: TEAM, channel_id: channel, user_id: as }, respond },
      {
        store,
        settings,
        patientClient: client,
        clock,
        ids,
        timeZone,
        log,
        jobWorker: {
          wake: () => {
            for (const worker of workers) worker.wake();
          },
        },
      },
      words,
    );
    return answers.join('\n');
  };

  return {
    slack,
    sandbox,
    store,
    clock,
    startInstance,
    startDoomed,
    stopInstances,
    command: (words, place) => type(handleDailyCommand, words, place),
    weekly: (words) => type(handleWeeklyCommand, words),
    closes: (channel = FRONT_DESK) =>
      slack
        .posts(channel)
        .filter(({ text }) => text.startsWith('Daily close of'))
        .map(({ final }) => seen(final ?? undefined).text || (final?.text ?? 'gone')),
    close: async () => {
      await stopInstances();
      await service.close();
      await slack.close();
      await sandbox.close();
      await database.remove();
    },
  };
};
