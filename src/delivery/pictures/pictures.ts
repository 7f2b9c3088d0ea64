import type { Clock } from '../../clock.ts';
import { hashToken, type Ids } from '../../ids.ts';
import { createRecentMap } from '../../recent-map.ts';
import type { Link } from '../../store/link.ts';
import type { LinkStore } from '../../store/link-store.ts';
import type { PictureStore } from '../../store/picture-store.ts';
import { isLoopback } from '../../web/is-loopback.ts';
import { drawQr } from './draw-qr.ts';

/** People look at a chart when it is shown; Slack keeps a copy for anyone who looks again. */
const CHART_LASTS_MS = 24 * 60 * 60_000;
/** We make no larger pictures. */
export const MOST_PICTURE_BYTES = 1024 * 1024;
const MOST_REMEMBERED = 500;
const MOST_DRAWN = 50;

/**
 * Pictures that Slack fetches from the app itself, for windows and for messages to one person: nobody could
 * see an uploaded file there. Anyone with the address can get the picture, and nothing else.
 */
export interface Pictures {
  /** Whether Slack can fetch anything from here. */
  isPublic: boolean;
  /** For a link's QR code; works as long as the link can be paid. Null: Slack cannot fetch it from here. */
  addressOfQr(link: Pick<Link, 'id' | 'teamId' | 'expiresAt'>): Promise<string | null>;
  /** For a PNG; works for a day. Also null if the PNG is too large. */
  addressOfPng(teamId: string, png: Buffer): Promise<string | null>;
  /** The PNG behind a token; null if there is none, or it has expired. */
  read(token: string): Promise<Buffer | null>;
}

export const createPictures = ({
  base,
  pictures,
  links,
  isPayable,
  ids,
  clock,
}: {
  /** The start of every address, without a slash at the end; null: Slack cannot reach this app. */
  base: string | null;
  pictures: PictureStore;
  links: Pick<LinkStore, 'find'>;
  isPayable: (link: Link) => boolean;
  ids: Pick<Ids, 'pictureToken'>;
  clock: Pick<Clock, 'now'>;
}): Pictures => {
  // The database does not hold the token. A person who presses again gets the same address as long
  // as this process lives.
  const given = createRecentMap<string>(MOST_REMEMBERED);
  const drawn = createRecentMap<Promise<Buffer>>(MOST_DRAWN);

  const drawOnce = (address: string): Promise<Buffer> => {
    const known = drawn.get(address);
    if (known !== undefined) return known;
    const drawing = drawQr(address);
    drawn.set(address, drawing);
    drawing.catch(() => drawn.delete(address));
    return drawing;
  };

  return {
    isPublic: base !== null,

    addressOfQr: async ({ id, teamId, expiresAt }) => {
      if (base === null) return null;
      const known = given.get(id);
      if (known !== undefined) return known;
      const token = ids.pictureToken();
      await pictures.keep({ tokenHash: hashToken(token), teamId, shows: { linkId: id }, expiresAt });
      const address = `${base}/${token}.png`;
      given.set(id, address);
      return address;
    },

    addressOfPng: async (teamId, png) => {
      if (base === null || png.length > MOST_PICTURE_BYTES) return null;
      const token = ids.pictureToken();
      const expiresAt = clock.now() + CHART_LASTS_MS;
      await pictures.keep({ tokenHash: hashToken(token), teamId, shows: { bytes: png }, expiresAt });
      return `${base}/${token}.png`;
    },

    read: async (token) => {
      const kept = await pictures.find(hashToken(token), clock.now());
      if (kept === null) return null;
      if ('bytes' in kept) return Buffer.from(kept.bytes);
      const link = await links.find(kept.teamId, kept.linkId);
      return link === null || link.address === null || !isPayable(link) ? null : drawOnce(link.address);
    },
  };
};

/**
 * The address under which Slack can fetch pictures: https, or this machine's own if Slack runs here too.
 * Null: Slack cannot fetch any.
 */
export const findPictureBase = (publicUrl: string | null, slackApiUrl: string): string | null => {
  if (publicUrl === null) return null;
  const isReachable = isLoopback(publicUrl) ? isLoopback(slackApiUrl) : publicUrl.startsWith('https:');
  return isReachable ? `${publicUrl}/pictures` : null;
};
