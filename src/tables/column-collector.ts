import type { ReportKind } from '../figures/listed-row.ts';
import { createParseTime, type ParseTime } from '../listings/listed-time.ts';
import { MAIN_COLUMNS, type MainColumn, type ReportRow } from '../listings/report-row.ts';
import { isLossless, mainColumnsFor } from '../listings/row-reader.ts';
import { parseRecordAmount } from '../payment-service/index.ts';
import { buildOtherFields, readField, readMain } from './field-columns.ts';
import {
  mayBeMoney,
  mayBeTime,
  type ReportColumn,
  SHOWN,
  titleOfMain,
  titleOfPath,
} from './report-columns.ts';

/** Finds the columns while rows pass by, in memory that does not grow with their number. */
interface ColumnCollector {
  add(rows: readonly ReportRow[]): void;
  /**
   * The columns of the rows added so far. If there are more fields than columns allowed, or other rows may come, the last
   * column holds the rest.
   */
  columns(mayMoreCome?: boolean): ReportColumn[];
}

/** A service that invents a new field name for every row must not fill the memory. */
const MOST_FIELDS = 200;
const MOST_SHOWN = 6;
/** When fewer known columns than this have values, the table adds other fields. */
const FEWEST_SHOWN = 3;
/** Seconds since the epoch, in 2001: a smaller number is not a time. */
const LEAST_TIME = 1_000_000_000;

interface Field {
  key: string;
  path: readonly string[];
  filled: number;
  /** In so many rows, no main column shows its value. */
  unshown: number;
  /** The main columns that were read from it. */
  feeds: Set<MainColumn>;
  /** All values so far. */
  isMoney: boolean;
  isTime: boolean;
}

export const createColumnCollector = (kind: ReportKind, timeZone: string): ColumnCollector => {
  const parseTime = createParseTime(timeZone);
  const fields = new Map<string, Field>();
  const filledMain = new Set<MainColumn>();
  let hasOtherIds = false;
  let hasOtherCurrency = false;
  let isOverfull = false;

  const fieldOf = (key: string, path: readonly string[]): Field | null => {
    const known = fields.get(key);
    if (known !== undefined) return known;
    if (fields.size >= MOST_FIELDS) {
      isOverfull = true;
      return null;
    }
    const field: Field = {
      key,
      path,
      filled: 0,
      unshown: 0,
      feeds: new Set(),
      isMoney: mayBeMoney(path),
      isTime: mayBeTime(path),
    };
    fields.set(key, field);
    return field;
  };

  const addRow = (row: ReportRow): void => {
    hasOtherIds ||= row.id !== row.orderId;
    hasOtherCurrency ||= row.currency !== null && row.currency.toUpperCase() !== 'AED';
    const { flat, sources } = row;
    const { keys, paths } = flat.shape;
    const known = keys.map((key, index) => fieldOf(key, paths[index] ?? []));
    const shown = new Set<number>();
    for (const column of MAIN_COLUMNS) {
      const index = sources[column];
      if (index < 0) continue;
      filledMain.add(column);
      if (!isLossless(column, flat.values[index])) continue;
      shown.add(index);
      known[index]?.feeds.add(column);
    }
    for (const [index, value] of flat.values.entries()) {
      const field = known[index];
      if (!field || isEmpty(value)) continue;
      if (!shown.has(index)) field.unshown += 1;
      addValue(field, value);
    }
  };
  const addValue = (field: Field, value: unknown): void => {
    field.filled += 1;
    field.isMoney &&= parseRecordAmount(value) !== null;
    field.isTime &&= isTime(value, parseTime);
  };

  /** The main columns that show all of this field. One that is always empty adds nothing to a main column. */
  const mainColumnsOf = ({ key, path, unshown, feeds }: Field): MainColumn[] => {
    if (unshown > 0) return [];
    return feeds.size > 0 ? [...feeds] : mainColumnsFor(kind, key, path);
  };

  return {
    add: (rows) => {
      for (const row of rows) addRow(row);
    },
    columns: (mayMoreCome = false) => {
      const all = [...fields.values()].map((field) => ({ field, shownIn: mainColumnsOf(field) }));
      const main = MAIN_COLUMNS.filter((key) => kind !== 'links' || key !== '@id' || hasOtherIds).map((key) =>
        buildMain(
          key,
          kind,
          all.flatMap(({ field, shownIn }) => (shownIn.includes(key) ? [field.key] : [])),
        ),
      );
      const others = all.flatMap(({ field, shownIn }) => (shownIn.length === 0 ? [field] : []));
      const shown = chooseShown({ kind, filledMain, others, hasOtherCurrency });
      const columns = [...main, ...others.map((field) => buildOther(field, parseTime))].map((column) => ({
        ...column,
        isShown: shown.has(column.key),
      }));
      const isOpen = isOverfull || mayMoreCome;
      return withOwnTitles(isOpen ? [...columns, buildOtherFields(columns, parseTime)] : columns);
    },
  };
};

/** The columns of these rows: first those that every report has, then every other field that the service sent. */
export const columnsOf = (kind: ReportKind, rows: readonly ReportRow[], timeZone: string): ReportColumn[] => {
  const collector = createColumnCollector(kind, timeZone);
  collector.add(rows);
  return collector.columns();
};

const buildMain = (key: MainColumn, kind: ReportKind, sourceFields: readonly string[]): ReportColumn => ({
  key,
  title: titleOfMain(key, kind),
  isShown: false,
  kind: key === '@at' ? 'time' : key === '@amount' ? 'amount' : 'text',
  sourceFields,
  of: readMain(key),
});

const buildOther = (field: Field, parseTime: ParseTime): ReportColumn => {
  const kind = field.filled === 0 ? 'text' : field.isMoney ? 'amount' : field.isTime ? 'time' : 'text';
  return {
    key: field.key,
    title: titleOfPath(field.path),
    isShown: false,
    kind,
    sourceFields: [],
    of: readField(field.key, kind, parseTime),
  };
};

function chooseShown({
  kind,
  filledMain,
  others,
  hasOtherCurrency,
}: {
  kind: ReportKind;
  filledMain: ReadonlySet<string>;
  others: readonly Field[];
  hasOtherCurrency: boolean;
}): Set<string> {
  const filled = new Set([
    ...filledMain,
    ...others.filter((field) => field.filled > 0).map(({ key }) => key),
  ]);
  const shown = SHOWN[kind].filter((key) => filled.has(key));
  if (hasOtherCurrency) shown.push('@currency');
  if (shown.length >= FEWEST_SHOWN) return new Set(shown);
  const more = others.filter((field) => field.filled > 0 && !shown.includes(field.key)).map(({ key }) => key);
  return new Set([...shown, ...more].slice(0, MOST_SHOWN));
}

/** Two columns with the same title look the same: the second adds its name as the service writes it. */
function withOwnTitles(columns: ReportColumn[]): ReportColumn[] {
  const used = new Set<string>();
  return columns.map((column) => {
    let title = column.title;
    for (let number = 2; used.has(title); number += 1)
      title =
        number === 2 ? `${column.title} (${column.key.replace(/^[.@]/, '')})` : `${column.title} ${number}`;
    used.add(title);
    return { ...column, title };
  });
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);

const isTime = (value: unknown, parseTime: ParseTime): boolean =>
  typeof value === 'number'
    ? Number.isInteger(value) && value >= LEAST_TIME && parseTime(value) !== null
    : typeof value === 'string' && /\d\d:\d\d/.test(value) && parseTime(value) !== null;
