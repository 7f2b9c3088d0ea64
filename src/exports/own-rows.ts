import type { ReportColumn } from '../reports/report-columns.ts';
import type { ReportRow } from '../reports/report-row.ts';

/** A column of a file made from our own store: everybody who gets the file may see it. */
export const buildOwnColumn = (
  key: string,
  title: string,
  kind: ReportColumn['kind'] = 'text',
): ReportColumn => ({ key, title, kind, isShown: true, isPersonal: false, sourceFields: [] });

/** A row of such a file, which is no record of the service. `at`: for a column `@at`. */
export const buildOwnRow = (fields: ReportRow['fields'], at: number | null = null): ReportRow => ({
  at,
  amountFils: null,
  currency: null,
  status: null,
  reference: null,
  orderId: null,
  id: null,
  fields,
});
