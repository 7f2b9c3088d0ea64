import { parseRecordAmount } from '../payment-service/index.ts';
import { createParseTime, type ParseTime } from './listed-time.ts';
import {
  isPersonalKey,
  isPersonalValue,
  MAIN_COLUMNS,
  type MainColumn,
  mayBeMoney,
  mayBeTime,
  OTHER_FIELDS,
  type ReportColumn,
  SHOWN,
  TEXT_COLUMNS,
  titleOfMain,
  titleOfPath,
} from './report-columns.ts';
import type { ReportKind, ReportRow } from './report-row.ts';
import { createReadLeaves, type RowShape } from './row-leaves.ts';
import { createRowSources, mainColumnsFor, tellsAll } from './row-reader.ts';

/** Learns the columns as rows pass, in memory that does not grow with the number of rows. */
interface ColumnCollector {
  add(rows: readonly ReportRow[]): void;
  /**
   * Columns of the rows added so far. If there are more fields than columns allowed, the last column holds the rest.
   */
  columns(): ReportColumn[];
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
  /** Rows in which no main column says the same. */
  own: number;
  filled: number;
  standsIn: Set<MainColumn>;
  isPersonal: boolean;
  isMoney: boolean;
  isTime: boolean;
}

export const createColumnCollector = (kind: ReportKind): ColumnCollector => {
  const readLeaves = createReadLeaves();
  const sources = createRowSources(kind);
  const parseTime = createParseTime('UTC');
  const fields = new Map<string, Field>();
  const byShape = new WeakMap<RowShape, readonly (Field | null)[]>();
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
      own: 0,
      filled: 0,
      standsIn: new Set(),
      isPersonal: isPersonalKey(key),
      isMoney: mayBeMoney(key),
      isTime: mayBeTime(path.at(-1) ?? ''),
    };
    fields.set(key, field);
    return field;
  };
  const fieldsOf = (shape: RowShape): readonly (Field | null)[] => {
    const known = byShape.get(shape);
    if (known !== undefined) return known;
    const found = shape.keys.map((key, place) => fieldOf(key, shape.paths[place] ?? []));
    byShape.set(shape, found);
    return found;
  };

  const addRow = (row: ReportRow): void => {
    for (const column of MAIN_COLUMNS) if (isFilled(row, column)) filledMain.add(column);
    hasOtherIds ||= row.id !== row.orderId;
    hasOtherCurrency ||= row.currency !== null && row.currency.toUpperCase() !== 'AED';
    const leaves = readLeaves(row.fields);
    const found = sources.find(leaves);
    const known = fieldsOf(leaves.shape);
    const isTold: boolean[] = [];
    for (const column of MAIN_COLUMNS) {
      const place = found[column];
      if (place < 0 || !tellsAll(column, leaves.values[place])) continue;
      isTold[place] = true;
      known[place]?.standsIn.add(column);
    }
    for (const [place, value] of leaves.values.entries()) {
      const field = known[place];
      if (field && !isEmpty(value)) addValue(field, value, isTold[place] === true);
    }
  };
  const addValue = (field: Field, value: unknown, isTold: boolean): void => {
    field.filled += 1;
    if (!isTold) field.own += 1;
    field.isPersonal ||= isPersonalValue(value);
    field.isMoney &&= parseRecordAmount(value) !== null;
    field.isTime &&= isTime(value, parseTime);
  };

  /** Main columns that say the same as this field. A field that is always empty adds nothing to its main column. */
  const mainColumnsOf = ({ key, path, own, standsIn }: Field): MainColumn[] => {
    if (own > 0) return [];
    if (standsIn.size > 0) return [...standsIn];
    return mainColumnsFor(sources, key, path);
  };

  return {
    add: (rows) => {
      for (const row of rows) addRow(row);
    },
    columns: () => {
      const columnsOf = new Map([...fields.values()].map((field) => [field, mainColumnsOf(field)]));
      const main = MAIN_COLUMNS.filter((key) => kind !== 'links' || key !== '@id' || hasOtherIds).map(
        (key) => {
          const sources = [...columnsOf].filter(([, columns]) => columns.includes(key));
          return buildMain(
            key,
            kind,
            sources.map(([field]) => field.key),
          );
        },
      );
      const others = [...columnsOf].filter(([, columns]) => columns.length === 0).map(([field]) => field);
      const shown = chooseShown({ kind, filledMain, others, hasOtherCurrency });
      const columns = [...main, ...others.map(buildOther)].map((column) => ({
        ...column,
        isShown: shown.has(column.key),
      }));
      return withOwnTitles(isOverfull ? [...columns, OTHER_FIELDS] : columns);
    },
  };
};

/** The columns of these rows: first those that every report has, then everything else that the service sent. */
export const columnsOf = (kind: ReportKind, rows: readonly ReportRow[]): ReportColumn[] => {
  const collector = createColumnCollector(kind);
  collector.add(rows);
  return collector.columns();
};

const buildMain = (key: MainColumn, kind: ReportKind, standsFor: readonly string[]): ReportColumn => ({
  key,
  title: titleOfMain(key, kind),
  isShown: false,
  isPersonal: false,
  kind: key === '@at' ? 'time' : key === '@amount' ? 'amount' : 'text',
  standsFor,
});

const buildOther = ({ key, path, filled, isPersonal, isMoney, isTime: isMoment }: Field): ReportColumn => ({
  key,
  title: titleOfPath(path),
  isShown: false,
  isPersonal,
  kind: filled > 0 && isMoney ? 'amount' : filled > 0 && isMoment ? 'time' : 'text',
  standsFor: [],
});

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

/** Two columns with the same title could not be told apart: the second adds its name as the service writes it. */
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

const isFilled = (row: ReportRow, column: MainColumn): boolean =>
  (column === '@at' ? row.at : column === '@amount' ? row.amountFils : row[TEXT_COLUMNS[column]]) !== null;

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);

const isTime = (value: unknown, parseTime: ParseTime): boolean =>
  typeof value === 'number'
    ? Number.isInteger(value) && value >= LEAST_TIME && parseTime(value) !== null
    : typeof value === 'string' && /\d\d:\d\d/.test(value) && parseTime(value) !== null;
