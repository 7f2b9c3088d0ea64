import { plainName } from '../payment-service/index.ts';

/** Where the values of a row are. Rows with the same names in the same places share one object. */
export interface RowShape {
  /** The paths in lower case, without underscores, with a dot before each name; each key once. */
  keys: readonly string[];
  /** The names as written, from the outside in. */
  paths: readonly (readonly string[])[];
  /** The index of each key. */
  placeOf: ReadonlyMap<string, number>;
}

export const shapeOf = (keys: RowShape['keys'], paths: RowShape['paths']): RowShape => ({
  keys,
  paths,
  placeOf: new Map(keys.map((key, place) => [key, place])),
});

/** The values of a row, in the order of its shape. */
export interface Leaves {
  shape: RowShape;
  values: readonly unknown[];
  /** The row has more values than these. */
  isCut: boolean;
}

/** How many values we read of one row: a row of a hundred thousand would hold up everyone else. */
export const MOST_LEAVES = 500;

type ReadLeaves = (fields: Record<string, unknown>) => Leaves;

/**
 * How deep we open objects: four levels, as deep as the payment service's readers look, and one more for an
 * amount that is an object. Anything deeper stays one value.
 */
const DEPTH = 5;
/** Rows of one listing usually share their names. If they do not, they are read without this cache. */
const MOST_REMEMBERED = 20_000;

interface Branch {
  key: string;
  path: readonly string[];
  inner: Map<string, Branch>;
}

interface Step {
  next: Map<Branch, Step>;
  shape: RowShape | null;
}

/**
 * Takes rows apart, whatever their nesting. None of the first 500 values is lost: two names that differ only
 * in case and underscores get a key each, and empty text, null and empty objects count as values.
 */
export const createReadLeaves = (): ReadLeaves => {
  const root: Branch = { key: '', path: [], inner: new Map() };
  const first: Step = { next: new Map(), shape: null };
  let remembered = 0;

  const enter = (outer: Branch, name: string): Branch => {
    const known = outer.inner.get(name);
    if (known !== undefined) return known;
    const key = `${outer.key}.${plainName(name)}`;
    const entered: Branch = { key, path: [...outer.path, name], inner: new Map() };
    if (remembered < MOST_REMEMBERED) outer.inner.set(name, entered);
    remembered += 1;
    return entered;
  };
  const follow = (step: Step, branch: Branch): Step => {
    const known = step.next.get(branch);
    if (known !== undefined) return known;
    const followed: Step = { next: new Map(), shape: null };
    if (remembered < MOST_REMEMBERED) step.next.set(branch, followed);
    remembered += 1;
    return followed;
  };
  const collect = (
    object: Record<string, unknown>,
    outer: Branch,
    depth: number,
    into: { branches: Branch[]; values: unknown[]; isCut: boolean },
  ): void => {
    for (const name of Object.keys(object)) {
      if (into.values.length >= MOST_LEAVES) {
        into.isCut = true;
        return;
      }
      const value = object[name];
      const branch = enter(outer, name);
      if (depth < DEPTH && isBranch(value)) {
        collect(value, branch, depth + 1, into);
      } else {
        into.branches.push(branch);
        into.values.push(value);
      }
    }
  };
  return (fields) => {
    const found = { branches: [] as Branch[], values: [] as unknown[], isCut: false };
    collect(fields, root, 1, found);
    const last = found.branches.reduce(follow, first);
    last.shape ??= buildShape(found.branches);
    return { shape: last.shape, values: found.values, isCut: found.isCut };
  };
};

function buildShape(branches: readonly Branch[]): RowShape {
  const keys = new Set<string>();
  const numbers = new Map<string, number>();
  for (const { key } of branches) {
    let free = key;
    for (let number = numbers.get(key) ?? 2; keys.has(free); number += 1) {
      free = `${key}~${number}`;
      numbers.set(key, number + 1);
    }
    keys.add(free);
  }
  return shapeOf(
    [...keys],
    branches.map(({ path }) => path),
  );
}

function isBranch(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const _ in value) return true;
  return false;
}
