import type { StoreDatabase } from '../../store/engine/database.ts';
import { pictures } from '../../store/tables/links.ts';

/** What a picture's address shows: a link's QR code, or an image stored as bytes. */
type PictureContent = { linkId: string } | { bytes: Uint8Array };

export interface NewPicture {
  /** The token itself exists only in the address. */
  tokenHash: string;
  teamId: string;
  shows: PictureContent;
  /** In epoch milliseconds, exclusive. */
  expiresAt: number;
}

export const createPictureStore = ({ db }: StoreDatabase) => ({
  add: async ({ tokenHash, teamId, shows, expiresAt }: NewPicture) => {
    await db
      .insertInto('pictures')
      .values({
        tokenHash,
        teamId,
        linkId: 'linkId' in shows ? shows.linkId : null,
        bytes: 'bytes' in shows ? shows.bytes : null,
        expiresAt,
      })
      .execute();
  },

  /** Null when unknown or expired. */
  find: async (tokenHash: string, at: number): Promise<(PictureContent & { teamId: string }) | null> => {
    const row = await db
      .selectFrom('pictures')
      .select(['teamId', 'linkId', 'bytes'])
      .where('tokenHash', '=', tokenHash)
      .where('expiresAt', '>', at)
      .executeTakeFirst();
    if (row === undefined) return null;
    const { teamId, linkId, bytes } = pictures.read(row);
    if (bytes !== null) return { teamId, bytes };
    return linkId === null ? null : { teamId, linkId };
  },
});

export type PictureStore = ReturnType<typeof createPictureStore>;
