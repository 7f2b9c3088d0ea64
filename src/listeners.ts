import type { BlockAction, App as BoltApp, Context, ViewClosedAction, ViewSubmitAction } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { Request } from './app-parts.ts';
import { APPROVALS } from './approvals/index.ts';
import { AUDIT } from './audit/index.ts';
import { BATCHES } from './batches/index.ts';
import {
  answerUnknownAction,
  answerUnknownCommand,
  answerUnknownOptions,
  answerUnknownShortcut,
  answerUnknownView,
} from './command/answer-unknown.ts';
import { COMMAND } from './command/index.ts';
import { EXPORTS } from './exports/index.ts';
import { HOME, redrawOpenHome } from './home/index.ts';
import { LINKS } from './links/index.ts';
import { PAYOUTS } from './payouts/index.ts';
import { RECONCILIATION } from './reconciliation/index.ts';
import { REPORTS } from './reports/index.ts';
import { SCHEDULES } from './schedules/index.ts';
import { SETTINGS } from './settings/index.ts';
import { readTeamId } from './slack/read-origin.ts';
import { tokenOf } from './slack/slack-clients.ts';
import { TEACHING } from './teaching/index.ts';
import { TEAM } from './team/index.ts';
import { TENANCY } from './tenancy/index.ts';

const COMMANDS = { ...COMMAND.commands, ...REPORTS.commands };
const SHORTCUTS = COMMAND.shortcuts;
const EVENTS = { ...HOME.events, ...TENANCY.events };
const VIEWS = {
  ...LINKS.views,
  ...APPROVALS.views,
  ...REPORTS.views,
  ...SCHEDULES.views,
  ...BATCHES.views,
  ...RECONCILIATION.views,
  ...SETTINGS.views,
  ...TEACHING.views,
};
const ACTIONS = {
  ...LINKS.actions,
  ...APPROVALS.actions,
  ...REPORTS.actions,
  ...PAYOUTS.actions,
  ...EXPORTS.actions,
  ...SCHEDULES.actions,
  ...BATCHES.actions,
  ...AUDIT.actions,
  ...TEAM.actions,
  ...HOME.actions,
  ...SETTINGS.actions,
  ...TEACHING.actions,
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

/** The app, as a request of this workspace sees it. `token`: the one that came with it, if any. */
export type RequestOf = (from: { teamId: string; token: string | null }) => Request;

/** Registers everything the app listens to. A request that is not named above gets the answer for unknown requests. */
export const registerListeners = (
  app: BoltApp,
  { requestOf, clientOf }: { requestOf: RequestOf; clientOf: (context: Context) => WebClient | null },
): void => {
  const commands = new Map(Object.entries(COMMANDS));
  const shortcuts = new Map(Object.entries(SHORTCUTS));
  const views = new Map(Object.entries(VIEWS));
  const closedViews = new Map(Object.entries(CLOSED_VIEWS));
  const actions = new Map(Object.entries(ACTIONS));
  const events = new Map(Object.entries(EVENTS));
  const options = new Map(Object.entries(OPTIONS));
  const read = ({ context }: { context: Context }, teamId: string) =>
    requestOf({ teamId, token: tokenOf(context) });
  const withClient = <Args extends { context: Context; client: WebClient }>(args: Args): Args => ({
    ...args,
    client: clientOf(args.context) ?? args.client,
  });
  // Bolt tries every listener on every request, so register one per kind and look the rest up in a table.
  app.command(/.*/, (args) =>
    (commands.get(args.command.command) ?? answerUnknownCommand)(
      withClient(args),
      read(args, readTeamId(args.body)),
    ),
  );
  app.shortcut(/.*/, (args) =>
    (shortcuts.get(args.shortcut.callback_id) ?? answerUnknownShortcut)(
      withClient(args),
      read(args, readTeamId(args.body)),
    ),
  );
  app.view<ViewSubmitAction>(/.*/, async (args) => {
    const teamId = readTeamId(args.body);
    const request = read(args, teamId);
    await (views.get(args.view.callback_id) ?? answerUnknownView)(withClient(args), request);
    await redrawOpenHome({ teamId, userId: args.body.user.id }, request);
  });
  app.view<ViewClosedAction>({ callback_id: /.*/, type: 'view_closed' }, async (args) => {
    const closed = closedViews.get(args.view.callback_id);
    await (closed?.(withClient(args), read(args, readTeamId(args.body))) ?? args.ack());
  });
  app.action<BlockAction>(/.*/, async (args) => {
    const teamId = readTeamId(args.body);
    const request = read(args, teamId);
    await (actions.get(args.action.action_id) ?? answerUnknownAction)(withClient(args), request);
    await redrawOpenHome({ teamId, userId: args.body.user.id }, request);
  });
  app.event(/.*/, async (args) => {
    await events.get(args.event.type)?.(withClient(args), read(args, readTeamId(args.body)));
  });
  app.options<'block_suggestion'>(/.*/, (args) =>
    (options.get(args.options.action_id) ?? answerUnknownOptions)(
      withClient(args),
      read(args, readTeamId(args.body)),
    ),
  );
};

/** Slack tells each of these only once, and nothing else would show that it was missed. */
export const isSavedFirst = (body: object): boolean => SAVED.has(readEventType(body));

const SAVED = new Set<unknown>(Object.keys(TENANCY.events));

function readEventType(body: object): unknown {
  const event = 'event' in body ? body.event : null;
  return typeof event === 'object' && event !== null && 'type' in event ? event.type : null;
}
