import type { ExportFacts } from '../../messages/export-progress.ts';
import { describeSubject } from '../../messages/report-words.ts';
import { formatLocalDateTime } from '../../payment-service/index.ts';
import { type DateSpan, dayOf, describeSpan, spanOfDays } from '../../reports/date-span.ts';
import type { ExportPayload } from '../../reports/export-job-state.ts';
import { buildExportName } from '../../reports/export-name.ts';

/** What an export's messages call it. */
export const describeExport = (
  { jobId, payload: { kind, span, format } }: { jobId: string; payload: ExportPayload },
  { timeZone }: { timeZone: string },
): ExportFacts => ({
  jobId,
  title: describeSubject({ kind, name: null, dates: describeDates(span, timeZone) }),
  fileName: buildExportName({ kind, span }, format, timeZone),
});

/** A range that ends while it goes on, such as this month, says until when. */
function describeDates(span: DateSpan, timeZone: string): string {
  const days = spanOfDays(dayOf(span.from, timeZone), dayOf(span.to, timeZone), timeZone);
  if (span.from !== days.from || span.to >= days.to) return describeSpan(span, timeZone);
  return `${describeSpan(days, timeZone)} until ${formatLocalDateTime(span.to, timeZone).slice(11, 16)}`;
}
