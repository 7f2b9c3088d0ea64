import type { Request } from '../../app-parts.ts';
import type { Pressed } from '../../slack/frame.ts';
import { type Opening, updateView } from '../../slack/views.ts';
import type { Link } from '../../store/link.ts';
import { readInSale } from '../sale/link-in-sale.ts';
import type { LinkPress } from './find-link.ts';
import { buildLinkShow } from './notice-kinds.ts';
import type { WhatsappLanguage } from './whatsapp-text-view.ts';
import { buildWhatsappView, WHATSAPP_WINDOW } from './whatsapp-view.ts';

/** Shows the message to the customer in a window: a channel never shows the customer's number. */
export const handleWhatsapp = ({ place }: Pressed, request: Request): Opening<Link> => ({
  first: WHATSAPP_WINDOW,
  read: async (link) => ({
    view: null,
    fill: async () => {
      const businessName = await noteWhatsappOpened(link, place.userId, request);
      const { store, clock, timeZone } = request;
      const shown = await readInSale(link, store.links);
      return buildWhatsappView({ link: shown, businessName, timeZone, now: clock.now(), sent: null });
    },
  }),
});

/**
 * The button itself opens WhatsApp, and Slack reports the press. The reminder is counted once for each window. If the link was
 * paid or expired since the window opened, the window says so at once.
 */
const createReminderSent =
  (language: WhatsappLanguage) =>
  async ({ about: found, place }: LinkPress, request: Request): Promise<void> => {
    const { store, businessName, ids, clock, timeZone } = request;
    if (place.view === null) return;
    const { outcome, link } = await store.links.countReminder({
      teamId: found.teamId,
      id: found.id,
      windowId: place.view.id,
      by: place.userId,
      language,
      at: clock.now(),
      auditId: ids.auditEntry(),
      jobs: [buildLinkShow(found, clock.now())],
    });
    const view = buildWhatsappView({
      link: await readInSale(link, store.links),
      businessName: await businessName.of(link.teamId),
      timeZone,
      now: clock.now(),
      sent: outcome,
    });
    await updateView({ viewId: place.view.id, view }, request);
  };

export const handleReminderInEnglish = createReminderSent('en');

export const handleReminderInArabic = createReminderSent('ar');

/** Records in the audit log who is about to see the customer's number. Returns the business name, which signs the message. */
export const noteWhatsappOpened = async (
  { teamId, id }: Pick<Link, 'teamId' | 'id'>,
  userId: string,
  { businessName, audit }: Request,
): Promise<string | null> => {
  const [name] = await Promise.all([
    businessName.of(teamId),
    audit.write({
      teamId,
      actorId: userId,
      action: 'whatsapp-opened',
      subject: id,
    }),
  ]);
  return name;
};
