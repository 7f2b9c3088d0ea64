import { sql } from './engine/kysely.ts';
import type { StoreDatabase } from './engine/store-database.ts';
import type { QrState } from './link-states.ts';

/** The first upload and one replacement. */
const MOST_UPLOADS = 2;

export interface LinkPictures {
  setQrFile(id: string, fileId: string, at: number): Promise<void>;
  /** Slack accepted the picture in the card. */
  markQrTaken(id: string, fileId: string, at: number): Promise<void>;
  /** Slack rejected the picture. Returns the new state; null if the link has a different picture by now. */
  dropQr(
    id: string,
    dropped: { fileId: string; mayRenew: boolean },
    at: number,
  ): Promise<Extract<QrState, 'lost' | 'gone'> | null>;
}

export const createLinkPictures = ({ db }: StoreDatabase): LinkPictures => ({
  setQrFile: async (id, fileId, at) => {
    await db
      .updateTable('links')
      .set({ qr_file_id: fileId, qr_state: 'fresh', qr_uploads: sql`qr_uploads + 1`, updated_at: at })
      .where('id', '=', id)
      .execute();
  },

  markQrTaken: async (id, fileId, at) => {
    await db
      .updateTable('links')
      .set({ qr_state: 'taken', updated_at: at })
      .where('id', '=', id)
      .where('qr_file_id', '=', fileId)
      .execute();
  },

  dropQr: async (id, { fileId, mayRenew }, at) => {
    const most = mayRenew ? MOST_UPLOADS : 0;
    const row = await db
      .updateTable('links')
      .set({
        qr_file_id: null,
        qr_state: sql<QrState>`case when qr_uploads < ${sql.lit(most)} then 'lost' else 'gone' end`,
        updated_at: at,
      })
      .where('id', '=', id)
      .where('qr_file_id', '=', fileId)
      .returning('qr_state')
      .executeTakeFirst();
    return row?.qr_state === 'lost' || row?.qr_state === 'gone' ? row.qr_state : null;
  },
});
