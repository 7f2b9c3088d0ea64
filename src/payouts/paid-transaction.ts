import { setImmediate as nextTurn } from 'node:timers/promises';
import { BACK_WORDS } from '../blocks/back-words.ts';
import { createReadMoney, type RowMoney } from '../figures/row-money.ts';
import { type BackKind, listIds, type Vocabulary } from '../payment-service/index.ts';
import {
  createReadReturned,
  matchRefunds,
  type NamedRow,
  namesPayment,
  readFee,
  readNet,
  readTransactionIds,
} from '../payments/index.ts';
import type { ReportRow } from '../reports/report-row.ts';

/**
 * What a transaction did with the merchant's money.
 * - `in`: a payment.
 * - `out`: a refund or a chargeback in its own row.
 * - `returned`: a payment whose own row says that it was refunded since.
 * - `none`: moved nothing (declined, waiting, a fee, the payout itself).
 * - `unclear`: can't be read, or not in AED.
 */
export type Movement = 'in' | 'out' | 'returned' | 'none' | 'unclear';

/** A transaction as it counts for a payout. Integer fils, without a sign; what went back and came again is less than nothing. */
export interface PaidTransaction {
  /** The transaction's own id. */
  id: string | null;
  orderId: string | null;
  /** The merchant's `Invoice_Id`. */
  reference: string | null;
  at: number | null;
  /** The service's status. */
  status: string | null;
  moves: Movement;
  /** How it went back, if it did. */
  back: BackKind;
  amountFils: number;
  /** How much its own row says was refunded since. */
  backFils: number;
  /** How much of `backFils` refunds in their own rows also show. */
  backInRowsFils: number;
  feeFils: number | null;
  currency: string;
  /** The payout that it names, by each of the numbers that it has for it. */
  payoutIds: readonly string[];
  /** Values that are a payout's id only if that payout exists: a terminal counts its own batches. */
  maybePayoutIds: readonly string[];
  row: ReportRow;
}

const AED = 'AED';
/** AED 1,000,000,000. More in one payment is a typing error, and ten thousand payments of this size still have an exact sum. */
const LARGEST_FILS = 1e11;

interface PaidTransactionReader {
  /** Takes time for each row: pass a page at a time. */
  add(rows: readonly ReportRow[]): void;
  /** Each transaction once, even if it is listed twice. */
  result(): PaidTransaction[];
}

/** Reads rows of the transactions listing. Never throws. */
export const createPaidTransactionReader = (words: Vocabulary): PaidTransactionReader => {
  const readMoney = createReadMoney('transactions', words);
  const read: PaidTransaction[] = [];
  /** Rows that say refunded and may be the payment itself, by index. */
  const doubtful = new Map<number, RowMoney>();
  const received: NamedRow[] = [];
  const refunded: NamedRow[] = [];
  return {
    add: (rows) => {
      for (const row of rows) {
        const money = readMoney(row);
        if (money.is === 'received') received.push(namesOf(row));
        if (money.is === 'refunded') {
          if (money.isOwnRefund) refunded.push(namesOf(row));
          else doubtful.set(read.length, money);
        }
        read.push(buildTransaction(row, money, false));
      }
    },
    result: () => {
      const refunds = new Set<number>();
      const lone = new Set<number>();
      let payments = 0;
      const readReturned = createReadReturned(received, refunded);
      for (const at of doubtful.keys()) {
        const is = readReturned(namesOf((read[at] as PaidTransaction).row));
        if (is === 'payment') payments += 1;
        else if (is === 'refund') refunds.add(at);
        else lone.add(at);
      }
      // A lone row that says refunded may be either: the service's other rows tell its habit.
      const areRefunds = refunds.size > 0 && payments === 0;
      const seen = new Set<string>();
      const each = read.flatMap((one, at): PaidTransaction[] => {
        const money = doubtful.get(at);
        const isRefund = refunds.has(at) || (areRefunds && lone.has(at));
        const transaction = money !== undefined && isRefund ? buildTransaction(one.row, money, true) : one;
        const key = keyOf(transaction);
        if (seen.has(key)) return [];
        seen.add(key);
        return [transaction];
      });
      return showRefunds(each);
    },
  };
};

const isPayment = ({ moves }: PaidTransaction): boolean => moves === 'in' || moves === 'returned';

/** A payment, before refunds and fees. */
export const receivedFils = (one: PaidTransaction): number => (isPayment(one) ? one.amountFils : 0);

/** What went back by a row of its own, or as the payment’s own row says; each fils once. */
export const refundedFils = (one: PaidTransaction): number => {
  if (one.moves === 'out') return one.amountFils;
  return isPayment(one) ? one.backFils - one.backInRowsFils : 0;
};

/** `Chargeback`: a row of its own by which money went back, or came again. */
export const nameOut = ({ back, amountFils }: Pick<PaidTransaction, 'back' | 'amountFils'>): string =>
  amountFils < 0 ? BACK_WORDS[back].undoneName : BACK_WORDS[back].name;

/** What of that banks took, less what was won back. */
export const chargedBackFils = (one: PaidTransaction): number =>
  BACK_WORDS[one.back].isByBank ? refundedFils(one) : 0;

/** Nothing where the record says none. */
export const feeFils = (one: PaidTransaction): number =>
  isPayment(one) || one.moves === 'out' ? (one.feeFils ?? 0) : 0;

/** What it adds to the money to be paid out, before fees. */
export const leftFils = (one: PaidTransaction): number => receivedFils(one) - refundedFils(one);

/** What it adds to a payout. */
export const netFils = (one: PaidTransaction): number => leftFils(one) - feeFils(one);

/** What transactions come to, in integer fils. */
export interface MoneySums {
  count: number;
  payments: number;
  refunds: number;
  receivedFils: number;
  /** Refunds in rows of their own. */
  outFils: number;
  /** These, and those that only the payments’ own rows show. */
  refundedFils: number;
  /** Of these, what banks took, less what was won back. */
  chargedBackFils: number;
  feeFils: number;
  netFils: number;
  /** Payments that do not say their fee: the net is less by it. */
  withoutFee: number;
  /** Their money can’t be read. */
  unreadable: number;
}

export const sumMoney = (transactions: readonly PaidTransaction[]): MoneySums => {
  const count = (is: (one: PaidTransaction) => boolean) => transactions.filter(is).length;
  const sum = (of: (one: PaidTransaction) => number) => transactions.reduce((fils, one) => fils + of(one), 0);
  return {
    count: transactions.length,
    payments: count(isPayment),
    refunds: count(({ moves }) => moves === 'out'),
    receivedFils: sum(receivedFils),
    outFils: sum((one) => (one.moves === 'out' ? one.amountFils : 0)),
    refundedFils: sum(refundedFils),
    chargedBackFils: sum(chargedBackFils),
    feeFils: sum(feeFils),
    netFils: sum(netFils),
    withoutFee: count((one) => isPayment(one) && one.feeFils === null),
    unreadable: count(({ moves }) => moves === 'unclear'),
  };
};

const namesOf = ({ fields, orderId }: ReportRow): NamedRow => ({
  ids: readTransactionIds({ fields }),
  orderId,
});

/** Finds the refunds that a payment's row and a row of its own both show. */
function showRefunds(transactions: readonly PaidTransaction[]): PaidTransaction[] {
  const out = transactions.filter(({ moves }) => moves === 'out');
  if (out.length === 0 || transactions.every(({ backFils }) => backFils === 0)) return [...transactions];
  // A payment without a refund of its own, too, keeps its refund from being another's.
  const all = transactions.filter(({ moves }) => moves === 'in' || moves === 'returned');
  const { shown } = matchRefunds(
    all.map(({ row, backFils }) => ({ ...namesOf(row), backFils })),
    out.map(({ row, amountFils }) => ({
      ...namesOf(row),
      fils: amountFils,
      namesPayment: namesPayment({ fields: row.fields }),
    })),
  );
  const shownOf = new Map(all.map((one, at) => [one, shown[at] ?? 0]));
  return transactions.map((one) => {
    const backInRowsFils = shownOf.get(one) ?? 0;
    return backInRowsFils === 0 ? one : { ...one, backInRowsFils };
  });
}

/** Rows read without a pause. */
const AT_ONCE = 100;

/** Reads any number of rows, and yields to other work in between. */
export const readPaidTransactions = async (
  rows: readonly ReportRow[],
  words: Vocabulary,
): Promise<PaidTransaction[]> => {
  const reader = createPaidTransactionReader(words);
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    reader.add(rows.slice(at, at + AT_ONCE));
    await nextTurn();
  }
  return reader.result();
};

/** `isRefund`: a row that says refunded is the refund, not the payment. */
function buildTransaction(row: ReportRow, money: RowMoney, isRefund: boolean): PaidTransaction {
  const record = { fields: row.fields };
  const { is, fils, currency, refundedFils, back, isOwnRefund } = money;
  const size = fils === null ? null : isOwnRefund ? Math.abs(fils) : fils;
  const isReadable = fils !== null && size !== null && size >= 0 && size <= LARGEST_FILS && currency === AED;
  const sort = sortOf(money, isRefund);
  const moves = sort !== 'none' && !isReadable ? 'unclear' : sort;
  const amountFils = isReadable && moves !== 'none' ? fils : 0;
  const netFils = moves === 'in' ? readNet(record) : null;
  return {
    id: row.id,
    orderId: row.orderId,
    reference: row.reference,
    at: row.at,
    status: row.status,
    moves,
    back,
    amountFils,
    backFils: moves === 'returned' ? amountFils : is === 'received' ? Math.min(refundedFils, amountFils) : 0,
    backInRowsFils: 0,
    feeFils:
      readFee(record, { grossFils: amountFils, netFils }) ?? (netFils === null ? null : amountFils - netFils),
    currency,
    // `none`, `0` and `-` are not ids.
    payoutIds: listIds(record, 'payout-id', null).filter((id) => /[1-9]/.test(id)),
    maybePayoutIds: listIds(record, 'payout-id', 'loose'),
    row,
  };
}

function sortOf({ is, isOwnRefund, isUndoing }: RowMoney, isRefund: boolean): Movement {
  switch (is) {
    case 'received':
      return 'in';
    case 'refunded':
      return isOwnRefund || isRefund ? 'out' : 'returned';
    case 'other':
      return isUndoing ? 'unclear' : 'none';
    case 'unclassified':
    case 'disputed':
    case 'partly':
      return 'unclear';
    case 'waiting':
    case 'replaced':
    case 'failed':
    case 'cancelled':
    case 'expired':
      return 'none';
  }
}

/**
 * Refunds of one payment may share an id, so only identical rows are the same refund. Parts of a payment may share one,
 * too: as in a report, they differ in amount or time.
 */
function keyOf({ id, moves, amountFils, at, row }: PaidTransaction): string {
  if (id === null || moves === 'out') return `row ${JSON.stringify(row.fields)}`;
  return `${moves} ${amountFils} ${at} ${id}`;
}
