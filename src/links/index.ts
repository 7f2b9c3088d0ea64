import type { App } from '../app-parts.ts';
import { OPEN_CARD_ACTION } from '../blocks/place.ts';
import { acknowledge, listenersOf, whenDue } from '../slack/listener.ts';
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
import { MISSING_LINKS_JOB } from './missing/missing-links-job.ts';

const submission = listenersOf(() => import('./form/link-form-submission.ts'));
const form = listenersOf(() => import('./form/form-presses.ts'));
const customers = listenersOf(() => import('./customers/known-customer-menu.ts'));
const card = listenersOf(() => import('./card/card-presses.ts'));
const whatsapp = listenersOf(() => import('./card/whatsapp-presses.ts'));
const counter = listenersOf(() => import('./counter/counter-presses.ts'));
const handOver = listenersOf(() => import('./hand-over/hand-over.ts'));

const handlePreset = form('handlePreset');

/** What a card shows as buttons or in its menu. */
const CARD_ACTIONS = {
  [REMIND_ACTION]: whatsapp('handleRemind'),
  [REFRESH_ACTION]: card('handleRefreshLink'),
  [DETAILS_ACTION]: card('handleLinkDetails'),
  [HAND_OVER_ACTION]: handOver('handleHandOver'),
  [MAKE_ANOTHER_ACTION]: card('handleMakeAnother'),
};

/** The Slack views and actions that belong to links: the form, the card and its windows. */
export const LINKS = {
  views: {
    [FORM_CALLBACK]: submission('handleLinkFormSubmission'),
    [HAND_OVER.callbackId]: handOver('handleHandOverSubmission'),
  },
  closedViews: {
    [COUNTER_CALLBACK]: counter('handleCounterClosed'),
  },
  /** Menus that load their options. */
  options: {
    [KNOWN_CUSTOMER_ACTION]: customers('handleCustomerOptions'),
  },
  actions: {
    [KNOWN_CUSTOMER_ACTION]: customers('handleKnownCustomer'),
    [FORGET_CUSTOMER_ACTION]: listenersOf(() => import('./customers/forget-press.ts'))(
      'handleForgetCustomer',
    ),
    [MORE_DETAILS_ACTION]: form('handleMoreDetails'),
    ...Object.fromEntries(PRESET_ACTIONS.map((action) => [action, handlePreset])),
    [blockOfField('place')]: form('handleCardPlace'),
    [REPLACES_ACTION]: submission('handleReplacesLink'),
    [ANOTHER_SALE_ACTION]: submission('handleAnotherSale'),
    [TRY_AGAIN_ACTION]: form('handleTryAgain'),
    [MAKE_ANOTHER_ANYWAY_ACTION]: form('handleMakeAnotherAnyway'),
    [CHECK_AGAIN_ACTION]: form('handleCheckAgain'),
    [TRY_CHANNEL_ACTION]: card('handleTryChannel'),
    [WHATSAPP_ACTION]: whatsapp('handleSendByWhatsapp'),
    [SHOW_QR_ACTION]: counter('handleShowQr'),
    [NEXT_CUSTOMER_ACTION]: counter('handleNextCustomer'),
    ...CARD_ACTIONS,
    [LINK_MENU_ACTION]: createLinkMenu(CARD_ACTIONS),
    [SEND_REMINDER_ACTIONS.en]: whatsapp('handleReminderInEnglish'),
    [SEND_REMINDER_ACTIONS.ar]: whatsapp('handleReminderInArabic'),
    [OPEN_LINK_ACTION]: acknowledge,
    [OPEN_CARD_ACTION]: acknowledge,
    [SEND_WHATSAPP_ACTIONS.en]: acknowledge,
    [SEND_WHATSAPP_ACTIONS.ar]: acknowledge,
  },
};

/** Work about links that is not a notice of one. */
export const linkJobs = (app: App) => ({
  [MISSING_LINKS_JOB]: whenDue(async () => {
    const { createMissingLinksJob } = await import('./missing/missing-links-job.ts');
    return createMissingLinksJob(app);
  }),
});
