import { buildMessageOutput, type MessageRecord } from '../messages.ts';
import type { Conversation } from '../page/page-api.ts';
import type { JsonRecord } from '../page/read-json.ts';
import type { ActDeps } from './find-target.ts';
import { sendEvent } from './send-event.ts';

/** `channel_type` of an event, and the subscription that brings it. */
const KINDS: Record<Conversation['kind'], [type: string, subscription: string]> = {
  public: ['channel', 'message.channels'],
  private: ['group', 'message.groups'],
  dm: ['im', 'message.im'],
  direct: ['im', 'message.im'],
  group: ['mpim', 'message.mpim'],
};

/** Tells the app of a new message in its conversations, its own included, if its manifest subscribes to it. */
export const tellOfMessage = (deps: ActDeps, message: MessageRecord): void => {
  const place = deps.workspace.conversation(message.channel);
  if (!place?.botIsMember || deps.access.current() === null) return;
  const [channelType, subscription] = KINDS[place.kind];
  const events = deps.features?.events ?? [];
  const event: JsonRecord = {
    ...buildMessageOutput(message, deps.team),
    channel: message.channel,
    event_ts: message.ts,
  };
  if (events.includes(subscription)) void sendEvent(deps, { ...event, channel_type: channelType });
  const { botUser } = deps.team.ids;
  if (events.includes('app_mention') && message.user !== botUser && message.text.includes(`<@${botUser}>`))
    void sendEvent(deps, { ...event, type: 'app_mention' });
};
