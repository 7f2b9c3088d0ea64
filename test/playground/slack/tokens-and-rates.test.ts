import { readdirSync, readFileSync } from 'node:fs';
import type { WebClient } from '@slack/web-api';
import { beforeEach, describe, expect, test } from 'vitest';
import manifest from '../../../manifest.json' with { type: 'json' };
import { createLocalSlack } from '../../../playground/slack/local-slack.ts';
import { FRONT_DESK, SALES, SARA } from '../../../playground/slack/people-and-places.ts';
import { findRule } from '../../../playground/slack/web-api/method-rules.ts';
import { perTest } from '../../fixtures/per-test.ts';
import { codeOf, createClient, refusalOf } from './call-slack.ts';

let client: WebClient;
let now = Date.UTC(2026, 10, 21, 8);

const slack = perTest(() => createLocalSlack({ now: () => now }));

beforeEach(() => {
  client = createClient(slack);
});

const post = (channel = FRONT_DESK) => client.chat.postMessage({ channel, text: 'hello' });

const posts = async (count: number, channel = FRONT_DESK): Promise<void> => {
  for (let i = 0; i < count; i += 1) await post(channel);
};

describe('scopes', () => {
  test('a method refuses a token without its scope, and lists needed and provided scopes', async () => {
    const refusal = await refusalOf(client.users.info({ user: SARA }));
    expect(refusal).toMatchObject({ ok: false, error: 'missing_scope', needed: 'users:read' });
    // The local Slack's default scopes are those that the app requests, except for channels without an invitation.
    expect(String(refusal['provided']).split(',').toSorted()).toEqual(
      manifest.oauth_config.scopes.bot.filter((scope) => scope !== 'chat:write.public').toSorted(),
    );
    const needs = [
      [client.team.info(), 'team:read'],
      [client.conversations.history({ channel: FRONT_DESK }), 'channels:history'],
      [client.conversations.info({ channel: FRONT_DESK }), 'channels:read'],
      [client.conversations.join({ channel: SALES }), 'channels:join'],
    ] as const;
    for (const [call, needed] of needs)
      expect(await refusalOf(call)).toMatchObject({ error: 'missing_scope', needed });
  });

  test('an installation with fewer scopes may do less', async () => {
    client = createClient(slack, slack.tokens?.replace({ scopes: ['commands'] }));
    expect(await refusalOf(post())).toMatchObject({ error: 'missing_scope', needed: 'chat:write' });
    const upload = client.files.getUploadURLExternal({ filename: 'a.png', length: 1 });
    expect(await refusalOf(upload)).toMatchObject({ needed: 'files:write', provided: 'commands' });
    expect(await client.auth.test()).toMatchObject({ ok: true });
  });

  test('the manifest requests the scopes that the app’s calls need', () => {
    const methods = new Set(
      readdirSync('src', { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .flatMap((file) => [
          ...readFileSync(`src/${file}`, 'utf8').matchAll(
            /[cC]lient\.((?:auth|chat|views|users|files|conversations|team|bots)\.[a-z]\w+)\(/g,
          ),
        ])
        .map(([, method = '']) => method),
    );
    expect(methods).toContain('chat.postMessage');
    for (const method of methods) {
      const { scopes } = findRule(method) ?? { scopes: ['no rule'] };
      const isGranted =
        scopes.length === 0 || scopes.some((one) => manifest.oauth_config.scopes.bot.includes(one));
      expect({ method, isGranted }).toEqual({ method, isGranted: true });
    }
  });
});

describe('rates', () => {
  test('a channel accepts one post per second after a short burst, with Retry-After', async () => {
    await posts(4);
    expect(await refusalOf(post())).toMatchObject({ retryAfter: 1 });
    const refused = { status: 429, answer: { ok: false, error: 'ratelimited' } };
    expect(slack.calls('chat.postMessage').at(-1)).toMatchObject(refused);
    await post(SALES);
    now += 1_000;
    await post();
    await refusalOf(post());
    expect(slack.posts(FRONT_DESK)).toHaveLength(5);
  });

  test('a post to a person counts for their DM', async () => {
    await posts(2, SARA);
    await posts(2, slack.team.ids.saraDm);
    expect(await refusalOf(post(SARA))).toMatchObject({ retryAfter: 1 });
  });

  test('a method accepts its tier’s calls per minute', async () => {
    const { ts = '' } = await post();
    const edit = () => client.chat.update({ channel: FRONT_DESK, ts, text: 'edited' });
    for (let i = 0; i < 50; i += 1) await edit();
    expect(await refusalOf(edit())).toMatchObject({ retryAfter: 2 });
    now += 2_000;
    await edit();
    expect(await client.auth.test()).toMatchObject({ ok: true });
  });

  test('the limits can be multiplied', async () => {
    const wide = await createLocalSlack({ now: () => now, allowance: 20 });
    client = createClient(wide);
    await posts(80);
    expect(await refusalOf(post())).toMatchObject({ retryAfter: 1 });
    await wide.close();
  });
});

describe('a token', () => {
  test.each(['invalid_auth', 'token_revoked', 'account_inactive', 'not_authed'] as const)(
    'refused with %s is refused by every method, until it is restored',
    async (refusal) => {
      slack.tokens?.refuse(refusal);
      for (const call of [client.auth.test(), post(), client.users.info({ user: SARA })])
        expect(await codeOf(call)).toBe(refusal);
      slack.tokens?.restore();
      await post();
    },
  );

  test('is refused after its replacement, and the new one works', async () => {
    const token = slack.tokens?.replace();
    expect(slack.botToken).toBe(token);
    expect(await codeOf(client.auth.test())).toBe('token_revoked');
    expect(await createClient(slack).auth.test()).toMatchObject({ ok: true });
    slack.tokens?.replace({ refusal: 'account_inactive' });
    expect(await codeOf(createClient(slack, token).auth.test())).toBe('account_inactive');
  });

  test('is required by every method but one', async () => {
    const call = async (method: string) =>
      (await fetch(`${slack.apiUrl}${method}`, { method: 'POST' })).json();
    for (const method of ['auth.test', 'chat.postMessage', 'views.open', 'files.info', 'users.list'])
      expect(await call(method)).toMatchObject({ ok: false, error: 'not_authed' });
    expect(await call('api.test')).toMatchObject({ ok: true });
  });
});
