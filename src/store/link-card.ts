import type { Kysely, Transaction } from 'kysely';
import { type StoreDatabase, sql } from './engine/database.ts';
import type { NewJob } from './job.ts';
import { type Link, parseLink } from './link.ts';
import { type NewPlace, type Placed, placeMessage, type Subject } from './message-store.ts';
import type { Schema } from './schema.ts';
import { messages } from './tables/messages.ts';

/** What is shown of a link: its card, and the message with its QR code in the card's thread. */
export const SHOWN_LINK = 'link';
export const SHOWN_QR = 'qr';

export const cardOf = ({ id, teamId }: Pick<Link, 'id' | 'teamId'>): Subject => ({
  teamId,
  what: SHOWN_LINK,
  id,
});
export const qrMessageOf = ({ id, teamId }: Pick<Link, 'id' | 'teamId'>): Subject => ({
  teamId,
  what: SHOWN_QR,
  id,
});

type Card = Pick<Placed, 'channelId' | 'ts' | 'threadTs' | 'refusal'>;

/** A link and where its card is; null: nowhere. */
export type LinkWithCard = Link & { card: Card | null };

/** The first upload and one replacement. */
export const QR_UPLOADS = 2;

/** What a job found out about its link's QR code. */
export interface QrChange {
  /** Slack's id of the uploaded picture. Stored only if the link has none. */
  qrFile?: string;
  /**
   * Where the message with the picture is, and what it shows of the link's `version`. `correct`: added if the link has changed
   * since.
   */
  qrMessage?: {
    place: Omit<NewPlace, 'refusal'>;
    shown: string;
    version: number;
    correct: NewJob;
  };
}

/** Call it in the transaction that ends the job. Returns jobs to add. */
export async function writeQr(
  trx: Transaction<Schema>,
  { id, teamId }: Pick<Link, 'id' | 'teamId'>,
  { qrFile, qrMessage }: QrChange,
  at: number,
): Promise<NewJob[]> {
  if (qrFile !== undefined) await writeQrFile(trx, id, qrFile, at);
  if (!qrMessage) return [];
  const { place, shown, version, correct } = qrMessage;
  await placeMessage(trx, qrMessageOf({ id, teamId }), { ...place, refusal: null }, { shown, at });
  const link = await trx.selectFrom('links').select('version').where('id', '=', id).executeTakeFirstOrThrow();
  return link.version === version ? [] : [correct];
}

async function writeQrFile(on: Kysely<Schema>, id: string, fileId: string, at: number): Promise<void> {
  await on
    .updateTable('links')
    .set({ qrFileId: fileId, qrUploads: sql`qr_uploads + 1`, updatedAt: at })
    .where('id', '=', id)
    .where('qrFileId', 'is', null)
    .execute();
}

export const createLinkCards = ({ db }: StoreDatabase) => ({
  /** A link and where its card or the message with its QR code is. Null when not found, or when it is another workspace’s. */
  findWith: async (
    teamId: string,
    id: string,
    what: typeof SHOWN_LINK | typeof SHOWN_QR,
  ): Promise<{ link: Link; placed: Placed | null } | null> => {
    const row = await db
      .selectFrom('links')
      .leftJoin('messages', (join) =>
        join
          .onRef('messages.id', '=', 'links.id')
          .onRef('messages.teamId', '=', 'links.teamId')
          .on('messages.what', '=', what),
      )
      .selectAll('links')
      .select(PLACED)
      .where('links.teamId', '=', teamId)
      .where('links.id', '=', id)
      .executeTakeFirst();
    if (row === undefined) return null;
    const { placeChannelId: channelId, placeTs: ts, placeUpdatedAt: updatedAt } = row;
    const link = parseLink(row);
    if (channelId === null || ts === null || updatedAt === null) return { link, placed: null };
    const {
      placeThreadTs: threadTs,
      placeUserId: userId,
      placeRefusal: refusal,
      placeShown: shown,
      placeSettlesAt: settlesAt,
    } = row;
    return {
      link,
      placed: messages.read({
        teamId,
        what,
        id,
        channelId,
        ts,
        threadTs,
        userId,
        refusal,
        shown,
        settlesAt,
        updatedAt,
      }),
    };
  },
});

const PLACED = [
  'messages.channelId as placeChannelId',
  'messages.ts as placeTs',
  'messages.threadTs as placeThreadTs',
  'messages.userId as placeUserId',
  'messages.refusal as placeRefusal',
  'messages.shown as placeShown',
  'messages.settlesAt as placeSettlesAt',
  'messages.updatedAt as placeUpdatedAt',
] as const;

export type LinkCards = ReturnType<typeof createLinkCards>;

export const createLinkPictures = ({ db }: StoreDatabase) => ({
  setQrFile: (id: string, fileId: string, at: number) => writeQrFile(db, id, fileId, at),

  /** Slack rejected the picture. Whether it may be uploaded again; null if the link has a different picture by now. */
  dropQr: async (id: string, { fileId, mayRenew }: { fileId: string; mayRenew: boolean }, at: number) => {
    const row = await db
      .updateTable('links')
      .set({ qrFileId: null, updatedAt: at, ...(!mayRenew && { qrUploads: QR_UPLOADS }) })
      .where('id', '=', id)
      .where('qrFileId', '=', fileId)
      .returning('qrUploads')
      .executeTakeFirst();
    return row === undefined ? null : row.qrUploads < QR_UPLOADS;
  },
});

export type LinkPictures = ReturnType<typeof createLinkPictures>;
