// @module-tag long

import { readdirSync, readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import manifest from '../../../../manifest.json' with { type: 'json' };
import { perTest } from '../../../../test/fixtures/per-test.ts';
import { createLocalSlack, type SlackFault } from '../../src/local-slack.ts';
import { readText } from '../../src/page/read-json.ts';
import * as ids from '../../src/people-and-places.ts';
import { createRateLimits, findRule } from '../../src/web-api/method-rules.ts';
import { createClient } from './call-slack.ts';
import { modal, section } from './limit-cases.ts';

const { FRONT_DESK, SARA, SALES, SARA_DM } = ids;
let now = Date.UTC(2026, 10, 21, 8);

const slack = perTest(() => createLocalSlack({ now: () => now }));
const client = createClient(slack);
const say = (channel: string = FRONT_DESK) => client.call('chat.postMessage', { channel, text: 'hello' });

describe('a token', () => {
  test('comes in the header or in the form, and the answer names its scopes', async () => {
    expect(await client.call('auth.test')).toMatchObject({
      ok: true,
      user_id: ids.BOT_USER,
      bot_id: 'B0APP00001',
      team_id: 'T0PLAY',
    });
    const blocks = JSON.stringify([section('of a form')]);
    const body = new URLSearchParams({ token: slack.botToken, channel: FRONT_DESK, text: 'x', blocks });
    const answer = await fetch(`${slack.apiUrl}chat.postMessage`, { method: 'POST', body });
    expect(answer.headers.get('x-oauth-scopes')).toContain('chat:write');
    expect(slack.messages(FRONT_DESK)).toMatchObject([{ blocks: [{ text: { text: 'of a form' } }] }]);
  });

  test.each([
    ['auth.test', 'not_authed', 'invalid_auth', 'ok'],
    ['views.open', 'not_authed', 'invalid_auth', 'invalid_trigger_id'],
    ['no.such', 'not_authed', 'invalid_auth', 'unknown_method'],
    ['constructor', 'not_authed', 'invalid_auth', 'unknown_method'],
    ['api.test', 'ok', 'ok', 'ok'],
  ])('decides how %s is answered: without one %s, with another %s', async (method, none, wrong, own) => {
    const answers = ['', 'xoxb-other', slack.botToken].map((token) =>
      createClient(slack, token).code(method),
    );
    expect(await Promise.all(answers)).toEqual([none, wrong, own]);
  });

  test.each(['invalid_auth', 'token_revoked', 'account_inactive', 'not_authed'] as const)(
    'refused with %s is refused by every method, until it is restored',
    async (refusal) => {
      slack.tokens?.refuse(refusal);
      for (const method of ['auth.test', 'chat.postMessage', 'users.info'])
        expect(await client.code(method)).toBe(refusal);
      slack.tokens?.restore();
      await client.post();
    },
  );

  test('is refused after its replacement, and the new one works', async () => {
    const old = createClient(slack, slack.botToken);
    slack.tokens?.replace();
    expect([await old.code('auth.test'), await client.code('auth.test')]).toEqual(['token_revoked', 'ok']);
    const next = createClient(slack, slack.botToken);
    slack.tokens?.replace({ refusal: 'account_inactive' });
    expect(await next.code('auth.test')).toBe('account_inactive');
  });

  test('never reaches the journal', async () => {
    await client.call('auth.test');
    expect(JSON.stringify([slack.exchanges(), slack.calls('auth.test')])).not.toContain(slack.botToken);
  });
});

test.each([
  ['files.getUploadURLExternal', { filename: 'qr.png', length: 3 }, 'alt_text'],
  ['chat.postMessage', { channel: FRONT_DESK, text: 'x' }, 'ts'],
  ['chat.postEphemeral', { channel: FRONT_DESK, user: SARA, text: 'x' }, 'unfurl_links'],
  ['views.publish', { user_id: SARA, view: modal({ type: 'home' }) }, 'trigger_id'],
  ['conversations.members', { channel: FRONT_DESK }, 'count'],
  ['users.info', { user: SARA }, 'email'],
  ['auth.test', {}, 'user'],
  ['blocks.validate', { blocks: [] }, 'text'],
])('%s with an argument that the reference does not name is refused', async (method, args, name) => {
  expect(await client.call(method, { ...args, [name]: 'x' })).toMatchObject({
    error: 'invalid_arguments',
    response_metadata: { messages: [`[ERROR] unknown argument: ${name}`] },
  });
});

describe('scopes', () => {
  test.each([
    ['chat.postMessage', { channel: FRONT_DESK, text: 'x' }, 'chat:write'],
    ['files.getUploadURLExternal', { filename: 'a.png', length: 1 }, 'files:write'],
    ['users.info', { user: SARA }, 'users:read'],
    ['team.info', {}, 'team:read'],
    ['conversations.history', { channel: FRONT_DESK }, 'channels:history'],
    ['conversations.info', { channel: FRONT_DESK }, 'channels:read'],
    ['conversations.info', { channel: ids.FINANCE }, 'groups:read'],
    ['conversations.members', { channel: SARA_DM }, 'im:read'],
    ['conversations.join', { channel: SALES }, 'channels:join'],
  ])('%s %j needs %s', async (method, args, needed) => {
    slack.tokens?.replace({ scopes: ['commands'] });
    const refused = { ok: false, error: 'missing_scope', needed, provided: 'commands' };
    expect(await client.call(method, args)).toEqual(refused);
    expect(await client.code('auth.test')).toBe('ok');
    slack.tokens?.replace({ scopes: [needed] });
    expect(await client.code(method, args)).toBe('ok');
  });

  test('are by default those that the app requests, except for channels without an invitation', async () => {
    const { provided } = await client.call('users.info', { user: SARA });
    expect(readText(provided).split(',').toSorted()).toEqual(
      manifest.oauth_config.scopes.bot.filter((scope) => scope !== 'chat:write.public').toSorted(),
    );
  });

  test('that the app’s calls need are in the manifest', () => {
    const calls = /[cC]lient\.((?:auth|chat|views|users|files|conversations|team|bots)\.[a-z]\w+)\(/g;
    const methods = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [...readFileSync(`src/${file}`, 'utf8').matchAll(calls)])
      .map(([, method = '']) => method);
    expect(methods).toContain('chat.postMessage');
    const isGranted = (method: string): boolean => {
      const { scopes } = findRule(method) ?? { scopes: ['no rule'] };
      return scopes.length === 0 || scopes.some((one) => manifest.oauth_config.scopes.bot.includes(one));
    };
    expect(methods.filter((method) => !isGranted(method))).toEqual([]);
  });
});

describe('rates', () => {
  test.each([
    ['users.list', 20, 3],
    ['chat.update', 50, 2],
    ['views.open', 100, 1],
    ['auth.test', 300, 1],
  ])('%s is taken %i times a minute, then waits %i s', (method, perMinute, wait) => {
    let at = now;
    const limits = createRateLimits({ now: () => at, allowance: 1 });
    const taken = Array.from({ length: perMinute }, () => limits.take(method, ''));
    expect(taken.every((one) => one === null)).toBe(true);
    expect(limits.take(method, '')).toBe(wait);
    at += wait * 1_000;
    expect(limits.take(method, '')).toBe(null);
  });

  test('can be multiplied, and turned off', () => {
    const post = (allowance: number) => {
      const limits = createRateLimits({ now: () => now, allowance });
      return Array.from({ length: 9 }, () => limits.take('chat.postMessage', FRONT_DESK));
    };
    expect(post(2)).toEqual([...Array(8).fill(null), 1]);
    expect(post(Number.POSITIVE_INFINITY)).toEqual(Array(9).fill(null));
  });

  test('a channel takes one post a second after four at once, and says when to come back', async () => {
    for (let at = 0; at < 4; at += 1) await client.post();
    expect(await say()).toEqual({ ok: false, error: 'ratelimited', status: 429, retryAfter: 1 });
    await client.post({ channel: SALES });
    now += 1_000;
    await client.post();
    expect(await say()).toMatchObject({ status: 429 });
    expect(slack.posts(FRONT_DESK)).toHaveLength(5);
  });

  test('a post to a person counts for their DM', async () => {
    for (const channel of [SARA, SARA, SARA_DM, SARA_DM]) await client.post({ channel });
    expect(await say(SARA)).toMatchObject({ retryAfter: 1 });
  });
});

const random = (kind: string, more: object = {}): SlackFault => ({
  random: { seed: 1, rate: 1, kinds: [kind as never], retryAfter: 7, delayMs: 20, ...more },
});
const LIMITED = { status: 429, error: 'ratelimited', retryAfter: 7 };
const FAILED = { status: expect.toSatisfy((status) => [500, 502, 503].includes(status)) };
const GONE = 'gone';

test.each<[what: string, fault: SlackFault, heard: unknown, posts: number]>([
  ['a rate limit', { status: 429, retryAfter: 7 }, { status: 429, retryAfter: 7 }, 0],
  ['an error', { error: 'is_archived' }, { ok: false, error: 'is_archived' }, 0],
  ['a status', { status: 503 }, { status: 503 }, 0],
  ['an exact answer', { answer: { ok: true, ts: '1.0', of: [1] } }, { ok: true, ts: '1.0', of: [1] }, 0],
  ['a lost answer', { dropAfterWork: true }, GONE, 1],
  ['a fault of another method', { method: 'auth.test', error: 'is_archived' }, { ok: true }, 1],
  ['a fault of another channel', { channel: SALES, error: 'is_archived' }, { ok: true }, 1],
  ['random: rate-limited', random('rate-limited'), LIMITED, 0],
  ['random: error-before-work', random('error-before-work'), FAILED, 0],
  ['random: error-after-work', random('error-after-work'), FAILED, 1],
  ['random: drop-before-work', random('drop-before-work'), GONE, 0],
  ['random: drop-after-work', random('drop-after-work'), GONE, 1],
  ['random: late', random('late'), { ok: true }, 1],
  ['random, for other methods', random('rate-limited', { methods: ['chat.update'] }), { ok: true }, 1],
])(
  'a fault, %s: what the app hears, and whether the message is there',
  async (_what, fault, heard, posts) => {
    slack.faults.add({ times: 1, ...fault });
    const answer = await say().catch(() => GONE);
    expect(answer).toEqual(typeof heard === 'string' ? heard : expect.objectContaining(heard));
    expect(slack.posts()).toHaveLength(posts);
    if (fault.random) slack.faults.random(null);
    expect(await say()).toMatchObject({ ok: true });
  },
);

test('random faults are listed, come after planned ones, and can be turned off', async () => {
  const unlucky = random('drop-before-work');
  const planned = { method: 'chat.postMessage', error: 'not_in_channel', times: 1 };
  slack.faults.add(unlucky);
  slack.faults.add(planned);
  expect(slack.faults.list()).toEqual([planned, unlucky]);
  expect(await say()).toMatchObject({ error: 'not_in_channel' });
  await expect(say()).rejects.toThrow();
  slack.faults.clear();
  expect(slack.faults.list()).toEqual([]);
  expect(await say()).toMatchObject({ ok: true });
});

test('a call on a connection closed while idle fails without effect', async () => {
  await client.post({ text: 'first' });
  await nextTurn();
  slack.faults.add({ closedWhileIdle: true, times: 1 });
  expect(inspect(await say().catch((error) => error))).toContain('other side closed');
  await client.post({ text: 'third' });
  expect(slack.messages(FRONT_DESK).map(({ text }) => text)).toEqual(['first', 'third']);
});
