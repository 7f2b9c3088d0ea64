import type { RespondFn } from '@slack/bolt';
import type { ListenerDependencies } from './deps.ts';

/**
 * Says something to the one who typed or pressed, and to nobody else: where they did, or by direct message from a
 * modal and where Slack takes no more answers.
 */
export const createTellPresser =
  (
    { respond, userId }: { respond: RespondFn | undefined; userId: string },
    { patientClient }: Pick<ListenerDependencies, 'patientClient'>,
  ) =>
  async (text: string): Promise<void> => {
    const byMessage = async () => void (await patientClient.chat.postMessage({ channel: userId, text }));
    // Bolt gives no `respond` for what was pressed in a modal, whatever its types say.
    if (typeof respond !== 'function') return byMessage();
    try {
      await respond({ response_type: 'ephemeral', replace_original: false, text });
    } catch {
      await byMessage();
    }
  };
