import type { App } from '../app-parts.ts';
import { OPEN_CARD_ACTION } from '../blocks/place.ts';
import { choose, open, press, submit } from '../people/frame.ts';
import { listenersOf, whenDue } from '../slack/listener.ts';
import { acknowledge } from '../slack/rows.ts';
import type { Shown } from '../slack/show.ts';
import { SHOWN_QR, SHOWN_SALE } from '../store/link-card.ts';
import {
  ASK_REFUND_ACTION,
  CHANGE_ACTION,
  COUNT_AS_PAID_ACTION,
  DETAILS_ACTION,
  HAND_OVER_ACTION,
  LINK_MENU_ACTION,
  MAKE_ANOTHER_ACTION,
  REFRESH_ACTION,
  REST_ACTION,
  SHOW_QR_ACTION,
  WHATSAPP_ACTION,
} from './card/card-buttons-view.ts';
import { ANY_LINK, LINK, OWN_LINK } from './card/find-link.ts';
import { TAKE_OVER_ACTION, TAKE_OVER_ALL_ACTION } from './card/heirs-view.ts';
import { createLinkMenu } from './card/link-menu.ts';
import { SEND_REMINDER_ACTIONS, SEND_WHATSAPP_ACTIONS } from './card/whatsapp-view.ts';
import { COUNTER_CALLBACK, NEXT_CUSTOMER_ACTION } from './counter/counter-view.ts';
import { FORGET_CUSTOMER_ACTION } from './customers/forget-view.ts';
import { ANOTHER_SALE_ACTION, REPLACES_ACTION } from './form/duplicates-question-view.ts';
import { blockOfField, FORM_CALLBACK } from './form/link-form-fields.ts';
import { KNOWN_CUSTOMER_ACTION, MORE_DETAILS_ACTION, PRESET_ACTIONS } from './form/link-form-view.ts';
import {
  CHECK_AGAIN_ACTION,
  MAKE_ANOTHER_ANYWAY_ACTION,
  OPEN_LINK_ACTION,
  TRY_AGAIN_ACTION,
} from './form/link-result-view.ts';
import { HAND_OVER } from './hand-over/hand-over-view.ts';
import { MISSING_LINKS_JOB } from './missing/missing-links-job.ts';

const submission = listenersOf(() => import('./form/link-form-submission.ts'));
const form = listenersOf(() => import('./form/form-presses.ts'));
const ofValues = listenersOf(() => import('./form/form-of-link.ts'));
const customers = listenersOf(() => import('./customers/known-customer-menu.ts'));
const card = listenersOf(() => import('./card/card-presses.ts'));
const whatsapp = listenersOf(() => import('./card/whatsapp-presses.ts'));
const counter = listenersOf(() => import('./counter/counter-presses.ts'));
const handOver = listenersOf(() => import('./hand-over/hand-over.ts'));

const handlePreset = press({ name: 'preset', needs: null }, form('handlePreset'));

/** Of a link's own: whose link it is needs no permission. */
const ofLink = (name: string) => ({ name, needs: 'use-any-link', about: LINK }) as const;

/** What a card shows as buttons or in its menu. */
const CARD_ACTIONS = {
  [REFRESH_ACTION]: press({ name: 'refresh_link', needs: null, about: LINK }, card('handleRefreshLink')),
  [DETAILS_ACTION]: open(ofLink('link_details'), card('handleLinkDetails')),
  [HAND_OVER_ACTION]: open(
    { name: 'hand_over', needs: 'hand-over-any-link', about: LINK },
    handOver('handleHandOver'),
  ),
  [CHANGE_ACTION]: open(ofLink('change_link'), ofValues('handleChangeLink')),
  [MAKE_ANOTHER_ACTION]: open(ofLink('make_another'), ofValues('handleMakeAnother')),
};

/** The Slack views and actions that belong to links: the form, the card and its windows. */
export const LINKS = {
  views: {
    [FORM_CALLBACK]: submit(
      {
        ...{ name: 'link_form', needs: null },
        failed: 'Paylink could not take this form, and no link was made.',
      },
      submission('handleLinkFormSubmission'),
    ),
    [HAND_OVER.callbackId]: submit(
      {
        ...{ name: 'hand_over', needs: 'hand-over-any-link' },
        about: { ...LINK, find: handOver('findHandedOver') },
      },
      handOver('handleHandOverSubmission'),
    ),
  },
  closedViews: {
    [COUNTER_CALLBACK]: counter('handleCounterClosed'),
  },
  /** Menus that load their options. */
  options: {
    [KNOWN_CUSTOMER_ACTION]: choose(
      { name: 'known_customer', needs: null, instead: 'Type the details instead.' },
      customers('handleCustomerOptions'),
    ),
  },
  actions: {
    [KNOWN_CUSTOMER_ACTION]: press({ name: 'known_customer', needs: null }, customers('handleKnownCustomer')),
    [FORGET_CUSTOMER_ACTION]: press(
      { name: 'forget_customer', needs: 'forget-customers', about: ANY_LINK },
      listenersOf(() => import('./customers/forget-press.ts'))('handleForgetCustomer'),
    ),
    [COUNT_AS_PAID_ACTION]: press(
      { name: 'count_as_paid', needs: 'settle-sales', about: ANY_LINK },
      listenersOf(() => import('./card/settle-press.ts'))('handleCountAsPaid'),
    ),
    [ASK_REFUND_ACTION]: press(
      ofLink('ask_refund'),
      listenersOf(() => import('./card/refund-press.ts'))('handleAskRefund'),
    ),
    [MORE_DETAILS_ACTION]: press({ name: 'more_details', needs: null }, form('handleMoreDetails')),
    ...Object.fromEntries(PRESET_ACTIONS.map((action) => [action, handlePreset])),
    [blockOfField('place')]: press({ name: 'card_place', needs: null }, form('handleCardPlace')),
    [REPLACES_ACTION]: press(
      { name: 'replaces_link', needs: null, about: ANY_LINK },
      submission('handleReplacesLink'),
    ),
    [ANOTHER_SALE_ACTION]: press(
      { name: 'another_sale', needs: null, about: ANY_LINK },
      submission('handleAnotherSale'),
    ),
    [TRY_AGAIN_ACTION]: open({ name: 'try_again', needs: null, about: OWN_LINK }, form('handleTryAgain')),
    [TAKE_OVER_ACTION]: press(
      { name: 'take_over', needs: 'use-any-link', about: { ...ANY_LINK, find: handOver('findTaken') } },
      handOver('handleTakeOver'),
    ),
    [TAKE_OVER_ALL_ACTION]: press(
      { name: 'take_over_all', needs: 'use-any-link', about: { ...ANY_LINK, find: handOver('findTaken') } },
      handOver('handleTakeOverAll'),
    ),
    [MAKE_ANOTHER_ANYWAY_ACTION]: open(
      { name: 'make_another_anyway', needs: null, about: OWN_LINK },
      form('handleMakeAnotherAnyway'),
    ),
    [CHECK_AGAIN_ACTION]: press(
      { name: 'check_again', needs: null, about: OWN_LINK },
      form('handleCheckAgain'),
    ),
    [WHATSAPP_ACTION]: open(ofLink('whatsapp'), whatsapp('handleWhatsapp')),
    [SHOW_QR_ACTION]: open({ name: 'show_qr', needs: null, about: LINK }, counter('handleShowQr')),
    [NEXT_CUSTOMER_ACTION]: press(
      { name: 'next_customer', needs: null, about: LINK },
      counter('handleNextCustomer'),
    ),
    [REST_ACTION]: open(ofLink('link_for_rest'), ofValues('handleLinkForRest')),
    ...CARD_ACTIONS,
    [LINK_MENU_ACTION]: createLinkMenu(CARD_ACTIONS),
    [SEND_REMINDER_ACTIONS.en]: press(ofLink('reminder_sent'), whatsapp('handleReminderInEnglish')),
    [SEND_REMINDER_ACTIONS.ar]: press(ofLink('reminder_sent'), whatsapp('handleReminderInArabic')),
    [OPEN_LINK_ACTION]: acknowledge,
    [OPEN_CARD_ACTION]: acknowledge,
    [SEND_WHATSAPP_ACTIONS.en]: acknowledge,
    [SEND_WHATSAPP_ACTIONS.ar]: acknowledge,
  },
};

const loadShown = () => import('./card/show-link.ts');

/** The messages that follow a sale and its links. */
export const shownLinks = (app: App): Shown => ({
  [SHOWN_SALE]: async (one) => (await loadShown()).loadSaleCard(one, app),
  [SHOWN_QR]: async (one) => (await loadShown()).loadQrMessage(one, app),
});

/** Work about links that is not a notice of one. */
export const linkJobs = (app: App) => ({
  [MISSING_LINKS_JOB]: whenDue(async () => {
    const { createMissingLinksJob } = await import('./missing/missing-links-job.ts');
    return createMissingLinksJob(app);
  }),
});
