import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqlite } from '../../src/store/engine/open-sqlite.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'paylink-statistics-'));
});

afterEach(() => rmSync(dataDir, { recursive: true }));

const query = (...statements: string[]) => {
  const database = new Database(join(dataDir, 'paylink.db'));
  const rows = statements.map((statement) => database.prepare(statement).all([]) as Record<string, string>[]);
  database.close();
  return rows.at(-1) ?? [];
};
const open = async () => (await openSqlite(dataDir)).close();
const statistics = () => query('select tbl, idx, stat from sqlite_stat1 order by tbl, idx');

test('the planner knows how selective each index of the links is', async () => {
  await open();
  const indexes = query(`select name from pragma_index_list('links')`).map(({ name }) => name);
  const ofLinks = statistics().filter(({ tbl }) => tbl === 'links');
  expect(ofLinks.map(({ idx }) => idx).sort()).toEqual(indexes.sort());
  for (const { idx, stat } of ofLinks) {
    const columns = query(`select name from pragma_index_info('${idx}')`).map(({ name }) => name);
    const [rows, ...counts] = stat?.split(' ').map(Number) ?? [];
    expect(rows).toBe(1_000_000);
    expect(counts).toHaveLength(columns.length);
    // Another column never makes it less selective.
    for (const [at, count] of counts.entries())
      expect(count).toBeLessThanOrEqual(counts[at - 1] ?? 1_000_000);
    if (columns[0] === 'team_id') expect(counts[0]).toBe(100_000);
  }
});

test('the statistics that ANALYZE makes of a first day are replaced at the next start', async () => {
  await open();
  const before = statistics();
  query('analyze', 'select 1');
  expect(statistics()).not.toEqual(before);
  await open();
  expect(statistics()).toEqual(before);
});
