import type { Message } from '../blocks/message.ts';
import { groupFils } from '../blocks/money-and-time.ts';
import { PaymentServiceError } from '../payment-service/index.ts';
import type { SavedReport } from '../store/report-store.ts';
import { buildReportTable } from './build-report-table.ts';
import { dayOf, describeSpan, spanOfDays } from './date-span.ts';
import { nameSpan } from './date-words.ts';
import { findNearestRows } from './nearest-rows.ts';
import { writePayoutPointer } from './payout-pointer.ts';
import type { PayoutChoice } from './report-buttons-view.ts';
import type { ReportDependencies } from './report-dependencies.ts';
import { explainReadFailure } from './report-event.ts';
import type { ReportPointer } from './report-pointer.ts';
import type { ReportRow } from './report-row.ts';
import {
  buildEmptyReport,
  buildReportEnd,
  buildReportFailure,
  buildUnreadableReport,
  type Nearest,
} from './report-trouble-view.ts';
import { buildReport, type ReportContent, type TwinMessage } from './report-view.ts';
import type { ReportSubject } from './report-words.ts';
import { MOST_LEAVES } from './row-leaves.ts';
import { createTotals } from './totals.ts';

/** The page, or the message that says why it could not be read. */
type PageRead = { content: ReportContent; message: null } | { content: null; message: Message };

export const subjectOf = (
  { kind, span }: Pick<SavedReport, 'kind' | 'span'>,
  { clock, timeZone }: Pick<ReportDependencies, 'clock' | 'timeZone'>,
): ReportSubject => ({
  kind,
  name: nameSpan(span, { now: clock.now(), timeZone }),
  dates: describeSpan(span, timeZone),
});

/** Reads one page of a saved report. A report that everyone sees is read without personal columns. */
export const readReportPage = async (
  report: SavedReport,
  pointer: ReportPointer,
  dependencies: ReportDependencies,
): Promise<PageRead> => {
  const { reports, clock, timeZone, log } = dependencies;
  const subject = subjectOf(report, dependencies);
  try {
    const words = await reports.wordsOf(report.teamId);
    const read = await reports.readerOf(report.teamId).page(report, pointer);
    if (read.rows.length === 0) {
      return { content: null, message: await explainEmpty(report, pointer, read.isList, dependencies) };
    }
    const { page, size, isSizeDoubtful } = read;
    return {
      content: {
        subject,
        pointer: { ...pointer, page, size, isSizeDoubtful },
        ...(report.kind === 'payouts'
          ? { payouts: read.rows.map((row) => choosePayout(row, timeZone)) }
          : {}),
        table: buildReportTable({ report, rows: read.rows, toggled: pointer.toggled, words, timeZone }),
        total: read.total,
        hasNext: read.hasNext !== false,
        sumsOf: (count) => {
          const totals = createTotals({ kind: report.kind, words, timeZone });
          totals.add(read.rows.slice(0, count));
          return totals.result();
        },
        readAt: clock.now(),
        timeZone,
        notes: [
          ...(size < pointer.size && read.hasNext !== null
            ? [`The payment service gives at most ${size} rows a page.`]
            : []),
          ...(read.rows.some(({ hasUnread }) => hasUnread)
            ? [`A row has more than ${MOST_LEAVES} fields: the others are in the service’s dashboard.`]
            : []),
        ],
        ...(report.isShared ? { sharedBy: report.userId } : {}),
      },
      message: null,
    };
  } catch (error) {
    const failure = explainReadFailure(error);
    if (failure === null) throw error;
    log.warn({ err: error, reference: failure.reference, report: report.id }, 'report not read');
    return { content: null, message: buildReportFailure(subject, pointer, failure) };
  }
};

function choosePayout(row: ReportRow, timeZone: string): PayoutChoice | null {
  const value = writePayoutPointer(row);
  if (value === null || row.at === null) return null;
  const day = dayOf(row.at, timeZone);
  const parts = [
    row.id,
    describeSpan(spanOfDays(day, day, timeZone), timeZone),
    ...(row.amountFils === null
      ? []
      : [`${row.currency?.toUpperCase() ?? 'AED'} ${groupFils(row.amountFils)}`]),
  ];
  return { value, text: parts.join(' · ') };
}

export const buildPageMessage = ({ content, message }: PageRead): Message | TwinMessage =>
  content === null ? message : buildReport(content);

async function explainEmpty(
  report: SavedReport,
  pointer: ReportPointer,
  isList: boolean,
  dependencies: ReportDependencies,
): Promise<Message> {
  const subject = subjectOf(report, dependencies);
  if (!isList) return buildUnreadableReport(subject, pointer);
  if (pointer.page > 0) return buildReportEnd(subject, pointer);
  return buildEmptyReport(subject, pointer, await findNearest(report, pointer, dependencies));
}

async function findNearest(
  report: SavedReport,
  pointer: ReportPointer,
  dependencies: ReportDependencies,
): Promise<Nearest> {
  const { reports, store, ids, clock, timeZone, log } = dependencies;
  try {
    const found = await findNearestRows(report, {
      reader: reports.readerOf(report.teamId),
      now: clock.now(),
      timeZone,
    });
    if (found === null) return 'none';
    const nearer = { ...report, id: ids.report(), span: found.span, createdAt: clock.now() };
    await store.reports.save(nearer);
    return {
      subject: subjectOf(nearer, dependencies),
      pointer: { ...pointer, reportId: nearer.id },
      total: found.total,
    };
  } catch (error) {
    if (!(error instanceof PaymentServiceError)) throw error;
    // The range was read and is empty: we say so, without the hint.
    log.info({ err: error, report: report.id }, 'no nearer range found');
    return 'unknown';
  }
}
