import { createColumnCollector } from './column-collector.ts';
import type { ReportColumn } from './report-columns.ts';
import type { ReportKind, ReportRow } from './report-row.ts';
import { createTotals, type Totals } from './totals.ts';

/** What is learnt of the rows while they pass: their sums, and every column that any of them has. */
export interface ExportScan {
  add(rows: readonly ReportRow[]): void;
  totals(): Totals;
  columns(): ReportColumn[];
}

export const createExportScan = (kind: ReportKind, timeZone: string): ExportScan => {
  const totals = createTotals({ timeZone });
  const columns = createColumnCollector(kind);
  return {
    add: (rows) => {
      totals.add(rows);
      columns.add(rows);
    },
    totals: () => totals.result(),
    columns: () => columns.columns(),
  };
};
