import { setImmediate as nextTurn } from 'node:timers/promises';
import { AED } from '../figures/movement.ts';
import { inDirhams, type MoneySums, type Movement, sumMoney } from '../figures/movements.ts';
import { type Check, checkSums, provePaid, spoilsProof } from './add-up.ts';
import { type BesideDays, createBeside } from './beside-days.ts';
import { createFindListed, type Missing } from './join-transactions.ts';
import type { PayoutRecord } from './payout-record.ts';

/** The id that joins a payout and its transactions, surest first. */
export type Evidence = 'payout-id' | 'transaction-list';

/**
 * - `proved`: ids join them, and the sums agree to the fils.
 * - `off`: ids join them, but the sums do not agree, or a listed transaction is missing.
 * - `not-provable`: the records can't tell; see `why`.
 */
export type Verdict = 'proved' | 'off' | 'not-provable';

/**
 * - `nothing-joins`: no id joins them.
 * - `no-amount`: the payout names no amount.
 * - `no-fees`: the payout names only its net, and the transactions do not say their fees.
 * - `unreadable`: the money of one of them cannot be read, or is not AED.
 * - `read-too-late`: some of its transactions may be from before the first one read.
 */
export type WhyNot = 'nothing-joins' | 'no-amount' | 'no-fees' | 'unreadable' | 'read-too-late';

export interface TiedPayout {
  payout: PayoutRecord;
  /** What reached the bank. */
  paid: PayoutRecord['paid'];
  verdict: Verdict;
  why: WhyNot | null;
  evidence: Evidence | null;
  /** In the order of time; no transaction is in two payouts. */
  transactions: readonly Movement[];
  sums: MoneySums;
  gaps: Check['gaps'];
  missing: readonly Missing[];
  /** Where no id joins them: the payout's days, for a person to compare. */
  beside: readonly BesideDays[];
}

export interface TieOut {
  /** Every transaction, as it was read. */
  transactions: readonly Movement[];
  /** False: no id joins any of the payouts and transactions, so nothing shows what is paid out. */
  isJoinable: boolean;
  /** In the order of time. */
  payouts: readonly TiedPayout[];
  /** Still to be paid out: money that moved and is in no payout, or in one that came back. Oldest first. */
  due: readonly Movement[];
  /** Name a payout that was not read. */
  elsewhere: readonly Movement[];
  /** In no payout, and their money can't be read. */
  unclear: readonly Movement[];
}

interface TieOutRequest {
  payouts: readonly PayoutRecord[];
  /** Of all transactions. */
  movements: readonly Movement[];
  /** The first moment whose transactions were read, in epoch milliseconds. */
  readFrom: number;
  timeZone: string;
}

/** How far back the transactions of a payout can be, if it does not name their days: a month, plus the bank's time. */
export const BEFORE_PAYOUT_MS = 40 * 86_400_000;

interface Claims {
  transactions: Movement[];
  evidence: Evidence;
  missing: Missing[];
}

/** So many payouts, ids or transactions are one step. Each takes microseconds. */
const AT_ONCE = { payouts: 5, ids: 500, transactions: 2_000 };

/** `tieOutInSteps`, with other work between the steps. */
export const tieOut = async (request: TieOutRequest): Promise<TieOut> => {
  const steps = tieOutInSteps(request);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await nextTurn();
  }
};

/**
 * Finds which transactions are in each payout, by which id, and whether it adds up. An id on the transaction counts
 * before a list on the payout. A payout that came back claims only what no other payout does, because its money goes out
 * again with the next. Apart from sorting, linear in the records.
 */
export function* tieOutInSteps({
  payouts,
  movements,
  readFrom,
  timeZone,
}: TieOutRequest): Generator<void, TieOut> {
  const transactions = movements.map(inDirhams);
  const inOrder = dropRepeated(payouts).sort(cameBackLast);
  const payoutOf = new Map<Movement, PayoutRecord>();
  const claims = new Map<PayoutRecord, Claims>();
  const claim = (payout: PayoutRecord, evidence: Evidence): Claims => {
    const known = claims.get(payout) ?? { transactions: [], evidence, missing: [] };
    claims.set(payout, known);
    return known;
  };

  const join = (one: Movement, payout: PayoutRecord) => {
    payoutOf.set(one, payout);
    claim(payout, 'payout-id').transactions.push(one);
  };

  const byName = indexNames(inOrder);
  const elsewhere: Movement[] = [];
  for (const [at, one] of transactions.entries()) {
    if (at % AT_ONCE.transactions === 0) yield;
    if (one.kind === 'none') continue;
    const [named] = one.payoutIds.flatMap((id) => byName.get(id) ?? []);
    if (named) join(one, named);
    else if (one.payoutIds.length > 0) elsewhere.push(one);
  }

  const isElsewhere = new Set(elsewhere);
  const listed = createFindListed(transactions, (one) =>
    isElsewhere.has(one) ? (one.payoutIds[0] ?? null) : (payoutOf.get(one) ?? null),
  );
  yield;
  // If no payout lists the id of a transaction, the lists hold something else.
  const hasList = new Set<PayoutRecord>(
    inOrder.some((payout) => payout.listed?.some(listed.has)) ? inOrder.filter(isListed) : [],
  );
  let looked = 0;
  for (const payout of hasList) {
    const mine = claim(payout, 'transaction-list');
    for (const id of payout.listed ?? []) {
      looked += 1;
      if (looked % AT_ONCE.ids === 0) yield;
      const found = listed.take(id, payout);
      if (found === 'again') continue;
      if (!('transaction' in found)) mine.missing.push({ id, ...found });
      else if (payoutOf.get(found.transaction) !== payout) {
        payoutOf.set(found.transaction, payout);
        mine.transactions.push(found.transaction);
      }
    }
  }
  for (const [at, one] of transactions.entries()) {
    if (at % AT_ONCE.transactions === 0) yield;
    if (one.kind === 'none' || payoutOf.has(one) || isElsewhere.has(one)) continue;
    const [maybe] = one.maybePayoutIds.flatMap((id) => byName.get(id) ?? []);
    if (maybe && !hasList.has(maybe)) join(one, maybe);
  }

  const besideOf = createBeside(transactions, { readFrom, timeZone });
  const tied: TiedPayout[] = [];
  for (const payout of inOrder) {
    if (tied.length % AT_ONCE.payouts === 0) yield;
    const mine = claims.get(payout);
    tied.push(mine ? judge(payout, mine, readFrom) : judgeUnjoined(payout, besideOf));
  }
  yield;
  const open = transactions
    .filter((one) => one.kind !== 'none' && !isElsewhere.has(one))
    .filter((one) => (payoutOf.get(one)?.state ?? 'came-back') === 'came-back')
    .sort(byTime);
  return {
    payouts: tied.sort((one, other) => byTime(one.payout, other.payout)),
    transactions,
    isJoinable: payouts.length === 0 || claims.size > 0 || elsewhere.length > 0,
    due: open.filter(({ kind }) => kind !== 'unclear'),
    elsewhere,
    unclear: open.filter(({ kind }) => kind === 'unclear'),
  };
}

function judgeUnjoined(
  payout: PayoutRecord,
  besideOf: (payout: PayoutRecord) => readonly BesideDays[],
): TiedPayout {
  const nothing = { evidence: null, transactions: [], sums: sumMoney([]), gaps: [], missing: [], beside: [] };
  const whyNot = (why: WhyNot): TiedPayout => ({
    ...nothing,
    ...{ payout, paid: payout.paid, verdict: 'not-provable', why },
  });
  if (payout.hasUnread || payout.currency !== AED) return whyNot('unreadable');
  if (!hasAmount(payout)) return whyNot('no-amount');
  return { ...whyNot('nothing-joins'), beside: besideOf(payout) };
}

function judge(
  payout: PayoutRecord,
  { transactions, evidence, missing }: Claims,
  readFrom: number,
): TiedPayout {
  const sums = sumMoney(transactions);
  const { isChecked, gaps } = checkSums(payout, sums);
  const tied = {
    payout,
    paid: payout.paid,
    evidence,
    transactions: transactions.sort(byTime),
    sums,
    gaps,
    missing,
    beside: [],
  };
  const whyNot = (why: WhyNot): TiedPayout => ({ ...tied, verdict: 'not-provable', why });
  if (payout.hasUnread || payout.currency !== AED || sums.unreadable > 0)
    return { ...whyNot('unreadable'), gaps: [] };
  if (!hasAmount(payout)) return whyNot('no-amount');
  const isOff = missing.length > 0 || gaps.some(spoilsProof);
  if (isOff && startsBefore(payout, readFrom)) return whyNot('read-too-late');
  if (isOff) return { ...tied, verdict: 'off', why: null };
  if (!isChecked) return whyNot('no-fees');
  return { ...tied, paid: provePaid(payout, sums), verdict: 'proved', why: null };
}

const isListed = ({ listed }: PayoutRecord): boolean => listed !== null;

const hasAmount = ({ grossFils, netFils, amountFils }: PayoutRecord): boolean =>
  grossFils !== null || netFils !== null || amountFils !== null;

/** The earliest moment of the payout's transactions. */
export const firstMomentOf = ({ from, at }: PayoutRecord): number | null =>
  from ?? (at === null ? null : at - BEFORE_PAYOUT_MS);

const startsBefore = (payout: PayoutRecord, readFrom: number): boolean =>
  (firstMomentOf(payout) ?? Number.NEGATIVE_INFINITY) < readFrom;

/** A page that is listed twice repeats its payouts. */
function dropRepeated(payouts: readonly PayoutRecord[]): PayoutRecord[] {
  const seen = new Map(payouts.map((one) => [one.id === null ? one : JSON.stringify(one), one]));
  return [...seen.values()];
}

/** A name that two payouts share, such as that of a day's batch, identifies neither. */
function indexNames(payouts: readonly PayoutRecord[]): ReadonlyMap<string, PayoutRecord> {
  const byName = new Map<string, PayoutRecord | null>();
  for (const payout of payouts)
    for (const name of payout.names) byName.set(name, byName.has(name) ? null : payout);
  return new Map([...byName].filter((entry): entry is [string, PayoutRecord] => entry[1] !== null));
}

function byTime(one: { at: number | null }, other: { at: number | null }): number {
  return (one.at ?? 0) - (other.at ?? 0);
}

function cameBackLast(one: PayoutRecord, other: PayoutRecord): number {
  return Number(one.state === 'came-back') - Number(other.state === 'came-back') || byTime(one, other);
}
