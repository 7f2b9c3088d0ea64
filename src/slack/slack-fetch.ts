import { Agent, type Dispatcher, fetch as fetchOver, request } from 'undici';
import { z } from 'zod';
import { createRecentMap } from '../recent-map.ts';
import { readDirectAddress } from './complete-body.ts';
import { readSlackCode } from './slack-errors.ts';

/** Doing these twice has the same result as doing them once. A second `views.open` finds its trigger already used. */
const REPEATABLE = new Set([
  'views.open',
  'views.push',
  'views.update',
  'views.publish',
  'chat.update',
  'chat.getPermalink',
  'conversations.info',
  'conversations.open',
  'users.info',
  'team.info',
  'files.info',
  'files.getUploadURLExternal',
  'auth.test',
]);

/** The connection ended before an answer began. */
const ENDED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/**
 * Sends calls to Slack. Slack closes idle connections, sometimes just as the next call goes out (`other side closed`).
 * Calls that are safe to repeat share connections, and are repeated once on a new one. Every other call gets its own
 * connection, because after such an end we could not tell whether Slack accepted a post.
 *
 * Reads the whole body of an answer of the Web API. `fetch` would do the same with twice the work.
 */
export const createSlackFetch = (
  slackApiUrl: string,
  onCall: (call: SlackCall) => void = () => {},
  now: () => number = Date.now,
): typeof fetch => {
  const shared = new Agent();
  // Without pipelining, a connection closes after its answer.
  const once = new Agent({ pipelining: 0 });
  return async (url, init = {}) => {
    const address = String(url);
    // A form with files in it is not of the FormData class that this `undici` knows.
    if (init.body instanceof FormData) return fetch(url, init);
    // The caller reads only the beginning of an answer from a `response_url`. The cast: Node's types and undici's both
    // declare the standard `Response`, and differ in their streams.
    if (!address.startsWith(slackApiUrl) || !isCall(init))
      return (await fetchOver(address, { ...(init as object), dispatcher: once })) as unknown as Response;
    const send = (dispatcher: Agent) =>
      request(address, {
        dispatcher,
        method: 'POST',
        headers: init.headers,
        body: init.body,
        signal: init.signal ?? null,
      });
    const method = address.slice(slackApiUrl.length);
    const call = async () => {
      if (!REPEATABLE.has(method)) return readWhole(await send(once));
      const begun = await send(shared).catch((error: unknown) => {
        if (!hasEnded(error)) throw error;
        return send(once);
      });
      return readWhole(begun);
    };
    const askedAt = now();
    let outcome = 'no_answer';
    let date: string | null = null;
    try {
      const { status, headers, bytes } = await call();
      outcome = status === 200 ? readOutcome(bytes) : `http_${status}`;
      date = headers.find(([name]) => name === 'date')?.[1] ?? null;
      return buildAnswer({ status, headers }, bytes);
    } finally {
      onCall({ method, outcome, date, durationMs: now() - askedAt });
    }
  };
};

/** One call of the Web API. `outcome`: `ok`, Slack's error code, `http_503`, `unreadable` or `no_answer`. */
export interface SlackCall {
  method: string;
  outcome: string;
  /** The `Date` header of the answer; null: there was no answer, or it had none. */
  date: string | null;
  durationMs: number;
}

/** How Slack begins almost every answer, which need not be parsed twice. */
const OK = Buffer.from('{"ok":true');
const answerSchema = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), error: z.string() }),
]);

function readOutcome(bytes: ArrayBuffer): string {
  const body = Buffer.from(bytes);
  if (body.subarray(0, OK.length).equals(OK)) return 'ok';
  try {
    const answer = answerSchema.parse(JSON.parse(body.toString('utf8')));
    return answer.ok ? 'ok' : answer.error;
  } catch {
    return 'unreadable';
  }
}

/** As Slack's client makes them. */
const isCall = (init: RequestInit): init is RequestInit & { headers: Record<string, string>; body: string } =>
  init.method === 'POST' && typeof init.body === 'string' && !Array.isArray(init.headers);

const hasEnded = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ENDED.has(String(error.code));

async function readWhole({ statusCode: status, headers, body }: Dispatcher.ResponseData) {
  const named = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return { status, headers: named, bytes: await body.arrayBuffer() };
}

/**
 * Runs `work` with a signal that aborts after `ms`. Unlike the timer of `AbortSignal.timeout`, this one ends with the work,
 * and does not keep everything that belongs to a call in memory until the limit.
 */
export const within = async <Result>(
  ms: number,
  signal: AbortSignal | null | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new DOMException('There was no answer in time.', 'TimeoutError')),
    ms,
  );
  try {
    return await work(signal ? AbortSignal.any([late.signal, signal]) : late.signal);
  } finally {
    clearTimeout(timer);
  }
};

/** A `Response` made of an answer whose body has been read. */
export const buildAnswer = (
  { status, ...rest }: ResponseInit & { status: number },
  body: Uint8Array<ArrayBuffer> | ArrayBuffer,
): Response =>
  // A Response with one of these statuses must not have a body.
  new Response([204, 205, 304].includes(status) ? null : body, { status, ...rest });

/** In place of the `timeout` of Slack's client: see `within`. `fetchSlack` reads the whole answer. */
export const answerWithin =
  (ms: number, fetchSlack: typeof fetch): typeof fetch =>
  (url, init) =>
    within(ms, init?.signal, (signal) => fetchSlack(url, { ...init, signal }));

/** Slack refused the message; carries Slack's reason. */
export class ResponseRefused extends Error {
  override name = 'ResponseRefused';
  readonly reason: string;

  /** Slack might accept it with other blocks. */
  get isAboutBlocks(): boolean {
    return readSlackCode(this.reason) === 'blocks';
  }

  /** No more posts are possible there. */
  get isOver(): boolean {
    return readSlackCode(this.reason) === 'addressUsed';
  }

  constructor(reason: string) {
    super(`Slack did not take the answer: ${reason}`);
    this.reason = reason;
  }
}

/** Slack answers quickly or not at all. */
const PATIENCE_MS = 20_000;
/** Slack answers `ok`, or a few words on why not. */
const MOST_BYTES = 16 * 1024;
/** Slack takes this many posts at one `response_url`, within thirty minutes. Refused posts may count too. */
const MOST_POSTS = 5;
const MOST_KEPT = 5_000;

export type ResponseUrls = ReturnType<typeof createResponseUrls>;

/** The only way to post to a `response_url`, so it knows how many posts are left. */
export const createResponseUrls = ({
  fetchSlack,
  postDirectly = async () => {
    throw new Error('no way to post without a response_url');
  },
  patienceMs = PATIENCE_MS,
  maxBytes = MOST_BYTES,
}: {
  fetchSlack: typeof fetch;
  /** Posts what would go to a `response_url` that Slack left out, to one person. */
  postDirectly?: (to: { teamId: string; userId: string }, message: unknown) => Promise<void>;
  patienceMs?: number;
  maxBytes?: number;
}) => {
  const posts = createRecentMap<number>(MOST_KEPT);
  return {
    /** Counts only posts by this process. */
    left: (url: string): number => Math.max(0, MOST_POSTS - (posts.get(url) ?? 0)),
    /**
     * Reads only as much of the answer as a reason needs, and only for a while; cuts off the rest. Rejects if no answer
     * began in time.
     */
    post: async (url: string, init: RequestInit): Promise<Response> => {
      posts.set(url, (posts.get(url) ?? 0) + 1);
      const person = readDirectAddress(url);
      if (person !== null) {
        await postDirectly(person, JSON.parse(String(init.body)));
        return new Response('ok');
      }
      return within(patienceMs, init.signal, async (signal) => {
        const answer = await fetchSlack(url, { ...init, signal });
        const { status, statusText, headers } = answer;
        return buildAnswer({ status, statusText, headers }, await readBeginning(answer, maxBytes));
      });
    },
  };
};

async function readBeginning(answer: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const kept = new Uint8Array(maxBytes);
  let length = 0;
  const reader = answer.body?.getReader();
  try {
    while (reader && length < maxBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      const part = value.subarray(0, maxBytes - length);
      kept.set(part, length);
      length += part.length;
    }
  } catch {
    // The status already says whether Slack accepted it; a missing rest does not change that.
  }
  await reader?.cancel().catch(() => undefined);
  return kept.slice(0, length);
}
