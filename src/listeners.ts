import type { BlockAction, App as BoltApp, Context, ViewClosedAction, ViewSubmitAction } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { Request } from './app-parts.ts';
import {
  answerUnknownAction,
  answerUnknownCommand,
  answerUnknownOptions,
  answerUnknownShortcut,
  answerUnknownView,
} from './command/answer-unknown.ts';
import { redrawOpenHome } from './home/index.ts';
import { LISTENERS } from './rooms.ts';
import { readTeamId } from './slack/read-origin.ts';
import { tokenOf } from './slack/slack-clients.ts';
import { TENANCY } from './tenancy/index.ts';
import { WORKFLOW } from './workflow/index.ts';

/** The app, as a request of this workspace sees it. `token`: the one that came with it, if any, of the workspace `tokenTeamId`. */
export type RequestOf = (from: { teamId: string; token: string | null; tokenTeamId: string }) => Request;

/** Registers everything the app listens to. A request that is not named above gets the answer for unknown requests. */
export const registerListeners = (
  app: BoltApp,
  { requestOf, clientOf }: { requestOf: RequestOf; clientOf: (context: Context) => WebClient | null },
): void => {
  const commands = new Map(Object.entries(LISTENERS.commands));
  const shortcuts = new Map(Object.entries(LISTENERS.shortcuts));
  const views = new Map(Object.entries(LISTENERS.views));
  const closedViews = new Map(Object.entries(LISTENERS.closedViews));
  const actions = new Map(Object.entries(LISTENERS.actions));
  const events = new Map(Object.entries(LISTENERS.events));
  const options = new Map(Object.entries(LISTENERS.options));
  const read = ({ context }: { context: Context }, teamId: string) =>
    requestOf({ teamId, token: tokenOf(context), tokenTeamId: context.teamId ?? teamId });
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

const SAVED = new Set<unknown>(Object.keys({ ...TENANCY.events, ...WORKFLOW.events }));

function readEventType(body: object): unknown {
  const event = 'event' in body ? body.event : null;
  return typeof event === 'object' && event !== null && 'type' in event ? event.type : null;
}
