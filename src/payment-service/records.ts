import type { Answer } from './envelope.ts';
import { findField, isJsonObject, type JsonObject, plainName } from './read-field.ts';
import type { ServiceRecord } from './record-fields.ts';

export interface ListingPage<Row = ServiceRecord> {
  records: Row[];
  /**
   * Whether the answer held a list, even an empty one. If it did not, finding no records does not prove that the
   * range has none.
   */
  hasList: boolean;
  /** How many records the range has, if the service gave a plausible count; else `null`. */
  total: number | null;
}

/** Enough for `response.data.records`, plus one level. */
const DEPTH = 4;
/** Names for a list of rows, most likely first. */
const ROW_NAMES = ['content', 'records', 'rows', 'items', 'results', 'list', 'data', 'response', 'result'];
/** Names that say what the rows are. Several such lists side by side all count as rows. */
const SUBJECT = /transaction|payout|link|payment|settlement|summar|histor|order/;
/** Lists that describe the listing rather than hold its rows. */
const NOT_ROWS = /^(sort|pageable|errors|fielderrors|violations|warnings|filters|columns)$/;
/** Names of an object that describes the listing: never itself a row. */
const ABOUT =
  /^(status|statuscode|code|message|msg|success|error|timestamp|path|page|size|number|limit|offset|first|last|empty|hasnext|hasmore|pagesize|pagenumber|pagination|paging|meta|pageable|sort|numberofelements|fromdate|todate|count|total(count|elements|pages|records|items|rows)?)$/;

/**
 * Reads a listing wherever its rows are: a bare array, `response`, `content`, `data.records` and so on.
 * Never throws, and keeps every element of the list: one that is not an object becomes `{ value }`.
 */
export function readListing(answer: Answer, page: number, size: number): ListingPage {
  const list = findRows(answer);
  const rows = list ?? singleRow(answer);
  const records = rows.map((row) => boundRecord(isJsonObject(row) ? row : { value: row }));
  const total = findTotal(answer.body, page * size, rows.length);
  return { records, hasList: list !== null, total };
}

/** Reads the records from a look-up by id: none, one, or several where the answer is a list. */
export function readRecords(answer: Answer): ServiceRecord[] {
  const value = unwrapAnswer(answer);
  const rows = Array.isArray(value) ? value : [value];
  return rows.filter(isJsonObject).filter(isRow).map(boundRecord);
}

/** The one record of an answer; `null` when it has none. */
export const readRecord = (answer: Answer): ServiceRecord | null => readRecords(answer)[0] ?? null;

/** Far more than any payment record has, yet few enough to search many times. */
const MAX_VALUES = 2_000;

/** The record as received; beyond `MAX_VALUES` values it is cut, and `isCut` says so. */
export function boundRecord(fields: JsonObject): ServiceRecord {
  if (countDown(fields, MAX_VALUES) >= 0) return { fields };
  let left = MAX_VALUES;
  const bound = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const kept: [string, unknown][] = [];
    for (const key in value) {
      left -= 1;
      if (left < 0) break;
      kept.push([key, bound((value as JsonObject)[key])]);
    }
    return Array.isArray(value) ? kept.map(([, one]) => one) : Object.fromEntries(kept);
  };
  return { fields: bound(fields) as JsonObject, isCut: true };
}

/** `left` without the values in `value`, at any depth; below zero as soon as there are more. */
function countDown(value: object, left: number): number {
  let remaining = left;
  const count = (inner: unknown): boolean => {
    remaining -= 1;
    if (remaining >= 0 && typeof inner === 'object' && inner !== null)
      remaining = countDown(inner, remaining);
    return remaining >= 0;
  };
  // Not `for … in`: of a long list it first makes a text of every index.
  if (Array.isArray(value)) value.every(count);
  else for (const key in value) if (!count((value as JsonObject)[key])) break;
  return remaining;
}

interface RowList {
  rank: number;
  rows: unknown[];
}

function findRows({ body }: Answer): unknown[] | null {
  if (Array.isArray(body)) return body;
  let level: JsonObject[] = isJsonObject(body) ? [body] : [];
  const lists: RowList[] = [];
  for (let depth = 0; depth < DEPTH; depth += 1) {
    for (const object of level) for (const list of listsOf(object, depth)) lists.push(list);
    level = level.flatMap((object) =>
      Object.entries(object)
        .filter(([key, value]) => isJsonObject(value) && !NOT_ROWS.test(plainName(key)))
        .map(([, value]) => value as JsonObject),
    );
  }
  const best = lists.reduce((least, { rank }) => Math.min(least, rank), Number.POSITIVE_INFINITY);
  const chosen = lists.filter(({ rank }) => rank === best).flatMap(({ rows }) => rows);
  return lists.length > 0 ? chosen : null;
}

/** The lower the rank the likelier: full lists before empty ones, then those nearer the top, then by name. */
function listsOf(object: JsonObject, depth: number): RowList[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const name = plainName(key);
    if (!Array.isArray(value) || NOT_ROWS.test(name)) return [];
    const at = ROW_NAMES.indexOf(name);
    const byName = at >= 0 ? at : SUBJECT.test(name) ? ROW_NAMES.length : ROW_NAMES.length + 1;
    const filled = value.some(isJsonObject) ? 0 : value.length > 0 ? 1 : 2;
    return [{ rank: filled * 10_000 + depth * 100 + byName, rows: value }];
  });
}

/** A listing without a list: a single summary, or a single row that an XML converter unwrapped. */
function singleRow(answer: Answer): unknown[] {
  const value = unwrapAnswer(answer);
  return isJsonObject(value) && isRow(value) ? [value] : [];
}

const ENVELOPE_MESSAGE = /^(message|msg|statusmessage|responsemessage)$/;
const ENVELOPE_WORD =
  /^(status|statuscode|responsestatus|resultstatus|responsecode|success|code|message|msg|statusmessage|responsemessage)$/;

/**
 * The record in an answer. If its fields are in the envelope itself, next to a message, the envelope's words are
 * left out: `status: "SUCCESS"` there means that the look-up succeeded, not the payment.
 */
function unwrapAnswer({ body, response }: Answer): unknown {
  const value = unwrap(response);
  if (value !== body || !isJsonObject(value)) return value;
  const names = Object.keys(value);
  if (!names.some((name) => ENVELOPE_MESSAGE.test(plainName(name)))) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !ENVELOPE_WORD.test(plainName(name))));
}

/** Unwraps objects that hold a single object or list and nothing else of their own. */
function unwrap(root: unknown): unknown {
  let value = root;
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const [only, ...others] = isJsonObject(value) ? tellingFields(value) : Array.isArray(value) ? value : [];
    if (typeof only !== 'object' || others.length > 0) break;
    value = only;
  }
  return value;
}

const tellingFields = (object: JsonObject): unknown[] =>
  Object.entries(object)
    .filter(([key, value]) => value !== null && value !== '' && !ABOUT.test(plainName(key)))
    .map(([, value]) => value);

/** Whether it holds more than the outcome of the request. */
const isRow = (value: JsonObject): boolean =>
  tellingFields(value).some((field) => typeof field !== 'object' || Object.keys(field ?? {}).length > 0);

const TOTAL_NAMES =
  'totalElements totalRecords totalCount totalItems totalRows totalResults recordsTotal recordCount total'.split(
    ' ',
  );
/** May also mean the length of this page, so we believe it only when it is more than the page holds. */
const LOOSE_NAMES = ['count'];

/**
 * The count of all records, if the answer gives a plausible one: a whole number no smaller than what we have seen
 * (`offset` records before this page and `rows` on it). That rules out most `total`s that are sums of money.
 */
export function findTotal(body: unknown, offset: number, rows: number): number | null {
  if (!isJsonObject(body)) return null;
  const seen = rows > 0 ? offset + rows : 0;
  const strict = findField(body, TOTAL_NAMES, (value) => isCountFrom(value, seen));
  const found = strict ?? findField(body, LOOSE_NAMES, (value) => isCountFrom(value, seen + 1));
  return found === undefined ? null : Number(found);
}

function isCountFrom(value: unknown, least: number): boolean {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(count) && Number(count) >= least;
}
