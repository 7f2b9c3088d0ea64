import { join } from 'node:path';
import { APPROVAL_ASK_JOB, APPROVAL_CARD_JOB, APPROVAL_NEWS_JOB } from './approvals/approval-jobs.ts';
import { createFindApproval } from './approvals/find-approval.ts';
import { AUDIT_EXPORT_JOB } from './audit/audit-export-payload.ts';
import type { Clock } from './clock.ts';
import { DAILY_CLOSE_JOB, DAILY_CLOSE_OFF_JOB } from './daily-close/daily-job.ts';
import { planDailyCloses } from './daily-close/daily-schedule.ts';
import { createJobWorker, type JobHandler, type JobKind, type JobWorker } from './delivery/job-worker.ts';
import type { Job } from './delivery/run-claimed-job.ts';
import type { SendBytes } from './delivery/upload-file.ts';
import { createExportFiles, removeExportLeftovers } from './exports/export-files.ts';
import { EXPORT_JOB } from './exports/export-job-state.ts';
import type { ExportServices } from './exports/start-export.ts';
import type { Ids } from './ids.ts';
import type { Log } from './log.ts';
import type { ReportReader } from './reports/report-reader.ts';
import { NotInstalledError } from './slack/not-installed.ts';
import type { SlackClientOf } from './slack/slack-clients.ts';
import type { Held } from './slack/token-watch.ts';
import type { Store } from './store/open-store.ts';
import type { Audit } from './workspaces/audit.ts';
import type { Installations } from './workspaces/installations.ts';
import type { Members } from './workspaces/members.ts';
import { WELCOME_JOB } from './workspaces/welcome-job.ts';
import { ROW_KIND_JOB } from './workspaces/words/ask-row-kind.ts';
import type { PaymentWordsOf } from './workspaces/words/workspace-words.ts';

export interface Jobs {
  worker: Pick<JobWorker, 'wake' | 'isAlive'>;
  exports: ExportServices;
  /** Plans jobs that are missing, removes leftover files, and starts working. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Background work: exports, daily closes and other jobs that no one waits for on screen. */
export const createJobs = ({
  store,
  clientOf,
  held,
  installations,
  readerOf,
  audit,
  members,
  wordsOf,
  dataDir,
  exportRows,
  clock,
  ids,
  random,
  timeZone,
  log,
  sendBytes,
}: {
  store: Store;
  clientOf: SlackClientOf;
  /** Workspaces whose token Slack rejects. */
  held: () => Held;
  /** Null: a single workspace whose token comes from the environment. */
  installations: Installations | null;
  readerOf: (teamId: string) => ReportReader;
  audit: Audit;
  members: Members;
  wordsOf: PaymentWordsOf;
  /** Exports in progress keep their files in a subfolder of it. */
  dataDir: string;
  exportRows: number;
  clock: Clock;
  ids: Ids;
  random: () => number;
  timeZone: string;
  log: Log;
  /** How a file's bytes reach Slack. */
  sendBytes?: SendBytes | undefined;
}): Jobs => {
  const { jobs, dailyCloses, linkDays } = store;
  const files = createExportFiles({ folder: join(dataDir, 'exports'), newToken: ids.nonce });
  const createWorker = (kinds: Record<string, JobKind>): JobWorker =>
    createJobWorker({
      jobs,
      kinds,
      held,
      isAlone: store.engine === 'sqlite',
      newToken: ids.nonce,
      clock,
      random,
      log,
    });
  // Exports can be long and numerous. Daily closes and questions to colleagues must not queue behind them.
  const wake = () => {
    for (const worker of workers) worker.wake();
  };
  const findApproval = createFindApproval({ approvals: store.approvals, clock, ids, onJobs: wake });
  const workers = [
    createWorker({
      [EXPORT_JOB]: kindOf(
        async ({ teamId }) => {
          const { createExportJob } = await import('./exports/export-job.ts');
          const client = await clientOf(teamId);
          const reader = readerOf(teamId);
          const words = await wordsOf(teamId);
          return createExportJob({
            client,
            jobs,
            members,
            reader,
            files,
            words,
            timeZone,
            exportRows,
            clock,
            log,
            sendBytes,
          });
        },
        { isCancellable: true },
      ),
      [AUDIT_EXPORT_JOB]: kindOf(
        async ({ teamId }) => {
          const { createAuditExportJob } = await import('./audit/audit-export-job.ts');
          const client = await clientOf(teamId);
          return createAuditExportJob({ client, audit, members, files, timeZone, log, sendBytes });
        },
        { isCancellable: true },
      ),
    }),
    createWorker({
      [APPROVAL_CARD_JOB]: kindOf(async ({ teamId }) => {
        const { createApprovalCardJob } = await import('./approvals/approval-card-job.ts');
        const client = await clientOf(teamId);
        const { approvals } = store;
        return createApprovalCardJob({
          client,
          approvals,
          findApproval,
          members,
          clock,
          ids,
          timeZone,
          log,
        });
      }),
      [APPROVAL_ASK_JOB]: kindOf(async ({ teamId }) => {
        const { createApprovalAskJob } = await import('./approvals/approval-messages-job.ts');
        return createApprovalAskJob({ client: await clientOf(teamId), findApproval, timeZone });
      }),
      [APPROVAL_NEWS_JOB]: kindOf(async ({ teamId }) => {
        const { createApprovalNewsJob } = await import('./approvals/approval-messages-job.ts');
        return createApprovalNewsJob({ client: await clientOf(teamId), approvals: store.approvals });
      }),
      ...(installations === null
        ? {}
        : {
            [WELCOME_JOB]: kindOf(async ({ teamId }) => {
              const { createWelcomeJob } = await import('./workspaces/welcome-job.ts');
              return createWelcomeJob({ client: await clientOf(teamId), installations, log });
            }),
          }),
      [ROW_KIND_JOB]: kindOf(async ({ teamId }) => {
        const { createRowKindJob } = await import('./workspaces/words/ask-row-kind.ts');
        const client = await clientOf(teamId);
        const { links, rowKinds } = store;
        return createRowKindJob({ client, links, rowKinds, members, clock, log });
      }),
    }),
    createWorker({
      [DAILY_CLOSE_JOB]: kindOf(
        async ({ teamId }) => {
          const { createDailyCloseReader } = await import('./daily-close/read-daily-close.ts');
          const { createDailyCloseJob } = await import('./daily-close/daily-close-job.ts');
          const client = await clientOf(teamId);
          const reader = readerOf(teamId);
          const words = await wordsOf(teamId);
          const readDailyClose = createDailyCloseReader({ reader, linkDays, words, timeZone, log });
          return createDailyCloseJob({
            client,
            jobs,
            dailyCloses,
            readDailyClose,
            clock,
            ids,
            timeZone,
            log,
          });
        },
        { isCancellable: true },
      ),
      [DAILY_CLOSE_OFF_JOB]: kindOf(async ({ teamId }) => {
        const { createDailyCloseOffJob } = await import('./daily-close/daily-close-off-job.ts');
        return createDailyCloseOffJob({ client: await clientOf(teamId), dailyCloses, clock });
      }),
    }),
  ];
  return {
    worker: {
      wake,
      isAlive: () => workers.every((worker) => worker.isAlive()),
    },
    exports: { mostRows: exportRows, files },
    start: async () => {
      await removeExportLeftovers({ files, jobs, clock });
      await planDailyCloses({ dailyCloses, clock, ids, timeZone });
      for (const worker of workers) worker.start();
    },
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
};

/** Builds the handler only when a job arrives, for that job's workspace: starting the app needs none of them. */
function kindOf(
  make: (job: Job) => Promise<JobHandler>,
  { isCancellable = false }: { isCancellable?: boolean } = {},
): JobKind {
  const run: JobHandler = async (job, context) => {
    let handler: JobHandler;
    try {
      handler = await make(job);
    } catch (error) {
      // The workspace removed the app: no one is waiting, and we have nowhere to report it.
      if (error instanceof NotInstalledError) return { outcome: 'failed', reason: 'app removed' };
      throw error;
    }
    return handler(job, context);
  };
  return { run, isCancellable };
}
