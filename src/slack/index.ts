import type { App, BlockAction, Context, ViewSubmitAction } from '@slack/bolt';
import type { Log } from '../log.ts';
import { APPROVE_ACTION, DECLINE_ACTION, WITHDRAW_ACTION } from '../messages/approval-card.ts';
import { AUDIT_EXPORT_ACTION, AUDIT_NEWER_ACTION, AUDIT_OLDER_ACTION } from '../messages/audit-list.ts';
import {
  DETAILS_ACTION,
  MAKE_ANOTHER_ACTION,
  REFRESH_ACTION,
  SHOW_QR_ACTION,
  WHATSAPP_ACTION,
} from '../messages/card-buttons.ts';
import { TRY_CHANNEL_ACTION } from '../messages/card-place.ts';
import { DECLINE } from '../messages/decline-view.ts';
import { ANOTHER_SALE_ACTION, REPLACES_ACTION } from '../messages/doubles-question.ts';
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
import {
  CHECK_AGAIN_ACTION,
  MAKE_ANOTHER_ANYWAY_ACTION,
  OPEN_LINK_ACTION,
  TRY_AGAIN_ACTION,
} from '../messages/link-result.ts';
import { OPEN_CARD_ACTION } from '../messages/open-card-button.ts';
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
import {
  ROW_KIND_MENU_ACTION,
  ROW_KIND_OTHER_ACTION,
  ROW_KIND_PAYMENT_ACTION,
} from '../messages/row-kind.ts';
import { CONNECTION_ACTION, SETTINGS_FORM } from '../messages/settings-fields.ts';
import { SEND_WHATSAPP_ACTIONS } from '../messages/whatsapp-view.ts';
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
import { readTeamId } from './read-origin.ts';

/** Loaded when the first request of its kind comes: a start waits for the command that opens the form, not for the rest. */
const whenUsed =
  <Args extends unknown[]>(load: () => Promise<(...args: Args) => Promise<void>>) =>
  async (...args: Args): Promise<void> =>
    (await load())(...args);

const handleCardPlace = whenUsed(async () => (await import('./actions/card-place.ts')).handleCardPlace);
const handleTryChannel = whenUsed(async () => (await import('./actions/try-channel.ts')).handleTryChannel);
const handleCheckAgain = whenUsed(async () => (await import('./actions/check-again.ts')).handleCheckAgain);
const handleLinkDetails = whenUsed(async () => (await import('./actions/link-details.ts')).handleLinkDetails);
const handleMakeAnother = whenUsed(async () => (await import('./actions/make-another.ts')).handleMakeAnother);
const handleMoreDetails = whenUsed(async () => (await import('./actions/more-details.ts')).handleMoreDetails);
const handleRefreshLink = whenUsed(async () => (await import('./actions/refresh-link.ts')).handleRefreshLink);
const handleSendByWhatsapp = whenUsed(
  async () => (await import('./actions/send-by-whatsapp.ts')).handleSendByWhatsapp,
);
const handleShowQr = whenUsed(async () => (await import('./actions/show-qr.ts')).handleShowQr);
const handleMakeAnotherAnyway = whenUsed(
  async () => (await import('./actions/try-again.ts')).handleMakeAnotherAnyway,
);
const handleTryAgain = whenUsed(async () => (await import('./actions/try-again.ts')).handleTryAgain);
const doublesChoice = (name: keyof typeof import('./actions/doubles-choice.ts')) =>
  whenUsed(async () => (await import('./actions/doubles-choice.ts'))[name]);
const handleLinkFormSubmission = whenUsed(
  async () => (await import('./views/link-form.ts')).handleLinkFormSubmission,
);
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

const handleAuditPage = whenUsed(async () => (await import('./actions/audit-page.ts')).handleAuditPage);
const handleAuditExport = whenUsed(async () => (await import('./actions/audit-export.ts')).handleAuditExport);
const handleApprove = whenUsed(async () => (await import('./actions/approve.ts')).handleApprove);
const handleDecline = whenUsed(async () => (await import('./actions/decline.ts')).handleDecline);
const handleWithdraw = whenUsed(async () => (await import('./actions/withdraw.ts')).handleWithdraw);
const handleDeclineSubmission = whenUsed(
  async () => (await import('./views/decline.ts')).handleDeclineSubmission,
);
const handleSettingsSubmission = whenUsed(
  async () => (await import('./views/settings.ts')).handleSettingsSubmission,
);
const handleAppHomeOpened = whenUsed(
  async () => (await import('./events/app-home-opened.ts')).handleAppHomeOpened,
);
const rowKindButton = (name: keyof typeof import('./actions/row-kind.ts')) =>
  whenUsed(async () => (await import('./actions/row-kind.ts'))[name]);
const homeButton = (name: keyof typeof import('./actions/home-buttons.ts')) =>
  whenUsed(async () => (await import('./actions/home-buttons.ts'))[name]);
const handleRemoval = whenUsed(async () => (await import('./events/removal.ts')).handleRemoval);

const handleChannelIdChanged = whenUsed(
  async () => (await import('./events/channel-id-changed.ts')).handleChannelIdChanged,
);

const handleTeamAccess = whenUsed(async () => (await import('./events/team-access.ts')).handleTeamAccess);

/** A button with an address opens it by itself; Slack still wants to hear that we know. */
const acknowledge = ({ ack }: ActionArgs) => ack();

const COMMANDS = {
  '/paylink': handlePaylinkCommand,
  '/paylink-report': handlePaylinkReportCommand,
};

const EVENTS = {
  app_home_opened: handleAppHomeOpened,
  app_uninstalled: handleRemoval,
  channel_id_changed: handleChannelIdChanged,
  team_access_granted: handleTeamAccess,
  team_access_revoked: handleTeamAccess,
  tokens_revoked: handleRemoval,
};

const VIEWS = {
  [FORM.callbackId]: handleLinkFormSubmission,
  [REPORT_FORM.callbackId]: handleReportFormSubmission,
  [REPORT_COLUMNS.callbackId]: handleReportColumnsSubmission,
  [EXPORT_PLACE.callbackId]: handleExportPlaceSubmission,
  [DECLINE.callbackId]: handleDeclineSubmission,
  [SETTINGS_FORM.callbackId]: handleSettingsSubmission,
};

const ACTIONS = {
  [MORE_DETAILS_ACTION]: handleMoreDetails,
  [FORM.place]: handleCardPlace,
  [TRY_CHANNEL_ACTION]: handleTryChannel,
  [REPLACES_ACTION]: doublesChoice('handleReplacesLink'),
  [ANOTHER_SALE_ACTION]: doublesChoice('handleAnotherSale'),
  [TRY_AGAIN_ACTION]: handleTryAgain,
  [MAKE_ANOTHER_ANYWAY_ACTION]: handleMakeAnotherAnyway,
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
  [AUDIT_NEWER_ACTION]: handleAuditPage,
  [AUDIT_OLDER_ACTION]: handleAuditPage,
  [AUDIT_EXPORT_ACTION]: handleAuditExport,
  [APPROVE_ACTION]: handleApprove,
  [DECLINE_ACTION]: handleDecline,
  [WITHDRAW_ACTION]: handleWithdraw,
  [ROW_KIND_PAYMENT_ACTION]: rowKindButton('handleRowKindPayment'),
  [ROW_KIND_OTHER_ACTION]: rowKindButton('handleRowKindOther'),
  [ROW_KIND_MENU_ACTION]: rowKindButton('handleRowKindMenu'),
  [OPEN_CONNECT_ACTION]: acknowledge,
  [CONNECTION_ACTION]: acknowledge,
  [OPEN_LINK_ACTION]: acknowledge,
  [OPEN_CARD_ACTION]: acknowledge,
  [SEND_WHATSAPP_ACTIONS.en]: acknowledge,
  [SEND_WHATSAPP_ACTIONS.ar]: acknowledge,
};

export const LISTENERS = { commands: COMMANDS, events: EVENTS, views: VIEWS, actions: ACTIONS };

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
  const scope = ({ context }: { context: Context }, teamId: string) =>
    dependenciesFor({ teamId, botToken: context.botToken });
  // Bolt tries every listener on every request: one for each kind, and the rest is a look into a table.
  app.command(/.*/, (args) =>
    (commands.get(args.command.command) ?? answerUnknownCommand)(args, scope(args, readTeamId(args.body))),
  );
  app.view<ViewSubmitAction>(/.*/, async (args) => {
    const teamId = readTeamId(args.body);
    const dependencies = scope(args, teamId);
    dependencies.presses.note(args.view.id);
    await (views.get(args.view.callback_id) ?? answerUnknownView)(args, dependencies);
    await redrawOpenHome({ teamId, userId: args.body.user.id }, dependencies);
  });
  app.action<BlockAction>(/.*/, async (args) => {
    const teamId = readTeamId(args.body);
    const dependencies = scope(args, teamId);
    if (args.body.view) dependencies.presses.note(args.body.view.id);
    await (actions.get(args.action.action_id) ?? answerUnknownAction)(args, dependencies);
    await redrawOpenHome({ teamId, userId: args.body.user.id }, dependencies);
  });
  app.event(/.*/, async (args) => events.get(args.event.type)?.(args, scope(args, readTeamId(args.body))));
  // Slack's reference shows one kind of event wrapped twice, in which Bolt finds no type.
  app.use(async (args) => {
    if (isWrappedTwice(args.body)) await handleTeamAccess(args, scope(args, readTeamId(args.body)));
    else await args.next();
  });
  registerUnknownKinds(app, { log });
};

function isWrappedTwice(body: object): boolean {
  const event = 'event' in body ? body.event : null;
  return typeof event === 'object' && event !== null && 'event' in event && !('type' in event);
}
