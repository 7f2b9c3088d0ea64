import { z } from 'zod';
import type { App, Base } from '../../app-parts.ts';
import { defineJob } from '../../delivery/define-job.ts';
import { drawQr, fitsQr } from '../../delivery/pictures/draw-qr.ts';
import type { JobOutcome } from '../../delivery/run-claimed-job.ts';
import { DELIVERY, postMessage } from '../../slack/messages.ts';
import { hashOf } from '../../slack/show.ts';
import { FILE_DELETED, isAboutPicture } from '../../slack/slack-errors.ts';
import { buildLater, readSlackFailure, type SlackFailure, settleRefusal } from '../../slack/slack-failure.ts';
import type { Job } from '../../store/job.ts';
import type { Link } from '../../store/link.ts';
import { keyOfCard, QR_UPLOADS, qrMessageOf } from '../../store/link-card.ts';
import { buildShow } from '../../store/message-store.ts';
import { isPayable } from '../sale/display-state.ts';
import { buildQrMessage } from './card-thread-view.ts';
import { mayCarryQr } from './link-card-view.ts';
import { buildNewsNotice, buildQrNotice, buildQrPost } from './notice-kinds.ts';
import { type Noticed, readNoticed } from './noticed.ts';

/**
 * A QR picture must never hold up the state of a card, and Slack is slow to process pictures. So:
 *
 * 1. A job uploads the picture, which nobody can see yet.
 * 2. Another one comes when Slack should be ready, and posts the message with the picture in the card's thread: Slack may show
 *    people a file only once a post has shared it. Slack that is not ready gets another one, later.
 * 3. From then on the message is kept true as all are (`loadQrMessage`): the code goes when nobody should pay with it.
 *
 * With its code the message does harm if it is there twice, as nobody would remove it from the second. So a post that may have failed
 * halfway is repeated with a new file, after the old one was deleted.
 */
/** Null: it uploads the picture. */
const payloadSchema = z.object({ pictureTries: z.int().nonnegative() }).nullable();

/** The waits between them add up to about five minutes. */
const MAX_PICTURE_TRIES = 7;
/** Slack processes a picture for one to several seconds: slackapi/java-slack-sdk#1349, python-slack-sdk#1521. */
export const PICTURE_READY_MS = 2_500;

/** The next attempt; each waits twice as long as the one before. */
const buildPictureTry = (link: Link, { ids, clock }: App, tries: number) =>
  buildQrPost(link, ids, tries, clock.now() + PICTURE_READY_MS * 2 ** tries);

/** Uploads the picture, or posts it. That Slack does not take it, or only with a person's permission, is told to the owner. */
export const QR_JOB = defineJob(payloadSchema, (app: App) => ({
  ...DELIVERY,
  run: async (job, { givenUp }, step) => {
    const noticed = await readNoticed(job, app);
    if (noticed === null) return { outcome: 'done' };
    const { link } = noticed;
    const tell = (code: string) => [
      buildNewsNotice(link, app.ids, { qrRefusedAs: code }, `qr-refused:${link.id}:${code}`),
    ];
    if (givenUp !== null) return { outcome: 'failed', reason: givenUp, next: tell(givenUp) };
    try {
      return step === null
        ? await uploadQr(link, job, app)
        : await postQr(noticed, step.pictureTries, job, app);
    } catch (error) {
      const failure = readSlackFailure(error);
      if (failure.kind === 'passing' && failure.why === 'scope')
        return { ...buildLater(failure), next: tell(failure.code) };
      return settleRefusal(error);
    }
  },
}));

/** Uploads the QR picture, and then has it shown. The link works without it: after some attempts the owner gets a message. */
const uploadQr = async (link: Link, { attempts }: Job, app: App): Promise<JobOutcome> => {
  const { qrPictures, ids } = app;
  const isGivenUp = link.qrFileId === null && link.qrUploads >= QR_UPLOADS;
  // Paid before the picture came: do not invite anyone to pay again.
  if (!isPayable(link) || isGivenUp) return { outcome: 'done' };
  // The card says that its address is too long to be shown.
  if (link.address !== null && !fitsQr(link.address)) return { outcome: 'done' };
  try {
    const qrFile = link.qrFileId ?? (await qrPictures.upload(link));
    return { outcome: 'done', qrFile, next: [buildPictureTry(link, app, 0)] };
  } catch (error) {
    const failure = readSlackFailure(error);
    // Nothing reaches this workspace now; the picture comes when everything else does.
    if (failure.why === 'token') throw error;
    const isPassing = failure.why === 'later' || failure.why === 'unclear';
    if (isPassing && attempts < MAX_PICTURE_TRIES) throw error;
    const next = [buildNewsNotice(link, ids, { qrRefusedAs: failure.code })];
    return { outcome: 'failed', reason: failure.code, next };
  }
};

const DELETED: SlackFailure = { kind: 'permanent', why: 'pictureGone', code: FILE_DELETED };
/** How soon to look again for a card that Slack does not take yet. */
const CARD_POSTED_MS = 10_000;

/** Posts the message in the card's thread with its picture. If a payment came during the post, it is shown anew. */
const postQr = async (
  { link, card }: Noticed,
  pictureTries: number,
  { attempts }: Job,
  app: App,
): Promise<JobOutcome> => {
  const { store, ids, timeZone } = app;
  const { qrFileId: fileId } = link;
  const client = await app.clients.of(link.teamId);
  if (attempts > 0 && fileId !== null) {
    // The try before may have left a message that is not recorded. Nobody would remove its code.
    await client.files.delete({ file: fileId }).catch((error: unknown) => {
      if (!mayBePicture(readSlackFailure(error))) throw error;
    });
    return mayCarryQr(link) ? renew(link, fileId, DELETED, app) : { outcome: 'done' };
  }
  if (!mayCarryQr(link)) return { outcome: 'done' };
  // A process ended before it could write down that the picture is to be uploaded again.
  if (fileId === null)
    return { outcome: 'done', next: link.qrUploads < QR_UPLOADS ? [buildQrNotice(link, ids)] : [] };
  if (card === null) {
    const again = buildQrPost(link, ids, pictureTries, app.clock.now() + CARD_POSTED_MS);
    return { outcome: 'done', next: (await store.jobs.isWaiting(keyOfCard(link))) ? [again] : [] };
  }
  if ((await store.messages.find(qrMessageOf(link))) !== null) return { outcome: 'done' };
  // Another link has its place: the message would have no code.
  if (link.instead !== null) return { outcome: 'done' };
  try {
    const message = buildQrMessage(link, timeZone);
    const { channelId, ts } = await postMessage(client, {
      ...{ channel: card.channelId, threadTs: card.threadTs ?? card.ts, message },
      isWhole: true,
    });
    return {
      outcome: 'done',
      qrMessage: {
        ...{ place: { channelId, ts }, shown: hashOf(message), version: link.version },
        correct: buildShow(qrMessageOf(link), { linkId: link.id }),
      },
    };
  } catch (error) {
    const failure = readSlackFailure(error);
    if (!mayBePicture(failure)) throw error;
    const tries = pictureTries + 1;
    // Slack reports bad blocks for a picture that it is still processing, too.
    const isPassing = failure.kind === 'passing' || failure.why === 'blocks';
    if (isPassing && tries < MAX_PICTURE_TRIES)
      return { outcome: 'done', next: [buildPictureTry(link, app, tries)] };
    return renew(link, fileId, failure, app);
  }
};

/** A new upload makes another file. What a workspace does not allow stays refused. */
async function renew(link: Link, fileId: string, { why, code }: SlackFailure, app: App): Promise<JobOutcome> {
  const { store, ids, clock } = app;
  const mayRenew = why === 'pictureGone';
  const isRenewed = await store.links.dropQr(link.id, { fileId, mayRenew }, clock.now());
  if (isRenewed === null) return { outcome: 'done' };
  const next = isRenewed ? buildQrNotice(link, ids) : buildNewsNotice(link, ids, { qrRefusedAs: code });
  return { outcome: 'done', next: [next] };
}

/** Whether the picture may be why Slack does not take its message. Also for codes that nobody knows. */
export const mayBePicture = ({ kind, why, code }: SlackFailure): boolean =>
  kind === 'permanent' || why === 'scope' || why === 'unclear' || isAboutPicture(code);

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
