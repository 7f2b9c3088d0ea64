import type { KnownBlock } from '@slack/types';
import type { Request } from '../app-parts.ts';
import type { ChartBlock } from '../blocks/message.ts';
import { buildNarrowerRanges } from '../calendar/date-span.ts';
import { createTotals } from '../figures/totals.ts';
import { buildReportEvent, explainReadFailure } from '../listings/report-event.ts';
import type { Reach } from '../payment-service/index.ts';
import { postResponse, type ResponseAddress } from '../slack/post-response.ts';
import { ResponseRefused } from '../slack/slack-fetch.ts';
import type { AskedReport, ReportPress } from './report-press.ts';
import {
  buildChartBlock,
  buildChartTable,
  buildTotals,
  buildTotalsFailure,
  buildTotalsProgress,
  buildTotalsRefusal,
  buildTotalsStopped,
  buildTotalsUnlisted,
  type Chart,
  describeChart,
} from './report-totals-view.ts';
import { buildReport, type ReportContent } from './report-view.ts';
import { buildPageMessage, readReportPage } from './show-report.ts';
import { buildTotalsChart } from './totals-chart.ts';

const PROGRESS_AFTER_MS = 1_500;
/** Slack accepts five posts per press. The end needs two: with its chart, and with a plain table. */
const KEPT_FOR_THE_END = 2;

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
  const outcome = await addUp(report, request, ({ rows, total }) => {
    if (progress !== null || clock.now() - startedAt < PROGRESS_AFTER_MS) return;
    // Progress costs two posts if Slack refuses the table.
    if (responses.left(to.url) < KEPT_FOR_THE_END + 2) return;
    const below = [buildTotalsProgress(rows, total)];
    progress = postResponse(to, buildReport({ ...content, below }), request).catch((error: unknown) => {
      // Reading goes on, and the figures follow.
      log.info({ err: error, report: report.kind }, 'progress not shown');
    });
  });
  await progress;
  await postTotals({ content, to, ...outcome }, request);
};

interface Outcome {
  totals: KnownBlock;
  chart: Chart | null;
}

async function addUp(
  report: AskedReport,
  { readerOf, vocabularies, config, clock, timeZone, log, stopping }: Request,
  onProgress: (reach: Reach) => void,
): Promise<Outcome> {
  const without = (block: KnownBlock): Outcome => ({ totals: block, chart: null });
  const words = await vocabularies.of(report.teamId);
  const totals = createTotals({ kind: report.kind, words, timeZone });
  const most = config.exportRows;
  try {
    const read = await readerOf(report.teamId).eachPage(report, totals.take, {
      most,
      // Reading every row can take longer than a process has to stop.
      signal: stopping,
      onProgress,
    });
    if (read.is === 'no-list') return without(buildTotalsUnlisted(report.kind));
    if (read.is === 'too-many') {
      const narrower = buildNarrowerRanges(report.span, read.rows / most, timeZone);
      return without(buildTotalsRefusal(report.kind, most, narrower));
    }
    const sums = totals.result();
    const chart = buildTotalsChart(sums, report, { now: clock.now(), timeZone });
    return { totals: buildTotals(report.kind, sums, read), chart };
  } catch (error) {
    if (stopping.aborted) return without(buildTotalsStopped());
    const failure = explainReadFailure(error);
    if (failure === null) throw error;
    log.warn({ err: error, reference: failure.reference, report: report.kind }, 'totals not made');
    return without(buildTotalsFailure(totals.result().rows, failure));
  }
}

/**
 * Shows a page with its totals, and the amounts by day as Slack's own chart, or as a plain table.
 */
const postTotals = async (
  { content, totals, chart, to }: Outcome & { content: ReportContent; to: ResponseAddress },
  request: Request,
): Promise<void> => {
  const { charts, responses } = request;
  const post = (blocks: (KnownBlock | ChartBlock)[], words = '') =>
    postResponse(to, buildReport({ ...content, below: [totals, ...blocks], belowInWords: words }), request);
  if (chart === null) return post([]);

  const words = describeChart(chart);
  // The last post is for the figures, which Slack takes in any case.
  const drawn = charts.isRefused() || responses.left(to.url) <= 1 ? null : buildChartBlock(chart);
  if (drawn !== null) {
    const { rich, plain } = buildReport({ ...content, below: [totals, drawn], belowInWords: words });
    const message = request.tables.isRefused() ? plain : rich;
    try {
      // No second try without the table: we cannot tell which of the new blocks Slack refused.
      return await postResponse(to, { rich: message, plain: message }, request);
    } catch (error) {
      if (!(error instanceof ResponseRefused && error.isAboutBlocks)) throw error;
      charts.markRefused();
    }
  }
  await post([buildChartTable(chart)], words);
};
