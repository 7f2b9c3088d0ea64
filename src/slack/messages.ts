import type { MessageMetadata } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Message } from '../blocks/message.ts';
import { isRefusedForm, mayBeItsForm } from './slack-failure.ts';

/** Where Slack put a message, in its own ids: a post to a person lands in a conversation with a different id. */
export const messagePlaceSchema = z.object({ channelId: z.string(), ts: z.string() });

export type MessagePlace = z.infer<typeof messagePlaceSchema>;

/** How a job that delivers to Slack runs: none is given up because Slack is down. */
export const DELIVERY = { maxTries: Number.POSITIVE_INFINITY, timeoutMs: 5 * 60_000 };

export interface Post {
  channel: string;
  /** The thread it goes into; null or none: into the conversation itself. */
  threadTs?: string | null;
  message: Message;
  metadata?: MessageMetadata;
  /** Shows a reply in its channel, too. */
  isBroadcast?: boolean;
  /** An earlier try failed: if Slack fails again, it may be over the blocks. */
  isAgain?: boolean;
  /** Not in plain form: without its blocks it says nothing, or the caller has another form. */
  isWhole?: boolean;
}

export interface Posted extends MessagePlace {
  /** The thread for replies, if the message itself is in one. */
  threadTs?: string;
}

/** Slack accepted a post but did not say where it is. `readSlackFailure` takes it as passing. */
class PlaceUnknownError extends Error {
  override name = 'PlaceUnknownError';
  readonly code = 'no message id';
}

/**
 * Runs `send` with a message, and with its text alone if its blocks may be why Slack does not take it. Rejects with
 * Slack's answer to the whole message.
 */
const sendInSomeForm = async <T>(
  message: Message,
  mayBePlain: (error: unknown) => boolean,
  send: (message: Message) => Promise<T>,
): Promise<T> => {
  try {
    return await send(message);
  } catch (error) {
    if (message.blocks.length === 0 || !mayBePlain(error)) throw error;
    return send({ text: message.text, blocks: [] }).catch(() => {
      throw error;
    });
  }
};

export const postMessage = async (
  client: WebClient,
  { channel, threadTs: into, message, metadata, isBroadcast = false, isAgain = false, isWhole = false }: Post,
): Promise<Posted> => {
  const posted = await sendInSomeForm(
    message,
    isWhole ? () => false : isAgain ? mayBeItsForm : isRefusedForm,
    (form) =>
      client.chat.postMessage({
        channel,
        ...form,
        ...(into != null &&
          (isBroadcast ? { thread_ts: into, reply_broadcast: true as const } : { thread_ts: into })),
        ...(metadata && { metadata }),
        unfurl_links: false,
        unfurl_media: false,
      }),
  );
  if (!posted.channel || !posted.ts) throw new PlaceUnknownError('Slack gave no id of the message');
  const threadTs = posted.message?.thread_ts;
  return { channelId: posted.channel, ts: posted.ts, ...(threadTs !== undefined && { threadTs }) };
};

/** Slack acts on a request within this time or never, even if the sender has died. */
export const LANDS_WITHIN_MS = 60_000;

/**
 * Safe to repeat. Rejects with Slack's error; if Slack may refuse the blocks alone, shows the text first, so that the
 * message says what is true until the whole one is taken.
 */
export const editMessage = async (
  client: WebClient,
  { channelId: channel, ts }: MessagePlace,
  message: Message,
  { isWhole = false }: Pick<Post, 'isWhole'> = {},
): Promise<void> => {
  const edit = (form: Message) => client.chat.update({ channel, ts, ...form });
  try {
    await edit(message);
  } catch (error) {
    if (!isWhole && message.blocks.length > 0 && mayBeItsForm(error))
      await edit({ text: message.text, blocks: [] }).catch(() => undefined);
    throw error;
  }
};
