// @module-tag postgres

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore, type Store } from '../../src/open-store.ts';
import { openPostgres } from '../../src/store/engine/open-postgres.ts';
import { buildLink } from '../fixtures/links.ts';
import { createTestDatabase, TEST_ENGINE, type TestDatabase } from '../fixtures/test-database.ts';

/** What PgBouncer answers: an ErrorResponse of the PostgreSQL protocol. */
const REFUSED_PARAMETER = (() => {
  const fields = 'SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0';
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + fields.length);
  return Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)]);
})();

const AT = Date.UTC(2026, 10, 21, 8);

describe.runIf(TEST_ENGINE === 'postgres')('a PostgreSQL server as others set it up', () => {
  let database: TestDatabase;
  let databaseUrl: string;
  let opened: { close(): Promise<void> }[];

  beforeEach(async () => {
    database = await createTestDatabase();
    databaseUrl = 'databaseUrl' in database.place ? database.place.databaseUrl : '';
    opened = [];
  });

  afterEach(async () => {
    for (const one of opened) await one.close();
    await database.remove();
  });

  const withIsolation = (level: string): string => {
    const url = new URL(databaseUrl);
    const options = url.searchParams.get('options') ?? '';
    url.searchParams.set('options', `${options} -c default_transaction_isolation=${level}`);
    return url.href;
  };

  const open = async (url = databaseUrl, warnings: string[] = []) => {
    const one = await openPostgres(url, { onWarning: (warning) => warnings.push(warning) });
    opened.push(one);
    return one;
  };

  test('that compiles long statements does not compile ours', async () => {
    const url = new URL(databaseUrl);
    url.searchParams.set('options', `${url.searchParams.get('options')} -c jit=on`);
    const { rows } = await sql<{ jit: string }>`show jit`.execute((await open(url.href)).db);
    expect(rows).toEqual([{ jit: 'off' }]);
  });

  describe.each(['read\\ committed', 'repeatable\\ read', 'serializable'])('at %s', (level) => {
    let stores: [Store, Store];

    beforeEach(async () => {
      const place = { databaseUrl: withIsolation(level) };
      stores = [await openStore(place), await openStore(place)];
      opened.push(...stores);
    });

    test('of two instances that get one sale at the same moment, one makes it', async () => {
      const guard = { shown: [], at: AT };
      const made: (string | undefined)[] = [];
      for (let sale = 1; sale <= 12; sale += 1) {
        const both = await Promise.all(
          stores.map((store, instance) => {
            const id = `${sale}-${instance}`;
            const link = buildLink({ nonce: id, invoiceId: `INV-${id}`, amountFils: 1_000 * sale });
            // Another customer for each sale.
            const own = { Phone: `+9715000000${10 + sale}`, Email: `${sale}@example.com` };
            const details = { ...link.details, ...own };
            return store.links.reserve({ ...link, details, id, callbackTokenHash: id, at: AT }, guard);
          }),
        );
        made.push(...both.map(({ conflict }) => conflict?.because));
      }
      expect(made.filter((because) => because === undefined)).toHaveLength(12);
      expect(made.filter((because) => because === 'duplicates')).toHaveLength(12);
    });

    test('twenty writers of one row all write', async () => {
      await stores[0].meta.write('shared', 'begun');
      const writes = Array.from({ length: 20 }, (_, n) => stores[n % 2]?.meta.write('shared', `${n}`));
      await Promise.all(writes);
      expect(Number(await stores[0].meta.read('shared'))).toBeLessThan(20);
    });
  });

  test('two transactions that wait for each other both end', async () => {
    const { db } = await open();
    for (const name of ['one', 'other'])
      await sql`insert into meta (name, value) values (${name}, '')`.execute(db);
    let runs = 0;
    let meet = () => {};
    const met = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const lock = (first: string, then: string) =>
      db.transaction().execute(async (trx) => {
        runs += 1;
        await sql`update meta set value = value || ${first} where name = ${first}`.execute(trx);
        // Each holds its first row when it asks for the other's.
        if (runs === 2) meet();
        await met;
        await sql`update meta set value = value || ${first} where name = ${then}`.execute(trx);
      });
    await Promise.all([lock('one', 'other'), lock('other', 'one')]);
    const { rows } = await sql<{
      length: number;
    }>`select length(value) as length from meta where name <> 'written-by' order by name`.execute(db);
    expect(rows).toEqual([{ length: 8 }, { length: 8 }]);
    expect(runs).toBe(3);
  });

  test('a transaction whose session ends before its commit runs again, and is written once', async () => {
    const { db } = await open();
    let runs = 0;
    await db.transaction().execute(async (trx) => {
      runs += 1;
      await sql`insert into meta (name, value) values ('run', ${String(runs)})`.execute(trx);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      if (runs === 1) await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
      await sql`select 1`.execute(trx);
    });
    expect((await sql`select value from meta where name = 'run'`.execute(db)).rows).toEqual([{ value: '2' }]);
  });

  test('a transaction whose session ends during its commit does not run again: it may be written', async () => {
    const { db } = await open();
    await sql`create function pg_temp_end() returns trigger language plpgsql as
      'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`.execute(db);
    await sql`create constraint trigger ends after insert on meta deferrable initially deferred
      for each row execute function pg_temp_end()`.execute(db);
    let runs = 0;
    const work = db.transaction().execute(async (trx) => {
      runs += 1;
      await sql`insert into meta (name, value) values ('run', '')`.execute(trx);
    });
    await expect(work).rejects.toThrow();
    expect(runs).toBe(1);
    await sql`drop trigger ends on meta`.execute(db);
    await sql`drop function pg_temp_end`.execute(db);
  });

  const TWENTY = Array.from({ length: 20 }, (_, n) => n);
  const ask = (on: Awaited<ReturnType<typeof open>>['db'], value: number) =>
    sql<{ next: number }>`select ${value}::bigint + 1 as next`.execute(on).then(({ rows }) => rows[0]?.next);
  const readNames = async ({ db }: Pick<Awaited<ReturnType<typeof open>>, 'db'>) =>
    (
      await sql<{
        name: string;
        statement: string;
      }>`select name, statement from pg_prepared_statements`.execute(db)
    ).rows;

  test('two instances give a statement the same name, and no name to two statements', async () => {
    const [one, other] = [await open(), await open()];
    const texts = [sql`select ${1}::int as first`, sql`select ${1}::int as second`];
    for (const _ of TWENTY) for (const text of texts) await text.execute(one.db);
    for (const _ of TWENTY) for (const text of texts.toReversed()) await text.execute(other.db);
    const byText = async (instance: typeof one) =>
      Object.fromEntries((await readNames(instance)).map(({ statement, name }) => [statement, name]));
    expect(await byText(one)).toEqual(await byText(other));
    expect(new Set(Object.values(await byText(one))).size).toBe(2);
  });

  test('a pooler that loses prepared statements is lived with, and said once', async () => {
    const warnings: string[] = [];
    const { db } = await open(databaseUrl, warnings);
    for (const value of TWENTY) await ask(db, value);
    expect(warnings).toEqual([]);
    for (const value of TWENTY) {
      await sql`deallocate all`.execute(db);
      expect(await ask(db, value)).toBe(value + 1);
    }
    expect(await readNames({ db })).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('pool_mode = session')]);
  });

  test('so is one that loses them in the middle of a transaction, which runs again whole', async () => {
    const { db } = await open();
    for (const value of TWENTY) await ask(db, value);
    let runs = 0;
    const next = await db.transaction().execute(async (trx) => {
      runs += 1;
      await sql`insert into meta (name, value) values ('run', ${String(runs)})`.execute(trx);
      await sql`deallocate all`.execute(trx);
      return ask(trx, 1);
    });
    expect([next, runs]).toEqual([2, 2]);
    expect((await sql`select value from meta where name = 'run'`.execute(db)).rows).toEqual([{ value: '2' }]);
  });

  test('so is one whose session has the name already', async () => {
    const [one, other] = [await open(), await open()];
    for (const value of TWENTY) await ask(one.db, value);
    const [named] = await readNames(one);
    await sql.raw(`prepare ${named?.name} (bigint) as ${named?.statement}`).execute(other.db);
    for (const value of TWENTY) expect(await ask(other.db, value)).toBe(value + 1);
  });

  /** What stands between the app and the server, as a pooler does. Returns the address to use. */
  const listenBetween = async (onData: (data: Buffer, client: Socket) => boolean): Promise<string> => {
    const url = new URL(databaseUrl);
    const { port, hostname } = url;
    const folder = url.searchParams.get('host');
    const between = createServer((client) => {
      const behind = folder ? connect(`${folder}/.s.PGSQL.${port || 5432}`) : connect(Number(port), hostname);
      client.on('data', (data) => {
        if (onData(data, client)) behind.write(data);
      });
      behind.pipe(client);
      client.on('close', () => behind.destroy());
      for (const one of [client, behind]) one.on('error', () => client.destroy());
    });
    await once(between.listen(0, '127.0.0.1'), 'listening');
    opened.push({ close: async () => void between.close() });
    url.hostname = '127.0.0.1';
    url.port = String((between.address() as AddressInfo).port);
    url.searchParams.delete('host');
    return url.href;
  };

  test('a pooler that refuses the time limits of our sessions is refused at the start, with the remedy', async () => {
    const address = await listenBetween((data, client) => {
      const isRefused = data.includes('statement_timeout');
      if (isRefused) client.end(REFUSED_PARAMETER);
      return !isRefused;
    });
    await expect(openPostgres(address)).rejects.toThrow(/ignore_startup_parameters = statement_timeout/);
  });

  test('a start takes no lock of a session, whose release a pooler would give to another', async () => {
    const said: string[] = [];
    const address = await listenBetween((data) => {
      said.push(data.toString('latin1'));
      return true;
    });
    await open(address);
    expect(said.join('')).toContain('pg_advisory_xact_lock(');
    expect(said.join('')).not.toMatch(/pg_advisory_(un)?lock\(/);
  });
});
