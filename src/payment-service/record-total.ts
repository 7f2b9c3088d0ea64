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
/** Also the name of a page's own length: believed only when it is more than the page holds. */
const LOOSE_NAMES = ['count'];

/**
 * The count of all records, where the answer gives one that can be true: a whole number no smaller than what
 * has been seen (`offset` records before this page and `rows` on it), so that a `total` of money is mostly
 * told apart.
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
