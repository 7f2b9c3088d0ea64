import type { Request } from '../app-parts.ts';
import { formatTime } from '../blocks/money-and-time.ts';
import { type DateSpan, dayOf, describeSpan, spanOfDays } from '../calendar/date-span.ts';
import { describeSubject } from '../listings/listing-words.ts';
import { buildReportEvent } from '../listings/report-event.ts';
import { freezeEnd } from '../listings/report-reader.ts';
import type { ReportQuery } from '../listings/report-row.ts';
import type { Asker } from '../slack/rows.ts';
import type { FileFormat } from '../tables/table.ts';
import { buildExportName } from './export-files.ts';
import type { ExportPayload } from './export-payload.ts';
import type { FileFacts } from './file-messages-view.ts';
import { orderFile } from './order-file.ts';

/** What an export's messages call it. */
export const describeExport = (
  { kind, span, format }: ExportPayload,
  { timeZone }: { timeZone: string },
): FileFacts => {
  const dates = describeDates(span, timeZone);
  const title = describeSubject({ kind, name: null, dates });
  return { title, name: buildExportName({ kind, span }, format, timeZone) };
};

/** A range that ends partway through a day, such as this month so far, says until what time. */
export const describeDates = (span: DateSpan, timeZone: string): string => {
  const days = spanOfDays(dayOf(span.from, timeZone), dayOf(span.to, timeZone), timeZone);
  if (span.from !== days.from || span.to >= days.to) return describeSpan(span, timeZone);
  return `${describeSpan(days, timeZone)} until ${formatTime(span.to, timeZone)}`;
};

/** Queues the export. Returns what to tell the person who asked. */
export const startExport = async (
  report: ReportQuery & Asker,
  format: FileFormat,
  request: Request,
): Promise<string> => {
  const { clock, timeZone } = request;
  const at = clock.now();
  // A try tomorrow must read the same range.
  const query = freezeEnd(report, at);
  const payload: ExportPayload = {
    ...{ kind: query.kind, span: query.span, userId: report.userId, format, schedule: null },
    account: (await request.store.accounts.find(report.teamId))?.id,
  };
  const read = { subject: query.kind, span: query.span, detail: { format } };
  return orderFile(
    {
      ...{ teamId: report.teamId, what: 'report', payload },
      same: `${query.kind}:${format}:${query.span.from}-${report.span.to}`,
      entry: buildReportEvent('report-exported', report, read, timeZone),
      name: buildExportName(query, format, timeZone),
    },
    request,
  );
};
