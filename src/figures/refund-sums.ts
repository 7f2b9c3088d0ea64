import { hash } from 'node:crypto';
import { BACK_WORDS } from '../blocks/back-words.ts';
import type { BackKind } from '../payment-service/index.ts';
import {
  createReadReturned,
  matchRefunds,
  type NamedRow,
  namesPayment,
  type RefundedPayment,
  type RefundRow,
  readTransactionIds,
} from '../payments/index.ts';
import type { ListedRow } from './listed-row.ts';
import type { RowMoney } from './row-money.ts';

export interface RefundSum {
  /** Of chargebacks apart. */
  kind: BackKind;
  currency: string;
  fils: number;
  /** How many rows and payments report it. */
  told: number;
  /** Rows and payments may report the same money or different money. At least the larger sum went back. */
  isAtLeast: boolean;
}

interface RefundSums {
  /** Of a transactions report: a payment that was received, or a refund. Others add nothing. */
  add(row: ListedRow, money: RowMoney): void;
  /** What went back, each fils once. `isNetKnown`: no row says refunded that may be a payment of its own. */
  result(): { sums: RefundSum[]; isNetKnown: boolean };
}

/** What went back by refunds' own rows and by the payments' rows. */
export const createRefundSums = (): RefundSums => {
  const listed = createListedNames();
  /** Those whose own row says that something went back. */
  const payments = new Map<string, Payment>();
  const refunds: Refund[] = [];
  /** Rows that say refunded, and may be the payment's own or the refund's. */
  const doubtful: Refund[] = [];
  const told = new Map<string, Pick<RefundSum, 'kind' | 'currency' | 'told'>>();

  const addPayment = (id: string | null, payment: Payment): void => {
    listed.add(payment);
    if (payment.backFils === 0) return;
    // A payment that is listed twice was refunded once.
    const key = id === null ? `row ${payments.size}` : `${payment.currency} ${id}`;
    const before = payments.get(key);
    if (before === undefined) payments.set(key, payment);
    else before.backFils = Math.max(before.backFils, payment.backFils);
  };

  return {
    add: ({ id, orderId, fields }, { is, currency, fils, refundedFils, back, isOwnRefund }) => {
      if (is !== 'received' && (is !== 'refunded' || fils === null)) return;
      const kind = sumKindOf(back);
      const names = { orderId, currency, kind, ids: readTransactionIds({ fields }) };
      if (is === 'received') addPayment(id, { ...names, backFils: refundedFils });
      else
        (isOwnRefund ? refunds : doubtful).push({
          ...names,
          fils: fils ?? 0,
          namesPayment: namesPayment({ fields }),
        });
      if (is !== 'refunded' && refundedFils === 0) return;
      const before = told.get(`${currency} ${kind}`)?.told ?? 0;
      told.set(`${currency} ${kind}`, { kind, currency, told: before + 1 });
    },
    result: () => {
      const named = [...payments.values(), ...listed.among([...refunds, ...doubtful])];
      const readReturned = createReadReturned(named, refunds);
      const read = doubtful.map((row) => ({ row, is: readReturned(row) }));
      // A service that lists refunds in rows of their own says refunded of payments.
      const isRefund = ({ is }: (typeof read)[number]) =>
        is === 'refund' || (is === null && refunds.length === 0);
      const all = [...refunds, ...read.filter(isRefund).map(({ row }) => row)];
      const returned = read.filter((one) => !isRefund(one)).map(({ row }) => row);
      const paid = [...named, ...returned.map((row): Payment => ({ ...row, backFils: row.fils }))];
      return {
        sums: [...told.values()]
          .map(({ kind, currency, told }) => ({
            ...sumOne(
              kind,
              paid.filter((one) => one.currency === currency),
              all.filter((one) => one.currency === currency),
            ),
            ...{ kind, currency, told },
          }))
          .filter(({ fils, isAtLeast }) => fils !== 0 || isAtLeast),
        isNetKnown: read.length === 0 || (refunds.length === 0 && read.every(({ is }) => is === 'refund')),
      };
    },
  };
};

interface Payment extends RefundedPayment {
  currency: string;
  kind: BackKind;
}

interface Refund extends RefundRow {
  currency: string;
  kind: BackKind;
}

/** What banks took is a sum of its own. */
const sumKindOf = (kind: BackKind): BackKind => (BACK_WORDS[kind].isByBank ? kind : 'refund');

interface ListedNames {
  add(payment: Payment): void;
  /** The names of these rows that a payment has, each as a payment of which nothing went back. */
  among(rows: readonly NamedRow[]): Payment[];
}

/**
 * The names of every payment in eight bytes each, since a refund may name any of a hundred thousand, listed before it or after
 * it. Most payments have no refund.
 */
const createListedNames = (): ListedNames => {
  const byCurrency = new Map<string, number[]>();
  return {
    add: ({ currency, ...payment }) => {
      const digests = byCurrency.get(currency) ?? [];
      byCurrency.set(currency, digests);
      for (const name of namesOf(payment)) digests.push(digestOf(name));
    },
    among: (rows) => {
      const wanted = new Map(rows.flatMap(namesOf).map((name) => [digestOf(name), name]));
      return [...byCurrency].flatMap(([currency, digests]) =>
        [...new Set(digests.filter((digest) => wanted.has(digest)))].flatMap((digest) => {
          const name = wanted.get(digest);
          return name === undefined ? [] : [{ ...name, currency, kind: 'refund' as const, backFils: 0 }];
        }),
      );
    },
  };
};

/** Each by itself. */
const namesOf = ({ ids, orderId }: NamedRow): NamedRow[] => [
  ...ids.map((id) => ({ ids: [id], orderId: null })),
  ...(orderId === null ? [] : [{ ids: [], orderId }]),
];

/** 48 bits, a whole number. */
const digestOf = ({ ids: [id], orderId }: NamedRow): number =>
  Number.parseInt(hash('sha1', orderId === null ? `id ${id}` : `order ${orderId}`).slice(0, 12), 16);

/** Of one kind, among all of a currency. */
function sumOne(
  wanted: BackKind,
  payments: readonly Payment[],
  refunds: readonly Refund[],
): Pick<RefundSum, 'fils' | 'isAtLeast'> {
  const { shown, maybeFils } = matchRefunds(payments, refunds);
  const byRows = refunds.reduce((sum, { kind, fils }) => sum + (kind === wanted ? fils : 0), 0);
  const fils = payments.reduce(
    (sum, { kind, backFils }, at) => sum + (kind === wanted ? backFils - (shown[at] ?? 0) : 0),
    byRows,
  );
  const isExact = Number.isSafeInteger(fils);
  return { fils: isExact ? fils : Number.MAX_SAFE_INTEGER, isAtLeast: !isExact || maybeFils > 0 };
}

interface LinkRefunds {
  add(money: RowMoney): void;
  /** Sums are `isAtLeast` where a link does not say how much of it went back. */
  result(): RefundSum[];
}

/** What went back of paid links, by their own rows. */
export const createLinkRefunds = (): LinkRefunds => {
  const sums = new Map<string, RefundSum>();
  return {
    add: ({ is, currency, refundedFils, isRefundOpen, back }) => {
      if (is !== 'received' || (refundedFils === 0 && !isRefundOpen)) return;
      const kind = sumKindOf(back);
      const key = `${currency} ${kind}`;
      const { fils, told, isAtLeast } = sums.get(key) ?? { fils: 0, told: 0, isAtLeast: false };
      const isExact = Number.isSafeInteger(fils + refundedFils);
      sums.set(key, {
        ...{ kind, currency },
        fils: isExact ? fils + refundedFils : fils,
        told: told + 1,
        isAtLeast: isAtLeast || isRefundOpen || !isExact,
      });
    },
    result: () => [...sums.values()],
  };
};
