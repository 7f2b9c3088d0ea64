import type { App, BlockAction, ViewSubmitAction } from '@slack/bolt';
import {
  DETAILS_ACTION,
  MAKE_ANOTHER_ACTION,
  REFRESH_ACTION,
  SHOW_QR_ACTION,
  WHATSAPP_ACTION,
} from '../messages/card-buttons.ts';
import { MORE_DETAILS_ACTION } from '../messages/link-form.ts';
import { FORM } from '../messages/link-form-fields.ts';
import { CHECK_AGAIN_ACTION, OPEN_LINK_ACTION, TRY_AGAIN_ACTION } from '../messages/link-result.ts';
import { SEND_WHATSAPP_ACTIONS } from '../messages/whatsapp-view.ts';
import { handleCheckAgain } from './actions/check-again.ts';
import { handleLinkDetails } from './actions/link-details.ts';
import { handleMakeAnother } from './actions/make-another.ts';
import { handleMoreDetails } from './actions/more-details.ts';
import { handleRefreshLink } from './actions/refresh-link.ts';
import { handleSendByWhatsapp } from './actions/send-by-whatsapp.ts';
import { handleShowQr } from './actions/show-qr.ts';
import { handleTryAgain } from './actions/try-again.ts';
import type { ActionArgs } from './block-action.ts';
import { registerCatchAlls } from './catch-all.ts';
import { handlePaylinkCommand } from './commands/paylink.ts';
import type { ListenerDependencies } from './deps.ts';
import { handleLinkFormSubmission } from './views/link-form.ts';

/** A button with an address opens it by itself; Slack still wants to hear that we know. */
const acknowledge = ({ ack }: ActionArgs) => ack();

const COMMANDS = {
  '/paylink': handlePaylinkCommand,
};

const VIEWS = {
  [FORM.callbackId]: handleLinkFormSubmission,
};

const ACTIONS = {
  [MORE_DETAILS_ACTION]: handleMoreDetails,
  [TRY_AGAIN_ACTION]: handleTryAgain,
  [CHECK_AGAIN_ACTION]: handleCheckAgain,
  [REFRESH_ACTION]: handleRefreshLink,
  [DETAILS_ACTION]: handleLinkDetails,
  [SHOW_QR_ACTION]: handleShowQr,
  [WHATSAPP_ACTION]: handleSendByWhatsapp,
  [MAKE_ANOTHER_ACTION]: handleMakeAnother,
  [OPEN_LINK_ACTION]: acknowledge,
  [SEND_WHATSAPP_ACTIONS.en]: acknowledge,
  [SEND_WHATSAPP_ACTIONS.ar]: acknowledge,
};

/** Everything the app listens to; what is not named here is answered by the catch-alls. */
export const registerListeners = (app: App, deps: ListenerDependencies): void => {
  for (const [command, handle] of Object.entries(COMMANDS))
    app.command(command, (args) => handle(args, deps));
  for (const [id, handle] of Object.entries(VIEWS))
    app.view<ViewSubmitAction>(id, (args) => handle(args, deps));
  for (const [id, handle] of Object.entries(ACTIONS))
    app.action<BlockAction>(id, (args) => handle(args, deps));
  const known = { commands: Object.keys(COMMANDS), actions: Object.keys(ACTIONS), views: Object.keys(VIEWS) };
  registerCatchAlls(app, known, deps.log);
};
