import type { OperandValueExpressionOrList, Transaction } from 'kysely';
import { sql } from './engine/kysely.ts';
import type { StoreDatabase } from './engine/store-database.ts';
import type { Schema } from './schema.ts';

/**
 * The clocks of our instances and of the database differ by less than this. Work that is planned further ahead than we
 * ever plan, or that was written in the future, dates from before the clock was set back, so it counts as due.
 */
export const MAX_CLOCK_SKEW_MS = 60_000;

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
