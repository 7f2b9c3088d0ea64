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
/** What reached Slack, and what was told of each call. */
let arrived: string[];
let told: { method: string; error: unknown }[];
/** For how long Slack wants to be left alone; null: it takes what comes. */
let retryAfter: number | null;

beforeEach(async () => {
  now = 1_000_000;
  arrived = [];
  told = [];
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
    { onCall: (method, error) => told.push({ method, error }), clock: { now: () => now } },
  );
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const post = (channel: string) => client.chat.postMessage({ channel, text: 'a card' });
const edit = (channel: string) => client.chat.update({ channel, ts: '1.1', text: 'a card' });
/** The seconds after which Slack may be asked again. */
const refused = (call: Promise<unknown>): Promise<number | string> =>
  call.then(
    () => 'taken',
    (error: unknown) => (error instanceof WebAPIRateLimitedError ? error.retryAfter : 'another fault'),
  );

test('how each call ended is told once', async () => {
  await post('C1');
  server.closeAllConnections();
  retryAfter = 7;
  await refused(edit('C1'));
  expect(told).toEqual([
    { method: 'chat.postMessage', error: null },
    { method: 'chat.update', error: expect.any(WebAPIRateLimitedError) },
  ]);
});

describe('while Slack wants to be left alone', () => {
  beforeEach(async () => {
    retryAfter = 7;
    expect(await refused(post('C1'))).toBe(7);
    retryAfter = null;
  });

  test('a channel gets no post, and who asks hears how long is left', async () => {
    expect(await refused(post('C1'))).toBe(7);
    now += 4_500;
    expect(await refused(post('C1'))).toBe(2.5);
    now += 2_499;
    expect(await refused(post('C1'))).toBe(0.001);
    expect(arrived).toEqual(['chat.postMessage C1']);
    expect(told).toHaveLength(1);
  });

  test('other channels are posted to, and what is no post is asked', async () => {
    expect(await refused(post('C2'))).toBe('taken');
    expect(await refused(edit('C1'))).toBe('taken');
    expect(arrived).toEqual(['chat.postMessage C1', 'chat.postMessage C2', 'chat.update C1']);
  });

  test('the channel is posted to as soon as that is over, and from then on', async () => {
    now += 7_000;
    expect(await refused(post('C1'))).toBe('taken');
    now -= 1;
    expect(await refused(post('C1'))).toBe('taken');
    expect(arrived).toHaveLength(3);
  });

  test('a clock that is set back makes it no longer', async () => {
    now -= 1;
    expect(await refused(post('C1'))).toBe('taken');
  });
});

test('what is counted by its method alone rests for every channel', async () => {
  retryAfter = 3;
  expect(await refused(edit('C1'))).toBe(3);
  retryAfter = null;
  expect(await refused(edit('C2'))).toBe(3);
  expect(arrived).toEqual(['chat.update C1']);
});

test('a fault of another kind makes nothing rest', async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  expect(await refused(post('C1'))).toBe('another fault');
  expect(await refused(post('C1'))).toBe('another fault');
  expect(told).toHaveLength(2);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
