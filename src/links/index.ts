import { OPEN_CARD_ACTION } from '../blocks/open-card-button.ts';
import { acknowledge, whenUsed } from '../slack/lazy.ts';
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

const handleLinkFormSubmission = whenUsed(
  async () => (await import('./form/link-form-submission.ts')).handleLinkFormSubmission,
);
const handleMoreDetails = whenUsed(async () => (await import('./form/form-presses.ts')).handleMoreDetails);
const handlePreset = whenUsed(async () => (await import('./form/form-presses.ts')).handlePreset);
const handleCardPlace = whenUsed(async () => (await import('./form/form-presses.ts')).handleCardPlace);
const handleTryChannel = whenUsed(async () => (await import('./card/card-presses.ts')).handleTryChannel);
const duplicatesChoice = (name: keyof typeof import('./form/duplicates-choice.ts')) =>
  whenUsed(async () => (await import('./form/duplicates-choice.ts'))[name]);
const handleTryAgain = whenUsed(async () => (await import('./form/form-presses.ts')).handleTryAgain);
const handleMakeAnotherAnyway = whenUsed(
  async () => (await import('./form/form-presses.ts')).handleMakeAnotherAnyway,
);
const handleCheckAgain = whenUsed(async () => (await import('./form/form-presses.ts')).handleCheckAgain);
const handleRefreshLink = whenUsed(async () => (await import('./card/card-presses.ts')).handleRefreshLink);
const handleLinkDetails = whenUsed(async () => (await import('./card/card-presses.ts')).handleLinkDetails);
const handleShowQr = whenUsed(async () => (await import('./counter/counter-presses.ts')).handleShowQr);
const handleNextCustomer = whenUsed(
  async () => (await import('./counter/counter-presses.ts')).handleNextCustomer,
);
const handleCounterClosed = whenUsed(
  async () => (await import('./counter/counter-presses.ts')).handleCounterClosed,
);
const handleSendByWhatsapp = whenUsed(
  async () => (await import('./card/card-presses.ts')).handleSendByWhatsapp,
);
const handleKnownCustomer = whenUsed(
  async () => (await import('./customers/customer-choice.ts')).handleKnownCustomer,
);
const handleCustomerOptions = whenUsed(
  async () => (await import('./customers/customer-options.ts')).handleCustomerOptions,
);
const handleForgetCustomer = whenUsed(
  async () => (await import('./customers/forget-press.ts')).handleForgetCustomer,
);
const handleMakeAnother = whenUsed(async () => (await import('./card/card-presses.ts')).handleMakeAnother);
const handleRemind = whenUsed(async () => (await import('./card/remind-presses.ts')).handleRemind);
const reminderSent = (name: 'handleReminderInEnglish' | 'handleReminderInArabic') =>
  whenUsed(async () => (await import('./card/remind-presses.ts'))[name]);
const handleHandOver = whenUsed(
  async () => (await import('./hand-over/hand-over-presses.ts')).handleHandOver,
);
const handleHandOverSubmission = whenUsed(
  async () => (await import('./hand-over/hand-over-presses.ts')).handleHandOverSubmission,
);
const handleLinkMenu = createLinkMenu({
  [REMIND_ACTION]: handleRemind,
  [REFRESH_ACTION]: handleRefreshLink,
  [DETAILS_ACTION]: handleLinkDetails,
  [HAND_OVER_ACTION]: handleHandOver,
  [MAKE_ANOTHER_ACTION]: handleMakeAnother,
});

/** The Slack views and actions that belong to links: the form, the card and its windows. */
export const LINKS = {
  views: {
    [FORM_CALLBACK]: handleLinkFormSubmission,
    [HAND_OVER.callbackId]: handleHandOverSubmission,
  },
  closedViews: {
    [COUNTER_CALLBACK]: handleCounterClosed,
  },
  /** Menus that ask for their choices. */
  options: {
    [KNOWN_CUSTOMER_ACTION]: handleCustomerOptions,
  },
  actions: {
    [KNOWN_CUSTOMER_ACTION]: handleKnownCustomer,
    [FORGET_CUSTOMER_ACTION]: handleForgetCustomer,
    [MORE_DETAILS_ACTION]: handleMoreDetails,
    ...Object.fromEntries(PRESET_ACTIONS.map((action) => [action, handlePreset])),
    [blockOfField('place')]: handleCardPlace,
    [TRY_CHANNEL_ACTION]: handleTryChannel,
    [REPLACES_ACTION]: duplicatesChoice('handleReplacesLink'),
    [ANOTHER_SALE_ACTION]: duplicatesChoice('handleAnotherSale'),
    [TRY_AGAIN_ACTION]: handleTryAgain,
    [MAKE_ANOTHER_ANYWAY_ACTION]: handleMakeAnotherAnyway,
    [CHECK_AGAIN_ACTION]: handleCheckAgain,
    [REFRESH_ACTION]: handleRefreshLink,
    [DETAILS_ACTION]: handleLinkDetails,
    [SHOW_QR_ACTION]: handleShowQr,
    [NEXT_CUSTOMER_ACTION]: handleNextCustomer,
    [WHATSAPP_ACTION]: handleSendByWhatsapp,
    [REMIND_ACTION]: handleRemind,
    [HAND_OVER_ACTION]: handleHandOver,
    [MAKE_ANOTHER_ACTION]: handleMakeAnother,
    [LINK_MENU_ACTION]: handleLinkMenu,
    [OPEN_LINK_ACTION]: acknowledge,
    [OPEN_CARD_ACTION]: acknowledge,
    [SEND_WHATSAPP_ACTIONS.en]: acknowledge,
    [SEND_WHATSAPP_ACTIONS.ar]: acknowledge,
    [SEND_REMINDER_ACTIONS.en]: reminderSent('handleReminderInEnglish'),
    [SEND_REMINDER_ACTIONS.ar]: reminderSent('handleReminderInArabic'),
  },
};
