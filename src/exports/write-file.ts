import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createMomentText } from '../listings/listed-time.ts';
import type { Cell, Sheet } from '../tables/table.ts';
import { createWorkbookStream } from './workbook/workbook-stream.ts';

interface FileToWrite {
  /** The file must not exist yet; no other user may read it. */
  path: string;
  timeZone: string;
  signal?: AbortSignal | undefined;
}

/** Writes a table as CSV. Returns the length of the file in bytes. */
export const writeCsv = (sheet: Sheet, { timeZone, ...to }: FileToWrite): Promise<number> =>
  write(createCsvStream(sheet, timeZone), to);

/** Writes tables as a workbook, each a sheet. Returns the length of the file in bytes. */
export const writeWorkbook = (sheets: readonly Sheet[], { timeZone, ...to }: FileToWrite): Promise<number> =>
  write(createWorkbookStream(sheets, timeZone), to);

async function write(
  source: AsyncIterable<Buffer>,
  { path, signal }: Pick<FileToWrite, 'path' | 'signal'>,
): Promise<number> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(source, file, signal === undefined ? {} : { signal });
  return (await stat(path)).size;
}

/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
/** Characters that a spreadsheet takes for the start of a formula, including their full-width forms. */
const FORMULA_START = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** What would end a cell or a line, and spaces that a reader would trim. */
const TO_QUOTE = /[",\r\n]|^\s|\s$/;

/**
 * A table as CSV (RFC 4180): a header with a mark for Excel, lines that end in CRLF, times in ISO 8601 with the merchant's
 * offset. Text that a spreadsheet would take for a formula gets an apostrophe; numbers do not.
 */
export const createCsvStream = async function* (
  { columns, batches }: Pick<Sheet, 'columns' | 'batches'>,
  timeZone: string,
): AsyncGenerator<Buffer> {
  const momentText = createMomentText(timeZone);
  const writeCell = (cell: Cell): string => {
    if (cell === null || cell === '') return '';
    if (typeof cell === 'string') return quote(defuse(cell));
    return 'instant' in cell ? momentText(cell.instant) : cell.decimal;
  };
  yield Buffer.from(`${BYTE_ORDER_MARK}${columns.map(({ title }) => quote(defuse(title))).join(',')}\r\n`);
  for await (const rows of batches) {
    let text = '';
    for (const row of rows) text += `${row.map(writeCell).join(',')}\r\n`;
    if (text !== '') yield Buffer.from(text);
  }
};

const defuse = (text: string): string => (FORMULA_START.test(text) ? `'${text}` : text);

const quote = (text: string): string => (TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
