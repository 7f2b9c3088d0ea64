import type { Chart } from '../../messages/describe-chart.ts';
import { titleOf } from '../../messages/report-words.ts';
import { buildChartDays } from '../../reports/chart-days.ts';
import { describeSpan } from '../../reports/date-span.ts';
import type { Totals } from '../../reports/totals.ts';
import type { SavedReport } from '../../store/report-store.ts';

/** The amounts by day, or by longer units. Null where there is nothing to compare: one bar, or no exact amounts. */
export const buildTotalsChart = (
  totals: Totals,
  { kind, span }: Pick<SavedReport, 'kind' | 'span'>,
  { now, timeZone }: { now: number; timeZone: string },
): Chart | null => {
  const currency = totals.byCurrency[0]?.currency;
  if (currency === undefined) return null;
  const days = buildChartDays(totals.byDay, { span, now, timeZone, currency });
  if (days === null || days.bars.length < 2) return null;
  // Declined payments are amounts too: a bar is no income.
  const statuses = totals.byStatus.length > 1 ? ' (every status)' : '';
  return {
    title: `${titleOf(kind)} by ${days.by}${statuses}`,
    range: describeSpan(span, timeZone),
    currency,
    bars: days.bars,
    outside: days.outside,
  };
};
