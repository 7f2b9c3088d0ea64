import type { DateSpan } from '../calendar/date-span.ts';
import type { ListedRow, ReportKind } from '../figures/listed-row.ts';
import type { FlatRow } from './flatten-row.ts';

export interface ReportQuery {
  kind: ReportKind;
  span: DateSpan;
}

/**
 * Columns that every report has; the service names all others. Keys of these begin with `@`, keys of
 * the others with a dot.
 */
export const MAIN_COLUMNS = [
  '@at',
  '@amount',
  '@currency',
  '@status',
  '@reference',
  '@orderId',
  '@id',
] as const;
export type MainColumn = (typeof MAIN_COLUMNS)[number];

/**
 * A row of a report: the fields that it needs by name, whatever the service calls them. All fields, these included, also
 * stay in `fields` unchanged.
 */
export interface ReportRow extends ListedRow {
  /** The same as `fields` without nesting. */
  flat: FlatRow;
  /** Which value of `flat` each main column shows; -1: none. */
  sources: Record<MainColumn, number>;
}

/** Every row of a listing, where it has one. */
export type ListedRows =
  | { is: 'whole' | 'moved'; rows: readonly ReportRow[] }
  | { is: 'no-list' | 'too-many'; rows?: never };
