import { buildNotice, buildWaiting } from '../../src/blocks/message.ts';
import { buildLinkDetails } from '../../src/links/card/link-details-view.ts';
import { buildWhatsappView, WHATSAPP_WINDOW } from '../../src/links/card/whatsapp-view.ts';
import {
  buildCopyText,
  buildCounter,
  buildLinkInDoubt,
  type Counter,
} from '../../src/links/counter/counter-view.ts';
import { describeForgotten } from '../../src/links/customers/forget-view.ts';
import { buildDuplicatesQuestion } from '../../src/links/form/duplicates-question-view.ts';
import { EMPTY_LINK_FORM, type LinkFormValues } from '../../src/links/form/link-form-values.ts';
import { buildLinkForm } from '../../src/links/form/link-form-view.ts';
import { buildFormNotTaken, buildFormUsed } from '../../src/links/form/link-result-view.ts';
import {
  buildHandedOver,
  buildHandOverView,
  buildNotHandedOver,
} from '../../src/links/hand-over/hand-over-view.ts';
import { DEFAULT_SETTINGS } from '../../src/settings/settings.ts';
import type { LinkEvent } from '../../src/store/link-changes.ts';
import { asSale } from './as-sale.ts';
import { HOUR_MS, listSale, makeUpLink, makeUpPayment, NOW, ZONE } from './made-up.ts';
import { type Cast, modal, type Story } from './story.ts';

const FORM_METADATA = { nonce: 'rehearsal', isLong: false };

const CARD = { permalink: 'https://example.slack.com/archives/C0/p1', channelId: 'C0' };

const HISTORY: LinkEvent[] = [
  { at: NOW, from: null, to: 'reserved', cause: 'form' },
  { at: NOW + 900, from: 'reserved', to: 'open', cause: 'answer' },
  { at: NOW + HOUR_MS, from: 'open', to: 'paid', cause: 'read back' },
];

const FAILURE = {
  what: 'The payment service refused the phone number.',
  next: 'Correct it and create the link again.',
  reference: 'rehearsal',
  field: 'Phone',
};

export const listLinkWindows = (cast: Cast): Story[] => {
  const link = makeUpLink(cast);
  const picture = { fileId: cast.qrFileId };
  const other = makeUpLink(cast, { id: 'lnk_other', invoiceId: 'PL-261121-REHEARSAL3' });
  const paid = makeUpLink(cast, { state: 'paid', payment: makeUpPayment() });
  const declined = makeUpLink(cast, { payment: { ...makeUpPayment(), finding: 'declined' } });
  const filled: LinkFormValues = {
    ...EMPTY_LINK_FORM,
    FullName: 'Sara Khan',
    Email: 'sara.khan@example.com',
    Phone: '+971500000123',
    invoiceAmount: '1250.50',
    notes: 'June rent',
    expiryOn: Math.floor(link.expiresAt / 1000),
    channel: cast.channelId,
  };
  const form = (name: string, more: Partial<Parameters<typeof buildLinkForm>[0]>): Story =>
    modal(name, buildLinkForm, {
      values: filled,
      metadata: FORM_METADATA,
      settings: DEFAULT_SETTINGS,
      now: NOW,
      timeZone: ZONE,
      ...more,
    });
  const counter = (name: string, more: Pick<Counter, 'link'> & Partial<Counter>): Story =>
    modal(`link, ${name}`, buildCounter, { now: NOW, timeZone: ZONE, ...more });
  const unknown = makeUpLink(cast, { state: 'unknown', address: null });
  const whatsapp = (
    name: string,
    more: Pick<Parameters<typeof buildWhatsappView>[0], 'link'> &
      Partial<Parameters<typeof buildWhatsappView>[0]>,
  ): Story =>
    modal(`WhatsApp, ${name}`, buildWhatsappView, {
      ...{ businessName: 'Corner Shop', timeZone: ZONE, now: NOW, sent: null },
      ...more,
    });
  return [
    form('form, empty', { values: EMPTY_LINK_FORM }),
    form('form, filled', {}),
    form('form, filled in from words', {
      metadata: { ...FORM_METADATA, pleaseCheck: '⚠️ *Please check:* “300” may be the amount too.' },
    }),
    form('form, for a customer known from earlier', {
      metadata: {
        ...FORM_METADATA,
        recalled: {
          line: 'From earlier: *Sara Khan*\nLast time AED 250.00 for June rent, paid on 3 Nov 2026',
          offer: { invoiceAmount: '250.00', notes: 'June rent' },
        },
      },
    }),
    form('form, with presets and without what the settings leave out', {
      values: { ...filled, Email: null },
      settings: {
        ...DEFAULT_SETTINGS,
        shownFields: ['Email', 'Is_QR_needed'],
        presets: [
          { name: 'Deposit', amountFils: 50_000, notes: 'Deposit' },
          { name: '_June_', amountFils: 2_500, notes: 'Delivery :tada: in Dubai' },
        ],
        defaultEmail: 'shop@example.com',
        terms: { confirmedBy: cast.personId, confirmedAt: NOW },
      },
    }),
    form('form, to one’s own messages', { values: { ...filled, place: 'me', channel: null } }),
    form('form, all fields', {
      metadata: { ...FORM_METADATA, isLong: true },
      values: { ...filled, Address: 'Shop 1', City: 'Dubai', Country: 'AE', Invoice_Id: 'INV-7' },
    }),
    form('form, with a question', {
      remarks: [{ field: 'Phone', text: 'Is this number right?', isQuestion: true }],
    }),
    form('form, refused by the service', { failure: FAILURE, invoiceId: link.invoiceId }),
    modal('form, not taken', buildFormNotTaken, ['The amount is too small.']),
    modal('form, already used', buildFormUsed, link, 20_000),
    modal('question about duplicates', buildDuplicatesQuestion, {
      duplicates: [
        { link: asSale(link), permalink: 'https://example.slack.com/archives/C0/p1' },
        { link: asSale(other), permalink: null },
      ],
      isAgain: false,
      metadata: '{}',
      now: NOW + HOUR_MS,
      timeZone: ZONE,
    }),
    modal('window, getting ready', buildWaiting, WHATSAPP_WINDOW),
    modal('window, nothing to see', buildNotice, WHATSAPP_WINDOW, 'There is nothing to see.'),
    counter('being made', { link: asSale(makeUpLink(cast, { state: 'reserved', address: null })) }),
    modal('link, answer not written down', buildLinkInDoubt, 'We don’t know yet whether it was created.'),
    counter('not made', {
      link: asSale(makeUpLink(cast, { state: 'failed', address: null, failure: FAILURE })),
    }),
    counter('not known', { link: asSale(unknown) }),
    counter('not known and looked for', { link: asSale(unknown), isChecking: true }),
    modal('details', buildLinkDetails, {
      link: paid,
      history: HISTORY,
      timeZone: ZONE,
      showsGrounds: true,
      sale: [other],
    }),
    modal('details, for an admin who had the customer forgotten', buildLinkDetails, {
      link: makeUpLink(cast, { forgottenAt: NOW }),
      history: HISTORY,
      timeZone: ZONE,
      showsGrounds: true,
      mayForget: true,
      said: describeForgotten({ erased: 3, later: 1, waiting: 1 }),
    }),
    modal('details, for an admin', buildLinkDetails, {
      link,
      history: HISTORY,
      timeZone: ZONE,
      showsGrounds: true,
      mayForget: true,
    }),
    counter('with its code', { link: asSale(link), picture }),
    counter('its code being drawn', { link: asSale(link) }),
    counter('its code with the card', { link: asSale(link), picture: { card: CARD } }),
    counter('the service cannot be reached', { link: asSale(link), picture, isServiceSilent: true }),
    counter('declined', { link: asSale(declined), picture }),
    counter('paid', { link: asSale(paid) }),
    counter('expired', { link: asSale(makeUpLink(cast, { state: 'expired' })) }),
    counter('its time is up', { link: asSale(link), picture, now: link.expiresAt }),
    counter('not followed any more', { link: asSale(link), picture, isFollowed: false }),
    modal('copy text', buildCopyText, link, link.address ?? '', ZONE),
    whatsapp('to send', { link: asSale(link) }),
    whatsapp('nothing to pay', { link: asSale(paid) }),
    whatsapp('its time is up', { link: asSale(link), now: link.expiresAt }),
    whatsapp('sale paid with another link', {
      link: { ...asSale(link), instead: { why: 'paid', by: paid } },
    }),
    whatsapp('a reminder counted', {
      link: asSale({ ...link, reminded: { count: 2, lastAt: NOW } }),
      sent: 'counted',
    }),
    whatsapp('paid meanwhile', { link: asSale(paid), sent: 'over' }),
    modal('hand-over', buildHandOverView, asSale(link), {
      ...{ metadata: '{}', by: cast.personId, timeZone: ZONE },
      others: [listSale({ ...link, id: 'lnk_other' })],
    }),
    modal('hand-over, done', buildHandedOver, [listSale(link)], 0),
    modal('hand-over of several, done but for one', buildHandedOver, [listSale(link), listSale(link)], 1),
    modal('hand-over, paid meanwhile', buildNotHandedOver, asSale(paid), ZONE),
  ];
};
