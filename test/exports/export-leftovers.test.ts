// @module-tag store

import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TEAM } from '../../playground/slack/people-and-places.ts';
import { createExportFiles, removeExportLeftovers } from '../../src/exports/export-files.ts';
import { EXPORT_JOB, NO_PROGRESS } from '../../src/exports/export-job-state.ts';
import { NOTHING_READ } from '../../src/exports/read-for-export.ts';
import type { Job } from '../../src/store/job.ts';
import { claimJobs } from '../fixtures/claim-jobs.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { readRows } from '../fixtures/record-tables.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const { store } = storePerTest();

const MINUTE = 60_000;
const job = { id: 'job_1', teamId: TEAM };

const endings: Record<string, (claimed: Job) => Promise<unknown>> = {
  waiting: async () => undefined,
  done: (claimed) => store.jobs.finish(claimed, NOON),
  failed: (claimed) => store.jobs.fail(claimed, 'the service is gone', NOON),
  cancelled: () => store.jobs.cancel(TEAM, job.id, NOON),
};

/** The job that the file belongs to, whether it goes on with this file, the file's age in minutes. */
test.each(
  readRows(`
  a waiting export keeps what it goes on with            | waiting   | recorded | 4320 | start   | stays
  a waiting export keeps what it writes                  | waiting   | other    | 4320 | running | stays
  what a waiting export no longer goes on with is gone   | waiting   | other    | 11   | start   | goes
  another instance may have just begun a file            | waiting   | other    | 9    | start   | stays
  a file of a finished export goes                       | done      | recorded | 0    | running | goes
  a file of a finished export goes at the start          | done      | recorded | 0    | start   | goes
  a file of a cancelled export goes                      | cancelled | recorded | 0    | running | goes
  a file of a cancelled export goes at the start         | cancelled | recorded | 0    | start   | goes
  *Resume* finds the file of a failed export for a day   | failed    | recorded | 1380 | running | stays
  *Resume* finds it after a start, too                   | failed    | recorded | 1380 | start   | stays
  a day later the file of a failed export goes           | failed    | recorded | 1500 | running | goes
  what a failed export would not go on with goes         | failed    | other    | 0    | running | goes
  a file that answers a press stays while it may be sent | none      | other    | 4320 | running | stays
  a file that answered a press goes at the next start    | none      | other    | 4320 | start   | goes
  `),
)('%s', async (_, state = '', which, age, when, then) => {
  const folder = await mkdtemp(join(tmpdir(), 'paylink-leftovers-'));
  try {
    const files = createExportFiles({ folder: join(folder, 'exports'), newToken: () => 'token' });
    const { name, path } = await files.fresh(job, 'ndjson');
    await writeFile(path, 'a list');
    await utimes(path, NOON / 1_000, NOON / 1_000);
    if (state !== 'none') {
      await store.jobs.add({ ...job, kind: EXPORT_JOB, key: job.id, payload: {} }, NOON);
      const [claimed] = (
        await claimJobs(store.jobs, { at: NOON, leaseMs: 1, limit: 1, token: 'own', kinds: [EXPORT_JOB] })
      ).jobs;
      const mark = { ...NOTHING_READ, file: which === 'recorded' ? name : 'another' };
      if (!claimed || !(await store.jobs.saveProgress(claimed, { ...NO_PROGRESS, mark }, NOON)))
        expect.fail('not claimed');
      await endings[state]?.(claimed);
    }
    const clock = { now: () => NOON + Number(age) * MINUTE, sleep: async () => {} };
    const removed = await removeExportLeftovers(
      { files, jobs: store.jobs, clock },
      { isStart: when === 'start' },
    );
    expect([removed, (await readdir(join(folder, 'exports'))).length]).toEqual(
      then === 'goes' ? [1, 0] : [0, 1],
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
