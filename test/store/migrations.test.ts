// @module-tag postgres

import { readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '../../src/store/engine/database.ts';
import {
  buildTable,
  count,
  customer,
  type Description,
  defineTable,
  describeTables,
  flag,
  instant,
  json,
  type Shape,
  type Shapes,
  text,
} from '../../src/store/engine/table.ts';
import { buildMigrations } from '../../src/store/migrations.ts';
import type { DataMigration, Snapshot } from '../../src/store/releases.ts';
import { TABLES } from '../../src/store/schema.ts';
import { version, whatRuns } from '../../src/version.ts';
import { buildNewLink } from '../fixtures/links.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { createTestDatabase, TEST_ENGINE, type TestDatabase } from '../fixtures/test-database.ts';

let database: TestDatabase;

const today = describeTables(TABLES);
type Release = Pick<Snapshot, 'version' | 'tables'> & Partial<Snapshot>;
const first: Release = { version: '1.0.0', tables: today };
/** Of a release that is made up. */
const release = (version: string, work: (tables: Shapes) => void, from = today): Release => {
  const tables = structuredClone(from);
  work(tables);
  return { version, tables };
};
/** What today's code writes fits in all of it, as the instance of a release before must go on. */
const second = release('1.1.0', (tables) => {
  const { columns, indexes } = tables['links'] as Shape;
  columns['note'] = { type: 'text', isNullable: true };
  columns['stars'] = { type: 'integer', fallback: 3 };
  delete columns['creatorName'];
  delete columns['threadTs'];
  indexes['by_day'] = { on: ['teamId', 'createdAt'] };
  indexes['by_note'] = { on: ['note'], where: 'note is not null' };
  tables['visits'] = {
    columns: { id: { type: 'text' }, linkId: { type: 'text', target: 'links.id' } },
    key: ['id'],
    indexes: { by_link: { on: ['linkId'], isUnique: true } },
  };
  delete tables['counterWindows'];
});
const third = release('1.2.0', () => undefined, second.tables);
const steps: DataMigration[] = [
  {
    to: '1.1.0',
    answers: ['links.creatorName is gone'],
    run: async (db) => void (await sql`update links set note = creator_name`.execute(db)),
  },
];
const failing: DataMigration[] = [
  { ...steps[0], to: '1.1.0', answers: [], run: () => Promise.reject(new Error('planted')) },
];
const historyOf = (releases: Release[], given: DataMigration[] = steps) =>
  buildMigrations(
    releases,
    releases.at(-1)?.tables ?? {},
    given.filter(({ to }) => releases.some(({ version: one }) => one === to)),
  );

const run = async (...statements: string[]): Promise<void> => {
  const tables = await openTables(database.place);
  for (const statement of statements) await tables.run(statement);
  await tables.close();
};

const readAll = async () => {
  const tables = await openTables(database.place);
  const rows = await Promise.all(tables.names.map(async (name) => [name, await tables.rows(name)] as const));
  await tables.close();
  return Object.fromEntries(rows);
};

/** Copies beside the embedded database. */
const listCopies = (): string[] =>
  'dataDir' in database.place
    ? readdirSync(database.place.dataDir).filter((name) => name.startsWith('paylink.db.before'))
    : [];

const fill = async (ids = ['lnk_1']) => {
  const store = await database.open({ migrations: historyOf([first]) });
  for (const id of ids) await store.links.reserve(buildNewLink(id, { at: 1 }));
  await store.close();
};

describe('a database', () => {
  beforeEach(async () => {
    database = await createTestDatabase({ isNew: true });
  });
  afterEach(() => database.remove());

  test('from before 1.0.0 is refused in words, and not touched', async () => {
    await fill();
    await run(
      "update kysely_migration set name = '0001-0123456789ab'",
      "delete from meta where name = 'written-by'",
    );
    const before = await readAll();
    await expect(database.open()).rejects.toThrow(
      `Nothing was changed: the tables of this database are those of another version: a Paylink before 1.0.0 wrote it last (0001-0123456789ab), and this is ${whatRuns}.` +
        ' Tables from before 1.0.0 are not carried over: run the version that made them until its last link has ended, keep its exports,' +
        ' and then begin anew with an empty database.',
    );
    expect(await readAll()).toEqual(before);
  });

  test('of a newer version is refused, with who wrote it, and not touched', async () => {
    await fill();
    const migrations = historyOf([first, second]);
    await (await database.open({ migrations })).close();
    await run("update meta set value = 'Paylink 1.1.0 (0a1b2c3)' where name = 'written-by'");
    const before = await readAll();
    await expect(database.open({ migrations: historyOf([first]) })).rejects.toThrow(
      `Paylink 1.1.0 (0a1b2c3) wrote it last (${Object.keys(migrations)[1]}), and this is ${whatRuns}. Start that version, or a newer one.`,
    );
    expect(await readAll()).toEqual(before);
  });

  test('in which making the tables failed is as before, and the next start makes them', async () => {
    await run('create table meta (name text primary key, value text)');
    await expect(database.open()).rejects.toThrow('The tables could not be made');
    expect(Object.keys(await readAll()).filter((name) => name in TABLES)).toEqual(['meta']);
    await run('drop table meta');
    const store = await database.open();
    expect((await store.links.reserve(buildNewLink('lnk_1', { at: 1 }))).link).not.toBeNull();
  });

  test('of an older release is made this one’s: by itself, and by its data migrations in between', async () => {
    await fill();
    const { links: [before] = [] } = await readAll();
    const migrations = historyOf([first, second]);
    const store = await database.open({ migrations });
    expect(await store.ping()).toBe(Object.keys(migrations)[1]);
    await store.close();
    await run(
      "insert into visits (id, link_id) values ('v1', 'lnk_1')",
      'select note from links order by note',
    );
    await expect(run("insert into visits (id, link_id) values ('v2', 'lnk_1')")).rejects.toThrow(/unique/i);
    const { links: [link] = [], ...tables } = await readAll();
    const { creator_name: name, thread_ts: _, ...kept } = before ?? {};
    expect(link).toMatchObject({ ...kept, note: name, stars: 3 });
    // An instance of the release before may still run, but not on the embedded database.
    const isShared = TEST_ENGINE === 'postgres';
    expect(['creator_name' in (link ?? {}), 'counter_windows' in tables]).toEqual([isShared, isShared]);
    await (await database.open({ migrations: historyOf([first, second, third]) })).close();
    const later = await readAll();
    expect(Object.keys(later['links']?.[0] ?? {})).not.toContain('creator_name');
    expect(Object.keys(later)).not.toContain('counter_windows');
  });

  test('whose upgrade fails is as before, without a copy, and the next one does it', async () => {
    await fill();
    const before = await readAll();
    await expect(database.open({ migrations: historyOf([first, second], failing) })).rejects.toThrow(
      'The tables could not be made',
    );
    expect([await readAll(), listCopies()]).toEqual([before, []]);
    await (await database.open({ migrations: historyOf([first, second]) })).close();
    expect((await readAll())['links']).toMatchObject([{ stars: 3 }]);
  });

  test('that a clock ahead of time wrote is upgraded and opened again', async () => {
    await fill();
    await run("update kysely_migration set timestamp = '2099-01-01T00:00:00.000Z'");
    const migrations = historyOf([first, second, third]);
    for (let opened = 0; opened < 2; opened += 1) await (await database.open({ migrations })).close();
    expect((await readAll())['kysely_migration']).toHaveLength(Object.keys(migrations).length);
  });

  test.runIf(TEST_ENGINE === 'postgres')(
    'that two instances upgrade at once is upgraded once, and one of the release before goes on',
    async () => {
      const older = await database.open({ migrations: historyOf([first]) });
      await older.links.reserve(buildNewLink('lnk_1', { at: 1 }));
      const migrations = historyOf([first, second]);
      await Promise.all([1, 2, 3].map(() => database.open({ migrations })));
      expect((await older.links.reserve(buildNewLink('lnk_2', { at: 2 }))).link).toMatchObject({
        creatorName: 'sara',
      });
      expect(await older.links.get('lnk_1')).toMatchObject({ id: 'lnk_1' });
    },
  );

  test.runIf(TEST_ENGINE === 'sqlite')(
    'is copied before its first change, beside earlier copies',
    async () => {
      await fill();
      const place = database.place as { dataDir: string };
      const warnings: string[] = [];
      const upgrade = async (migrations = historyOf([first, second])) =>
        (await database.open({ migrations, onWarning: (warning) => warnings.push(warning) })).close();
      const name = `paylink.db.before-upgrade-from-${version}`;
      await run('pragma foreign_keys = off', "update link_events set link_id = 'lnk_lost'");
      const before = await readAll();
      await expect(upgrade()).rejects.toThrow(
        'The database was not upgraded, because it could not be copied first. The backup is not usable: some of its rows',
      );
      expect([await readAll(), listCopies()]).toEqual([before, []]);
      await run("update link_events set link_id = 'lnk_1'");
      // What a start leaves that is killed meanwhile.
      for (const left of ['.unfinished', '.unfinished.partial', '.unfinished.partial-journal'])
        writeFileSync(join(place.dataDir, `${name}${left}`), 'half of');
      await upgrade();
      expect(warnings).toEqual([
        expect.stringContaining(
          `as it was before its upgrade is in ${join(place.dataDir, name)}, which holds customers' data`,
        ),
      ]);
      expect(statSync(join(place.dataDir, name)).mode & 0o777).toBe(0o600);
      for (let opened = 0; opened < 2; opened += 1) await upgrade(historyOf([first, second, third]));
      expect(listCopies().sort()).toEqual([name, `${name}-2`]);
      // Killed right after an upgrade; then the older version is started.
      renameSync(join(place.dataDir, name), join(place.dataDir, `${name}.unfinished`));
      await expect(upgrade(historyOf([first]))).rejects.toThrow('Start that version');
      expect(listCopies()).toContain(`${name}.unfinished`);
    },
  );

  test('says who opened it last', async () => {
    await fill();
    await run("update meta set value = 'Paylink 0.9.0 (0a1b2c3)' where name = 'written-by'");
    await (await database.open({ migrations: historyOf([first]) })).close();
    expect((await readAll())['meta']).toContainEqual({ name: 'written-by', value: whatRuns });
  });
});

const fate = { of: 'workspace', whenOld: 'kept', whenForgotten: 'deleted', whenRemoved: 'deleted' } as const;
const visits = defineTable(
  'shopVisits',
  {
    id: text('nobody'),
    teamId: text('nobody'),
    isFirst: flag().byDefault(false),
    guests: count().nullable(),
    bought: json(z.object({ item_name: z.string() }), customer('with-row')).nullable(),
    seenAt: instant(),
  },
  { key: ['id'], indexes: { by_time: { on: ['teamId', 'seenAt'], where: 'guests is not null' } }, fate },
);

test.each(Object.values(TABLES).map((table) => [table.name, table] as const))(
  'of the table %s it is said what forgetting a customer does, if a column is about one',
  (_, { columns, fate: { whenForgotten } }) => {
    const isAboutCustomers = Object.values(columns).some(({ options }) => typeof options.holds === 'object');
    if (isAboutCustomers) expect(whenForgotten).not.toBe('nothing');
  },
);

describe('a table that is described', () => {
  test('is made by statements in snake case, the same for both databases', () => {
    const statements = [
      'create table shop_visits (id text not null, team_id text not null, is_first integer not null default 0,' +
        ' guests integer, bought text, seen_at bigint not null, primary key (id))',
      'create index shop_visits_by_time on shop_visits (team_id, seen_at) where guests is not null',
    ];
    const { shopVisits } = describeTables({ shopVisits: visits });
    for (const engine of ['sqlite', 'postgres'] as const)
      expect(shopVisits && buildTable(engine, 'shopVisits', shopVisits)).toEqual(statements);
  });

  test('writes and reads its values, whole rows and parts, and leaves the keys of JSON as they are', () => {
    const row = {
      id: 'v1',
      teamId: 'T1',
      isFirst: true,
      guests: null,
      bought: { item_name: 'abaya' },
      seenAt: 5,
    };
    const stored = visits.write(row);
    expect(stored).toEqual({ ...row, isFirst: 1, bought: '{"item_name":"abaya"}' });
    expect(visits.read(stored)).toEqual(row);
    expect(visits.read({ isFirst: 0, bought: null })).toEqual({ isFirst: false, bought: null });
  });

  test('erases what its columns say of a customer, and says when nothing is left', () => {
    const orders = defineTable(
      'orders',
      {
        id: text('nobody'),
        name: text(customer(() => null)).nullable(),
        words: text(customer((stored, at) => `${stored.length} letters, erased ${at}`.slice(-9))),
      },
      { key: ['id'], fate },
    );
    expect(orders.aboutCustomers).toEqual(['name', 'words']);
    expect(orders.erase({ id: 'o1', name: 'Sara', words: 'for Sara' }, 7)).toEqual({
      name: null,
      words: ' erased 7',
    });
    expect(orders.erase({ id: 'o1', name: null, words: ' erased 7' }, 7)).toBeNull();
    expect(orders.erase({ id: 'o1' }, 7)).toBeNull();
  });

  test('refuses JSON that has another shape', () => {
    expect(() => visits.read({ bought: '{"item":"abaya"}' })).toThrow('item_name');
  });

  test('is in the name of its migration with every column, index and data migration', () => {
    const { guests: _, ...fewer } = visits.columns;
    const nameOf = (table: Description, given: DataMigration[] = []) =>
      Object.keys(buildMigrations([], describeTables({ visits: table }), given));
    const names = [
      nameOf(visits),
      nameOf(visits, failing),
      nameOf(defineTable('shopVisits', fewer, { key: ['id'], fate })),
      nameOf(defineTable('shopVisits', visits.columns, { key: ['id'], fate })),
    ].flat();
    expect(new Set(names).size).toBe(4);
    expect(names.every((name) => /^0001-next-[0-9a-f]{12}$/.test(name))).toBe(true);
  });

  test('has no migration where a release changed nothing, and one where it changed what jobs keep', () => {
    const again = { ...first, version: '1.0.1' };
    const namesOf = (...releases: Release[]) => Object.keys(historyOf(releases));
    expect(namesOf(first, again)).toEqual(['0001-1.0.0']);
    expect(namesOf(first, again, second)).toEqual(['0001-1.0.0', '0003-1.1.0']);
    const jobs = { tell: { payload: {} } };
    expect(namesOf({ ...first, jobs }, { ...again, jobs })).toEqual(['0001-1.0.0']);
    expect(namesOf({ ...first, jobs: {} }, { ...again, jobs })).toEqual(['0001-1.0.0', '0002-1.0.1']);
  });
});
