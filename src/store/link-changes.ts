import type { Transaction } from 'kysely';
import { sql } from './engine/kysely.ts';
import type { StoreDatabase } from './engine/store-database.ts';
import { insertJob } from './job-rows.ts';
import type { NewJob } from './job-store.ts';
import { type Link, type LinkFailure, parseLink } from './link.ts';
import { insertLinkEvent } from './link-events.ts';
import type { LinkPayment } from './link-payment.ts';
import { lockSaleOf } from './link-sale.ts';
import { FORWARD_MOVES, type LinkState } from './link-states.ts';
import { insertNotices, type NewNotice } from './notice-store.ts';
import type { LinkRow, Schema } from './schema.ts';

/** By the links of one sale: the one that was paid as well, and the news of it. */
interface CalledFor {
  paidTwiceWith: string | null;
  notices: NewNotice[];
}

/** What a change of a link may carry besides its state. */
export interface LinkFacts {
  id: string;
  at: number;
  /** One word or two on what moved it: `answered`, `refused`, `no answer`, `found in listing`. */
  cause: string;
  /** The change is judged on this version of the link: another one in between makes it void. */
  ifVersion?: number;
  /** What proves it, without customers' data. */
  evidence?: Record<string, unknown>;
  orderId?: string | null;
  address?: string | null;
  answer?: Record<string, unknown>;
  payment?: LinkPayment | null;
  nudgeAt?: number | null;
  /**
   * When the link is checked next, if it still is as planned `from`: a callback that came in between has
   * moved it, and its check stands.
   */
  check?: { from: number; to: number | null; attempts: number };
  /** Written in the same transaction: a link never changes without the news of it. */
  notices?: NewNotice[];
  /** What the other links of the same sale call for, as they are in this transaction. Not asked where there is none. */
  ofSale?: (link: Link, others: readonly Link[]) => CalledFor;
  /** The same; of those whose key is taken, nothing. */
  jobs?: NewJob[];
}

export interface StateChange extends LinkFacts {
  to: LinkState;
  failure?: LinkFailure | null;
  /** What was reported turned out to be no payment: a reported link is open again. */
  isTakenBack?: boolean;
}

/** Null, with nothing changed, when the link has left the states from which this move is possible. */
export const moveLink = (database: StoreDatabase, change: StateChange): Promise<Link | null> =>
  database.db.transaction().execute(async (trx) => {
    const { ofSale } = change;
    const others = ofSale ? await lockSaleOf(trx, database, change.id) : [];
    const before = await lockLink(trx, database, change.id);
    const isBack = change.isTakenBack === true && before.state === 'reported' && change.to === 'open';
    if (!isBack && !FORWARD_MOVES[before.state].includes(change.to)) return null;
    if (change.ifVersion !== undefined && change.ifVersion !== before.version) return null;
    const after = await write(trx, before, change, {
      state: change.to,
      failure: change.failure ? JSON.stringify(change.failure) : null,
      ...(change.to === 'paid' ? { paid_at: change.at } : {}),
    });
    return ofSale && others.length > 0 ? writeSale(trx, after, change.at, ofSale(after, others)) : after;
  });

async function writeSale(
  trx: Transaction<Schema>,
  link: Link,
  at: number,
  { paidTwiceWith, notices }: CalledFor,
): Promise<Link> {
  // Behind the link's own: a reply in the thread of a card that is yet to be posted would hold up that card.
  await insertNotices(trx, notices, at);
  if (paidTwiceWith === null) return link;
  const mark = (id: string, other: string) =>
    trx.updateTable('links').set({ paid_twice_with: other }).where('id', '=', id).execute();
  await mark(link.id, paidTwiceWith);
  await mark(paidTwiceWith, link.id);
  return { ...link, paidTwiceWith };
}

/** What became better known of a link that stays in its state. Null when its version is no longer the one given. */
export const recordOnLink = (database: StoreDatabase, change: LinkFacts): Promise<Link | null> =>
  database.db.transaction().execute(async (trx) => {
    const before = await lockLink(trx, database, change.id);
    if (change.ifVersion !== undefined && change.ifVersion !== before.version) return null;
    return write(trx, before, change, {});
  });

async function lockLink(trx: Transaction<Schema>, { engine }: StoreDatabase, id: string) {
  const query = trx.selectFrom('links').select(['state', 'version']).where('id', '=', id);
  return (engine === 'postgres' ? query.forUpdate() : query).executeTakeFirstOrThrow();
}

async function write(
  trx: Transaction<Schema>,
  before: Pick<LinkRow, 'state' | 'version'>,
  change: LinkFacts,
  set: Partial<LinkRow>,
): Promise<Link> {
  const version = before.version + 1;
  const { check } = change;
  const row = await trx
    .updateTable('links')
    .set({
      ...set,
      version,
      updated_at: change.at,
      // What is undefined is left as it is.
      order_id: change.orderId,
      address: change.address,
      answer: change.answer && JSON.stringify(change.answer),
      payment: change.payment && JSON.stringify(change.payment),
      nudge_at: change.nudgeAt,
      ...(check
        ? {
            check_due_at: sql<number>`case when check_due_at = ${check.from} then ${check.to} else check_due_at end`,
            check_attempts: sql<number>`case when check_due_at = ${check.from} then ${check.attempts} else check_attempts end`,
          }
        : {}),
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
  await insertNotices(trx, change.notices ?? [], change.at);
  for (const job of change.jobs ?? []) await insertJob(trx, job, change.at);
  return parseLink(row);
}
