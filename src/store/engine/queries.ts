import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely';
import type { Schema } from '../schema.ts';
import { type Engine, type StoreDatabase, sql } from './database.ts';

interface Rows<Row> {
  execute(): Promise<Row[]>;
  executeTakeFirst(): Promise<Row | undefined>;
}

/** Null: there is no row. */
export const findOne = async <Row, Found>(
  query: Rows<Row>,
  parse: (row: Row) => Found,
): Promise<Found | null> => {
  const row = await query.executeTakeFirst();
  return row === undefined ? null : parse(row);
};

export const findAll = async <Row, Found>(query: Rows<Row>, parse: (row: Row) => Found): Promise<Found[]> =>
  (await query.execute()).map((row) => parse(row));

/** The rows of the first query, then those of the others. Each may have an order and a limit of its own. */
export const findInEach = async <Row>(
  on: Kysely<Schema>,
  [first, ...others]: readonly SelectQueryBuilder<Schema, 'links', Row>[],
): Promise<Row[]> => {
  if (!first) return [];
  const whole = (query: typeof first) => on.selectFrom(query.as('known')).selectAll();
  const all = others.reduce((query, other) => query.unionAll(whole(other)), whole(first));
  return (await all.execute()) as Row[];
};

/** Whether the query finds a row, or returns one that it wrote. */
export const hasRow = async (query: Rows<unknown>): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined;

/** Locks the rows until the transaction ends. The embedded database runs transactions one by one. */
export const forUpdate = <Query extends { forUpdate(): Query }>(engine: Engine, query: Query): Query =>
  engine === 'postgres' ? query.forUpdate() : query;

/** A list as one value, so that the query has the same text whatever the list's length. */
export const toListParameter = (engine: Engine, values: readonly string[]): unknown =>
  engine === 'postgres' ? [...values] : JSON.stringify(values);

/** The values of a list as rows of a column `value`. `list`: from `toListParameter`. */
export const selectListed = (engine: Engine, list: unknown) =>
  engine === 'postgres'
    ? sql`select value from unnest(${list}::text[]) as listed(value)`
    : sql`select value from json_each(${list})`;

/** `list`: from `toListParameter`. */
export const isInList = (engine: Engine, column: string, list: unknown) =>
  engine === 'postgres'
    ? sql<boolean>`${sql.ref(column)} = any(${list})`
    : sql<boolean>`${sql.ref(column)} in (${selectListed(engine, list)})`;

/** Locks a name until this transaction ends. Not needed on the embedded database: it runs transactions one by one. */
export const lockName = async (
  trx: Transaction<Schema>,
  { engine }: StoreDatabase,
  name: string,
): Promise<void> => {
  if (engine !== 'postgres') return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
};
