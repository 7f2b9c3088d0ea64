import type { App, BlockAction, Context, ViewClosedAction, ViewSubmitAction } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { ApprovalDependencies } from './approvals/approval-presses.ts';
import { APPROVALS } from './approvals/index.ts';
import { AUDIT } from './audit/index.ts';
import { BATCHES } from './batches/index.ts';
import type { BatchDependencies } from './batches/open-batch-form.ts';
import {
  answerUnknownAction,
  answerUnknownCommand,
  answerUnknownOptions,
  answerUnknownShortcut,
  answerUnknownView,
} from './command/answer-unknown.ts';
import { COMMAND } from './command/index.ts';
import type { CommandDependencies } from './command/paylink-command.ts';
import { EXPORTS } from './exports/index.ts';
import type { ExportDependencies } from './exports/start-export.ts';
import { HOME, redrawOpenHome } from './home/index.ts';
import type { HomeListenerDependencies } from './home/open-homes.ts';
import { LINKS } from './links/index.ts';
import { PAYOUTS } from './payouts/index.ts';
import { RECONCILIATION } from './reconciliation/index.ts';
import { REPORTS } from './reports/index.ts';
import { SEARCH } from './search/index.ts';
import { readHolderId, readTeamId } from './slack/read-origin.ts';
import { tokenOf } from './slack/slack-clients.ts';
import { TEAM } from './team/index.ts';
import { WORKSPACES } from './workspaces/index.ts';

const COMMANDS = { ...COMMAND.commands, ...REPORTS.commands };
const SHORTCUTS = COMMAND.shortcuts;
const EVENTS = { ...HOME.events, ...WORKSPACES.events };
const VIEWS = {
  ...LINKS.views,
  ...APPROVALS.views,
  ...REPORTS.views,
  ...EXPORTS.views,
  ...BATCHES.views,
  ...RECONCILIATION.views,
  ...WORKSPACES.views,
};
const ACTIONS = {
  ...LINKS.actions,
  ...APPROVALS.actions,
  ...REPORTS.actions,
  ...PAYOUTS.actions,
  ...EXPORTS.actions,
  ...BATCHES.actions,
  ...AUDIT.actions,
  ...SEARCH.actions,
  ...TEAM.actions,
  ...HOME.actions,
  ...WORKSPACES.actions,
};

const CLOSED_VIEWS = LINKS.closedViews;
const OPTIONS = LINKS.options;

export const LISTENERS = {
  commands: COMMANDS,
  shortcuts: SHORTCUTS,
  events: EVENTS,
  views: VIEWS,
  closedViews: CLOSED_VIEWS,
  actions: ACTIONS,
  options: OPTIONS,
};

/** What all rooms together use. */
type AllDependencies = CommandDependencies &
  HomeListenerDependencies &
  ApprovalDependencies &
  BatchDependencies &
  ExportDependencies;

export type DependenciesFor = (request: { teamId: string; token: string | null }) => AllDependencies;

/** Registers everything the app listens to. A request that is not named above gets the answer for unknown requests. */
export const registerListeners = (
  app: App,
  {
    dependenciesFor,
    clientOf,
  }: { dependenciesFor: DependenciesFor; clientOf: (context: Context) => WebClient | null },
): void => {
  const commands = new Map(Object.entries(COMMANDS));
  const shortcuts = new Map(Object.entries(SHORTCUTS));
  const views = new Map(Object.entries(VIEWS));
  const closedViews = new Map(Object.entries(CLOSED_VIEWS));
  const actions = new Map(Object.entries(ACTIONS));
  const events = new Map(Object.entries(EVENTS));
  const options = new Map(Object.entries(OPTIONS));
  const scope = ({ context }: { context: Context }, teamId: string) =>
    dependenciesFor({ teamId, token: tokenOf(context) });
  const withClient = <Args extends { context: Context; client: WebClient }>(args: Args): Args => ({
    ...args,
    client: clientOf(args.context) ?? args.client,
  });
  // Bolt tries every listener on every request, so register one per kind and look the rest up in a table.
  app.command(/.*/, (args) =>
    (commands.get(args.command.command) ?? answerUnknownCommand)(
      withClient(args),
      scope(args, readTeamId(args.body)),
    ),
  );
  app.shortcut(/.*/, (args) =>
    (shortcuts.get(args.shortcut.callback_id) ?? answerUnknownShortcut)(
      withClient(args),
      scope(args, readTeamId(args.body)),
    ),
  );
  app.view<ViewSubmitAction>(/.*/, async (args) => {
    const teamId = readTeamId(args.body);
    const dependencies = scope(args, teamId);
    dependencies.presses.note(args.view.id);
    await (views.get(args.view.callback_id) ?? answerUnknownView)(withClient(args), dependencies);
    await redrawOpenHome({ teamId, userId: args.body.user.id }, dependencies);
  });
  app.view<ViewClosedAction>({ callback_id: /.*/, type: 'view_closed' }, async (args) => {
    const closed = closedViews.get(args.view.callback_id);
    await (closed?.(withClient(args), scope(args, readTeamId(args.body))) ?? args.ack());
  });
  app.action<BlockAction>(/.*/, async (args) => {
    const teamId = readTeamId(args.body);
    const dependencies = scope(args, teamId);
    if (args.body.view) dependencies.presses.note(args.body.view.id);
    await (actions.get(args.action.action_id) ?? answerUnknownAction)(withClient(args), dependencies);
    await redrawOpenHome({ teamId, userId: args.body.user.id }, dependencies);
  });
  app.event(/.*/, async (args) => {
    await events.get(args.event.type)?.(withClient(args), scope(args, readHolderId(args.body)));
  });
  // Slack's reference shows one event wrapped twice; Bolt finds no type in that shape.
  app.use(async (args) => {
    if (isWrappedTwice(args.body))
      await EVENTS.team_access_granted(withClient(args), scope(args, readHolderId(args.body)));
    else await args.next();
  });
  app.options<'block_suggestion'>(/.*/, (args) =>
    (options.get(args.options.action_id) ?? answerUnknownOptions)(
      withClient(args),
      scope(args, readTeamId(args.body)),
    ),
  );
};

/** Slack tells each of these only once, and nothing else would show that it was missed. */
export const isSavedFirst = (body: object): boolean => isWrappedTwice(body) || SAVED.has(readEventType(body));

const SAVED = new Set<unknown>(Object.keys(WORKSPACES.events));

function readEventType(body: object): unknown {
  const event = 'event' in body ? body.event : null;
  return typeof event === 'object' && event !== null && 'type' in event ? event.type : null;
}

function isWrappedTwice(body: object): boolean {
  const event = 'event' in body ? body.event : null;
  return typeof event === 'object' && event !== null && 'event' in event && !('type' in event);
}
