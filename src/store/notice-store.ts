import type { Transaction } from 'kysely';
import { type CardRefusal, writeCardRefusal } from './card-refusal.ts';
import { sql } from './engine/kysely.ts';
import type { StoreDatabase } from './engine/store-database.ts';
import type { Card } from './link.ts';
import { type ClaimRequest, claimNotices, findNextDue } from './notice-queue.ts';
import type { Schema } from './schema.ts';

export interface NewNotice {
  id: string;
  lane: string;
  kind: string;
  linkId: string;
  /** What this kind needs beyond the link, as plain JSON. */
  detail?: Record<string, unknown>;
  /** Not before this instant; without it, at once. */
  dueAt?: number;
}

/** A notice in the hands of one process, until its lease runs out. */
export interface Claimed {
  id: string;
  lane: string;
  kind: string;
  linkId: string;
  detail: unknown;
  /** Deliveries that ended without success so far. */
  attempts: number;
  createdAt: number;
  /** Identifies the process that holds the claim. */
  token: string;
  /** An earlier holder's lease ran out: it may have been delivered already. */
  takenOver: boolean;
}

/** What a delivery needs to know. */
export type Notice = Omit<Claimed, 'token' | 'takenOver'>;

type Lease = Pick<Claimed, 'id' | 'token'>;

export interface DeliveryResult {
  /**
   * Where the link's card stands. It wins where the link has the card that `insteadOf` names by its `ts`, or none.
   * `refusal`: why it is not where it was asked to be.
   */
  card?: Card & { refusal?: CardRefusal | null; insteadOf?: string };
  /** The channel was asked once more, and did not take the card. */
  refusal?: CardRefusal;
  /** What is to be said next because of it. */
  next?: NewNotice[];
}

/**
 * `delivered`, `postpone` and `giveUp` end a claim. Each is one transaction, and gives false, having changed
 * nothing, when the lease was lost to another process.
 */
export interface NoticeStore {
  add(notices: NewNotice[], at: number): Promise<void>;
  /**
   * The oldest waiting notice of each lane, where it is due, in nobody's hands, and the lane has not posted
   * within the last second. At most `limit`, those that have been due longest first.
   */
  claim(request: ClaimRequest): Promise<Claimed[]>;
  /** A claim that goes on lasts until `until`. False when it was lost to another. */
  renew(claim: Lease, until: number): Promise<boolean>;
  delivered(claim: Lease, at: number, result?: DeliveryResult): Promise<boolean>;
  /** Try again at `dueAt`. Nothing overtakes it in its lane. */
  postpone(claim: Lease, dueAt: number, error: string, at: number): Promise<boolean>;
  /** It can never be delivered; `instead` is what is sent in its place. */
  giveUp(claim: Lease, error: string, at: number, instead: NewNotice[]): Promise<boolean>;
  /** The earliest instant at which `claim` may give something; null: nothing waits. Past ones mean now. */
  nextDueAt(at: number, without?: readonly string[]): Promise<number | null>;
  /** At the start of the only process on the database: what an ended process held is free, and `takenOver`. */
  releaseAll(): Promise<void>;
  isWaiting(linkId: string, kind: string): Promise<boolean>;
  waitingCount(): Promise<number>;
}

export const createNoticeStore = (database: StoreDatabase): NoticeStore => {
  const { db } = database;

  const end = async (on: Transaction<Schema>, { id, token }: Lease, change: Ending) =>
    on
      .updateTable('notices')
      .set({ ...change, attempts: sql`attempts + 1`, lease_token: null, lease_until: 0 })
      .where('id', '=', id)
      .where('lease_token', '=', token)
      .where('state', '=', 'waiting')
      .returning('link_id')
      .executeTakeFirst();

  return {
    add: (notices, at) => db.transaction().execute((trx) => insertNotices(trx, notices, at)),

    claim: (request) => claimNotices(database, request),

    renew: async ({ id, token }, until) => {
      const row = await db
        .updateTable('notices')
        .set({ lease_until: until })
        .where('id', '=', id)
        .where('lease_token', '=', token)
        .where('state', '=', 'waiting')
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    delivered: (claim, at, { card, refusal, next = [] } = {}) =>
      db.transaction().execute(async (trx) => {
        const row = await end(trx, claim, { state: 'delivered', last_error: null, updated_at: at });
        if (!row) return false;
        if (card) {
          await trx
            .updateTable('links')
            .set({
              card_channel_id: card.channelId,
              card_ts: card.ts,
              card_thread_ts: card.threadTs ?? null,
              card_refusal: writeCardRefusal(card.refusal ?? null),
              updated_at: at,
            })
            .where('id', '=', row.link_id)
            .where('card_ts', 'is not distinct from', card.insteadOf ?? null)
            .execute();
        }
        if (refusal) {
          await trx
            .updateTable('links')
            .set({ card_refusal: writeCardRefusal(refusal), updated_at: at })
            .where('id', '=', row.link_id)
            .where('card_refusal', 'is not', null)
            .execute();
        }
        await insertNotices(trx, next, at);
        return true;
      }),

    postpone: (claim, dueAt, error, at) =>
      db.transaction().execute(async (trx) => {
        const row = await end(trx, claim, { due_at: dueAt, last_error: error, updated_at: at });
        return row !== undefined;
      }),

    giveUp: (claim, error, at, instead) =>
      db.transaction().execute(async (trx) => {
        const row = await end(trx, claim, { state: 'dead', last_error: error, updated_at: at });
        if (!row) return false;
        await insertNotices(trx, instead, at);
        return true;
      }),

    nextDueAt: (at, without) => findNextDue(database, at, without),

    releaseAll: async () => {
      await db
        .updateTable('notices')
        .set({ lease_until: 0 })
        .where('state', '=', 'waiting')
        .where('lease_token', 'is not', null)
        .execute();
    },

    isWaiting: async (linkId, kind) => {
      const row = await db
        .selectFrom('notices')
        .select('id')
        .where('link_id', '=', linkId)
        .where('kind', '=', kind)
        .where('state', '=', 'waiting')
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    waitingCount: async () => {
      const row = await db
        .selectFrom('notices')
        .select((select) => sql<number>`cast(${select.fn.countAll()} as integer)`.as('waiting'))
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow();
      return row.waiting;
    },
  };
};

type Ending =
  | { state: 'delivered' | 'dead'; last_error: string | null; updated_at: number }
  | { due_at: number; last_error: string; updated_at: number };

/** Inside the transaction of the change that causes them. */
export async function insertNotices(
  trx: Transaction<Schema>,
  notices: NewNotice[],
  at: number,
): Promise<void> {
  if (notices.length === 0) return;
  const lanes = [...new Set(notices.map(({ lane }) => lane))];
  const ends = await trx
    .selectFrom('notices')
    .select(({ fn }) => ['lane', fn.max('created_at').as('end')])
    .where('state', '=', 'waiting')
    .where('lane', 'in', lanes)
    // Not those that are for later, and were never due.
    .where((one) => one.or([one('attempts', '>', 0), one('due_at', '<=', one.ref('updated_at'))]))
    .groupBy('lane')
    .execute();
  const endOf = new Map(ends.map(({ lane, end }) => [lane, end]));
  await trx
    .insertInto('notices')
    .values(
      notices.map((notice, position) => ({
        id: notice.id,
        lane: notice.lane,
        kind: notice.kind,
        link_id: notice.linkId,
        detail: notice.detail ? JSON.stringify(notice.detail) : null,
        state: 'waiting' as const,
        attempts: 0,
        due_at: notice.dueAt ?? at,
        lease_token: null,
        lease_until: 0,
        last_error: null,
        position,
        // Its place in the lane: what is for later stands behind all that is made before then, and nothing, whatever the
        // clocks say, before what is there already: a reply would wait for its card, and the card for the reply.
        created_at: Math.max(notice.dueAt ?? at, (endOf.get(notice.lane) ?? -1) + 1),
        updated_at: at,
      })),
    )
    .execute();
}
