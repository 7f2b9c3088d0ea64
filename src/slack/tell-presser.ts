import type { ActionArgs } from './block-action.ts';
import type { ListenerDependencies } from './deps.ts';

/** Says something to the one who pressed, and to nobody else: where the button is, or by direct message from a modal. */
export const createTellPresser =
  (
    { respond, body }: Pick<ActionArgs, 'respond' | 'body'>,
    { patientClient }: Pick<ListenerDependencies, 'patientClient'>,
  ) =>
  (text: string): Promise<unknown> =>
    // Bolt gives no `respond` for what was pressed in a modal, whatever its types say.
    typeof respond === 'function'
      ? respond({ response_type: 'ephemeral', replace_original: false, text })
      : patientClient.chat.postMessage({ channel: body.user.id, text });
