import type { ModalView } from '@slack/types';
import type { Request } from '../../app-parts.ts';
import type { Waiting } from '../../blocks/message.ts';
import type { Pressed } from '../../slack/frame.ts';
import { type Opening, updateView } from '../../slack/views.ts';
import type { Link } from '../../store/link.ts';
import { readInSale } from '../sale/link-in-sale.ts';
import type { LinkPress } from './find-link.ts';
import { buildLinkShow } from './notice-kinds.ts';
import {
  buildCopyText,
  buildWhatsappBlocks,
  buildWhatsappView,
  COPY_WINDOW,
  mayBeReminded,
  readWhatsappText,
  replaceWhatsappBlocks,
  WHATSAPP_WINDOW,
  type WhatsappShown,
  type WhatsappText,
} from './whatsapp-view.ts';

/** Shows the text to the customer in a window: a channel never shows the customer's number. */
const createOpening =
  (first: Waiting, build: (shown: WhatsappShown) => ModalView) =>
  ({ place }: Pressed, request: Request): Opening<Link> => ({
    first,
    read: async (link) => ({
      view: null,
      fill: async () => build(await readWhatsapp(link, place.userId, request)),
    }),
  });

export const handleWhatsapp = createOpening(WHATSAPP_WINDOW, buildWhatsappView);

/** On top of the counter's window, which goes on following its link. */
export const handleCopyText = createOpening(COPY_WINDOW, buildCopyText);

/**
 * The text for the customer in the language that they were last sent, else that anybody was; a reminder where it is due. Records in the
 * audit log who is about to see the customer's number.
 */
export const readWhatsapp = async (link: Link, userId: string, request: Request): Promise<WhatsappShown> => {
  const { store, audit, clock } = request;
  const { teamId, id } = link;
  const [language] = await Promise.all([
    store.links.findLanguage({ teamId, phone: link.details.Phone }),
    audit.write({ teamId, actorId: userId, action: 'whatsapp-opened', subject: id }),
  ]);
  const text = {
    language: language === 'ar' ? 'ar' : 'en',
    isReminder: mayBeReminded(link, clock.now()),
  } as const;
  return readShown(link, text, request);
};

const readShown = async (
  link: Link,
  text: WhatsappText,
  { store, businessName, clock, timeZone }: Request,
  sent: WhatsappShown['sent'] = null,
): Promise<WhatsappShown> => ({
  ...{ ...text, sent, timeZone, now: clock.now() },
  link: await readInSale(link, store.links),
  businessName: await businessName.of(link.teamId),
});

/** Another text in the window, whatever else it shows. */
const replaceText = async ({ args: { body }, place }: LinkPress, shown: WhatsappShown, request: Request) => {
  if (place.view === null || body.view === undefined) return;
  const { type, callback_id, title, private_metadata, blocks } = body.view;
  const close = shown.sent === null ? body.view.close : buildWhatsappView(shown).close;
  const view = {
    ...{ type, callback_id, title, private_metadata },
    ...(close && { close }),
    blocks: replaceWhatsappBlocks(blocks, buildWhatsappBlocks(shown)),
  } as ModalView;
  await updateView({ viewId: place.view.id, view }, request);
};

export const handleWhatsappText = async (press: LinkPress, request: Request): Promise<void> =>
  replaceText(press, await readShown(press.about, readWhatsappText(press.place.value), request), request);

/**
 * The button itself opens WhatsApp, and Slack reports the press. It is counted once for each window. If the link was paid or expired since
 * the window opened, the window says so at once.
 */
export const createSent =
  (text: WhatsappText) =>
  async (press: LinkPress, request: Request): Promise<void> => {
    const { store, ids, clock } = request;
    const { about, place } = press;
    if (place.view === null) return;
    const at = clock.now();
    const { outcome, link } = await store.links.countReminder({
      ...{ teamId: about.teamId, id: about.id, windowId: place.view.id, by: place.userId, at },
      ...{ language: text.language, isFirst: !text.isReminder, auditId: ids.auditEntry() },
      jobs: text.isReminder ? [buildLinkShow(about, at)] : [],
    });
    if (text.isReminder || outcome === 'over')
      await replaceText(press, await readShown(link, text, request, outcome), request);
  };
