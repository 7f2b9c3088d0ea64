import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SCOPE_REASONS } from '../../../src/workspaces/install/pages.ts';
import { testAtLength } from '../../fixtures/whole-suite.ts';
import { ACCESS } from './fake-slack.ts';
import { type InstallScene, install, startInstall, stateOf } from './start-install.ts';

let scene: InstallScene;

beforeEach(async () => {
  scene = await startInstall();
});

afterEach(() => scene.close());

test('the about page says what Paylink may do and why, and its button leads to the install', async () => {
  const response = await scene.openBrowser().get('/slack/about');
  expect(response.status).toBe(200);
  expect(response.headers.get('set-cookie')).toBeNull();
  const page = await response.text();
  for (const scope of ['chat:write', 'commands', 'files:write']) {
    expect(page).toContain(`<code>${scope}</code>`);
    expect(page).toContain(SCOPE_REASONS[scope]);
  }
  expect(page).toContain(`href="${scene.url}/slack/install"`);
});

test('the install address redirects straight to Slack and sets the browser’s cookie', async () => {
  const browser = scene.openBrowser();
  const response = await browser.get('/slack/install');
  expect(response.status).toBe(302);
  expect(response.headers.get('set-cookie')).toContain('paylink_install=');
  const authorize = await browser.begin();
  expect(authorize.origin + authorize.pathname).toBe('https://slack.example/oauth/v2/authorize');
  expect(Object.fromEntries(authorize.searchParams)).toEqual({
    client_id: 'client-id',
    scope: 'chat:write,commands,files:write',
    redirect_uri: `${scene.url}/slack/oauth_redirect`,
    state: expect.stringMatching(/^[\w-]{43}\.\w+\.[\w-]{43}$/),
  });
});

test('every scope of the manifest has its reason on the page', () => {
  const manifest = JSON.parse(readFileSync('manifest.json', 'utf8'));
  for (const scope of manifest.oauth_config.scopes.bot) expect(SCOPE_REASONS, scope).toHaveProperty([scope]);
});

test('after Allow the token is saved encrypted, and the browser is sent to a private page', async () => {
  const browser = scene.openBrowser();
  const back = await browser.comeBack(stateOf(await browser.begin()));
  expect(back.status).toBe(303);
  expect(back.headers.get('location')).toMatch(/^http:.*\/slack\/connect\/[\w-]{43}$/);
  expect(scene.slack.exchanges).toEqual([
    {
      client_id: 'client-id',
      client_secret: 'planted-client-secret',
      code: 'good-code',
      redirect_uri: `${scene.url}/slack/oauth_redirect`,
    },
  ]);
  expect(await scene.installations.ofTeam('T1')).toMatchObject({
    enterpriseId: null,
    teamId: 'T1',
    name: 'Corner <Shop>',
    botToken: 'xoxb-planted-token',
    botUserId: 'U0BOT',
    scopes: ['chat:write', 'commands', 'files:write'],
    installedBy: 'U0SARA',
    credentials: null,
  });
});

test('a state works once', async () => {
  const browser = scene.openBrowser();
  const state = stateOf(await browser.begin());
  expect((await browser.comeBack(state)).status).toBe(303);
  const again = await browser.comeBack(state);
  expect(again.status).toBe(400);
  expect(await again.text()).toContain('This install link has expired');
  expect(scene.slack.exchanges).toHaveLength(1);
});

test('if many return with one state at the same moment, one is let in', async () => {
  const browser = scene.openBrowser();
  const state = stateOf(await browser.begin());
  const all = await Promise.all(Array.from({ length: 8 }, () => browser.comeBack(state)));
  expect(all.map((response) => response.status).sort()).toEqual([303, ...Array(7).fill(400)]);
});

test('a state works only in the browser for which it was created', async () => {
  const mine = scene.openBrowser();
  const state = stateOf(await mine.begin());
  const withoutCookie = scene.openBrowser();
  expect((await withoutCookie.comeBack(state)).status).toBe(400);
  const other = scene.openBrowser();
  await other.begin();
  expect((await other.comeBack(state)).status).toBe(400);
  expect(scene.slack.exchanges).toEqual([]);
  expect((await mine.comeBack(state)).status).toBe(303);
});

test('a person who reinstalls a working app does not become its admin or get a private page', async () => {
  await install(scene);
  scene.slack.answer = { ...ACCESS, authed_user: { id: 'U0CASHIER' } };
  const browser = scene.openBrowser();
  const back = await browser.comeBack(stateOf(await browser.begin()));
  expect(back.status).toBe(200);
  expect(back.headers.get('location')).toBeNull();
  const page = await back.text();
  expect(page).toContain('slack://app?team=T1&amp;id=A1&amp;tab=home');
  expect(page).toContain('/paylink settings');
  expect(page).not.toContain('/slack/connect/');
  expect(await scene.installations.ofTeam('T1')).toMatchObject({ installedBy: 'U0SARA' });
  // The person who installed it first still gets the private page.
  scene.slack.answer = ACCESS;
  const again = scene.openBrowser();
  expect((await again.comeBack(stateOf(await again.begin()))).status).toBe(303);
});

test('two install pages in one browser both finish', async () => {
  const browser = scene.openBrowser();
  const first = stateOf(await browser.begin());
  const second = stateOf(await browser.begin());
  expect((await browser.comeBack(first)).status).toBe(303);
  expect((await browser.comeBack(second)).status).toBe(303);
});

test('a code without a state, as Slack’s admin pages send it, is never exchanged: the install starts at our page', async () => {
  for (const query of ['code=good-code', 'code=good-code&state=']) {
    const browser = scene.openBrowser();
    const sentOn = await browser.get(`/slack/oauth_redirect?${query}`);
    expect(sentOn.status).toBe(302);
    expect(sentOn.headers.get('location')).toBe(`${scene.url}/slack/install`);
    expect(scene.slack.exchanges).toEqual([]);
    const state = stateOf(await browser.begin());
    expect((await browser.comeBack(state)).status).toBe(303);
    expect(scene.slack.exchanges).toHaveLength(1);
    scene.slack.exchanges.length = 0;
  }
});

test('a browser that arrives twice without a state is not redirected again', async () => {
  const browser = scene.openBrowser();
  await browser.get('/slack/oauth_redirect?code=good-code');
  await browser.begin();
  const again = await browser.get('/slack/oauth_redirect?code=good-code');
  expect(again.status).toBe(400);
  expect(await again.text()).toMatch(/sent you back twice.*Start again/s);
  expect(scene.slack.exchanges).toEqual([]);
});

test('an expired or forged state is refused with a reference that is in the log', async () => {
  const browser = scene.openBrowser();
  const state = stateOf(await browser.begin());
  scene.pass(30 * 60_000);
  for (const given of [state, 'made-up']) {
    const response = await browser.comeBack(given);
    expect(response.status).toBe(400);
    const [, reference = 'none'] = /reference <code>(\w+)<\/code>/.exec(await response.text()) ?? [];
    expect(scene.logLines.join('')).toContain(`"reference":"${reference}"`);
  }
  expect(scene.slack.exchanges).toEqual([]);
});

test('the database holds hashes of used states and tickets, and never the values', async () => {
  const seen: string[] = [];
  const watched = await startInstall((store) => ({
    tickets: {
      ...store.tickets,
      issue: (ticket, at) => {
        seen.push(JSON.stringify(ticket));
        return store.tickets.issue(ticket, at);
      },
      spend: (ticket, at) => {
        seen.push(JSON.stringify(ticket));
        return store.tickets.spend(ticket, at);
      },
    },
  }));
  const browser = watched.openBrowser();
  const state = stateOf(await browser.begin());
  expect(seen).toEqual([]);
  const ticket = (await browser.comeBack(state)).headers.get('location')?.split('/').at(-1) ?? 'none';
  const cookie = browser.cookie?.split('=')[1] ?? 'none';
  expect(seen).toHaveLength(2);
  for (const secret of [...state.split('.'), ticket, cookie]) {
    expect(seen.join('')).not.toContain(`"${secret}`);
    expect(watched.logLines.join('')).not.toContain(secret);
  }
  await watched.close();
});

test('Cancel at Slack leads to a friendly page, and the state is used up', async () => {
  const browser = scene.openBrowser();
  const state = stateOf(await browser.begin());
  const response = await browser.comeBack(state, { error: 'access_denied' });
  expect(response.status).toBe(200);
  const page = await response.text();
  expect(page).toContain('Nothing was installed');
  expect(page).toContain(`href="${scene.url}/slack/install"`);
  expect((await browser.comeBack(state)).status).toBe(400);
});

test.each([
  ['Slack refuses the code', { ok: false, error: 'invalid_code' }, 'invalid_code'],
  ['Slack answers without a bot token', { ...ACCESS, access_token: undefined }, 'access_token'],
  ['tokens would change every twelve hours', { ...ACCESS, refresh_token: 'xoxe-1-planted' }, 'rotation'],
  ['Slack names no place', { ...ACCESS, team: null }, 'where the app was installed'],
])('nothing is saved if %s, and the log says why', async (_when, answer, why) => {
  scene.slack.answer = answer;
  const browser = scene.openBrowser();
  const response = await browser.comeBack(stateOf(await browser.begin()));
  expect(response.status).toBe(502);
  expect(await response.text()).toMatch(/reference <code>\w+<\/code>/);
  expect(await scene.installations.ofTeam('T1')).toBeNull();
  const logged = scene.logLines.join('');
  expect(logged).toContain(why);
  expect(logged).not.toContain('planted');
});

test('a return from Slack without a code, or with an error, installs nothing', async () => {
  const browser = scene.openBrowser();
  for (const query of [{}, { error: 'server_error' }, { code: '' }] as Record<string, string>[]) {
    const response = await browser.comeBack(stateOf(await browser.begin()), query);
    expect(response.status).toBe(400);
  }
  expect(scene.slack.exchanges).toEqual([]);
});

test('Slack’s flag decides that an install is for a whole organisation', async () => {
  scene.slack.answer = {
    ...ACCESS,
    // Not sent today; the flag would still be what counts.
    team: { id: 'T1', name: 'Corner Shop' },
    enterprise: { id: 'E1', name: 'The Group' },
    is_enterprise_install: true,
  };
  await install(scene);
  expect(await scene.installations.ofTeam('T1')).toBeNull();
  expect(await scene.installations.find({ enterpriseId: 'E1', teamId: null })).toMatchObject({
    name: 'The Group',
  });
  scene.slack.answer = { ...scene.slack.answer, team: null };
  const address = await install(scene);
  expect(await scene.installations.find({ enterpriseId: 'E1', teamId: null })).toMatchObject({
    teamId: null,
    name: 'The Group',
  });
  const page = await (await scene.openBrowser().get(address)).text();
  expect(page).toContain('organisation <strong>The Group</strong>');

  scene.slack.answer = { ...ACCESS, enterprise: { id: 'E1', name: 'The Group' } };
  await install(scene);
  expect(await scene.installations.find({ enterpriseId: 'E1', teamId: 'T1' })).toMatchObject({
    teamId: 'T1',
  });
});

test('onInstalled ends before the person continues', async () => {
  const told: unknown[] = [];
  const told_scene = await startInstall({
    onInstalled: async (installation) => void told.push(installation.teamId),
  });
  await install(told_scene);
  expect(told).toEqual(['T1']);
  await told_scene.close();
});

testAtLength('opening the install page a thousand times stores nothing and locks nobody out', async () => {
  const written: string[] = [];
  const watched = await startInstall((store) => ({
    tickets: {
      ...store.tickets,
      issue: (ticket, at) => {
        written.push(ticket.purpose);
        return store.tickets.issue(ticket, at);
      },
      spend: (ticket, at) => {
        written.push(ticket.purpose);
        return store.tickets.spend(ticket, at);
      },
    },
  }));
  const stranger = watched.openBrowser();
  const open = async () => (await stranger.get('/slack/install')).status;
  const statuses: number[] = [];
  for (let round = 0; round < 20; round += 1)
    statuses.push(...(await Promise.all(Array.from({ length: 50 }, open))));
  expect(new Set(statuses)).toEqual(new Set([302]));
  expect(written).toEqual([]);
  const guest = watched.openBrowser();
  expect((await guest.comeBack(stateOf(await guest.begin()))).status).toBe(303);
  expect(written).toEqual(['install-state-used', 'connect']);
  await watched.close();
});

test('a state with a changed time, signature or secret is refused', async () => {
  const browser = scene.openBrowser();
  const state = stateOf(await browser.begin());
  const [name = '', time = '', signature = ''] = state.split('.');
  const other = stateOf(await browser.begin()).split('.');
  const foreign = await startInstall({ stateSecret: 'another-secret' });
  const abroad = foreign.openBrowser();
  abroad.cookie = browser.cookie;
  const signedElsewhere = stateOf(await abroad.begin());
  await foreign.close();
  const later = (Number.parseInt(time, 36) + 60_000).toString(36);
  for (const given of [
    `${name}.${later}.${signature}`,
    `${other[0]}.${time}.${signature}`,
    `${name}.${time}.${other[2]}`,
    `${name}.${time}.`,
    `${state}x`,
    signedElsewhere,
  ])
    expect((await browser.comeBack(given)).status, given).toBe(400);
  expect((await browser.comeBack(state)).status).toBe(303);
});

test('a used state stays used for an instance whose clock is half an hour behind', async () => {
  const browser = scene.openBrowser();
  const state = stateOf(await browser.begin());
  expect((await browser.comeBack(state)).status).toBe(303);
  scene.pass(29 * 60_000);
  await install(scene);
  scene.pass(2 * 60_000);
  await install(scene);
  scene.pass(-30 * 60_000);
  expect((await browser.comeBack(state)).status).toBe(400);
});

test('an error of ours shows a page with a reference', async () => {
  const broken = await startInstall((store) => ({
    tickets: { ...store.tickets, spend: () => Promise.reject(new Error('the disk is full')) },
  }));
  const browser = broken.openBrowser();
  const response = await browser.comeBack(stateOf(await browser.begin()));
  expect(response.status).toBe(500);
  const [, reference = 'none'] = /reference <code>(\w+)<\/code>/.exec(await response.text()) ?? [];
  expect(broken.logLines.find((line) => line.includes('the disk is full'))).toContain(reference);
  await broken.close();
});
