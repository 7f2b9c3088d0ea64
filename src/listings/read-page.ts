import {
  type DateRange,
  type ListPage,
  PaymentServiceError,
  type Reach,
  readWhole,
  type Whole,
} from '../payment-service/index.ts';
import { nameRow } from './list-rows.ts';
import type { ReportRow } from './report-row.ts';

/** Rows of one page: as many as a message's table shows well, with most columns of most services. */
export const PAGE_ROWS = 10;

export interface ReportPage {
  /** At most `PAGE_ROWS`, from the requested one on. */
  rows: ReportRow[];
  /** Known if the service reports it or everything was read; never a guess. */
  total: number | null;
  /** Null: whether more follow could not be read. */
  hasNext: boolean | null;
  /** False: the response held no list, so an empty page does not mean that no rows exist. */
  isList: boolean;
}

/** The rows after the first `first` ones: reads from the beginning until it has them, and one row more. */
export const readRowsAfter = async (
  list: ListPage<ReportRow>,
  range: DateRange,
  first: number,
): Promise<ReportPage> => {
  const end = first + PAGE_ROWS;
  const rows: ReportRow[] = [];
  const enough = new AbortController();
  const { signal } = enough;
  let [passed, said]: [number, number | null] = [0, null];
  const onProgress = ({ total }: Reach): void => {
    said = total;
  };
  const take = (read: ReportRow[]): void => {
    rows.push(...read.slice(Math.max(0, first - passed), Math.max(0, end - passed)));
    passed += read.length;
    // A total that equals what was read may count only that page.
    if (passed > end && said !== passed) enough.abort();
  };
  const whole = await readWhole(list, range, { take, nameOf: nameRow, signal, onProgress }).catch(
    (error: unknown): Whole | null => {
      // Its rows are there, or some; whether more follow is not known.
      if (signal.aborted || (rows.length > 0 && error instanceof PaymentServiceError)) return null;
      throw error;
    },
  );
  const total = whole?.is === 'whole' && !whole.hasGrown ? passed : said;
  const least = whole === null ? passed + 1 : passed;
  return {
    ...{ rows, total: total !== null && total >= least ? total : null },
    hasNext: passed > end ? true : whole === null ? null : false,
    isList: whole?.is !== 'no-list',
  };
};
