import type { World } from './simulated-world.ts';
import { createSlackFiles, type SharedFile, UPLOADS } from './slack-files.ts';
import { createSlackRefusals } from './slack-refusals.ts';

export interface Shown {
  at: number;
  text: string;
  /** All words in the blocks. */
  drawn: string;
}

/** A message as users see it, with every text it has had. */
export interface Message {
  channel: string;
  ts: string;
  threadTs: string | null;
  /** The sale, if this message is its card. */
  cardOf: string | null;
  /** The file shared with it. */
  file: SharedFile | null;
  said: Shown[];
  /** False: the process that posted it got no answer, or had died. */
  wasAnswered: boolean;
  /** A user deleted it. */
  isDeleted: boolean;
  /** When an edit or a reply was permanently refused. */
  refusedAt: number[];
}

interface SlackCall {
  method: string;
  form: URLSearchParams;
  token: string;
  /** Whether the caller is still alive. */
  isHeard: () => boolean;
}

export interface SimulatedSlack {
  /** Takes the place of the network for Slack's client. */
  call(call: SlackCall): Promise<Response>;
  /** Sends bytes to an upload address from Slack. Returns the HTTP status. */
  put(url: string, file?: { path: string }): Promise<number>;
  installedToken(): string;
  messages(): readonly Message[];
  /** A person leaves: from now on Slack refuses messages to them with this code. */
  dismiss(userId: string, code: string): void;
  /** When it first refused one; null: it did not. */
  refusedLeaverAt(): number | null;
}

const PATIENCE_OF_CLEANERS_MS = 600_000;

/** Stores messages and files, and misbehaves as Slack does. Calls `onShown` with every text when users see it. */
export const createSimulatedSlack = (
  world: World,
  {
    trouble,
    refusedMs,
    onShown,
    canReplaceToken,
  }: {
    trouble: () => number;
    /** How long a token or a channel is refused at most. */
    refusedMs: () => number;
    /** `drawn`: all words in the blocks. */
    onShown: (shown: { text: string; drawn: string }) => void;
    canReplaceToken: boolean;
  },
): SimulatedSlack => {
  const { dice } = world;
  const messages: Message[] = [];
  /** By the conversation of a person who left. */
  const dismissed = new Map<string, string>();
  let refusedLeaverAt: number | null = null;
  const files = createSlackFiles(world);
  const refusals = createSlackRefusals(world, { trouble, refusedMs, canReplaceToken });

  const show = (message: Message, text: string, drawn = '') => {
    message.said.push({ at: world.now(), text, drawn });
    world.note(
      `  slack: ${message.threadTs ? 'reply' : 'message'} ${message.ts} in ${message.channel}: ${text}`,
    );
    onShown({ text, drawn });
  };

  const add = (message: Pick<Message, 'channel' | 'threadTs' | 'cardOf' | 'file' | 'wasAnswered'>) => {
    const ts = `${Math.floor(world.now() / 1_000)}.${String(messages.length).padStart(6, '0')}`;
    const added: Message = { ...message, ts, said: [], isDeleted: false, refusedAt: [] };
    messages.push(added);
    return added;
  };

  /** Rarely, a user deletes a card some time after it was posted. */
  const maybeDelete = (message: Message) => {
    if (message.cardOf === null || !world.has('deleted cards') || !dice.chance(trouble() / 10)) return;
    void world.sleep(dice.whole(1_000, PATIENCE_OF_CLEANERS_MS)).then(() => {
      message.isDeleted = true;
      world.note(`staff: message ${message.ts} is deleted`);
    });
  };

  const refuse = (error: string, about: Message | undefined = undefined): object => {
    about?.refusedAt.push(world.now());
    world.note(`  slack: ${error}${about ? ` for ${about.ts}` : ''}`);
    return { ok: false, error };
  };

  /** Why a conversation accepts nothing now; null: it does. */
  const whyRefused = (channel: string): string | null => {
    const code = dismissed.get(channel) ?? null;
    if (code !== null) refusedLeaverAt ??= world.now();
    return code ?? refusals.whyClosed(channel);
  };

  const findThread = (ts: string | null) => messages.find((message) => message.ts === ts);

  const post = (form: URLSearchParams, wasAnswered: boolean): object => {
    const asked = form.get('channel') ?? '';
    const channel = asked.startsWith('U') ? `D${asked.slice(1)}` : asked;
    const threadTs = form.get('thread_ts');
    const thread = findThread(threadTs);
    const closed = whyRefused(channel);
    if (closed !== null) return refuse(closed, thread);
    if (threadTs !== null && (!thread || thread.isDeleted)) return refuse('thread_not_found', thread);
    if (!files.areReady(form.get('blocks'))) return refuse('invalid_blocks');
    const metadata = form.get('metadata');
    const cardOf = metadata === null ? null : (JSON.parse(metadata).event_payload.id as string);
    const message = add({ channel, threadTs, cardOf, file: null, wasAnswered });
    show(message, form.get('text') ?? '', form.get('blocks') ?? '');
    maybeDelete(message);
    return { ok: true, channel, ts: message.ts, message: { ts: message.ts } };
  };

  const update = (form: URLSearchParams): object => {
    const message = messages.find(
      ({ ts, channel }) => ts === form.get('ts') && channel === form.get('channel'),
    );
    if (!message) return refuse('message_not_found');
    const closed = whyRefused(message.channel);
    if (closed !== null) return refuse(closed, message);
    if (message.isDeleted) return refuse('message_not_found', message);
    if (!files.areReady(form.get('blocks'))) return refuse('invalid_blocks');
    show(message, form.get('text') ?? '', form.get('blocks') ?? '');
    return { ok: true, channel: message.channel, ts: message.ts };
  };

  const openConversation = (id: string): object => {
    const closed = dismissed.get(id);
    return closed === undefined ? { ok: true, channel: { id } } : refuse(closed);
  };

  /** A shared file appears as its own message. */
  const share = (form: URLSearchParams, wasAnswered: boolean): object => {
    const [{ id }] = JSON.parse(form.get('files') ?? '[]') as [{ id: string }];
    const channel = form.get('channel_id');
    const closed = channel === null ? null : whyRefused(channel);
    if (closed !== null) return refuse(closed);
    const file = files.complete(id);
    if (file === null) return refuse('file_not_found');
    if (channel !== null) {
      const message = add({ channel, threadTs: form.get('thread_ts'), cardOf: null, file, wasAnswered });
      show(message, form.get('initial_comment') ?? file.name);
    }
    return { ok: true, files: [{ id }] };
  };

  const answer = (body: object, status = 200, headers: Record<string, string> = {}): Response => {
    const date = new Date(world.now()).toUTCString();
    return new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', date, ...headers },
    });
  };

  const perform = ({ method, form, isHeard }: SlackCall, isAnswered: boolean): object => {
    const wasAnswered = isAnswered && isHeard();
    switch (method) {
      case 'chat.postMessage':
        return post(form, wasAnswered);
      case 'chat.update':
        return update(form);
      case 'auth.test':
        return { ok: true, team_id: 'T1', user_id: 'UPAYLINK', bot_id: 'B1' };
      case 'chat.getPermalink':
        return { ok: true, permalink: `https://slack.example/${form.get('message_ts')}` };
      case 'conversations.open':
        return openConversation(`D${(form.get('users') ?? '').slice(1)}`);
      case 'files.getUploadURLExternal':
        return files.announce(form.get('filename') ?? '');
      case 'files.completeUploadExternal':
        return share(form, wasAnswered);
      default:
        return refuse('unknown_method');
    }
  };

  return {
    messages: () => messages,
    dismiss: (userId, code) => dismissed.set(`D${userId.slice(1)}`, code),
    refusedLeaverAt: () => refusedLeaverAt,
    installedToken: refusals.installedToken,
    put: async (url, file) => {
      await world.sleep(dice.whole(20, 2_000));
      if (!url.startsWith(UPLOADS) || dice.chance(trouble() / 2)) return 503;
      return files.put(url, file);
    },
    call: async (call) => {
      const { method, form, token } = call;
      const fate = refusals.drawFate({ method, channel: form.get('channel'), token });
      await world.sleep(dice.whole(20, 300));
      switch (fate.does) {
        case 'rest':
          return answer({ ok: false, error: 'ratelimited' }, 429, { 'retry-after': String(fate.seconds) });
        case 'refuse':
          return answer({ ok: false, error: fate.code });
        case 'error-before':
          return answer({ ok: false }, 503);
        case 'error-after':
          perform(call, false);
          return answer({ ok: false }, 500);
        case 'drop-before':
          throw new TypeError('fetch failed');
        case 'drop-after':
          perform(call, false);
          throw new TypeError('fetch failed');
        case 'slow': {
          // Some delays outlast a lease, so that the message comes from a process presumed dead.
          await world.sleep(dice.pick([3_000, 50_000]));
          return answer(perform(call, true));
        }
        case 'answer':
          return answer(perform(call, true));
      }
    },
  };
};
