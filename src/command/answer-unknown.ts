import type {
  AllMiddlewareArgs,
  BlockAction,
  SlackActionMiddlewareArgs,
  SlackCommandMiddlewareArgs,
} from '@slack/bolt';
import type { Request } from '../app-parts.ts';
import { buildNotice } from '../blocks/message.ts';
import type { Log } from '../log.ts';
import { press, shortcut, submit } from '../people/frame.ts';
import type { OptionsArgs } from '../slack/frame.ts';
import { Refused } from '../slack/refused.ts';
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

/** `what` it is, and by what name Slack knows it. */
const refuse = (what: string, name: string, { log }: Needs): never => {
  log.warn({ what, name }, 'of another version');
  throw new Refused(explainOther(what));
};

const explainOther = (what: string): string =>
  `This ${what} belongs to another version of Paylink. Run \`/paylink\` to go on.`;

const answerUnknownButton = press({ name: 'unknown button', needs: null }, async ({ args }, request) =>
  refuse('button', args.action.action_id, request),
);

export const answerUnknownAction = async (
  args: SlackActionMiddlewareArgs<BlockAction> & AllMiddlewareArgs,
  request: Request,
): Promise<void> => {
  // Form fields report every choice; only a button needs an answer.
  if (args.action.type === 'button') await answerUnknownButton(args, request);
  else await args.ack();
};

export const answerUnknownView = submit({ name: 'unknown form', needs: null }, async ({ body }, request) =>
  refuse('form', body.view.callback_id, request),
);

/** In a window: one pressed from anywhere has no place for an answer. */
export const answerUnknownShortcut = shortcut('unknown shortcut', (_, { log }) => {
  log.warn({ what: 'shortcut' }, 'of another version');
  const window = { callbackId: 'notice', title: 'Paylink' };
  return { first: window, read: async () => ({ view: buildNotice(window, explainOther('shortcut')) }) };
});

/** A menu of another version loads its options. */
export const answerUnknownOptions = async ({ ack, options }: OptionsArgs, { log }: Needs): Promise<void> => {
  log.warn({ action: options.action_id }, 'unknown menu');
  await ack({ options: [] });
};
