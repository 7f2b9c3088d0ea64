import type { AllMiddlewareArgs, BlockAction, RespondFn, SlackActionMiddlewareArgs } from '@slack/bolt';
import { z } from 'zod';
import type { Message } from '../blocks/message.ts';
import type { ListenerParts } from './listener.ts';
import { readOrigin, readTeamId } from './read-origin.ts';

export type ActionArgs = SlackActionMiddlewareArgs<BlockAction> & AllMiddlewareArgs;

const placeSchema = z.object({
  user: z.object({ id: z.string() }),
  trigger_id: z.string(),
  view: z
    .object({
      id: z.string(),
      type: z.string().nullish(),
      hash: z.string(),
      callback_id: z.string().nullish(),
      private_metadata: z.string(),
      state: z.object({ values: z.unknown() }),
    })
    .nullish(),
  container: z
    .object({
      channel_id: z.string().nullish(),
      message_ts: z.string().nullish(),
      thread_ts: z.string().nullish(),
    })
    .nullish(),
});

const actionSchema = z.object({
  value: z.string().nullish(),
  selected_option: z.object({ value: z.string() }).nullish(),
  selected_user: z.string().nullish(),
});

/** Where an element was pressed, and by whom. */
export interface ActionPlace {
  /** The person's own workspace: it decides what they see, whichever workspace hosts the channel. */
  teamId: string;
  userId: string;
  /** In a shared channel, the request may concern a workspace other than the person's own. */
  isOutsider: boolean;
  /** What the button or the chosen option carries, or the chosen person; null on other elements. */
  value: string | null;
  triggerId: string;
  /** The modal; null on a message and in the app's home, which open modals of their own. */
  view: {
    id: string;
    callbackId: string | null;
    hash: string;
    privateMetadata: string;
    values: unknown;
  } | null;
  /** `threadTs`: the thread that the message is in, or would start. */
  message: { channelId: string; ts: string; threadTs: string } | null;
  isHome: boolean;
}

export const parseActionPlace = (body: unknown, action: unknown): ActionPlace => {
  const place = placeSchema.parse(body);
  const { value, selected_option: option, selected_user: user } = actionSchema.parse(action);
  const channelId = place.container?.channel_id;
  const ts = place.container?.message_ts;
  const isHome = place.view?.type === 'home';
  const teamId = readTeamId(body);
  const { hostTeamId } = readOrigin(body);
  return {
    teamId,
    userId: place.user.id,
    isOutsider: hostTeamId !== null && hostTeamId !== teamId,
    value: value ?? option?.value ?? user ?? null,
    triggerId: place.trigger_id,
    view:
      place.view && !isHome
        ? {
            id: place.view.id,
            callbackId: place.view.callback_id ?? null,
            hash: place.view.hash,
            privateMetadata: place.view.private_metadata,
            values: place.view.state.values,
          }
        : null,
    message: channelId && ts ? { channelId, ts, threadTs: place.container?.thread_ts ?? ts } : null,
    isHome,
  };
};

/**
 * Replies only to the person who typed or pressed: in the same place, or by direct message from a modal and when
 * Slack accepts no more replies.
 */
export const createReply =
  (
    { respond, userId }: { respond: RespondFn | undefined; userId: string },
    dependencies: Pick<ListenerParts, 'patientClient'>,
  ) =>
  async (words: string | Message): Promise<unknown> => {
    const message = typeof words === 'string' ? { text: words } : words;
    const byMessage = () => dependencies.patientClient.chat.postMessage({ channel: userId, ...message });
    // Despite its types, Bolt gives no `respond` for a press in a modal.
    if (typeof respond !== 'function') return byMessage();
    try {
      return await respond({ response_type: 'ephemeral', replace_original: false, ...message });
    } catch {
      return byMessage();
    }
  };
