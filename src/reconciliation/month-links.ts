import { setImmediate as nextTurn } from 'node:timers/promises';
import { BACK_WORDS, isDisputed } from '../blocks/back-words.ts';
import { wholeSeconds } from '../calendar/date-span.ts';
import { nameInSale } from '../figures/link-standing.ts';
import { leftFils } from '../figures/movements.ts';
import type { SaleInFigures } from '../figures/sale-figures.ts';
import { groupBySale } from '../links/sale/link-in-sale.ts';
import { standingOf } from '../links/sale/standing.ts';
import type { LinkName } from '../listings/link-day-store.ts';
import type { Store } from '../open-store.ts';
import type { Link } from '../store/link.ts';
import { type LinkMoney, moneyOf, timeOf } from '../store/link-payment.ts';
import type { Span } from '../store/slices.ts';
import type { PlacedTransaction, TiedMonth } from './tie-month.ts';

/** A link as the workbook shows it. Amounts in integer fils. */
export interface MonthLink {
  invoiceId: string;
  orderId: string | null;
  createdAt: number;
  customer: string;
  amountFils: number;
  /** `Paid`, without the emoji; `Replaced by INV-8`: it can be paid, and nobody should pay it. */
  state: string;
  /** The service’s own word for its payment. */
  word: string | null;
  isPaid: boolean;
  paidAt: number | null;
  /** What came in the month; null: nothing. */
  monthPaidFils: number | null;
  /** What went back in the month, each at its time. */
  monthRefunds: LinkMoney['refunds'];
  creator: string;
  owner: string;
  /** The file of its batch. */
  batch: string | null;
  /** Its payments and refunds in the month, as the service lists them. */
  payments: PlacedTransaction[];
}

/** A sale for which something other than the due came in the month. */
export interface OddSale {
  invoiceIds: readonly string[];
  /** When it last came. */
  at: number;
  /** Too much, by how much, in integer fils; null: another currency came, or nobody knows how much. */
  fils: number | null;
}

/** A sale that customers owe something for, or are owed something for, in integer fils. */
export interface OwingSale extends SaleInFigures {
  /** Still to come, or too much. */
  fils: number;
  customer: string;
  ownerName: string;
}

export interface OwnRecords {
  /** Those whose money moved in the month, oldest first. */
  links: readonly MonthLink[];
  odd: readonly OddSale[];
  /** As they stand now, of any month. */
  toCome: readonly OwingSale[];
  toRefund: readonly OwingSale[];
  /** The link of each transaction; none if it was not made with Paylink. */
  linkOf: ReadonlyMap<PlacedTransaction, MonthLink>;
}

const NAMES_AT_ONCE = 200;

/** Reads the links whose money moved in a month and those of its transactions, and what is owed. */
export const readOwnRecords = async (
  { teamId, span, signal }: { teamId: string; span: { from: number; to: number }; signal: AbortSignal },
  { transactions }: TiedMonth,
  { linkDays, batches, saleFigures }: Store,
): Promise<OwnRecords> => {
  const month = wholeSeconds(span);
  const names = new Map<string, string>();
  const files = new Map<string, string>();
  const links: MonthLink[] = [];
  const saleIds = new Set<string>();
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
    saleIds.add(link.saleId);
    lineOf.set(link.id, line);
    byInvoice.set(line.invoiceId, line);
    if (line.orderId !== null) byOrder.set(line.orderId, line);
  };

  let after: { at: number; id: string } | null = null;
  for (;;) {
    signal.throwIfAborted();
    const page: Link[] = await linkDays.movedIn(teamId, month, after);
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

  const linkOf = new Map<PlacedTransaction, MonthLink>();
  for (const one of transactions) {
    const { reference, orderId } = one.transaction;
    const link = byInvoice.get(reference ?? '') ?? byOrder.get(orderId ?? '');
    if (link === undefined) continue;
    linkOf.set(one, link);
    if (one.isOfMonth && one.where.is !== 'none') link.payments.push(one);
  }

  const odd: OddSale[] = [];
  for (let at = 0; at < saleIds.size; at += NAMES_AT_ONCE) {
    signal.throwIfAborted();
    const some = [...saleIds].slice(at, at + NAMES_AT_ONCE);
    const sales = groupBySale(await linkDays.named(teamId, 'saleId', some));
    for (const id of some) {
      const sale = sales.get(id) ?? [];
      for (const link of sale) {
        const line = lineOf.get(link.id);
        if (line) line.state = nameInSale(link, sale);
      }
      odd.push(...findOdd(sale, lineOf, month));
    }
  }
  const toCome: OwingSale[] = [];
  const toRefund: OwingSale[] = [];
  for await (const one of saleFigures.unsettled(teamId)) {
    signal.throwIfAborted();
    const { toComeFils, overFils } = one;
    if (toComeFils + overFils === 0) continue;
    const first = (await linkDays.named(teamId, 'invoiceId', [one.invoiceId])).find(
      ({ id }) => id === one.id,
    );
    const named = { ...one, customer: first ? customerOf(first) : '', ownerName: await nameOf(one.owner) };
    if (toComeFils > 0) toCome.push({ ...named, fils: toComeFils });
    if (overFils > 0) toRefund.push({ ...named, fils: overFils });
  }
  return { links: links.filter(isMoved), odd, toCome, toRefund, linkOf };
};

/** What banks took, or all else that went back, in integer fils. */
export const sumBack = (refunds: MonthLink['monthRefunds'], isByBank: boolean): number =>
  refunds.reduce(
    (sum, { kind, fils }) => sum + (BACK_WORDS[kind].isByBank === isByBank ? (fils ?? 0) : 0),
    0,
  );

const customerOf = ({ details }: Link): string => (details.erasedAt === undefined ? details.FullName : '');

/** By our own records, or by the service’s. */
const isMoved = ({ monthPaidFils, monthRefunds, payments }: MonthLink): boolean =>
  monthPaidFils !== null || monthRefunds.length > 0 || payments.length > 0;

/** What came in the month for a sale, beside what was due, by our records and by what the service lists beyond them. */
function findOdd(sale: readonly Link[], lineOf: ReadonlyMap<string, MonthLink>, month: Span): OddSale[] {
  const { dueFils, receivedFils, back, overFils, paid, warnings } = standingOf(sale);
  // Their bank may give it back: nobody may be asked to refund it, too.
  if (sale.some(({ payment }) => isDisputed(payment))) return [];
  const extras = sale.map((link) => extraOf(link, lineOf.get(link.id)));
  const leftFils = receivedFils - Object.values(back).reduce((all, fils) => all + fils, 0);
  const extraFils = extras.reduce((all, { fils }) => all + fils, 0);
  const fils = Math.max(overFils, extraFils > 0 ? leftFils + extraFils - dueFils : 0);
  const isUnread = fils === 0 && warnings.includes('another-amount');
  const at = Math.max(
    ...paid.map((link) => moneyOf(link)?.receivedAt ?? 0),
    ...extras.map((extra) => (extra.fils > 0 ? extra.at : 0)),
    ...(isUnread ? sale.map(({ payment }) => (payment ? timeOf(payment) : 0)) : []),
  );
  const isOdd = (fils > 0 || isUnread) && at >= month.from && at <= month.to;
  const invoiceIds = sale.filter((link) => link.payment !== null).map(({ invoiceId }) => invoiceId);
  return isOdd ? [{ invoiceIds, at, fils: fils > 0 ? fils : null }] : [];
}

/** What the service lists for a link in the month beyond what we know of it. */
function extraOf(link: Link, line: MonthLink | undefined): { fils: number; at: number } {
  const payments = line?.payments ?? [];
  const { receivedFils, refundedFils } = moneyOf(link) ?? { receivedFils: 0, refundedFils: 0 };
  const paidInFils = payments.reduce((sum, { transaction }) => sum + transaction.receivedFils, 0);
  const leftInFils = payments.reduce((sum, { transaction }) => sum + leftFils(transaction), 0);
  // A refund in a later month is not in these rows.
  const fils =
    Math.min(leftInFils, paidInFils - (refundedFils ?? 0)) - (receivedFils ?? 0) + (refundedFils ?? 0);
  const at = Math.max(0, ...payments.map(({ transaction }) => transaction.at ?? 0));
  return { fils: receivedFils === null ? 0 : Math.max(fils, 0), at };
}

function buildLine(
  link: Link,
  { month, ...rest }: Pick<MonthLink, 'owner' | 'batch'> & { month: Span },
): MonthLink {
  const money = moneyOf(link);
  const isWithin = ({ at }: { at: number }) => at >= month.from && at <= month.to;
  const came = (money?.payments ?? []).filter(isWithin);
  return {
    ...rest,
    invoiceId: link.invoiceId,
    orderId: link.orderId,
    createdAt: link.createdAt,
    customer: customerOf(link),
    amountFils: link.amountFils,
    // By its sale, which is read later.
    state: '',
    word: link.payment?.word ?? null,
    isPaid: link.state === 'paid',
    paidAt: money?.receivedAt ?? null,
    monthPaidFils: came.length === 0 ? null : came.reduce((sum, { fils }) => sum + (fils ?? 0), 0),
    monthRefunds: (money?.refunds ?? []).filter(isWithin),
    creator: link.creatorName,
    payments: [],
  };
}
