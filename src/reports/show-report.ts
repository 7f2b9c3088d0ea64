import type { Request } from '../app-parts.ts';
import type { Message, TwinMessage } from '../blocks/message.ts';
import { formatAmount } from '../blocks/money-and-time.ts';
import { type DateSpan, dayOf, describeSpan, spanOfDays } from '../calendar/date-span.ts';
import { nameSpan, readDateWords } from '../calendar/date-words.ts';
import { createTotals } from '../figures/totals.ts';
import { MOST_VALUES } from '../listings/flatten-row.ts';
import type { ReportSubject } from '../listings/listing-words.ts';
import { PAGE_ROWS } from '../listings/read-page.ts';
import { buildReportEvent, explainReadFailure } from '../listings/report-event.ts';
import type { ReportQuery, ReportRow } from '../listings/report-row.ts';
import { PaymentServiceError } from '../payment-service/index.ts';
import { pointToPayout } from '../payouts/payout-pointer.ts';
import { postResponse, sayWhenSlow } from '../slack/post-response.ts';
import { buildReportTable } from '../tables/build-report-table.ts';
import type { PayoutChoice } from './report-buttons-view.ts';
import type { AskedReport, PressedReport, ReportPress } from './report-press.ts';
import {
  buildEmptyReport,
  buildReportEnd,
  buildReportFailure,
  buildReportWaiting,
  buildUnreadableReport,
  type Nearest,
} from './report-trouble-view.ts';
import { buildReport, type ReportContent } from './report-view.ts';

/** Reads a page and shows it to the person who asked. If the service is slow, says so first. */
export const showReport = async ({ report, to }: PressedReport, request: Request): Promise<void> => {
  const { kind, span, first } = report;
  const read = { subject: kind, span, detail: { rows: `${first + 1}–${first + PAGE_ROWS}` } };
  await request.audit.write(buildReportEvent('report-read', report, read, request.timeZone));
  const page = await sayWhenSlow(readReportPage(report, request), request, () =>
    postResponse(to, buildReportWaiting(subjectOf(report, request), report), request),
  );
  await postResponse(to, buildPageMessage(page), request);
};

/** The page, or the message that explains why there is none. */
type PageRead = { content: ReportContent; message: null } | { content: null; message: Message };

const subjectOf = ({ kind, span }: ReportQuery, { clock, timeZone }: Request): ReportSubject => ({
  kind,
  name: nameSpan(span, { now: clock.now(), timeZone }),
  dates: describeSpan(span, timeZone),
});

export const readReportPage = async (report: AskedReport, request: Request): Promise<PageRead> => {
  const { readerOf, clock, timeZone, log } = request;
  const subject = subjectOf(report, request);
  try {
    const words = await request.vocabularies.of(report.teamId);
    const read = await readerOf(report.teamId).page(report, report.first);
    if (read.rows.length === 0) {
      return { content: null, message: await explainEmpty(report, read.isList, request) };
    }
    return {
      content: {
        subject,
        pointer: report,
        ...(report.kind === 'payouts'
          ? { payouts: read.rows.map((row) => choosePayout(row, timeZone)) }
          : {}),
        table: buildReportTable({ report, rows: read.rows, words, timeZone }),
        total: read.total,
        hasNext: read.hasNext !== false,
        sumsOf: (count) => {
          const totals = createTotals({ kind: report.kind, words });
          totals.add(read.rows.slice(0, count));
          return totals.result();
        },
        readAt: clock.now(),
        timeZone,
        notes: [
          ...(read.isList ? [] : ['The service’s answer is no list, so rows may be missing']),
          ...(read.rows.some(({ hasUnread }) => hasUnread)
            ? [`A row has more than ${MOST_VALUES} fields: the others are in the service’s dashboard.`]
            : []),
        ],
      },
      message: null,
    };
  } catch (error) {
    const failure = explainReadFailure(error);
    if (failure === null) throw error;
    log.warn({ err: error, reference: failure.reference, report: report.kind }, 'report not read');
    return { content: null, message: buildReportFailure(subject, report, failure) };
  }
};

function choosePayout(row: ReportRow, timeZone: string): PayoutChoice | null {
  const value = pointToPayout(row);
  if (value === null || row.at === null) return null;
  const day = dayOf(row.at, timeZone);
  const parts = [
    row.id,
    describeSpan(spanOfDays(day, day, timeZone), timeZone),
    ...(row.amountFils === null ? [] : [formatAmount(row.amountFils, row.currency?.toUpperCase() ?? 'AED')]),
  ];
  return { value, text: parts.join(' · ') };
}

export const buildPageMessage = ({ content, message }: PageRead): Message | TwinMessage =>
  content === null ? message : buildReport(content);

async function explainEmpty(report: AskedReport, isList: boolean, request: Request): Promise<Message> {
  const subject = subjectOf(report, request);
  if (!isList) return buildUnreadableReport(subject, report);
  if (report.first > 0) return buildReportEnd(subject, report);
  return buildEmptyReport(subject, report, await findNearest(report, request));
}

/** From the nearest to the widest. Each costs one call for one row. */
const CANDIDATES = ['last 7 days', 'this month', 'last month', 'this year'] as const;

/** A range close to now that has rows. */
async function findNearest(report: AskedReport, request: Request): Promise<Nearest> {
  const { readerOf, clock, timeZone, log } = request;
  const reader = readerOf(report.teamId);
  const empty: DateSpan[] = [report.span];
  try {
    for (const words of CANDIDATES) {
      const { span } = readDateWords(words, { now: clock.now(), timeZone });
      if (span === null || empty.some((known) => known.from <= span.from && span.to <= known.to)) continue;
      const nearer = { ...report, span };
      const { rows } = await reader.page(nearer, 0);
      if (rows.length > 0) return { subject: subjectOf(nearer, request), pointer: nearer };
      empty.push(span);
    }
    return 'none';
  } catch (error) {
    if (!(error instanceof PaymentServiceError)) throw error;
    // We know that the range is empty: only the hint is missing.
    log.info({ err: error, report: report.kind }, 'no nearer range found');
    return 'unknown';
  }
}

/** Shows the page of the button's pointer: another page, or the same one again. */
export const handleReportPage = ({ about }: ReportPress, request: Request): Promise<void> =>
  showReport(about, request);
