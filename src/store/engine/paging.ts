import type { SelectQueryBuilder } from 'kysely';
import type { Schema } from '../schema.ts';
import { sql } from './database.ts';

/** Where to go on in a table, and how far at once: a long read would hold up everything else. */
export interface PageAsk {
  /** Continue after the row with this key; null: from the start. */
  after: string | null;
  limit: number;
}

export interface Page<Row> {
  rows: Row[];
  /** The keys that it covers: greater than the first, and at most the last. Null: the table has no more. */
  keys: { after: string; last: string } | null;
  /** Continue after this key; null: this was the last page. */
  next: string | null;
}

/** The next rows in the order of a text key. */
export const readPage = async <Of extends keyof Schema, Key extends string, Row extends Record<Key, string>>(
  query: SelectQueryBuilder<Schema, Of, Row>,
  key: Key,
  { after, limit }: PageAsk,
): Promise<Page<Row>> => {
  const column = sql.ref<string>(key);
  const rows = await query
    .where(isBehind([key], [after ?? '']))
    .orderBy(column)
    .limit(limit)
    .execute();
  const last = (rows as Row[]).at(-1)?.[key];
  if (last === undefined) return { rows: [], keys: null, next: null };
  return {
    rows: rows as Row[],
    keys: { after: after ?? '', last },
    next: rows.length < limit ? null : last,
  };
};

/** The rows of a page, to change them: `keys` of the page. */
export const isOnPage = (key: string, { after, last }: NonNullable<Page<unknown>['keys']>) =>
  sql<boolean>`(${isBehind([key], [after])} and ${sql.ref(key)} <= ${last})`;

/** Rows behind those with these values, in the order of the columns. An index on the columns serves it. */
export const isBehind = (
  columns: readonly string[],
  values: readonly (string | number)[],
  order: 'asc' | 'desc' = 'asc',
) => {
  const row = sql.join(columns.map((column) => sql.ref(column)));
  return sql<boolean>`(${row}) ${sql.raw(order === 'asc' ? '>' : '<')} (${sql.join(values)})`;
};
