import type { CompiledQuery, Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import { sql } from './kysely.ts';
import type { Engine } from './store-database.ts';

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

/** `list` is a placeholder for a value from `toListParameter`. */
export const isInList = (engine: Engine, column: string, list: unknown) =>
  engine === 'postgres'
    ? sql<boolean>`${sql.ref(column)} = any(${list})`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${list}))`;
