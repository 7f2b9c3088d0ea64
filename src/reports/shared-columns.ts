import { cut, escapeMrkdwn } from '../blocks/text.ts';
import {
  isKnownContainer,
  isKnownName,
  readPath,
  type Sort,
  type Subject,
  splitName,
  subjectsOf,
} from '../payment-service/index.ts';
import type { ReportColumn } from './report-columns.ts';
import { MAIN_COLUMNS, type ReportRow } from './report-row.ts';

/**
 * Which columns a copy may have that others see, guests of a channel included: those that are known to say nothing
 * about a customer. The service may name a customer's data in any way and any language, and people write names and
 * numbers into free text, so a column is private unless every word of its name is known and none is about a person.
 */

/** A word about one of these may lead to a customer's data. */
const PRIVATE: readonly Subject[] = ['customer', 'delivery', 'check', 'request'];
/** What an item is may be a customer's secret; its number is none. Of a card, only what sort it is. */
const HARMLESS_OF: Partial<Record<Subject, readonly Sort[]>> = {
  item: ['number'],
  card: ['kind', 'means', 'currency', 'business-name'],
};
/** A `bookingType` may be a treatment, and an `event` a wedding. */
const TYPED: ReadonlySet<Subject> = new Set(['payment', 'refund', 'dispute', 'settlement', 'card']);
/** An `outcome` may be a diagnosis. */
const STATE = /(status|state|code)$/i;

/** `path`: a field's names, from the outside in. */
export const isHarmlessName = (path: readonly string[]): boolean => {
  const last = path.at(-1) ?? '';
  if (!isKnownName(last) || !path.slice(0, -1).every(isKnownContainer)) return false;
  if (path.some((name) => PRIVATE.some((subject) => subjectsOf(name).has(subject)))) return false;
  const { sort, role, subject, isFree } = readPath(path);
  if (sort === 'other' || isFree) return false;
  // A customer may have a company, and anything a reference.
  if ((sort === 'number' || sort === 'business-name') && role === 'loose') return false;
  if (sort === 'state' && !STATE.test(last)) return false;
  if (sort === 'kind' && !(TYPED.has(subject) || (subject === 'own' && /^type$/i.test(last)))) return false;
  // An expiry date may be a card's.
  if (sort === 'time' && role === 'other' && !/^(at|on)$/.test(splitName(last).at(-1) ?? '')) return false;
  return HARMLESS_OF[subject]?.includes(sort) ?? true;
};

const EMAIL = /[^\s@]@[^\s@]+\.[^\s@]/;
const PHONE = /^\s*(\+\d[\d\s()-]{7,}|00971[\d\s-]{8,}|05\d[\s-]?\d{3}[\s-]?\d{4})\s*$/;
/** Longer than a number, a word or a time: free text. */
const LONGEST = 64;

/** Whether the value, too, is no more than a number, a word or a time: a service may put anything under any name. */
export const isHarmlessValue = (value: unknown): boolean => {
  if (typeof value === 'string') return value.length <= LONGEST && !EMAIL.test(value) && !PHONE.test(value);
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0;
};

const MOST_NAMED = 10;
const LONGEST_TITLE = 30;

/**
 * One sentence, as mrkdwn, about the columns that a shared copy lacks: which they are. Null: none. A title may hold a
 * customer's data, if the service makes its names of it, and is then only counted.
 */
export const describeLeftOut = (titles: readonly string[]): string | null => {
  if (titles.length === 0) return null;
  const named = titles.filter(isHarmlessValue).slice(0, MOST_NAMED);
  const names = named.map((title) => escapeMrkdwn(cut(title, LONGEST_TITLE)));
  const rest = titles.length - named.length;
  const more =
    rest === 0 ? [] : [`${rest} ${named.length === 0 ? '' : 'more '}${rest === 1 ? 'column' : 'columns'}`];
  return `Left out, because others see this: ${[...names, ...more].join(', ')}.`;
};

/** The columns for a copy that others see, and the titles of those that it lacks. */
export const splitColumns = (
  columns: readonly ReportColumn[],
  isShared: boolean,
): { columns: readonly ReportColumn[]; leftOut: string[] } => ({
  columns: isShared ? columns.filter(({ isPrivate }) => !isPrivate) : columns,
  leftOut: isShared ? columns.filter(({ isPrivate }) => isPrivate).map(({ title }) => title) : [],
});

/** Main columns that say nothing about a customer, whatever field they were read from: only their values are looked at. */
const OF_NO_ONE: readonly string[] = ['@status', '@currency'];
/** A list or an object as JSON. */
const NESTED = /^(?!\[\]$|\{\}$)[[{]/;

/**
 * The same columns without what a single row has in them that is not known to be harmless: they were chosen before every
 * row was read. `onWithheld` is told the title of each such column.
 */
export const withholdPrivate = (
  columns: readonly ReportColumn[],
  onWithheld: (title: string) => unknown,
): ReportColumn[] => {
  const known = new WeakMap<readonly string[], boolean>();
  const isHarmless = (path: readonly string[]): boolean => {
    const is = known.get(path) ?? isHarmlessName(path);
    known.set(path, is);
    return is;
  };
  /** The field that a main column was read from in this row. */
  const mayShow = (key: string, { sources, flat: { shape } }: ReportRow): boolean => {
    const main = MAIN_COLUMNS.find((one) => one === key);
    if (main === undefined || OF_NO_ONE.includes(key)) return true;
    const path = shape.paths[sources[main]];
    return path === undefined || isHarmless(path);
  };
  return columns.map((column) => ({
    ...column,
    of: (row) => {
      const cell = column.of(row);
      if (typeof cell !== 'string' || cell === '') return cell;
      if (isHarmlessValue(cell) && !NESTED.test(cell) && mayShow(column.key, row)) return cell;
      onWithheld(column.title);
      return null;
    },
  }));
};
