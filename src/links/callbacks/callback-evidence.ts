import { hash } from 'node:crypto';
import { parseJsonText } from '../../payment-service/json-text.ts';
import { isJsonObject, type JsonObject, toText } from '../../payment-service/read-field.ts';
import { isAboutPerson, isPaymentField } from './callback-fields.ts';

const MAX_FIELDS = 20;
const MAX_VALUE = 100;
const DEPTH = 3;
/** A list of thousands of events is not evidence of one payment. */
const MAX_ITEMS = 10;

interface Place {
  object: JsonObject;
  path: readonly string[];
}

/**
 * What is worth keeping of a callback: its fields about state, amount, currency, references and times, under
 * the names they came with. `sources` are the values read from body and query, in any shape; earlier sources
 * and outer fields win. A repeated name gets a number: `status`, `status.2`.
 *
 * At most 20 fields of 100 characters. Everything else, customers' data above all, is dropped.
 */
export const readCallbackEvidence = (sources: readonly unknown[]): Record<string, string> => {
  const kept = new Map<string, string>();
  let level = sources.flatMap((source) => objectsIn(source, []));
  for (let depth = 0; depth <= DEPTH && level.length > 0; depth += 1) {
    const inner: Place[] = [];
    for (const { object, path } of level) {
      for (const [name, value] of Object.entries(object)) {
        if (kept.size >= MAX_FIELDS) return Object.fromEntries(kept);
        const text = toShortText(value);
        if (text !== null && isPaymentField(path, name, text)) {
          kept.set(freeName(kept, name), text);
        } else if (mayHoldObjects(value) && !isAboutPerson(name)) {
          inner.push(...objectsIn(value, [...path, name]));
        }
      }
    }
    level = inner;
  }
  return Object.fromEntries(kept);
};

/** The same hash for the same bytes, however they were sent. */
export const hashCallback = (body: Uint8Array, query: string): string =>
  hash('sha256', Buffer.concat([body, Buffer.from(`\n${query}`)]), 'hex');

function toShortText(value: unknown): string | null {
  if (typeof value === 'boolean') return String(value);
  return toText(value)?.slice(0, MAX_VALUE) ?? null;
}

const mayHoldObjects = (value: unknown): boolean =>
  typeof value === 'string' ? value.trimStart().startsWith('{') : typeof value === 'object';

/** An object, the objects in a list, or the object in a form field whose value is JSON. */
function objectsIn(value: unknown, path: readonly string[]): Place[] {
  if (isJsonObject(value)) return [{ object: value, path }];
  if (Array.isArray(value))
    return value
      .slice(0, MAX_ITEMS)
      .filter(isJsonObject)
      .map((object) => ({ object, path }));
  if (typeof value === 'string' && mayHoldObjects(value)) return objectsIn(readJson(value), path);
  return [];
}

function readJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    return null;
  }
}

function freeName(kept: ReadonlyMap<string, string>, name: string): string {
  if (!kept.has(name)) return name;
  let number = 2;
  while (kept.has(`${name}.${number}`)) number += 1;
  return `${name}.${number}`;
}
