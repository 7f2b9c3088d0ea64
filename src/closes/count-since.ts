import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { MONEY_CLASSES, type MoneyClass } from '../figures/movement.ts';
import type { Movement } from '../figures/movements.ts';
import { isNetKnown, sumMovements, sumRefunds, type Totals } from '../figures/totals.ts';
import { BACK_KINDS, readLeaves } from '../payment-service/index.ts';

/** So long after its date a row may be listed, decided or changed and still be in a close. */
const LONGEST_MS = 35 * 24 * 60 * 60_000;

/** What the closes until now have counted of the transactions, for the next one. */
export const countedSchema = z.object({
  /** The end of their span, exclusive. */
  until: z.number(),
  /** The next one reads from here: where the first began, or 35 days back. A row may be listed late, or change. */
  from: z.number(),
  /** The rows from then on, by what cannot change of them: class, received, back and how, the words by their place in their lists. */
  rows: z.record(z.string(), z.tuple([z.int(), z.int(), z.int(), z.int()])),
});

export type Counted = z.infer<typeof countedSchema>;

/** The first close: nothing before `from` is in any. */
export const countNothing = (from: number): Counted => ({ until: from, from, rows: {} });

interface Since {
  /** What no close has counted: what came, and what went back. Undecided rows are in each until one counts them. */
  sums: Totals;
  /** Of what these sums say was received: payments of the time of earlier closes, listed or decided since. */
  late: Moved[];
  /** What earlier closes counted as received, and the service no longer says so: taken back. It is in none of the sums but the net. */
  undone: Moved[];
  counted: Counted;
}

/** Integer fils. */
export interface Moved {
  currency: string;
  fils: number;
  rows: number;
}

/** What the transactions add to the earlier closes. `movements`: of the listing from `counted.from` to `to`, at least. */
export const countSince = async (
  movements: readonly Movement[],
  { counted, to }: { counted: Counted; to: number },
): Promise<Since> => {
  const until = to + SECOND;
  const from = Math.max(counted.from, until - LONGEST_MS);
  const listed = movements.filter(({ at }) => at === null || (at >= counted.from && at < until));
  const nameOf = createNames();
  const rows: Counted['rows'] = {};
  /** What changed of each row, as a movement of its own. */
  const [fresh, back, undone]: [Movement[], Movement[], Movement[]] = [[], [], []];
  for (const [place, one] of listed.entries()) {
    if (place % ROWS_OF_A_TURN === 0) await nextTurn();
    const name = nameOf(one);
    const before = readCounted(counted.rows[name]);
    const isUndecided = UNDECIDED.includes(one.is);
    const fils = one.receivedFils - before.receivedFils;
    if (fils < 0) undone.push({ ...one, fils: -fils });
    if (isUndecided || one.is !== before.is) fresh.push(one);
    else if (fils > 0) fresh.push({ ...one, fils, receivedFils: fils });
    back.push(...listBack(one, before));
    if (!isUndecided && (one.at === null || one.at >= from)) rows[name] = writeCounted(one);
  }
  const refunds = sumRefunds(back);
  const { net: _, ...sums } = sumMovements(fresh);
  const late = fresh.filter(({ is, at }) => is === 'received' && at !== null && at < counted.until);
  return {
    sums: { ...sums, refunds, net: findNet(listed, { fresh, refunds, undone }) },
    late: addUp(late),
    undone: addUp(undone),
    counted: { until, from, rows },
  };
};

const SECOND = 1_000;
/** A shop may have many thousands in 35 days: other work runs in between. */
const ROWS_OF_A_TURN = 200;

/** They say neither that money came nor that none did. */
const UNDECIDED: readonly MoneyClass[] = ['waiting', 'unclassified'];

type Before = Pick<Movement, 'receivedFils' | 'backFils' | 'back'> & { is: MoneyClass | null };

const writeCounted = ({ is, receivedFils, backFils, back }: Movement): Counted['rows'][string] => [
  MONEY_CLASSES.indexOf(is),
  receivedFils,
  backFils,
  BACK_KINDS.indexOf(back),
];

const readCounted = (counted: Counted['rows'][string] | undefined): Before => {
  const [is, receivedFils, backFils, back] = counted ?? [-1, 0, 0, 0];
  return { is: MONEY_CLASSES[is] ?? null, receivedFils, backFils, back: BACK_KINDS[back] ?? 'refund' };
};

/** What was counted as a refund and is a chargeback now came again as the one, and went as the other. */
const listBack = (one: Movement, before: Before): Movement[] =>
  one.back === before.back
    ? [{ ...one, backFils: one.backFils - before.backFils }]
    : [one, { ...one, back: before.back, backFils: -before.backFils }];

/** By its id, else by its time, amount, references and card. A refund may have the id of its payment. */
const createNames = (): ((one: Movement) => string) => {
  const times = new Map<string, number>();
  return ({ isOfPayment, row: { id, at, amountFils, reference, orderId, fields } }) => {
    const what = id === null ? [at, amountFils, reference, orderId, listCards(fields)] : [id];
    const name = createHash('sha256')
      .update(JSON.stringify([isOfPayment, ...what]))
      .digest('base64url')
      .slice(0, 10);
    const before = times.get(name) ?? 0;
    times.set(name, before + 1);
    return before === 0 ? name : `${name}:${before}`;
  };
};

const listCards = (fields: Movement['row']['fields']): string[] =>
  readLeaves({ fields })
    .flatMap(({ subject, value }) => (subject === 'card' ? String(value).replace(/\D/g, '') : []))
    .toSorted();

const addUp = (some: readonly Movement[]): Moved[] => {
  const sums = new Map<string, Moved>();
  for (const { currency, fils } of some) {
    const { fils: before = 0, rows = 0 } = sums.get(currency) ?? {};
    sums.set(currency, { currency, fils: before + (fils ?? 0), rows: rows + 1 });
  }
  return [...sums.values()];
};

/** Only where all that was listed can be read for certain. */
const findNet = (
  listed: readonly Movement[],
  {
    fresh,
    refunds,
    undone,
  }: { fresh: readonly Movement[]; refunds: Totals['refunds']; undone: readonly Movement[] },
): Totals['net'] =>
  [...new Set([...refunds, ...undone].map(({ currency }) => currency))].flatMap((currency) => {
    const sum = (some: readonly { currency: string; fils: number | null }[]) =>
      some.reduce((all, one) => all + (one.currency === currency ? (one.fils ?? 0) : 0), 0);
    const came = sum(fresh.filter(({ is }) => is === 'received'));
    return isNetKnown(listed, currency) ? [{ currency, fils: came - sum(undone) - sum(refunds) }] : [];
  });
