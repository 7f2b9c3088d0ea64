// @module-tag store

import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TEAM } from '../../packages/local-slack/src/people-and-places.ts';
import { createExportFiles, removeExportLeftovers } from '../../src/exports/export-files.ts';
import { FILE_JOB } from '../../src/exports/order-file.ts';
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

/** The job that the file belongs to, the file's age in minutes, and whether this process or another writes it. */
test.each(
  readRows(`
  a file that somebody may be writing stays   | waiting   | 9  | stays
  a file that this process writes stays       | waiting   | 9999 | stays | ours
  what a dead process left goes               | waiting   | 11 | goes
  a file of a finished export goes            | done      | 0  | goes
  a file of a cancelled export goes           | cancelled | 0  | goes
  a file of a failed export goes              | failed    | 0  | goes
  a file whose export is not there goes       | none      | 0  | goes
  `),
)('%s', async (_, state = '', age, then, whose) => {
  const folder = await mkdtemp(join(tmpdir(), 'paylink-leftovers-'));
  try {
    const files = createExportFiles({ folder: join(folder, 'exports'), newToken: () => 'token' });
    const { path } = await files.fresh(job, 'csv');
    await writeFile(path, 'a list');
    await utimes(path, NOON / 1_000, NOON / 1_000);
    if (state !== 'none') {
      await store.jobs.add({ ...job, kind: FILE_JOB, key: job.id, payload: {} }, NOON);
      const [claimed] = (
        await claimJobs(store.jobs, { at: NOON, leaseMs: 1, limit: 1, token: 'own', kinds: [FILE_JOB] })
      ).jobs;
      if (!claimed) expect.fail('not claimed');
      await endings[state]?.(claimed);
    }
    const clock = { now: () => NOON + Number(age) * MINUTE, sleep: async () => {} };
    const another = createExportFiles({ folder: join(folder, 'exports'), newToken: () => 'another' });
    const removed = await removeExportLeftovers({
      files: whose === 'ours' ? files : another,
      jobs: store.jobs,
      clock,
    });
    expect([removed, (await readdir(join(folder, 'exports'))).length]).toEqual(
      then === 'goes' ? [1, 0] : [0, 1],
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
