import { pipeline } from 'node:stream/promises';
import { CsvError, type Options, parse } from 'csv-parse';
import { countHeadings, MOST_LINES_ABOVE } from './headings.ts';
import { isSumFormula } from './read-cell.ts';
import {
  BatchFileRefused,
  type CellFacts,
  createLineCollector,
  inPieces,
  MOST_COLUMNS,
  type Sheet,
  TOO_MANY_COLUMNS,
} from './sheet-limits.ts';

export const LARGEST_FILE = 5 * 1024 * 1024;

const startsWith = (file: Buffer, ...bytes: number[]): boolean => bytes.every((byte, i) => file[i] === byte);

/**
 * Tells the kind of file by its bytes, because people choose the names. `sheet`: which one of a workbook's lists was
 * chosen. Throws `BatchFileRefused`.
 */
export const readLines = async (file: Buffer, mostRows: number, sheet: number | null): Promise<Sheet> => {
  if (file.length === 0) throw new BatchFileRefused('The file is empty. Start from the template.');
  if (file.length > LARGEST_FILE) throw new BatchFileRefused(TOO_LARGE);
  if (startsWith(file, 0x50, 0x4b)) {
    // Loaded on first use: most lists are CSV.
    const { readWorkbook } = await import('./read-workbook.ts');
    return readWorkbook(file, mostRows, sheet);
  }
  if (startsWith(file, 0xd0, 0xcf, 0x11, 0xe0))
    throw new BatchFileRefused(
      'This workbook is from an old Excel, or has a password. Save it as .xlsx without a password, and send that file.',
    );
  const text = decodeText(file);
  if (text === null || /^\s*(%PDF-|<(!DOCTYPE|html|\?xml))/i.test(text.slice(0, 200)))
    throw new BatchFileRefused(
      'Paylink can’t read this file. Send a spreadsheet as .xlsx or .csv; the template shows the columns.',
    );
  return readDelimited(text, mostRows);
};

export const TOO_LARGE = 'The file is larger than 5 MB. Keep the columns that the template has, or split it.';

/**
 * The text of a CSV file: UTF-8, UTF-16, or else Windows-1256, which Excel uses in an Arabic Windows. Null: not a text.
 */
const decodeText = (bytes: Uint8Array): string | null => {
  const mark = [0xfeff, 0xfffe].indexOf((bytes[0] ?? 0) * 256 + (bytes[1] ?? 0));
  const zero = bytes.indexOf(0);
  if (mark === -1 && zero === -1) return decodeBytes(bytes);
  // Without a mark: the other half of a Latin character is zero.
  const isLittle = mark === -1 ? zero % 2 === 1 : mark === 1;
  const text = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes);
  // Binary files contain controls; text that a spreadsheet saves never does.
  return /[^\P{Cc}\t\n\v\f\r\u0085]|\uFFFD/u.test(text) ? null : text;
};

function decodeBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1256').decode(bytes);
  }
}

const SEPARATORS = [',', ';', '\t', '|'] as const;
/** In characters. Far more than a line of a customer list has, far less than a file without line breaks. */
const LONGEST_LINE = 20_000;
/** In bytes. At worst each byte is an empty line. */
const PIECE = 1024;

/** The lines of a CSV or TSV file. Throws `BatchFileRefused`. */
const readDelimited = async (text: string, mostRows: number): Promise<Sheet> => {
  const collector = createLineCollector(mostRows);
  const separator = findSeparator(text);
  const options: Options = {
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    // Rows are compared with the headings once those are found.
    relax_column_count: true,
    relax_quotes: true,
    bom: true,
    info: true,
    max_record_size: LONGEST_LINE,
    skip_empty_lines: false,
    on_record: (record: unknown) => {
      const { info, record: cells } = record as { info: { lines: number }; record: string[] };
      if (cells.length > MOST_COLUMNS) throw new BatchFileRefused(TOO_MANY_COLUMNS);
      const texts = cells.map(undoTextFormula);
      const formulas = texts.flatMap((text, place) =>
        isFormula(text) ? [[place, asFormula(text)] as const] : [],
      );
      collector.add({ number: info.lines, cells: texts, isHidden: false, facts: new Map(formulas) });
      // The collector keeps it.
      return null;
    },
  };
  try {
    await pipeline(inShortLines(Buffer.from(text)), parse(options), drain);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new BatchFileRefused(
      error.code === 'CSV_MAX_RECORD_SIZE'
        ? LINE_TOO_LONG
        : 'A quote in the file is not closed. Close it, or save the file again as CSV from a spreadsheet.',
    );
  }
  const whole = { name: null, sheets: [], index: 0, isOpen: false, isDelimited: true };
  return { ...whole, lines: collector.lines(), hiddenColumns: new Set() };
};

const LINE_TOO_LONG = `A line of the file has more than ${LONGEST_LINE.toLocaleString('en-US')} characters. Is a quote not closed, or is it all one line? Start from the template.`;

/** The most bytes that a character has in UTF-8. */
const WIDEST = 4;
const LINE_ENDS = [0x0a, 0x0d];

/** The text in pieces, as long as its lines are short: the parser counts no separators, and keeps each empty cell. */
async function* inShortLines(text: Buffer): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const piece of inPieces(text, PIECE)) {
    const end = Math.max(...LINE_ENDS.map((byte) => piece.lastIndexOf(byte)));
    length = end === -1 ? length + piece.length : piece.length - end;
    if (length > LONGEST_LINE * WIDEST) throw new BatchFileRefused(LINE_TOO_LONG);
    yield piece;
  }
}

const drain = async (records: AsyncIterable<unknown>): Promise<void> => {
  for await (const _none of records);
};

/** The one that splits a line into most headings; if there are none, the most frequent in the first line, outside quotes. */
function findSeparator(text: string): (typeof SEPARATORS)[number] {
  const start = text.slice(0, LONGEST_LINE).replace(/^\uFEFF?[\r\n]+/, '');
  const lines = start.split(/[\r\n]+/).slice(0, MOST_LINES_ABOVE);
  const headings = SEPARATORS.map((separator) =>
    Math.max(...lines.map((line) => countHeadings(line.split(separator)))),
  );
  const most = Math.max(...headings);
  if (most > 1) return SEPARATORS[headings.indexOf(most)] ?? ',';
  const outside = start.replace(/"[^"]*"/g, '');
  const line = /^[^\r\n]*/.exec(outside)?.[0] ?? '';
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** `="0501234567"`, as programs write digits that a spreadsheet must not take for a number. */
const undoTextFormula = (cell: string): string =>
  /^\s*=\s*"((?:[^"]|"")*)"\s*$/.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell;

/** `+971…` and `-5` are not formulas to a person, and are read as text. */
const isFormula = (cell: string): boolean =>
  /^\s*[=\uFF1D]\s*\S/u.test(cell) || /^\s*@[A-Za-z]+\(/.test(cell);

const asFormula = (cell: string): CellFacts => ({
  ...{ isNumber: false, format: null, isStruck: false, flaw: 'no value' },
  ...{ isFormula: true, isSum: isSumFormula(cell) },
});
