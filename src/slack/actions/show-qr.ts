import { buildLinkQr } from '../../messages/link-qr.ts';
import { isPayable } from '../../messages/link-standing.ts';
import { createCardButton } from '../card-button.ts';
import { showView } from '../show-view.ts';
import { updateView } from '../update-view.ts';

/** The QR code in a window of its own: at once as a promise, then with the picture. */
export const handleShowQr = createCardButton(
  'show_qr',
  null,
  async ({ link, place, client }, dependencies) => {
    const { qrPictures, timeZone, log } = dependencies;
    const viewId = await showView(client, place, buildLinkQr(link, 'making', timeZone));
    if (viewId === null || !isPayable(link)) return;
    let failure: string | null;
    try {
      const fileId = await qrPictures.upload(link);
      failure = await updateView(viewId, buildLinkQr(link, { fileId }, timeZone), dependencies);
    } catch (error) {
      log.warn({ link: link.id, err: error }, 'QR picture not made');
      failure = 'upload failed';
    }
    // A window that was closed meanwhile refuses this as well, and nobody misses it.
    if (failure !== null) await updateView(viewId, buildLinkQr(link, 'missing', timeZone), dependencies);
  },
);
