import { buildOwnColumn, buildOwnRow } from '../exports/own-rows.ts';
import { packExport } from '../exports/pack-export.ts';
import type { ReportColumn } from '../reports/report-columns.ts';
import type { ReportRow } from '../reports/report-row.ts';
import type { AuditEntry } from '../store/audit-store.ts';
import { describeAction, describeAuditDetail } from './audit-sentences.ts';

const COLUMNS: readonly ReportColumn[] = [
  buildOwnColumn('@at', 'Time', 'time'),
  buildOwnColumn('.who', 'Who (Slack id)'),
  buildOwnColumn('.action', 'Action'),
  buildOwnColumn('.what', 'What'),
  buildOwnColumn('.subject', 'Subject'),
  buildOwnColumn('.detail', 'Detail'),
  buildOwnColumn('.entry', 'Entry'),
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

const buildRow = (entry: AuditEntry): ReportRow =>
  buildOwnRow(
    {
      who: entry.actorId,
      action: entry.action,
      what: describeAction(entry),
      subject: entry.subject ?? '',
      detail: describeAuditDetail(entry),
      entry: entry.id,
    },
    entry.at,
  );
