import { join } from 'node:path';
import { createFindApproval } from './approvals/approvals.ts';
import { approvalJobs } from './approvals/index.ts';
import { auditJobs } from './audit/index.ts';
import { batchMessages, batchRuns } from './batches/index.ts';
import type { Clock } from './clock.ts';
import type { ClockTrust } from './clock-trust.ts';
import { dailyCloseJobs } from './daily-close/index.ts';
import { planDailyCloses, WEEKLY_JOB } from './daily-close/planned-jobs.ts';
import { createJobWorker, type JobWorker, type JobWorkerDependencies } from './delivery/job-worker.ts';
import type { JobKind } from './delivery/run-claimed-job.ts';
import type { SendBytes } from './delivery/upload-file.ts';
import { createWorkLoop, findTrouble } from './delivery/work-loop.ts';
import { createExportFiles, removeExportLeftovers } from './exports/export-files.ts';
import { exportJobs } from './exports/index.ts';
import { SCHEDULED_EXPORT_JOB } from './exports/scheduled-export.ts';
import type { ExportServices } from './exports/start-export.ts';
import type { Ids } from './ids.ts';
import type { BATCH_CARD_JOB, NoticeKind } from './links/card/notice-kinds.ts';
import type { LostLinks } from './links/checks/lost-links.ts';
import type { Issuer } from './links/form/issuer.ts';
import { linkJobs } from './links/index.ts';
import type { Log } from './log.ts';
import type { NotePayouts } from './payouts/note-payouts.ts';
import { createReconcileMonth } from './reconciliation/reconcile.ts';
import { buildTurnJob } from './reports/repeat.ts';
import type { ReaderOf } from './reports/report-reader.ts';
import type { SlackClientOf } from './slack/slack-clients.ts';
import type { Held } from './slack/token-watch.ts';
import type { JobKindName } from './store/job.ts';
import type { Store } from './store/open-store.ts';
import type { ScheduleKind } from './store/schedule-store.ts';
import { teamJobs } from './team/index.ts';
import type { Accounts } from './workspaces/accounts.ts';
import type { Audit } from './workspaces/audit.ts';
import { workspaceJobs } from './workspaces/index.ts';
import type { Installations } from './workspaces/installations.ts';
import type { Members } from './workspaces/members.ts';
import type { Settings } from './workspaces/settings/settings.ts';
import type { PaymentWordsOf } from './workspaces/words/workspace-words.ts';

export interface Jobs {
  worker: Pick<JobWorker, 'wake' | 'trouble'>;
  exports: ExportServices;
  /** Plans jobs that are missing, removes leftover files, and starts working. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface JobsDependencies {
  store: Store;
  clientOf: SlackClientOf;
  /** Workspaces whose token Slack rejects. */
  held: () => Held;
  /** The only workspace whose jobs are run; null: all of this database. */
  only?: (() => string | null) | undefined;
  /** Null: a single workspace whose token comes from the environment. */
  installations: Installations | null;
  readerOf: ReaderOf;
  audit: Audit;
  members: Members;
  /** After how many minutes without an answer the next approvers are asked; null: never. */
  askNextMinutesOf: (teamId: string) => Promise<number | null>;
  settingsOf: Settings['of'];
  wordsOf: PaymentWordsOf;
  /** Exports in progress keep their files in a subfolder of it. */
  dataDir: string;
  exportRows: number;
  /** Saves which payout has the money of which link. */
  notePayouts: NotePayouts;
  issuer: Pick<Issuer, 'reserve' | 'repeat'>;
  lostLinks: Pick<LostLinks, 'checkAgain'>;
  accounts: Accounts;
  /** Links from a file: the most rows of one file, and how many links are requested in a second. */
  batchSettings: { mostRows: number; rowsPerSecond: number };
  /** Called when a job was given up for good. */
  onGivenUp?: JobWorkerDependencies['onGivenUp'];
  /** Called when a batch’s card has to change. */
  onBatchNews: () => void;
  clock: Clock;
  isClockSure: ClockTrust['isSure'];
  ids: Ids;
  random: () => number;
  timeZone: string;
  log: Log;
  /** How a file's bytes reach Slack. */
  sendBytes?: SendBytes | undefined;
}

/** The kind of job that takes a turn of a schedule. */
const TURN_JOBS: Record<ScheduleKind, JobKindName> = {
  export: SCHEDULED_EXPORT_JOB,
  'weekly-summary': WEEKLY_JOB,
};

/** How often to look for turns that are not planned, or were planned while the clock was ahead, and for files of ended exports. */
const PLAN_EVERY_MS = 60 * 60_000;

/** All kinds but those of `createNoticeWorker`. */
type InBackground = Exclude<JobKindName, NoticeKind | typeof BATCH_CARD_JOB>;

/** Exports and batches can be long and numerous. Questions to colleagues and daily closes must not queue behind them. */
const WORKER_OF: Record<InBackground, 'exports' | 'questions' | 'posts' | 'batches'> = {
  export: 'exports',
  'export-last-word': 'posts',
  'export-empty-note': 'exports',
  'scheduled-export': 'exports',
  'export-schedule-ended': 'exports',
  'export-schedule-told': 'exports',
  'audit-export': 'exports',
  'team-file': 'exports',
  'approval-card': 'questions',
  'approval-round': 'questions',
  'approval-ask': 'questions',
  'approval-news': 'questions',
  welcome: 'questions',
  'what-came': 'questions',
  'missing-links': 'questions',
  'daily-close': 'posts',
  'daily-close-off': 'posts',
  'weekly-summary': 'posts',
  'weekly-summary-ended': 'posts',
  'batch-file': 'posts',
  'batch-digest': 'posts',
  'batch-round': 'posts',
  'batch-ask': 'posts',
  'batch-news': 'posts',
  'batch-held': 'posts',
  'batch-list': 'posts',
  'batch-list-preview': 'posts',
  'batch-list-news': 'posts',
  'batch-run': 'batches',
};

/** Every kind that may be given up. */
export const BACKGROUND_KINDS = Object.keys(WORKER_OF);

/** Background jobs: exports, daily closes and others that nobody waits for on screen. */
export const createJobs = ({
  store,
  held,
  only,
  dataDir,
  random,
  ...dependencies
}: JobsDependencies): Jobs => {
  const {
    jobs,
    approvals,
    approvalAsks,
    batches,
    batchLists,
    similarLinks,
    dailyCloses,
    linkDays,
    links,
    taughtWords,
    schedules,
    teamFigures,
    tickets,
  } = store;
  const { clock, isClockSure, ids, timeZone, log, exportRows } = dependencies;
  const files = createExportFiles({ folder: join(dataDir, 'exports'), newToken: ids.nonce });
  const wake = () => {
    for (const worker of workers) worker.wake();
  };
  const findApproval = createFindApproval({ approvals, clock, isClockSure, ids, onJobs: wake });
  const shared = {
    ...dependencies,
    reconcile: createReconcileMonth({ linkDays, batches }),
    jobs,
    files,
    approvals,
    approvalAsks,
    batches,
    batchLists,
    similarLinks,
    findApproval,
    dailyCloses,
    linkDays,
    links,
    taughtWords,
    schedules,
    teamFigures,
    tickets,
  };
  const kinds: Record<InBackground, JobKind> = {
    ...exportJobs(shared),
    ...auditJobs(shared),
    ...teamJobs(shared),
    ...approvalJobs(shared),
    ...workspaceJobs(shared),
    ...linkJobs(shared),
    ...dailyCloseJobs(shared),
    ...batchMessages(shared),
    ...batchRuns({
      ...shared,
      rowsPerSecond: dependencies.batchSettings.rowsPerSecond,
      onNews: () => {
        dependencies.onBatchNews();
        wake();
      },
    }),
  };
  const workers = [...new Set(Object.values(WORKER_OF))].map((worker) =>
    createJobWorker({
      jobs,
      kinds: Object.fromEntries(
        Object.entries(kinds).filter(([kind]) => WORKER_OF[kind as InBackground] === worker),
      ),
      held,
      onGivenUp: dependencies.onGivenUp,
      only,
      isAlone: store.engine === 'sqlite',
      newToken: ids.nonce,
      clock,
      random,
      log,
    }),
  );
  const planMissing = async (): Promise<void> => {
    await planDailyCloses({ dailyCloses, clock, ids, timeZone });
    const now = clock.now();
    for (const schedule of await schedules.all()) {
      const turn = buildTurnJob(schedule, TURN_JOBS[schedule.kind], { now, timeZone, ids });
      await schedules.planMissing(schedule, turn, now);
    }
  };
  let isStarting = true;
  const planner = createWorkLoop({
    name: 'plans of repeated work',
    round: async () => {
      if (!isStarting) {
        await planMissing();
        await removeExportLeftovers({ files, jobs, clock }, { isStart: false });
      }
      isStarting = false;
      return clock.now() + PLAN_EVERY_MS;
    },
    clock,
    restMs: PLAN_EVERY_MS,
    onError: (error) => log.error({ err: error }, 'planned work not checked; trying again'),
  });
  return {
    worker: {
      wake,
      trouble: () => findTrouble([...workers, planner]),
    },
    exports: { mostRows: exportRows, files },
    start: async () => {
      await removeExportLeftovers({ files, jobs, clock }, { isStart: true });
      await planMissing();
      for (const one of [...workers, planner]) one.start();
    },
    stop: async () => {
      await Promise.all([...workers, planner].map((one) => one.stop()));
    },
  };
};
