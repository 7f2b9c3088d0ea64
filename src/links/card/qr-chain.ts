import { z } from 'zod';
import type { Ids } from '../../ids.ts';
import { readSlackFailure } from '../../slack/slack-failure.ts';
import type { Link } from '../../store/link.ts';
import { isPayable } from './display-state.ts';
import type { Deliver } from './notice-delivery.ts';
import {
  buildEditNotice,
  buildNewsNotice,
  buildQrMessageNotice,
  buildQrNotice,
  type NewNotice,
} from './notice-kinds.ts';
import { isQrInThread } from './qr-place.ts';

/**
 * How a picture that Slack is slow to process gets into a card, or into the message in its
 * thread, without ever holding up the card's state: the
 * `qr` notice uploads it, another `qr` notice comes back when Slack should be ready, and then an `edit` shows
 * the card with it. If Slack does not take the picture yet, that edit shows the card without it, ends, and
 * leaves a `qr` notice for later. `qr` notices have their own lane. All edits of a card share one lane, so
 * none overtakes another and none ever waits; no other edit names a picture that no card has shown yet.
 */
const chainSchema = z.object({ pictureTries: z.number().int().nonnegative() });

/** The waits between them come to about five minutes. */
export const MOST_PICTURE_TRIES = 7;
/** Slack processes a picture for one to several seconds: slackapi/java-slack-sdk#1349, python-slack-sdk#1521. */
export const PICTURE_READY_MS = 2_500;

/** How many attempts to show the picture have failed; null on an edit that is about the state alone. */
export const readPictureTries = (payload: unknown): number | null =>
  chainSchema.safeParse(payload).data?.pictureTries ?? null;

/** The edit that shows the picture. */
export const buildPictureEdit = (
  link: Pick<Link, 'id' | 'teamId'>,
  ids: Pick<Ids, 'notice'>,
  pictureTries: number,
): NewNotice => ({
  ...buildEditNotice(link, ids),
  payload: { pictureTries },
});

/** The next attempt; each waits twice as long as the one before. */
export const buildPictureTry = (
  link: Pick<Link, 'id' | 'teamId'>,
  ids: Pick<Ids, 'notice'>,
  pictureTries: number,
  now: number,
): NewNotice => ({
  ...buildQrNotice(link, ids),
  payload: { pictureTries },
  dueAt: now + PICTURE_READY_MS * 2 ** pictureTries,
});

/**
 * Uploads the QR picture to Slack, and then gets it into the card. The link works without it: after some
 * attempts the creator is told.
 */
export const uploadQr: Deliver = async (link, notice, dependencies) => {
  const { qrPictures, ids, clock } = dependencies;
  // Paid before the picture came: do not invite anyone to pay again.
  if (!isPayable(link) || link.qrState === 'gone') return { outcome: 'done' };
  const tries = readPictureTries(notice.payload);
  if (link.qrState === 'taken' && tries === null) return { outcome: 'done' };
  if (link.qrFileId !== null && tries !== null)
    return {
      outcome: 'done',
      next: [
        link.card !== null && link.qrMessage === null && (await isQrInThread(link, dependencies))
          ? buildQrMessageNotice(link, ids, tries)
          : buildPictureEdit(link, ids, tries),
      ],
    };
  try {
    await qrPictures.upload(link);
    return { outcome: 'done', next: [buildPictureTry(link, ids, tries ?? 0, clock.now())] };
  } catch (error) {
    const failure = readSlackFailure(error);
    // Nothing reaches this workspace now; the picture comes when everything else does.
    if (failure.why === 'token') throw error;
    if (failure.why === 'later' && notice.attempts < MOST_PICTURE_TRIES) throw error;
    const trouble = { with: 'qr', code: failure.code } as const;
    return { outcome: 'failed', reason: failure.code, next: [buildNewsNotice(link, ids, trouble)] };
  }
};
