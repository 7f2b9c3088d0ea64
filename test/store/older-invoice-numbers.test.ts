import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPostgres } from '../../src/store/engine/open-postgres.ts';
import { openSqlite } from '../../src/store/engine/open-sqlite.ts';
import { choices } from '../../src/store/migrations/0007-choices.ts';
import type { NewLink } from '../../src/store/new-link.ts';
import type { StorePlace } from '../../src/store/open-store.ts';
import { buildLink, buildNewLink } from '../fixtures/links.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.remove());

const AT = Date.UTC(2026, 10, 21, 8);

const typed = (id: string): NewLink =>
  buildNewLink(id, {
    invoiceId: id,
    invoiceIdIsOurs: false,
    details: { ...buildLink().details, Email: `${id}@example.com` },
    at: AT,
  });

const openDatabase = (place: StorePlace) =>
  'databaseUrl' in place ? openPostgres(place.databaseUrl) : openSqlite(place.dataDir);

test('a database whose links hold a number twice is taken over, and from then on no number is given twice', async () => {
  const before = await database.open();
  for (const id of ['lnk_a', 'lnk_b', 'lnk_c']) await before.links.reserve(typed(id));
  await before.close();
  const { db, close } = await openDatabase(database.place);
  // As the tables were before.
  for (const index of ['invoice_key', 'invoice_asked', 'replaced', 'beside'])
    await db.schema.dropIndex(`links_by_${index}`).execute();
  for (const column of ['invoice_key', 'invoice_asked', 'replaces_link_id', 'beside_link_id'])
    await db.schema.alterTable('links').dropColumn(column).execute();
  for (const column of ['replaces_link_id', 'beside_link_id'])
    await db.schema.alterTable('approvals').dropColumn(column).execute();
  await db.updateTable('links').set({ invoice_id: 'INV-7' }).where('id', 'in', ['lnk_a', 'lnk_b']).execute();
  await choices.up(db);
  await close();

  const store = await database.open();
  expect(await store.links.get('lnk_a')).toMatchObject({ invoiceId: 'INV-7', replacesLinkId: null });
  for (const invoiceId of ['INV-7', 'lnk_c'])
    expect(await store.links.reserve({ ...typed('lnk_d'), invoiceId })).toMatchObject({
      held: { because: 'invoice-id' },
    });
  await expect(
    store.links.reserve({ ...typed('lnk_d'), invoiceId: 'INV-7', invoiceIdIsOurs: true }),
  ).rejects.toThrow();
});
