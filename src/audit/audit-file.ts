import { packExport } from '../exports/pack-export.ts';
import type { ReportColumn } from '../reports/report-columns.ts';
import type { ReportRow } from '../reports/report-row.ts';
import type { AuditEntry } from '../store/audit-store.ts';
import { describeAction, describeAuditDetail } from './audit-sentences.ts';

const column = (key: string, title: string, kind: ReportColumn['kind'] = 'text'): ReportColumn => ({
  key,
  title,
  kind,
  isShown: true,
  isPersonal: false,
  standsFor: [],
});

const COLUMNS: readonly ReportColumn[] = [
  column('@at', 'Time', 'time'),
  column('.who', 'Who (Slack id)'),
  column('.action', 'Action'),
  column('.what', 'What'),
  column('.subject', 'Subject'),
  column('.detail', 'Detail'),
  column('.entry', 'Entry'),
];

/**
 * Writes entries into a CSV file. Uses the reports' writer, which protects spreadsheets from formulas.
 * Returns the file's length in bytes and the number of entries.
 */
export const writeAuditFile = async (
  path: string,
  entries: AsyncIterable<AuditEntry[]>,
  { timeZone, signal }: { timeZone: string; signal: AbortSignal },
): Promise<{ bytes: number; entries: number }> => {
  let count = 0;
  async function* rows(): AsyncGenerator<ReportRow[]> {
    for await (const batch of entries) {
      count += batch.length;
      yield batch.map(buildRow);
    }
  }
  const bytes = await packExport({ path, format: 'csv', columns: COLUMNS, rows: rows(), timeZone, signal });
  return { bytes, entries: count };
};

function buildRow(entry: AuditEntry): ReportRow {
  return {
    ...{
      at: entry.at,
      amountFils: null,
      currency: null,
      status: null,
      reference: null,
      orderId: null,
      id: null,
    },
    fields: {
      who: entry.actorId,
      action: entry.action,
      what: describeAction(entry),
      subject: entry.subject ?? '',
      detail: describeAuditDetail(entry),
      entry: entry.id,
    },
  };
}
