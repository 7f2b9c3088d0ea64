import { buildWhatsappView } from '../../messages/whatsapp-view.ts';
import { createCardWindow } from '../card-button.ts';

/** The message to the customer, in a window: the customer's number never stands in a channel. */
export const handleSendByWhatsapp = createCardWindow(
  {
    name: 'whatsapp',
    needed: 'use-any-link',
    first: { callbackId: 'link_whatsapp', title: 'Send by WhatsApp' },
  },
  async ({ link, place }, { businessName, audit, timeZone }) => ({
    view: null,
    fill: async () => {
      const [name] = await Promise.all([
        businessName.of(link.teamId),
        audit.write({
          teamId: link.teamId,
          actorId: place.userId,
          action: 'whatsapp-opened',
          subject: link.id,
        }),
      ]);
      return buildWhatsappView({ link, businessName: name, timeZone });
    },
  }),
);
