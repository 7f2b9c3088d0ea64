import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { NoticeRow, Schema } from './schema.ts';

export interface NewNotice {
  id: string;
  lane: string;
  kind: string;
  linkId: string;
  /** What this kind needs beyond the link, as plain JSON. */
  detail?: Record<string, unknown>;
}

export interface Notice {
  id: string;
  lane: string;
  kind: string;
  linkId: string;
  detail: unknown;
  /** Deliveries tried so far. */
  attempts: number;
  dueAt: number;
  createdAt: number;
}

export interface NoticeStore {
  add(notices: NewNotice[], at: number): Promise<void>;
  /** The oldest waiting notice of every lane, due or not: what comes next in each. */
  heads(): Promise<Notice[]>;
  /** The notice is done; `card` is where the message stands, kept with the link in the same transaction. */
  delivered(id: string, at: number, card?: { channelId: string; ts: string }): Promise<void>;
  /** Try again at `dueAt`. Nothing overtakes it in its lane. */
  postpone(id: string, dueAt: number, error: string, at: number): Promise<void>;
  /** It can never be delivered; `instead` is what is sent in its place, in the same transaction. */
  giveUp(id: string, error: string, at: number, instead: NewNotice[]): Promise<void>;
  waitingCount(): Promise<number>;
}

export const createNoticeStore = (db: Kysely<Schema>): NoticeStore => ({
  add: (notices, at) => db.transaction().execute((trx) => insertNotices(trx, notices, at)),

  heads: async () => {
    const queue = db
      .selectFrom('notices')
      .selectAll()
      .select(
        sql<number>`row_number() over (partition by lane order by created_at, position, id)`.as('place'),
      )
      .where('state', '=', 'waiting');
    const rows = await db
      .selectFrom(queue.as('queue'))
      .selectAll()
      .where('place', '=', 1)
      .orderBy('due_at')
      .execute();
    return rows.map(parseNotice);
  },

  delivered: (id, at, card) =>
    db.transaction().execute(async (trx) => {
      const row = await trx
        .updateTable('notices')
        .set({ state: 'delivered', attempts: sql`attempts + 1`, last_error: null, updated_at: at })
        .where('id', '=', id)
        .returning('link_id')
        .executeTakeFirstOrThrow();
      if (!card) return;
      await trx
        .updateTable('links')
        .set({ card_channel_id: card.channelId, card_ts: card.ts, updated_at: at })
        .where('id', '=', row.link_id)
        .execute();
    }),

  postpone: async (id, dueAt, error, at) => {
    await db
      .updateTable('notices')
      .set({ due_at: dueAt, attempts: sql`attempts + 1`, last_error: error, updated_at: at })
      .where('id', '=', id)
      .execute();
  },

  giveUp: (id, error, at, instead) =>
    db.transaction().execute(async (trx) => {
      await trx
        .updateTable('notices')
        .set({ state: 'dead', attempts: sql`attempts + 1`, last_error: error, updated_at: at })
        .where('id', '=', id)
        .execute();
      await insertNotices(trx, instead, at);
    }),

  waitingCount: async () => {
    const row = await db
      .selectFrom('notices')
      .select((select) => sql<number>`cast(${select.fn.countAll()} as integer)`.as('waiting'))
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow();
    return row.waiting;
  },
});

/** Inside the transaction of the change that causes them. */
export async function insertNotices(
  trx: Transaction<Schema>,
  notices: NewNotice[],
  at: number,
): Promise<void> {
  if (notices.length === 0) return;
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
        due_at: at,
        last_error: null,
        position,
        created_at: at,
        updated_at: at,
      })),
    )
    .execute();
}

function parseNotice(row: NoticeRow): Notice {
  return {
    id: row.id,
    lane: row.lane,
    kind: row.kind,
    linkId: row.link_id,
    detail: row.detail === null ? null : JSON.parse(row.detail),
    attempts: row.attempts,
    dueAt: row.due_at,
    createdAt: row.created_at,
  };
}
