import type { Kysely, Migration } from 'kysely';
import { sql } from '../engine/database.ts';
import { statements } from './statements.ts';

/** Consents keep how the links stood that a person was shown; until now they kept only ids. */
export const SHOWN_LINKS: Record<string, Migration> = {
  '0055-shown-links': {
    up: async (db: Kysely<unknown>) => {
      await statements(`
        alter table approvals rename column acknowledged to shown;
        alter table batch_rows rename column alike to shown;
      `).up(db);
      await describeIds(db, { table: 'approvals', key: ['id'] });
      await describeIds(db, { table: 'batch_rows', key: ['batch_id', 'number'] });
    },
  },
};

/** Nobody knows how they stood, so whatever can be paid or was paid is asked about again. */
async function describeIds(
  db: Kysely<unknown>,
  { table, key }: { table: string; key: readonly string[] },
): Promise<void> {
  const { rows } = await sql<Record<string, string>>`
    select ${sql.join(key.map((name) => sql.ref(name)))}, shown from ${sql.table(table)}
    where shown is not null and shown != '[]'
  `.execute(db);
  for (const row of rows) {
    const ids = JSON.parse(row['shown'] ?? '[]') as string[];
    const shown = ids.map((id) => ({ id, state: 'unknown', isPayable: false, paidFils: 0 }));
    await sql`
      update ${sql.table(table)} set shown = ${JSON.stringify(shown)}
      where ${sql.join(
        key.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
        sql` and `,
      )}
    `.execute(db);
  }
}
