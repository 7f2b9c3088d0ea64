import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '../../src/store/engine/database.ts';
import { openSqlite } from '../../src/store/engine/open-sqlite.ts';

let dataDir: string;
let database: Awaited<ReturnType<typeof openSqlite>>;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'paylink-turns-'));
  database = await openSqlite(dataDir);
  await sql`create table steps (said integer not null)`.execute(database.db);
});

afterEach(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const say = (step: number, db = database.db) => sql`insert into steps (said) values (${step})`.execute(db);
const said = async () =>
  (await sql<{ said: number }>`select said from steps order by rowid`.execute(database.db)).rows.map(
    (row) => row.said,
  );

test('thousands of waiting statements run in the order of their requests', async () => {
  const steps = Array.from({ length: 2_500 }, (_, step) => step);
  await Promise.all(steps.map((step) => say(step)));
  expect(await said()).toEqual(steps);
});

test('statements that come during a transaction wait for its end and for its own statements', async () => {
  let later: Promise<unknown> = Promise.resolve();
  const first = database.db.transaction().execute(async (trx) => {
    await say(1, trx);
    later = Promise.all([say(3), say(4)]);
    await say(2, trx);
  });
  await first;
  const last = say(5);
  await Promise.all([later, last]);
  expect(await said()).toEqual([1, 2, 3, 4, 5]);
});

test('a failed statement or a rolled-back transaction does not block the next', async () => {
  const refused = database.db.transaction().execute(async (trx) => {
    await say(1, trx);
    throw new Error('not this one');
  });
  await expect(refused).rejects.toThrow('not this one');
  await expect(sql`insert into steps (said) values (null)`.execute(database.db)).rejects.toThrow('NOT NULL');
  await say(2);
  expect(await said()).toEqual([2]);
});
