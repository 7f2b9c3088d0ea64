// @module-tag postgres

import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../src/open-store.ts';
import { slicesOf } from '../../src/store/slices.ts';
import { numbersTo, openTables, type Tables } from '../fixtures/read-tables.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';
import { type WatchedDatabase, watchQueries } from '../fixtures/watch-queries.ts';

const NOON = Date.UTC(2026, 10, 21, 8);

let database: TestDatabase;
let store: Store;
let tables: Tables;
let watched: WatchedDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  store = await database.open();
  tables = await openTables(database.place);
  watched = watchQueries(database.place);
});

afterAll(async () => {
  await watched.close();
  await tables.close();
  await database.remove();
});

beforeEach(async () => {
  await tables.run('delete from links');
  await tables.run('delete from audit_entries');
});

test.each([false, true])(
  'slices of a period hold each row once, and at most their size (newest first: %s)',
  async (isNewestFirst) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 12 }),
        async (times, size) => {
          await tables.run('delete from links');
          for (const [at, time] of times.entries())
            await tables.run(
              `insert into links (sale_id, sale_order, id, nonce, team_id, channel_id, creator_id, owner_id, creator_name, invoice_id,
               invoice_id_is_ours, callback_token_hash, state, version, amount_fils, expires_at, details, asked_at, invoice_key,
               created_at, updated_at)
             values ('l${at}', 1, 'l${at}', 'n${at}', 'T1', 'C1', 'U1', 'U1', 'x', 'I${at}', 1, 'h${at}', 'open', 1, 1, 0, '{}', 0, 'i${at}', ${time}, 0)`,
            );
          const span = { from: 5, to: 25 };
          const read: number[] = [];
          const rows = { table: 'links', column: 'createdAt' } as const;
          for await (const { from, to } of slicesOf(watched.db, rows, {
            teamId: 'T1',
            span,
            size,
            isNewestFirst,
          })) {
            const within = times.filter((time) => time >= from && time <= to);
            expect(within.length <= size || from === to).toBe(true);
            read.push(...within.sort((one, other) => (isNewestFirst ? other - one : one - other)));
          }
          const inSpan = times.filter((time) => time >= span.from && time <= span.to);
          expect(read).toEqual(inSpan.sort((one, other) => (isNewestFirst ? other - one : one - other)));
        },
      ),
      { numRuns: 25 },
    );
  },
);

test('a rare entry of a long audit log is found when paging in either direction', async () => {
  await tables.run(`
    insert into audit_entries (id, team_id, at, actor_id, action, subject) ${numbersTo(7_000)}
    select 'aud_' || n, 'T1', ${NOON} + n / 3, 'U1', case when n in (10, 11, 6900) then 'settings-changed' else 'link-made' end,
      'lnk_' || n from numbers`);
  const filter = { teamId: 'T1', word: 'settings' };
  const older = await store.auditEntries.slice(filter, { to: 'older', cursor: null, limit: 2 });
  expect(older.map(({ id }) => id)).toEqual(['aud_6900', 'aud_11']);
  const last = older.at(-1);
  if (!last) throw new Error('nothing was found');
  const rest = await store.auditEntries.slice(filter, { to: 'older', cursor: last, limit: 2 });
  expect(rest.map(({ id }) => id)).toEqual(['aud_10']);
  const newer = await store.auditEntries.slice(filter, { to: 'newer', cursor: last, limit: 5 });
  expect(newer.map(({ id }) => id)).toEqual(['aud_6900']);
});
