import type { Kysely, Transaction } from 'kysely';
import { type StoreDatabase, sql } from './engine/database.ts';
import { type NewJob, NOT_ENDED } from './job.ts';
import type { Card, CardRefusal } from './link.ts';
import type { QrState } from './link-states.ts';
import type { Schema } from './schema.ts';
import { links } from './tables/links.ts';

/** What a job found out about its link's card. */
export interface CardChange {
  /**
   * Where the link's card now is. Stored only if the link has no card yet or, with `insteadOf`, if its card still has
   * that `ts`. `refusal`: why the card is not where it should be.
   */
  card?: Card & { refusal?: CardRefusal | null; insteadOf?: string };
  /** Slack's id of the uploaded QR picture. Stored only if the link has none. */
  qrFile?: string;
  /** Slack accepted the picture with this id in the card. Stored only if it is still the link's. */
  qrTaken?: string;
  /**
   * Where the message with the QR picture is, which shows the link's `version`. Stored only if the card's `ts` is still
   * `ofCard`. `correct`: added if it is not, or if the link has changed since.
   */
  qrMessage?: { channelId: string; ts: string; ofCard: string; version: number; correct: NewJob };
  /** The channel was tried again, and Slack still rejects the card. */
  refusal?: CardRefusal;
  /** The link's version that the card shows now. Stored only if the card's `ts` is still `ofCard`. */
  shown?: { version: number; ofCard: string };
}

/** Call it in the transaction that ends the job. Returns jobs to add. */
export async function writeCard(
  trx: Transaction<Schema>,
  linkId: string,
  { card, qrFile, qrTaken, qrMessage, refusal, shown }: CardChange,
  at: number,
): Promise<NewJob[]> {
  const next: NewJob[] = [];
  if (card) {
    await trx
      .updateTable('links')
      .set({
        cardChannelId: card.channelId,
        cardTs: card.ts,
        cardThreadTs: card.threadTs ?? null,
        ...links.write({ cardRefusal: card.refusal ?? null }),
        cardShown: 0,
        // The picture is in the earlier card's thread, not in this card's.
        qrState: sql`case when qr_ts is not null and qr_state = 'taken' then 'fresh' else qr_state end`,
        qrChannelId: null,
        qrTs: null,
        updatedAt: at,
      })
      .where('id', '=', linkId)
      .where('cardTs', 'is not distinct from', card.insteadOf ?? null)
      .execute();
  }
  if (qrFile !== undefined) await writeQrFile(trx, linkId, qrFile, at);
  if (qrTaken !== undefined) {
    await trx
      .updateTable('links')
      .set({ qrState: 'taken', updatedAt: at })
      .where('id', '=', linkId)
      .where('qrFileId', '=', qrTaken)
      .execute();
  }
  if (qrMessage) {
    const link = await trx
      .updateTable('links')
      .set({ qrChannelId: qrMessage.channelId, qrTs: qrMessage.ts, qrState: 'taken', updatedAt: at })
      .where('id', '=', linkId)
      .where('cardTs', '=', qrMessage.ofCard)
      .where('qrTs', 'is', null)
      .returning('version')
      .executeTakeFirst();
    if (link?.version !== qrMessage.version) next.push(qrMessage.correct);
  }
  if (refusal) {
    await trx
      .updateTable('links')
      .set({ ...links.write({ cardRefusal: refusal }), updatedAt: at })
      .where('id', '=', linkId)
      .where('cardRefusal', 'is not', null)
      .execute();
  }
  if (shown) {
    await trx
      .updateTable('links')
      .set({ cardShown: shown.version })
      .where('id', '=', linkId)
      .where('cardTs', '=', shown.ofCard)
      .execute();
  }
  return next;
}

/** The key of the edit that corrects a link's card in one turn. */
export const repairKey = (linkId: string, turn: number): string => `${REPAIR}${linkId}:${turn}`;

const REPAIR = 'repair:';

export interface CardsAsk {
  /** When the link changed last, in milliseconds since the epoch. */
  from: number;
  to: number;
  /** Without those that were corrected in this turn. */
  turn: number;
  limit: number;
}

export const createLinkCards = ({ db }: StoreDatabase) => ({
  /** Links whose card shows an older version, and no edit of it waits; the newest change first. */
  cardsBehind: ({ from, to, turn, limit }: CardsAsk) =>
    db
      .selectFrom('links')
      .select(['id', 'teamId as teamId'])
      // As in the index `links_card_behind`.
      .where(sql<boolean>`card_shown < version`)
      .where('updatedAt', '>=', from)
      .where('updatedAt', '<=', to)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('jobs')
              .select('jobs.id')
              .whereRef('jobs.linkId', '=', 'links.id')
              .where('jobs.kind', '=', 'edit')
              .where('jobs.state', 'in', NOT_ENDED),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('jobs')
              .select('jobs.id')
              .where('jobs.key', '=', sql<string>`${sql.lit(REPAIR)} || links.id || ${`:${turn}`}`),
          ),
        ),
      )
      .orderBy('updatedAt', 'desc')
      .limit(limit)
      .execute(),
});

export type LinkCards = ReturnType<typeof createLinkCards>;

/** The first upload and one replacement. */
const MAX_UPLOADS = 2;

async function writeQrFile(on: Kysely<Schema>, id: string, fileId: string, at: number): Promise<void> {
  await on
    .updateTable('links')
    .set({ qrFileId: fileId, qrState: 'fresh', qrUploads: sql`qr_uploads + 1`, updatedAt: at })
    .where('id', '=', id)
    .where('qrFileId', 'is', null)
    .execute();
}

export const createLinkPictures = ({ db }: StoreDatabase) => ({
  setQrFile: (id: string, fileId: string, at: number) => writeQrFile(db, id, fileId, at),

  /** Slack rejected the picture. Returns the new state; null if the link has a different picture by now. */
  dropQr: async (id: string, { fileId, mayRenew }: { fileId: string; mayRenew: boolean }, at: number) => {
    const most = mayRenew ? MAX_UPLOADS : 0;
    const row = await db
      .updateTable('links')
      .set({
        qrFileId: null,
        qrState: sql<QrState>`case when qr_uploads < ${sql.lit(most)} then 'lost' else 'gone' end`,
        updatedAt: at,
      })
      .where('id', '=', id)
      .where('qrFileId', '=', fileId)
      .returning('qrState')
      .executeTakeFirst();
    return row?.qrState === 'lost' || row?.qrState === 'gone' ? row.qrState : null;
  },
});

export type LinkPictures = ReturnType<typeof createLinkPictures>;
