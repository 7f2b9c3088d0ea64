import { findField, isJsonObject } from './read-field.ts';

const TOTAL_NAMES = [
  'totalElements',
  'totalRecords',
  'totalCount',
  'totalItems',
  'totalRows',
  'totalResults',
  'recordsTotal',
  'recordCount',
  'total',
];
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
