import { formatLocalDateTime, type Vocabulary } from '../payment-service/index.ts';
import { listUnknownColumns, readFee, readGross, readNet } from '../payments/index.ts';
import type { ListedRow, ReportKind } from './listed-row.ts';
import { createLinkRefunds, createRefundSums, type RefundSum } from './refund-sums.ts';
import { createReadMoney, MONEY_CLASSES, type MoneyClass } from './row-money.ts';

export interface Totals {
  /** All rows that were added. */
  rows: number;
  /** Every row is in one class. Sums of different classes are different money: never add them up. */
  byClass: ClassSum[];
  /** What went back by refunds' own rows and by the payments' rows, each fils once. */
  refunds: RefundSum[];
  /** Received minus refunded. Only for a currency in which every relevant row could be read. */
  net: { currency: string; fils: number }[];
  /** Every row by the service's own status; null if a row has none. */
  byStatus: { status: string | null; currency: string; fils: number; rows: number }[];
  /** What was received, by day in the merchant's zone, earliest first. Only rows with an amount and a time. */
  byDay: { day: string; currency: string; fils: number; rows: number }[];
  /** Rows without an exact amount in fils: they add nothing to any sum. */
  withoutAmount: number;
  /** Of the payouts that were paid out in AED, those that state their gross, fee and net. Integer fils. */
  stated?: { grossFils: number; feeFils: number; netFils: number; rows: number } | undefined;
  /** Of payouts that do not, or name no time or id: their columns that may hold it under names that nobody knows. */
  unknownColumns?: string[] | undefined;
}

interface ClassSum {
  is: MoneyClass;
  currency: string;
  fils: number;
  rows: number;
  /** Of these rows, those that add nothing. */
  withoutAmount: number;
}

interface TotalsCounter {
  add(rows: readonly ListedRow[]): void;
  result(): Totals;
}

export interface TotalsOptions {
  kind: ReportKind;
  words: Vocabulary;
  timeZone: string;
}

/**
 * Exact sums of the rows added, in integer fils, by what the rows mean. An amount that would make a sum too large for an
 * exact integer counts as unreadable.
 */
export const createTotals = ({ kind, words, timeZone }: TotalsOptions): TotalsCounter => {
  const readMoney = createReadMoney(kind, words);
  const byClass = new Map<string, ClassSum>();
  const byStatus = new Map<string, Totals['byStatus'][number]>();
  const byDay = new Map<string, Totals['byDay'][number]>();
  const refundSums = createRefundSums();
  const linkRefunds = createLinkRefunds();
  const unknownColumns = new Set<string>();
  const stated = { grossFils: 0, feeFils: 0, netFils: 0, rows: 0 };
  let rows = 0;
  let withoutAmount = 0;
  let isUndone = false;

  const addRow = (row: ListedRow): void => {
    const { at, status } = row;
    const money = readMoney(row);
    const { is, fils, currency } = money;
    rows += 1;
    isUndone ||= money.isUndoing;
    if (kind === 'links') linkRefunds.add(money);
    const ofClass = entryOf(byClass, `${is} ${currency}`, { is, currency, withoutAmount: 0 });
    const ofStatus = entryOf(byStatus, `${currency}\n${status === null ? '' : `:${status}`}`, {
      status,
      currency,
    });
    ofClass.rows += 1;
    ofStatus.rows += 1;
    const sums: Sum[] = [ofClass, ofStatus];
    if (is === 'received' && at !== null) {
      const day = formatLocalDateTime(at, timeZone).slice(0, 10);
      sums.push(entryOf(byDay, `${day} ${currency}`, { day, currency }));
    }
    if (kind === 'payouts' && is === 'received' && currency === 'AED') addStated(row);
    if (fils === null || !sums.every((sum) => Number.isSafeInteger(sum.fils + fils))) {
      withoutAmount += 1;
      ofClass.withoutAmount += 1;
      return;
    }
    for (const sum of sums) sum.fils += fils;
    if (sums[2]) sums[2].rows += 1;
    if (kind === 'transactions') refundSums.add(row, money);
  };

  const addStated = ({ fields, at, id }: ListedRow): void => {
    const [grossFils, netFils] = [readGross({ fields }), readNet({ fields })];
    const feeFils = readFee({ fields }, { grossFils, netFils });
    const isStated = grossFils !== null && netFils !== null && feeFils !== null;
    const missing = [
      ...(isStated ? [] : (['money'] as const)),
      ...(at === null ? (['time'] as const) : []),
      ...(id === null ? (['id'] as const) : []),
    ];
    if (missing.length > 0)
      for (const name of listUnknownColumns({ fields }, missing)) unknownColumns.add(name);
    if (!isStated) return;
    stated.grossFils += grossFils;
    stated.feeFils += feeFils;
    stated.netFils += netFils;
    stated.rows += 1;
  };

  const findNet = (refunds: readonly RefundSum[], isNetKnown: boolean): Totals['net'] => {
    const classes = [...byClass.values()];
    if (!isNetKnown || isUndone || classes.some((one) => one.is === 'unclassified')) return [];
    return [...new Set(refunds.map(({ currency }) => currency))].flatMap((currency) => {
      const back = refunds.filter((one) => one.currency === currency);
      const ours = classes.filter(
        (one) => one.currency === currency && (one.is === 'received' || one.is === 'refunded'),
      );
      if (back.some(({ isAtLeast }) => isAtLeast) || ours.some((one) => one.withoutAmount > 0)) return [];
      const received = ours.find(({ is }) => is === 'received')?.fils ?? 0;
      return [{ currency, fils: back.reduce((left, { fils }) => left - fils, received) }];
    });
  };

  return {
    add: (added) => {
      for (const row of added) addRow(row);
    },
    result: () => {
      const { sums: refunds, isNetKnown } =
        kind === 'links' ? { sums: linkRefunds.result(), isNetKnown: true } : refundSums.result();
      return {
        rows,
        byClass: copy(byClass).sort(
          (one, other) =>
            MONEY_CLASSES.indexOf(one.is) - MONEY_CLASSES.indexOf(other.is) || mostRowsFirst(one, other),
        ),
        refunds,
        net: findNet(refunds, isNetKnown),
        byStatus: copy(byStatus).sort(mostRowsFirst),
        byDay: copy(byDay)
          .filter((one) => one.rows > 0)
          .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0)),
        withoutAmount,
        ...(stated.rows > 0 && { stated }),
        ...(unknownColumns.size > 0 && { unknownColumns: [...unknownColumns] }),
      };
    },
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
