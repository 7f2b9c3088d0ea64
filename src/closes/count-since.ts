import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { createReadMoney, type MoneyClass, type RowMoney } from '../figures/row-money.ts';
import { createTotals, type Totals } from '../figures/totals.ts';
import { BACK_KINDS, readLeaves, type Vocabulary } from '../payment-service/index.ts';
import type { ReportRow } from '../reports/report-row.ts';
import type { ReportSums } from '../reports/report-words.ts';

/** So long after its date a row may be listed, decided or changed and still be in a close. */
const LONGEST_MS = 35 * 24 * 60 * 60_000;

/** What the closes until now have counted of the transactions, for the next one. */
export const countedSchema = z.object({
  /** The end of their span, exclusive. */
  until: z.number(),
  /** The next one reads from here: where the first began, or 35 days back. A row may be listed late, or change. */
  from: z.number(),
  /** The rows from then on that were counted, by what cannot change of them. */
  names: z.array(z.string()),
  /** What the rows from then on said went back. */
  refunds: z.array(
    z.object({
      kind: z.enum(BACK_KINDS),
      currency: z.string(),
      fils: z.number(),
      told: z.number(),
      isAtLeast: z.boolean(),
    }),
  ),
});

export type Counted = z.infer<typeof countedSchema>;

/** The first close: nothing before `from` is in any. */
export const countNothing = (from: number): Counted => ({ until: from, from, names: [], refunds: [] });

interface Since {
  /** The rows that no close has counted, and what went back since the last one. Undecided rows are in each until one counts them. */
  sums: ReportSums;
  /** Of what these sums say was received: payments of the time of earlier closes, listed or decided since. */
  late: Moved[];
  /** What earlier closes counted as received, and the service no longer says so. It is in none of the sums but the net. */
  undone: Moved[];
  counted: Counted;
}

/** Integer fils. */
export interface Moved {
  currency: string;
  fils: number;
  rows: number;
}

/**
 * What the transactions add to the earlier closes. `rows`: the listing from `counted.from` to `to`, at least.
 */
export const countSince = async (
  rows: readonly ReportRow[],
  { counted, to, words, timeZone }: { counted: Counted; to: number; words: Vocabulary; timeZone: string },
): Promise<Since> => {
  const readMoney = createReadMoney('transactions', words);
  const sum = async (some: readonly ReportRow[]): Promise<Totals> => {
    const totals = createTotals({ kind: 'transactions', words, timeZone });
    for (let at = 0; at < some.length; at += ROWS_OF_A_TURN) {
      totals.add(some.slice(at, at + ROWS_OF_A_TURN));
      await nextTurn();
    }
    return totals.result();
  };
  const listed = rows.filter(({ at }) => at === null || (at >= counted.from && at < to + SECOND));
  const known = new Set(counted.names);
  const nameOf = createNames();
  const undecided: ReportRow[] = [];
  const [fresh, others]: [ReadRow[], ReadRow[]] = [[], []];
  const decided: { name: string; at: number | null }[] = [];
  for (const [place, row] of listed.entries()) {
    if (place % ROWS_OF_A_TURN === 0) await nextTurn();
    const money = readMoney(row);
    if (money.is !== 'received' && money.is !== 'refunded') others.push({ row, money });
    if (UNDECIDED.includes(money.is)) undecided.push(row);
    else {
      const name = nameOf(row, money.is);
      if (!known.has(name)) fresh.push({ row, money });
      decided.push({ name, at: row.at });
    }
  }
  const until = to + SECOND;
  const from = Math.max(counted.from, until - LONGEST_MS);
  const isReadAgain = ({ at }: { at: number | null }) => at === null || at >= from;
  const now = await sum(listed);
  const refunds = subtract(now.refunds, counted.refunds);
  const { net: _, ...sums } = await sum([...fresh.map(({ row }) => row), ...undecided]);
  const isLate = ({ row: { at }, money }: ReadRow) =>
    money.is === 'received' && at !== null && at < counted.until;
  // After the names of what is received now: of rows alike, those are the ones that were counted.
  const undone = addUp(others.flatMap(({ row, money }) => (known.has(nameOf(row, 'received')) ? money : [])));
  return {
    sums: { ...sums, refunds, net: findNet(sums, { refunds, undone }, now) },
    late: addUp(fresh.filter(isLate).map(({ money }) => money)),
    undone,
    counted: {
      ...{ until, from },
      names: decided.filter(isReadAgain).map(({ name }) => name),
      refunds: (await sum(listed.filter(isReadAgain))).refunds,
    },
  };
};

interface ReadRow {
  row: ReportRow;
  money: RowMoney;
}

const SECOND = 1_000;
/** A shop may have many thousands in 35 days: other work runs in between. */
const ROWS_OF_A_TURN = 200;

/** They say neither that money came nor that none did. */
const UNDECIDED: readonly MoneyClass[] = ['waiting', 'unclassified'];

/** By its id, else by its time, amount, references and card. What it means stands with it: a payment that failed may be paid yet. */
const createNames = (): ((row: ReportRow, is: MoneyClass) => string) => {
  const times = new Map<string, number>();
  return ({ id, at, amountFils, reference, orderId, fields }, is) => {
    const cards = readLeaves({ fields }).flatMap(({ subject, value }) =>
      subject === 'card' ? String(value).replace(/\D/g, '') : [],
    );
    const what = id === null ? [at, amountFils, reference, orderId, cards.toSorted()] : [id];
    const name = createHash('sha256')
      .update(JSON.stringify([is, ...what]))
      .digest('base64url')
      .slice(0, 10);
    const before = times.get(name) ?? 0;
    times.set(name, before + 1);
    return before === 0 ? name : `${name}:${before}`;
  };
};

/** What went back since; a row of a payment that was counted long ago may say so, too. */
const subtract = (now: Totals['refunds'], before: Counted['refunds']): Totals['refunds'] => {
  const isSame = (one: Counted['refunds'][number]) => (other: typeof one) =>
    other.kind === one.kind && other.currency === one.currency;
  // All of it came again: a dispute that was won.
  const gone = before.filter((one) => !now.some(isSame(one))).map((one) => ({ ...one, fils: 0, told: 0 }));
  return [...now, ...gone].flatMap((one) => {
    const then = before.find(isSame(one));
    const fils = one.fils - (then?.fils ?? 0);
    const told = Math.max(1, one.told - (then?.told ?? 0));
    return fils === 0 ? [] : [{ ...one, fils, told }];
  });
};

const addUp = (some: readonly RowMoney[]): Moved[] => {
  const sums = new Map<string, Moved>();
  for (const { currency, fils } of some) {
    const { fils: before = 0, rows = 0 } = sums.get(currency) ?? {};
    sums.set(currency, { currency, fils: before + (fils ?? 0), rows: rows + 1 });
  }
  return [...sums.values()];
};

/** Only where all that was listed can be read for certain. */
const findNet = (
  { byClass }: Pick<Totals, 'byClass'>,
  { refunds, undone }: { refunds: Totals['refunds']; undone: readonly Moved[] },
  now: Totals,
): Totals['net'] =>
  [...new Set([...refunds, ...undone].map(({ currency }) => currency))].flatMap((currency) => {
    const isOf = (one: { currency: string }) => one.currency === currency;
    const back = refunds.filter(isOf);
    if (back.some(({ isAtLeast }) => isAtLeast) || (back.length > 0 && !now.net.some(isOf))) return [];
    const received = byClass.find((one) => one.is === 'received' && isOf(one))?.fils ?? 0;
    return [
      {
        currency,
        fils: back.reduce((left, { fils }) => left - fils, received) - (undone.find(isOf)?.fils ?? 0),
      },
    ];
  });
