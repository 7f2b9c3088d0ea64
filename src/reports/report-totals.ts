import type { KnownBlock } from '@slack/types';
import type { SavedReport } from '../store/report-store.ts';
import type { Chart } from './describe-chart.ts';
import { buildNarrowerRanges } from './narrower-ranges.ts';
import { postResponse } from './post-response.ts';
import { postTotals } from './post-totals.ts';
import { buildPageMessage, readReportPage } from './read-report-page.ts';
import type { ReportDependencies } from './report-dependencies.ts';
import { buildReportEvent, explainReadFailure } from './report-event.ts';
import { createReportButton } from './report-press.ts';
import {
  buildTotals,
  buildTotalsFailure,
  buildTotalsProgress,
  buildTotalsRefusal,
  buildTotalsStopped,
} from './report-totals-view.ts';
import { buildReport } from './report-view.ts';
import { createTotals } from './totals.ts';
import { buildTotalsChart } from './totals-chart.ts';

const PROGRESS_AFTER_MS = 1_500;
/**
 * Slack takes five answers to one press. Three are for the end: Slack's chart, the chart as a picture, and
 * the figures alone. Progress must not use them.
 */
const KEPT_FOR_THE_END = 3;

/**
 * Reads every row and shows exact sums under the page. While reading, reports progress in the asker's own
 * message; beside a shared copy, only the result appears.
 */
export const handleReportTotals = createReportButton(
  'report_totals',
  'read-reports',
  async ({ report, pointer, to }, dependencies) => {
    const { reports, clock, log } = dependencies;
    const read = await readReportPage(report, pointer, dependencies);
    const { content } = read;
    if (content === null) {
      await postResponse(to, buildPageMessage(read), reports);
      return;
    }
    await dependencies.audit.write(buildReportEvent('totals-read', report, null, dependencies));
    const startedAt = clock.now();
    let telling: Promise<unknown> | null = null;
    const outcome = await addUp(report, dependencies, (rows, total) => {
      if (!to.isReplacing || telling !== null || clock.now() - startedAt < PROGRESS_AFTER_MS) return;
      // Progress costs two answers if Slack refuses the table.
      if (reports.responses.left(to.url) < KEPT_FOR_THE_END + 2) return;
      const below = [buildTotalsProgress(rows, total)];
      telling = postResponse(to, buildReport({ ...content, below }), reports).catch((error: unknown) => {
        // The person asked for the figures, and they still come.
        log.info({ err: error, report: report.id }, 'progress not shown');
      });
    });
    await telling;
    await postTotals({ teamId: report.teamId, content, to, ...outcome }, dependencies);
  },
);

interface Outcome {
  totals: KnownBlock;
  chart: Chart | null;
}

async function addUp(
  report: SavedReport,
  { reports, clock, timeZone, log, stopping }: ReportDependencies,
  onPage: (rows: number, total: number | null) => void,
): Promise<Outcome> {
  const without = (block: KnownBlock): Outcome => ({ totals: block, chart: null });
  const words = await reports.wordsOf(report.teamId);
  const totals = createTotals({ kind: report.kind, words, timeZone });
  const { mostRows } = reports;
  const reader = reports.readerOf(report.teamId);
  try {
    const count = await reader.count(report, mostRows);
    if (count !== null && count > mostRows) {
      const narrower = buildNarrowerRanges(report.span, count / mostRows, timeZone);
      return without(buildTotalsRefusal(report.kind, mostRows, narrower));
    }
    const reading = reader.all(report, {
      // Reading all rows can take longer than a process is given to stop.
      signal: stopping,
      onPage: ({ rows, total }) => onPage(rows, total),
    });
    for (;;) {
      const { done, value } = await reading.next();
      if (done) {
        const sums = totals.result();
        const chart = buildTotalsChart(sums, report, { now: clock.now(), timeZone });
        return { totals: buildTotals(report.kind, sums, value), chart };
      }
      totals.add(value);
    }
  } catch (error) {
    if (stopping.aborted) return without(buildTotalsStopped());
    const failure = explainReadFailure(error);
    if (failure === null) throw error;
    log.warn({ err: error, reference: failure.reference, report: report.id }, 'totals not made');
    return without(buildTotalsFailure(totals.result().rows, failure));
  }
}
