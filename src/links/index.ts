import { OPEN_CARD_ACTION } from '../blocks/place.ts';
import { choose, open, press, submit } from '../people/frame.ts';
import type { Room } from '../room.ts';
import { HAND_OVER_FROM_ACTION } from '../settings/roles.ts';
import { acknowledge } from '../slack/rows.ts';
import { SHOWN_QR, SHOWN_SALE, SHOWN_TOO_MUCH } from '../store/link-card.ts';
import { TAUGHT_WORD_MENU_ACTION } from '../teaching/taught-words-view.ts';
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
import { handleLinkDetails, handleRefreshLink } from './card/card-presses.ts';
import { ANY_LINK, LINK, OWN_LINK } from './card/find-link.ts';
import { TAKE_OVER_ACTION, TAKE_OVER_ALL_ACTION } from './card/heirs-view.ts';
import { createLinkMenu } from './card/link-menu.ts';
import { QR_JOB } from './card/qr-delivery.ts';
import { handleAskRefund } from './card/refund-press.ts';
import { repliesLinks } from './card/replies.ts';
import { handleCountAsPaid } from './card/settle-press.ts';
import { loadQrMessage, loadSaleCard, loadTooMuch } from './card/show-link.ts';
import { toldLinks } from './card/told.ts';
import { createSent, handleCopyText, handleWhatsapp, handleWhatsappText } from './card/whatsapp-presses.ts';
import { SENDS, WHATSAPP_TEXT_ACTION } from './card/whatsapp-view.ts';
import { handleCounterClosed, handleNextCustomer, handleShowQr } from './counter/counter-presses.ts';
import { COPY_TEXT_ACTION, NEXT_CUSTOMER_ACTION } from './counter/counter-view.ts';
import { handleForgetCustomer } from './customers/forget-press.ts';
import { FORGET_CUSTOMER_ACTION } from './customers/forget-view.ts';
import { handleCustomerOptions, handleKnownCustomer } from './customers/known-customer-menu.ts';
import { ANOTHER_SALE_ACTION, REPLACES_ACTION } from './form/duplicates-question-view.ts';
import { handleChangeLink, handleLinkForRest, handleMakeAnother } from './form/form-of-link.ts';
import {
  handleCardPlace,
  handleCheckAgain,
  handleMakeAnotherAnyway,
  handleMoreDetails,
  handlePreset,
  handleSameAgain,
  handleTryAgain,
} from './form/form-presses.ts';
import { handleFormClosed } from './form/half-filled.ts';
import { blockOfField, FORM_CALLBACK } from './form/link-form-fields.ts';
import {
  handleAnotherSale,
  handleLinkFormSubmission,
  handleReplacesLink,
} from './form/link-form-submission.ts';
import {
  KNOWN_CUSTOMER_ACTION,
  MORE_DETAILS_ACTION,
  PRESET_ACTIONS,
  SAME_AGAIN_ACTION,
} from './form/link-form-view.ts';
import {
  CHECK_AGAIN_ACTION,
  LINK_RESULT_CALLBACK,
  MAKE_ANOTHER_ANYWAY_ACTION,
  TRY_AGAIN_ACTION,
} from './form/link-result-view.ts';
import {
  findHandedOver,
  findTaken,
  handleHandOver,
  handleHandOverFrom,
  handleHandOverSubmission,
  handleTakeOver,
  handleTakeOverAll,
} from './hand-over/hand-over.ts';
import { HAND_OVER } from './hand-over/hand-over-view.ts';
import { MISSING_LOOK } from './missing/look-for-missing.ts';
import { handleTakeBack, handleTaughtWordMenu } from './taken-back/take-back.ts';
import { TAKE_BACK } from './taken-back/take-back-view.ts';

const preset = press({ name: 'preset', needs: null }, handlePreset);

/** Of a link's own: whose link it is needs no permission. */
const ofLink = (name: string) => ({ name, needs: 'use-any-link', about: LINK }) as const;

/** What a card shows as buttons or in its menu. */
const CARD_ACTIONS = {
  [REFRESH_ACTION]: press({ name: 'refresh_link', needs: null, about: LINK }, handleRefreshLink),
  [DETAILS_ACTION]: open(ofLink('link_details'), handleLinkDetails),
  [HAND_OVER_ACTION]: open({ name: 'hand_over', needs: 'hand-over-any-link', about: LINK }, handleHandOver),
  [CHANGE_ACTION]: open(ofLink('change_link'), handleChangeLink),
  [MAKE_ANOTHER_ACTION]: open(ofLink('make_another'), handleMakeAnother),
};

/** The Slack views and actions that belong to links: the form, the card and its windows. */
export const LINKS = {
  views: {
    [FORM_CALLBACK]: submit(
      {
        ...{ name: 'link_form', needs: null },
        failed: 'Paylink could not take this form, and no link was made.',
      },
      handleLinkFormSubmission,
    ),
    [TAKE_BACK.callbackId]: submit({ name: 'take_back', needs: 'change-settings' }, handleTakeBack),
    [HAND_OVER.callbackId]: submit(
      {
        ...{ name: 'hand_over', needs: 'hand-over-any-link' },
        about: { ...LINK, find: findHandedOver },
      },
      handleHandOverSubmission,
    ),
  },
  closedViews: {
    [LINK_RESULT_CALLBACK]: handleCounterClosed,
    [FORM_CALLBACK]: handleFormClosed,
  },
  /** Menus that load their options. */
  options: {
    [KNOWN_CUSTOMER_ACTION]: choose(
      { name: 'known_customer', needs: null, instead: 'Type the details instead.' },
      handleCustomerOptions,
    ),
  },
  actions: {
    [TAUGHT_WORD_MENU_ACTION]: open(
      { name: 'taught word menu', needs: 'change-settings' },
      handleTaughtWordMenu,
    ),
    [HAND_OVER_FROM_ACTION]: open({ name: 'hand_over_from', needs: 'change-settings' }, handleHandOverFrom),
    [KNOWN_CUSTOMER_ACTION]: press({ name: 'known_customer', needs: null }, handleKnownCustomer),
    [FORGET_CUSTOMER_ACTION]: press(
      { name: 'forget_customer', needs: 'forget-customers', about: ANY_LINK },
      handleForgetCustomer,
    ),
    [COUNT_AS_PAID_ACTION]: press(
      { name: 'count_as_paid', needs: 'settle-sales', about: ANY_LINK },
      handleCountAsPaid,
    ),
    [ASK_REFUND_ACTION]: press(ofLink('ask_refund'), handleAskRefund),
    [MORE_DETAILS_ACTION]: press({ name: 'more_details', needs: null }, handleMoreDetails),
    [SAME_AGAIN_ACTION]: press({ name: 'same_again', needs: null }, handleSameAgain),
    ...Object.fromEntries(PRESET_ACTIONS.map((action) => [action, preset])),
    [blockOfField('place')]: press({ name: 'card_place', needs: null }, handleCardPlace),
    [REPLACES_ACTION]: press({ name: 'replaces_link', needs: null, about: ANY_LINK }, handleReplacesLink),
    [ANOTHER_SALE_ACTION]: press({ name: 'another_sale', needs: null, about: ANY_LINK }, handleAnotherSale),
    [TRY_AGAIN_ACTION]: open({ name: 'try_again', needs: null, about: OWN_LINK }, handleTryAgain),
    [TAKE_OVER_ACTION]: press(
      { name: 'take_over', needs: 'use-any-link', about: { ...ANY_LINK, find: findTaken } },
      handleTakeOver,
    ),
    [TAKE_OVER_ALL_ACTION]: press(
      { name: 'take_over_all', needs: 'use-any-link', about: { ...ANY_LINK, find: findTaken } },
      handleTakeOverAll,
    ),
    [MAKE_ANOTHER_ANYWAY_ACTION]: open(
      { name: 'make_another_anyway', needs: null, about: OWN_LINK },
      handleMakeAnotherAnyway,
    ),
    [CHECK_AGAIN_ACTION]: press({ name: 'check_again', needs: null, about: OWN_LINK }, handleCheckAgain),
    [WHATSAPP_ACTION]: open(ofLink('whatsapp'), handleWhatsapp),
    [SHOW_QR_ACTION]: open({ name: 'show_qr', needs: null, about: LINK }, handleShowQr),
    [COPY_TEXT_ACTION]: open(ofLink('copy_text'), handleCopyText),
    [NEXT_CUSTOMER_ACTION]: press({ name: 'next_customer', needs: null, about: LINK }, handleNextCustomer),
    [REST_ACTION]: open(ofLink('link_for_rest'), handleLinkForRest),
    ...CARD_ACTIONS,
    [LINK_MENU_ACTION]: createLinkMenu(CARD_ACTIONS),
    ...Object.fromEntries(
      SENDS.map((text) => [text.actionId, press(ofLink('whatsapp_sent'), createSent(text))]),
    ),
    [WHATSAPP_TEXT_ACTION]: press(ofLink('whatsapp_text'), handleWhatsappText),
    [OPEN_CARD_ACTION]: acknowledge,
  },
  /** The messages that follow a sale and its links. */
  shown: { [SHOWN_SALE]: loadSaleCard, [SHOWN_QR]: loadQrMessage, [SHOWN_TOO_MUCH]: loadTooMuch },
  told: toldLinks,
  replies: repliesLinks,
  jobs: { qr: QR_JOB, 'missing-links': MISSING_LOOK },
} satisfies Room;
