import { sql } from './kysely.ts';
import type { Engine } from './store-database.ts';

/** A list as one value, so that a kept query has the same text however long the list is. */
export const asGivenList = (engine: Engine, values: readonly string[]): unknown =>
  engine === 'postgres' ? [...values] : JSON.stringify(values);

/** `list` is a placeholder, for what `asGivenList` makes. */
export const isInGivenList = (engine: Engine, column: string, list: unknown) =>
  engine === 'postgres'
    ? sql<boolean>`${sql.ref(column)} = any(${list})`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${list}))`;
