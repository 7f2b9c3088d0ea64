import type { AllMiddlewareArgs, AnyMiddlewareArgs, App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { Log } from '../log.ts';
import { findTeamId } from '../slack/read-origin.ts';
import type { Admission, OwnWorkspace } from './own-workspace.ts';
import type { Authorized } from './workspaces.ts';

/** Told to people whose workspace is not the one that Paylink serves. */
const STRANGER_TEXT =
  'Sorry: this Paylink belongs to another Slack workspace, so it did nothing. Ask the person who added it here to set up a Paylink for this one.';

/** Shown until Slack has told us which workspace the token belongs to. */
const NOT_READY_TEXT =
  'Paylink has just started and does not know its workspace yet, so it did nothing. Try again in a minute.';

type AnyArgs = AnyMiddlewareArgs & AllMiddlewareArgs;

/** `authorize` returns this instead of a token when the user's workspace has not installed the app. */
export const STRANGER: Authorized = { isStranger: true };

/**
 * Refuses every request from a workspace we do not serve, even if correctly signed: tells the user and logs it.
 * `own`: the only workspace served; null: `authorize` has decided who is served.
 */
export const refuseStrangers = (app: App, own: Pick<OwnWorkspace, 'judge'> | null, log: Log): void => {
  const judge = async ({ context, body }: AnyArgs): Promise<Admission> => {
    if (findTeamId(body) === null && !isEvent(body)) return 'stranger';
    if (own === null) return context['isStranger'] === true ? 'stranger' : 'served';
    const { teamId, enterpriseId } = context;
    const installed = await own.judge({ teamId, enterpriseId });
    return installed === 'served' && isForOwnPeople(body)
      ? own.judge({ teamId: findTeamId(body) ?? undefined, enterpriseId })
      : installed;
  };
  app.use(async (args: AnyArgs) => {
    const admission = await judge(args);
    if (admission === 'served') return args.next();
    const team = findTeamId(args.body);
    log.warn({ team, enterprise: args.context.enterpriseId, admission }, 'request not served');
    await answer(args, admission === 'stranger' ? STRANGER_TEXT : NOT_READY_TEXT);
  });
};

function isEvent(body: object): boolean {
  return 'event' in body;
}

/**
 * Only our own people may use commands and forms. In a shared channel the other company's people may press buttons;
 * the button's handler tells them it is not theirs.
 */
function isForOwnPeople(body: object): boolean {
  return 'command' in body || ('type' in body && body.type === 'view_submission');
}

async function answer(args: AnyArgs, text: string): Promise<void> {
  const { body } = args;
  if ('command' in args) return args.ack({ response_type: 'ephemeral', text });
  if ('view' in args && body.type === 'view_submission')
    return args.ack({ response_action: 'update', view: buildWindow(text) });
  // Bolt has already acknowledged events.
  if (!('ack' in args) || typeof args.ack !== 'function') return;
  await args.ack();
  if ('respond' in args && typeof args.respond === 'function')
    await args.respond({ response_type: 'ephemeral', replace_original: false, text });
}

function buildWindow(text: string): ModalView {
  return {
    type: 'modal',
    title: { type: 'plain_text', text: 'Payment link' },
    close: { type: 'plain_text', text: 'Close' },
    blocks: [{ type: 'section', text: { type: 'plain_text', text } }],
  };
}
