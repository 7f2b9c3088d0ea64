import type { Transaction } from 'kysely';
import { sql } from './engine/kysely.ts';
import type { StoreDatabase } from './engine/store-database.ts';
import type { Schema } from './schema.ts';

/** Locks a name until this transaction ends. Not needed on the embedded database: it runs transactions one by one. */
export const lockName = async (
  trx: Transaction<Schema>,
  { engine }: Pick<StoreDatabase, 'engine'>,
  name: string,
): Promise<void> => {
  if (engine !== 'postgres') return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
};
