import { buildLinkQr } from '../../messages/link-qr.ts';
import { isPayable } from '../../messages/link-standing.ts';
import { createCardWindow } from '../card-button.ts';
import { updateView } from '../update-view.ts';

/** The QR code in a window of its own: at once as a promise, then with the picture. */
export const handleShowQr = createCardWindow(
  { name: 'show_qr', needed: null, first: { callbackId: 'link_qr', title: 'Scan to pay' } },
  async ({ link }, dependencies) => {
    const { qrPictures, timeZone, log } = dependencies;
    const view = buildLinkQr(link, 'making', timeZone);
    if (!isPayable(link)) return { view };
    return {
      view,
      fill: async (viewId) => {
        try {
          const fileId = await qrPictures.upload(link);
          await updateView({ viewId, view: buildLinkQr(link, { fileId }, timeZone) }, dependencies);
          return null;
        } catch (error) {
          log.warn({ link: link.id, err: error }, 'QR picture not shown');
          return buildLinkQr(link, 'missing', timeZone);
        }
      },
    };
  },
);
