import { plainName, writtenName } from '../payment-service/index.ts';

/** Which fields a row has. Rows with the same fields in the same order share one shape. */
export interface RowShape {
  /** The paths in lower case, without underscores, with a dot before each name; each key once. */
  keys: readonly string[];
  /** The names as written, from the outside in. */
  paths: readonly (readonly string[])[];
  indexOf: ReadonlyMap<string, number>;
}

export const shapeOf = (keys: RowShape['keys'], paths: RowShape['paths']): RowShape => ({
  keys,
  paths,
  indexOf: new Map(keys.map((key, index) => [key, index])),
});

/** A row without its nesting. */
export interface FlatRow {
  shape: RowShape;
  /** In the order of the shape. */
  values: readonly unknown[];
  /** The row has more values than these. */
  isCut: boolean;
}

/** How many values we read of one row: a row of a hundred thousand would hold up everyone else. */
export const MOST_VALUES = 500;

/**
 * How deep we open objects: four levels, as deep as the payment service's readers look, and one more for an
 * amount that is an object. Anything deeper stays one value.
 */
const DEPTH = 5;
/** Rows of one listing usually share their names. If they do not, they are read without this cache. */
const MOST_REMEMBERED = 20_000;

/** A field's name below the names that it is nested in. */
interface Name {
  key: string;
  path: readonly string[];
  inner: Map<string, Name>;
}

/** One step through the fields of a row; the step at the end knows the row's shape. */
interface Step {
  next: Map<Name, Step>;
  shape: RowShape | null;
}

/**
 * Flattens rows, however deep they nest. None of the first 500 values is lost: two names that differ only in case and
 * underscores get a key each, and empty text, null and empty objects count as values.
 */
export const createFlattenRow = (): ((fields: Record<string, unknown>) => FlatRow) => {
  const root: Name = { key: '', path: [], inner: new Map() };
  const first: Step = { next: new Map(), shape: null };
  let remembered = 0;

  const recall = <Key, Value>(known: Map<Key, Value>, key: Key, build: () => Value): Value => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const built = build();
    if (remembered < MOST_REMEMBERED) known.set(key, built);
    remembered += 1;
    return built;
  };
  const nameIn = (outer: Name, name: string): Name =>
    recall(outer.inner, name, () => ({
      key: `${outer.key}.${plainName(writtenName(name))}`,
      path: [...outer.path, name],
      inner: new Map(),
    }));
  const stepAfter = (step: Step, name: Name): Step =>
    recall(step.next, name, () => ({ next: new Map(), shape: null }));
  const collect = (
    object: Record<string, unknown>,
    outer: Name,
    depth: number,
    into: { names: Name[]; values: unknown[]; isCut: boolean },
  ): void => {
    for (const key of Object.keys(object)) {
      if (into.values.length >= MOST_VALUES) {
        into.isCut = true;
        return;
      }
      const value = object[key];
      const name = nameIn(outer, key);
      if (depth < DEPTH && isFilledObject(value)) {
        collect(value, name, depth + 1, into);
      } else {
        into.names.push(name);
        into.values.push(value);
      }
    }
  };
  return (fields) => {
    const found = { names: [] as Name[], values: [] as unknown[], isCut: false };
    collect(fields, root, 1, found);
    const last = found.names.reduce(stepAfter, first);
    last.shape ??= buildShape(found.names);
    return { shape: last.shape, values: found.values, isCut: found.isCut };
  };
};

function buildShape(names: readonly Name[]): RowShape {
  const keys = new Set<string>();
  const numbers = new Map<string, number>();
  for (const { key } of names) {
    let free = key;
    for (let number = numbers.get(key) ?? 2; keys.has(free); number += 1) {
      free = `${key}~${number}`;
      numbers.set(key, number + 1);
    }
    keys.add(free);
  }
  return shapeOf(
    [...keys],
    names.map(({ path }) => path),
  );
}

function isFilledObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const _ in value) return true;
  return false;
}
