import { beforeEach, expect, test } from 'vitest';
import { createLocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import { FRONT_DESK, SALES } from '../../packages/local-slack/src/people-and-places.ts';
import { createLog } from '../../src/log.ts';
import { createBoltLogger } from '../../src/slack/bolt-logger.ts';
import {
  createRequestClients,
  createSlackClients,
  type SlackClients,
} from '../../src/slack/slack-clients.ts';
import { readSlackFailure } from '../../src/slack/slack-failure.ts';
import { perTest } from '../fixtures/per-test.ts';

let clients: SlackClients;
let now = Date.UTC(2026, 10, 21, 8);

const slack = perTest(() => createLocalSlack({ now: () => now }));

beforeEach(() => {
  clients = createSlackClients({
    tokenOf: async () => slack.botToken,
    hasOneToken: true,
    options: {
      slackApiUrl: slack.apiUrl,
      logger: createBoltLogger(createLog('silent')),
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
    },
    watch: { onCall: () => {} },
    clock: { now: () => now },
  });
});

const endOf = (call: Promise<unknown>) => call.then(() => 'taken' as const, readSlackFailure);

test('a rate-limited method is not called until the limit ends', async () => {
  const post = await (await clients.of('T1')).chat.postMessage({ channel: FRONT_DESK, text: 'card' });
  const edit = async () =>
    endOf((await clients.of('T1')).chat.update({ channel: FRONT_DESK, ts: post.ts ?? '', text: 'edited' }));
  for (let i = 0; i < 50; i += 1) expect(await edit()).toBe('taken');
  expect(await edit()).toMatchObject({ kind: 'passing', code: 'ratelimited', retryAfterMs: 2_000 });
  now += 500;
  for (let i = 0; i < 100; i += 1)
    expect(await edit()).toMatchObject({ kind: 'passing', code: 'ratelimited', retryAfterMs: 1_500 });
  expect(slack.calls('chat.update')).toHaveLength(51);
  now += 1_500;
  expect(await edit()).toBe('taken');
});

test('neither a rate-limited channel nor a clock that was set back delays other channels', async () => {
  const client = await clients.of('T1');
  const post = (channel: string) => endOf(client.chat.postMessage({ channel, text: 'card' }));
  for (let i = 0; i < 4; i += 1) await post(FRONT_DESK);
  expect(await post(FRONT_DESK)).toMatchObject({ code: 'ratelimited', retryAfterMs: 1_000 });
  expect(await post(SALES)).toBe('taken');
  now -= 3_600_000;
  await post(FRONT_DESK);
  expect(slack.calls('chat.postMessage')).toHaveLength(7);
});

const contextOf = (teamId: string, token: string) => ({ teamId, token, isEnterpriseInstall: false });

test('a request is answered with its workspace’s own token, or not at all', () => {
  const clientOf = createRequestClients({}, clients);
  const one = clientOf(contextOf('T1', 'xoxb-1'));
  expect(one).toMatchObject({ token: 'xoxb-1', teamId: 'T1' });
  expect(clientOf(contextOf('T1', 'xoxb-1'))).toBe(one);
  expect(clientOf(contextOf('T2', 'xoxb-1'))).not.toBe(one);
  expect(clientOf(contextOf('T1', 'xoxb-2'))?.token).toBe('xoxb-2');
  expect(clientOf({ isEnterpriseInstall: false })).toBeNull();
});

test('only the most recently used clients are kept', () => {
  const clientOf = createRequestClients({}, clients);
  const [first, second] = [contextOf('T1', 'xoxb-1'), contextOf('T2', 'xoxb-2')];
  const [one, two] = [clientOf(first), clientOf(second)];
  for (let at = 0; at < 499; at += 1) {
    clientOf(contextOf(`T9${at}`, 'xoxb-9'));
    clientOf(first);
  }
  expect(clientOf(first)).toBe(one);
  expect(clientOf(second)).not.toBe(two);
});
