export type JsonObject = Record<string, unknown>;

/** Records nest: a transaction inside `data` inside `response`. Anything deeper belongs to a different record. */
const DEPTH = 3;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `Invoice_Id`, `invoiceId`, `INVOICE-ID` and `invoice id` are the same name. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[_\-\s]/g, '');

/** Bounds the memory when a service invents a name for each record, or sends a name of a megabyte. */
const MAX_NAMES = 2_000;
const LONGEST_NAME = 200;

/**
 * Calls `classify` once for each field name, as `plainName` writes it, and remembers the result: a listing repeats the
 * same names in a hundred thousand rows.
 */
export const oncePerName = <Result>(
  classify: (plain: string, name: string) => Result,
): ((name: string) => Result) => {
  const results = new Map<string, { result: Result }>();
  return (name) => {
    const known = results.get(name);
    if (known) return known.result;
    const result = classify(plainName(name), name);
    if (results.size < MAX_NAMES && name.length <= LONGEST_NAME) results.set(name, { result });
    return result;
  };
};

/**
 * The first value found under any of `names`, ignoring case and underscores. Outer fields win over nested ones,
 * and within a level earlier names win over later ones. `a.b` means `b` inside `a`. Skips empty values (`null`,
 * `''`) and values that `accept` rejects; does not look into arrays.
 */
export function findField(
  root: JsonObject,
  names: readonly string[],
  accept: (value: unknown) => boolean = () => true,
  depth: number = DEPTH,
): unknown {
  const levels = levelsOf(root, depth);
  for (const level of levels) {
    for (const path of pathsOf(names)) {
      const values = valuesAt(level, path);
      const accepted = values.find((value) => !isEmpty(value) && accept(value));
      if (accepted !== undefined) return accepted;
    }
  }
  return undefined;
}

/** A string, trimmed, or a number as its shortest decimal text; `null` for everything else. */
export function toText(value: unknown): string | null {
  if (Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  return value.trim() || null;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** The values of some objects by the plain names of their fields. */
type Level = ReadonlyMap<string, readonly unknown[]>;

/** The levels of a record that were read so far; `below`: the objects of the next level. */
interface Read {
  levels: Level[];
  below: readonly JsonObject[];
}

/** A cache for the record's lifetime: each is searched for dozens of names and never changes. */
const READ = new WeakMap<JsonObject, Read>();

function levelsOf(root: JsonObject, depth: number): readonly Level[] {
  const read = READ.get(root) ?? { levels: [], below: [root] };
  while (read.levels.length <= depth) {
    read.levels.push(collectByName(read.below));
    read.below = read.below.flatMap((object) => Object.values(object).filter(isJsonObject));
  }
  READ.set(root, read);
  // An earlier search may have gone deeper.
  return read.levels.length > depth + 1 ? read.levels.slice(0, depth + 1) : read.levels;
}

function collectByName(objects: readonly JsonObject[]): Level {
  const valuesByName = new Map<string, unknown[]>();
  for (const object of objects) {
    for (const [key, value] of Object.entries(object)) {
      const name = plainName(key);
      const values = valuesByName.get(name);
      if (values) values.push(value);
      else valuesByName.set(name, [value]);
    }
  }
  return valuesByName;
}

/** `order.Id` as `['order', 'id']`. Cached for each list: most are constants, searched for in every record. */
const PATHS = new WeakMap<readonly string[], readonly string[][]>();

function pathsOf(names: readonly string[]): readonly string[][] {
  const paths = PATHS.get(names) ?? names.map((name) => name.split('.').map(plainName));
  PATHS.set(names, paths);
  return paths;
}

const NOTHING: readonly unknown[] = [];

function valuesAt(level: Level | undefined, [name = '', ...rest]: readonly string[]): readonly unknown[] {
  const values = level?.get(name) ?? NOTHING;
  if (rest.length === 0) return values;
  return values.flatMap((value) => (isJsonObject(value) ? valuesAt(levelsOf(value, 0)[0], rest) : []));
}
