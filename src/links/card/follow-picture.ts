import { isAboutPicture } from '../../slack/slack-errors.ts';
import type { SlackFailure } from '../../slack/slack-failure.ts';
import type { Link } from '../../store/link.ts';
import { mayCarryQr } from './link-card-view.ts';
import type { DeliveryDependencies } from './notice-delivery.ts';
import { buildNewsNotice, buildQrNotice, type NewNotice } from './notice-kinds.ts';
import { buildPictureTry, MOST_PICTURE_TRIES, readPictureTries } from './qr-chain.ts';

/** What became of the picture in an edited card; the failure when Slack refused it. */
export type PictureEnd = 'none' | 'taken' | SlackFailure;

/**
 * Whether to show the card without its picture after this failure. Also true for passing file errors, and for
 * a missing scope that only the picture may need: the card's state must not wait.
 */
export const isAboutMessage = ({ kind, why, code }: SlackFailure): boolean =>
  kind === 'permanent' || why === 'scope' || isAboutPicture(code);

/**
 * What to do about the picture after an edit of its card. Only a new picture is retried repeatedly, by one
 * chain at a time. A picture that Slack took before and now refuses is uploaded once more, if that can help.
 * After that it is marked as gone, so that no later edit asks for it.
 */
export const followPicture = async (
  link: Link,
  payload: unknown,
  end: PictureEnd,
  { links, jobs, ids, clock }: DeliveryDependencies,
): Promise<NewNotice[]> => {
  const { id, qrFileId: fileId } = link;
  if (!mayCarryQr(link)) return [];
  const isTaken = link.qrState === 'taken';
  const now = clock.now();
  const unlessWaiting = async (notice: NewNotice) => ((await jobs.isWaiting(id, 'qr')) ? [] : [notice]);
  const tryLater = (tries: number) => unlessWaiting(buildPictureTry(link, ids, tries, now));

  // A process ended before it could write down the next step.
  if (fileId === null) return link.qrState === 'lost' ? unlessWaiting(buildQrNotice(link, ids)) : [];

  // The picture came before its card, so the edit for it found no card.
  if (end === 'none') return tryLater(0);
  if (end === 'taken') {
    if (!isTaken) await links.markQrTaken(id, fileId, now);
    return [];
  }
  const tries = readPictureTries(payload) ?? 0;
  // Slack reports bad blocks both for a picture that it is still processing and for one that is gone.
  const isPassing = end.kind === 'passing' || (end.why === 'blocks' && !isTaken);
  if (isPassing && tries + 1 < MOST_PICTURE_TRIES) return tryLater(tries + 1);
  if (isPassing && isTaken) return [];
  // Another upload makes another file. What a workspace does not allow stays refused.
  const mayRenew = !isPassing && (end.why === 'blocks' || end.why === 'pictureGone');
  const next = await links.dropQr(id, { fileId, mayRenew }, now);
  if (next === 'lost') return [buildQrNotice(link, ids)];
  return next === 'gone' ? [buildNewsNotice(link, ids, { with: 'qr', code: end.code })] : [];
};
