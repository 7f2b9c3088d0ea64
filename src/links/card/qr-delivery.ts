import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { App, Base } from '../../app-parts.ts';
import { drawQr, fitsQr } from '../../delivery/pictures/draw-qr.ts';
import type { Ids } from '../../ids.ts';
import { editMessage, postMessage } from '../../slack/messages.ts';
import { FILE_DELETED, isAboutPicture } from '../../slack/slack-errors.ts';
import { readSlackFailure, type SlackFailure } from '../../slack/slack-failure.ts';
import type { JobResult } from '../../store/job-store.ts';
import type { Link } from '../../store/link.ts';
import { buildQrMessage } from './card-thread-view.ts';
import { isPayable } from './display-state.ts';
import { readTwin } from './find-twin.ts';
import { mayCarryQr } from './link-card-view.ts';
import {
  buildNewsNotice,
  buildPictureEdit,
  buildQrMessageNotice,
  buildQrNotice,
  type Deliver,
  failWithNews,
  type NewNotice,
  type Notice,
} from './notice-kinds.ts';

/**
 * A QR picture must never hold up the state of a card, and Slack is slow to process pictures. So:
 *
 * 1. A `qr` notice uploads the picture.
 * 2. A `qr-message` comes when Slack should be ready. Where pictures go into the thread, it posts the picture there; elsewhere
 *    it causes an `edit` that shows the card with it.
 * 3. If Slack does not accept the picture yet, the edit shows the card without it. This and a refused `qr-message` leave a `qr`
 *    notice for later, which only begins again with the second step.
 *
 * `qr` notices have their own lane. All edits of a card share one lane, so none overtakes another, and no other edit names a
 * picture that no card has shown yet.
 */
const chainSchema = z.object({ pictureTries: z.number().int().nonnegative() });

/** The waits between them add up to about five minutes. */
const MAX_PICTURE_TRIES = 7;
/** Slack processes a picture for one to several seconds: slackapi/java-slack-sdk#1349, python-slack-sdk#1521. */
export const PICTURE_READY_MS = 2_500;

/** How many attempts to show the picture have failed; null on an edit that is about the state alone. */
export const readPictureTries = (payload: unknown): number | null =>
  chainSchema.safeParse(payload).data?.pictureTries ?? null;

/** The next attempt; each waits twice as long as the one before. */
export const buildPictureTry = (
  link: Pick<Link, 'id' | 'teamId'>,
  ids: Pick<Ids, 'notice'>,
  pictureTries: number,
  now: number,
): NewNotice => ({
  ...buildQrNotice(link, ids, pictureTries),
  dueAt: now + PICTURE_READY_MS * 2 ** pictureTries,
});

/** Uploads the QR picture, and then has it shown. The link works without it: after some attempts the owner gets a message. */
export const uploadQr: Deliver = async (link, notice, { qrPictures, ids, clock }) => {
  // Paid before the picture came: do not invite anyone to pay again.
  if (!isPayable(link) || link.qrState === 'gone') return { outcome: 'done' };
  // The card says that its address is too long to be shown.
  if (link.address !== null && !fitsQr(link.address)) return { outcome: 'done' };
  const tries = readPictureTries(notice.payload);
  if (link.qrState === 'taken' && tries === null) return { outcome: 'done' };
  if (link.qrFileId !== null && tries !== null) {
    const isPosted = link.qrMessage !== null;
    const next = isPosted ? buildPictureEdit(link, ids, tries) : buildQrMessageNotice(link, ids, tries);
    return { outcome: 'done', next: [next] };
  }
  try {
    const qrFile = link.qrFileId ?? (await qrPictures.upload(link));
    const dueAt = clock.now() + PICTURE_READY_MS * 2 ** (tries ?? 0);
    return {
      outcome: 'done',
      qrFile,
      next: [{ ...buildQrMessageNotice(link, ids, tries ?? 0), dueAt }],
    };
  } catch (error) {
    const failure = readSlackFailure(error);
    // Nothing reaches this workspace now; the picture comes when everything else does.
    if (failure.why === 'token') throw error;
    const isPassing = failure.why === 'later' || failure.why === 'unclear';
    if (isPassing && notice.attempts < MAX_PICTURE_TRIES) throw error;
    return failWithNews(link, ids, { with: 'qr', code: failure.code });
  }
};

/** Whether the picture goes into the card's thread. A card that has its picture already keeps it. */
export const isQrInThread = async (
  { teamId, card, qrMessage, qrState }: Link,
  { store: { channelSettings } }: App,
): Promise<boolean> => {
  if (card === null || qrMessage !== null) return qrMessage !== null;
  if (qrState === 'taken') return false;
  return (await channelSettings.of(teamId, card.channelId)).qrPlace === 'thread';
};

const DELETED: SlackFailure = { kind: 'permanent', why: 'pictureGone', code: FILE_DELETED };

/**
 * Posts the message in the card's thread with its picture: Slack may show people a file only once a post has shared it, and
 * accepts an edit with it all the same. If a payment came during the post, an edit follows.
 */
export const postQrMessage: Deliver = async (link, notice, app, client) => {
  const { store, ids, timeZone } = app;
  const { card, qrFileId: fileId } = link;
  // The card that comes brings an edit, which sees the picture.
  if (card === null || fileId === null || link.qrMessage !== null) return { outcome: 'done' };
  const edit = buildPictureEdit(link, ids, readPictureTries(notice.payload) ?? 0);
  if (!(await isQrInThread(link, app))) return { outcome: 'done', next: [edit] };
  try {
    if (notice.attempts > 0) {
      // The try before may have left a message that is not recorded. Nobody would remove its code.
      await client.files.delete({ file: fileId });
      return { outcome: 'done', ...(await followPicture(link, notice, DELETED, app)) };
    }
    if (!mayCarryQr(link)) return { outcome: 'done' };
    const twin = await readTwin(link, store.links);
    const { channelId, ts } = await postMessage(client, {
      channel: card.channelId,
      threadTs: card.threadTs ?? card.ts,
      message: buildQrMessage(link, timeZone, twin),
      isWhole: true,
    });
    return {
      outcome: 'done',
      qrMessage: { channelId, ts, ofCard: card.ts, version: link.version, correct: edit },
    };
  } catch (error) {
    const failure = readSlackFailure(error);
    if (!mayBePicture(failure)) throw error;
    return { outcome: 'done', ...(await followPicture(link, notice, failure, app)) };
  }
};

/** Whether an edit showed the picture; the failure when Slack refused it. */
export type PictureEnd = 'none' | 'taken' | SlackFailure;

/**
 * Shows the picture in its message, or removes it once there is nothing to pay. Safe to repeat, and repeated with each
 * edit of the card. `isReady`: Slack may have processed the picture by now. `twin`: see `findTwin`.
 */
export const showQrMessage = async (
  link: Link,
  { isReady, twin }: { isReady: boolean; twin: Link | null },
  { timeZone }: App,
  client: WebClient,
): Promise<PictureEnd> => {
  const isPictured = isReady && mayCarryQr(link);
  if (link.qrMessage === null || (!isPictured && mayCarryQr(link))) return 'none';
  try {
    await editMessage(client, link.qrMessage, buildQrMessage(link, timeZone, twin), {
      isWhole: isPictured,
    });
    return isPictured ? 'taken' : 'none';
  } catch (error) {
    const failure = readSlackFailure(error);
    if (isPictured && mayBePicture(failure)) return failure;
    // Someone deleted the message, so it misleads nobody.
    if (failure.why === 'gone') return 'none';
    throw error;
  }
};

/**
 * Whether to show the message without its picture after this failure. Also true for passing file errors, for codes nobody
 * knows, and for a missing scope that only the picture may need: the card's state must not wait.
 */
export const mayBePicture = ({ kind, why, code }: SlackFailure): boolean =>
  kind === 'permanent' || why === 'scope' || why === 'unclear' || isAboutPicture(code);

/**
 * What to do about the picture after an edit of its card, or after the post in its thread was refused. Only a new picture
 * is retried repeatedly, by one chain at a time. A picture that Slack accepted before and now refuses is uploaded again, if
 * that can help. After that it is marked as gone, so that no later edit asks for it.
 */
export const followPicture = async (
  link: Link,
  { kind, payload }: Pick<Notice, 'kind' | 'payload'>,
  end: PictureEnd,
  { store: { links, jobs }, ids, clock }: App,
): Promise<PictureNext> => {
  const { id, qrFileId: fileId } = link;
  if (!mayCarryQr(link)) return {};
  const isTaken = link.qrState === 'taken';
  const now = clock.now();
  const unlessWaiting = async (next: NewNotice): Promise<PictureNext> => {
    // A `qr-message` that asks this still waits itself.
    const isUnderWay =
      (await jobs.isWaiting(id, 'qr')) || (kind !== 'qr-message' && (await jobs.isWaiting(id, 'qr-message')));
    return isUnderWay ? {} : { next: [next] };
  };
  const tryLater = (tries: number) => unlessWaiting(buildPictureTry(link, ids, tries, now));

  // A process ended before it could write down the next step.
  if (fileId === null) return link.qrState === 'lost' ? unlessWaiting(buildQrNotice(link, ids)) : {};

  // The picture came before its card, so the edit for it found no card.
  if (end === 'none') return tryLater(0);
  if (end === 'taken') return isTaken ? {} : { qrTaken: fileId };
  const tries = readPictureTries(payload) ?? 0;
  // Slack reports bad blocks both for a picture that it is still processing and for one that is gone.
  const isPassing = end.kind === 'passing' || (end.why === 'blocks' && !isTaken);
  if (isPassing && tries + 1 < MAX_PICTURE_TRIES) return tryLater(tries + 1);
  if (isPassing && isTaken) return {};
  // A new upload makes another file. What a workspace does not allow stays refused.
  const mayRenew = !isPassing && (end.why === 'blocks' || end.why === 'pictureGone');
  const next = await links.dropQr(id, { fileId, mayRenew }, now);
  if (next === 'lost') return { next: [buildQrNotice(link, ids)] };
  return next === 'gone' ? { next: [buildNewsNotice(link, ids, { with: 'qr', code: end.code })] } : {};
};

/** What the end of the notice writes. */
type PictureNext = Pick<JobResult, 'qrTaken' | 'next'>;

const uploadSchema = z.object({
  files: z.array(z.object({ files: z.array(z.object({ id: z.string() })).min(1) })).min(1),
});

/** Uploads a link's QR picture at most once at a time, and returns Slack's id of it. Rejects with Slack's error. */
export interface QrPictures {
  upload(link: Link): Promise<string>;
}

export const createQrPictures = ({ clients, drawQr: draw = drawQr }: Base): QrPictures => {
  const uploads = new Map<string, Promise<string>>();

  const upload = async (link: Link): Promise<string> => {
    if (link.address === null) throw new Error('a link without an address has no QR code');
    const file = await draw(link.address);
    const client = await clients.of(link.teamId);
    const answer = await client.filesUploadV2({
      file,
      filename: `${link.invoiceId.replace(/[^\w.-]+/g, '-')}.png`,
      title: 'QR code',
      alt_text: 'QR code of the payment link',
    });
    const fileId = uploadSchema.parse(answer).files[0]?.files[0]?.id;
    if (fileId === undefined) throw new Error('Slack gave no file id');
    return fileId;
  };

  return {
    upload: (link) => {
      const running = uploads.get(link.id) ?? upload(link).finally(() => uploads.delete(link.id));
      uploads.set(link.id, running);
      return running;
    },
  };
};
