import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataDirInUseError } from '../../src/store/engine/process-lock.ts';
import { openStore } from '../../src/store/open-store.ts';
import { buildLink } from '../fixtures/links.ts';
import { createTestDatabase, TEST_ENGINE, type TestDatabase } from '../fixtures/test-database.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.remove());

test('a store answers a ping while it is open, and not after', async () => {
  const store = await database.open();
  await store.ping();
  await store.close();
  await expect(store.ping()).rejects.toThrow();
});

test('a store opened again has its tables already, with what was in them', async () => {
  const first = await database.open();
  await first.links.reserve({ ...buildLink(), callbackTokenHash: 'hash', at: Date.UTC(2026, 10, 21, 8) });
  await first.close();
  const second = await database.open();
  expect(await second.links.inState('reserved')).toMatchObject([{ id: 'lnk_1', amountFils: 125_050 }]);
});

test.runIf(TEST_ENGINE === 'sqlite')(
  'a second opening of the same folder is refused with the remedy',
  async () => {
    await database.open();
    await expect(openStore(database.place)).rejects.toThrow(DataDirInUseError);
    await expect(openStore(database.place)).rejects.toThrow(/DATA_DIR/);
  },
);
