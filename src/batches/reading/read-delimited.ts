import { pipeline } from 'node:stream/promises';
import { CsvError, type Options, parse } from 'csv-parse';
import { BatchFileRefused } from './batch-file-refused.ts';
import { inPieces } from './in-pieces.ts';
import {
  createLineTaker,
  MOST_COLUMNS,
  refuseFormula,
  type SheetLine,
  TOO_MANY_COLUMNS,
} from './sheet-limits.ts';

const SEPARATORS = [',', ';', '\t'] as const;
/** Characters of one line: far more than a list of customers has, far less than a file that is one line. */
const LONGEST_LINE = 20_000;
/** Of bytes: as many lines, if all of them are empty. */
const PIECE = 1024;

/** The lines of a CSV or TSV file. Throws `BatchFileRefused`. */
export const readDelimited = async (text: string, mostRows: number): Promise<SheetLine[]> => {
  const taker = createLineTaker(mostRows);
  const separator = findSeparator(text);
  const options: Options = {
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    bom: true,
    info: true,
    max_record_size: LONGEST_LINE,
    skip_empty_lines: false,
    on_record: (record: unknown) => {
      const { info, record: cells } = record as { info: { lines: number }; record: string[] };
      if (cells.length > MOST_COLUMNS) throw new BatchFileRefused(TOO_MANY_COLUMNS);
      const number = info.lines;
      const formula = cells.findIndex(isFormula);
      if (formula !== -1) refuseFormula(number, formula);
      taker.take({ number, cells });
      // Nothing is kept twice.
      return null;
    },
  };
  try {
    await pipeline(inPieces(Buffer.from(text), PIECE), parse(options), drain);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new BatchFileRefused(
      error.code === 'CSV_MAX_RECORD_SIZE'
        ? `A line of the file has more than ${LONGEST_LINE.toLocaleString('en-US')} characters. Is a quote left open, or is it all one line? Start from the template.`
        : 'A quote in the file is left open. Close it, or save the file from a spreadsheet as CSV once more.',
    );
  }
  return taker.lines();
};

const drain = async (records: AsyncIterable<unknown>): Promise<void> => {
  for await (const _none of records);
};

/** The separator that stands most often in the first line, outside of quotes. */
function findSeparator(text: string): (typeof SEPARATORS)[number] {
  const start = text.slice(0, LONGEST_LINE).replace(/^\uFEFF?[\r\n]+/, '');
  const outside = start.replace(/"[^"]*"/g, '');
  const line = /^[^\r\n]*/.exec(outside)?.[0] ?? '';
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** `+971…` and `-5` are no formulas to a person, and are read as the text that they are. */
const isFormula = (cell: string): boolean =>
  /^\s*[=\uFF1D]\s*\S/u.test(cell) || /^\s*@[A-Za-z]+\(/.test(cell);
