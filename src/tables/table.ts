import { formatFils } from '../payment-service/index.ts';

/**
 * A cell. Text stays text, whatever it begins with; a decimal is written digit by digit; an instant, in epoch milliseconds,
 * becomes a time on the merchant's clock.
 */
export type Cell = string | { decimal: string } | { instant: number } | null;

/** As which files a table is written. */
export const FILE_FORMATS = ['csv', 'xlsx'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** What a column holds. `number`: one that is no amount of money, such as a count. */
export type ColumnKind = 'text' | 'amount' | 'number' | 'time';

/** A column of any table: of messages and of files, of the service's records and of our own. */
export interface Column<Row> {
  title: string;
  kind: ColumnKind;
  /** Has a total below it, in a workbook. Only for amounts. */
  isSummed?: boolean;
  of(row: Row): Cell;
}

export const textColumn = <Row>(title: string, of: (row: Row) => string | null): Column<Row> => ({
  title,
  kind: 'text',
  of,
});

export const timeColumn = <Row>(title: string, of: (row: Row) => number | null): Column<Row> => ({
  title,
  kind: 'time',
  of: (row) => cellOf(of(row), (instant) => ({ instant })),
});

/** Integer fils, with a total. */
export const moneyColumn = <Row>(title: string, of: (row: Row) => number | null): Column<Row> => ({
  title,
  kind: 'amount',
  isSummed: true,
  of: (row) => cellOf(of(row), (fils) => ({ decimal: formatFils(fils) })),
});

export const numberColumn = <Row>(title: string, of: (row: Row) => number | null): Column<Row> => ({
  title,
  kind: 'number',
  of: (row) => cellOf(of(row), (number) => ({ decimal: String(number) })),
});

const cellOf = (value: number | null, build: (value: number) => Cell): Cell =>
  value === null ? null : build(value);

/** A column of a table whose cells are already read. */
export type Heading = Pick<Column<never>, 'title' | 'kind' | 'isSummed'>;

/** A table of a file, with its cells in batches. */
export interface Sheet {
  /** At most 31 characters, none of `:\/?*[]`. */
  name: string;
  columns: readonly Heading[];
  batches: Batches<readonly Cell[]>;
}

export type Batches<Row> = Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;

const ROWS_AT_ONCE = 200;

/** `rows`: all of them, or in batches. */
export const buildSheet = <Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[] | { batches: Batches<Row> },
): Sheet => {
  async function* readCells(): AsyncGenerator<Cell[][]> {
    for await (const batch of 'batches' in rows ? rows.batches : inBatches(rows))
      yield batch.map((row) => columns.map(({ of }) => of(row)));
  }
  return { name, columns, batches: readCells() };
};

function* inBatches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) yield rows.slice(at, at + ROWS_AT_ONCE);
}
