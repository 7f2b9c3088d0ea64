import { buildLinkQr } from '../../messages/link-qr.ts';
import { isPayable } from '../../messages/link-standing.ts';
import { createCardWindow } from '../card-button.ts';
import { findCardOfQr } from '../find-card-of-qr.ts';
import { updateView } from '../update-view.ts';

/** The QR code in a window of its own: at once as a promise, then with the picture, or with where it can be seen. */
export const handleShowQr = createCardWindow(
  { name: 'show_qr', needed: null, first: { callbackId: 'link_qr', title: 'Scan to pay' } },
  async ({ link }, dependencies) => {
    const { pictures, timeZone, log } = dependencies;
    const view = buildLinkQr(link, 'making', timeZone);
    if (!isPayable(link)) return { view };
    return {
      view,
      fill: async (viewId) => {
        try {
          const url = await pictures.addressOfQr(link);
          if (url !== null) {
            await updateView({ viewId, view: buildLinkQr(link, { url }, timeZone) }, dependencies);
            return null;
          }
        } catch (error) {
          log.warn({ link: link.id, err: error }, 'QR picture not shown');
        }
        const card = await findCardOfQr(link, dependencies);
        return buildLinkQr(link, { address: link.address ?? '', card }, timeZone);
      },
    };
  },
);
