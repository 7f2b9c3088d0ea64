import type { ServerResponse } from 'node:http';
import type { Changes } from './changes.ts';
import type { Effect, EffectMethod, Post } from './local-slack-api.ts';
import type { MessageRecord } from './messages.ts';
import type { World } from './slack-world.ts';
import { toSeenMessage } from './snapshot.ts';

/** Crash tests count over long runs. */
const KEPT = 50_000;

type OpenEffect = { -readonly [Key in keyof Effect]: Effect[Key] };

/** What the app's calls did to messages, whether or not the app received the answer. */
export const createEffects = (deps: { changes: Changes; now: () => number }) => {
  const effects: OpenEffect[] = [];
  return {
    add(method: EffectMethod, message: MessageRecord): void {
      const { channel, ts, threadTs, text, blocks, metadata } = message;
      const effect: OpenEffect = {
        method,
        channel,
        ts,
        threadTs,
        text,
        blocks,
        metadata,
        at: deps.now(),
        answer: 'waiting',
        answeredAt: null,
      };
      effects.push(effect);
      if (effects.length > KEPT) effects.shift();
    },
    /** Does the work, and records whether the answer reaches the app. `isSpoilt`: a fault replaces the answer. */
    answering<T>(work: () => T, { response, isSpoilt }: { response: ServerResponse; isSpoilt: boolean }): T {
      const before = effects.at(-1);
      const done = work();
      const mine = effects.slice(before === undefined ? 0 : effects.lastIndexOf(before) + 1);
      const settle = (): void => {
        for (const effect of mine) {
          effect.answer = response.writableFinished && !isSpoilt ? 'sent' : 'lost';
          // The real clock, not the injected one: it is compared with the time a process was killed.
          effect.answeredAt = Date.now();
        }
        deps.changes.changed();
      };
      if (mine.length > 0) {
        if (response.closed) settle();
        else response.once('close', settle);
      }
      return done;
    },
    /** In order. */
    list: (method: EffectMethod, channel?: string): Effect[] =>
      effects
        .filter((one) => one.method === method && (channel === undefined || one.channel === channel))
        .map((one) => ({ ...one })),
  };
};

export type Effects = ReturnType<typeof createEffects>;

const keyOf = ({ channel, ts }: { channel: string; ts: string }): string => `${channel} ${ts}`;

/** The posts that took effect, each with its message's current state. */
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
