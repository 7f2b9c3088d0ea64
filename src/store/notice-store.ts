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
  /** Extra data this kind needs, as plain JSON. */
  detail?: Record<string, unknown>;
  /** Do not deliver before this instant. Leave out for at once. */
  dueAt?: number;
}

/** A notice claimed by one process until its lease runs out. */
export interface Claimed {
  id: string;
  lane: string;
  kind: string;
  linkId: string;
  detail: unknown;
  /** Failed deliveries so far. */
  attempts: number;
  createdAt: number;
  /** Identifies the process that holds the claim. */
  token: string;
  /** An earlier holder's lease ran out, so it may already have been delivered. */
  takenOver: boolean;
}

/** What a delivery needs to know. */
export type Notice = Omit<Claimed, 'token' | 'takenOver'>;

type Lease = Pick<Claimed, 'id' | 'token'>;

export interface DeliveryResult {
  /**
   * Where the link's card now is. Stored only if the link has no card yet or, with `insteadOf`, if its card still has
   * that `ts`. `refusal`: why the card is not where it should be.
   */
  card?: Card & { refusal?: CardRefusal | null; insteadOf?: string };
  /** We tried the channel again and Slack still would not take the card. */
  refusal?: CardRefusal;
  /** Notices to send as a result. */
  next?: NewNotice[];
}

/**
 * `delivered`, `postpone` and `giveUp` end a claim. Each is one transaction, and returns false and changes nothing
 * if another process took the lease.
 */
export interface NoticeStore {
  add(notices: NewNotice[], at: number): Promise<void>;
  /**
   * The oldest waiting notice of each lane, if it is due, no process holds it, and the lane has not posted within the
   * last second. At most `limit`, longest overdue first.
   */
  claim(request: ClaimRequest): Promise<Claimed[]>;
  /** Extends a claim to `until`. False if another process took it. */
  renew(claim: Lease, until: number): Promise<boolean>;
  delivered(claim: Lease, at: number, result?: DeliveryResult): Promise<boolean>;
  /** Try again at `dueAt`. Nothing overtakes it in its lane. */
  postpone(claim: Lease, dueAt: number, error: string, at: number): Promise<boolean>;
  /** The notice can never be delivered; sends `instead` in its place. */
  giveUp(claim: Lease, error: string, at: number, instead: NewNotice[]): Promise<boolean>;
  /** The earliest instant when `claim` may return something; in the past means now. Null: nothing is waiting. */
  nextDueAt(at: number, without?: readonly string[]): Promise<number | null>;
  /** For the start of the only process on the database: frees notices a dead process held, marked `takenOver`. */
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

/** Call it in the transaction of the change that causes them. */
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
    // Ignore notices planned for later that were never due.
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
        // Its place in the lane. A notice for later comes after all those created before then. Whatever the clocks
        // say, no notice goes before one already there: a reply ahead of its card would wait for the card, and the
        // card for the reply.
        created_at: Math.max(notice.dueAt ?? at, (endOf.get(notice.lane) ?? -1) + 1),
        updated_at: at,
      })),
    )
    .execute();
}
