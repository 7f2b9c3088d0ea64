import type { ServiceRecord } from '../payment-service/index.ts';
import type { MainColumn } from './column-names.ts';
import { createParseTime } from './listed-time.ts';
import type { ReportKind, ReportRow } from './report-row.ts';
import { createReadLeaves } from './row-leaves.ts';
import { parseListedAmount } from './row-money.ts';
import { createRowSources, textOf } from './row-sources.ts';

/** Reads the records of one listing into rows. Never throws: missing or unreadable values are null. */
export const createRowReader = (
  kind: ReportKind,
  timeZone: string,
): ((record: ServiceRecord) => ReportRow) => {
  const readLeaves = createReadLeaves();
  const sources = createRowSources(kind);
  const parseTime = createParseTime(timeZone);
  return ({ fields, isCut }) => {
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
      ...(leaves.isCut || isCut ? { hasUnread: true } : {}),
    };
  };
};
