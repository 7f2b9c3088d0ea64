import type { Transaction } from 'kysely';
import { sql } from './engine/kysely.ts';
import type { StoreDatabase } from './engine/store-database.ts';
import type { Schema } from './schema.ts';

/** Whoever locks the same name waits until this transaction ends. On the embedded database they come one by one anyway. */
export const lockName = async (
  trx: Transaction<Schema>,
  { engine }: Pick<StoreDatabase, 'engine'>,
  name: string,
): Promise<void> => {
  if (engine !== 'postgres') return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
};
