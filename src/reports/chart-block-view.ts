import type { Block } from '@slack/types';
import { formatFils } from '../payment-service/index.ts';
import type { Chart } from './describe-chart.ts';

/** From the reference of Slack's data visualization block; `@slack/types` 3.2 does not know the block. */
const LIMITS = { title: 50, points: 20, label: 20 } as const;

export interface ChartBlock extends Block {
  type: 'data_visualization';
  title: string;
  chart: {
    type: 'bar';
    series: { name: string; data: { label: string; value: number }[] }[];
    axis_config: { categories: string[]; y_label: string };
  };
}

/**
 * Slack's own chart. Null when this chart does not fit: it has more bars than Slack accepts, an amount below
 * zero (Slack's reference does not mention those), or an amount that a JSON number cannot hold exactly.
 */
export const buildChartBlock = ({ title, range, currency, bars }: Chart): ChartBlock | null => {
  const points = bars.map(({ label, fils }) => ({ label, value: readAmount(fils) }));
  const labels = new Set(points.map(({ label }) => label));
  if (points.length === 0 || points.length > LIMITS.points || labels.size !== points.length) return null;
  if ([...labels, currency].some((label) => label.length === 0 || label.length > LIMITS.label)) return null;
  const data = points.flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]));
  const heading = [`${title}, ${range}`, title].find((text) => text.length <= LIMITS.title);
  if (data.length < points.length || heading === undefined) return null;
  return {
    type: 'data_visualization',
    title: heading,
    chart: {
      type: 'bar',
      series: [{ name: currency, data }],
      axis_config: { categories: [...labels], y_label: currency },
    },
  };
};

function readAmount(fils: number): number | null {
  if (fils < 0) return null;
  const text = formatFils(fils).replace(/\.?0{1,2}$/, '');
  return String(Number(text)) === text ? Number(text) : null;
}
