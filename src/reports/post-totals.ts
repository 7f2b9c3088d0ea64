import type { KnownBlock } from '@slack/types';
import { ResponseRefused } from '../slack/response-urls.ts';
import { buildChartBlock, type ChartBlock } from './chart-block-view.ts';
import { type Chart, describeChart } from './describe-chart.ts';
import { postResponse, type ResponseAddress } from './post-response.ts';
import type { ReportDependencies } from './report-dependencies.ts';
import { buildChartPicture } from './report-totals-view.ts';
import { buildReport, type ReportContent } from './report-view.ts';
import { drawChart } from './totals-chart.ts';

/**
 * Shows a page with its totals, and the chart in the best way Slack accepts: drawn by Slack, as a picture, or not
 * at all. The figures appear whatever happens to the chart: the last answer that Slack takes is kept for them.
 */
export const postTotals = async (
  { teamId, content, totals, chart, to }: PostedTotals,
  dependencies: ReportDependencies,
): Promise<void> => {
  const { reports } = dependencies;
  const post = (blocks: (KnownBlock | ChartBlock)[], words = '') =>
    postResponse(to, buildReport({ ...content, below: [totals, ...blocks], belowInWords: words }), reports);
  if (chart === null) return post([]);

  const words = describeChart(chart);
  /** Whether another try could be refused and still leave an answer for the figures. */
  const mayTry = () => reports.responses.left(to.url) > 1;
  const drawn = reports.charts.isRefused() || !mayTry() ? null : buildChartBlock(chart);
  if (drawn !== null) {
    const isTaken = await take(() => postOnce(to, content, [totals, drawn], words, dependencies));
    if (isTaken) return;
    reports.charts.markRefused();
  }
  const url = mayTry() ? await findAddress(chart, teamId, dependencies) : null;
  if (url !== null) {
    const picture = buildChartPicture({ url }, chart);
    if (await take(() => postOnce(to, content, [totals, picture], words, dependencies))) return;
  }
  await post([], words);
};

interface PostedTotals {
  teamId: string;
  content: ReportContent;
  totals: KnownBlock;
  chart: Chart | null;
  to: ResponseAddress;
}

/** No second try for the table: we cannot tell here which of the new blocks Slack refused. */
function postOnce(
  to: ResponseAddress,
  content: ReportContent,
  below: (KnownBlock | ChartBlock)[],
  belowInWords: string,
  { reports }: ReportDependencies,
): Promise<void> {
  const { rich, plain } = buildReport({ ...content, below, belowInWords });
  const message = reports.tables.isRefused() ? plain : rich;
  return postResponse(to, { rich: message, plain: message }, reports);
}

/** False: Slack refused the blocks. */
async function take(send: () => Promise<void>): Promise<boolean> {
  try {
    await send();
    return true;
  } catch (error) {
    if (error instanceof ResponseRefused && error.isAboutBlocks) return false;
    throw error;
  }
}

/** A file would belong to the app alone: in a message to one person nobody could see it. */
async function findAddress(
  chart: Chart,
  teamId: string,
  { pictures, log }: ReportDependencies,
): Promise<string | null> {
  if (!pictures.isPublic) return null;
  try {
    return await pictures.addressOfPng(teamId, await drawChart(chart));
  } catch (error) {
    // The person asked for the sums, so they appear without a picture.
    log.warn({ err: error }, 'chart not shown');
    return null;
  }
}
