import { OPEN_CARD_ACTION } from '../blocks/place.ts';
import { acknowledge, whenUsed } from '../slack/listener.ts';
import {
  DETAILS_ACTION,
  HAND_OVER_ACTION,
  LINK_MENU_ACTION,
  MAKE_ANOTHER_ACTION,
  REFRESH_ACTION,
  REMIND_ACTION,
  SHOW_QR_ACTION,
  WHATSAPP_ACTION,
} from './card/card-buttons-view.ts';
import { TRY_CHANNEL_ACTION } from './card/card-place-view.ts';
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

const submission = () => import('./form/link-form-submission.ts');
const form = () => import('./form/form-presses.ts');
const customers = () => import('./customers/known-customer-menu.ts');
const card = () => import('./card/card-presses.ts');
const whatsapp = () => import('./card/whatsapp-presses.ts');
const counter = () => import('./counter/counter-presses.ts');
const handOver = () => import('./hand-over/hand-over.ts');

const handlePreset = whenUsed(async () => (await form()).handlePreset);

/** What a card shows as buttons or in its menu. */
const CARD_ACTIONS = {
  [REMIND_ACTION]: whenUsed(async () => (await whatsapp()).handleRemind),
  [REFRESH_ACTION]: whenUsed(async () => (await card()).handleRefreshLink),
  [DETAILS_ACTION]: whenUsed(async () => (await card()).handleLinkDetails),
  [HAND_OVER_ACTION]: whenUsed(async () => (await handOver()).handleHandOver),
  [MAKE_ANOTHER_ACTION]: whenUsed(async () => (await card()).handleMakeAnother),
};

/** The Slack views and actions that belong to links: the form, the card and its windows. */
export const LINKS = {
  views: {
    [FORM_CALLBACK]: whenUsed(async () => (await submission()).handleLinkFormSubmission),
    [HAND_OVER.callbackId]: whenUsed(async () => (await handOver()).handleHandOverSubmission),
  },
  closedViews: {
    [COUNTER_CALLBACK]: whenUsed(async () => (await counter()).handleCounterClosed),
  },
  /** Menus that load their options. */
  options: {
    [KNOWN_CUSTOMER_ACTION]: whenUsed(async () => (await customers()).handleCustomerOptions),
  },
  actions: {
    [KNOWN_CUSTOMER_ACTION]: whenUsed(async () => (await customers()).handleKnownCustomer),
    [FORGET_CUSTOMER_ACTION]: whenUsed(
      async () => (await import('./customers/forget-press.ts')).handleForgetCustomer,
    ),
    [MORE_DETAILS_ACTION]: whenUsed(async () => (await form()).handleMoreDetails),
    ...Object.fromEntries(PRESET_ACTIONS.map((action) => [action, handlePreset])),
    [blockOfField('place')]: whenUsed(async () => (await form()).handleCardPlace),
    [REPLACES_ACTION]: whenUsed(async () => (await submission()).handleReplacesLink),
    [ANOTHER_SALE_ACTION]: whenUsed(async () => (await submission()).handleAnotherSale),
    [TRY_AGAIN_ACTION]: whenUsed(async () => (await form()).handleTryAgain),
    [MAKE_ANOTHER_ANYWAY_ACTION]: whenUsed(async () => (await form()).handleMakeAnotherAnyway),
    [CHECK_AGAIN_ACTION]: whenUsed(async () => (await form()).handleCheckAgain),
    [TRY_CHANNEL_ACTION]: whenUsed(async () => (await card()).handleTryChannel),
    [WHATSAPP_ACTION]: whenUsed(async () => (await whatsapp()).handleSendByWhatsapp),
    [SHOW_QR_ACTION]: whenUsed(async () => (await counter()).handleShowQr),
    [NEXT_CUSTOMER_ACTION]: whenUsed(async () => (await counter()).handleNextCustomer),
    ...CARD_ACTIONS,
    [LINK_MENU_ACTION]: createLinkMenu(CARD_ACTIONS),
    [SEND_REMINDER_ACTIONS.en]: whenUsed(async () => (await whatsapp()).handleReminderInEnglish),
    [SEND_REMINDER_ACTIONS.ar]: whenUsed(async () => (await whatsapp()).handleReminderInArabic),
    [OPEN_LINK_ACTION]: acknowledge,
    [OPEN_CARD_ACTION]: acknowledge,
    [SEND_WHATSAPP_ACTIONS.en]: acknowledge,
    [SEND_WHATSAPP_ACTIONS.ar]: acknowledge,
  },
};
