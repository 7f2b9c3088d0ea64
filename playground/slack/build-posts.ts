import type { Post } from './local-slack-api.ts';
import type { World } from './slack-world.ts';
import { toSeenMessage } from './snapshot.ts';

const keyOf = ({ channel, ts }: { channel: string; ts: string }): string => `${channel} ${ts}`;

/** The posts that took effect, each with what happened to its message. */
export const buildPosts = ({ effects, messages }: World, channel?: string): Post[] => {
  const now = new Map(messages.list(channel).map((message) => [keyOf(message), message]));
  const updates = new Map<string, number>();
  for (const one of effects.list('chat.update', channel))
    updates.set(keyOf(one), (updates.get(keyOf(one)) ?? 0) + 1);
  return effects.list('chat.postMessage', channel).map((post) => {
    const message = now.get(keyOf(post));
    return {
      ...post,
      final: message === undefined ? null : toSeenMessage(message),
      updates: updates.get(keyOf(post)) ?? 0,
    };
  });
};
