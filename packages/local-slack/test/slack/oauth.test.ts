// @module-tag long

import { expect, test } from 'vitest';
import { perTest } from '../../../../test/fixtures/per-test.ts';
import { type JsonRecord, readRecord, readText } from '../../src/page/read-json.ts';
import { createSlackOfTeams } from '../../src/slack-of-teams.ts';
import { createClient } from './call-slack.ts';
import { CREDENTIALS, EAST, enterprise, NORTH, TEAMS } from './slack-teams.ts';

const RETURN = 'http://127.0.0.1:9/slack/oauth';
const { clientId: client_id, clientSecret: client_secret } = CREDENTIALS;
let now = Date.UTC(2026, 10, 21);

const slack = perTest(() =>
  createSlackOfTeams({ teams: TEAMS, now: () => now, app: { ...CREDENTIALS, redirectUrls: [RETURN] } }),
);
const address = (more: object = {}): string => {
  const asked = { client_id, scope: 'commands,chat:write', state: 's1', redirect_uri: RETURN };
  return `${slack.authorizeUrl}?${new URLSearchParams({ ...asked, ...more })}`;
};
const codeIn = (location: string): string => new URL(location).searchParams.get('code') ?? '';
const adminOf = (teamId: string): string => slack.team(teamId).team.ids.ravi;
const allow = async (teamId: string) => codeIn(await slack.allow(address(), teamId, adminOf(teamId)));
const own = { client_id, client_secret, redirect_uri: RETURN };
const exchange = async (fields: Record<string, string>, headers = {}): Promise<JsonRecord> => {
  const body = new URLSearchParams(fields);
  return readRecord(
    await (await fetch(`${slack.apiUrl}oauth.v2.access`, { method: 'POST', headers, body })).json(),
  );
};

const single = { enterprise: null, is_enterprise_install: false };
test.each([
  [NORTH, { team: { id: NORTH, name: 'North' }, ...single }],
  [EAST, { team: { id: EAST, name: 'East' }, ...single, enterprise }],
])('%s allows the app, and the code becomes a token that works', async (teamId, told) => {
  const by = adminOf(teamId);
  const location = await slack.allow(address(), teamId, by);
  expect(location).toMatch(/^http:\/\/127\.0\.0\.1:9\/slack\/oauth\?code=.+&state=s1$/);
  const given = await exchange({ ...own, code: codeIn(location) });
  expect(given).toMatchObject({
    ok: true,
    app_id: 'A0APP00001',
    authed_user: { id: by },
    scope: 'commands,chat:write',
    token_type: 'bot',
    ...told,
  });
  const token = readText(given['access_token']);
  const team = slack.team(teamId);
  expect([slack.latestToken(teamId), team.botToken]).toEqual([token, token]);
  await createClient(slack, token).post({ channel: team.team.ids.frontDesk });
  expect(await createClient(slack, token).call('users.info')).toMatchObject({
    error: 'missing_scope',
    provided: 'commands,chat:write',
  });
  expect((await exchange({ ...own, code: await allow(teamId) }))['access_token']).not.toBe(token);
});

test('id and secret may be sent by basic auth', async () => {
  const basic = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
  const code = await allow(NORTH);
  const given = await exchange({ code, redirect_uri: RETURN }, { authorization: basic });
  expect(given).toMatchObject({ ok: true });
});

test('a code works once, within ten minutes, for the app that asked', async () => {
  const [code, late] = [await allow(NORTH), await allow(NORTH)];
  const answer = async (more: object = {}) => (await exchange({ ...own, code, ...more }))['error'];
  for (const [more, error] of [
    [{ client_id: '1' }, 'invalid_client_id'],
    [{ client_secret: 'x' }, 'bad_client_secret'],
    [{ redirect_uri: `${RETURN}/other` }, 'bad_redirect_uri'],
    [{ redirect_uri: '' }, 'bad_redirect_uri'],
    [{ code: 'made-up' }, 'invalid_code'],
  ] as const)
    expect(await answer(more)).toBe(error);
  expect(slack.latestToken(NORTH)).toBeNull();
  now += 10 * 60_000;
  expect([await answer(), await answer()]).toEqual([undefined, 'code_already_used']);
  now += 1;
  expect(await answer({ code: late })).toBe('invalid_code');
});

test('a fault can lose the answer of an exchange, and with it the code', async () => {
  const code = await allow(NORTH);
  slack.faults.add({ method: 'oauth.v2.access', dropAfterWork: true, times: 1 });
  await expect(exchange({ ...own, code })).rejects.toThrow();
  expect(await exchange({ ...own, code })).toMatchObject({ error: 'code_already_used' });
});

test.each([
  ['of another app', { client_id: '9' }, 'invalid_client_id'],
  ['without scopes', { scope: '' }, 'no_scopes'],
  ['back to elsewhere', { redirect_uri: 'http://elsewhere.example/' }, 'bad_redirect_uri'],
  ['back to below a registered address', { redirect_uri: `${RETURN}/x` }, 'bad_redirect_uri'],
  ['back to a host that begins with it', { redirect_uri: `${RETURN}.evil.example` }, 'bad_redirect_uri'],
  ['back to it with a query', { redirect_uri: `${RETURN}?next=1` }, 'bad_redirect_uri'],
  ['back to it with a slash more', { redirect_uri: `${RETURN}/` }, 'bad_redirect_uri'],
])('an authorize URL %s is refused before the consent page', async (_what, more, error) => {
  await expect(slack.allow(address(more), NORTH, adminOf(NORTH))).rejects.toThrow(error);
  const page = await fetch(address(more));
  expect([page.status, await page.text()]).toEqual([400, expect.stringContaining(error)]);
});

test('the page asks a person, and redirects to the app with the answer', async () => {
  const page = await (await fetch(address({ state: '"><script>' }))).text();
  expect(page).toContain('North: Ravi Menon');
  expect(page).not.toContain('<script>');
  const query = new URL(address({ state: 'x&y' })).search.slice(1);
  const decide = async (answer: string) => {
    const body = new URLSearchParams({ query, installer: `${NORTH} ${adminOf(NORTH)}`, answer });
    const told = await fetch(`${slack.url}/oauth/v2/decide`, { method: 'POST', redirect: 'manual', body });
    return Object.fromEntries(new URL(told.headers.get('location') ?? '').searchParams);
  };
  expect(await decide('cancel')).toEqual({ error: 'access_denied', state: 'x&y' });
  const { state, code = '' } = await decide('allow');
  expect(state).toBe('x&y');
  expect(await exchange({ ...own, code })).toMatchObject({ ok: true, team: { id: NORTH } });
  expect(await slack.deny(address())).toBe(`${RETURN}?error=access_denied&state=s1`);
});

test('an installation from the admin pages has a valid code without state', async () => {
  const back = slack.allowFromAdminPages(NORTH, adminOf(NORTH));
  expect(back).toMatch(/^http:\/\/127\.0\.0\.1:9\/slack\/oauth\?code=[^&]+$/);
  const given = await exchange({ client_id, client_secret, code: codeIn(back) });
  expect(given).toMatchObject({ ok: true, team: { id: NORTH } });
});
