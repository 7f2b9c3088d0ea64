import { readField, type ServiceRecord } from '../payment-service/index.ts';
import type { RowMoney } from './row-money.ts';

/**
 * Where the listing says that money went back: in a row of its own, or in a field of the payment's row. `doubtful`: a row
 * that says refunded, and may be the payment's or the refund's.
 */
export interface ReportedRefund {
  by: 'row' | 'payment' | 'doubtful';
  fils: number;
  currency: string;
  /** The row's own id. */
  id: string | null;
  orderId: string | null;
  /** The payment that a refund's row names. */
  originalId: string | null;
}

export interface RefundSum {
  currency: string;
  fils: number;
  /** How many rows and payments report it. */
  told: number;
  /** Rows and payments may report the same money or different money. At least the larger sum went back. */
  isAtLeast: boolean;
}

const ORIGINAL_NAMES = [
  'originalTransactionId',
  'originalTxnId',
  'originalPaymentId',
  'parentTransactionId',
  'parentTxnId',
  'parentPaymentId',
  'refundedTransactionId',
  'saleTransactionId',
  'captureId',
  'originalTransaction.id',
  'parent.id',
];

/** The payment that a refund's row names. */
export const readOriginalId = (record: ServiceRecord): string | null => {
  const id = readField(record, ORIGINAL_NAMES);
  return typeof id === 'string' || typeof id === 'number' ? String(id).trim() || null : null;
};

/**
 * What went back, each fils once. A refund's row and the field in its payment's row are the same money: of those that
 * share an id or an order, the larger amount counts. Two that share neither are added up only if both have ids that would
 * have matched, and differ. Otherwise only the larger of the two sums counts.
 */
export const sumRefunds = (reported: readonly ReportedRefund[]): RefundSum[] => {
  // Where refunds have rows of their own, a doubtful row is the payment's.
  const doubtful = reported.some(({ by }) => by === 'row') ? 'payment' : 'row';
  const clear = reported.map(
    (one): ClearRefund => ({ ...one, by: one.by === 'doubtful' ? doubtful : one.by }),
  );
  return [...new Set(reported.map(({ currency }) => currency))].map((currency) =>
    sumOne(
      currency,
      clear.filter((one) => one.currency === currency),
    ),
  );
};

interface ClearRefund extends ReportedRefund {
  by: 'row' | 'payment';
}

interface Group {
  rows: number;
  payments: number;
  hasOrder: boolean;
  /** Its refunds name the payment, or its payments have an id that a refund could name. */
  hasId: boolean;
}

function sumOne(currency: string, reported: readonly ClearRefund[]): RefundSum {
  const groups = groupTied(reported);
  const apart = groups.filter(({ rows, payments }) => rows === 0 || payments === 0);
  const payments = apart.filter(({ rows }) => rows === 0);
  const isSeparate = (row: Group): boolean =>
    payments.every((payment) => (row.hasOrder && payment.hasOrder) || (row.hasId && payment.hasId));
  let fils = groups.reduce((sum, one) => sum + Math.max(one.rows, one.payments), 0);
  const loose = apart
    .filter((one) => one.payments === 0 && !isSeparate(one))
    .reduce((sum, one) => sum + one.rows, 0);
  const byPayments = payments.reduce((sum, one) => sum + one.payments, 0);
  fils -= Math.min(loose, byPayments);
  const isExact = Number.isSafeInteger(fils);
  return {
    currency,
    fils: isExact ? fils : Number.MAX_SAFE_INTEGER,
    told: reported.length,
    isAtLeast: !isExact || (loose > 0 && byPayments > 0),
  };
}

function groupTied(reported: readonly ClearRefund[]): Group[] {
  const parents = new Map<string, string>();
  const find = (key: string): string => {
    let root = key;
    for (let next = parents.get(root); next !== undefined && next !== root; next = parents.get(root)) {
      parents.set(root, parents.get(next) ?? next);
      root = next;
    }
    return root;
  };
  const keysOf = (one: ClearRefund, index: number): [string, ...string[]] => [
    one.id === null || one.by === 'row' ? `row ${index}` : `id ${one.id}`,
    ...(one.by === 'row' ? [one.originalId ?? one.id ?? []].flat().map((id) => `id ${id}`) : []),
    ...(one.orderId === null ? [] : [`order ${one.orderId}`]),
  ];
  reported.forEach((one, index) => {
    const [first, ...others] = keysOf(one, index);
    for (const other of others) parents.set(find(other), find(first));
  });
  const groups = new Map<string, Group>();
  const counted = new Map<string, number>();
  reported.forEach((one, index) => {
    const [first] = keysOf(one, index);
    const root = find(first);
    const group = groups.get(root) ?? { rows: 0, payments: 0, hasOrder: false, hasId: false };
    groups.set(root, group);
    group.hasOrder ||= one.orderId !== null;
    group.hasId ||= one.by === 'row' ? one.originalId !== null : one.id !== null;
    if (one.by === 'row') group.rows += one.fils;
    else {
      // A payment that is listed twice was refunded once.
      const before = counted.get(first) ?? 0;
      counted.set(first, Math.max(before, one.fils));
      group.payments += Math.max(0, one.fils - before);
    }
  });
  return [...groups.values()];
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
    add: ({ is, currency, refundedFils, isRefundOpen }) => {
      if (is !== 'received' || (refundedFils === 0 && !isRefundOpen)) return;
      const { fils, told, isAtLeast } = sums.get(currency) ?? { fils: 0, told: 0, isAtLeast: false };
      const isExact = Number.isSafeInteger(fils + refundedFils);
      sums.set(currency, {
        currency,
        fils: isExact ? fils + refundedFils : fils,
        told: told + 1,
        isAtLeast: isAtLeast || isRefundOpen || !isExact,
      });
    },
    result: () => [...sums.values()],
  };
};
