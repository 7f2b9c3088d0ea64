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
  const paths = names.map((name) => name.split('.').map(plainName));
  let objects: readonly JsonObject[] = [root];
  for (let level = 0; level <= depth && objects.length > 0; level += 1) {
    const fields = collectByName(objects);
    for (const path of paths) {
      const accepted = valuesAt(fields, path).find((value) => !isEmpty(value) && accept(value));
      if (accepted !== undefined) return accepted;
    }
    objects = objects.flatMap((object) => Object.values(object).filter(isJsonObject));
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
type Fields = ReadonlyMap<string, readonly unknown[]>;

function collectByName(objects: readonly JsonObject[]): Fields {
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

function valuesAt(fields: Fields, [name = '', ...rest]: readonly string[]): readonly unknown[] {
  const values = fields.get(name) ?? [];
  if (rest.length === 0) return values;
  return values.flatMap((value) => (isJsonObject(value) ? valuesAt(collectByName([value]), rest) : []));
}
