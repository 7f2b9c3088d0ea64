import type { Chart } from '../../messages/describe-chart.ts';
import { buildChartDays } from '../../reports/chart-days.ts';
import { describeSpan } from '../../reports/date-span.ts';
import type { Totals } from '../../reports/totals.ts';
import type { SavedReport } from '../../store/report-store.ts';

/** Of the rows, what the bars are of: the same as the headline. */
const WHAT: Record<SavedReport['kind'], string> = {
  transactions: 'Money received',
  payouts: 'Money paid out',
  links: 'Paid links',
};

/** The amounts by day, or by longer units. Null where there is nothing to compare: one bar, or no exact amounts. */
export const buildTotalsChart = (
  totals: Totals,
  { kind, span }: Pick<SavedReport, 'kind' | 'span'>,
  { now, timeZone }: { now: number; timeZone: string },
): Chart | null => {
  const currency = totals.byClass.find(({ is }) => is === 'received')?.currency;
  if (currency === undefined) return null;
  const days = buildChartDays(totals.byDay, { span, now, timeZone, currency });
  if (days === null || days.bars.length < 2) return null;
  return {
    title: `${WHAT[kind]} by ${days.by}`,
    range: describeSpan(span, timeZone),
    currency,
    bars: days.bars,
    outside: days.outside,
  };
};
