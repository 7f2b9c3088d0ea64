import type { App } from './app-parts.ts';
import { approvalJobs } from './approvals/index.ts';
import { auditJobs } from './audit/index.ts';
import { batchMessages, batchRuns } from './batches/index.ts';
import { dailyCloseJobs } from './daily-close/index.ts';
import { createJobWorker, type JobWorker } from './delivery/job-worker.ts';
import type { JobKind } from './delivery/run-claimed-job.ts';
import { createWorkLoop, findTrouble } from './delivery/work-loop.ts';
import { removeExportLeftovers } from './exports/export-files.ts';
import { exportJobs } from './exports/index.ts';
import type { BATCH_CARD_JOB, NoticeKind } from './links/card/notice-kinds.ts';
import { linkJobs } from './links/index.ts';
import { planTurns } from './reports/turn-job.ts';
import type { JobKindName } from './store/job.ts';
import { teamJobs } from './team/index.ts';
import { workspaceJobs } from './workspaces/index.ts';

export interface Jobs extends Pick<JobWorker, 'wake' | 'trouble'> {
  /** Plans jobs that are missing, removes leftover files, and starts working. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

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
export const createJobs = (app: App): Jobs => {
  const { store, metrics, clock, ids, log } = app;
  const { jobs } = store;
  const files = app.exportFiles;
  const wake = () => {
    for (const worker of workers) worker.wake();
  };
  const kinds: Record<InBackground, JobKind> = {
    ...exportJobs(app),
    ...auditJobs(app),
    ...teamJobs(app),
    ...approvalJobs(app),
    ...workspaceJobs(app),
    ...linkJobs(app),
    ...dailyCloseJobs(app),
    ...batchMessages(app),
    ...batchRuns(app),
  };
  const workers = [...new Set(Object.values(WORKER_OF))].map((worker) =>
    createJobWorker({
      jobs,
      kinds: Object.fromEntries(
        Object.entries(kinds).filter(([kind]) => WORKER_OF[kind as InBackground] === worker),
      ),
      held: app.held,
      onGivenUp: metrics.onJobGivenUp,
      only: app.only,
      isAlone: store.engine === 'sqlite',
      newToken: ids.nonce,
      clock,
      random: app.random,
      log,
    }),
  );
  let isStarting = true;
  const planner = createWorkLoop({
    name: 'plans of repeated work',
    round: async () => {
      if (!isStarting) {
        await planTurns(app);
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
    wake,
    trouble: () => findTrouble([...workers, planner]),
    start: async () => {
      await removeExportLeftovers({ files, jobs, clock }, { isStart: true });
      await planTurns(app);
      for (const one of [...workers, planner]) one.start();
    },
    stop: async () => {
      await Promise.all([...workers, planner].map((one) => one.stop()));
    },
  };
};
