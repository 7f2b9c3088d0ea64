import { createHmac } from 'node:crypto';
import http from 'node:http';
import type { Journal } from './journal.ts';
import { parseJson } from './page/read-json.ts';

export interface AppAnswer {
  /** 0: no answer in time, or no connection. */
  status: number;
  text: string;
  json: unknown;
  /** The app asked for no retry. */
  isRetryUnwanted: boolean;
}

export interface AppPost {
  /** The envelope type in Socket Mode. */
  kind: 'slash_commands' | 'interactive' | 'events_api';
  what: string;
  contentType: 'application/json' | 'application/x-www-form-urlencoded';
  body: string;
  /** The parsed body, for the inspector and Socket Mode. */
  shown: unknown;
  retry?: { num: number; reason: string };
}

export type PostToApp = (post: AppPost) => Promise<AppAnswer>;

/** Sends a post over a socket instead of HTTP; null if no socket is open. */
export type SendOverSocket = (post: AppPost, withinMs: number) => Promise<AppAnswer> | null;

interface PostDeps {
  journal: Journal;
  appUrl: () => string | undefined;
  signingSecret: string;
  answerWithinMs: number;
  overSocket: SendOverSocket;
}

export const silence: AppAnswer = { status: 0, text: '', json: undefined, isRetryUnwanted: false };

const exchange = (
  url: string,
  body: string,
  headers: Record<string, string>,
  withinMs: number,
): Promise<AppAnswer> =>
  new Promise((resolve) => {
    // A new connection each time: after a restart on the same port, an old one would be dead.
    const request = http.request(url, { method: 'POST', headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => settle(silence));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const isRetryUnwanted = response.headers['x-slack-no-retry'] === '1';
        settle({ status: response.statusCode ?? 0, text, json: parseJson(text), isRetryUnwanted });
      });
    });
    const settle = (answer: AppAnswer): void => {
      clearTimeout(timer);
      request.destroy();
      resolve(answer);
    };
    const timer = setTimeout(() => settle(silence), withinMs);
    request.on('error', () => settle(silence));
    request.end(body);
  });

/** Slack's signature headers over the exact body. `at`: epoch milliseconds. */
const signRequest = (secret: string, body: string, at: number): Record<string, string> => {
  const timestamp = String(Math.floor(at / 1000));
  const mac = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${mac}` };
};

const retryHeaders = (retry: AppPost['retry']): Record<string, string> =>
  retry === undefined ? {} : { 'x-slack-retry-num': String(retry.num), 'x-slack-retry-reason': retry.reason };

/** Sends as Slack does: over an open socket, otherwise by signed HTTP request, with Slack's timeout. */
export const createPostToApp = ({
  journal,
  appUrl,
  signingSecret,
  answerWithinMs,
  overSocket,
}: PostDeps): PostToApp => {
  const overHttp = async ({ contentType, body, retry }: AppPost): Promise<AppAnswer> => {
    const url = appUrl();
    if (url === undefined) return silence;
    return exchange(
      new URL(url).pathname === '/' ? new URL('/slack/events', url).href : url,
      body,
      {
        'content-type': contentType,
        'content-length': String(Buffer.byteLength(body)),
        // The real clock, not the injected one: the app compares it with its own.
        ...signRequest(signingSecret, body, Date.now()),
        ...retryHeaders(retry),
      },
      answerWithinMs,
    );
  };
  return async (post) => {
    const startedAt = performance.now();
    const answer = await (overSocket(post, answerWithinMs) ?? overHttp(post));
    journal.add({
      direction: 'slack-to-app',
      what: post.what,
      status: answer.status,
      durationMs: Math.round(performance.now() - startedAt),
      request: post.shown,
      answer: answer.json ?? answer.text,
    });
    return answer;
  };
};

/** Slack's retries of an event: at once, after a minute, after five. */
export const SLACK_RETRY_DELAYS: readonly number[] = [0, 60_000, 300_000];

/** Plans the retries of events. `delays`: real milliseconds since the previous attempt. */
export const createEventRetries = (delays: readonly number[]) => {
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;
  const plan = (send: (num: number) => Promise<boolean>, num: number): void => {
    const delay = delays[num - 1];
    if (delay === undefined || isStopped) return;
    const timer = setTimeout(async () => {
      timers.delete(timer);
      if (!(await send(num))) plan(send, num + 1);
    }, delay);
    timer.unref();
    timers.add(timer);
  };
  return {
    /** `send` gets the retry number and returns true if no more retries are needed. */
    begin: (send: (num: number) => Promise<boolean>): void => plan(send, 1),
    /** Cancels all planned retries. */
    stop(): void {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
};

export type EventRetries = ReturnType<typeof createEventRetries>;
