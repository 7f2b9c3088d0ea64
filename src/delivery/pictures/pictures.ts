import type { Clock } from '../../clock.ts';
import { type Identity, judgeToken } from '../../identity.ts';
import { hashToken, type Ids } from '../../ids.ts';
import { isLoopback } from '../../is-loopback.ts';
import { createRecentMap } from '../../recent-map.ts';
import type { Link } from '../../store/link.ts';
import { drawQr, fitsQr } from './draw-qr.ts';
import type { PictureStore } from './picture-store.ts';

const MAX_ADDRESSES = 500;

/**
 * Pictures that Slack fetches from the app, for windows and for messages that only one person sees: an uploaded file
 * would not be visible there. The address gives access to the picture and to nothing else.
 */
export interface Pictures {
  /** Whether Slack can fetch anything from here. */
  isPublic: boolean;
  /**
   * The address of a link's QR code, valid while the link can be paid. Null: Slack cannot fetch it from here, or no code
   * holds the link's own address.
   */
  addressOfQr(link: Pick<Link, 'id' | 'teamId' | 'address' | 'expiresAt'>): Promise<string | null>;
  /** The PNG behind a token; null if unknown or expired. */
  read(token: string): Promise<Buffer | null>;
}

export const createPictures = ({
  base,
  pictures,
  isPayable,
  identity,
  ids,
  clock,
}: {
  /** The start of every address, without a final slash; null: Slack cannot reach this app. */
  base: string | null;
  pictures: PictureStore;
  isPayable: (link: Link) => boolean;
  /** That of `ids`: a token that it does not prove costs no look-up. */
  identity: Identity;
  ids: Pick<Ids, 'pictureToken'>;
  clock: Pick<Clock, 'now'>;
}): Pictures => {
  // The database holds only the token's hash. This keeps a link's address the same until the process ends.
  const addresses = createRecentMap<string>(MAX_ADDRESSES);

  return {
    isPublic: base !== null,

    addressOfQr: async ({ id, teamId, address: ofLink, expiresAt }) => {
      if (base === null || (ofLink !== null && !fitsQr(ofLink))) return null;
      const known = addresses.get(id);
      if (known !== undefined) return known;
      const token = ids.pictureToken(expiresAt);
      await pictures.add({ tokenHash: hashToken(token), teamId, linkId: id, expiresAt });
      const address = `${base}/${token}.png`;
      addresses.set(id, address);
      return address;
    },

    read: async (token) => {
      if (judgeToken(identity, 'picture', token, clock.now()) !== 'ours') return null;
      const link = await pictures.find(hashToken(token), clock.now());
      return link === null || link.address === null || !isPayable(link) ? null : drawQr(link.address);
    },
  };
};

/**
 * The base address of pictures: https, or a loopback address if Slack's API is on this machine too. Null: Slack cannot
 * fetch any.
 */
export const findPictureBase = (publicUrl: string | null, slackApiUrl: string): string | null => {
  if (publicUrl === null) return null;
  const isReachable = isLoopback(publicUrl) ? isLoopback(slackApiUrl) : publicUrl.startsWith('https:');
  return isReachable ? `${publicUrl}/pictures` : null;
};
