import type { World } from './world.ts';

export interface Shown {
  at: number;
  text: string;
}

/** A message as everybody sees it, with all that it ever said. */
export interface Message {
  channel: string;
  ts: string;
  threadTs: string | null;
  /** The link whose card it is. */
  cardOf: string | null;
  said: Shown[];
  /** False: whoever posted it could not know. */
  wasAnswered: boolean;
}

export interface SimulatedSlack {
  /** What Slack's client is given instead of the network. */
  fetch: (method: string, form: URLSearchParams) => Promise<Response>;
  messages(): readonly Message[];
}

type Fate =
  | 'answer'
  | 'ratelimited'
  | 'error-before'
  | 'error-after'
  | 'drop-before'
  | 'drop-after'
  | 'slow'
  | 'token_revoked'
  | 'internal_error';

const FATES = [
  'ratelimited',
  'ratelimited',
  'error-before',
  'error-after',
  'drop-before',
  'drop-after',
  'slow',
  'slow',
  'token_revoked',
  'internal_error',
] as const;

/** Slack: keeps messages, and misbehaves as Slack does. `onShown` hears of every text in the moment when people see it. */
export const createSimulatedSlack = (
  world: World,
  {
    trouble,
    onShown,
  }: {
    trouble: () => number;
    /** `drawn`: all words of its blocks. */
    onShown: (shown: { text: string; drawn: string }) => void;
  },
): SimulatedSlack => {
  const { dice } = world;
  const messages: Message[] = [];
  let restsUntil = 0;
  let tokenIsBadUntil = 0;

  const show = (message: Message, form: URLSearchParams) => {
    const text = form.get('text') ?? '';
    message.said.push({ at: world.now(), text });
    world.note(
      `  slack: ${message.threadTs ? 'reply' : 'message'} ${message.ts} in ${message.channel}: ${text}`,
    );
    onShown({ text, drawn: form.get('blocks') ?? '' });
  };

  const post = (form: URLSearchParams, wasAnswered: boolean): object => {
    const asked = form.get('channel') ?? '';
    const channel = asked.startsWith('U') ? `D${asked.slice(1)}` : asked;
    const threadTs = form.get('thread_ts');
    if (threadTs !== null && !messages.some(({ ts }) => ts === threadTs))
      return { ok: false, error: 'thread_not_found' };
    const metadata = form.get('metadata');
    const ts = `${Math.floor(world.now() / 1_000)}.${String(messages.length).padStart(6, '0')}`;
    const message: Message = {
      channel,
      ts,
      threadTs,
      cardOf: metadata === null ? null : (JSON.parse(metadata).event_payload.id as string),
      said: [],
      wasAnswered,
    };
    messages.push(message);
    show(message, form);
    return { ok: true, channel, ts, message: { ts } };
  };

  const update = (form: URLSearchParams): object => {
    const message = messages.find(
      ({ ts, channel }) => ts === form.get('ts') && channel === form.get('channel'),
    );
    if (!message) return { ok: false, error: 'message_not_found' };
    show(message, form);
    return { ok: true, channel: message.channel, ts: message.ts };
  };

  const perform = (method: string, form: URLSearchParams, wasAnswered: boolean): object => {
    switch (method) {
      case 'chat.postMessage':
        return post(form, wasAnswered);
      case 'chat.update':
        return update(form);
      case 'auth.test':
        return { ok: true, team_id: 'T1', user_id: 'UPAYLINK', bot_id: 'B1' };
      case 'conversations.open':
        return { ok: true, channel: { id: `D${(form.get('users') ?? '').slice(1)}` } };
      default:
        return { ok: false, error: 'unknown_method' };
    }
  };

  const drawFate = (method: string): Fate => {
    if (world.now() < tokenIsBadUntil) return 'token_revoked';
    if (world.now() < restsUntil) return 'ratelimited';
    if (!dice.chance(trouble())) return 'answer';
    const fate = dice.pick(FATES);
    world.note(`  slack: ${method} ${fate}`);
    if (fate === 'token_revoked') tokenIsBadUntil = world.now() + dice.whole(5_000, 600_000);
    return fate;
  };

  return {
    messages: () => messages,
    fetch: async (method, form) => {
      const fate = drawFate(method);
      await world.sleep(dice.whole(20, 300));
      switch (fate) {
        case 'ratelimited': {
          const seconds = dice.whole(1, 30);
          restsUntil = Math.max(restsUntil, world.now() + seconds * 1_000);
          return answer({ ok: false, error: 'ratelimited' }, 429, { 'retry-after': String(seconds) });
        }
        case 'error-before':
          return answer({ ok: false }, 503);
        case 'error-after':
          perform(method, form, false);
          return answer({ ok: false }, 500);
        case 'drop-before':
          throw new TypeError('fetch failed');
        case 'drop-after':
          perform(method, form, false);
          throw new TypeError('fetch failed');
        case 'token_revoked':
        case 'internal_error':
          return answer({ ok: false, error: fate });
        case 'slow': {
          // Past a lease, some of them: what is posted then comes from one that was taken for dead.
          await world.sleep(dice.pick([3_000, 15_000, 50_000]));
          return answer(perform(method, form, true));
        }
        case 'answer':
          return answer(perform(method, form, true));
      }
    },
  };
};

const answer = (body: object, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
