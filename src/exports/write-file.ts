import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { formatFils, parseRecordAmount } from '../payment-service/index.ts';
import type { RowShape } from '../reports/flatten-row.ts';
import { createMomentText, createParseTime } from '../reports/listed-time.ts';
import { isTextColumn, type ReportColumn, TEXT_COLUMNS } from '../reports/report-columns.ts';
import type { ReportRow } from '../reports/report-row.ts';
import { valueText } from '../reports/row-money.ts';
import { isLossless, textOf } from '../reports/row-reader.ts';
import type { ExportFormat } from './export-job-state.ts';
import type { WorkbookCell } from './workbook/cell-xml.ts';
import type { WorkbookColumn } from './workbook/sheet-xml.ts';
import {
  createWorkbookStream,
  type WorkbookOptions,
  type WorkbookRow,
  type WorkbookSheet,
} from './workbook/workbook-stream.ts';

interface ReportFile {
  /** The file must not exist yet; no other user may read it. */
  path: string;
  format: ExportFormat;
  columns: readonly ReportColumn[];
  rows: RowBatches;
  counted?: CountedColumn;
  timeZone: string;
  signal: AbortSignal;
}

/** Writes a workbook that no other user may read. The file must not exist yet. Returns its length in bytes. */
export const writeWorkbook = async ({
  path,
  sheets,
  timeZone,
  signal,
}: { path: string; signal?: AbortSignal } & WorkbookOptions): Promise<number> => {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(createWorkbookStream({ sheets, timeZone }), file, signal === undefined ? {} : { signal });
  return (await stat(path)).size;
};

/** Writes the rows into the file that people get. Returns its length in bytes. */
export const writeReportFile = async ({
  path,
  format,
  columns,
  rows,
  counted,
  timeZone,
  signal,
}: ReportFile): Promise<number> => {
  const createStream = format === 'csv' ? createCsvStream : createXlsxStream;
  const write = createStream({ columns, timeZone, counted });
  await pipeline(write(rows), createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
  return (await stat(path)).size;
};

export interface SheetOptions {
  /** The columns to write, in this order. A field that no column holds is left out of the file. */
  columns: readonly ReportColumn[];
  timeZone: string;
  counted?: CountedColumn | undefined;
}

/**
 * For records of the service: the amounts that count, in a column of ours, which alone has a total in a workbook. The service's
 * own columns have failed and refunded rows among them. Absent: the columns are ours, and amounts have totals.
 */
export interface CountedColumn {
  title: string;
  /** Integer fils; null: the row does not count. */
  read: (row: ReportRow) => number | null;
  isSummed: boolean;
}

/** Rows in batches, as a listing reader returns them. */
type RowBatches = AsyncIterable<readonly ReportRow[]> | Iterable<readonly ReportRow[]>;

/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
/** Characters that a spreadsheet takes for the start of a formula, including their full-width forms. */
const FORMULA_START = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** What would end a cell or a line, and spaces that a reader would trim. */
const TO_QUOTE = /[",\r\n]|^\s|\s$/;

/**
 * Writes rows as CSV (RFC 4180): a header with a mark for Excel, lines that end in CRLF. Text that a spreadsheet
 * would take for a formula gets an apostrophe; numbers do not.
 */
export const createCsvText = ({ columns, timeZone }: Pick<SheetOptions, 'columns' | 'timeZone'>) => {
  const readCells = createCellReader({ columns, timeZone });
  return {
    header: `${BYTE_ORDER_MARK}${columns.map(({ title }) => quote(defuse(title))).join(',')}\r\n`,
    lines: (rows: readonly ReportRow[]): string => {
      let text = '';
      for (const row of rows) {
        let isFirst = true;
        for (const cell of readCells(row)) {
          text += isFirst ? writeCell(cell) : `,${writeCell(cell)}`;
          isFirst = false;
        }
        text += '\r\n';
      }
      return text;
    },
  };
};

/** The whole file, one chunk per batch. */
export const createCsvStream = (options: SheetOptions) => {
  const { header, lines } = createCsvText(options);
  return async function* (batches: RowBatches): AsyncGenerator<Buffer> {
    yield Buffer.from(header);
    for await (const rows of batches) if (rows.length > 0) yield Buffer.from(lines(rows));
  };
};

const writeCell = ({ text, isNumber }: SheetCell): string =>
  isNumber || text === '' ? text : quote(defuse(text));

const defuse = (text: string): string => (FORMULA_START.test(text) ? `'${text}` : text);

const quote = (text: string): string => (TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const SHEET_NAME = 'Report';

/**
 * Turns batches of rows into a sheet of a workbook: amounts are numbers with two decimals, times are dates on the
 * merchant's clock, everything else, including ids, is text.
 */
export const buildReportSheet = (
  name: string,
  { columns, timeZone, counted }: SheetOptions,
  batches: RowBatches,
): WorkbookSheet => {
  const readCells = createCellReader({ columns, timeZone });
  async function* readBatches(): AsyncGenerator<readonly WorkbookRow[]> {
    for await (const rows of batches)
      yield rows.map((row) => [
        ...readCells(row).map((cell, place) => buildCell(cell, columns[place])),
        ...(counted === undefined ? [] : [buildCounted(counted.read(row))]),
      ]);
  }
  return {
    name,
    columns: [
      ...columns.map((column) => buildColumn(column, counted === undefined)),
      ...(counted === undefined
        ? []
        : [{ title: counted.title, kind: 'amount' as const, isSummed: counted.isSummed }]),
    ],
    batches: readBatches(),
  };
};

/** A workbook of one sheet. */
export const createXlsxStream =
  (options: SheetOptions) =>
  (batches: RowBatches): AsyncGenerator<Buffer> =>
    createWorkbookStream({
      sheets: [buildReportSheet(SHEET_NAME, options, batches)],
      timeZone: options.timeZone,
    });

const buildCounted = (fils: number | null): WorkbookCell =>
  fils === null ? null : { decimal: formatFils(fils) };

const buildColumn = ({ title, kind }: ReportColumn, isOurs: boolean): WorkbookColumn => ({
  title,
  kind,
  isSummed: kind === 'amount' && isOurs,
});

function buildCell({ text, isNumber, instant }: SheetCell, column: ReportColumn | undefined): WorkbookCell {
  if (instant !== undefined) return { instant };
  // An amount that is not exact in fils stays text as the service wrote it, outside the total.
  const isCounted = column?.kind !== 'amount' || /\.\d\d$/.test(text);
  return isNumber && isCounted ? { decimal: text } : text;
}

/** A cell of a file. `isNumber`: the text is a number, written by us or sent as a number by the service. */
interface SheetCell {
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
