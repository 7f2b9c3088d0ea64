import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPostgres } from '../../src/store/engine/open-postgres.ts';
import { openSqlite } from '../../src/store/engine/open-sqlite.ts';
import { customers } from '../../src/store/migrations/0024-customers.ts';
import type { StorePlace } from '../../src/store/open-store.ts';
import { buildLink, CAST } from '../fixtures/links.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.remove());

const openDatabase = (place: StorePlace) =>
  'databaseUrl' in place ? openPostgres(place.databaseUrl) : openSqlite(place.dataDir);

test('customers of links from before are found, and those whose data was erased are not', async () => {
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
    await before.links.move({ id: link.id, to: index === 2 ? 'failed' : 'open', at: 10, cause: 'answered' });
  }
  await before.retention.erase({ at: 100, before: 50, after: null, limit: 10 });
  await before.close();

  const { db, close } = await openDatabase(database.place);
  // As the tables were before.
  for (const index of ['links_by_customer', 'links_forgotten']) await db.schema.dropIndex(index).execute();
  for (const column of ['customer', 'forgotten_at'])
    await db.schema.alterTable('links').dropColumn(column).execute();
  await customers.up(db);
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
