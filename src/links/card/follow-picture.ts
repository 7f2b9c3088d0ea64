import type { SlackFailure } from '../../slack/slack-failure.ts';
import type { Link } from '../../store/link.ts';
import type { NewNotice } from '../../store/notice-store.ts';
import type { DeliveryDependencies } from './deliver.ts';
import { mayCarryQr } from './link-card-view.ts';
import { buildNewsNotice, buildQrNotice } from './notice-kinds.ts';
import { buildPictureTry, MOST_PICTURE_TRIES, readPictureTries } from './qr-chain.ts';

/** What became of the picture of a card that was edited: Slack's reason where it refused it. */
export type PictureEnd = 'none' | 'taken' | SlackFailure;

/**
 * Whether a card may say this without its picture: also for a fault of files that would pass, or a scope that only the
 * picture may need, its state is not to wait.
 */
export const isAboutMessage = ({ kind, why, code }: SlackFailure): boolean =>
  kind === 'permanent' || why === 'scope' || code.startsWith('file_');

/**
 * What follows for the picture from an edit of its card. Only a picture that is new is tried again and again, and
 * that by one chain at a time; one that Slack took before and refuses now is uploaded once more where that can help.
 * Then it is remembered as gone, so that no later edit asks for it.
 */
export const followPicture = async (
  link: Link,
  detail: unknown,
  end: PictureEnd,
  { links, notices, ids, clock }: DeliveryDependencies,
): Promise<NewNotice[]> => {
  const { id, qrFileId: fileId } = link;
  if (!mayCarryQr(link)) return [];
  const isTaken = link.qrState === 'taken';
  const now = clock.now();
  const unlessWaiting = async (notice: NewNotice) => ((await notices.isWaiting(id, 'qr')) ? [] : [notice]);
  const tryLater = (tries: number) => unlessWaiting(buildPictureTry(link, ids, tries, now));

  // A process that ended before it had written down what follows left it like this.
  if (fileId === null) return link.qrState === 'lost' ? unlessWaiting(buildQrNotice(link, ids)) : [];

  // It came before its card did, and then its own edit found none.
  if (end === 'none') return tryLater(0);
  if (end === 'taken') {
    if (!isTaken) await links.markQrTaken(id, fileId, now);
    return [];
  }
  const tries = readPictureTries(detail) ?? 0;
  // Bad blocks are Slack's word for a picture that it has not finished processing, and for one that is gone.
  const isPassing = end.kind === 'passing' || (end.why === 'blocks' && !isTaken);
  if (isPassing && tries + 1 < MOST_PICTURE_TRIES) return tryLater(tries + 1);
  if (isPassing && isTaken) return [];
  // Another upload is another file. What a workspace does not allow it does not allow then either.
  const mayRenew = !isPassing && (end.why === 'blocks' || end.why === 'pictureGone');
  const next = await links.dropQr(id, { fileId, mayRenew }, now);
  if (next === 'lost') return [buildQrNotice(link, ids)];
  return next === 'gone' ? [buildNewsNotice(link, ids, { with: 'qr', code: end.code })] : [];
};
