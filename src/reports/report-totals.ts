import type { KnownBlock } from '@slack/types';
import type { Request } from '../app-parts.ts';
import { buildNarrowerRanges } from '../calendar/date-span.ts';
import { createTotals } from '../figures/totals.ts';
import { buildReportEvent, explainReadFailure } from '../listings/report-event.ts';
import type { Reach } from '../payment-service/index.ts';
import { postResponse } from '../slack/post-response.ts';
import type { AskedReport, ReportPress } from './report-press.ts';
import {
  buildTotals,
  buildTotalsFailure,
  buildTotalsProgress,
  buildTotalsRefusal,
  buildTotalsStopped,
  buildTotalsUnlisted,
} from './report-totals-view.ts';
import { buildReport } from './report-view.ts';
import { buildPageMessage, readReportPage } from './show-report.ts';

const PROGRESS_AFTER_MS = 1_500;
/** Slack accepts five posts per press. Progress and the end need two each if Slack refuses the table. */
const POSTS_NEEDED = 4;

/** Reads every row and shows exact sums under the page. */
export const handleReportTotals = async (
  { about: { report, to } }: ReportPress,
  request: Request,
): Promise<void> => {
  const { responses, clock, log } = request;
  const read = await readReportPage(report, request);
  const { content } = read;
  if (content === null) {
    await postResponse(to, buildPageMessage(read), request);
    return;
  }
  await request.audit.write(
    buildReportEvent('totals-read', report, { subject: report.kind, span: report.span }, request.timeZone),
  );
  const startedAt = clock.now();
  let progress: Promise<unknown> | null = null;
  const totals = await addUp(report, request, ({ rows, total }) => {
    if (progress !== null || clock.now() - startedAt < PROGRESS_AFTER_MS) return;
    if (responses.left(to.url) < POSTS_NEEDED) return;
    const below = [buildTotalsProgress(rows, total)];
    progress = postResponse(to, buildReport({ ...content, below }), request).catch((error: unknown) => {
      // Reading goes on, and the figures follow.
      log.info({ err: error, report: report.kind }, 'progress not shown');
    });
  });
  await progress;
  await postResponse(to, buildReport({ ...content, below: [totals] }), request);
};

async function addUp(
  report: AskedReport,
  { readerOf, vocabularies, config, timeZone, log, stopping }: Request,
  onProgress: (reach: Reach) => void,
): Promise<KnownBlock> {
  const words = await vocabularies.of(report.teamId);
  const totals = createTotals({ kind: report.kind, words });
  const most = config.exportRows;
  try {
    const read = await readerOf(report.teamId).eachPage(report, totals.take, {
      most,
      // Reading every row can take longer than a process has to stop.
      signal: stopping,
      onProgress,
    });
    if (read.is === 'no-list') return buildTotalsUnlisted(report.kind);
    if (read.is === 'too-many') {
      const narrower = buildNarrowerRanges(report.span, read.rows / most, timeZone);
      return buildTotalsRefusal(report.kind, most, narrower);
    }
    return buildTotals(report.kind, totals.result(), read);
  } catch (error) {
    if (stopping.aborted) return buildTotalsStopped();
    const failure = explainReadFailure(error);
    if (failure === null) throw error;
    log.warn({ err: error, reference: failure.reference, report: report.kind }, 'totals not made');
    return buildTotalsFailure(totals.result().rows, failure);
  }
}
