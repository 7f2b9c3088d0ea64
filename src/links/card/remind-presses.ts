import { createButton } from '../../slack/button.ts';
import { updateView } from '../../slack/update-view.ts';
import type { LinkDependencies } from '../link-dependencies.ts';
import { createCardWindow, findForPress } from './card-button.ts';
import { noteWhatsappOpened } from './note-whatsapp-opened.ts';
import { buildEditNotice } from './notice-kinds.ts';
import type { WhatsappLanguage } from './whatsapp-text-view.ts';
import { buildRemindView, REMIND_CALLBACK } from './whatsapp-view.ts';

/** Shows the reminder to the customer in a window, or what became of the link if there is nothing to remind of. */
export const handleRemind = createCardWindow(
  {
    name: 'remind_customer',
    needed: 'use-any-link',
    first: { callbackId: REMIND_CALLBACK, title: 'Remind' },
  },
  async ({ link, place }, dependencies) => ({
    view: null,
    fill: async () => {
      const opened = { userId: place.userId, detail: { in: 'reminder' } };
      const businessName = await noteWhatsappOpened(link, opened, dependencies);
      const { clock, timeZone } = dependencies;
      return buildRemindView({ link, businessName, timeZone, now: clock.now(), sent: null });
    },
  }),
);

/**
 * The button opens WhatsApp by itself, and Slack reports the press: then the reminder is counted, once for each
 * window. If the link was paid or expired since the window opened, the window says so at once.
 */
const createSent = (language: WhatsappLanguage) =>
  createButton<LinkDependencies>('reminder_sent', async ({ place, tell }, dependencies) => {
    const { store, businessName, ids, clock, notifier, timeZone } = dependencies;
    const found = await findForPress(place, 'use-any-link', dependencies, tell);
    if (!found || place.view === null) return;
    const { outcome, link } = await store.links.countReminder({
      teamId: found.teamId,
      id: found.id,
      windowId: place.view.id,
      by: place.userId,
      language,
      at: clock.now(),
      auditId: ids.auditEntry(),
      jobs: [buildEditNotice(found, ids)],
    });
    if (outcome === 'counted') notifier.wake();
    const view = buildRemindView({
      link,
      businessName: await businessName.of(link.teamId),
      timeZone,
      now: clock.now(),
      sent: outcome,
    });
    await updateView({ viewId: place.view.id, view }, dependencies);
  });

export const handleReminderInEnglish = createSent('en');

export const handleReminderInArabic = createSent('ar');
