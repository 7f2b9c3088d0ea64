// @module-tag postgres

import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DatabaseUnreachableError } from '../../src/store/engine/database-errors.ts';
import { openPostgres } from '../../src/store/engine/open-postgres.ts';
import { createJobStore } from '../../src/store/job-store.ts';
import { createLinkStore } from '../../src/store/link-store.ts';
import { createInstallationStore } from '../../src/tenancy/installation-store.ts';
import { claimJobs } from '../fixtures/claim-jobs.ts';
import { createTestDatabase, TEST_ENGINE, type TestDatabase } from '../fixtures/test-database.ts';

const messageOf = async (databaseUrl: string): Promise<string> => {
  const failure: unknown = await openPostgres(databaseUrl).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(DatabaseUnreachableError);
  return failure instanceof DatabaseUnreachableError ? failure.message : '';
};

describe('an unusable address', () => {
  test.each([
    ['postgres://paylink:s3cret@127.0.0.1:1/paylink', /nothing listens there \(ECONNREFUSED\)/],
    ['postgres://paylink@localhost/paylink?password=s3cret&host=/nowhere', /no such socket \(ENOENT\)/],
    ['postgres://paylink:s3cret@host:port/paylink', /not an address/],
    ['postgres://paylink:s3/cret@127.0.0.1/paylink', /not an address/],
    ['http://paylink:s3cret@127.0.0.1/paylink', /postgres:\/\/user@host\/database/],
  ])('%s is refused with a remedy and without the password', async (databaseUrl, says) => {
    const message = await messageOf(databaseUrl);
    expect(message).toMatch(says);
    expect(message).not.toMatch(/s3|cret|paylink:/);
  });
});

describe.runIf(TEST_ENGINE === 'postgres')('a PostgreSQL database', () => {
  let database: TestDatabase;
  let databaseUrl: string;

  beforeEach(async () => {
    database = await createTestDatabase({ isNew: true });
    databaseUrl = 'databaseUrl' in database.place ? database.place.databaseUrl : '';
  });

  afterEach(() => database.remove());

  const withAddress = (change: (url: URL) => void): string => {
    const url = new URL(databaseUrl);
    change(url);
    return url.href;
  };

  test('gets its tables once if eight instances start at the same moment', async () => {
    const stores = await Promise.all(Array.from({ length: 8 }, () => database.open()));
    for (const store of stores) await store.ping();
    const { db, close } = await openPostgres(databaseUrl);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    await close();
    expect(rows.map((row) => row.name)).toEqual([...new Set(rows.map((row) => row.name))]);
    expect(rows.length).toBeGreaterThan(0);
  });

  test('that does not exist is the named reason', async () => {
    const message = await messageOf(
      withAddress((url) => {
        url.pathname = '/no_such_database';
      }),
    );
    expect(message).toMatch(/no such database \(3D000\)/);
  });

  test('without the schema of its search path is refused with the remedy', async () => {
    const options = '-c search_path=no_such_schema';
    const message = await messageOf(withAddress((url) => url.searchParams.set('options', options)));
    expect(message).toMatch(/Create the schema/);
  });

  test('returns integers as numbers, and refuses those that a number cannot hold', async () => {
    const { db, close } = await openPostgres(databaseUrl);
    const { rows } = await sql`select 1795248000000::bigint as at, count(*) as rows from links`.execute(db);
    expect(rows).toEqual([{ at: 1_795_248_000_000, rows: 0 }]);
    await expect(sql`select 9007199254740993::bigint`.execute(db)).rejects.toThrow(/2\^53/);
    expect((await sql`select 1::bigint as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    await close();
  });

  test('is used again immediately after its server drops the connections', async () => {
    const { db, close } = await openPostgres(databaseUrl);
    const dropOthers = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and application_name = 'paylink' and query like '%dropped%'`;
    const inTransaction = db.transaction().execute(async (trx) => {
      await sql`select 'dropped'`.execute(trx);
      await dropOthers.execute(db);
      await sql`select 'dropped'`.execute(trx);
    });
    await expect(inTransaction).rejects.toThrow();
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    await close();
  });

  test('parses a frequent statement once, and a rare one each time', async () => {
    const { db, close } = await openPostgres(databaseUrl);
    const ask = (value: number) => sql<{ next: number }>`select ${value}::bigint + 1 as next`.execute(db);
    const readNamed = async () =>
      (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)).rows;
    await ask(1);
    expect(await readNamed()).toEqual([]);
    for (let value = 1; value <= 20; value += 1)
      expect((await ask(value)).rows).toEqual([{ next: value + 1 }]);
    expect(await readNamed()).toEqual([{ statement: 'select $1::bigint + 1 as next' }]);
    await close();
  });

  test('still runs its frequent statements after a newer version added columns', async () => {
    const { db, close } = await openPostgres(databaseUrl);
    const jobs = createJobStore({ db, engine: 'postgres' });
    const links = createLinkStore({ db, engine: 'postgres' });
    const installations = createInstallationStore({ db, engine: 'postgres' });
    const work = async (round: number) => {
      const job = { id: `job_${round}`, teamId: 'T1', kind: 'qr', payload: { round } } as const;
      await jobs.add(job, round);
      const [claimed] = (await claimJobs(jobs, { at: round, leaseMs: 1, limit: 1, token: `token_${round}` }))
        .jobs;
      expect(claimed).toMatchObject(job);
      if (claimed) await jobs.finish(claimed, round);
      expect(await links.find('T1', 'lnk_none')).toBeNull();
      expect(
        (await jobs.claim({ at: round, queue: 'checks', leaseMs: 1, limit: 1, token: 't' })).jobs,
      ).toEqual([]);
      expect(await installations.find('T1')).toBeNull();
    };
    for (let round = 1; round <= 20; round += 1) await work(round);
    await sql`alter table jobs add column note text`.execute(db);
    await sql`alter table links add column note text`.execute(db);
    await sql`alter table installations add column note text`.execute(db);
    for (let round = 21; round <= 40; round += 1) await work(round);
    await close();
  });
});
