import type { WebClient } from '@slack/web-api';
import type { Message } from '../blocks/message.ts';
import type { JobOutcome } from '../delivery/run-claimed-job.ts';
import { postMessage } from './editable-message.ts';
import { settleRefusal } from './slack-failure.ts';

/** The whole of a job that tells one person something by direct message. */
export const tellPerson = async (
  client: WebClient,
  userId: string,
  message: Message,
): Promise<JobOutcome> => {
  try {
    await postMessage(client, { channel: userId, message });
    return { outcome: 'done' };
  } catch (error) {
    return settleRefusal(error);
  }
};
