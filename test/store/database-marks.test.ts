// @module-tag postgres

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { createHeartbeat } from '../../src/operations/health.ts';
import { createProcessStore } from '../../src/operations/process-store.ts';
import { explainFault } from '../../src/slack/faults.ts';
import { type StoreDatabase, sql } from '../../src/store/engine/database.ts';
import { createDatabaseMarks, markOf } from '../../src/store/engine/database-marks.ts';
import { openPostgres } from '../../src/store/engine/open-postgres.ts';
import { openSqlite } from '../../src/store/engine/open-sqlite.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { createTestDatabase, TEST_ENGINE } from '../fixtures/test-database.ts';

const NOON = Date.UTC(2026, 10, 21, 8);

const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

let marks: ReturnType<typeof createDatabaseMarks>;
let database: StoreDatabase;

const run = (statement: string) => sql.raw(statement).execute(database.db);
const note = (id: string) => createProcessStore(database).note(id, NOON);
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const read = () => [marks.read('cannot connect'), marks.read('takes no writes')];

const open = async (databaseUrl?: string) => {
  marks = createDatabaseMarks();
  const made = databaseUrl === undefined ? await createTestDatabase() : null;
  if (made) ends.push(made.remove);
  const place = made?.place ?? { databaseUrl: databaseUrl ?? '' };
  const opened =
    'dataDir' in place
      ? await openSqlite(place.dataDir, { marks })
      : await openPostgres(place.databaseUrl, { marks });
  ends.push(opened.close);
  database = opened;
};

describe('what a statement met marks the database', () => {
  beforeEach(() => open());

  const wrongStatement = TEST_ENGINE === 'sqlite' ? "select json_extract('{', '$')" : 'select 1 from nowhere';
  const [makeReadOnly, makeWritable, readOnly] =
    TEST_ENGINE === 'sqlite'
      ? ['pragma query_only = on', 'pragma query_only = off', 'SQLITE_READONLY: the database is read-only']
      : [
          'set default_transaction_read_only = on',
          'set default_transaction_read_only = off',
          '25006: the database is read-only',
        ];

  test('read-only: it takes no writes until one is committed, and a person reads so', async () => {
    await run(makeReadOnly);
    const failure = await failureOf(note('one'));
    expect(read()).toEqual([null, readOnly]);
    for (const error of [failure, new Error('not saved', { cause: failure })])
      expect(explainFault(error, 'REF12345')).toMatch(/^Paylink’s database can’t save anything .*REF12345/);
    await run('select 1 as one');
    expect(read()).toEqual([null, readOnly]);
    await run(makeWritable);
    await note('one');
    // Only the heartbeat's own write says that it may be told.
    expect(read()).toEqual([null, readOnly]);
    marks.committed();
    expect(read()).toEqual([null, null]);
  });

  test('the heartbeat tries at once, and again until its write is committed', async () => {
    const clock = createManualClock(NOON);
    const processes = createProcessStore(database);
    const log = createLog('silent');
    const heartbeat = createHeartbeat({ processes, marks, processId: 'one', clock, log });
    await heartbeat.start();
    ends.push(heartbeat.stop);
    await run(makeReadOnly);
    await failureOf(note('two'));
    expect(read()).toEqual([null, readOnly]);
    await run(makeWritable);
    await clock.advance(6_000);
    await expect.poll(read).toEqual([null, null]);
    // One that passes is over before anybody asks: no time passes here.
    marks.failed(Object.assign(new Error(), { code: '57014' }));
    await expect.poll(read).toEqual([null, null]);
  });

  test.runIf(TEST_ENGINE === 'sqlite')('a full disk, whatever fails after it', async () => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db);
    await run(`pragma max_page_count = ${Number(Object.values(rows[0] ?? {})[0])}`);
    const fill = async () => {
      for (let row = 0; row < 1_000; row += 1) await note(`${row}${'x'.repeat(500)}`);
    };
    expect(explainFault(await failureOf(fill()), 'REF12345')).toMatch(/^Paylink’s disk is full/);
    for (let time = 0; time < 3; time += 1) await failureOf(run(wrongStatement));
    expect(read()).toEqual([null, 'SQLITE_FULL: the disk is full']);
  });

  test('data, conflicts and a statement that is wrong set no mark; a code that nobody knows does when it comes thrice', async () => {
    await note('one');
    const again = database.db.insertInto('processes').values({ id: 'one', aliveAt: 1 }).execute();
    expect(await failureOf(again)).toBeInstanceOf(Error);
    const wrong = () => failureOf(run(wrongStatement));
    for (const failure of [await wrong(), await wrong()]) expect(markOf(failure)).toBeNull();
    expect(read()).toEqual([null, null]);
    expect(markOf(await wrong())).toBe('takes no writes');
    expect(read()).toEqual([null, TEST_ENGINE === 'sqlite' ? 'SQLITE_ERROR' : '42P01']);
  });
});

test.runIf(TEST_ENGINE === 'postgres')(
  'a server that lets nobody in is marked until it answers',
  async () => {
    await open();
    const name = `paylink_marks_${process.pid}`;
    const server = database;
    const atServer = (statement: string) => sql.raw(statement).execute(server.db);
    await atServer(`drop database if exists ${name}`);
    await atServer(`create database ${name}`);
    ends.push(() => atServer(`drop database ${name} with (force)`));
    const made = await createTestDatabase();
    ends.push(made.remove);
    const url = new URL('databaseUrl' in made.place ? made.place.databaseUrl : '');
    url.pathname = `/${name}`;
    url.searchParams.delete('options');
    await open(url.href);
    await atServer(`alter database ${name} allow_connections false`);
    await atServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    let failure: unknown;
    // The first ones may still meet the connection that was ended.
    await expect
      .poll(async () => {
        failure = await failureOf(note('one'));
        return read();
      })
      .toEqual([expect.stringContaining('55000'), null]);
    expect(explainFault(failure, 'REF12345')).toMatch(/^Paylink’s database does not answer/);
    await atServer(`alter database ${name} allow_connections true`);
    await run('select 1 as one');
    expect(read()).toEqual([null, null]);
  },
);

test('codes that nobody knows count within a minute', () => {
  let now = 0;
  const counted = createDatabaseMarks(() => now);
  const fail = () => counted.failed(Object.assign(new Error(), { code: 'XX000' }));
  for (const at of [0, 30_000, 61_000]) {
    now = at;
    fail();
  }
  expect(counted.read('takes no writes')).toBeNull();
  fail();
  expect(counted.read('takes no writes')).toBe('XX000');
});

test.each([
  ['57P01', 'cannot connect'],
  ['ECONNRESET', 'cannot connect'],
  ['53100', 'takes no writes'],
  ['57014', 'takes no writes'],
  ['58030', 'takes no writes'],
  ['SQLITE_IOERR_WRITE', 'takes no writes'],
  ['23505', null],
  ['40001', null],
  ['22003', null],
  ['SQLITE_BUSY', null],
  ['SQLITE_CONSTRAINT_UNIQUE', null],
])('%s: %s', (code, mark) => {
  const error = Object.assign(new Error('no'), { code });
  createDatabaseMarks().failed(error);
  expect(markOf(error)).toBe(mark);
});
