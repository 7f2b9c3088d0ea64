import { z } from 'zod';
import type { Ids } from '../../ids.ts';
import { readSlackFailure } from '../../slack/slack-failure.ts';
import type { Link } from '../../store/link.ts';
import type { NewNotice } from '../../store/notice-store.ts';
import type { Deliver } from './deliver.ts';
import { isPayable } from './link-standing.ts';
import { buildEditNotice, buildNewsNotice, buildQrNotice } from './notice-kinds.ts';

/**
 * How a picture that Slack is slow to process gets into a card without ever holding up the card's state: the `qr`
 * notice uploads it, another one looks again when Slack should be ready, and then an `edit` shows the card with it.
 * Where Slack does not take the picture yet, that edit shows the card without it, is done, and leaves a `qr` notice
 * for later. `qr` notices have a lane of their own. All edits of a card are in one lane, so none overtakes another,
 * and none of them ever waits; no other edit names a picture that no card has shown yet.
 */
const chainSchema = z.object({ pictureTries: z.number().int().nonnegative() });

/** About three minutes of tries. */
export const MOST_PICTURE_TRIES = 7;
/** Slack processes a picture for one to several seconds: slackapi/java-slack-sdk#1349, python-slack-sdk#1521. */
export const PICTURE_READY_MS = 2_500;

/** How often the picture was shown in vain; null on an edit that is about the state alone. */
export const readPictureTries = (detail: unknown): number | null =>
  chainSchema.safeParse(detail).data?.pictureTries ?? null;

/** The edit that is to show the picture. */
export const buildPictureEdit = (
  link: Pick<Link, 'id' | 'teamId'>,
  ids: Pick<Ids, 'notice'>,
  pictureTries: number,
): NewNotice => ({
  ...buildEditNotice(link, ids),
  detail: { pictureTries },
});

/** The next try, each twice as far off as the one before. */
export const buildPictureTry = (
  link: Pick<Link, 'id' | 'teamId'>,
  ids: Pick<Ids, 'notice'>,
  pictureTries: number,
  now: number,
): NewNotice => ({
  ...buildQrNotice(link, ids),
  detail: { pictureTries },
  dueAt: now + PICTURE_READY_MS * 2 ** pictureTries,
});

/** Brings the QR picture to Slack, and then to the card. The link stands without it: after some tries the creator is told. */
export const uploadQr: Deliver = async (link, notice, { qrPictures, ids, clock }) => {
  // Paid before the picture came: nobody is to be invited to pay again.
  if (!isPayable(link) || link.qrState === 'gone') return { outcome: 'delivered' };
  const tries = readPictureTries(notice.detail);
  if (link.qrState === 'taken' && tries === null) return { outcome: 'delivered' };
  if (link.qrFileId !== null && tries !== null)
    return { outcome: 'delivered', next: [buildPictureEdit(link, ids, tries)] };
  try {
    await qrPictures.upload(link);
    return { outcome: 'delivered', next: [buildPictureTry(link, ids, tries ?? 0, clock.now())] };
  } catch (error) {
    const failure = readSlackFailure(error);
    // The workspace hears nothing at all now; the picture comes with the rest.
    if (failure.why === 'token') throw error;
    if (failure.why === 'later' && notice.attempts < MOST_PICTURE_TRIES) throw error;
    const trouble = { with: 'qr', code: failure.code } as const;
    return { outcome: 'never', reason: failure.code, instead: [buildNewsNotice(link, ids, trouble)] };
  }
};
