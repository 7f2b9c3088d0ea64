import type { Kysely, Migration } from 'kysely';
import { sql } from '../engine/kysely.ts';

/** Customers are found by what stands in their links, so that none outlives them. */
export const customers: Migration = {
  // On SQLite a migration is in no transaction of its own, and a process may die halfway.
  up: (db: Kysely<unknown>) => (db.isTransaction ? addCustomers(db) : db.transaction().execute(addCustomers)),
};

/** Far below the limit of parameters per statement. */
const AT_ONCE = 200;

interface OlderLink {
  id: string;
  request: string;
  email_key: string | null;
}

async function addCustomers(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('links').addColumn('customer', 'text').execute();
  await db.schema.alterTable('links').addColumn('forgotten_at', 'bigint').execute();
  for (let after = ''; ; ) {
    // Erased links have no key.
    const { rows } = await sql<OlderLink>`
      select id, request, email_key from links
      where id > ${after} and phone_key is not null order by id limit ${AT_ONCE}
    `.execute(db);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
    await sql`
      update links set customer = case id ${sql.join(
        rows.map((row) => sql`when ${row.id} then ${describeCustomer(row)}`),
        sql` `,
      )} end where id in (${sql.join(rows.map(({ id }) => id))})
    `.execute(db);
  }
  // With all that a search reads, so that of thousands of links none is read but those it shows.
  await db.schema
    .createIndex('links_by_customer')
    .on('links')
    .columns(['team_id', 'created_at', 'id', 'owner_id', 'state', 'customer'])
    .where(sql`customer`, 'is not', null)
    .execute();
  await db.schema
    .createIndex('links_forgotten')
    .on('links')
    .columns(['id'])
    .where(sql`forgotten_at`, 'is not', null)
    .execute();
}

/** ` sara khan 971501234567 sara@example.com ` */
function describeCustomer({ request, email_key }: OlderLink): string {
  const { FullName = '', Phone = '', Email = '' } = JSON.parse(request) as Record<string, string>;
  const parts = [FullName, Phone.replaceAll(/\D/g, ''), ...(email_key === null ? [] : [Email])];
  return ` ${parts.join(' ').toLowerCase().replaceAll(/\s+/g, ' ').trim().slice(0, 300)} `;
}
