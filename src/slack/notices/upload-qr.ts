import { isPayable } from '../../messages/link-standing.ts';
import { buildNewsNotice } from '../../notices/notice-kinds.ts';
import { readSlackFailure } from '../slack-failure.ts';
import type { Deliver } from './deliver.ts';
import { buildPictureEdit, buildPictureTry, MOST_PICTURE_TRIES, readPictureTries } from './qr-chain.ts';

/** Brings the QR picture to Slack, and then to the card. The link stands without it: after some tries the maker is told. */
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
