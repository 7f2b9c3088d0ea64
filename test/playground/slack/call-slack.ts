import { App, type AppOptions, HTTPReceiver, type Logger, LogLevel } from '@slack/bolt';
import { ErrorCode, type WebAPIPlatformError, type WebAPIRateLimitedError, WebClient } from '@slack/web-api';
import type { Snapshot } from '../../../playground/page/page-api.ts';
import { type JsonRecord, readRecord, readText } from '../../../playground/page/read-json.ts';
import type { LocalSlack } from '../../../playground/slack/local-slack.ts';
import { FRONT_DESK, SARA } from '../../../playground/slack/people-and-places.ts';

/** Tests provoke errors; their stack traces would be noise. */
export const silent: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  getLevel: () => LogLevel.ERROR,
  setName: () => {},
};

/** A client that retries nothing. Without a token: that of the local Slack's app, if it has one. */
export const createClient = (
  slack: { apiUrl: string; botToken?: string },
  token: string | undefined = slack.botToken,
): WebClient =>
  new WebClient(token, {
    slackApiUrl: slack.apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger: silent,
  });

const isPlatformError = (error: unknown): error is WebAPIPlatformError =>
  error instanceof Error && 'code' in error && error.code === ErrorCode.PlatformError;

const isRateLimited = (error: unknown): error is WebAPIRateLimitedError =>
  error instanceof Error && 'code' in error && error.code === ErrorCode.RateLimitedError;

/** Slack's answer to a call that it refuses. */
export const refusalOf = async (call: Promise<unknown>): Promise<Record<string, unknown>> => {
  const error: unknown = await call.then(
    () => new Error('Slack accepted the call'),
    (reason: unknown) => reason,
  );
  if (isRateLimited(error)) return { error: 'ratelimited', retryAfter: error.retryAfter };
  if (!isPlatformError(error)) throw error;
  return { ...error.data };
};

/** The code with which Slack refuses a call, or `ok`. */
export const codeOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'ok',
    async () => (await refusalOf(call))['error'],
  );

/** What Slack sent to the app last, or the app to Slack. */
export const latestRequest = (slack: LocalSlack): JsonRecord => readRecord(slack.exchanges().at(-1)?.request);

/** What Slack sends for a command that the app does not answer. */
export const typeCommand = async (slack: LocalSlack, as = SARA, channel = FRONT_DESK) => {
  await slack.command(as, channel, '/paylink');
  const payload = latestRequest(slack);
  return {
    payload,
    trigger_id: readText(payload['trigger_id']),
    responseUrl: readText(payload['response_url']),
  };
};

/** Posts to one of the page's routes. */
export const play = (
  { url }: { url: string },
  route: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${url}/_play/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** The snapshots that one person's page receives. */
export const followPage = async ({ url }: { url: string }, as: string) => {
  const stop = new AbortController();
  const stream = await fetch(`${url}/_play/stream?as=${as}`, { signal: stop.signal });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let seen = '';
  return {
    /** Waits until new snapshots have contained this. */
    until: async (text: string): Promise<void> => {
      while (!seen.includes(text)) seen += (await reader?.read())?.value ?? '';
      seen = '';
    },
    stop: () => stop.abort(),
  };
};

/** What one person's page shows; without `since`, after a reload. */
export const snapshotOf = async ({ url }: { url: string }, as: string, since?: number): Promise<Snapshot> =>
  (await (
    await fetch(`${url}/_play/snapshot?as=${as}${since === undefined ? '' : `&since=${since}`}`)
  ).json()) as Snapshot;

export interface BoltServer {
  app: App;
  appUrl: string;
  stop(): Promise<unknown>;
}

/** A real Bolt app over HTTP. */
export const serveBolt = async (
  slack: { apiUrl: string; signingSecret: string; setAppUrl(url: string): void },
  options: AppOptions,
  listen: (app: App) => void,
): Promise<BoltServer> => {
  const receiver = new HTTPReceiver({
    signingSecret: slack.signingSecret,
    logger: silent,
    // Shorter than Bolt's own 3 s, to save time.
    unhandledRequestTimeoutMillis: 500,
  });
  const app = new App({
    receiver,
    logger: silent,
    clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } },
    ...options,
  });
  listen(app);
  const server = await receiver.start(0);
  const address = server.address();
  const appUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  slack.setAppUrl(appUrl);
  return { app, appUrl, stop: () => receiver.stop() };
};
