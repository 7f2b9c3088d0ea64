import type { JobHandler } from '../delivery/run-claimed-job.ts';
import { createMadeFileJob, type MadeFileJobDependencies } from '../exports/made-file-job.ts';
import { dayOf } from '../reports/date-span.ts';
import type { Audit } from '../workspaces/audit.ts';
import { type AuditExportPayload, auditExportPayloadSchema } from './audit-export-payload.ts';
import {
  buildAuditExportAsked,
  buildAuditExportDone,
  buildAuditExportFailed,
  buildAuditExportRefused,
} from './audit-export-view.ts';
import { writeAuditFile } from './audit-file.ts';
import { buildAuditFilter } from './audit-pointer.ts';

export interface AuditExportJobDependencies extends MadeFileJobDependencies {
  audit: Pick<Audit, 'all'>;
}

/** Sends the results of an audit search to the person who asked, as a CSV file in a direct message. */
export const createAuditExportJob = ({ audit, ...dependencies }: AuditExportJobDependencies): JobHandler => {
  const { timeZone } = dependencies;
  return createMadeFileJob(dependencies, ({ teamId, payload }) => {
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
