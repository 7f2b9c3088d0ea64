import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SocketModeReceiver } from '@slack/bolt';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { buildRetryDelay } from '../delivery/retry.ts';
import type { Log } from '../log.ts';
import { explainAppToken } from './slack-errors.ts';
import { readSlackFailure } from './slack-failure.ts';

/** Nobody can use Paylink without a connection, so it tries often. */
const LONGEST_PAUSE_MS = 30_000;
/** A connection that ends sooner counts as failed, so that Paylink does not open one after the other. */
const STEADY_AFTER_MS = 30_000;

/** Why there is no connection to Slack. */
export interface SocketTrouble {
  code: string;
  since: number;
}

/** With `autoReconnectEnabled: false`. */
type SocketClient = Pick<
  SocketModeReceiver['client'],
  'start' | 'disconnect' | 'on' | 'listeners' | 'removeAllListeners'
>;

/** Slack waits this long for an answer. */
const ANSWER_WITHIN_MS = 3_000;
const TURNS_TO_READ = 5;

/** A raw message, and what the client made of it for Bolt. */
const READ = ['ws_message', 'slack_event'];

/**
 * The client and Bolt read messages in promises that nobody awaits. One that lacks what they expect, such as a payload,
 * would end the process.
 */
const catchUnread = (client: SocketClient, log: Log): void => {
  for (const name of READ) {
    const readers = client.listeners(name);
    client.removeAllListeners(name);
    for (const read of readers)
      client.on(name, async (...message: unknown[]) => {
        try {
          await read(...message);
        } catch (error) {
          log.error({ err: error }, 'a message of Slack was not understood');
        }
      });
  }
};

const envelopeSchema = z.object({ envelope_id: z.string() });

/** Knows which requests have arrived and are not answered: closing the connection would lose their answers. */
const createUnanswered = () => {
  const waiting = new Set<string>();
  let onNone = (): void => {};
  const idOf = (message: unknown) => envelopeSchema.safeParse(message).data?.envelope_id;
  return {
    watch: (client: SocketClient): void => {
      client.on('slack_event', (message: unknown) => {
        const id = idOf(message);
        if (id !== undefined) waiting.add(id);
      });
      client.on('outgoing_message', (message: unknown) => {
        const id = idOf(message);
        if (id !== undefined) waiting.delete(id);
        if (waiting.size === 0) onNone();
      });
    },
    none: async (): Promise<void> => {
      do {
        await new Promise<void>((resolve) => {
          if (waiting.size === 0) resolve();
          else onNone = resolve;
        });
        // What has reached this machine meanwhile is read in the next turns.
        for (let turn = 0; turn < TURNS_TO_READ; turn += 1) await nextTurn();
      } while (waiting.size > 0);
    },
  };
};

const greetingSchema = z.object({
  type: z.literal('hello'),
  num_connections: z.number().int(),
  connection_info: z.object({ app_id: z.string() }).nullish().catch(null),
});

/** When a connection is made, Slack says how many this app has, and which app it is. */
export type Greeting = z.infer<typeof greetingSchema>;

/** Null: another message. Only a greeting is read here; it is short and says so at its beginning. */
function readGreeting(data: unknown): Greeting | null {
  const text = String(data);
  if (text.length > 2_000 || !text.includes('"hello"')) return null;
  try {
    return greetingSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Keeps a connection of Socket Mode open. The client could reconnect by itself, but if Slack then refuses the token, or the
 * process is stopping, it rejects a promise that nobody can catch (slackapi/node-slack-sdk#2656), which ends the process.
 */
export const createSocketConnection = ({
  clock,
  random,
  onFailure,
  onGreeting,
  log,
}: {
  clock: Clock;
  random: () => number;
  /** No connection could be made, or it ended at once. */
  onFailure: (reason: string) => void;
  onGreeting: (greeting: Greeting) => void;
  log: Log;
}) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let trouble: SocketTrouble | null = null;
  let isConnected = false;
  let onEnd = (): void => {};
  const unanswered = createUnanswered();

  /** Connects, and resolves when the connection has ended. */
  const connect = async (client: SocketClient, onTried: () => void): Promise<void> => {
    const ended = new Promise<void>((resolve) => {
      onEnd = resolve;
    });
    await client.start().finally(onTried);
    if (signal.aborted) return void (await client.disconnect());
    if (trouble !== null) log.info('connected to Slack again');
    trouble = null;
    isConnected = true;
    await ended;
    isConnected = false;
  };

  /** Returns how long Slack wants us to wait. */
  const noteTrouble = (error: unknown): number => {
    // The client gives no error if the connection ends before Slack's greeting.
    const failure = readSlackFailure(error ?? { code: 'connection ended' });
    const { code, why } = failure;
    onFailure(code);
    const advice = why === 'later' ? {} : { advice: explainAppToken(code) };
    if (trouble?.code !== code)
      log.error({ reason: code, ...advice }, 'no connection to Slack: its requests do not arrive');
    trouble = { code, since: trouble?.since ?? clock.now() };
    return failure.kind === 'passing' ? (failure.retryAfterMs ?? 0) : 0;
  };

  const keepOpen = async (client: SocketClient, onTried: () => void): Promise<void> => {
    catchUnread(client, log);
    unanswered.watch(client);
    client.on('disconnected', () => onEnd());
    client.on('ws_message', (data: unknown) => {
      const greeting = readGreeting(data);
      if (greeting) onGreeting(greeting);
    });
    let failures = 0;
    while (!signal.aborted) {
      const startedAt = clock.now();
      let waitMs = 0;
      try {
        await connect(client, onTried);
      } catch (error) {
        if (!signal.aborted) waitMs = noteTrouble(error);
      }
      failures = clock.now() - startedAt < STEADY_AFTER_MS ? failures + 1 : 0;
      const pauseMs = failures === 0 ? 0 : buildRetryDelay(failures - 1, random);
      await clock.sleep(Math.max(waitMs, Math.min(pauseMs, LONGEST_PAUSE_MS)), signal);
    }
  };

  return {
    /** Resolves after the first attempt, whether or not it succeeded. */
    start: (client: SocketClient): Promise<void> => new Promise((resolve) => void keepOpen(client, resolve)),
    /** Reconnects no more. Resolves when every request that has arrived is answered, or Slack no longer waits for it. */
    stop: async (): Promise<void> => {
      stopping.abort();
      const late = new AbortController();
      await Promise.race([unanswered.none(), clock.sleep(ANSWER_WITHIN_MS, late.signal)]);
      late.abort();
    },
    trouble: () => trouble,
    isConnected: () => isConnected,
  };
};
