import type { Kysely, Transaction } from 'kysely';
import { type StoreDatabase, sql } from './engine/database.ts';
import type { NewJob } from './job.ts';
import { type Link, parseLink } from './link.ts';
import { MOST_IN_SALE } from './link-relations.ts';
import { keyOfShow, type NewPlace, type Placed, placeMessage, type Subject } from './message-store.ts';
import type { Schema } from './schema.ts';
import { messages } from './tables/messages.ts';

/**
 * What is shown of a sale: its one card, of each of its links the message with the QR code in the card's thread, and that too much came for it,
 * in the channel and to each person who is told.
 */
export const SHOWN_SALE = 'sale';
export const SHOWN_QR = 'qr';
export const SHOWN_TOO_MUCH = 'too-much';

/** The card of a link's sale. */
export const cardOf = ({ saleId, teamId }: Pick<Link, 'saleId' | 'teamId'>): Subject => ({
  teamId,
  what: SHOWN_SALE,
  id: saleId,
});
/** The key of the job that shows it. */
export const keyOfCard = (link: Pick<Link, 'saleId' | 'teamId'>): string => keyOfShow(cardOf(link));

export const qrMessageOf = ({ id, teamId }: Pick<Link, 'id' | 'teamId'>): Subject => ({
  teamId,
  what: SHOWN_QR,
  id,
});

/** `to`: null: in the channel. */
export const tooMuchMessageOf = (
  { saleId, teamId }: Pick<Link, 'saleId' | 'teamId'>,
  to: string | null,
): Subject => ({ teamId, what: SHOWN_TOO_MUCH, id: `${saleId}:${to ?? ''}` });

/** `to`: undefined: the id is that of the sale, for all of them. */
export const readTooMuchMessage = (id: string): { saleId: string; to: string | null | undefined } => {
  const [saleId = '', to] = id.split(':');
  return { saleId, to: to === '' ? null : to };
};

type Card = Pick<Placed, 'channelId' | 'ts' | 'threadTs' | 'userId' | 'refusedAs'>;

/** A link and where the card of its sale is; null: nowhere. */
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
    place: Omit<NewPlace, 'refusedAs'>;
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
  await placeMessage(trx, qrMessageOf({ id, teamId }), { ...place, refusedAs: null }, { shown, at });
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

/** The newest links of a sale, and where its card is. */
export interface SaleWithCard {
  /** Newest first, failed ones included. */
  links: readonly [Link, ...Link[]];
  placed: Placed | null;
}

export const createLinkCards = ({ db }: StoreDatabase) => {
  const withPlace = (what: typeof SHOWN_SALE | typeof SHOWN_QR) =>
    db
      .selectFrom('links')
      .leftJoin('messages', (join) =>
        join
          .onRef('messages.id', '=', what === SHOWN_SALE ? 'links.saleId' : 'links.id')
          .onRef('messages.teamId', '=', 'links.teamId')
          .on('messages.what', '=', what),
      )
      .selectAll('links')
      .select(PLACED);

  return {
    /**
     * A link, the newest others of its sale, and where the card of the sale or the message with the link's QR code is. Null when
     * not found, or when it is another workspace’s.
     */
    findWith: async (
      teamId: string,
      id: string,
      what: typeof SHOWN_SALE | typeof SHOWN_QR,
    ): Promise<{ link: Link; others: Link[]; placed: Placed | null } | null> => {
      const sale = db.selectFrom('links as named').select('named.saleId').where('named.id', '=', id);
      const [row, ...others] = await withPlace(what)
        .where('links.teamId', '=', teamId)
        .where('links.saleId', '=', sale)
        .orderBy(sql`case when links.id = ${id} then 0 else 1 end`)
        .orderBy('links.saleOrder', 'desc')
        .limit(MOST_IN_SALE + 1)
        .execute();
      if (row === undefined) return null;
      return { link: parseLink(row), others: others.map(parseLink), placed: readPlace(row, what) };
    },

    /** Null when not found, or when it is another workspace’s. */
    findSale: async (teamId: string, saleId: string): Promise<SaleWithCard | null> => {
      const rows = await withPlace(SHOWN_SALE)
        .where('links.teamId', '=', teamId)
        .where('links.saleId', '=', saleId)
        .orderBy('links.saleOrder', 'desc')
        .limit(MOST_IN_SALE)
        .execute();
      const [newest, ...others] = rows;
      if (newest === undefined) return null;
      return {
        links: [parseLink(newest), ...others.map(parseLink)],
        placed: readPlace(newest, SHOWN_SALE),
      };
    },
  };
};

type PlaceColumns = Record<
  | 'placeId'
  | 'placeChannelId'
  | 'placeTs'
  | 'placeThreadTs'
  | 'placeUserId'
  | 'placeRefusedAs'
  | 'placeShown',
  string | null
> &
  Record<'placeSettlesAt' | 'placeUpdatedAt', number | null>;

const readPlace = (row: PlaceColumns & { teamId: string }, what: string): Placed | null => {
  const { teamId, placeId: id, placeChannelId: channelId, placeTs: ts } = row;
  const updatedAt = row.placeUpdatedAt;
  if (id === null || channelId === null || ts === null || updatedAt === null) return null;
  return messages.read({
    ...{ teamId, what, id, channelId, ts, updatedAt },
    threadTs: row.placeThreadTs,
    userId: row.placeUserId,
    refusedAs: row.placeRefusedAs,
    shown: row.placeShown,
    settlesAt: row.placeSettlesAt,
  });
};

const PLACED = [
  'messages.id as placeId',
  'messages.channelId as placeChannelId',
  'messages.ts as placeTs',
  'messages.threadTs as placeThreadTs',
  'messages.userId as placeUserId',
  'messages.refusedAs as placeRefusedAs',
  'messages.shown as placeShown',
  'messages.settlesAt as placeSettlesAt',
  'messages.updatedAt as placeUpdatedAt',
] as const;

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
