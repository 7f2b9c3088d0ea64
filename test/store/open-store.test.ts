// @module-tag postgres

import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../src/open-store.ts';
import { DataDirInUseError } from '../../src/store/engine/data-dir.ts';
import { DatabaseUnusableError } from '../../src/store/engine/database-errors.ts';
import { createTestDatabase, TEST_ENGINE, type TestDatabase } from '../fixtures/test-database.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.remove());

test('a store answers a ping while it is open, and not later', async () => {
  const store = await database.open();
  await store.ping();
  await store.close();
  await expect(store.ping()).rejects.toThrow();
});

test.runIf(TEST_ENGINE === 'sqlite')(
  'a second opening of the same folder is refused with the remedy',
  async () => {
    await database.open();
    await expect(openStore(database.place)).rejects.toThrow(DataDirInUseError);
    await expect(openStore(database.place)).rejects.toThrow(/DATA_DIR/);
  },
);

describe.runIf(TEST_ENGINE === 'sqlite')('a folder that cannot be used is refused with the remedy', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'paylink-unusable-'));
  });
  afterEach(async () => {
    await chmod(dataDir, 0o700);
    await rm(dataDir, { recursive: true });
  });

  const refusal = async (folder = dataDir): Promise<string> => {
    const error: unknown = await openStore({ dataDir: folder }).then(
      (store) => store.close(),
      (reason: unknown) => reason,
    );
    if (!(error instanceof DatabaseUnusableError)) throw error;
    return error.message;
  };
  const execute = (statement: string): void => {
    const file = new Database(join(dataDir, 'paylink.db'));
    file.exec(statement);
    file.close();
  };

  test('if paylink.db is something else', async () => {
    await writeFile(
      join(dataDir, 'paylink.db'),
      'a letter to the landlord, longer than a header'.repeat(100),
    );
    expect(await refusal()).toBe(
      `DATA_DIR ${dataDir} cannot be used: its paylink.db is not a database (SQLITE_NOTADB). Restore a backup: paylink restore --from file.`,
    );
  });

  test('if paylink.db is damaged', async () => {
    await (await openStore({ dataDir })).close();
    execute('pragma writable_schema = on; update sqlite_master set rootpage = 99999');
    expect(await refusal()).toMatch(/its paylink\.db is damaged \(SQLITE_CORRUPT\)\. Restore a backup/);
  });

  test('if it is a file', async () => {
    await writeFile(join(dataDir, 'file'), '');
    expect(await refusal(join(dataDir, 'file'))).toMatch(/it is not a folder .* Set DATA_DIR to a folder/);
  });

  test.runIf(process.platform === 'linux')('if it can never exist', async () => {
    expect(await refusal('/proc/paylink/data')).toMatch(
      /cannot be made there \(ENOENT\)\. Set another DATA_DIR/,
    );
  });

  // The superuser may write anywhere.
  test.skipIf(process.getuid?.() === 0)('if this user may not write', async () => {
    await chmod(dataDir, 0o500);
    expect(await refusal()).toMatch(
      /cannot write to it \(EACCES\)\. Give the folder and all files in it to the user/,
    );
  });

  test('if paylink.db is a folder, and is used without it', async () => {
    await mkdir(join(dataDir, 'paylink.db'));
    expect(await refusal()).toBe(
      `DATA_DIR ${dataDir} cannot be used: a file in it cannot be opened. Give the folder and all files in it to the user that runs Paylink.`,
    );
    await rm(join(dataDir, 'paylink.db'), { recursive: true });
    await (await openStore({ dataDir })).close();
  });
});
