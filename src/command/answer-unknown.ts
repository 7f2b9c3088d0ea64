import type {
  AllMiddlewareArgs,
  BlockAction,
  SlackActionMiddlewareArgs,
  SlackCommandMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from '@slack/bolt';
import type { Log } from '../log.ts';
import type { OptionsArgs, ShortcutArgs } from '../slack/frame.ts';
import { buildUnknownCommand } from './help-view.ts';

type Needs = { log: Log };

/** Without this, Bolt answers an unknown command with a 404, after three seconds of silence. */
export const answerUnknownCommand = async (
  { ack, command }: SlackCommandMiddlewareArgs & AllMiddlewareArgs,
  { log }: Needs,
): Promise<void> => {
  log.warn({ command: command.command }, 'unknown command');
  await ack({ response_type: 'ephemeral', ...buildUnknownCommand(command.command) });
};

export const answerUnknownAction = async (
  { ack, action, respond }: SlackActionMiddlewareArgs<BlockAction> & AllMiddlewareArgs,
  { log }: Needs,
): Promise<void> => {
  await ack();
  // Form fields report every choice; only a button needs an answer.
  if (action.type !== 'button') return;
  log.warn({ action: action.action_id }, 'unknown button');
  if (typeof respond !== 'function') return;
  await respond({
    response_type: 'ephemeral',
    replace_original: false,
    text: 'This button belongs to another version of Paylink. Run `/paylink` again.',
  });
};

export const answerUnknownView = async (
  { ack, view }: SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs,
  { log }: Needs,
): Promise<void> => {
  log.warn({ view: view.callback_id }, 'unknown view');
  await ack();
};

export const answerUnknownShortcut = async (
  { ack, shortcut }: ShortcutArgs,
  { log }: Needs,
): Promise<void> => {
  log.warn({ shortcut: shortcut.callback_id }, 'unknown shortcut');
  await ack();
};

/** A menu of another version loads its options. */
export const answerUnknownOptions = async ({ ack, options }: OptionsArgs, { log }: Needs): Promise<void> => {
  log.warn({ action: options.action_id }, 'unknown menu');
  await ack({ options: [] });
};
