import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { App } from '../app-parts.ts';
import { dayOf } from '../calendar/date-span.ts';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import { buildOwnColumn, createMadeFileJob } from '../exports/made-file-job.ts';
import { writeReportFile } from '../exports/write-file.ts';
import type { ReportColumn } from '../reports/report-columns.ts';
import type { ReportRow } from '../reports/report-row.ts';
import { createOwnRowReader } from '../reports/row-reader.ts';
import type { AuditEntry } from '../store/audit-store.ts';
import { buildAuditFilter } from './audit-pointer.ts';
import {
  buildAuditExportAsked,
  buildAuditExportDone,
  buildAuditExportFailed,
  buildAuditExportRefused,
  describeAction,
  describeAuditDetail,
} from './audit-view.ts';

const auditExportPayloadSchema = z.object({
  /** Gets the file. */
  userId: z.string(),
  question: z.object({
    span: z.object({ from: z.number(), to: z.number() }).nullable(),
    actorId: z.string().nullable(),
    word: z.string().nullable(),
    subject: z.string().nullable(),
  }),
  /** The file has no later entries, however late it is written. */
  askedAt: z.number(),
});

export type AuditExportPayload = z.infer<typeof auditExportPayloadSchema>;

/** Sends the results of an audit search to the person who asked, as a CSV file in a direct message. */
export const createAuditExportJob = (app: App, client: WebClient): JobHandler => {
  const { audit, timeZone } = app;
  return createMadeFileJob(app, client, ({ teamId, payload }) => {
    const { userId, question, askedAt } = auditExportPayloadSchema.parse(payload);
    const name = nameFile({ question, askedAt }, timeZone);
    return {
      userId,
      needed: 'read-audit',
      name,
      format: 'csv',
      write: (path, signal) => {
        const span = { from: question.span?.from ?? 0, to: Math.min(question.span?.to ?? askedAt, askedAt) };
        const found = audit.all(buildAuditFilter(teamId, { ...question, span }));
        return writeAuditFile(path, found, { timeZone, signal });
      },
      words: {
        asked: buildAuditExportAsked(),
        done: (entries) => buildAuditExportDone(entries, name),
        failed: buildAuditExportFailed,
        notPermitted: buildAuditExportRefused(),
      },
    };
  });
};

function nameFile(
  { question: { span }, askedAt }: Pick<AuditExportPayload, 'question' | 'askedAt'>,
  timeZone: string,
): string {
  const to = dayOf(Math.min(span?.to ?? askedAt, askedAt), timeZone);
  const from = span ? dayOf(span.from, timeZone) : null;
  return `audit-trail-${from === null || from === to ? '' : `${from}-to-`}${to}.csv`;
}

const COLUMNS: readonly ReportColumn[] = [
  buildOwnColumn('@at', 'Time', 'time'),
  buildOwnColumn('.who', 'Who (Slack id)'),
  buildOwnColumn('.action', 'Action'),
  buildOwnColumn('.what', 'What'),
  buildOwnColumn('.subject', 'Subject'),
  buildOwnColumn('.detail', 'Detail'),
  buildOwnColumn('.entry', 'Entry'),
];

/** Uses the reports' writer, which protects spreadsheets from formulas. `bytes`: the length of the file. */
export const writeAuditFile = async (
  path: string,
  entries: AsyncIterable<AuditEntry[]>,
  { timeZone, signal }: { timeZone: string; signal: AbortSignal },
): Promise<{ bytes: number; entries: number }> => {
  const readRow = createOwnRowReader();
  let count = 0;
  async function* rows(): AsyncGenerator<ReportRow[]> {
    for await (const batch of entries) {
      count += batch.length;
      yield batch.map((entry) => readRow(buildFields(entry), entry.at));
    }
  }
  const bytes = await writeReportFile({
    path,
    format: 'csv',
    columns: COLUMNS,
    rows: rows(),
    timeZone,
    signal,
  });
  return { bytes, entries: count };
};

const buildFields = (entry: AuditEntry) => ({
  who: entry.actorId,
  action: entry.action,
  what: describeAction(entry),
  subject: entry.subject ?? '',
  detail: describeAuditDetail(entry),
  entry: entry.id,
});
