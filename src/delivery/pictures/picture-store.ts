import type { StoreDatabase } from '../../store/engine/database.ts';
import { pictures } from '../../store/tables/links.ts';

/** The address of a link's QR code. */
export interface NewPicture {
  /** The token itself exists only in the address. */
  tokenHash: string;
  teamId: string;
  linkId: string;
  /** In epoch milliseconds, exclusive. */
  expiresAt: number;
}

export const createPictureStore = ({ db }: StoreDatabase) => ({
  add: async (picture: NewPicture) => {
    await db.insertInto('pictures').values(picture).execute();
  },

  /** Null when unknown or expired. */
  find: async (tokenHash: string, at: number): Promise<Pick<NewPicture, 'teamId' | 'linkId'> | null> => {
    const row = await db
      .selectFrom('pictures')
      .select(['teamId', 'linkId'])
      .where('tokenHash', '=', tokenHash)
      .where('expiresAt', '>', at)
      .executeTakeFirst();
    return row === undefined ? null : pictures.read(row);
  },
});

export type PictureStore = ReturnType<typeof createPictureStore>;
