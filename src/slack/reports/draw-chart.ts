import { renderBarChart } from '../../charts/bar-chart-png.ts';
import { type Chart, sumBars } from '../../messages/describe-chart.ts';
import { groupFils } from '../../messages/money-and-time.ts';

/** The chart as a picture, for where Slack draws none itself. */
export const drawChart = ({ title, range, currency, bars }: Chart): Promise<Buffer> =>
  renderBarChart({
    title,
    subtitle: `${range} · ${currency} ${groupFils(sumBars({ bars }))}`,
    bars,
  });
