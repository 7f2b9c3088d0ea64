import type { LinkStanding } from './link-standing.ts';

export const REPORT_KINDS = ['transactions', 'payouts', 'links'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

export const parseReportKind = (word: string): ReportKind | null =>
  REPORT_KINDS.find((kind) => kind === word.toLowerCase()) ?? null;

/** A record that the service lists: what figures are made of. */
export interface ListedRow {
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
  /** The record has more fields than we read: no column shows the others. */
  hasUnread?: true;
  /** In the listing of links: how it stands, if it is ours. */
  own?: LinkStanding;
}
