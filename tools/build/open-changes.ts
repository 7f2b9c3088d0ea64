import { isDeepStrictEqual } from 'node:util';
import type { ColumnShape, Index, Shape } from '../../src/store/engine/table.ts';
import type { Snapshot } from '../../src/store/releases.ts';

type Json = Record<string, unknown>;

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
/** The schemas of which one must fit; null: it is one itself. */
const choicesOf = (schema: Json): Json[] | null => {
  const { anyOf, oneOf, type, ...rest } = schema;
  if (Array.isArray(type)) return type.map((one: unknown) => ({ ...schema, type: one }));
  const choices = Object.keys(rest).length === 0 && type === undefined ? (anyOf ?? oneOf) : null;
  return Array.isArray(choices) ? choices.filter(isJson) : null;
};
const wordsOf = (schema: Json): unknown[] | null =>
  'const' in schema ? [schema['const']] : Array.isArray(schema['enum']) ? schema['enum'] : null;

/**
 * Whether all JSON that the schema `before` took is taken by `after`, and none of its names is left out: more words, more choices,
 * more optional names. What this does not know is taken only if it is the same.
 */
export const canRead = (after: unknown, before: unknown): boolean => {
  if (isDeepStrictEqual(after, before)) return true;
  if (!isJson(after) || !isJson(before)) return false;
  const [choices, earlier] = [choicesOf(after), choicesOf(before)];
  if (earlier) return earlier.every((choice) => canRead(after, choice));
  if (choices) return choices.some((choice) => canRead(choice, before));
  const { properties, required, items, enum: _words, const: _word, ...rest } = after;
  const { properties: had, required: needed, items: hadItems, enum: _, const: __, ...others } = before;
  const [words, known] = [wordsOf(after), wordsOf(before)];
  return (
    isDeepStrictEqual(rest, others) &&
    (words === null || (known ?? [undefined]).every((word) => words.includes(word))) &&
    canRead(items, hadItems) &&
    listOf(required).every((name) => listOf(needed).includes(name)) &&
    (isJson(properties) || !isJson(had)) &&
    Object.entries(isJson(had) ? had : {}).every(([name, of]) => canRead((properties as Json)[name], of))
  );
};

const listColumnChanges = (
  name: string,
  of: ColumnShape | undefined,
  was: ColumnShape | undefined,
): string[] => {
  if (of === undefined) return [`${name} is gone`];
  if (was === undefined)
    return of.isNullable || of.fallback !== undefined
      ? []
      : [`${name} is new, and no older row has a value: it may be null, or has a default`];
  const [{ json, ...kind }, { json: wasJson, ...wasKind }] = [of, was];
  return [
    ...(isDeepStrictEqual(kind, wasKind) ? [] : [`${name} is another kind of column`]),
    ...(canRead(json, wasJson) ? [] : [`${name} holds other JSON`]),
  ];
};

/** Of an index that is unique. */
const listIndexChanges = (name: string, of: Index | undefined, was: Index | undefined): string[] =>
  (of?.isUnique || was?.isUnique) && !isDeepStrictEqual(of, was)
    ? [`${name} decides otherwise what may be there twice`]
    : [];

const namesOf = (one: object, other: object): string[] => [
  ...new Set([...Object.keys(one), ...Object.keys(other)]),
];

const listTableChanges = (table: string, of: Shape, was: Shape): string[] => [
  ...(isDeepStrictEqual(of.key, was.key) ? [] : [`${table} has another key`]),
  ...namesOf(was.columns, of.columns).flatMap((name) =>
    listColumnChanges(`${table}.${name}`, of.columns[name], was.columns[name]),
  ),
  ...namesOf(was.indexes, of.indexes).flatMap((name) =>
    listIndexChanges(`${table}, index ${name},`, of.indexes[name], was.indexes[name]),
  ),
];

type Stored = Omit<Snapshot, 'version'>;

const listJobChanges = (
  name: string,
  of: Stored['jobs'][string] | undefined,
  was: Stored['jobs'][string],
): string[] => {
  if (of === undefined) return [`${name} is gone`];
  return [
    ...(of.queue === was.queue ? [] : [`${name} waits in another queue`]),
    ...(canRead(of.payload, was.payload) ? [] : [`${name} is about other JSON`]),
    ...(was.progress === undefined || canRead(of.progress, was.progress) ? [] : [`${name} keeps other JSON`]),
  ];
};

/** What changed between two releases that is not made by itself: a data migration says what becomes of the data. */
export const listOpenChanges = (before: Stored, after: Stored): string[] => [
  ...Object.entries(before.tables).flatMap(([table, was]) => {
    const of = after.tables[table];
    return of === undefined ? [`${table} is gone`] : listTableChanges(table, of, was);
  }),
  ...Object.entries(before.jobs).flatMap(([job, was]) =>
    listJobChanges(`jobs, ${job},`, after.jobs[job], was),
  ),
];
