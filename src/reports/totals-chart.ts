import {
  addDays,
  type DateSpan,
  type DateUnit,
  dayOf,
  describeSpan,
  lengthOf,
  MONTH_NAMES,
  monthOf,
  type Period,
  unitAround,
  WEEKDAY_NAMES,
  weekdayOf,
  yearOf,
} from '../calendar/date-span.ts';
import type { Totals } from '../figures/totals.ts';
import type { ReportQuery } from '../listings/report-row.ts';
import { type Chart, MOST_BARS } from './report-totals-view.ts';

interface ChartDays {
  /** What one bar covers. */
  by: DateUnit;
  /** Earliest first, without gaps: a bar for every unit of the range, zero if it has no amounts. */
  bars: Chart['bars'];
  /** Rows dated outside the range: in the totals, but in no bar. */
  outside: { fils: number; rows: number };
}

/** The largest unit is a year, however many bars that gives. */
const UNITS: DateUnit[] = ['day', 'week', 'month', 'quarter', 'year'];
const WEEK = 7;

/**
 * The bars of a chart of amounts in one currency (AED by default) over `span`, in integer fils: by day, or by
 * the smallest longer unit that stays within what Slack draws. Days after `now` (epoch milliseconds) are left
 * out unless one has rows. Null if a sum would be too large for an exact integer.
 */
export const buildChartDays = (
  byDay: Totals['byDay'],
  at: { span: DateSpan; now: number; timeZone: string; currency?: string },
): ChartDays | null => {
  const days = byDay.filter(({ currency }) => currency === (at.currency ?? 'AED'));
  if (!Number.isSafeInteger(days.reduce((sum, { fils }) => sum + Math.abs(fils), 0))) return null;
  const range = findRange(days, at);
  const by = UNITS.find((unit) => countUnits(unit, range) <= MOST_BARS) ?? 'year';
  const periods = listPeriods(by, range);
  const sums = periods.map(() => 0);
  const outside = { fils: 0, rows: 0 };
  for (const { day, fils, rows } of days) {
    const index = periods.findIndex(({ from, to }) => from <= day && day <= to);
    if (index === -1) {
      outside.fils += fils;
      outside.rows += rows;
    } else {
      sums[index] = (sums[index] ?? 0) + fils;
    }
  }
  const isShort = by === 'day' && periods.length <= WEEK;
  const bars = periods.map((period, index) => ({
    ...nameBar(by, period, isShort),
    fils: sums[index] ?? 0,
  }));
  return { by, bars, outside };
};

function findRange(
  days: Totals['byDay'],
  { span, now, timeZone }: { span: DateSpan; now: number; timeZone: string },
): Period {
  const [from, end, today] = [dayOf(span.from, timeZone), dayOf(span.to, timeZone), dayOf(now, timeZone)];
  const last = days.reduce((found, { day }) => (day <= end && day > found ? day : found), today);
  const shown = last < end ? last : end;
  return { from, to: shown < from ? from : shown };
}

function listPeriods(unit: DateUnit, range: Period): Period[] {
  const periods: Period[] = [];
  for (let from = range.from; from <= range.to; ) {
    const whole = unitAround(unit, from).to;
    const to = whole < range.to ? whole : range.to;
    periods.push({ from, to });
    from = addDays(to, 1);
  }
  return periods;
}

function countUnits(unit: DateUnit, range: Period): number {
  if (unit === 'day') return lengthOf(range);
  if (unit === 'week') return Math.ceil((lengthOf(range) + weekdayOf(range.from)) / WEEK);
  const months = (yearOf(range.to) - yearOf(range.from)) * 12 + monthOf(range.to) - monthOf(range.from);
  // An upper bound: the range need not begin on the first day of a quarter or year.
  return unit === 'month' ? months + 1 : Math.ceil(months / (unit === 'quarter' ? 3 : 12)) + 1;
}

function nameBar(unit: DateUnit, { from, to }: Period, isShort: boolean): { label: string; name: string } {
  const date = (day: string) => `${Number(day.slice(8))} ${MONTH_NAMES[monthOf(day) - 1]}`;
  if (unit === 'day') {
    const weekday = WEEKDAY_NAMES[weekdayOf(from)] ?? '';
    const label = isShort ? `${weekday} ${Number(from.slice(8))}` : date(from);
    return { label, name: `${weekday} ${date(from)}` };
  }
  if (unit === 'week') {
    if (from === to) return { label: date(from), name: date(from) };
    const start = monthOf(from) === monthOf(to) ? String(Number(from.slice(8))) : date(from);
    return { label: date(from), name: `${start} – ${date(to)}` };
  }
  const year = yearOf(from);
  const names: Record<string, string> = {
    month: `${MONTH_NAMES[monthOf(from) - 1]} ${year}`,
    quarter: `Q${Math.ceil(monthOf(from) / 3)} ${year}`,
  };
  const name = names[unit] ?? String(year);
  return { label: name, name };
}

/** What the bars show for each kind of report: the same as the headline. */
const WHAT: Record<ReportQuery['kind'], string> = {
  transactions: 'Money received',
  payouts: 'Money paid out',
  links: 'Paid links',
};

/** The amounts by day or by longer units. Null if there is nothing to compare: only one bar, or no exact amounts; or more than twenty years. */
export const buildTotalsChart = (
  totals: Totals,
  { kind, span }: ReportQuery,
  { now, timeZone }: { now: number; timeZone: string },
): Chart | null => {
  const currency = totals.byClass.find(({ is }) => is === 'received')?.currency;
  if (currency === undefined) return null;
  const days = buildChartDays(totals.byDay, { span, now, timeZone, currency });
  if (days === null || days.bars.length < 2 || days.bars.length > MOST_BARS) return null;
  return {
    title: `${WHAT[kind]} by ${days.by}`,
    range: describeSpan(span, timeZone),
    currency,
    bars: days.bars,
    outside: days.outside,
  };
};
