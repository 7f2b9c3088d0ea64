import type { Request } from '../app-parts.ts';
import { type DateSpan, dayOf, describeSpan, spanOfDays } from '../calendar/date-span.ts';
import { describeSubject } from '../listings/listing-words.ts';
import { buildReportEvent } from '../listings/report-event.ts';
import { freezeEnd } from '../listings/report-reader.ts';
import { formatLocalDateTime } from '../payment-service/index.ts';
import type { AskedReport } from '../reports/report-press.ts';
import { askForFile } from './ask-for-file.ts';
import { buildExportName } from './export-files.ts';
import { EXPORT_JOB, type ExportPayload } from './export-payload.ts';
import { buildFileStarted, type FileFacts } from './file-messages-view.ts';
import { nameReconciliation, readToOf, spanOfMonth } from './reconcile-month.ts';
import type { FileFormat } from './write-file.ts';

/** What an export's messages call it. */
export const describeExport = (
  { kind, span, format }: ExportPayload,
  { timeZone }: { timeZone: string },
): FileFacts => {
  const dates = describeDates(span, timeZone);
  if (kind !== 'reconciliation') {
    const title = describeSubject({ kind, name: null, dates });
    return { title, name: buildExportName({ kind, span }, format, timeZone) };
  }
  const isOver = span.to >= spanOfMonth(span.from, timeZone).to;
  return {
    title: `Reconciliation, ${dates}${isOver ? '' : ' (the month is not over)'}`,
    name: nameReconciliation(span, isOver, timeZone),
  };
};

/** A range that ends partway through a day, such as this month so far, says until what time. */
function describeDates(span: DateSpan, timeZone: string): string {
  const days = spanOfDays(dayOf(span.from, timeZone), dayOf(span.to, timeZone), timeZone);
  if (span.from !== days.from || span.to >= days.to) return describeSpan(span, timeZone);
  return `${describeSpan(days, timeZone)} until ${formatLocalDateTime(span.to, timeZone).slice(11, 16)}`;
}

interface ExportRequest {
  report: AskedReport;
  format: FileFormat;
}

/** Queues the export. Returns what to tell the person who asked. */
export const startExport = async ({ report, format }: ExportRequest, request: Request): Promise<string> => {
  const { clock, timeZone } = request;
  const at = clock.now();
  // A try tomorrow must read the same range.
  const query = freezeEnd(report, at);
  const payload: ExportPayload = {
    kind: query.kind,
    span: query.span,
    readTo: null,
    userId: report.userId,
    format,
    schedule: null,
  };
  const span = `${query.span.from}-${report.span.to}`;
  // Recorded before the file exists, so that nobody has a file without an entry in the audit trail.
  const event = buildReportEvent('report-exported', { ...report, span: query.span }, null, request);
  await request.audit.write({
    ...event,
    detail: { ...event.detail, format },
  });
  const isNew = await queueExport(report.teamId, payload, span, request);
  return buildFileStarted(buildExportName(query, format, timeZone), isNew);
};

interface ReconciliationRequest {
  teamId: string;
  userId: string;
  /** A whole month on the merchant's calendar. */
  month: DateSpan;
}

/** Queues the workbook of a month. Returns what to tell the person who asked. */
export const startReconciliation = async (
  { teamId, userId, month }: ReconciliationRequest,
  request: Request,
): Promise<string> => {
  const { clock, timeZone } = request;
  const at = clock.now();
  // A try tomorrow must read the same records.
  const second = Math.floor(at / 1000) * 1000;
  const span = { from: month.from, to: Math.max(month.from, Math.min(month.to, second)) };
  const payload: ExportPayload = {
    kind: 'reconciliation',
    span,
    readTo: readToOf(month.to, second),
    userId,
    format: 'xlsx',
    schedule: null,
  };
  await request.audit.write({
    teamId,
    actorId: userId,
    action: 'report-exported',
    subject: 'reconciliation',
    detail: { from: dayOf(span.from, timeZone), to: dayOf(span.to, timeZone), format: 'xlsx' },
  });
  const isNew = await queueExport(teamId, payload, `${month.from}`, request);
  return buildFileStarted(describeExport(payload, request).name, isNew);
};

/** False: the same was asked for a moment ago. */
async function queueExport(
  teamId: string,
  payload: ExportPayload,
  range: string,
  request: Request,
): Promise<boolean> {
  const { kind, format } = payload;
  const account = (await request.store.accounts.find(teamId))?.id;
  return askForFile(
    {
      ...{ teamId, kind: EXPORT_JOB },
      same: `${kind}:${format}:${range}`,
      payload: { ...payload, account } satisfies ExportPayload,
    },
    request,
  );
}
