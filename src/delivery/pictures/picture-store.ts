import type { StoreDatabase } from '../../store/engine/database.ts';
import { findOne } from '../../store/engine/queries.ts';
import { type Link, parseLink } from '../../store/link.ts';

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

  /** The link that it shows. Null when unknown or expired. */
  find: (tokenHash: string, at: number): Promise<Link | null> =>
    findOne(
      db
        .selectFrom('pictures')
        .innerJoin('links', (join) =>
          join.onRef('links.id', '=', 'pictures.linkId').onRef('links.teamId', '=', 'pictures.teamId'),
        )
        .selectAll('links')
        .where('tokenHash', '=', tokenHash)
        .where('pictures.expiresAt', '>', at),
      parseLink,
    ),
});

export type PictureStore = ReturnType<typeof createPictureStore>;
