import type { App } from './app-parts.ts';
import { createJobWorker, type JobWorker } from './delivery/job-worker.ts';
import { createWorkLoop, findTrouble } from './delivery/work-loop.ts';
import { removeExportLeftovers } from './exports/export-files.ts';
import { jobsOf } from './rooms.ts';
import { planTurns } from './schedules/turn-job.ts';
import { type JobKindName, QUEUE_OF, type QueueName } from './store/job-kinds.ts';

export interface Jobs extends Pick<JobWorker, 'trouble'> {
  /** Plans jobs that are missing, removes leftover files, and starts working. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** How often to look for turns that are not planned, and for files of ended exports. */
const PLAN_EVERY_MS = 60 * 60_000;

/** The queues of all kinds but those of `createNoticeWorker`. */
const QUEUES = ['exports', 'questions', 'posts', 'batches'] as const satisfies readonly QueueName[];

/** Background jobs: exports, daily closes and others that nobody waits for on screen. */
export const createJobs = (app: App): Jobs => {
  const { store, metrics, clock, ids, log } = app;
  const { jobs } = store;
  const files = app.exportFiles;
  const kinds = jobsOf(app);
  const workers = QUEUES.map((queue) =>
    createJobWorker({
      jobs,
      queue,
      kinds: Object.fromEntries(
        Object.entries(kinds).filter(([kind]) => QUEUE_OF[kind as JobKindName] === queue),
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
        await removeExportLeftovers({ files, jobs, clock });
      }
      isStarting = false;
      return clock.now() + PLAN_EVERY_MS;
    },
    clock,
    restMs: PLAN_EVERY_MS,
    onError: (error) => log.error({ err: error }, 'planned work not checked; trying again'),
  });
  return {
    trouble: () => findTrouble([...workers, planner]),
    start: async () => {
      await removeExportLeftovers({ files, jobs, clock });
      await planTurns(app);
      for (const one of [...workers, planner]) one.start();
    },
    stop: async () => {
      await Promise.all([...workers, planner].map((one) => one.stop()));
    },
  };
};
