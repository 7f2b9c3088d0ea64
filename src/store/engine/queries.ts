import type { CompiledQuery, Kysely, OperandValueExpressionOrList, Transaction } from 'kysely';
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

/** Whether the query finds a row, or returns one that it wrote. */
export const hasRow = async (query: Rows<unknown>): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined;

/** Locks the rows until the transaction ends. The embedded database runs transactions one by one. */
export const forUpdate = <Query extends { forUpdate(): Query }>(engine: Engine, query: Query): Query =>
  engine === 'postgres' ? query.forUpdate() : query;

/** Stands in a query for a value that each run supplies. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** `param('id')` stands for the value named `id`. */
export type Param<Values> = <Name extends keyof Values & string>(name: Name) => Values[Name];

/**
 * A query that is built once and run with other values each time. Building one takes Kysely several times as long as
 * the embedded database takes to run it.
 */
export const prepareQuery = <Values extends object, Row>(
  build: (param: Param<Values>) => { compile(): CompiledQuery<Row> },
) => {
  let compiled: CompiledQuery<Row> | null = null;
  return async (on: Kysely<Schema>, values: Values): Promise<Row[]> => {
    // Kysely passes values through without inspecting them.
    compiled ??= build((name) => new Placeholder(name) as never).compile();
    const parameters = compiled.parameters.map((one) =>
      one instanceof Placeholder ? values[one.name as keyof Values] : one,
    );
    return (await on.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
};

/** A list as one value, so that the query has the same text whatever the list's length. */
export const toListParameter = (engine: Engine, values: readonly string[]): unknown =>
  engine === 'postgres' ? [...values] : JSON.stringify(values);

/** The values of a list as rows of a column `value`. `list`: from `toListParameter`, or its placeholder. */
export const selectListed = (engine: Engine, list: unknown) =>
  engine === 'postgres'
    ? sql`select value from unnest(${list}::text[]) as listed(value)`
    : sql`select value from json_each(${list})`;

/** `list` is a placeholder for a value from `toListParameter`. */
export const isInList = (engine: Engine, column: string, list: unknown) =>
  engine === 'postgres'
    ? sql<boolean>`${sql.ref(column)} = any(${list})`
    : sql<boolean>`${sql.ref(column)} in (${selectListed(engine, list)})`;

/**
 * The clocks of our instances and of the database differ by less than this. Work that is planned further ahead than we
 * ever plan, or that was written in the future, dates from before the clock was set back, so it counts as due.
 */
export const MAX_CLOCK_SKEW_MS = 60_000;

/** Whether a row was written before the clock was set back. */
export const isFromAhead = (writtenAt: number, now: number): boolean => writtenAt > now + MAX_CLOCK_SKEW_MS;

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
