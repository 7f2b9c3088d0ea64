import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLocalSlack, type LocalSlack } from '../../playground/slack/local-slack.ts';
import { FRONT_DESK, SALES } from '../../playground/slack/people-and-places.ts';
import { createLog } from '../../src/log.ts';
import { createBoltLogger } from '../../src/slack/bolt-logger.ts';
import { createSlackClients, type SlackClients } from '../../src/slack/slack-clients.ts';
import { readSlackFailure } from '../../src/slack/slack-failure.ts';

let slack: LocalSlack;
let clients: SlackClients;
let now = Date.UTC(2026, 10, 21, 8);

beforeEach(async () => {
  slack = await createLocalSlack({ now: () => now });
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

afterEach(() => slack.close());

const endOf = (call: Promise<unknown>) => call.then(() => 'taken' as const, readSlackFailure);

test('while Slack rate-limits a method nobody calls it, and afterwards it is called again', async () => {
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

test('a rate-limited channel delays no other, and neither does a clock that was set back', async () => {
  const client = await clients.of('T1');
  const post = (channel: string) => endOf(client.chat.postMessage({ channel, text: 'card' }));
  for (let i = 0; i < 4; i += 1) await post(FRONT_DESK);
  expect(await post(FRONT_DESK)).toMatchObject({ code: 'ratelimited', retryAfterMs: 1_000 });
  expect(await post(SALES)).toBe('taken');
  now -= 3_600_000;
  await post(FRONT_DESK);
  expect(slack.calls('chat.postMessage')).toHaveLength(7);
});
