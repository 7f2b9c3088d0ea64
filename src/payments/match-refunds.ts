/** A row by which a payment and its refunds find each other. */
export interface NamedRow {
  /** Its own ids, and those by which it names another row. */
  ids: readonly string[];
  orderId: string | null;
}

/** A payment, with what its own row says was refunded. Integer fils. */
export interface RefundedPayment extends NamedRow {
  backFils: number;
}

/** A refund in a row of its own. Integer fils, without a sign. */
export interface RefundRow extends NamedRow {
  fils: number;
  /** It names the payment that it refunds. */
  namesPayment: boolean;
}

export interface MatchedRefunds {
  /** For each payment: how much of its `backFils` refunds in rows of their own show, too. The same money is counted once. */
  shown: readonly number[];
  /** How much of it is shown by refunds that nothing joins with the payment, nor rules out: it may be other money. */
  maybeFils: number;
}

/**
 * Matches refunds with payments. A refund belongs to the payments that have one of its ids; if none has, to those of its order. One that
 * belongs to none may be any payment's, unless both have an order, or it names a payment and the other has an id. Linear in the rows.
 */
export const matchRefunds = (
  payments: readonly RefundedPayment[],
  refunds: readonly RefundRow[],
): MatchedRefunds => {
  const open = payments.map(({ backFils }) => backFils);
  const byId = new Map<string, number[]>();
  const byOrder = new Map<string, number[]>();
  // Taken from the end: the first payment comes first.
  for (let at = payments.length - 1; at >= 0; at -= 1) {
    const { ids, orderId } = payments[at] as RefundedPayment;
    for (const id of ids) listUnder(byId, id, at);
    if (orderId !== null) listUnder(byOrder, orderId, at);
  }
  const left = refunds.map(({ fils }) => fils);
  const show = (refund: number, among: number[] = []): void => {
    for (let at = among.at(-1); at !== undefined && (left[refund] ?? 0) > 0; at = among.at(-1)) {
      const part = Math.min(left[refund] ?? 0, open[at] ?? 0);
      left[refund] = (left[refund] ?? 0) - part;
      open[at] = (open[at] ?? 0) - part;
      if (open[at] === 0) among.pop();
    }
  };

  const byOrderOnly: number[] = [];
  for (const [at, { ids }] of refunds.entries()) {
    const named = ids.filter((id) => byId.has(id));
    if (named.length === 0) byOrderOnly.push(at);
    for (const id of named) show(at, byId.get(id));
  }
  const loose: number[] = [];
  for (const at of byOrderOnly) {
    const these = byOrder.get(refunds[at]?.orderId ?? '');
    if (these === undefined) loose.push(at);
    else show(at, these);
  }
  const sure = open.reduce((sum, fils) => sum + fils, 0);
  const rest = groupByNames(payments, open);
  for (const at of loose) {
    const { orderId, namesPayment } = refunds[at] as RefundRow;
    for (const { hasOrder, hasId, these } of rest)
      if (!(hasOrder && orderId !== null) && !(hasId && namesPayment)) show(at, these);
  }
  return {
    shown: payments.map(({ backFils }, at) => backFils - (open[at] ?? 0)),
    maybeFils: sure - open.reduce((sum, fils) => sum + fils, 0),
  };
};

function listUnder(map: Map<string, number[]>, key: string, at: number): void {
  const these = map.get(key);
  if (these === undefined) map.set(key, [at]);
  else if (these.at(-1) !== at) these.push(at);
}

interface Rest {
  hasOrder: boolean;
  hasId: boolean;
  these: number[];
}

function groupByNames(payments: readonly RefundedPayment[], open: readonly number[]): Rest[] {
  const rest = [true, false].flatMap((hasOrder) =>
    [true, false].map((hasId): Rest => ({ hasOrder, hasId, these: [] })),
  );
  for (let at = payments.length - 1; at >= 0; at -= 1) {
    const { ids, orderId } = payments[at] as RefundedPayment;
    if ((open[at] ?? 0) > 0)
      rest.find((one) => one.hasOrder === (orderId !== null) && one.hasId === ids.length > 0)?.these.push(at);
  }
  return rest;
}

/**
 * What a row is that says refunded: the payment, if a refund in a row of its own is its; else the refund, if a payment of its id or order
 * is listed; else nobody can tell (`null`).
 */
export const createReadReturned = (
  payments: readonly NamedRow[],
  refunds: readonly NamedRow[],
): ((row: NamedRow) => 'payment' | 'refund' | null) => {
  const isRefunded = createIsNamed(refunds);
  const isPaid = createIsNamed(payments);
  return (row) => (isRefunded(row) ? 'payment' : isPaid(row) ? 'refund' : null);
};

function createIsNamed(rows: readonly NamedRow[]): (row: NamedRow) => boolean {
  const ids = new Set(rows.flatMap((row) => row.ids));
  const orders = new Set(rows.map(({ orderId }) => orderId));
  return (row) => row.ids.some((id) => ids.has(id)) || (row.orderId !== null && orders.has(row.orderId));
}
