import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Round } from '../../../src/operations/doctor/check.ts';
import { checkDatabase } from '../../../src/operations/doctor/check-database.ts';

test.each([
  ['last heartbeat 1 s ago; given up after many tries: 2 × edit', ['given up after many tries: 2 × edit']],
  ['last heartbeat 1 s ago', []],
])('what the running Paylink has given up stands under the database: %s', async (said, details) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'paylink-doctor-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const round = {
    config: { databaseUrl: null, dataDir, port: 3000 },
    patienceMs: 1_000,
    ask: async () => ({ is: 'answer', body: `ok\n${said}\n` }),
  } as unknown as Round;
  expect(await checkDatabase.run(round)).toMatchObject({ status: 'ok', details });
});
