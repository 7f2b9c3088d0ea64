import type { StoreDatabase } from './engine/database.ts';

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
        tokenHash: tokenHash,
        teamId: teamId,
        linkId: 'linkId' in shows ? shows.linkId : null,
        bytes: 'bytes' in shows ? shows.bytes : null,
        expiresAt: expiresAt,
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
    // The embedded driver returns an `ArrayBuffer`.
    if (row.bytes !== null) return { teamId: row.teamId, bytes: new Uint8Array(row.bytes) };
    return row.linkId === null ? null : { teamId: row.teamId, linkId: row.linkId };
  },
});

export type PictureStore = ReturnType<typeof createPictureStore>;
