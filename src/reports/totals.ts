import { createMomentText } from './moment-text.ts';
import type { ReportRow } from './report-row.ts';

export interface Totals {
  /** All that were added. */
  rows: number;
  /** Rows with an amount alone. */
  byCurrency: { currency: string; fils: number; rows: number }[];
  /** Every row, by the service's own word; null where a row carries none. */
  byStatus: { status: string | null; currency: string; fils: number; rows: number }[];
  /** In the merchant's zone, earliest first, an entry for each currency of a day. Rows with an amount and a time alone. */
  byDay: { day: string; currency: string; fils: number; rows: number }[];
  /** Rows in which no exact amount of fils could be read: they add nothing to any sum. */
  withoutAmount: number;
}

export interface TotalsCounter {
  add(rows: readonly ReportRow[]): void;
  result(): Totals;
}

/** The interface's only currency: what an amount without one is in. */
const CURRENCY = 'AED';

/**
 * Exact sums over the rows added and over no others, in integer fils. An amount that would leave the integers
 * that are exact counts as unreadable.
 */
export const createTotals = ({ timeZone }: { timeZone: string }): TotalsCounter => {
  const byCurrency = new Map<string, Totals['byCurrency'][number]>();
  const byStatus = new Map<string, Totals['byStatus'][number]>();
  const byDay = new Map<string, Totals['byDay'][number]>();
  const momentText = createMomentText(timeZone);
  let rows = 0;
  let withoutAmount = 0;

  const addRow = ({ at, amountFils, currency: written, status }: ReportRow): void => {
    rows += 1;
    const currency = written?.toUpperCase() ?? CURRENCY;
    const ofStatus = entryOf(byStatus, `${currency}\n${status === null ? '' : `:${status}`}`, {
      status,
      currency,
    });
    ofStatus.rows += 1;
    const known = byCurrency.get(currency)?.fils ?? 0;
    if (
      amountFils === null ||
      ![known, ofStatus.fils].every((sum) => Number.isSafeInteger(sum + amountFils))
    ) {
      withoutAmount += 1;
      return;
    }
    ofStatus.fils += amountFils;
    const sums = [entryOf(byCurrency, currency, { currency })];
    if (at !== null) {
      const [day = ''] = momentText(at).split('T');
      sums.push(entryOf(byDay, `${day} ${currency}`, { day, currency }));
    }
    for (const sum of sums) {
      sum.fils += amountFils;
      sum.rows += 1;
    }
  };

  return {
    add: (added) => {
      for (const row of added) addRow(row);
    },
    result: () => ({
      rows,
      byCurrency: copy(byCurrency).sort(mostRowsFirst),
      byStatus: copy(byStatus).sort(mostRowsFirst),
      byDay: copy(byDay).sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0)),
      withoutAmount,
    }),
  };
};

interface Sum {
  fils: number;
  rows: number;
}

function entryOf<T extends object>(map: Map<string, T & Sum>, key: string, what: T): T & Sum {
  const found = map.get(key);
  if (found !== undefined) return found;
  const built = { ...what, fils: 0, rows: 0 };
  map.set(key, built);
  return built;
}

const copy = <T extends object>(map: Map<string, T>): T[] => [...map.values()].map((entry) => ({ ...entry }));

const mostRowsFirst = (one: Sum, other: Sum): number => other.rows - one.rows;
