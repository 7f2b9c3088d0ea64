// @module-tag postgres

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createJobWorker } from '../../src/delivery/job-worker.ts';
import { createLog } from '../../src/log.ts';
import { addShown, whatIsNew } from '../../src/store/consent.ts';
import { sql } from '../../src/store/engine/database.ts';
import { openPostgres } from '../../src/store/engine/open-postgres.ts';
import { openSqlite } from '../../src/store/engine/open-sqlite.ts';
import type { Job } from '../../src/store/job.ts';
import { MIGRATIONS } from '../../src/store/migrations/index.ts';
import type { NewLink } from '../../src/store/new-link.ts';
import { buildLink, buildNewLink, CAST } from '../fixtures/links.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { insertOlderLink, insertRow, makeOlderTables } from '../fixtures/older-tables.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { createTestDatabase, TEST_ENGINE, type TestDatabase } from '../fixtures/test-database.ts';

const AT = Date.UTC(2026, 10, 21, 8);

let database: TestDatabase;

afterEach(() => database.remove());

const openDatabase = async () => {
  const { place } = database;
  return 'databaseUrl' in place ? openPostgres(place.databaseUrl) : openSqlite(place.dataDir);
};

const typed = (id: string): NewLink =>
  buildNewLink(id, {
    invoiceId: id,
    invoiceIdIsOurs: false,
    details: { ...buildLink().details, Email: `${id}@example.com` },
    at: AT,
  });

interface OldRow {
  id: string;
  kind: string;
  state?: string;
  attempts?: number;
  due?: number;
  token?: string;
  leaseUntil?: number;
  error?: string;
  created?: number;
  updated?: number;
}

const queued = ({ id, kind, state, attempts, due, token, leaseUntil, error, created, updated }: OldRow) => ({
  id,
  kind,
  state: state ?? 'waiting',
  attempts: attempts ?? 0,
  due_at: due ?? AT,
  lease_token: token ?? null,
  lease_until: leaseUntil ?? 0,
  last_error: error ?? null,
  created_at: created ?? AT,
  updated_at: updated ?? AT,
});
const notice = (row: OldRow & { lane: string; position?: number; detail?: object }) =>
  insertRow('notices', {
    ...queued(row),
    lane: row.lane,
    link_id: 'lnk_1',
    position: row.position ?? 0,
    detail: row.detail ? JSON.stringify(row.detail) : null,
  });
const job = (row: OldRow & { progress?: object }) =>
  insertRow('jobs', {
    ...queued(row),
    team_id: 'T2',
    key: `key of ${row.id}`,
    payload: JSON.stringify({ of: row.id }),
    progress: row.progress ? JSON.stringify(row.progress) : null,
  });

const LINK = insertOlderLink(AT);

const WAITING = [
  notice({ id: 'reply', lane: 'T1:C1', kind: 'reply', position: 1, detail: { state: 'paid' } }),
  notice({ id: 'card', lane: 'T1:C1', kind: 'card' }),
  notice({ id: 'in hand', lane: 'T1:link', kind: 'edit', token: 'dead', leaseUntil: AT + 20_000 }),
  notice({ id: 'behind it', lane: 'T1:link', kind: 'edit', position: 1 }),
  notice({ id: 'put off', lane: 'T1:U1', kind: 'news', attempts: 3, due: AT + 9_000, error: 'ratelimited' }),
  notice({ id: 'a post', lane: 'T1:C1', kind: 'reply', state: 'delivered', attempts: 1, updated: AT - 400 }),
  notice({ id: 'refused', lane: 'T1:C1', kind: 'edit', state: 'dead', attempts: 1, error: 'is_archived' }),
  job({ id: 'export', kind: 'export', token: 'dead', leaseUntil: AT + 15_000, progress: { page: 7 } }),
  job({ id: 'close', kind: 'daily-close', due: AT + 12_000 }),
  job({ id: 'closed', kind: 'daily-close', state: 'done' }),
  job({ id: 'stopped', kind: 'export', state: 'cancelled' }),
];

const run = async (statements: readonly string[]): Promise<void> => {
  const tables = await openTables(database.place);
  for (const statement of statements) await tables.run(statement);
  await tables.close();
};

describe('with notices and jobs in two tables', () => {
  beforeEach(async () => {
    database = await createTestDatabase({ isNew: true });
    await makeOlderTables(database.place, '0016');
  });

  test('jobs that were waiting or running in the two old queues run in order', async () => {
    await run([LINK, ...WAITING]);
    const store = await database.open();
    const clock = createManualClock(AT, database.isBusy);
    const done: (Pick<Job, 'id' | 'attempts' | 'takenOver' | 'payload' | 'progress'> & { after: number })[] =
      [];
    const kind = {
      run: async ({ id, attempts, takenOver, payload, progress }: Job) => {
        done.push({ id, attempts, takenOver, payload, progress, after: clock.now() - AT });
        return { outcome: 'done' } as const;
      },
    };
    const post = { ...kind, isPost: true };
    const worker = createJobWorker({
      jobs: store.jobs,
      kinds: { card: post, reply: post, news: post, edit: kind, export: kind, 'daily-close': kind },
      held: () => [],
      isAlone: false,
      newToken: () => `token ${done.length} at ${clock.now()}`,
      clock,
      random: () => 1,
      log: createLog('silent'),
    });
    worker.start();
    await clock.advance(60_000);
    await worker.stop();
    const nothing = { attempts: 0, takenOver: false, payload: null, progress: null };
    expect(done).toEqual([
      // The lane posted 400 ms earlier.
      { ...nothing, id: 'card', after: 600 },
      { ...nothing, id: 'reply', after: 1_600, payload: { state: 'paid' } },
      { ...nothing, id: 'put off', after: 9_000, attempts: 3 },
      { ...nothing, id: 'close', after: 12_000, payload: { of: 'close' } },
      {
        id: 'export',
        after: 15_000,
        attempts: 1,
        takenOver: true,
        payload: { of: 'export' },
        progress: { page: 7 },
      },
      { ...nothing, id: 'in hand', after: 20_000, attempts: 1, takenOver: true },
      { ...nothing, id: 'behind it', after: 20_000 },
    ]);
  });

  test('finished jobs keep their outcome and are deleted with age', async () => {
    await run([LINK, ...WAITING]);
    const store = await database.open();
    const tables = await openTables(database.place);
    const rows = await tables.rows('jobs');
    await tables.close();
    const stateOf = new Map(
      rows.map((row) => [row['id'], [row['state'], row['last_error'], row['team_id']]]),
    );
    expect(stateOf.get('a post')).toEqual(['done', null, 'T1']);
    expect(stateOf.get('refused')).toEqual(['failed', 'is_archived', 'T1']);
    expect(stateOf.get('closed')).toEqual(['done', null, 'T2']);
    expect(stateOf.get('stopped')).toEqual(['cancelled', null, 'T2']);
    const again = { id: 'x', teamId: 'T2', kind: 'daily-close', key: 'key of closed' } as const;
    expect(await store.jobs.add(again, AT)).toBe(false);
    expect(tables.names).not.toContain('notices');
    expect(await store.jobs.isWaiting('lnk_1', 'card')).toBe(true);
    expect(await store.prune.jobs({ before: AT + 1, after: null, limit: 99 })).toEqual({
      deleted: 4,
      next: null,
    });
  });

  test('a failed migration changes nothing and runs again at the next start', async () => {
    await run([LINK, ...WAITING, 'create index jobs_by_link on links (channel_id)']);
    await expect(database.open()).rejects.toThrow('could not be migrated to this version');
    const tables = await openTables(database.place);
    expect(await tables.rows('notices')).toHaveLength(7);
    expect(await tables.rows('jobs')).toHaveLength(4);
    await tables.close();
    await run(['drop index jobs_by_link']);
    const store = await database.open();
    expect(await store.jobs.isWaiting('lnk_1', 'card')).toBe(true);
  });
});

describe('on the tables of this version', () => {
  beforeEach(async () => {
    database = await createTestDatabase();
  });

  test('invoice numbers that two links share are kept, and no new link gets a used number', async () => {
    const before = await database.open();
    for (const id of ['lnk_a', 'lnk_b', 'lnk_c']) await before.links.reserve(typed(id));
    await before.close();
    const { db, close } = await openDatabase();
    // The tables as they were before the migration.
    for (const index of ['invoice_key', 'invoice_asked', 'replaced', 'beside'])
      await db.schema.dropIndex(`links_by_${index}`).execute();
    for (const column of ['invoice_key', 'invoice_asked', 'replaces_link_id', 'beside_link_id'])
      await db.schema.alterTable('links').dropColumn(column).execute();
    for (const column of ['replaces_link_id', 'beside_link_id'])
      await db.schema.alterTable('approvals').dropColumn(column).execute();
    await db
      .updateTable('links')
      .set({ invoice_id: 'INV-7' })
      .where('id', 'in', ['lnk_a', 'lnk_b'])
      .execute();
    for (const column of ['asked_at', 'doubt_places'])
      await db.schema.alterTable('links').dropColumn(column).execute();
    await MIGRATIONS['0007-choices']?.up(db);
    await MIGRATIONS['0050-one-number']?.up(db);
    await close();

    const store = await database.open();
    expect(await store.links.get('lnk_a')).toMatchObject({ invoiceId: 'INV-7', replacesLinkId: null });
    for (const invoiceId of ['INV-7', 'inv- 7', 'LNK_C'])
      expect(await store.links.reserve({ ...typed('lnk_d'), invoiceId })).toMatchObject({
        conflict: { because: 'invoice-id' },
      });
    await expect(
      store.links.reserve({ ...typed('lnk_d'), invoiceId: 'INV-7', invoiceIdIsOurs: true }),
    ).rejects.toThrow();
  });

  test('links that were only known by id count as shown, and as nothing that can be paid', async () => {
    const before = await database.open();
    const { link } = await before.links.reserve(typed('lnk_a'));
    if (link === null) throw new Error('not reserved');
    await before.approvals.add(
      {
        ...link,
        ...{
          id: 'apr_1',
          nonce: 'asked',
          at: link.createdAt,
          shown: [],
          limitFils: 1,
          request: link.details,
        },
      },
      { shown: addShown([], [link]), at: link.createdAt },
      [],
    );
    await before.close();
    const { db, close } = await openDatabase();
    // The tables as they were before the migration.
    await db.schema.alterTable('approvals').renameColumn('shown', 'acknowledged').execute();
    await db.schema.alterTable('batch_rows').renameColumn('shown', 'alike').execute();
    await sql`update approvals set acknowledged = '["lnk_a"]'`.execute(db);
    await MIGRATIONS['0055-shown-links']?.up(db);
    await close();
    const store = await database.open();
    const { shown } = (await store.approvals.find(link.teamId, 'apr_1')) ?? expect.fail('no request');
    expect(shown).toEqual([{ id: 'lnk_a', state: 'unknown', isPayable: false, paidFils: 0 }]);
    expect(whatIsNew(shown, [link])).toMatchObject([{ id: 'lnk_a' }]);
  });

  test('customers of existing links are found, except those whose data was erased', async () => {
    const { teamId } = CAST;
    const before = await database.open();
    const { details } = buildLink();
    for (const [index, FullName] of ['Sara Khan', 'Omar O’Neil', 'Zaynab Saleh'].entries()) {
      const link = buildLink({ id: `lnk_${index}`, nonce: `n${index}`, invoiceId: `INV-${index}` });
      const Phone = `+97150000000${index}`;
      await before.links.reserve({
        ...link,
        details: { ...details, FullName, Phone },
        callbackTokenHash: `hash-${index}`,
        at: index,
      });
      await before.links.move({
        id: link.id,
        to: index === 2 ? 'failed' : 'open',
        at: 10,
        cause: 'answered',
      });
    }
    await before.retention.erase({ at: 100, before: 50, after: null, limit: 10 });
    await before.close();

    const { db, close } = await openDatabase();
    // The tables as they were before the migration.
    for (const index of ['links_by_customer', 'links_forgotten']) await db.schema.dropIndex(index).execute();
    for (const column of ['customer', 'forgotten_at'])
      await db.schema.alterTable('links').dropColumn(column).execute();
    await MIGRATIONS['0024-customers']?.up(db);
    const rows = await db.selectFrom('links').select(['id', 'customer']).orderBy('id').execute();
    expect(rows).toEqual([
      { id: 'lnk_0', customer: ' sara khan 971500000000 sara.khan@example.com ' },
      { id: 'lnk_1', customer: ' omar o’neil 971500000001 sara.khan@example.com ' },
      { id: 'lnk_2', customer: null },
    ]);
    await close();

    const store = await database.open();
    const found = await store.customers.search({ teamId, ownerId: null }, [{ start: 'sara' }], 20);
    expect(found.map(({ id }) => id)).toEqual(['lnk_1', 'lnk_0']);
  });
});

test.skipIf(TEST_ENGINE !== 'sqlite')(
  'a process that dies between a migration and its record is followed by one that starts',
  async () => {
    database = await createTestDatabase({ isNew: true });
    await makeOlderTables(database.place, '0030');
    await run([
      LINK,
      "create trigger dies before insert on kysely_migration when new.name = '0034-awaited-since' begin select raise(abort, 'dies'); end",
    ]);
    await expect(openDatabase()).rejects.toThrow('could not be migrated');
    await run(['drop trigger dies']);
    const { db, close } = await openDatabase();
    const links = await db.selectFrom('links').select(['id', 'state']).where('id', '=', 'lnk_1').execute();
    await close();
    expect(links).toEqual([{ id: 'lnk_1', state: 'open' }]);
  },
);

test('answers about kinds of rows become words without a name, and what had none is asked about again', async () => {
  database = await createTestDatabase({ isNew: true });
  await makeOlderTables(database.place, '0076-words');
  const kind = (word: string, answer: string | null) =>
    insertRow('row_kinds', {
      ...{ team_id: 'T1', word_key: word.toLowerCase(), word, met_at: 1, answer },
      ...{ answered_by: answer && 'U1', answered_at: answer && 2 },
    });
  await run([kind('QX17', 'payment'), kind('ZED', 'other'), kind('KZX', null)]);
  const store = await database.open();
  const words = await store.taughtWords.list('T1');
  expect(words.map(({ name, word, answer }) => [name, word, answer?.says, answer?.inEffect])).toEqual([
    ['*', 'QX17', 'nothing', { by: 'U1', at: 2 }],
    ['*', 'ZED', 'not-paid', { by: 'U1', at: 2 }],
  ]);
});
