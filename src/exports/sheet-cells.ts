import { formatFils, parseRecordAmount } from '../payment-service/index.ts';
import type { RowShape } from '../reports/flatten-row.ts';
import { createMomentText, createParseTime } from '../reports/listed-time.ts';
import { isTextColumn, type ReportColumn, TEXT_COLUMNS } from '../reports/report-columns.ts';
import type { ReportRow } from '../reports/report-row.ts';
import { valueText } from '../reports/row-money.ts';
import { isLossless, textOf } from '../reports/row-reader.ts';

/** A cell of a file. `isNumber`: the text is a number, written by us or sent as a number by the service. */
export interface SheetCell {
  text: string;
  isNumber: boolean;
  /** For a time that could be read, in epoch milliseconds. */
  instant?: number;
}

/** Numbers under these names are really names: a spreadsheet must not round them or show them with an exponent. */
const NAME_OF_NUMBER = /(id|no|number|num|ref|reference|rrn|code|phone|mobile|zip|pan|card|iban|account)$/;
const NOTHING: SheetCell = { text: '', isNumber: false };

/**
 * Reads the cells of a row: amounts as decimal text, times in ISO 8601 with the merchant's offset; if
 * either cannot be read, as the service wrote it. If `OTHER_FIELDS` is among the columns, it holds as JSON
 * what no other column does.
 */
export const createCellReader = ({
  columns,
  timeZone,
}: {
  columns: readonly ReportColumn[];
  timeZone: string;
}): ((row: ReportRow) => SheetCell[]) => {
  const momentText = createMomentText(timeZone);
  const parseTime = createParseTime(timeZone);
  const places = new Map<string, readonly string[]>(columns.map(({ key }) => [key, []]));
  for (const { key, sourceFields } of columns) {
    for (const source of sourceFields) places.set(source, [...(places.get(source) ?? []), key]);
  }

  const asTime = (instant: number): SheetCell => ({ text: momentText(instant), isNumber: false, instant });

  const readValue = (kind: ReportColumn['kind'], isName: boolean, value: unknown): SheetCell => {
    if (value === undefined || value === null) return NOTHING;
    if (kind === 'amount') {
      const fils = parseRecordAmount(value);
      if (fils !== null) return asAmount(fils);
    }
    if (kind === 'time') {
      const instant = parseTime(value);
      if (instant !== null) return asTime(instant);
    }
    return { text: valueText(value), isNumber: typeof value === 'number' && !isName };
  };

  /** Whether a main column that stands for this field says the same in this row. */
  const isTold = (row: ReportRow, value: unknown, mains: readonly string[]): boolean =>
    mains.some((main) => {
      if (main === '@at') return row.at !== null && isLossless(main, value) && parseTime(value) === row.at;
      if (main === '@amount') return row.amountFils !== null && parseRecordAmount(value) === row.amountFils;
      return isTextColumn(main) && textOf(value) !== null && textOf(value) === row[TEXT_COLUMNS[main]];
    });

  /** If the columns were chosen before every row was seen, this column keeps the rest. */
  const readOther = (row: ReportRow): SheetCell => {
    const { shape, values } = row.flat;
    const rest = shape.keys.flatMap((key, place) => {
      const value = values[place];
      if (value === null || value === '') return [];
      const mains = places.get(key);
      const isElsewhere = mains !== undefined && (mains.length === 0 || isTold(row, value, mains));
      return isElsewhere ? [] : [[shape.paths[place]?.join('.') ?? '', value] as const];
    });
    if (rest.length === 0) return NOTHING;
    return { text: JSON.stringify(Object.fromEntries(rest)), isNumber: false };
  };

  const readers = columns.map(({ key, kind }): ((row: ReportRow) => SheetCell) => {
    if (key === '@at') return ({ at }) => (at === null ? NOTHING : asTime(at));
    if (key === '@amount') return ({ amountFils }) => (amountFils === null ? NOTHING : asAmount(amountFils));
    if (key === '@other') return readOther;
    if (isTextColumn(key)) return (row) => asText(row[TEXT_COLUMNS[key]]);
    const isName = NAME_OF_NUMBER.test(key);
    let shape: RowShape | null = null;
    let place = -1;
    return ({ flat }) => {
      if (flat.shape !== shape) {
        shape = flat.shape;
        place = shape.indexOf.get(key) ?? -1;
      }
      return readValue(kind, isName, flat.values[place]);
    };
  });

  return (row) => readers.map((read) => read(row));
};

const asAmount = (fils: number): SheetCell => ({ text: formatFils(fils), isNumber: true });

const asText = (text: string | null): SheetCell => (text === null ? NOTHING : { text, isNumber: false });
