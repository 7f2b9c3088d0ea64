import { afterEach, beforeEach } from 'vitest';
import {
  createJobWorker,
  type JobWorker,
  type JobWorkerDependencies,
} from '../../src/delivery/job-worker.ts';
import type { JobContext, JobKind, JobOutcome } from '../../src/delivery/run-claimed-job.ts';
import { createLog } from '../../src/log.ts';
import type { Store } from '../../src/open-store.ts';
import type { Job } from '../../src/store/job.ts';
import { createManualClock, type ManualClock } from '../fixtures/manual-clock.ts';
import { follow } from '../fixtures/per-test.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { TEST_ENGINE } from '../fixtures/test-database.ts';

export const START = Date.UTC(2026, 10, 21, 8);
export const DONE = { outcome: 'done' } as const;

/** `by`: which worker runs the job. */
export type Answer = (job: Job, context: JobContext, by: number) => JobOutcome | Promise<JobOutcome>;

interface Try {
  id: string;
  at: number;
  by: number;
  job: Job;
  context: JobContext;
}

type WorkerChanges = Partial<Omit<JobWorkerDependencies, 'jobs'>> & { jobs?: Partial<Store['jobs']> };

/** Workers on the test's database and clock. `answer` runs every job; each try is recorded. */
export const workersPerTest = (
  answer: Answer,
  settingsOf: (
    kind: JobKind,
  ) => Partial<JobWorkerDependencies> & Pick<JobWorkerDependencies, 'queue' | 'kinds'>,
) => {
  const { database, store, run } = storePerTest();
  const workers: JobWorker[] = [];
  const tries: Try[] = [];
  const logged: Record<string, unknown>[] = [];
  let clock: ManualClock;
  let tokens = 0;
  beforeEach(() => {
    clock = createManualClock(START, database.isBusy);
    for (const list of [workers, tries, logged]) list.length = 0;
    tokens = 0;
  });
  afterEach(() => Promise.all(workers.map((worker) => worker.stop())));

  /** `jobs`: parts that replace the store's. */
  const createOne = ({ jobs, ...changes }: WorkerChanges = {}, ofKind: Partial<JobKind> = {}): JobWorker => {
    const by = workers.length;
    const run: JobKind['run'] = async (job, context) => {
      tries.push({ id: job.id, at: clock.now() - START, by, job, context });
      return answer(job, context, by);
    };
    const worker = createJobWorker({
      held: () => [],
      jobs: { ...store.jobs, ...jobs },
      isAlone: true,
      newToken: () => `token-${++tokens}`,
      clock,
      random: () => 1,
      log: createLog('info', { write: (line) => logged.push(JSON.parse(line)) }),
      ...settingsOf({ run, ...ofKind }),
      ...changes,
    });
    workers.push(worker);
    return worker;
  };
  return {
    store,
    run,
    clock: follow(() => clock),
    workers,
    tries,
    logged,
    createOne,
    /** Starts a worker. */
    begin: (...given: Parameters<typeof createOne>): JobWorker => {
      const worker = createOne(...given);
      worker.start();
      return worker;
    },
    /** Two instances on one database. `ofFirst`: parts that replace the first one's store. */
    createTwo: async (
      changes: WorkerChanges = {},
      ofFirst: Partial<Store['jobs']> = {},
      ofKind: Partial<JobKind> = {},
    ) => {
      const other = TEST_ENGINE === 'postgres' ? await database.open() : store;
      return [
        createOne({ isAlone: false, ...changes, jobs: ofFirst }, ofKind),
        createOne({ isAlone: false, ...changes, jobs: other.jobs }, ofKind),
      ];
    },
  };
};
