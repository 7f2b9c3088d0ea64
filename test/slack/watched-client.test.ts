import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebAPIRateLimitedError } from '@slack/web-api';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { createBoltLogger } from '../../src/slack/bolt-logger.ts';
import { WatchedClient } from '../../src/slack/slack-clients.ts';

let server: Server;
let client: WatchedClient;
let now: number;
/** Calls that reached Slack, and the reported result of each. */
let arrived: string[];
let reported: { method: string; error: unknown }[];
/** Slack's `Retry-After`; null: accepts calls. */
let retryAfter: number | null;

beforeEach(async () => {
  now = 1_000_000;
  arrived = [];
  reported = [];
  retryAfter = null;
  server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    arrived.push(`${request.url?.replace('/api/', '')} ${new URLSearchParams(body).get('channel') ?? ''}`);
    if (retryAfter !== null) response.writeHead(429, { 'retry-after': String(retryAfter) }).end();
    else response.setHeader('content-type', 'application/json').end('{"ok":true}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = new WatchedClient(
    'xoxb-1',
    {
      slackApiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`,
      logger: createBoltLogger(createLog('silent')),
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
    },
    { onCall: (method, error) => reported.push({ method, error }), clock: { now: () => now } },
  );
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const post = (channel: string) => client.chat.postMessage({ channel, text: 'a card' });
const edit = (channel: string) => client.chat.update({ channel, ts: '1.1', text: 'a card' });
/** Seconds until Slack may be called again. */
const refused = (call: Promise<unknown>): Promise<number | string> =>
  call.then(
    () => 'taken',
    (error: unknown) => (error instanceof WebAPIRateLimitedError ? error.retryAfter : 'another fault'),
  );

test('the result of each call is reported once', async () => {
  await post('C1');
  server.closeAllConnections();
  retryAfter = 7;
  await refused(edit('C1'));
  expect(reported).toEqual([
    { method: 'chat.postMessage', error: null },
    { method: 'chat.update', error: expect.any(WebAPIRateLimitedError) },
  ]);
});

describe('while Slack rate-limits', () => {
  beforeEach(async () => {
    retryAfter = 7;
    expect(await refused(post('C1'))).toBe(7);
    retryAfter = null;
  });

  test('a channel gets no post, and the caller learns how long to wait', async () => {
    expect(await refused(post('C1'))).toBe(7);
    now += 4_500;
    expect(await refused(post('C1'))).toBe(2.5);
    now += 2_499;
    expect(await refused(post('C1'))).toBe(0.001);
    expect(arrived).toEqual(['chat.postMessage C1']);
    expect(reported).toHaveLength(1);
  });

  test('other channels get posts, and other methods are called', async () => {
    expect(await refused(post('C2'))).toBe('taken');
    expect(await refused(edit('C1'))).toBe('taken');
    expect(arrived).toEqual(['chat.postMessage C1', 'chat.postMessage C2', 'chat.update C1']);
  });

  test('the channel gets posts again afterwards', async () => {
    now += 7_000;
    expect(await refused(post('C1'))).toBe('taken');
    now -= 1;
    expect(await refused(post('C1'))).toBe('taken');
    expect(arrived).toHaveLength(3);
  });

  test('a clock that is set back does not prolong it', async () => {
    now -= 1;
    expect(await refused(post('C1'))).toBe('taken');
  });
});

test('a wait of years is one of an hour', async () => {
  retryAfter = 99_999_999_999;
  await refused(post('C1'));
  retryAfter = null;
  expect(await refused(post('C1'))).toBe(3_600);
  now += 3_600_000;
  expect(await refused(post('C1'))).toBe('taken');
});

test('a limit per method applies to every channel', async () => {
  retryAfter = 3;
  expect(await refused(edit('C1'))).toBe(3);
  retryAfter = null;
  expect(await refused(edit('C2'))).toBe(3);
  expect(arrived).toEqual(['chat.update C1']);
});

test('another error pauses nothing', async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  expect(await refused(post('C1'))).toBe('another fault');
  expect(await refused(post('C1'))).toBe('another fault');
  expect(reported).toHaveLength(2);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
