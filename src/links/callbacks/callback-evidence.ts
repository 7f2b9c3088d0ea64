import { hash } from 'node:crypto';
import { parseJsonText } from '../../payment-service/envelope.ts';
import {
  isJsonObject,
  type JsonObject,
  readPath,
  type Sort,
  subjectsOf,
  toText,
} from '../../payment-service/index.ts';

/**
 * Everything readable in a callback: its query, and its body as JSON or as a form, with any content type. The interface
 * does not show how the service calls back. Never throws; unreadable bytes give nothing.
 */
export const parseCallbackPayload = (body: Buffer, query: string): unknown[] => [
  ...parseBody(body.toString('utf8')),
  ...parsePairs(query),
];

function parseBody(text: string): unknown[] {
  if (text.trim() === '') return [];
  try {
    return [parseJsonText(text)];
  } catch {
    return parsePairs(text);
  }
}

function parsePairs(text: string): unknown[] {
  return text.includes('=') ? [Object.fromEntries(new URLSearchParams(text))] : [];
}

/** The same hash for the same bytes, however they were sent. */
export const hashCallback = (body: Uint8Array, query: string): string =>
  hash('sha256', Buffer.concat([body, Buffer.from(`\n${query}`)]), 'hex');

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
 * What we keep of a callback: its fields about state, amount, currency, references and times, under their own names.
 * `sources` are the values read from body and query, in any shape; earlier sources and outer fields win. A repeated name
 * gets a number: `status`, `status.2`.
 *
 * At most 20 fields of 100 characters. Everything else is dropped, above all customers' data.
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

const FIELD_NAME = /^[A-Za-z][\w .[\]-]{0,39}$/;

const DAY_OR_INSTANT = [
  /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}([T ][\d:.,+\-Z ]{0,24})?$/,
  /^\d{1,2}[-/. ](\d{1,2}|[A-Za-z]{3,9})[-/. ,]{1,2}\d{4}([T ,]{1,2}[\d:.]{4,15}( ?[AP]M)?)?$/,
  /^\d{1,2}:\d{2}(:\d{2})?$/,
  /^20\d{6}(\d{6})?$/,
  /^1\d{9}(\d{3})?$/,
];
/** At most nine digits before the point: a phone or card number has more. */
const MONEY = /^([A-Z]{3} ?)?-?(0|[1-9]\d{0,8}|[1-9]\d{0,2}(,\d{3}){1,2})(\.\d{1,6})?( ?[A-Z]{3})?$/i;
const CURRENCY = /^([A-Z]{3}|\d{3})$/i;
/** Any number of digits, except in the groups of a card number. */
const REFERENCE_VALUE = /^(?!(\d{4}[._-]){3}\d{1,7}$)[\p{L}\p{N}][\p{L}\p{N}._:/#-]*$/u;
/**
 * A UAE phone number, which a careless service may put into a reference field. References have digits too: after a date,
 * or with another length, such digits are a reference.
 */
const PHONE =
  /(?<!\d[._:/#-]?)(?:00971[._:/#-]?0?[2-9](?:[._:/#-]?\d){7,8}|971[._:/#-]?0?5(?:[._:/#-]?\d){8}|05\d(?:[._:/#-]?\d){7})(?!\d)/;
const FEW_WORDS = /^[\p{L}\p{N}_.:/-]+( [\p{L}\p{N}_.:/-]+){0,3}$/u;
const LONG_NUMBER = /\d(?:[ ._/-]?\d){6}/;

/** Without a digit it may be a name. */
const isReference = (text: string): boolean =>
  /\d/.test(text) && REFERENCE_VALUE.test(text) && !PHONE.test(text);
const isWords = (text: string): boolean => FEW_WORDS.test(text) && !LONG_NUMBER.test(text);

/** The shape that a value must have, by what its name says it is. Anything else is free text, a secret or an address. */
const SHAPES: Partial<Record<Sort, (text: string) => boolean>> = {
  time: (text) => DAY_OR_INSTANT.some((shape) => shape.test(text)),
  currency: (text) => CURRENCY.test(text),
  amount: (text) => MONEY.test(text),
  'order-id': isReference,
  'link-id': isReference,
  reference: isReference,
  'own-id': isReference,
  'original-id': isReference,
  'payout-id': isReference,
  'bank-reference': isReference,
  number: isReference,
  state: isWords,
  flag: isWords,
  kind: isWords,
};

/** A form writes `order[id]` or `order.id` where JSON nests. */
const splitPath = (name: string): string[] => name.split(/[.[\]]+/).filter(Boolean);

/** About a person or their means of payment: neither such a field nor anything inside it is kept. */
const isAboutPerson = (name: string): boolean =>
  splitPath(name).some((part) => subjectsOf(part).has('customer') || subjectsOf(part).has('card'));

/** Whether a field is about the payment by its name, and has the right kind of value by its shape. `path`: the objects around it. */
const isPaymentField = (path: readonly string[], name: string, text: string): boolean => {
  if (!FIELD_NAME.test(name) || LONG_NUMBER.test(name) || isAboutPerson(name)) return false;
  const { sort, isFree } = readPath([...path, name].flatMap(splitPath));
  return !isFree && (SHAPES[sort]?.(text) ?? false);
};
