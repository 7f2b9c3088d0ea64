import { buildExportRefusal, buildExportStarted } from '../../messages/export-answer.ts';
import { PaymentServiceError } from '../../payment-service/index.ts';
import type { ExportFormat, ExportPayload } from '../../reports/export-job-state.ts';
import { EXPORT_JOB } from '../../reports/export-kind.ts';
import { buildExportName } from '../../reports/export-name.ts';
import { buildNarrowerRanges } from '../../reports/narrower-ranges.ts';
import { stillQuery } from '../../reports/report-reader.ts';
import type { SavedReport } from '../../store/report-store.ts';
import type { ListenerDependencies } from '../deps.ts';
import { buildReportEvent } from '../reports/report-event.ts';

/** Pressed twice in so short a time is pressed once. */
const SAME_PRESS_MS = 10_000;

type ExportStartDependencies = Pick<
  ListenerDependencies,
  'exports' | 'store' | 'jobWorker' | 'audit' | 'ids' | 'clock' | 'timeZone' | 'log'
> & { reports: Pick<ListenerDependencies['reports'], 'readerOf'> };

export interface AskedExport {
  /** The asker's own. */
  report: SavedReport;
  format: ExportFormat;
  thread: ExportPayload['thread'];
}

/** Writes down that the export is to be made, unless it has too many rows. Gives what the asker is told. */
export const startExport = async (
  { report, format, thread }: AskedExport,
  dependencies: ExportStartDependencies,
): Promise<string> => {
  const { exports, store, jobWorker, ids, clock, timeZone } = dependencies;
  const cap = exports.mostRows;
  const at = clock.now();
  // An export that goes on tomorrow reads the same range: pages that move would lose rows.
  const query = stillQuery(report, at);
  const count = await countRows(report, dependencies);
  if (count !== null && count > cap) {
    const narrower = buildNarrowerRanges(query.span, count / cap, timeZone);
    return buildExportRefusal({ kind: report.kind, cap, narrower });
  }
  const payload: ExportPayload = {
    kind: query.kind,
    span: query.span,
    userId: report.userId,
    format,
    thread,
    continues: null,
  };
  const place = thread === null ? 'me' : `${thread.channelId}.${thread.ts}`;
  const span = `${query.span.from}-${report.span.to}`;
  // Before there is a file: nobody has one without a line that says so.
  const event = buildReportEvent('report-exported', { ...report, span: query.span }, null, dependencies);
  await dependencies.audit.write({
    ...event,
    detail: { ...event.detail, format, in: thread?.channelId ?? null },
  });
  const isNew = await store.jobs.add(
    {
      id: ids.job(),
      teamId: report.teamId,
      kind: EXPORT_JOB,
      key: `export:${report.teamId}:${report.userId}:${report.kind}:${span}:${format}:${place}:${Math.floor(at / SAME_PRESS_MS)}`,
      payload,
      dueAt: at,
    },
    at,
  );
  jobWorker.wake();
  return buildExportStarted(buildExportName(query, format, timeZone), isNew);
};

/** Null when it is not known: the export starts, and stops at the cap. It is also the one to say what ails the service. */
async function countRows(
  report: SavedReport,
  { reports, exports, log }: Pick<ExportStartDependencies, 'reports' | 'exports' | 'log'>,
): Promise<number | null> {
  try {
    return await reports.readerOf(report.teamId).count(report, exports.mostRows);
  } catch (error) {
    if (!(error instanceof PaymentServiceError)) throw error;
    log.warn({ err: error, report: report.id }, 'rows of an export not counted');
    return null;
  }
}
