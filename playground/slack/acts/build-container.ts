import { buildMessageOutput } from '../build-message-output.ts';
import { describeView } from '../describe-view.ts';
import type { JsonRecord } from '../parse-json.ts';
import { buildStateValues } from '../view-state.ts';
import type { ActDeps } from './act-deps.ts';
import { filledOf, type Surface } from './find-source.ts';

/** `container`, and the message with its channel or the view, as interactions carry them. */
export const buildContainer = (surface: Surface, as: string, deps: ActDeps): JsonRecord => {
  if (surface.kind === 'view')
    return {
      container: { type: 'view', view_id: surface.view.id },
      view: describeView(surface.view, deps),
    };
  const { message } = surface;
  const place = deps.workspace.conversation(message.channel);
  const isEphemeral = message.ephemeralTo !== null;
  return {
    container: {
      type: 'message',
      message_ts: message.ts,
      channel_id: message.channel,
      is_ephemeral: isEphemeral,
      ...(message.threadTs === null ? {} : { thread_ts: message.threadTs }),
    },
    channel: { id: message.channel, name: place?.kind === 'dm' ? 'directmessage' : (place?.name ?? '') },
    // Slack does not keep ephemeral messages, so it cannot send them back.
    ...(isEphemeral ? {} : { message: buildMessageOutput(message, deps.team) }),
    state: { values: buildStateValues(surface.blocks, filledOf(surface, as), surface.offered) },
  };
};
