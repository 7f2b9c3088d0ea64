import { expect, test } from 'vitest';
import { perTest } from '../../fixtures/per-test.ts';
import { createClient } from './call-slack.ts';
import { CREDENTIALS, EAST, NORTH, ORG, openSlack } from './start-app-of-teams.ts';

const RETURN = 'http://127.0.0.1:9/slack/oauth';
const { clientId, clientSecret } = CREDENTIALS;
let now = Date.UTC(2026, 10, 21);

const slack = perTest(() => openSlack({ now: () => now, app: { ...CREDENTIALS, redirectUrls: [RETURN] } }));

const address = (more: Record<string, string> = {}): string => {
  const asked = { client_id: clientId, scope: 'commands,chat:write', state: 's1', redirect_uri: RETURN };
  return `${slack.authorizeUrl}?${new URLSearchParams({ ...asked, ...more })}`;
};
const codeOf = (location: string): string => new URL(location).searchParams.get('code') ?? '';
const allow = async (holder: string): Promise<string> =>
  codeOf(await slack.allow(address(), holder, slack.team(holder === ORG ? EAST : holder).team.ids.ravi));

const exchange = async (
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> => {
  const body = new URLSearchParams(fields);
  const answer = await fetch(`${slack.apiUrl}oauth.v2.access`, { method: 'POST', headers, body });
  return (await answer.json()) as Record<string, unknown>;
};
const own = { client_id: clientId, client_secret: clientSecret, redirect_uri: RETURN };

test('a workspace allows the app, and the code becomes a token that works', async () => {
  const { ravi, botUser, frontDesk } = slack.team(NORTH).team.ids;
  const location = await slack.allow(address(), NORTH, ravi);
  expect(location).toMatch(/^http:\/\/127\.0\.0\.1:9\/slack\/oauth\?code=.+&state=s1$/);

  const given = await createClient(slack).oauth.v2.access({ ...own, code: codeOf(location) });
  expect(given).toMatchObject({
    ok: true,
    app_id: 'A0PAYLINK1',
    authed_user: { id: ravi },
    scope: 'commands,chat:write',
    token_type: 'bot',
    bot_user_id: botUser,
    team: { id: NORTH, name: 'North' },
    enterprise: null,
    is_enterprise_install: false,
  });
  const client = createClient(slack, given.access_token);
  await client.chat.postMessage({ channel: frontDesk, text: 'hello' });
  expect(slack.team(NORTH).posts()).toHaveLength(1);
  expect(slack.team(NORTH).botToken).toBe(given.access_token);
  expect((await client.auth.test()).response_metadata?.scopes).toEqual(['commands', 'chat:write']);
});

test('an organisation allows it for all its workspaces', async () => {
  const given = await exchange({ ...own, code: await allow(ORG) });
  const enterprise = { id: ORG, name: 'Org' };
  expect(given).toMatchObject({ ok: true, team: null, enterprise, is_enterprise_install: true });
  // A single workspace of an organisation.
  const single = await exchange({ ...own, code: await allow(EAST) });
  expect(single).toMatchObject({ team: { id: EAST }, enterprise, is_enterprise_install: false });
});

test('each installation gives a new token', async () => {
  const first = await exchange({ ...own, code: await allow(NORTH) });
  const second = await exchange({ ...own, code: await allow(NORTH) });
  expect(second['access_token']).not.toBe(first['access_token']);
  expect(slack.latestToken(NORTH)).toBe(second['access_token']);
});

test('id and secret may be sent by basic auth', async () => {
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const code = await allow(NORTH);
  const given = await exchange({ code, redirect_uri: RETURN }, { authorization: basic });
  expect(given).toMatchObject({ ok: true });
});

test('a code works once, within ten minutes, for the app that asked', async () => {
  const code = await allow(NORTH);
  const answer = async (more: Record<string, string> = {}) =>
    (await exchange({ ...own, code, ...more }))['error'];
  expect(await answer({ client_id: '1' })).toBe('invalid_client_id');
  expect(await answer({ client_secret: 'x' })).toBe('bad_client_secret');
  expect(await answer({ redirect_uri: `${RETURN}/other` })).toBe('bad_redirect_uri');
  expect(await answer({ redirect_uri: '' })).toBe('bad_redirect_uri');
  expect(await answer({ code: 'made-up' })).toBe('invalid_code');
  expect(slack.latestToken(NORTH)).toBeNull();

  expect(await answer()).toBeUndefined();
  expect(await answer()).toBe('code_already_used');

  const late = await allow(NORTH);
  now += 10 * 60_000 + 1;
  expect(await answer({ code: late })).toBe('invalid_code');
});

test('a fault can lose the answer of an exchange, and with it the code', async () => {
  const code = await allow(NORTH);
  slack.faults.add({ method: 'oauth.v2.access', dropAfterWork: true, times: 1 });
  await expect(exchange({ ...own, code })).rejects.toThrow();
  expect(await exchange({ ...own, code })).toMatchObject({ error: 'code_already_used' });
});

test('an invalid authorize URL is refused before the consent page', async () => {
  const { ravi } = slack.team(NORTH).team.ids;
  for (const [more, error] of [
    [{ client_id: '9' }, 'invalid_client_id'],
    [{ scope: '' }, 'no_scopes'],
    [{ redirect_uri: 'http://elsewhere.example/' }, 'bad_redirect_uri'],
  ] as const) {
    await expect(slack.allow(address(more), NORTH, ravi)).rejects.toThrow(error);
    const page = await fetch(address(more));
    expect(page.status).toBe(400);
    expect(await page.text()).toContain(error);
  }
});

test('the page asks a person, and redirects to the app with the answer', async () => {
  const page = await (await fetch(address({ state: '"><script>' }))).text();
  expect(page).toContain('North: Ravi Menon');
  expect(page).toContain('All of Org: Ravi Menon');
  expect(page).not.toContain('<script>');
  const query = new URL(address({ state: 'x&y' })).search.slice(1);
  const decide = async (answer: string): Promise<URL> => {
    const { ravi } = slack.team(NORTH).team.ids;
    const told = await fetch(`${slack.url}/oauth/v2/decide`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ query, installer: `${NORTH} ${ravi}`, answer }),
    });
    return new URL(told.headers.get('location') ?? '');
  };
  const cancelled = await decide('cancel');
  expect(Object.fromEntries(cancelled.searchParams)).toEqual({ error: 'access_denied', state: 'x&y' });
  const allowed = await decide('allow');
  expect(allowed.searchParams.get('state')).toBe('x&y');
  const given = await exchange({ ...own, code: codeOf(allowed.href) });
  expect(given).toMatchObject({ ok: true, team: { id: NORTH } });
  expect(await slack.deny(address())).toBe(`${RETURN}?error=access_denied&state=s1`);
});

test.each([
  ['below a registered one', `${RETURN}/x`],
  ['on a host that begins with it', `${RETURN}.evil.example`],
  ['with a query', `${RETURN}?next=1`],
  ['with a slash more', `${RETURN}/`],
])('an address to come back to %s is refused', async (_where, redirect_uri) => {
  const { ravi } = slack.team(NORTH).team.ids;
  await expect(slack.allow(address({ redirect_uri }), NORTH, ravi)).rejects.toThrow('bad_redirect_uri');
});
