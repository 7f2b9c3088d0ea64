import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BatchStore } from '../batches/batch-store.ts';
import { type BatchCounts, countBatch } from '../batches/count-batch.ts';
import { BACK_WORDS, isDisputed } from '../blocks/back-words.ts';
import { wholeSeconds } from '../calendar/date-span.ts';
import { isStanding } from '../figures/sale-figures.ts';
import { displayStateOf, isPayable, nameState } from '../links/sale/display-state.ts';
import { rowOf } from '../links/sale/display-states.ts';
import { inSale } from '../links/sale/standing.ts';
import type { LinkDays, LinkName } from '../reports/link-day-store.ts';
import type { Batch } from '../store/batch.ts';
import type { Link } from '../store/link.ts';
import { type LinkMoney, moneyOf } from '../store/link-payment.ts';
import type { Span } from '../store/slices.ts';
import type { PlacedTransaction, TiedMonth } from './tie-month.ts';

/** A link as the workbook shows it. Amounts in integer fils. */
export interface MonthLink {
  invoiceId: string;
  orderId: string | null;
  createdAt: number;
  /** False: listed because its money moved in the month, or a transaction of the month names it. */
  isOfMonth: boolean;
  customer: string;
  amountFils: number;
  /** `Paid`, without the emoji; `Replaced by INV-8`: it can be paid, and nobody should pay it. */
  state: string;
  isPaid: boolean;
  /** Their bank has some of it, or may take it: nobody may refund it, too. */
  isDisputed: boolean;
  /** The service has it. */
  isMade: boolean;
  paidAt: number | null;
  paidFils: number | null;
  /** When the last went back: in the month, if any did. */
  refundedAt: number | null;
  /** What went back until now; null: not known. */
  refundedFils: number | null;
  /** What came in the month; null: nothing. */
  monthPaidFils: number | null;
  /** What went back in the month, each at its time. */
  monthRefunds: LinkMoney['refunds'];
  /** The reference of the other link of its sale, if both were paid and neither was refunded. */
  paidTwiceWith: string | null;
  creator: string;
  owner: string;
  /** The file of its batch. */
  batch: string | null;
  /** Its payments in the month. */
  payments: PlacedTransaction[];
}

export interface MonthBatch {
  batch: Batch;
  counts: BatchCounts;
}

export interface OwnRecords {
  links: readonly MonthLink[];
  batches: readonly MonthBatch[];
  /** The link of each transaction; none if it was not made with Paylink. */
  linkOf: ReadonlyMap<PlacedTransaction, MonthLink>;
}

const NAMES_AT_ONCE = 200;

/** Reads the links and batches made in a month, and the links of its transactions. */
export const readOwnRecords = async (
  { teamId, span, signal }: { teamId: string; span: { from: number; to: number }; signal: AbortSignal },
  { transactions }: TiedMonth,
  {
    linkDays,
    batches,
  }: {
    linkDays: Pick<LinkDays, 'pageOf' | 'named' | 'nameOf'>;
    batches: Pick<BatchStore, 'confirmedIn' | 'tally' | 'find'>;
  },
): Promise<OwnRecords> => {
  const month = wholeSeconds(span);
  const names = new Map<string, string>();
  const files = new Map<string, string>();
  const links: MonthLink[] = [];
  const known = new Map<string, Link>();
  const lineOf = new Map<string, MonthLink>();
  const byInvoice = new Map<string, MonthLink>();
  const byOrder = new Map<string, MonthLink>();

  const nameOf = async (userId: string): Promise<string> => {
    const name = names.get(userId) ?? (await linkDays.nameOf(teamId, userId)) ?? userId;
    names.set(userId, name);
    return name;
  };
  const fileOf = async (batchId: string): Promise<string> => {
    const file = files.get(batchId) ?? (await batches.find(teamId, batchId))?.fileName ?? batchId;
    files.set(batchId, file);
    return file;
  };
  const add = async (link: Link): Promise<void> => {
    names.set(link.creatorId, link.creatorName);
    const line = buildLine(link, {
      month,
      owner: await nameOf(link.ownerId),
      batch: link.batchId === undefined ? null : await fileOf(link.batchId),
    });
    links.push(line);
    known.set(link.id, link);
    lineOf.set(link.id, line);
    byInvoice.set(line.invoiceId, line);
    if (line.orderId !== null) byOrder.set(line.orderId, line);
  };

  let after: { at: number; id: string } | null = null;
  for (;;) {
    signal.throwIfAborted();
    const page: Link[] = await linkDays.pageOf(teamId, month, after);
    const last = page.at(-1);
    if (last === undefined) break;
    for (const link of page) await add(link);
    after = { at: last.createdAt, id: last.id };
    await nextTurn();
  }
  const addNamed = async (
    names: readonly (string | null)[],
    known: ReadonlyMap<string, MonthLink>,
    by: LinkName,
  ) => {
    const missing = [...new Set(names.flatMap((name) => name ?? []))].filter((name) => !known.has(name));
    for (let at = 0; at < missing.length; at += NAMES_AT_ONCE) {
      signal.throwIfAborted();
      for (const link of await linkDays.named(teamId, by, missing.slice(at, at + NAMES_AT_ONCE)))
        await add(link);
    }
  };
  const transactionsOf = transactions.map(({ transaction }) => transaction);
  await addNamed(
    transactionsOf.map(({ reference }) => reference),
    byInvoice,
    'invoiceId',
  );
  await addNamed(
    transactionsOf.map(({ orderId }) => orderId),
    byOrder,
    'orderId',
  );

  const told = [...known.values()].filter((link) => keepsMoney(link) || isPayable(link));
  const sales = [...new Set(told.map(({ saleId }) => saleId))];
  for (let at = 0; at < sales.length; at += NAMES_AT_ONCE) {
    signal.throwIfAborted();
    const some = sales.slice(at, at + NAMES_AT_ONCE);
    const ofSales = (await linkDays.named(teamId, 'saleId', some)).reverse();
    for (const link of ofSales) {
      const line = lineOf.get(link.id);
      const others = ofSales.filter(({ id, saleId }) => saleId === link.saleId && id !== link.id);
      const twin = keepsMoney(link) ? others.find(keepsMoney) : undefined;
      const { instead } = inSale(link, others);
      if (line && twin) line.paidTwiceWith = twin.invoiceId;
      if (line && instead) line.state = nameState({ ...link, instead });
    }
  }

  const linkOf = new Map<PlacedTransaction, MonthLink>();
  for (const one of transactions) {
    const { reference, orderId } = one.transaction;
    const link = byInvoice.get(reference ?? '') ?? byOrder.get(orderId ?? '');
    if (link === undefined) continue;
    linkOf.set(one, link);
    if (one.where.is !== 'none') link.payments.push(one);
  }
  const own: MonthBatch[] = [];
  for (const batch of await batches.confirmedIn(teamId, month)) {
    signal.throwIfAborted();
    own.push({ batch, counts: countBatch(batch, await batches.tally(batch.id)) });
  }
  return { links, batches: own, linkOf };
};

/** What banks took, or all else that went back, in integer fils. */
export const sumBack = (refunds: MonthLink['monthRefunds'], isByBank: boolean): number =>
  refunds.reduce(
    (sum, { kind, fils }) => sum + (BACK_WORDS[kind].isByBank === isByBank ? (fils ?? 0) : 0),
    0,
  );

/** What a bank may have taken is not refunded, too. */
const keepsMoney = (link: Link): boolean =>
  moneyOf(link) !== null && link.payment?.finding !== 'refunded' && !isDisputed(link.payment);

function buildLine(
  link: Link,
  { month, ...rest }: Pick<MonthLink, 'owner' | 'batch'> & { month: Span },
): MonthLink {
  const { details } = link;
  const money = moneyOf(link);
  const refunds = money?.refunds ?? [];
  const isWithin = (at: number | null) => at !== null && at >= month.from && at <= month.to;
  const monthRefunds = refunds.filter(({ at }) => isWithin(at));
  return {
    ...rest,
    isOfMonth: isWithin(link.createdAt),
    invoiceId: link.invoiceId,
    orderId: link.orderId,
    createdAt: link.createdAt,
    customer: details.erasedAt === undefined ? details.FullName : '',
    amountFils: link.amountFils,
    state: nameState(link),
    isPaid: link.state === 'paid',
    isDisputed: isDisputed(link.payment),
    isMade: isStanding(rowOf(displayStateOf(link)).figure),
    paidAt: money?.receivedAt ?? null,
    paidFils: money?.receivedFils ?? null,
    refundedAt: (monthRefunds.at(-1) ?? refunds.at(-1))?.at ?? null,
    refundedFils: money?.refundedFils ?? null,
    monthPaidFils: money && isWithin(money.receivedAt) ? money.receivedFils : null,
    monthRefunds,
    paidTwiceWith: null,
    creator: link.creatorName,
    payments: [],
  };
}
