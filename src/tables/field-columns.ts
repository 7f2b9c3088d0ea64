import type { RowShape } from '../listings/flatten-row.ts';
import type { ParseTime } from '../listings/listed-time.ts';
import type { ReportRow } from '../listings/report-row.ts';
import { isLossless, textOf } from '../listings/row-reader.ts';
import { formatFils, parseRecordAmount } from '../payment-service/index.ts';
import { isTextColumn, type ReportColumn, TEXT_COLUMNS } from './report-columns.ts';
import type { Cell, ColumnKind } from './table.ts';

/** Numbers under these names are really names: a spreadsheet must not round them or show them with an exponent. */
const NAME_OF_NUMBER = /(id|no|number|num|ref|reference|rrn|code|phone|mobile|zip|pan|card|iban|account)$/;

/** What a main column shows of a row. */
export const readMain = (key: string): ((row: ReportRow) => Cell) => {
  if (key === '@at') return ({ at }) => (at === null ? null : { instant: at });
  if (key === '@amount')
    return ({ amountFils }) => (amountFils === null ? null : { decimal: formatFils(amountFils) });
  const property = isTextColumn(key) ? TEXT_COLUMNS[key] : null;
  return (row) => (property === null ? null : row[property]);
};

/** What a field that the service names shows of a row: if it can't be read as its kind, as the service wrote it. */
export const readField = (
  key: string,
  kind: ColumnKind,
  parseTime: ParseTime,
): ((row: ReportRow) => Cell) => {
  const isName = NAME_OF_NUMBER.test(key);
  let shape: RowShape | null = null;
  let place = -1;
  return ({ flat }) => {
    if (flat.shape !== shape) {
      shape = flat.shape;
      place = shape.indexOf.get(key) ?? -1;
    }
    const value = flat.values[place];
    if (value === undefined || value === null) return null;
    const fils = kind === 'amount' ? parseRecordAmount(value) : null;
    if (fils !== null) return { decimal: formatFils(fils) };
    const instant = kind === 'time' ? parseTime(value) : null;
    if (instant !== null) return { instant };
    return typeof value === 'number' && !isName ? { decimal: valueText(value) } : valueText(value);
  };
};

/** Any JSON value as text: strings and numbers as they are, null as nothing, lists and objects as JSON. */
const valueText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/**
 * The column for what no other column shows, as JSON: for columns that were found before every row was read. `columns`:
 * the others.
 */
export const buildOtherFields = (columns: readonly ReportColumn[], parseTime: ParseTime): ReportColumn => {
  const places = new Map<string, readonly string[]>(columns.map(({ key }) => [key, []]));
  for (const { key, sourceFields } of columns)
    for (const source of sourceFields) places.set(source, [...(places.get(source) ?? []), key]);

  /** Whether a main column that stands for this field says the same in this row. */
  const isTold = (row: ReportRow, value: unknown, mains: readonly string[]): boolean =>
    mains.some((main) => {
      if (main === '@at') return row.at !== null && isLossless(main, value) && parseTime(value) === row.at;
      if (main === '@amount') return row.amountFils !== null && parseRecordAmount(value) === row.amountFils;
      return isTextColumn(main) && textOf(value) !== null && textOf(value) === row[TEXT_COLUMNS[main]];
    });

  return {
    key: '@other',
    title: 'Other fields',
    kind: 'text',
    isShown: false,
    sourceFields: [],
    of: (row) => {
      const { shape, values } = row.flat;
      const rest = shape.keys.flatMap((key, place) => {
        const value = values[place];
        if (value === null || value === '') return [];
        const mains = places.get(key);
        const isElsewhere = mains !== undefined && (mains.length === 0 || isTold(row, value, mains));
        return isElsewhere ? [] : [[shape.paths[place]?.join('.') ?? '', value] as const];
      });
      return rest.length === 0 ? null : JSON.stringify(Object.fromEntries(rest));
    },
  };
};
