import type { CompiledQuery, Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import { sql } from './kysely.ts';
import type { Engine } from './store-database.ts';

/** Stands in a query for a value that is not known when it is built. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** `given('id')` stands for the value called `id`. */
export type Given<Ask> = <Name extends keyof Ask & string>(name: Name) => Ask[Name];

/**
 * A query for what is asked all the time: built once, then run with other values. Building one takes Kysely several
 * times as long as the embedded database takes to answer it.
 */
export const keepQuery = <Ask extends object, Row>(
  build: (given: Given<Ask>) => { compile(): CompiledQuery<Row> },
) => {
  let compiled: CompiledQuery<Row> | null = null;
  return async (on: Kysely<Schema>, ask: Ask): Promise<Row[]> => {
    // Kysely passes values through unchanged and never inspects a placeholder.
    compiled ??= build((name) => new Placeholder(name) as never).compile();
    const parameters = compiled.parameters.map((one) =>
      one instanceof Placeholder ? ask[one.name as keyof Ask] : one,
    );
    return (await on.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
};

/** A list as one value, so that a kept query has the same text however long the list is. */
export const asGivenList = (engine: Engine, values: readonly string[]): unknown =>
  engine === 'postgres' ? [...values] : JSON.stringify(values);

/** `list` is a placeholder, for what `asGivenList` makes. */
export const isInGivenList = (engine: Engine, column: string, list: unknown) =>
  engine === 'postgres'
    ? sql<boolean>`${sql.ref(column)} = any(${list})`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${list}))`;
