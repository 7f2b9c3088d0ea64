import {
  type Logger,
  LogLevel,
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  WebClient,
} from '@slack/web-api';
import type { Clock } from '../../src/clock.ts';
import { readFailureCode } from '../../src/operations/doctor/check.ts';
import { RATE_LIMITED } from '../../src/slack/slack-errors.ts';
import { createSlackFetch } from '../../src/slack/slack-fetch.ts';

export type Json = Record<string, unknown>;

/** How a call ended. `refused`: Slack answered with an error. `lost`: no answer; `error` is the network's code. */
export interface Ending {
  answer: Json | null;
  end: 'accepted' | 'refused' | 'lost';
  error: string | null;
}

export interface SlackCaller {
  /** Keeps to Slack's rate limits. Never rejects. */
  call(method: string, work: (client: WebClient) => Promise<object>): Promise<Ending>;
}

/**
 * Milliseconds between calls of a method: one message per second and channel, and fifty calls per minute in tier 3
 * (docs.slack.dev, rate limits).
 */
const GAPS: Record<string, number> = {
  'chat.postMessage': 1_100,
  'chat.postEphemeral': 1_100,
  'chat.update': 1_250,
  'chat.delete': 1_250,
  'files.delete': 1_250,
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
}: {
  apiUrl: string;
  /** Null: only methods without a token work. */
  token: string | null;
  clock: Clock;
}): SlackCaller => {
  const client = new WebClient(token ?? undefined, {
    slackApiUrl: apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: PATIENCE_MS,
    logger: SILENT,
    fetch: createSlackFetch(apiUrl),
  });
  const nextAt = new Map<string, number>();

  const takeTurn = async (method: string): Promise<void> => {
    const wait = (nextAt.get(method) ?? 0) - clock.now();
    if (wait > 0) await clock.sleep(wait);
    nextAt.set(method, clock.now() + (GAPS[method] ?? 0));
  };

  return {
    call: async (method, work) => {
      for (let waits = 0; ; waits += 1) {
        await takeTurn(method);
        try {
          return { answer: { ...(await work(client)) }, end: 'accepted', error: null };
        } catch (error) {
          if (!(error instanceof WebAPIRateLimitedError) || waits === MOST_WAITS) return readRefusal(error);
          await clock.sleep(error.retryAfter * 1_000);
        }
      }
    },
  };
};

function readRefusal(error: unknown): Ending {
  if (error instanceof WebAPIPlatformError)
    return { answer: { ...error.data }, end: 'refused', error: error.data.error };
  if (error instanceof WebAPIRateLimitedError) return { answer: null, end: 'refused', error: RATE_LIMITED };
  if (error instanceof WebAPIHTTPError)
    return { answer: null, end: 'refused', error: `http_${error.statusCode}` };
  const cause = error instanceof WebAPIRequestError ? error.original : error;
  return { answer: null, end: 'lost', error: readFailureCode(cause) };
}
