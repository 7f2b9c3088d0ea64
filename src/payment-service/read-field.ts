export type JsonObject = Record<string, unknown>;

/** Records nest: a transaction inside `data` inside `response`. Anything deeper belongs to a different record. */
const DEPTH = 3;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `Invoice_Id`, `invoiceId`, `INVOICE-ID` and `invoice id` are the same name. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[_\-\s]/g, '');

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
  const wanted = names.map((name) => name.split('.').map(plainName));
  const heads = new Set(wanted.map(([head]) => head));
  let level: JsonObject[] = [root];
  for (let step = 0; step <= depth; step += 1) {
    const byHead = collectByName(level, (name) => heads.has(name));
    for (const [head = '', ...rest] of wanted) {
      const values = byHead.get(head)?.flatMap((value) => readPath(value, rest)) ?? [];
      const accepted = values.find((value) => !isEmpty(value) && accept(value));
      if (accepted !== undefined) return accepted;
    }
    level = level.flatMap((object) => Object.values(object).filter(isJsonObject));
  }
  return undefined;
}

/**
 * Where a field at `path` comes in the order in which `findField` looks for `names`, a lower number sooner; null: it
 * never looks there.
 */
export function rankPath(
  path: readonly string[],
  names: readonly string[],
  depth: number = DEPTH,
): number | null {
  const plain = path.map(plainName);
  const ranks = names.flatMap((name, at) => {
    const wanted = name.split('.').map(plainName);
    const level = plain.length - wanted.length;
    const isRead = level >= 0 && level <= depth && wanted.every((part, step) => part === plain[level + step]);
    return isRead ? [level * names.length + at] : [];
  });
  return ranks.length === 0 ? null : Math.min(...ranks);
}

/** Every value under any of `names`, ignoring case and underscores, three levels deep; does not look into arrays. */
export function collectFields(
  root: JsonObject,
  names: readonly string[],
): { field: string; value: unknown }[] {
  const wanted = names.map((name) => name.split('.').map(plainName));
  const heads = new Set(wanted.map(([head]) => head));
  const fields: { field: string; value: unknown }[] = [];
  let level: JsonObject[] = [root];
  for (let step = 0; step <= DEPTH; step += 1) {
    const byHead = collectByName(level, (name) => heads.has(name));
    for (const [head = '', ...rest] of wanted) {
      for (const value of byHead.get(head)?.flatMap((one) => readPath(one, rest)) ?? [])
        fields.push({ field: [head, ...rest].join('.'), value });
    }
    level = level.flatMap((object) => Object.values(object).filter(isJsonObject));
  }
  return fields;
}

/** A string, trimmed, or a number as its shortest decimal text; `null` for everything else. */
export function toText(value: unknown): string | null {
  if (Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  return value.trim() || null;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

function collectByName(
  objects: readonly JsonObject[],
  isWanted: (name: string) => boolean,
): Map<string, unknown[]> {
  const valuesByName = new Map<string, unknown[]>();
  for (const object of objects) {
    for (const [key, value] of Object.entries(object)) {
      const name = plainName(key);
      if (!isWanted(name)) continue;
      const values = valuesByName.get(name);
      if (values) values.push(value);
      else valuesByName.set(name, [value]);
    }
  }
  return valuesByName;
}

function readPath(value: unknown, path: readonly string[]): unknown[] {
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  if (!isJsonObject(value)) return [];
  const inner = collectByName([value], (key) => key === name).get(name) ?? [];
  return inner.flatMap((item) => readPath(item, rest));
}
