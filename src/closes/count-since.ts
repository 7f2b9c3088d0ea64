import { createHash } from 'node:crypto';
import { z } from 'zod';
import { createReadMoney, type MoneyClass, type RowMoney } from '../figures/row-money.ts';
import { createTotals, type Totals } from '../figures/totals.ts';
import { readLeaves, type Vocabulary } from '../payment-service/index.ts';
import type { ReportRow } from '../reports/report-row.ts';
import type { ReportSums } from '../reports/report-words.ts';

const HOUR_MS = 60 * 60_000;
/** A row that nobody decides is not waited for any longer. */
const LONGEST_MS = 35 * 24 * HOUR_MS;

/** What the closes until now have counted of the transactions, for the next one. */
export const countedSchema = z.object({
  /** The end of their span, exclusive. */
  until: z.number(),
  /** The next one reads from here: an hour earlier, since a row may be listed late, or at the oldest that was not decided. */
  from: z.number(),
  /** The rows from then on that were counted, by what cannot change of them. */
  names: z.array(z.string()),
  /** What the rows from then on said went back. */
  refunds: z.array(
    z.object({ currency: z.string(), fils: z.number(), told: z.number(), isAtLeast: z.boolean() }),
  ),
});

export type Counted = z.infer<typeof countedSchema>;

/** The first close: nothing before `from` is in any. */
export const countNothing = (from: number): Counted => ({ until: from, from, names: [], refunds: [] });

interface Since {
  /** The rows that no close has counted, and what went back since the last one. Undecided rows are in each until one counts them. */
  sums: ReportSums;
  counted: Counted;
}

/**
 * What the transactions add to the earlier closes. `rows`: the listing from `counted.from` to `to`, at least; `mayLack`: rows of
 * it may be missing, so that the next close reads all of it again.
 */
export const countSince = (
  rows: readonly ReportRow[],
  {
    counted,
    to,
    mayLack,
    words,
    timeZone,
  }: { counted: Counted; to: number; mayLack: boolean; words: Vocabulary; timeZone: string },
): Since => {
  const readMoney = createReadMoney('transactions', words);
  const sum = (some: readonly ReportRow[]): Totals => {
    const totals = createTotals({ kind: 'transactions', words, timeZone });
    totals.add(some);
    return totals.result();
  };
  const listed = rows.filter(({ at }) => at === null || (at >= counted.from && at < to + SECOND));
  const known = new Set(counted.names);
  const nameOf = createNames();
  const [fresh, undecided]: [ReportRow[], ReportRow[]] = [[], []];
  const decided: { name: string; at: number | null }[] = [];
  for (const row of listed) {
    const money = readMoney(row);
    if (UNDECIDED.includes(money.is)) undecided.push(row);
    else {
      const name = nameOf(row, money);
      if (!known.has(name)) fresh.push(row);
      decided.push({ name, at: row.at });
    }
  }
  const until = to + SECOND;
  const oldest = undecided.reduce((first, { at }) => Math.min(first, at ?? first), until - HOUR_MS);
  const from = mayLack ? counted.from : Math.max(oldest, until - LONGEST_MS);
  const isReadAgain = ({ at }: { at: number | null }) => at === null || at >= from;
  const now = sum(listed);
  const refunds = subtract(now.refunds, counted.refunds);
  const { net: _, ...sums } = sum([...fresh, ...undecided]);
  return {
    sums: { ...sums, refunds, net: findNet(sums, refunds, now) },
    counted: {
      ...{ until, from },
      names: decided.filter(isReadAgain).map(({ name }) => name),
      refunds: sum(listed.filter(isReadAgain)).refunds,
    },
  };
};

const SECOND = 1_000;

/** They say neither that money came nor that none did. */
const UNDECIDED: readonly MoneyClass[] = ['waiting', 'unclassified'];

/** By its id, else by its time, amount, references and card. What it means stands with it: a payment that failed may be paid yet. */
const createNames = (): ((row: ReportRow, money: RowMoney) => string) => {
  const times = new Map<string, number>();
  return ({ id, at, amountFils, reference, orderId, fields }, { is }) => {
    const cards = readLeaves({ fields }).flatMap(({ subject, value }) =>
      subject === 'card' ? String(value).replace(/\D/g, '') : [],
    );
    const what = id === null ? [at, amountFils, reference, orderId, cards.toSorted()] : [id];
    const name = createHash('sha256')
      .update(JSON.stringify([is, ...what]))
      .digest('base64url')
      .slice(0, 16);
    const before = times.get(name) ?? 0;
    times.set(name, before + 1);
    return before === 0 ? name : `${name}:${before}`;
  };
};

/** What went back since; a row of a payment that was counted long ago may say so, too. */
const subtract = (now: Totals['refunds'], before: Counted['refunds']): Totals['refunds'] =>
  now.flatMap((one) => {
    const then = before.find(({ currency }) => currency === one.currency);
    const fils = one.fils - (then?.fils ?? 0);
    const told = Math.max(1, one.told - (then?.told ?? 0));
    return fils === 0 ? [] : [{ ...one, fils, told }];
  });

/** Only where all that was listed can be read for certain. */
const findNet = (
  { byClass }: Pick<Totals, 'byClass'>,
  refunds: Totals['refunds'],
  now: Totals,
): Totals['net'] =>
  refunds.flatMap(({ currency, fils, isAtLeast }) => {
    const isKnown = now.net.some((one) => one.currency === currency);
    const received = byClass.find((one) => one.is === 'received' && one.currency === currency);
    return isKnown && !isAtLeast ? [{ currency, fils: (received?.fils ?? 0) - fils }] : [];
  });
