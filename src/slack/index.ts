import type { App, BlockAction, Context, ViewSubmitAction } from '@slack/bolt';
import type { Log } from '../log.ts';
import {
  DETAILS_ACTION,
  MAKE_ANOTHER_ACTION,
  REFRESH_ACTION,
  SHOW_QR_ACTION,
  WHATSAPP_ACTION,
} from '../messages/card-buttons.ts';
import { EXPORT_PLACE } from '../messages/export-place.ts';
import { EXPORT_CANCEL_ACTION, EXPORT_GO_ON_ACTION } from '../messages/export-progress.ts';
import {
  HOME_NEW_LINK_ACTION,
  HOME_REFRESH_ACTION,
  HOME_REPORT_ACTION,
  HOME_SETTINGS_ACTION,
} from '../messages/home-buttons.ts';
import { OPEN_CONNECT_ACTION } from '../messages/home-connection.ts';
import { MORE_DETAILS_ACTION } from '../messages/link-form.ts';
import { FORM } from '../messages/link-form-fields.ts';
import { CHECK_AGAIN_ACTION, OPEN_LINK_ACTION, TRY_AGAIN_ACTION } from '../messages/link-result.ts';
import {
  COLUMNS_ACTION,
  EXPORT_CSV_ACTION,
  EXPORT_XLSX_ACTION,
  NEXT_PAGE_ACTION,
  OPEN_REPORT_ACTION,
  PAGE_SIZE_ACTION,
  PREVIOUS_PAGE_ACTION,
  SHARE_ACTION,
  TOTALS_ACTION,
} from '../messages/report-buttons.ts';
import { REPORT_COLUMNS } from '../messages/report-columns-view.ts';
import { REPORT_FORM } from '../messages/report-form-fields.ts';
import { CONNECTION_ACTION, SETTINGS_FORM } from '../messages/settings-fields.ts';
import { SEND_WHATSAPP_ACTIONS } from '../messages/whatsapp-view.ts';
import { handleCheckAgain } from './actions/check-again.ts';
import { handleLinkDetails } from './actions/link-details.ts';
import { handleMakeAnother } from './actions/make-another.ts';
import { handleMoreDetails } from './actions/more-details.ts';
import { handleRefreshLink } from './actions/refresh-link.ts';
import { handleSendByWhatsapp } from './actions/send-by-whatsapp.ts';
import { handleShowQr } from './actions/show-qr.ts';
import { handleTryAgain } from './actions/try-again.ts';
import {
  answerUnknownAction,
  answerUnknownCommand,
  answerUnknownView,
  registerUnknownKinds,
} from './answer-unknown.ts';
import type { ActionArgs } from './block-action.ts';
import { handlePaylinkCommand } from './commands/paylink.ts';
import type { ListenerDependencies } from './deps.ts';
import { redrawOpenHome } from './home/redraw-open-home.ts';
import { readTeamId } from './read-team-id.ts';
import { handleLinkFormSubmission } from './views/link-form.ts';

/** Reports are read by a few people a few times a day: their listeners are loaded when the first of them asks. */
const whenUsed =
  <Args extends unknown[]>(load: () => Promise<(...args: Args) => Promise<void>>) =>
  async (...args: Args): Promise<void> =>
    (await load())(...args);

const handleReportColumns = whenUsed(
  async () => (await import('./actions/report-columns.ts')).handleReportColumns,
);
const handleReportPage = whenUsed(async () => (await import('./actions/report-page.ts')).handleReportPage);
const handleReportShare = whenUsed(async () => (await import('./actions/report-share.ts')).handleReportShare);
const handleReportTotals = whenUsed(
  async () => (await import('./actions/report-totals.ts')).handleReportTotals,
);
const handleExportPressed = whenUsed(
  async () => (await import('./actions/export-report.ts')).handleExportPressed,
);
const handleExportGoOn = whenUsed(async () => (await import('./actions/export-go-on.ts')).handleExportGoOn);
const handleExportCancel = whenUsed(
  async () => (await import('./actions/export-cancel.ts')).handleExportCancel,
);
const handlePaylinkReportCommand = whenUsed(
  async () => (await import('./commands/paylink-report.ts')).handlePaylinkReportCommand,
);
const handleExportPlaceSubmission = whenUsed(
  async () => (await import('./views/export-place.ts')).handleExportPlaceSubmission,
);
const handleReportColumnsSubmission = whenUsed(
  async () => (await import('./views/report-columns.ts')).handleReportColumnsSubmission,
);
const handleReportFormSubmission = whenUsed(
  async () => (await import('./views/report-form.ts')).handleReportFormSubmission,
);

const handleSettingsSubmission = whenUsed(
  async () => (await import('./views/settings.ts')).handleSettingsSubmission,
);
const handleAppHomeOpened = whenUsed(
  async () => (await import('./events/app-home-opened.ts')).handleAppHomeOpened,
);
const homeButton = (name: keyof typeof import('./actions/home-buttons.ts')) =>
  whenUsed(async () => (await import('./actions/home-buttons.ts'))[name]);
const handleRemoval = whenUsed(async () => (await import('./events/removal.ts')).handleRemoval);

/** A button with an address opens it by itself; Slack still wants to hear that we know. */
const acknowledge = ({ ack }: ActionArgs) => ack();

const COMMANDS = {
  '/paylink': handlePaylinkCommand,
  '/paylink-report': handlePaylinkReportCommand,
};

const EVENTS = {
  app_home_opened: handleAppHomeOpened,
  app_uninstalled: handleRemoval,
  tokens_revoked: handleRemoval,
};

const VIEWS = {
  [FORM.callbackId]: handleLinkFormSubmission,
  [REPORT_FORM.callbackId]: handleReportFormSubmission,
  [REPORT_COLUMNS.callbackId]: handleReportColumnsSubmission,
  [EXPORT_PLACE.callbackId]: handleExportPlaceSubmission,
  [SETTINGS_FORM.callbackId]: handleSettingsSubmission,
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
  [PREVIOUS_PAGE_ACTION]: handleReportPage,
  [NEXT_PAGE_ACTION]: handleReportPage,
  [PAGE_SIZE_ACTION]: handleReportPage,
  [OPEN_REPORT_ACTION]: handleReportPage,
  [COLUMNS_ACTION]: handleReportColumns,
  [TOTALS_ACTION]: handleReportTotals,
  [SHARE_ACTION]: handleReportShare,
  [EXPORT_CSV_ACTION]: handleExportPressed,
  [EXPORT_XLSX_ACTION]: handleExportPressed,
  [EXPORT_CANCEL_ACTION]: handleExportCancel,
  [EXPORT_GO_ON_ACTION]: handleExportGoOn,
  [HOME_NEW_LINK_ACTION]: homeButton('handleHomeNewLink'),
  [HOME_REPORT_ACTION]: homeButton('handleHomeReport'),
  [HOME_REFRESH_ACTION]: homeButton('handleHomeRefresh'),
  [HOME_SETTINGS_ACTION]: homeButton('handleHomeSettings'),
  [OPEN_CONNECT_ACTION]: acknowledge,
  [CONNECTION_ACTION]: acknowledge,
  [OPEN_LINK_ACTION]: acknowledge,
  [SEND_WHATSAPP_ACTIONS.en]: acknowledge,
  [SEND_WHATSAPP_ACTIONS.ar]: acknowledge,
};

/** What a listener gets depends on the workspace that asks. */
export type DependenciesFor = (request: {
  teamId: string;
  botToken: string | undefined;
}) => ListenerDependencies;

/** Everything the app listens to; what is not named above is answered as unknown. */
export const registerListeners = (app: App, dependenciesFor: DependenciesFor, log: Log): void => {
  const commands = new Map(Object.entries(COMMANDS));
  const views = new Map(Object.entries(VIEWS));
  const actions = new Map(Object.entries(ACTIONS));
  const events = new Map(Object.entries(EVENTS));
  const scope = ({ body, context }: { body: unknown; context: Context }) =>
    dependenciesFor({ teamId: readTeamId(body), botToken: context.botToken });
  // Bolt tries every listener on every request: one for each kind, and the rest is a look into a table.
  app.command(/.*/, (args) =>
    (commands.get(args.command.command) ?? answerUnknownCommand)(args, scope(args)),
  );
  app.view<ViewSubmitAction>(/.*/, async (args) => {
    const dependencies = scope(args);
    await (views.get(args.view.callback_id) ?? answerUnknownView)(args, dependencies);
    await redrawOpenHome({ teamId: readTeamId(args.body), userId: args.body.user.id }, dependencies);
  });
  app.action<BlockAction>(/.*/, async (args) => {
    const dependencies = scope(args);
    await (actions.get(args.action.action_id) ?? answerUnknownAction)(args, dependencies);
    await redrawOpenHome({ teamId: readTeamId(args.body), userId: args.body.user.id }, dependencies);
  });
  app.event(/.*/, async (args) => events.get(args.event.type)?.(args, scope(args)));
  registerUnknownKinds(app, { log });
};
