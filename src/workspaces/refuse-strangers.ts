import type { AllMiddlewareArgs, AnyMiddlewareArgs, App, AuthorizeResult } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { NOT_READY_TEXT, STRANGER_TEXT } from '../blocks/not-served.ts';
import type { Log } from '../log.ts';
import { readTeamId } from '../slack/read-origin.ts';
import type { Admission, OwnWorkspace } from './own-workspace.ts';

type AnyArgs = AnyMiddlewareArgs & AllMiddlewareArgs;

/** What `authorize` gives in place of a token, where nobody installed the app for whoever asks. */
export const STRANGER: AuthorizeResult = { isStranger: true };

/**
 * Nothing that another workspace sends is heard, however well it is signed: it is told so, and the log has a line.
 * `own`: the only workspace that is served; null: `authorize` has said who is.
 */
export const refuseStrangers = (app: App, own: Pick<OwnWorkspace, 'judge'> | null, log: Log): void => {
  const judge = async ({ context, body }: AnyArgs): Promise<Admission> => {
    if (own === null) return context['isStranger'] === true ? 'stranger' : 'served';
    const { teamId, enterpriseId } = context;
    const installed = await own.judge({ teamId, enterpriseId });
    return installed === 'served' && isForOwnPeople(body)
      ? own.judge({ teamId: readTeamId(body), enterpriseId })
      : installed;
  };
  app.use(async (args: AnyArgs) => {
    const admission = await judge(args);
    if (admission === 'served') return args.next();
    const team = readTeamId(args.body);
    log.warn({ team, enterprise: args.context.enterpriseId, admission }, 'request not served');
    await answer(args, admission === 'stranger' ? STRANGER_TEXT : NOT_READY_TEXT);
  });
};

/**
 * In a channel that is shared with another company its people may press buttons, and are told that what they press is
 * not theirs. Commands and forms are for one's own people alone.
 */
function isForOwnPeople(body: object): boolean {
  return 'command' in body || ('type' in body && body.type === 'view_submission');
}

async function answer(args: AnyArgs, text: string): Promise<void> {
  const { body } = args;
  if ('command' in args) return args.ack({ response_type: 'ephemeral', text });
  if ('view' in args && body.type === 'view_submission')
    return args.ack({ response_action: 'update', view: buildWindow(text) });
  // Bolt has acknowledged an event already.
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
