import type { KnownBlock } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { type ChartBlock, section } from '../blocks/message.ts';
import { formatAmount, groupFils } from '../blocks/money-and-time.ts';
import { countRows, cut, escapeMrkdwn, groupNumber } from '../blocks/text.ts';
import type { ReportKind } from '../figures/listed-row.ts';
import {
  describeNoList,
  describeSums,
  READ_TROUBLES,
  type ReportSums,
  troublesOf,
} from '../listings/listing-words.ts';
import { formatFils, type Whole } from '../payment-service/index.ts';

const LONGEST = 1_500;

export const buildTotals = (kind: ReportKind, sums: ReportSums, read: Whole): KnownBlock =>
  totalsSection(
    [
      `🧮 *Totals of all ${countRows(sums.rows)}*: ${describeSums(kind, sums, '').join('\n')}`,
      ...(read.total !== null && read.total !== sums.rows
        ? [`⚠️ The service reports ${countRows(read.total)}: these totals may lack some.`]
        : []),
      ...troublesOf(read).map((trouble) => `⚠️ ${READ_TROUBLES[trouble]}`),
    ].join('\n'),
  );

export const buildTotalsProgress = (rows: number, total: number | null): KnownBlock =>
  totalsSection(
    `⏳ Reading every row: ${groupNumber(rows)}${total === null ? '' : ` of ${groupNumber(total)}`} so far…`,
  );

/** Without partial sums: people would take them for the whole. */
export const buildTotalsFailure = (
  rows: number,
  { what, next, reference }: { what: string; next: string; reference: string | null },
): KnownBlock =>
  totalsSection(
    `⚠️ *No totals*: after ${countRows(rows)} the rest could not be read. ${escapeMrkdwn(`${what} ${next}`)}${reference === null ? '' : ` (reference ${escapeMrkdwn(reference)})`}`,
  );

/** `narrower`: words of a report command for parts of the range. */
export const buildTotalsRefusal = (kind: string, most: number, narrower: readonly string[]): KnownBlock =>
  totalsSection(
    [
      `⚠️ *No totals*: this range has more than ${countRows(most)}, the maximum for one report.`,
      ...(narrower.length > 0
        ? [
            `Ask for shorter ranges, for example ${narrower.map((words) => `\`/paylink ${kind} ${words}\``).join(', then ')}.`,
          ]
        : []),
    ].join(' '),
  );

/** No rows would be a guess. */
export const buildTotalsUnlisted = (kind: ReportKind): KnownBlock =>
  totalsSection(`⚠️ *No totals*: ${describeNoList(kind)}`);

export const buildTotalsStopped = (): KnownBlock =>
  totalsSection('⚠️ *No totals*: Paylink was restarted while it read. Press *Totals* again.');

function totalsSection(text: string): KnownBlock {
  return section(cut(text, LONGEST), 'report_totals');
}

/** Amounts over a range in integer fils, one bar for each day or longer unit. */
export interface Chart {
  /** `Transactions by day`. */
  title: string;
  /** The range in words and dates. */
  range: string;
  currency: string;
  /** `label`, on the axis, different for each: `16 Nov`, `Mon 16`, `Nov 2026`. `name`, for a sentence: `Mon 16 Nov`, `16 – 22 Nov`. */
  bars: readonly { label: string; name: string; fils: number }[];
  /** Rows in no bar: their dates are outside the range. */
  outside?: { fils: number; rows: number };
}

/** The figures for people who cannot see the chart: the sum, the highest bar, and every bar that is not zero. */
export const describeChart = (chart: Chart): string => {
  const { title, range, currency, bars, outside } = chart;
  const money = (fils: number) => formatAmount(fils, currency);
  const filled = bars.filter(({ fils }) => fils !== 0);
  const highest = filled.reduce<Chart['bars'][number] | undefined>(
    (best, bar) => (best && best.fils >= bar.fils ? best : bar),
    undefined,
  );
  const start = [
    `Bar chart. ${title}, ${range}: ${money(sumBars(chart))} in all.`,
    outside && outside.rows > 0
      ? ` Not drawn: ${countRows(outside.rows)} dated outside the range, ${money(outside.fils)}.`
      : '',
    highest && filled.length > 1 ? ` Highest: ${highest.name}, ${money(highest.fils)}.` : '',
  ].join('');
  const empty = bars.length - filled.length;
  const end =
    filled.length === 0 || empty === 0
      ? ''
      : ` ${empty === 1 ? 'The other one is' : `The other ${empty} are`} zero.`;
  return joinFigures(
    start,
    filled.map(({ name, fils }) => `${name} ${groupFils(fils)}`),
    end,
  );
};

/** Without rows dated outside the range: no bar has them. */
const sumBars = ({ bars }: Chart): number => bars.reduce((sum, { fils }) => sum + fils, 0);

function joinFigures(start: string, figures: readonly string[], end: string): string {
  if (figures.length === 0) return `${start}${end}`;
  const full = `${start} ${figures.join('; ')}.${end}`;
  if (full.length <= limits.image.altText) return full;
  const left = (shown: number) => `; and ${figures.length - shown} more.${end}`;
  let text = start;
  let shown = 0;
  for (const figure of figures) {
    const longer = `${text}${shown === 0 ? ' ' : '; '}${figure}`;
    if (longer.length + left(0).length > limits.image.altText) break;
    text = longer;
    shown += 1;
  }
  return `${text}${left(shown)}`;
}

const LIMITS = { title: limits.charts.title, label: limits.charts.label } as const;
export const MOST_BARS = limits.charts.points;

/**
 * Slack's own chart. Null when it cannot be one: it has an amount below zero (Slack's reference does not mention those), or one
 * that a JSON number cannot hold exactly.
 */
export const buildChartBlock = ({ title, range, currency, bars }: Chart): ChartBlock | null => {
  const points = bars.map(({ label, fils }) => ({ label, value: readAmount(fils) }));
  const labels = new Set(points.map(({ label }) => label));
  if (points.length === 0 || points.length > MOST_BARS || labels.size !== points.length) return null;
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

/** The bars as a plain table, for a Slack that refuses its own chart, and for amounts that it cannot draw. */
export const buildChartTable = ({ title, range, currency, bars }: Chart): KnownBlock => {
  const rows = bars.map(({ name, fils }) => [name, groupFils(fils)] as const);
  const [names, amounts] = [0, 1].map((at) => Math.max(...rows.map((row) => row[at as 0 | 1].length)));
  const lines = rows.map(([name, amount]) => `${name.padEnd(names ?? 0)}  ${amount.padStart(amounts ?? 0)}`);
  const heading = `*${escapeMrkdwn(`${title}, ${range}`)}*, in ${escapeMrkdwn(currency)}`;
  return section(`${heading}\n\`\`\`\n${lines.join('\n')}\n\`\`\``, 'report_chart');
};
