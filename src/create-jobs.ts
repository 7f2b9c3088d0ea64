import type { App } from './app-parts.ts';
import { createJobWorker, type JobWorker } from './delivery/job-worker.ts';
import type { JobHandler, JobKind, JobOutcome } from './delivery/run-claimed-job.ts';
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

/** How many jobs of each run at a time; null: as usual. Most of a delivery is waiting for Slack. */
const QUEUES = { notices: 48, exports: null, questions: null, posts: null, batches: null } as const;

const OUTCOMES = { done: 'delivered', later: 'later', failed: 'never' } as const;

/** Counts how deliveries to Slack end. */
const counted =
  (kind: string, { run }: JobKind, { metrics }: App): JobHandler =>
  async (...given) => {
    let outcome: JobOutcome['outcome'] = 'later';
    try {
      const ended = await run(...given);
      outcome = ended.outcome;
      return ended;
    } finally {
      metrics.onNotice({ kind, outcome: OUTCOMES[outcome] });
    }
  };

/** Runs what rooms do later: messages first of all, and what nobody waits for on screen. */
export const createJobs = (app: App): Jobs => {
  const { store, metrics, clock, ids, log } = app;
  const { jobs } = store;
  const files = app.exportFiles;
  const kinds = jobsOf(app);
  for (const [kind, queue] of Object.entries(QUEUE_OF))
    if (queue in QUEUES && !(kind in kinds)) throw new Error(`No room runs jobs of the kind ${kind}.`);
  const kindsIn = (queue: QueueName) =>
    Object.fromEntries(
      Object.entries(kinds)
        .filter(([kind]) => QUEUE_OF[kind as JobKindName] === queue)
        .map(([name, kind]) =>
          queue === 'notices' ? [name, { ...kind, run: counted(name, kind, app) }] : [name, kind],
        ),
    );
  const workers = (Object.keys(QUEUES) as (keyof typeof QUEUES)[]).map((queue) =>
    createJobWorker({
      ...{ jobs, queue, kinds: kindsIn(queue), held: app.held, only: app.only },
      ...(QUEUES[queue] !== null && { limit: QUEUES[queue] }),
      ...{ onGivenUp: metrics.onJobGivenUp, isAlone: store.engine === 'sqlite' },
      ...{ newToken: ids.nonce, clock, random: app.random, log },
      hasOthers: store.processes.hasOthers,
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
