// @module-tag first
// @module-tag long

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import type { StorePlace } from '../../src/open-store.ts';
import { createAppProcess } from '../../tools/app-process.ts';
import { openBenchSchema } from '../../tools/bench/callback-place.ts';
import { nowhereEnvironment } from '../fixtures/nowhere.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { ROOT } from './read-dockerfile.ts';

const MINUTE = 60_000;
const scratch = mkdtempSync(join(inject('diskFolder'), 'paylink-upgrade-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const startTwice = async (place: StorePlace, env: Record<string, string> = {}): Promise<void> => {
  const app = createAppProcess(
    { ...nowhereEnvironment(scratch), ...env },
    () => {},
    `${ROOT}dist/paylink/index.js`,
  );
  try {
    await app.start();
    await app.stop();
    const tables = await openTables(place);
    await tables.run("insert into kysely_migration (name, timestamp) values ('9999-to-come', '2099-01-01')");
    await tables.close();
    await expect(app.start()).rejects.toThrow(/78:\s+Nothing was changed: .* \(9999-to-come\), and this is/);
  } finally {
    await app.stop('SIGKILL');
  }
};

test(
  'the built app makes its tables, and ends with 78 once a newer release has changed them, on both engines',
  async () => {
    await startTwice({ dataDir: scratch });
    const schema = await openBenchSchema(process.env, 'upgrade');
    if (schema === null) return;
    const { databaseUrl } = schema;
    await startTwice({ databaseUrl }, { DATABASE_URL: databaseUrl }).finally(schema.drop);
  },
  3 * MINUTE,
);
