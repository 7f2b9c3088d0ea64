import type { ReportKind } from '../figures/listed-row.ts';
import type { Counting } from '../figures/totals.ts';
import type { ReportRow } from '../listings/report-row.ts';
import { createRowReader } from '../listings/row-reader.ts';
import { describeState } from '../tables/build-report-table.ts';
import { createColumnCollector } from '../tables/column-collector.ts';
import { buildSheet, type Column, type FileFormat, moneyColumn, textColumn } from '../tables/table.ts';
import { writeCsv, writeWorkbook } from './write-file.ts';

/** Rows pass from the one who reads them to the one who writes them, a page at a time: the reader waits for the writer. */
export const createRowStream = () => {
  const { readable, writable } = new TransformStream<ReportRow[], ReportRow[]>();
  const writer = writable.getWriter();
  // Whoever reads or writes gets the error; nobody waits for this promise.
  writer.closed.catch(() => undefined);
  return {
    pages: readable,
    write: (page: ReportRow[]): Promise<void> => writer.write(page),
    /** Waits for both, so that nothing is still written when this ends. Rejects with what went wrong first. */
    settle: async <Read, Written>(
      reading: Promise<Read>,
      writing: Promise<Written>,
    ): Promise<[Read, Written]> => {
      const read = reading.then(
        async (outcome) => {
          await writer.close();
          return outcome;
        },
        async (error: unknown) => {
          await writer.abort(error).catch(() => undefined);
          throw error;
        },
      );
      const written = writing.catch(async (error: unknown) => {
        await writer.abort(error).catch(() => undefined);
        throw error;
      });
      await Promise.allSettled([read, written]);
      return [await read, await written];
    },
  };
};

/** So many rows say which columns there are; what comes only later is in *Other fields*. */
const ROWS_FOR_COLUMNS = 1_000;

interface RowsFile {
  path: string;
  format: FileFormat;
  kind: ReportKind;
  /** Has read each row before it is written. */
  counting: Counting;
  timeZone: string;
  signal: AbortSignal;
}

/** Writes the rows while they come, with every column. Returns the length of the file in bytes. */
export const writeRows = async (
  pages: AsyncIterable<ReportRow[]>,
  { path, format, kind, counting, timeZone, signal }: RowsFile,
): Promise<number> => {
  const iterator = pages[Symbol.asyncIterator]();
  const first: ReportRow[] = [];
  let isAll = false;
  while (!isAll && first.length < ROWS_FOR_COLUMNS) {
    const step = await iterator.next();
    if (step.done) isAll = true;
    else first.push(...step.value);
  }
  const collector = createColumnCollector(kind, timeZone);
  collector.add(first);
  const columns = collector.columns(!isAll).flatMap((column): Column<ReportRow>[] =>
    column.key === '@status'
      ? [
          textColumn('Status', (row) => {
            const moved = counting.movedOf(row);
            return moved && describeState(kind, moved, row);
          }),
          { ...column, title: 'Service status' },
        ]
      : [column],
  );
  async function* batches(): AsyncGenerator<ReportRow[]> {
    yield first;
    for (;;) {
      const step = isAll ? { done: true as const } : await iterator.next();
      if (step.done) break;
      yield step.value;
    }
    if (format === 'xlsx' && counting.twiceFils() !== 0) yield [twice];
  }
  const to = { path, timeZone, signal };
  const twice = createRowReader(kind, timeZone)({ fields: {} });
  const all =
    format === 'csv'
      ? columns
      : [
          ...columns.map((column, at) => (at === 0 ? { ...column, of: nameTwice(column, twice) } : column)),
          // Signed, with the total: the service's own columns have failed and refunded rows among them.
          moneyColumn('Counts as (AED)', (row: ReportRow) =>
            row === twice ? counting.twiceFils() : counting.countOf(row),
          ),
        ];
  const sheet = buildSheet('Report', all, { batches: batches() });
  return format === 'csv' ? writeCsv(sheet, to) : writeWorkbook([sheet], to);
};

/** The last row, if the rows before it tell of some money twice. */
const nameTwice =
  (column: Column<ReportRow>, twice: ReportRow): Column<ReportRow>['of'] =>
  (row) =>
    row === twice ? 'Told by two of these rows, counted once' : column.of(row);
