import type { ServiceRecord } from '../payment-service/index.ts';
import type { MainColumn } from './column-names.ts';
import type { DateSpan } from './date-span.ts';
import { createParseTime } from './listed-time.ts';
import { createReadLeaves } from './row-leaves.ts';
import { parseListedAmount } from './row-money.ts';
import { createRowSources, textOf } from './row-sources.ts';

export const REPORT_KINDS = ['transactions', 'payouts', 'links'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

export interface ReportQuery {
  kind: ReportKind;
  span: DateSpan;
}

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
  /** The record has more fields than we read of one row, and no column shows the rest. */
  hasUnread?: true;
}

/** Reads the records of one listing into rows. Never throws: missing or unreadable values are null. */
export const createRowReader = (
  kind: ReportKind,
  timeZone: string,
): ((record: ServiceRecord) => ReportRow) => {
  const readLeaves = createReadLeaves();
  const sources = createRowSources(kind);
  const parseTime = createParseTime(timeZone);
  return ({ fields }) => {
    const leaves = readLeaves(fields);
    const found = sources.find(leaves);
    const take = (column: MainColumn): unknown => leaves.values[found[column]];
    return {
      at: parseTime(take('@at')),
      amountFils: parseListedAmount(take('@amount')),
      currency: textOf(take('@currency')),
      status: textOf(take('@status')),
      reference: textOf(take('@reference')),
      orderId: textOf(take('@orderId')),
      id: textOf(take('@id')),
      fields,
      ...(leaves.isCut ? { hasUnread: true } : {}),
    };
  };
};
