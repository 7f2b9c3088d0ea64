import { z } from 'zod';
import { dayOf } from '../calendar/date-span.ts';
import type { DescribeFile } from '../exports/file-job.ts';
import { writeCsv } from '../exports/write-file.ts';
import type { AuditEntry } from '../store/audit-store.ts';
import { buildSheet, type Column, textColumn, timeColumn } from '../tables/table.ts';
import { buildAuditFilter } from './audit-pointer.ts';
import { buildAuditExportDone, describeAction, describeAuditDetail } from './audit-view.ts';

const payloadSchema = z.object({
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

const madeSchema = z.number();

export type AuditExportPayload = z.infer<typeof payloadSchema>;

/** What a search of the audit trail finds. */
export const describeAuditFile: DescribeFile = ({ teamId, payload }, { audit, timeZone }) => {
  const { userId, question, askedAt } = payloadSchema.parse(payload);
  const name = nameFile({ question, askedAt }, timeZone);
  return {
    ...{ userId, name, format: 'csv' },
    title: 'Audit trail',
    needs: 'read-audit',
    make: async (path, { signal }) => {
      const span = { from: question.span?.from ?? 0, to: Math.min(question.span?.to ?? askedAt, askedAt) };
      const found = audit.all(buildAuditFilter(teamId, { ...question, span }));
      const { bytes, rows } = await writeAuditFile(path, found, { timeZone, signal });
      return { bytes: rows === 0 ? 0 : bytes, rows, made: rows };
    },
    done: (made) => buildAuditExportDone(madeSchema.parse(made), name),
  };
};

function nameFile(
  { question: { span }, askedAt }: Pick<AuditExportPayload, 'question' | 'askedAt'>,
  timeZone: string,
): string {
  const to = dayOf(Math.min(span?.to ?? askedAt, askedAt), timeZone);
  const from = span ? dayOf(span.from, timeZone) : null;
  return `audit-trail-${from === null || from === to ? '' : `${from}-to-`}${to}.csv`;
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  timeColumn('Time', ({ at }) => at),
  textColumn('Who (Slack id)', ({ actorId }) => actorId),
  textColumn('Action', ({ action }) => action),
  textColumn('What', describeAction),
  textColumn('Subject', ({ subject }) => subject),
  textColumn('Detail', describeAuditDetail),
  textColumn('Entry', ({ id }) => id),
];

export const writeAuditFile = async (
  path: string,
  entries: AsyncIterable<AuditEntry[]>,
  { timeZone, signal }: { timeZone: string; signal: AbortSignal },
): Promise<{ bytes: number; rows: number }> => {
  let rows = 0;
  async function* batches(): AsyncGenerator<AuditEntry[]> {
    for await (const batch of entries) {
      rows += batch.length;
      yield batch;
    }
  }
  const sheet = buildSheet('Audit trail', COLUMNS, { batches: batches() });
  const bytes = await writeCsv(sheet, { path, timeZone, signal });
  return { bytes, rows };
};
