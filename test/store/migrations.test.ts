// @module-tag postgres

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  buildStatements,
  count,
  customer,
  defineTable,
  fingerprint,
  flag,
  instant,
  json,
  text,
} from '../../src/store/engine/table.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { TABLES } from '../../src/store/schema.ts';
import { buildNewLink } from '../fixtures/links.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';

let database: TestDatabase;

const run = async (...statements: string[]): Promise<void> => {
  const tables = await openTables(database.place);
  for (const statement of statements) await tables.run(statement);
  await tables.close();
};

const readAll = async (): Promise<unknown> => {
  const tables = await openTables(database.place);
  const rows = await Promise.all(tables.names.map(async (name) => [name, await tables.rows(name)]));
  await tables.close();
  return rows;
};

describe('a database', () => {
  beforeEach(async () => {
    database = await createTestDatabase({ isNew: true });
  });
  afterEach(() => database.remove());

  test('whose tables another version made is refused in words, and not touched', async () => {
    const store = await database.open();
    await store.links.reserve(buildNewLink('lnk_1', { at: 1 }));
    await store.close();
    await run("update kysely_migration set name = '0001-0123456789ab'");
    const before = await readAll();
    await expect(database.open()).rejects.toThrow(
      'The tables of this database were made by another version of Paylink (0001-0123456789ab). Nothing was changed.' +
        ' Until 1.0.0, tables are not carried over: run the version that made them until its last link has ended, keep its exports,' +
        ' and then begin anew with an empty database.',
    );
    expect(await readAll()).toEqual(before);
  });

  test('in which making the tables failed is as before, and the next start makes them', async () => {
    await run('create table meta (name text primary key)');
    await expect(database.open()).rejects.toThrow('The tables could not be made');
    const tables = await openTables(database.place);
    expect(tables.names.filter((name) => name in TABLES)).toEqual(['meta']);
    await tables.close();
    await run('drop table meta');
    const store = await database.open();
    expect((await store.links.reserve(buildNewLink('lnk_1', { at: 1 }))).link).not.toBeNull();
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
    expect(buildStatements('sqlite', visits)).toEqual(statements);
    expect(buildStatements('postgres', visits)).toEqual(statements);
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

  test('has another fingerprint with any other column or index, and so has its migration', () => {
    const { guests: _, ...fewer } = visits.columns;
    const prints = [
      fingerprint([visits]),
      fingerprint([]),
      fingerprint([defineTable('shopVisits', fewer, { key: ['id'], fate })]),
      fingerprint([defineTable('shopVisits', visits.columns, { key: ['id'], fate })]),
    ];
    expect(new Set(prints).size).toBe(prints.length);
    expect(Object.keys(MIGRATIONS)).toEqual([`0001-${fingerprint(Object.values(TABLES))}`]);
  });
});
