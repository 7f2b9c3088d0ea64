import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { renderBarChart } from '../../charts/bar-chart-png.ts';
import { type Chart, describeChart, sumBars } from '../../messages/describe-chart.ts';
import { groupFils } from '../../messages/money-and-time.ts';

const uploadSchema = z.object({
  files: z.array(z.object({ files: z.array(z.object({ id: z.string() })).min(1) })).min(1),
});

/** Draws a chart and brings the picture to Slack, where nobody sees it yet. Gives Slack's id of it. */
export const uploadChart = async (client: WebClient, chart: Chart): Promise<string> => {
  const file = await renderBarChart({
    title: chart.title,
    subtitle: `${chart.range} · ${chart.currency} ${groupFils(sumBars(chart))}`,
    bars: chart.bars,
  });
  const answer = await client.filesUploadV2({
    file,
    filename: 'chart.png',
    title: chart.title,
    alt_text: describeChart(chart).slice(0, 1_000),
  });
  const id = uploadSchema.parse(answer).files[0]?.files[0]?.id;
  if (id === undefined) throw new Error('Slack named no file');
  return id;
};
