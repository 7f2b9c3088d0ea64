import type { Engine } from './store-database.ts';

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
