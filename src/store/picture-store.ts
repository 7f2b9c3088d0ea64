import type { StoreDatabase } from './engine/database.ts';

/** What a picture's address shows: a link's QR code, or an image stored as bytes. */
type PictureContent = { linkId: string } | { bytes: Uint8Array };

interface NewPicture {
  /** The token itself exists only in the address. */
  tokenHash: string;
  teamId: string;
  shows: PictureContent;
  /** In epoch milliseconds, exclusive. */
  expiresAt: number;
}

export interface PictureStore {
  add(picture: NewPicture): Promise<void>;
  /** Null when unknown or expired. */
  find(tokenHash: string, at: number): Promise<(PictureContent & { teamId: string }) | null>;
}

export const createPictureStore = ({ db }: StoreDatabase): PictureStore => ({
  add: async ({ tokenHash, teamId, shows, expiresAt }) => {
    await db
      .insertInto('pictures')
      .values({
        token_hash: tokenHash,
        team_id: teamId,
        link_id: 'linkId' in shows ? shows.linkId : null,
        bytes: 'bytes' in shows ? shows.bytes : null,
        expires_at: expiresAt,
      })
      .execute();
  },

  find: async (tokenHash, at) => {
    const row = await db
      .selectFrom('pictures')
      .select(['team_id', 'link_id', 'bytes'])
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', at)
      .executeTakeFirst();
    if (row === undefined) return null;
    // The embedded driver returns an `ArrayBuffer`.
    if (row.bytes !== null) return { teamId: row.team_id, bytes: new Uint8Array(row.bytes) };
    return row.link_id === null ? null : { teamId: row.team_id, linkId: row.link_id };
  },
});
