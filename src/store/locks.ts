import type { OperandValueExpressionOrList, Transaction } from 'kysely';
import { sql } from './engine/kysely.ts';
import type { StoreDatabase } from './engine/store-database.ts';
import type { Schema } from './schema.ts';

/** The ids of these links. Every instance locks links in this order, which prevents deadlocks. */
export const lockLinks = (
  { db, engine }: StoreDatabase,
  ids: OperandValueExpressionOrList<Schema, 'links', 'links.id'>,
) => {
  const rows = db.selectFrom('links').select('links.id').where('links.id', 'in', ids).orderBy('links.id');
  return engine === 'postgres' ? rows.forNoKeyUpdate() : rows;
};

/** Locks a name until this transaction ends. Not needed on the embedded database: it runs transactions one by one. */
export const lockName = async (
  trx: Transaction<Schema>,
  { engine }: Pick<StoreDatabase, 'engine'>,
  name: string,
): Promise<void> => {
  if (engine !== 'postgres') return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
};
