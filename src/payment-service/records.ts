import type { Answer } from './envelope.ts';
import { isJsonObject, type JsonObject, plainName } from './read-field.ts';
import type { ServiceRecord } from './record-fields.ts';
import { findTotal } from './record-total.ts';

export interface ListingPage {
  records: ServiceRecord[];
  /**
   * Whether the answer held a list, if only an empty one. Without one, no records does not prove that there
   * are none.
   */
  hasList: boolean;
  /** All records in the range, when the service said so and it can be true; else `null`. */
  total: number | null;
  /** As asked for. */
  page: number;
  size: number;
}

/** `response.data.records` and one level to spare. */
const DEPTH = 4;
/** Names of a list of rows, likeliest first. */
const ROW_NAMES = ['content', 'records', 'rows', 'items', 'results', 'list', 'data', 'response', 'result'];
/** Names of rows by what they are; several of these side by side are all rows. */
const SUBJECT = /transaction|payout|link|payment|settlement|summar|histor|order/;
/** Lists that describe the listing. */
const NOT_ROWS = new Set([
  'sort',
  'pageable',
  'errors',
  'fielderrors',
  'violations',
  'warnings',
  'filters',
  'columns',
]);
/** Names of an object that describes the listing: never itself a row. */
const ABOUT =
  /^(status|statuscode|code|message|msg|success|error|timestamp|path|page|size|number|limit|offset|first|last|empty|hasnext|hasmore|pagesize|pagenumber|pagination|paging|meta|pageable|sort|numberofelements|fromdate|todate|count|total(count|elements|pages|records|items|rows)?)$/;

/**
 * Reads a listing whatever holds its rows: a bare array, `response`, `content`, `data.records` and so on.
 * Never throws, and keeps every element of the list it reads: one that is no object becomes `{ value }`.
 */
export function readListing(answer: Answer, page: number, size: number): ListingPage {
  const list = findRows(answer);
  const rows = list ?? singleRow(answer);
  const records = rows.map((row) => boundRecord(isJsonObject(row) ? row : { value: row }));
  const total = findTotal(answer.body, page * size, rows.length);
  return { records, hasList: list !== null, total, page, size };
}

/** Reads the one record of a look-up by id; `null` when the answer carries none. */
export function readRecord(answer: Answer): ServiceRecord | null {
  const value = unwrapAnswer(answer);
  return isJsonObject(value) && isRow(value) ? boundRecord(value) : null;
}

/** Far past any record of a payment, and few enough to be looked through many times. */
const MOST_VALUES = 2_000;

/** A record as it came, unless it holds more values than `MOST_VALUES`: then as many, and `isCut` says so. */
function boundRecord(fields: JsonObject): ServiceRecord {
  let left = MOST_VALUES;
  const bound = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const kept: [string, unknown][] = [];
    for (const key in value) {
      left -= 1;
      if (left < 0) break;
      kept.push([key, bound((value as JsonObject)[key])]);
    }
    return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
  };
  const copy = bound(fields) as JsonObject;
  return left < 0 ? { fields: copy, isCut: true } : { fields };
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
        .filter(([key, value]) => isJsonObject(value) && !NOT_ROWS.has(plainName(key)))
        .map(([, value]) => value as JsonObject),
    );
  }
  const best = lists.reduce((least, { rank }) => Math.min(least, rank), Number.POSITIVE_INFINITY);
  const chosen = lists.filter(({ rank }) => rank === best).flatMap(({ rows }) => rows);
  return lists.length > 0 ? chosen : null;
}

/** The lower the rank the likelier: full lists before empty ones, then a list's name, then how near the top it is. */
function listsOf(object: JsonObject, depth: number): RowList[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const name = plainName(key);
    if (!Array.isArray(value) || NOT_ROWS.has(name)) return [];
    const at = ROW_NAMES.indexOf(name);
    const byName = at >= 0 ? at : SUBJECT.test(name) ? ROW_NAMES.length : ROW_NAMES.length + 1;
    const filled = value.some(isJsonObject) ? 0 : value.length > 0 ? 1 : 2;
    return [{ rank: filled * 10_000 + depth * 100 + byName, rows: value }];
  });
}

/** A listing without any list: one summary, or one row that a converter from XML unwrapped. */
function singleRow(answer: Answer): unknown[] {
  const value = unwrapAnswer(answer);
  return isJsonObject(value) && isRow(value) ? [value] : [];
}

const ENVELOPE_MESSAGE = /^(message|msg|statusmessage|responsemessage)$/;
const ENVELOPE_WORD =
  /^(status|statuscode|responsestatus|resultstatus|responsecode|success|code|message|msg|statusmessage|responsemessage)$/;

/**
 * The record of an answer. Where it stands in the envelope itself, beside a message, the envelope's words are not
 * the record's: `status: "SUCCESS"` there says that the look-up went well.
 */
function unwrapAnswer({ body, response }: Answer): unknown {
  const value = unwrap(response);
  if (value !== body || !isJsonObject(value)) return value;
  const names = Object.keys(value);
  if (!names.some((name) => ENVELOPE_MESSAGE.test(plainName(name)))) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !ENVELOPE_WORD.test(plainName(name))));
}

/** Past wrappers that hold one object, or one list, and nothing else of their own. */
function unwrap(root: unknown): unknown {
  let value = root;
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const [only, ...others] = isJsonObject(value) ? tellingFields(value) : Array.isArray(value) ? value : [];
    if (typeof only !== 'object' || (others.length > 0 && !Array.isArray(value))) break;
    value = only;
  }
  return value;
}

const tellingFields = (object: JsonObject): unknown[] =>
  Object.entries(object)
    .filter(([key, value]) => value !== null && value !== '' && !ABOUT.test(plainName(key)))
    .map(([, value]) => value);

/** Something in it says more than how the listing went. */
const isRow = (value: JsonObject): boolean =>
  tellingFields(value).some((field) => typeof field !== 'object' || Object.keys(field ?? {}).length > 0);
