import { type DateSpan, dayOf, monthOf, monthsFrom, spanOfDays, yearOf } from '../calendar/date-span.ts';
import type { ReportKind } from '../figures/listed-row.ts';
import type { ListedRows } from '../listings/report-row.ts';
import type { Vocabulary } from '../payment-service/index.ts';
import type { Sheet } from '../tables/table.ts';
import type { ExportPayload, ReconciliationFigures } from './export-payload.ts';

/** A month to read: the service's records of it and of the days around it. */
export interface MonthRead {
  teamId: string;
  /** The month, up to now if it is not over. */
  span: DateSpan;
  /** The days whose records are read. */
  around: DateSpan;
  /** Reads a listing whole: without rows, the service’s answer had no list. */
  list: (kind: ReportKind, span: DateSpan) => Promise<ListedRows>;
  /** The newest file that was made of the same days before, if it is still known. */
  before: { at: number; figures: ReconciliationFigures } | null;
  words: Vocabulary;
  timeZone: string;
  signal: AbortSignal;
}

/** Compares the month's records with our own links and batches. */
export type ReconcileMonth = (
  month: MonthRead,
) => Promise<{ sheets: readonly Sheet[]; figures: ReconciliationFigures }>;

const DAY_MS = 24 * 60 * 60_000;
/** The first payouts of a month can pay out the month before; a bank can add some days. */
const BEFORE_MS = 41 * DAY_MS;
/** The last transactions of a month are paid out in the days after it. */
const AFTER_MS = 10 * DAY_MS;

/** The days whose payouts and transactions are read for a month. */
export const spanAround = ({ span, readTo }: Pick<ExportPayload, 'span' | 'readTo'>): DateSpan => ({
  from: span.from - BEFORE_MS,
  to: Math.max(span.to, readTo ?? 0),
});

/** Until when records are read. */
export const readToOf = (monthEnd: number, now: number): number => Math.min(now, monthEnd + AFTER_MS);

/** The whole month around a moment, on the merchant's calendar. */
export const spanOfMonth = (moment: number, timeZone: string): DateSpan => {
  const day = dayOf(moment, timeZone);
  const { from, to } = monthsFrom(yearOf(day), monthOf(day), 1);
  return spanOfDays(from, to, timeZone);
};

/** `reconciliation-2026-10.xlsx`; a month that is not over says until which day. */
export const nameReconciliation = (
  span: { from: number; to: number },
  isOver: boolean,
  timeZone: string,
): string =>
  `reconciliation-${dayOf(span.from, timeZone).slice(0, 7)}${isOver ? '' : `-until-${dayOf(span.to, timeZone)}`}.xlsx`;
