import {
  ErrorCode,
  type Logger,
  LogLevel,
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  WebClient,
} from '@slack/web-api';
import { request } from 'undici';
import type { Clock } from '../clock.ts';
import { readFailureCode } from '../operations/doctor/ask.ts';
import { RATE_LIMITED } from '../slack/slack-errors.ts';
import { createSlackFetch } from '../slack/slack-fetch.ts';

export type Json = Record<string, unknown>;

/** The result of one call. `refused`: Slack returned an error. `lost`: no answer; `error` is the network's code. */
export interface CallResult {
  method: string;
  args: Json;
  answer: Json | null;
  end: 'accepted' | 'refused' | 'lost';
  error: string | null;
  ms: number;
}

export interface SlackCaller {
  /** Respects Slack's rate limits. Never rejects. */
  call(method: string, args: Json): Promise<CallResult>;
  /** Uploads bytes to a URL from Slack. */
  upload(url: string, bytes: Buffer): Promise<CallResult>;
}

/** Method name of `upload` in recordings. */
export const UPLOAD = 'upload';
const NEEDS_NO_TOKEN = new Set(['blocks.validate']);

/**
 * Milliseconds between calls of a method: one message per second and channel, and fifty calls per minute in tier 3
 * (docs.slack.dev, rate limits). `blocks.validate` has no published limit.
 */
const GAPS: Record<string, number> = {
  'chat.postMessage': 1_100,
  'chat.postEphemeral': 1_100,
  'chat.update': 1_250,
  'chat.delete': 1_250,
  'files.delete': 1_250,
  'blocks.validate': 200,
};

const MOST_WAITS = 6;
const PATIENCE_MS = 20_000;

const nothing = (): void => undefined;
const SILENT: Logger = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  setLevel: nothing,
  getLevel: () => LogLevel.ERROR,
  setName: nothing,
};

export const createSlackCaller = ({
  apiUrl,
  token,
  clock,
  waiting,
}: {
  apiUrl: string;
  /** Null: only methods without a token work. */
  token: string | null;
  clock: Clock;
  /** The signal that ends a wait starting now. */
  waiting: () => AbortSignal;
}): SlackCaller => {
  const options = {
    slackApiUrl: apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: PATIENCE_MS,
    logger: SILENT,
    fetch: createSlackFetch(apiUrl),
  };
  const [withToken, without] = [
    new WebClient(token ?? undefined, options),
    new WebClient(undefined, options),
  ];
  const nextAt = new Map<string, number>();

  const takeTurn = async (method: string): Promise<void> => {
    const wait = (nextAt.get(method) ?? 0) - clock.now();
    if (wait > 0) await clock.sleep(wait, waiting());
    nextAt.set(method, clock.now() + (GAPS[method] ?? 0));
  };

  const timed = async (
    method: string,
    args: Json,
    ask: () => Promise<Omit<CallResult, 'method' | 'args' | 'ms'>>,
  ): Promise<CallResult> => {
    const startedAt = performance.now();
    const came = await ask();
    return { method, args, ...came, ms: Math.round(performance.now() - startedAt) };
  };

  return {
    call: async (method, args) => {
      for (let waits = 0; ; waits += 1) {
        await takeTurn(method);
        let retryAfter: number | null = null;
        const result = await timed(method, args, async () => {
          try {
            const client = NEEDS_NO_TOKEN.has(method) ? without : withToken;
            return { answer: { ...(await client.apiCall(method, args)) }, end: 'accepted', error: null };
          } catch (error) {
            if (error instanceof WebAPIRateLimitedError) retryAfter = error.retryAfter;
            return readRefusal(error);
          }
        });
        if (retryAfter === null || waits === MOST_WAITS) return result;
        await clock.sleep(retryAfter * 1_000, waiting());
      }
    },
    upload: (url, bytes) =>
      timed(UPLOAD, { url, bytes: bytes.toString('base64') }, async () => {
        try {
          const { statusCode, body } = await request(url, {
            method: 'POST',
            headers: { 'content-type': 'application/octet-stream' },
            body: bytes,
            headersTimeout: PATIENCE_MS,
            bodyTimeout: PATIENCE_MS,
          });
          await body.dump();
          return statusCode === 200
            ? { answer: { ok: true }, end: 'accepted', error: null }
            : { answer: { ok: false }, end: 'refused', error: `http_${statusCode}` };
        } catch (error) {
          return { answer: null, end: 'lost', error: readFailureCode(error) };
        }
      }),
  };
};

function readRefusal(error: unknown): Pick<CallResult, 'answer' | 'end' | 'error'> {
  if (error instanceof WebAPIPlatformError)
    return { answer: { ...error.data }, end: 'refused', error: error.data.error };
  if (error instanceof WebAPIRateLimitedError) return { answer: null, end: 'refused', error: RATE_LIMITED };
  if (error instanceof WebAPIHTTPError)
    return { answer: null, end: 'refused', error: `http_${error.statusCode}` };
  if (error instanceof WebAPIRequestError)
    return { answer: null, end: 'lost', error: readFailureCode(error.original) };
  return { answer: null, end: 'lost', error: error instanceof Error ? error.name : ErrorCode.RequestError };
}
