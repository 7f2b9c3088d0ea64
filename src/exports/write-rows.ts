import type { ReportKind } from '../figures/listed-row.ts';
import { createReadCounted } from '../figures/row-money.ts';
import type { Vocabulary } from '../payment-service/index.ts';
import { pickColumns } from '../reports/build-report-table.ts';
import { createColumnCollector } from '../reports/column-collector.ts';
import type { ReportColumn } from '../reports/report-columns.ts';
import type { ReportRow } from '../reports/report-row.ts';
import { splitColumns, withholdPrivate } from '../reports/shared-columns.ts';
import { buildSheet, type Column, moneyColumn } from '../reports/table.ts';
import { type FileFormat, writeCsv, writeWorkbook } from './write-file.ts';

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
  words: Vocabulary;
  /** The keys of those that the person chose; null: all. */
  columns: readonly string[] | null;
  /** A thread or a channel sees only what is known to be harmless. */
  isShared: boolean;
  timeZone: string;
  signal: AbortSignal;
}

/** Writes the rows while they come. `leftOut`: titles of columns of which a shared file lacks all or something. */
export const writeRows = async (
  pages: AsyncIterable<ReportRow[]>,
  { path, format, kind, words, columns: wanted, isShared, timeZone, signal }: RowsFile,
): Promise<{ bytes: number; leftOut: string[] }> => {
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
  const chosen = chooseColumns(collector.columns(!isAll), { wanted, isShared });
  const withheld = new Set<string>(chosen.leftOut);
  const columns = isShared ? withholdPrivate(chosen.columns, (title) => withheld.add(title)) : chosen.columns;
  async function* batches(): AsyncGenerator<ReportRow[]> {
    yield first;
    for (;;) {
      const step = isAll ? { done: true as const } : await iterator.next();
      if (step.done) return;
      yield step.value;
    }
  }
  const to = { path, timeZone, signal };
  const all = format === 'csv' ? columns : [...columns, countsAs(kind, words)];
  const sheet = buildSheet('Report', all, { batches: batches() });
  const bytes = await (format === 'csv' ? writeCsv(sheet, to) : writeWorkbook([sheet], to));
  return { bytes, leftOut: [...withheld] };
};

const chooseColumns = (
  columns: readonly ReportColumn[],
  { wanted, isShared }: { wanted: RowsFile['columns']; isShared: boolean },
) => {
  const chosen = splitColumns(wanted === null ? columns : pickColumns(columns, wanted), isShared);
  return chosen.columns.length > 0 ? chosen : splitColumns(columns, isShared);
};

/** Signed, with the total: the service's own columns have failed and refunded rows among them. */
const countsAs = (kind: ReportKind, words: Vocabulary): Column<ReportRow> =>
  moneyColumn('Counts as (AED)', createReadCounted(kind, words));
