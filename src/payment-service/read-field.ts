export type JsonObject = Record<string, unknown>;

/** Records nest: a transaction inside `data` inside `response`. Anything deeper belongs to a different record. */
const DEPTH = 3;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `Invoice_Id`, `invoiceId`, `INVOICE-ID` and `invoice id` are the same name. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[_\-\s]/g, '');

/** Bounds the memory when a service invents a name for each record, or sends a name of a megabyte. */
const MAX_TEXTS = 2_000;
const LONGEST_TEXT = 200;

/** Reads each name or word once, and remembers the result: a listing repeats the same ones in a hundred thousand rows. */
export const remember = <Result>(read: (text: string) => Result): ((text: string) => Result) => {
  const results = new Map<string, { result: Result }>();
  return (text) => {
    const known = results.get(text);
    if (known) return known.result;
    const result = read(text);
    if (results.size < MAX_TEXTS && text.length <= LONGEST_TEXT) results.set(text, { result });
    return result;
  };
};

/**
 * The first value found under any of `names`, ignoring case and underscores. Outer fields win over nested ones,
 * and within a level earlier names win over later ones. Skips empty values (`null`, `''`) and values that `accept`
 * rejects; does not look into arrays.
 */
export function findField(
  root: JsonObject,
  names: readonly string[],
  accept: (value: unknown) => boolean = () => true,
  depth: number = DEPTH,
): unknown {
  let objects: readonly JsonObject[] = [root];
  for (let level = 0; level <= depth && objects.length > 0; level += 1) {
    const fields = objects.flatMap((object) =>
      Object.entries(object).map(([name, value]) => ({ name: plainName(name), value })),
    );
    for (const wanted of names.map(plainName)) {
      const found = fields.find(({ name, value }) => name === wanted && !isEmpty(value) && accept(value));
      if (found !== undefined) return found.value;
    }
    objects = fields.flatMap(({ value }) => (isJsonObject(value) ? [value] : []));
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
