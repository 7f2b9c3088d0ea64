import { dayOf } from './date-span.ts';
import type { ExportFormat } from './export-job-state.ts';
import type { ReportQuery } from './report-row.ts';

/** `transactions-2026-10-01-to-2026-10-15.csv`, in the merchant's days. */
export const buildExportName = (
  { kind, span }: ReportQuery,
  format: ExportFormat,
  timeZone: string,
): string => {
  const from = dayOf(span.from, timeZone);
  const to = dayOf(span.to, timeZone);
  return `${kind}-${from}${from === to ? '' : `-to-${to}`}.${format}`;
};
