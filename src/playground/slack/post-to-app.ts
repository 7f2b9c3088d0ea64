import { createHmac } from 'node:crypto';
import http from 'node:http';
import type { Journal } from './journal.ts';
import { parseJson } from './read-json.ts';

export interface AppAnswer {
  /** 0: no answer in time, or nobody there. */
  status: number;
  text: string;
  json: unknown;
}

export interface AppPost {
  what: string;
  contentType: 'application/json' | 'application/x-www-form-urlencoded';
  body: string;
  /** For the inspector. */
  shown: unknown;
  headers?: Record<string, string>;
}

export type PostToApp = (post: AppPost) => Promise<AppAnswer>;

interface PostDeps {
  journal: Journal;
  appUrl: () => string | undefined;
  signingSecret: string;
  answerWithinMs: number;
}

const silence: AppAnswer = { status: 0, text: '', json: undefined };

const exchange = (
  url: string,
  body: string,
  headers: Record<string, string>,
  withinMs: number,
): Promise<AppAnswer> =>
  new Promise((resolve) => {
    // A fresh connection each time: an app that was restarted on the same port must not meet a dead socket.
    const request = http.request(url, { method: 'POST', headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => settle(silence));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        settle({ status: response.statusCode ?? 0, text, json: parseJson(text) });
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
export const signRequest = (secret: string, body: string, at: number): Record<string, string> => {
  const timestamp = String(Math.floor(at / 1000));
  const mac = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${mac}` };
};

/** Sends as Slack does: signed over the exact bytes, and waiting only so long. */
export const createPostToApp =
  ({ journal, appUrl, signingSecret, answerWithinMs }: PostDeps): PostToApp =>
  async ({ what, contentType, body, shown, headers = {} }) => {
    const startedAt = performance.now();
    const url = appUrl();
    const answer =
      url === undefined
        ? silence
        : await exchange(
            `${url.replace(/\/$/, '')}/slack/events`,
            body,
            {
              'content-type': contentType,
              'content-length': String(Buffer.byteLength(body)),
              // The machine's clock, not the injected one: the app compares it with its own.
              ...signRequest(signingSecret, body, Date.now()),
              ...headers,
            },
            answerWithinMs,
          );
    journal.add({
      direction: 'slack-to-app',
      what,
      status: answer.status,
      durationMs: Math.round(performance.now() - startedAt),
      request: shown,
      answer: answer.json ?? answer.text,
    });
    return answer;
  };
