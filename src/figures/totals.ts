import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BackKind, Vocabulary } from '../payment-service/index.ts';
import { listUnknownColumns } from '../payments/index.ts';
import type { ListedRow, ReportKind } from './listed-row.ts';
import { MONEY_CLASSES, type MoneyClass, type Moved, readStated } from './movement.ts';
import { countedFils, createJudge } from './movements.ts';

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
  /** Rows without an exact amount in fils: they add nothing to any sum. */
  withoutAmount: number;
  /** Of the payouts that were paid out in AED, those that state their gross, fee and net. Integer fils. */
  stated?: { grossFils: number; feeFils: number; netFils: number; rows: number } | undefined;
  /** Of what was paid out: payouts whose amount may be before or after fees. */
  bare?: number | undefined;
  /** Of payouts that do not, or name no time or id: their columns that may hold it under names that nobody knows. */
  unknownColumns?: string[] | undefined;
}

export interface RefundSum {
  kind: BackKind;
  currency: string;
  fils: number;
  /** How many rows it is the sum of. */
  told: number;
  /** Rows and payments may report the same money or different money. At least the larger sum went back. */
  isAtLeast: boolean;
}

interface ClassSum {
  is: MoneyClass;
  currency: string;
  fils: number;
  rows: number;
  /** Of these rows, those that add nothing. */
  withoutAmount: number;
}

interface TotalsCounter extends Counting {
  add(rows: readonly ListedRow[]): void;
  /** The same, with other work in between: a page may hold any number of rows. */
  take(rows: readonly ListedRow[]): Promise<void>;
  result(): Totals;
}

/** What each row that was added moved and counts as, in AED, as it was read. */
export interface Counting {
  movedOf(row: ListedRow): Moved | null;
  countOf(row: ListedRow): number | null;
  /** What they add to much, because some tell of the same money. */
  twiceFils(): number;
}

export interface TotalsOptions {
  kind: ReportKind;
  words: Vocabulary;
}

/** Rows read without a pause. */
const AT_ONCE = 200;

/** In the service's own words. */
type Said = Pick<ListedRow, 'status'>;

/** Exact sums of rows as they come: a page at a time, of which little is kept. */
export const createTotals = ({ kind, words }: TotalsOptions): TotalsCounter => {
  const judge = createJudge(kind, words);
  const sure = createSums();
  const inDoubt: { moved: Moved; said: Said }[] = [];
  const readOf = new WeakMap<ListedRow, Moved>();
  const unknownColumns = new Set<string>();
  const stated = { grossFils: 0, feeFils: 0, netFils: 0, rows: 0 };
  let bare = 0;

  const addStated = (row: ListedRow, { is, currency, isBare }: Moved): void => {
    if (is !== 'received' || currency !== 'AED') return;
    if (isBare) bare += 1;
    const { grossFils, feeFils, netFils } = readStated(row);
    const isStated = grossFils !== null && netFils !== null && feeFils !== null;
    const missing = [
      ...(isStated ? [] : (['money'] as const)),
      ...(row.at === null ? (['time'] as const) : []),
      ...(row.id === null ? (['id'] as const) : []),
    ];
    if (missing.length > 0) for (const name of listUnknownColumns(row, missing)) unknownColumns.add(name);
    if (!isStated) return;
    stated.grossFils += grossFils;
    stated.feeFils += feeFils;
    stated.netFils += netFils;
    stated.rows += 1;
  };

  const add = (rows: readonly ListedRow[]): void => {
    for (const row of rows) {
      const moved = judge.add(row);
      readOf.set(row, moved);
      const said = { status: row.status };
      if (kind === 'payouts') addStated(row, moved);
      if (moved.doubt === null) sure.add(moved, said);
      else inDoubt.push({ moved, said });
    }
  };

  return {
    add,
    take: async (rows) => {
      for (let at = 0; at < rows.length; at += AT_ONCE) {
        if (at > 0) await nextTurn();
        add(rows.slice(at, at + AT_ONCE));
      }
    },
    movedOf: (row) => readOf.get(row) ?? null,
    countOf: (row) => {
      const moved = readOf.get(row);
      return moved === undefined ? null : countedFils(moved);
    },
    twiceFils: () =>
      [...judge.settle()].reduce(
        (sum, [read, moved]) => sum + (countedFils(moved) ?? 0) - (countedFils(read) ?? 0),
        0,
      ),
    result: () => {
      const of = judge.settle();
      const sums = sure.copy();
      for (const { moved, said } of inDoubt) sums.add(of.get(moved) ?? moved, said);
      return {
        ...sums.result(sumRefunds([...of.values()])),
        ...(stated.rows > 0 && { stated }),
        ...(bare > 0 && { bare }),
        ...(unknownColumns.size > 0 && { unknownColumns: [...unknownColumns] }),
      };
    },
  };
};

/** The same sums of movements that are judged already. */
export const sumMovements = (movements: readonly (Moved & Said)[]): Totals => {
  const sums = createSums();
  for (const one of movements) sums.add(one, one);
  return sums.result(sumRefunds(movements));
};

/** Whether each of them can be read for certain. */
export const isNetKnown = (movements: readonly Moved[], currency: string): boolean =>
  movements.every(
    (one) =>
      one.doubt === null &&
      one.is !== 'unclassified' &&
      (one.currency !== currency || (one.kind !== 'unclear' && one.isAtLeast !== true)),
  );

/** What went back, by how it did. */
export const sumRefunds = (some: readonly Moved[]): RefundSum[] => {
  const sums = new Map<string, RefundSum>();
  for (const { back: kind, backFils, isAtLeast = false, currency } of some) {
    if (backFils === 0 && !isAtLeast) continue;
    const key = `${currency} ${kind}`;
    const sum = sums.get(key) ?? { kind, currency, fils: 0, told: 0, isAtLeast: false };
    const fils = sum.fils + backFils;
    const isExact = Number.isSafeInteger(fils);
    sums.set(key, {
      ...sum,
      fils: isExact ? fils : sum.fils,
      told: sum.told + 1,
      isAtLeast: sum.isAtLeast || isAtLeast || !isExact,
    });
  }
  return [...sums.values()].filter(({ fils, isAtLeast }) => fils !== 0 || isAtLeast);
};

/** Exact sums by what rows mean; what would make one too large to be exact counts as unreadable. */
function createSums(from?: Summed): Summing {
  const byClass = copyOf(from?.byClass);
  const byStatus = copyOf(from?.byStatus);
  let { rows, withoutAmount, isUntold } = from ?? { rows: 0, withoutAmount: 0, isUntold: false };

  const add = (moved: Moved, { status }: Said): void => {
    const { is, fils, currency } = moved;
    rows += 1;
    isUntold ||= moved.doubt !== null || is === 'unclassified';
    const ofClass = entryOf(byClass, `${is} ${currency}`, { is, currency, withoutAmount: 0 });
    const ofStatus = entryOf(byStatus, `${currency}\n${status === null ? '' : `:${status}`}`, {
      status,
      currency,
    });
    ofClass.rows += 1;
    ofStatus.rows += 1;
    const sums: Sum[] = [ofClass, ofStatus];
    if (fils === null || !sums.every((sum) => Number.isSafeInteger(sum.fils + fils))) {
      withoutAmount += 1;
      ofClass.withoutAmount += 1;
      return;
    }
    for (const sum of sums) sum.fils += fils;
  };

  const findNet = (refunds: readonly RefundSum[]): Totals['net'] => {
    if (isUntold) return [];
    return [...new Set(refunds.map(({ currency }) => currency))].flatMap((currency) => {
      const back = refunds.filter((one) => one.currency === currency);
      const ours = [...byClass.values()].filter(
        (one) => one.currency === currency && (one.is === 'received' || one.is === 'refunded'),
      );
      if (back.some(({ isAtLeast }) => isAtLeast) || ours.some((one) => one.withoutAmount > 0)) return [];
      const received = ours.find(({ is }) => is === 'received')?.fils ?? 0;
      return [{ currency, fils: back.reduce((left, { fils }) => left - fils, received) }];
    });
  };

  return {
    add,
    copy: () => createSums({ byClass, byStatus, rows, withoutAmount, isUntold }),
    result: (refunds) => ({
      rows,
      byClass: [...byClass.values()].sort(
        (one, other) =>
          MONEY_CLASSES.indexOf(one.is) - MONEY_CLASSES.indexOf(other.is) || mostRowsFirst(one, other),
      ),
      refunds,
      net: findNet(refunds),
      byStatus: [...byStatus.values()].sort(mostRowsFirst),
      withoutAmount,
    }),
  };
}

interface Summed {
  byClass: ReadonlyMap<string, ClassSum>;
  byStatus: ReadonlyMap<string, Totals['byStatus'][number]>;
  rows: number;
  withoutAmount: number;
  isUntold: boolean;
}

interface Summing {
  add(moved: Moved, said: Said): void;
  copy(): Summing;
  result(refunds: RefundSum[]): Totals;
}

const copyOf = <T extends object>(map: ReadonlyMap<string, T> = new Map()): Map<string, T> =>
  new Map([...map].map(([key, entry]) => [key, { ...entry }]));

interface Sum {
  fils: number;
  rows: number;
}

function entryOf<T extends object>(
  map: Map<string, T & Sum>,
  key: string,
  what: Omit<T, keyof Sum>,
): T & Sum {
  const found = map.get(key);
  if (found !== undefined) return found;
  const built = { ...what, fils: 0, rows: 0 } as T & Sum;
  map.set(key, built);
  return built;
}

const mostRowsFirst = (one: Sum, other: Sum): number => other.rows - one.rows;
