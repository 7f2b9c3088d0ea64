import { formatLocalDateTime, PaymentServiceError } from '../payment-service/index.ts';
import { type DateSpan, dayOf, describeSpan, spanOfDays } from '../reports/date-span.ts';
import { buildNarrowerRanges } from '../reports/narrower-ranges.ts';
import { buildReportEvent } from '../reports/report-event.ts';
import { freezeEnd } from '../reports/report-reader.ts';
import { describeSubject } from '../reports/report-words.ts';
import type { ActionPlace } from '../slack/block-action.ts';
import type { StoredJob } from '../store/job-store.ts';
import type { SavedReport } from '../store/report-store.ts';
import { buildExportRefusal, buildExportStarted } from './export-answer-view.ts';
import type { ExportDependencies } from './export-dependencies.ts';
import { buildExportName } from './export-files.ts';
import {
  EXPORT_JOB,
  type ExportFormat,
  type ExportPayload,
  type ExportProgress,
  parseExportPayload,
  parseExportProgress,
} from './export-job-state.ts';
import type { ExportFacts } from './export-progress-view.ts';

/** What an export's messages call it. */
export const describeExport = (
  { jobId, payload: { kind, span, format } }: { jobId: string; payload: ExportPayload },
  { timeZone }: { timeZone: string },
): ExportFacts => ({
  jobId,
  title: describeSubject({ kind, name: null, dates: describeDates(span, timeZone) }),
  fileName: buildExportName({ kind, span }, format, timeZone),
});

/** A range that ends partway through a day, such as this month so far, says until what time. */
function describeDates(span: DateSpan, timeZone: string): string {
  const days = spanOfDays(dayOf(span.from, timeZone), dayOf(span.to, timeZone), timeZone);
  if (span.from !== days.from || span.to >= days.to) return describeSpan(span, timeZone);
  return `${describeSpan(days, timeZone)} until ${formatLocalDateTime(span.to, timeZone).slice(11, 16)}`;
}

export interface OwnExport {
  jobId: string;
  teamId: string;
  state: StoredJob['state'];
  payload: ExportPayload;
  progress: ExportProgress | null;
}

/**
 * Finds the export that a button points to, if the person who pressed is the one who asked for it.
 * Otherwise tells them.
 */
export const findOwnExport = async (
  { value, teamId, userId }: ActionPlace,
  { store }: Pick<ExportDependencies, 'store'>,
  tell: (text: string) => Promise<unknown>,
): Promise<OwnExport | null> => {
  const job = value === null ? null : await store.jobs.find(teamId, value);
  const payload = job && parseExportPayload(job.payload);
  if (value !== null && job && payload?.userId === userId) {
    const progress = parseExportProgress(job.progress);
    return { jobId: value, teamId, state: job.state, payload, progress };
  }
  await tell('Paylink has no such export of yours.');
  return null;
};

/** Two presses this close together count as one. */
const SAME_PRESS_MS = 10_000;

type ExportStartDependencies = Pick<
  ExportDependencies,
  'exports' | 'store' | 'jobWorker' | 'audit' | 'ids' | 'clock' | 'timeZone' | 'log'
> & { reports: Pick<ExportDependencies['reports'], 'readerOf'> };

export interface AskedExport {
  /** The asker's own report. */
  report: SavedReport;
  format: ExportFormat;
  /** Marks of the columns that the person switched. A CSV has every column all the same. */
  toggled: readonly string[];
  thread: ExportPayload['thread'];
}

/** Queues the export, unless it has too many rows. Returns what to tell the person who asked. */
export const startExport = async (
  { report, format, toggled, thread }: AskedExport,
  dependencies: ExportStartDependencies,
): Promise<string> => {
  const { exports, store, jobWorker, ids, clock, timeZone } = dependencies;
  const cap = exports.mostRows;
  const at = clock.now();
  // An export resumed tomorrow must read the same range: if pages move, rows get lost.
  const query = freezeEnd(report, at);
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
    toggled: format === 'xlsx' ? [...toggled] : [],
    thread,
    schedule: null,
    continues: null,
  };
  const place = thread === null ? 'me' : `${thread.channelId}.${thread.ts}`;
  const span = `${query.span.from}-${report.span.to}`;
  // Recorded before the file exists, so that nobody has a file without an entry in the audit trail.
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
      key: `export:${report.teamId}:${report.userId}:${report.kind}:${span}:${format}${payload.toggled.join('')}:${place}:${Math.floor(at / SAME_PRESS_MS)}`,
      payload,
      dueAt: at,
    },
    at,
  );
  jobWorker.wake();
  return buildExportStarted(buildExportName(query, format, timeZone), isNew);
};

/**
 * Null if unknown: the export then starts anyway, and stops at the cap. It will also report what is
 * wrong with the service.
 */
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
