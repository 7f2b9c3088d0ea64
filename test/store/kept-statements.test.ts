import Database from 'libsql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cacheStatements } from '../../src/store/engine/open-sqlite.ts';

let prepared: string[];
let database: Database.Database;

beforeEach(() => {
  prepared = [];
  database = new Database(':memory:');
  database.exec('create table amounts (id integer primary key, fils integer unique)');
});

afterEach(() => void database.close());

const openStatements = () =>
  cacheStatements({
    prepare: (sql) => {
      prepared.push(sql);
      return database.prepare(sql);
    },
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
  });

test('a statement is prepared once and returns current rows each time', () => {
  const statements = openStatements();
  const insert = 'insert into amounts (fils) values (?) returning id, fils';
  expect(statements.prepare(insert).all([100])).toEqual([{ id: 1, fils: 100 }]);
  expect(statements.prepare(insert).all([200])).toEqual([{ id: 2, fils: 200 }]);
  expect(prepared).toEqual([insert]);
});

test('a statement that failed runs again, and so does one whose table got a column in the meantime', () => {
  const statements = openStatements();
  const insert = 'insert into amounts (fils) values (?)';
  const read = 'select * from amounts';
  statements.prepare(insert).run([100]);
  statements.prepare(read).all([]);
  expect(() => statements.prepare(insert).run([100])).toThrow('UNIQUE');
  expect(statements.prepare(insert).run([200])).toMatchObject({ changes: 1 });
  statements.prepare('alter table amounts add column note text').run([]);
  expect(statements.prepare(read).all([])).toEqual([
    { id: 1, fils: 100, note: null },
    { id: 2, fils: 200, note: null },
  ]);
});

test('of many statements the most recently used are kept', () => {
  const statements = openStatements();
  for (let length = 1; length <= 400; length += 1) {
    statements.prepare('select 0').all([]);
    statements.prepare(`select ${length}`).all([]);
  }
  expect(prepared).toHaveLength(401);
  statements.prepare('select 0').all([]);
  statements.prepare('select 400').all([]);
  expect(prepared).toHaveLength(401);
  statements.prepare('select 1').all([]);
  expect(prepared).toHaveLength(402);
});
