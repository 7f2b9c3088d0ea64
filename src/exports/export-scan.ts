import { createColumnCollector } from '../reports/column-collector.ts';
import type { ReportColumn } from '../reports/report-columns.ts';
import type { ReportRow } from '../reports/report-row.ts';
import { createTotals, type Totals, type TotalsOptions } from '../reports/totals.ts';

/** What we learn from the rows as they pass: their sums, and every column that any of them has. */
export interface ExportScan {
  add(rows: readonly ReportRow[]): void;
  totals(): Totals;
  columns(): ReportColumn[];
  /** Some row had more fields than we read of one row. */
  hasUnread(): boolean;
}

export const createExportScan = (options: TotalsOptions): ExportScan => {
  const totals = createTotals(options);
  const columns = createColumnCollector(options.kind);
  let hasUnread = false;
  return {
    add: (rows) => {
      totals.add(rows);
      hasUnread ||= rows.some((row) => row.hasUnread);
      columns.add(rows);
    },
    totals: () => totals.result(),
    columns: () => columns.columns(),
    hasUnread: () => hasUnread,
  };
};
