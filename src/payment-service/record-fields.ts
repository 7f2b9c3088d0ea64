import { toText } from './read-field.ts';

/** One row or record of the service, fields as received: the interface describes none of them. */
export interface ServiceRecord {
  fields: Record<string, unknown>;
  /** The record was too large and was cut, so the missing part might contradict what we read. */
  isCut?: true;
}

/** Caches the result for each record, which never changes: many links are searched for in it. */
export const oncePerRecord = <T>(read: (record: ServiceRecord) => T): ((record: ServiceRecord) => T) => {
  const known = new WeakMap<ServiceRecord['fields'], T>();
  return (record) => {
    const found = known.get(record.fields);
    if (found !== undefined) return found;
    const value = read(record);
    known.set(record.fields, value);
    return value;
  };
};

/** Above this, a double cannot hold two decimals. */
const LARGEST_EXACT = 1e13;
/** Longer text is not an amount; skip it without searching. */
const LONGEST_AMOUNT = 40;

/**
 * One value as integer fils: `1250.5`, `"1,250.50"`, `"AED 250.00"`, `"-20"`. Less than 0.000001 off a whole
 * number of fils is floating-point noise and is rounded away (`250.00000000000003`); any other fraction of a
 * fils gives `null` (`249.996`).
 */
export function parseRecordAmount(value: unknown): number | null {
  if (typeof value === 'number' && Math.abs(value) < LARGEST_EXACT) {
    const fils = Math.round(value * 100);
    // Converting back gives the same number, so it is exact and its text need not be read.
    if (fils / 100 === value) return fils + 0;
  }
  const text = toText(value);
  if (text === null || text.length > LONGEST_AMOUNT) return null;
  const match = /^(-?)(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/.exec(withoutCurrency(text));
  if (!match) return null;
  const [, sign, dirhams = '', decimals = ''] = match;
  const rest = decimals.slice(2);
  const isNoiseBelow = /^9999\d*[1-9]/.test(rest);
  if (!isNoiseBelow && !/^0{0,3}$|^0000/.test(rest)) return null;
  const cut = Number(dirhams.replaceAll(',', '') + decimals.slice(0, 2).padEnd(2, '0'));
  const fils = isNoiseBelow ? cut + 1 : cut;
  if (!Number.isSafeInteger(fils)) return null;
  return sign === '-' && fils !== 0 ? -fils : fils;
}

/** Drops `AED` before or after the number. No regular expression: `\s*AED$` is quadratic on long runs of spaces. */
function withoutCurrency(text: string): string {
  if (/^AED/i.test(text)) return text.slice(3).trimStart();
  return /AED$/i.test(text) ? text.slice(0, -3).trimEnd() : text;
}
