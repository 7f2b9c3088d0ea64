// @module-tag long
// @module-tag store

import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testAtLength } from '../../fixtures/whole-suite.ts';
import { type InstallScene, startInstall } from './start-install.ts';

/** What somebody tries who wants another's workspace, or a merchant's account, in an install. */

let scene: InstallScene;
beforeAll(async () => {
  scene = await startInstall();
});
beforeEach(() => scene.next());
afterAll(() => scene.close());

const base64 = (text: object) => Buffer.from(JSON.stringify(text)).toString('base64url');
/** A token that says whatever is claimed, signed with a guessed secret or not at all. */
const token = (header: object, claims: object, secret?: string) => {
  const signed = `${base64(header)}.${base64(claims)}`;
  return `${signed}.${secret === undefined ? '' : createHmac('sha256', secret).update(signed).digest('base64url')}`;
};
const CLAIMS = { installOptions: { scopes: ['commands'] }, now: '2026-11-20T08:00:00.000Z', random: 1 };

/** Plants a text of the attacker's under every name of cookie that the browser got from us. */
const plant = (cookie: string | null, value: string) =>
  (cookie ?? '')
    .split('; ')
    .map((one) => `${one.split('=')[0]}=${value}`)
    .join('; ');

test.each<[string, string]>([
  ['empty', ''],
  ['made up', 'made-up'],
  ['in the shape of ours', `${'A'.repeat(43)}.mi6x5c00.${'A'.repeat(43)}`],
  ['a token without a signature', token({ alg: 'none', typ: 'JWT' }, CLAIMS)],
  ['a token signed with another secret', token({ alg: 'HS256', typ: 'JWT' }, CLAIMS, 'guessed')],
  ['a token signed with nothing', token({ alg: 'HS256', typ: 'JWT' }, CLAIMS, '')],
  ['the name of a property', '__proto__'],
  ['longer than any of ours', 'x'.repeat(6_000)],
])('a forged state, %s, is refused even if the browser’s cookie says the same', async (_what, forged) => {
  const browser = scene.openBrowser();
  await browser.begin();
  for (const cookie of [browser.cookie, plant(browser.cookie, forged), `deleted=${forged}`, null]) {
    browser.cookie = cookie;
    const response = await browser.comeBack(forged, { code: 'good-code' });
    expect([302, 400]).toContain(response.status);
    expect(response.headers.get('location') ?? '').not.toContain('/slack/connect/');
  }
  expect(scene.exchanges()).toEqual([]);
  expect(await scene.installation()).toBeNull();
});

test('the attacker’s own finished trip, sent to somebody else, installs nothing and stays the attacker’s', async () => {
  const attacker = scene.openBrowser();
  const state = await attacker.begin();
  const victim = scene.openBrowser();
  await victim.begin();
  expect((await victim.comeBack(state)).status).toBe(400);
  expect(scene.exchanges()).toEqual([]);
  expect((await attacker.comeBack(state)).status).toBe(303);
});

test('over https a neighbouring host cannot plant the browser’s cookie', async () => {
  await scene.restart({ env: { PUBLIC_URL: 'https://pay.example.com' } });
  const browser = scene.openBrowser();
  const response = await browser.get('/slack/install');
  const state = new URL(response.headers.get('location') ?? '').searchParams.get('state') ?? '';
  const given = response.headers.getSetCookie();
  expect(given).toEqual([expect.stringMatching(/^__Host-\w+=[\w.-]+;/)]);
  for (const word of ['Secure', 'HttpOnly', 'Path=/']) expect(given[0]?.split('; '), word).toContain(word);
  expect(given[0]).not.toContain('Domain');
  browser.cookie = (browser.cookie ?? '').replace('__Host-', '');
  expect((await browser.comeBack(state, { code: 'good-code' })).status).toBe(400);
  expect(scene.exchanges()).toEqual([]);
  await scene.restart();
});

test('a used state stays used after a restart, and one that was not used still works once', async () => {
  const [first, second] = [scene.openBrowser(), scene.openBrowser()];
  const [used, unused] = [await first.begin(), await second.begin()];
  const cookie = first.cookie;
  expect((await first.comeBack(used)).status).toBe(303);
  await scene.restart();
  first.cookie = cookie;
  expect((await first.comeBack(used)).status).toBe(400);
  expect((await second.comeBack(unused)).status).toBe(303);
});

test('what Slack or somebody else writes into the address is not shown, and names no other place to go', async () => {
  const browser = scene.openBrowser();
  for (const query of [
    { error: '<script>alert(1)</script>' },
    { error: 'access_denied', error_description: '<img src=x>', redirect_uri: 'https://evil.example' },
    { code: 'x', next: 'https://evil.example' },
  ] as Record<string, string>[]) {
    const response = await browser.comeBack(await browser.begin(), query);
    const page = await response.text();
    expect(page).not.toMatch(/<script>alert|<img|evil\.example/);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  }
  expect(await scene.installation()).toBeNull();
});

test('the way back is taken by GET only, and another host’s name changes nothing', async () => {
  const browser = scene.openBrowser();
  const state = await browser.begin();
  expect((await browser.submit(`/slack/oauth_redirect?code=x&state=${state}`, {})).status).toBe(404);
  expect(scene.exchanges()).toEqual([]);
  expect((await browser.comeBack(state)).headers.get('location')).toContain(`${scene.appUrl}/slack/connect/`);
});

test('a workspace that moves to another organisation keeps its admin, and a member who reinstalls gets no page', async () => {
  const page = await scene.reachPage();
  expect((await scene.openBrowser().submit(page, scene.credentials)).status).toBe(200);
  const answer = {
    ...{ ok: true, access_token: 'xoxb-planted', token_type: 'bot', scope: 'commands', bot_user_id: 'U0BOT' },
    ...{ app_id: 'A1', team: { id: scene.key.teamId, name: 'Corner' }, is_enterprise_install: false },
    enterprise: { id: 'E9', name: 'Elsewhere' },
    authed_user: { id: scene.people.omar },
  };
  scene.slack.faults.add({ method: 'oauth.v2.access', answer });
  const self = { ok: true, bot_id: 'B0BOT', url: 'https://x.slack.com/' };
  scene.slack.faults.add({ method: 'auth.test', answer: self });
  expect((await scene.openBrowser().allow()).status).toBe(200);
  expect(await scene.installation()).toMatchObject({
    installedBy: scene.people.sara,
    credentials: scene.credentials,
  });
});

testAtLength('a private page of before a removal does not open for the install after it', async () => {
  const before = await scene.reachPage();
  await scene.slack.uninstall(scene.key.teamId);
  await expect.poll(scene.installation).toBeNull();
  scene.pass(1_000);
  scene.installer = scene.people.omar;
  const after = await scene.reachPage();
  expect((await scene.openBrowser().submit(before, scene.credentials)).status).toBe(404);
  expect(scene.trials()).toBe(0);
  expect((await scene.openBrowser().submit(after, scene.credentials)).status).toBe(200);
});

test('a removal while an install is being kept takes the credentials with it', async () => {
  const page = await scene.reachPage();
  expect((await scene.openBrowser().submit(page, scene.credentials)).status).toBe(200);
  const { save } = scene.store.installations;
  scene.patched.installations.save = async (installation) => {
    await scene.slack.uninstall(scene.key.teamId);
    await expect.poll(() => scene.logLines.join('')).toContain('an installation was removed');
    return save(installation);
  };
  await scene.openBrowser().allow();
  expect(await scene.installation()).toMatchObject({ credentials: null });
});
