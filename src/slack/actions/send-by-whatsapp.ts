import { buildWhatsappView } from '../../messages/whatsapp-view.ts';
import { createCardButton } from '../card-button.ts';
import { showView } from '../show-view.ts';

/** The message to the customer, in a window: the customer's number never stands in a channel. */
export const handleSendByWhatsapp = createCardButton(
  'whatsapp',
  'use-any-link',
  async ({ link, place, client }, { businessName, audit, timeZone }) => {
    const name = await businessName.of(link.teamId);
    await audit.write({
      teamId: link.teamId,
      actorId: place.userId,
      action: 'whatsapp-opened',
      subject: link.id,
    });
    await showView(client, place, buildWhatsappView({ link, businessName: name, timeZone }));
  },
);
