// @module-tag long

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../src/store/engine/database.ts';
import { openSqlite } from '../../src/store/engine/open-sqlite.ts';

let dataDir: string;
let database: Awaited<ReturnType<typeof openSqlite>>;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'paylink-turns-'));
  database = await openSqlite(dataDir);
  await sql`create table steps (step integer not null)`.execute(database.db);
});

afterEach(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const insert = (step: number, db = database.db) => sql`insert into steps (step) values (${step})`.execute(db);
const inserted = async () =>
  (await sql<{ step: number }>`select step from steps order by rowid`.execute(database.db)).rows.map(
    (row) => row.step,
  );

test('thousands of waiting statements run in the order of their requests', async () => {
  const steps = Array.from({ length: 2_500 }, (_, step) => step);
  await Promise.all(steps.map((step) => insert(step)));
  expect(await inserted()).toEqual(steps);
});

test('statements that come during a transaction wait for its end and for its own statements', async () => {
  let later: Promise<unknown> = Promise.resolve();
  const first = database.db.transaction().execute(async (trx) => {
    await insert(1, trx);
    later = Promise.all([insert(3), insert(4)]);
    await insert(2, trx);
  });
  await first;
  const last = insert(5);
  await Promise.all([later, last]);
  expect(await inserted()).toEqual([1, 2, 3, 4, 5]);
});

describe('while another process writes', () => {
  let other: Database.Database;

  beforeEach(() => {
    other = new Database(join(dataDir, 'paylink.db'), { timeout: 0 });
    other.exec('begin immediate');
  });

  afterEach(() => void other.close());

  /** On disk, not only here. */
  const committed = () => other.prepare('select step from steps order by step').all([]) as { step: number }[];

  test('this one reads and goes on, and writes afterwards', async () => {
    const writing = [
      insert(1),
      insert(2),
      database.db.transaction().execute(async (trx) => {
        await sql`select * from steps`.execute(trx);
        await insert(3, trx);
      }),
    ];
    expect(await inserted()).toEqual([]);
    other.exec('commit');
    await Promise.all(writing);
    expect(committed()).toEqual([{ step: 1 }, { step: 2 }, { step: 3 }]);
  });

  test('for too long, this one’s writes fail, and later ones are on disk', async () => {
    const writing = [insert(1), database.db.transaction().execute((trx) => insert(2, trx))];
    for (const write of writing) await expect(write).rejects.toThrow('locked');
    other.exec('commit');
    await insert(3);
    expect(committed()).toEqual([{ step: 3 }]);
    await database.db.transaction().execute((trx) => insert(4, trx));
    expect(committed()).toEqual([{ step: 3 }, { step: 4 }]);
  });
});

test('a boolean is refused, and does not end the process', async () => {
  await expect(sql`select ${true}`.execute(database.db)).rejects.toThrow('no booleans');
});

test('a failed statement or a rolled-back transaction does not block the next', async () => {
  const refused = database.db.transaction().execute(async (trx) => {
    await insert(1, trx);
    throw new Error('not this one');
  });
  await expect(refused).rejects.toThrow('not this one');
  await expect(sql`insert into steps (step) values (null)`.execute(database.db)).rejects.toThrow('NOT NULL');
  await insert(2);
  expect(await inserted()).toEqual([2]);
});
