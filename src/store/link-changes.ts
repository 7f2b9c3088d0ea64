import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import type { StoreDatabase } from './engine/database.ts';
import { forUpdate } from './engine/queries.ts';
import { noteWritten } from './engine/written.ts';
import { insertJobs, type NewJob } from './job.ts';
import { type RecordsChange, writeKeptRecords } from './kept-record-store.ts';
import { type Link, type LinkFailure, parseLink } from './link.ts';
import { type LinkPayment, moneyOf } from './link-payment.ts';
import { lockSaleOf } from './link-relations.ts';
import { type LinkState, mayMove } from './link-states.ts';
import { type CheckChange, changeCheck } from './planned-jobs.ts';
import type { LinkRow, Schema } from './schema.ts';
import { links } from './tables/links.ts';

/** What a change of a link may write, apart from the state. */
export interface LinkFacts {
  id: string;
  at: number;
  cause: LinkCause;
  /** The version this change is based on. Nothing is written if the link has changed since. */
  ifVersion?: number;
  /** What proves the change, without customers' data. */
  evidence?: Record<string, unknown>;
  orderId?: string | null;
  address?: string | null;
  payment?: LinkPayment | null;
  failure?: LinkFailure | null;
  /** When to check the link next. */
  check?: CheckChange;
  /** The records that led to the change, as far as they are new. */
  kept?: RecordsChange | null;
  /** What follows for its sale: with its other links, as read in this transaction. */
  ofSale?: (link: Link, others: readonly Link[]) => readonly NewJob[];
  /**
   * Written in the same transaction, so that a link never changes without its messages. Jobs whose key exists are
   * skipped.
   */
  jobs?: readonly NewJob[];
}

export interface StateChange extends LinkFacts {
  /** Leave out to record new facts without changing the state. */
  to?: LinkState;
  /** The reported payment was none, so a reported link goes back to open. */
  isTakenBack?: boolean;
}

/** Null, and nothing changed, if the link's state no longer allows this move. */
export const moveLink = async (
  trx: Transaction<Schema>,
  database: Pick<StoreDatabase, 'engine'>,
  change: StateChange,
): Promise<Link | null> => {
  const { before, tellSale } = await lockLink(trx, database, change);
  const { to, failure = null, isTakenBack = false } = change;
  const isBack = isTakenBack && before.state === 'reported' && to === 'open';
  if (to !== undefined && !isBack && !mayMove(before.state, to)) return null;
  if (change.ifVersion !== undefined && change.ifVersion !== before.version) return null;
  const after = await writeLink(trx, before, change, {
    ...(to === undefined ? {} : { state: to }),
    ...(to === undefined && failure === null ? {} : links.write({ failure })),
    ...(to === 'paid' ? { paidAt: change.at } : {}),
  });
  await tellSale(after);
  return after;
};

/** Paid links whose records no longer say so, since what an admin said of them was taken back. */
export async function doubtLinks(
  trx: Transaction<Schema>,
  database: Pick<StoreDatabase, 'engine'>,
  ids: readonly string[],
  at: number,
): Promise<void> {
  for (const id of [...ids].sort()) {
    const { before } = await lockLink(trx, database, { id, at });
    const { payment } = links.read({ payment: before.payment });
    if (before.state !== 'paid' || payment?.finding !== 'confirmed') continue;
    const doubted = { ...payment, finding: 'doubted' as const };
    await writeLink(trx, before, { id, at, cause: 'an answer was taken back', payment: doubted }, {});
  }
}

/** With its sale, if something follows for that. */
async function lockLink(
  trx: Transaction<Schema>,
  database: Pick<StoreDatabase, 'engine'>,
  { id, at, ofSale }: Pick<LinkFacts, 'id' | 'at' | 'ofSale'>,
): Promise<{ before: Known; tellSale: (after: Link) => Promise<unknown> }> {
  if (ofSale === undefined) {
    const query = trx
      .selectFrom('links')
      .select(['teamId', 'ownerId', 'state', 'version', 'payment', 'amountFils'])
      .where('id', '=', id);
    const before = await forUpdate(database.engine, query).executeTakeFirstOrThrow();
    return { before, tellSale: async () => {} };
  }
  const sale = await lockSaleOf(trx, database, id);
  const before = sale.find((one) => one.id === id);
  if (before === undefined) throw new Error(`no link ${id}`);
  const others = sale.filter((one) => one !== before).map(parseLink);
  // After the link's own jobs: a reply queued before its card would block the card.
  return { before, tellSale: (after) => insertJobs(trx, ofSale(after, others), at) };
}

/** Locks and returns the row. Throws if the link is another workspace's. */
export async function lockLinkOf(
  trx: Transaction<Schema>,
  { engine }: Pick<StoreDatabase, 'engine'>,
  { teamId, id }: { teamId: string; id: string },
): Promise<LinkRow> {
  const query = trx.selectFrom('links').selectAll().where('teamId', '=', teamId).where('id', '=', id);
  return (engine === 'postgres' ? query.forUpdate() : query).executeTakeFirstOrThrow();
}

/** A link before a change. */
type Known = Pick<LinkRow, 'teamId' | 'ownerId' | 'state' | 'version' | 'payment' | 'amountFils'>;

export async function writeLink(
  trx: Transaction<Schema>,
  before: Known,
  change: LinkFacts,
  set: Partial<LinkRow>,
  jobsOf: (link: Link) => readonly NewJob[] = () => [],
): Promise<Link> {
  const version = before.version + 1;
  const row = await trx
    .updateTable('links')
    .set({
      ...set,
      version,
      updatedAt: change.at,
      // Undefined fields stay unchanged.
      orderId: change.orderId,
      address: change.address,
      ...(await writePayment(trx, before, change, set.state ?? before.state)),
    })
    .where('id', '=', change.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertLinkEvent(trx, {
    id: change.id,
    version,
    at: change.at,
    from: before.state,
    to: row.state,
    cause: change.cause,
    evidence: change.evidence,
  });
  if (change.kept) await writeKeptRecords(trx, change.id, change.kept);
  const link = parseLink(row);
  const { check } = change;
  if (check) await changeCheck(trx, link.id, check, change.at);
  await insertJobs(trx, [...(change.jobs ?? []), ...jobsOf(link)], change.at);
  noteWritten(trx, { link: null });
  return link;
}

/** What the payment says of the money has rows of its own, so that figures of days can be added up in the database. */
async function writePayment(
  trx: Transaction<Schema>,
  { teamId, ownerId, state: before, payment: stored, amountFils }: Known,
  { id, payment }: Pick<LinkFacts, 'id' | 'payment'>,
  state: LinkState,
): Promise<Partial<LinkRow>> {
  if (payment === undefined && (stored === null || state === before)) return {};
  const known = links.read({ payment: stored }).payment;
  const now = payment === undefined ? known : payment;
  if (moneyOf({ state: before, payment: known, amountFils }) !== null)
    await trx.deleteFrom('linkMovements').where('linkId', '=', id).execute();
  const money = moneyOf({ state, payment: now, amountFils });
  if (money !== null) {
    const whoHadIt = await readKeepers(trx, id, ownerId);
    const payments = money.payments.map((one) => ({ ...one, kind: 'payment' as const }));
    const rows = [...payments, ...money.refunds].map((one, nth) => ({
      ...{ ...one, linkId: id, nth, teamId },
      receivedBy: whoHadIt(Math.min(one.at, money.receivedAt)),
    }));
    await trx.insertInto('linkMovements').values(rows).execute();
  }
  return links.write({
    ...{ ...(payment !== undefined && { payment }), finding: now?.finding ?? null },
    // A payout of less is not that of all.
    ...(known?.amountFils !== now?.amountFils && { payoutId: null, payoutAt: null }),
  });
}

/** Money may be noticed after the link was handed over. */
async function readKeepers(
  trx: Transaction<Schema>,
  linkId: string,
  ownerId: string,
): Promise<(at: number) => string> {
  const handed = await trx
    .selectFrom('linkEvents')
    .select(['at', 'evidence'])
    .where('linkId', '=', linkId)
    .where('cause', '=', 'handed over' satisfies LinkCause)
    .orderBy('version')
    .execute();
  return (at) => {
    const next = handed.find((one) => one.at > at);
    return next === undefined ? ownerId : handedFromSchema.parse(JSON.parse(next.evidence ?? '')).from;
  };
}

const handedFromSchema = z.object({ from: z.string() });

/** Why a link changed, as its history records it. The texts are stored. */
export type LinkCause =
  | 'form submitted'
  | 'asked for approval'
  | 'approved by a second person'
  | 'declined'
  | 'withdrawn'
  | 'not approved in time'
  | 'answered'
  | 'refused'
  | 'answered no'
  | 'number taken'
  | 'looked for'
  | 'not found'
  | 'requested again'
  | 'not sent'
  | 'no certain answer'
  | 'process ended before the answer'
  | 'found in listing'
  | 'absent from listing'
  | 'the service says paid'
  | 'paid in part'
  | 'paid with another amount'
  | 'the service is not clear'
  | 'the service says refunded'
  | 'the customer disputes it'
  | 'cancelled at the service'
  | 'being confirmed'
  | 'no payment after all'
  | 'expired unpaid'
  | 'a try to pay was declined'
  | 'a callback alone reports it'
  | 'handed over'
  | 'counted as paid in full'
  | 'a refund was asked for'
  | 'an answer was taken back'
  | 'sent by WhatsApp'
  | 'the customer was reminded';

/** One entry of a link's history; `from` equals `to` if only facts changed. */
export interface LinkEvent {
  at: number;
  from: LinkState | null;
  to: LinkState;
  /** A `LinkCause`, or a cause that another version wrote. */
  cause: string;
  /** The person who did it, if one did. */
  by?: string | undefined;
}

interface NewLinkEvent extends LinkEvent {
  id: string;
  version: number;
  cause: LinkCause;
  evidence?: Record<string, unknown> | undefined;
}

/** Call it in the transaction of the change it records. */
export async function insertLinkEvent(trx: Transaction<Schema>, event: NewLinkEvent): Promise<void> {
  await trx
    .insertInto('linkEvents')
    .values({
      linkId: event.id,
      version: event.version,
      at: event.at,
      fromState: event.from,
      toState: event.to,
      cause: event.cause,
      evidence: event.evidence ? JSON.stringify(event.evidence) : null,
    })
    .execute();
}

const evidenceSchema = z.object({ by: z.string().optional() });

export const listLinkEvents = async (db: Kysely<Schema>, id: string): Promise<LinkEvent[]> => {
  const rows = await db
    .selectFrom('linkEvents')
    .selectAll()
    .where('linkId', '=', id)
    .orderBy('version')
    .execute();
  return rows.map(({ at, fromState: from, toState: to, cause, evidence }) => ({
    ...{ at, from, to, cause },
    by: evidence === null ? undefined : evidenceSchema.parse(JSON.parse(evidence)).by,
  }));
};
