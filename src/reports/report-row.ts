import type { DateSpan } from '../calendar/date-span.ts';
import type { LinkStanding } from '../figures/link-standing.ts';
import type { FlatRow } from './flatten-row.ts';

export const REPORT_KINDS = ['transactions', 'payouts', 'links'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

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
 * The fields that a report needs by name, whatever the service calls them. All fields, these included, also
 * stay in `fields` unchanged.
 */
export interface ReportRow {
  /** When the record was made, in epoch milliseconds. */
  at: number | null;
  /** Integer fils, negative for money going back. */
  amountFils: number | null;
  /** As written. */
  currency: string | null;
  /** The service's own word. */
  status: string | null;
  /** The merchant's `Invoice_Id`. */
  reference: string | null;
  orderId: string | null;
  /** The record's own id: of the transaction, the payout or the link. */
  id: string | null;
  fields: Record<string, unknown>;
  /** The same without nesting. */
  flat: FlatRow;
  /** Which value of `flat` each main column shows; -1: none. */
  sources: Record<MainColumn, number>;
  /** The record has more fields than we read: no column shows the others. */
  hasUnread?: true;
  /** In the listing of links: how it stands, if it is ours. */
  own?: LinkStanding;
}

/** One response from the service. */
export interface ListedRows {
  rows: ReportRow[];
  /** As this response reports it. */
  total: number | null;
  /** Whether the response held a list, even an empty one. */
  isList: boolean;
}

export const parseReportKind = (word: string): ReportKind | null =>
  REPORT_KINDS.find((kind) => kind === word.toLowerCase()) ?? null;
