import type { OperandValueExpressionOrList } from 'kysely';
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
