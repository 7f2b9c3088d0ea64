// @module-tag postgres

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SCOPE_REASONS } from '../../../src/workspaces/install/pages.ts';
import { testAtLength } from '../../fixtures/whole-suite.ts';
import { type InstallScene, install, referenceOn, startInstall } from './start-install.ts';

let scene: InstallScene;

beforeEach(async () => {
  scene = await startInstall();
});

afterEach(() => scene.close());

/** An answer of `oauth.v2.access`. */
const ACCESS = {
  ok: true,
  access_token: 'xoxb-planted-token',
  token_type: 'bot',
  scope: 'chat:write,commands,files:write',
  bot_user_id: 'U0BOT',
  app_id: 'A1',
  team: { id: 'T1', name: 'Corner <Shop>' },
  enterprise: null,
  is_enterprise_install: false,
  authed_user: { id: 'U0SARA' },
};

/** Slack's answer to a code from now on. */
const answerAccess = (fault: { answer: Record<string, unknown> } | { error: string }) => {
  scene.slack.faults.clear();
  scene.slack.faults.add({ method: 'oauth.v2.access', ...fault });
};

/** `written`: the tickets that the database gets. */
const startWatched = async () => {
  const written: { purpose: string }[] = [];
  const watch =
    <Given extends [ticket: { purpose: string }, at: number], Result>(write: (...given: Given) => Result) =>
    (...given: Given) => {
      written.push(given[0]);
      return write(...given);
    };
  const scene = await startInstall(({ tickets }) => ({
    tickets: { ...tickets, issue: watch(tickets.issue), spend: watch(tickets.spend) },
  }));
  return { scene, written };
};

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
  const authorize = new URL(response.headers.get('location') ?? '');
  expect(authorize.origin + authorize.pathname).toBe(scene.slack.authorizeUrl);
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
  const back = await scene.openBrowser().allow();
  expect(back.status).toBe(303);
  expect(back.headers.get('location')).toMatch(/^http:.*\/slack\/connect\/[\w-]{43}$/);
  expect(scene.exchanges()).toEqual([
    {
      client_id: 'client-id',
      client_secret: 'planted-client-secret',
      code: expect.stringMatching(/^1\./),
      redirect_uri: `${scene.url}/slack/oauth_redirect`,
    },
  ]);
  expect(await scene.installations.ofTeam('T1')).toMatchObject({
    enterpriseId: null,
    teamId: 'T1',
    name: 'Corner <Shop>',
    botToken: scene.slack.latestToken('T1'),
    botUserId: 'U0BOT',
    scopes: ['chat:write', 'commands', 'files:write'],
    installedBy: 'U0SARA',
    credentials: null,
  });
});

test('a state works once', async () => {
  const browser = scene.openBrowser();
  const state = await browser.begin();
  expect((await browser.comeBack(state)).status).toBe(303);
  const again = await browser.comeBack(state);
  expect(again.status).toBe(400);
  expect(await again.text()).toContain('This install link has expired');
  expect(scene.exchanges()).toHaveLength(1);
});

test('if many return with one state at the same moment, one is let in', async () => {
  const browser = scene.openBrowser();
  const state = await browser.begin();
  const all = await Promise.all(Array.from({ length: 8 }, () => browser.comeBack(state)));
  expect(all.map((response) => response.status).sort()).toEqual([303, ...Array(7).fill(400)]);
});

test('a state works only in the browser for which it was created', async () => {
  const mine = scene.openBrowser();
  const state = await mine.begin();
  const withoutCookie = scene.openBrowser();
  expect((await withoutCookie.comeBack(state)).status).toBe(400);
  const other = scene.openBrowser();
  await other.begin();
  expect((await other.comeBack(state)).status).toBe(400);
  expect(scene.exchanges()).toEqual([]);
  expect((await mine.comeBack(state)).status).toBe(303);
});

test('a person who reinstalls a working app does not become its admin or get a private page', async () => {
  await install(scene);
  scene.installer = 'U0CASHIER';
  const back = await scene.openBrowser().allow();
  expect(back.status).toBe(200);
  expect(back.headers.get('location')).toBeNull();
  const page = await back.text();
  expect(page).toContain('slack://app?team=T1&amp;id=A0PAYLINK1&amp;tab=home');
  expect(page).toContain('/paylink settings');
  expect(page).not.toContain('/slack/connect/');
  expect(await scene.installations.ofTeam('T1')).toMatchObject({ installedBy: 'U0SARA' });
  // The person who installed it first still gets the private page.
  scene.installer = 'U0SARA';
  expect((await scene.openBrowser().allow()).status).toBe(303);
});

test('two install pages in one browser both finish', async () => {
  const browser = scene.openBrowser();
  const first = await browser.begin();
  const second = await browser.begin();
  expect((await browser.comeBack(first)).status).toBe(303);
  expect((await browser.comeBack(second)).status).toBe(303);
});

test('a code without a state, as Slack’s admin pages send it, is never exchanged: the install starts at our page', async () => {
  let installs = 0;
  for (const query of ['code=good-code', 'code=good-code&state=']) {
    const browser = scene.openBrowser();
    const sentOn = await browser.get(`/slack/oauth_redirect?${query}`);
    expect(sentOn.status).toBe(302);
    expect(sentOn.headers.get('location')).toBe(`${scene.url}/slack/install`);
    expect(scene.exchanges()).toHaveLength(installs);
    expect((await browser.allow()).status).toBe(303);
    installs += 1;
    expect(scene.exchanges()).toHaveLength(installs);
  }
});

test('a browser that arrives twice without a state is not redirected again', async () => {
  const browser = scene.openBrowser();
  await browser.get('/slack/oauth_redirect?code=good-code');
  await browser.begin();
  const again = await browser.get('/slack/oauth_redirect?code=good-code');
  expect(again.status).toBe(400);
  expect(await again.text()).toMatch(/sent you back twice.*Start again/s);
  expect(scene.exchanges()).toEqual([]);
});

test('an expired or forged state is refused with a reference that is in the log', async () => {
  const browser = scene.openBrowser();
  const state = await browser.begin();
  scene.pass(30 * 60_000);
  for (const given of [state, 'made-up']) {
    const response = await browser.comeBack(given);
    expect(response.status).toBe(400);
    expect(scene.logLines.join('')).toContain(`"reference":"${await referenceOn(response)}"`);
  }
  expect(scene.exchanges()).toEqual([]);
});

test('the database holds hashes of used states and tickets, and never the values', async () => {
  const { scene: watched, written } = await startWatched();
  const browser = watched.openBrowser();
  const state = await browser.begin();
  expect(written).toEqual([]);
  const ticket = (await browser.comeBack(state)).headers.get('location')?.split('/').at(-1) ?? 'none';
  const cookie = browser.cookie?.split('=')[1] ?? 'none';
  expect(written).toHaveLength(2);
  for (const secret of [...state.split('.'), ticket, cookie]) {
    expect(JSON.stringify(written)).not.toContain(`"${secret}`);
    expect(watched.logLines.join('')).not.toContain(secret);
  }
  await watched.close();
});

test('Cancel at Slack leads to a friendly page, and the state is used up', async () => {
  const browser = scene.openBrowser();
  const state = await browser.begin();
  const response = await browser.comeBack(state, { error: 'access_denied' });
  expect(response.status).toBe(200);
  const page = await response.text();
  expect(page).toContain('Nothing was installed');
  expect(page).toContain(`href="${scene.url}/slack/install"`);
  expect((await browser.comeBack(state)).status).toBe(400);
});

test.each([
  ['Slack refuses the code', { error: 'invalid_code' }, 'invalid_code'],
  ['Slack answers without a bot token', { answer: { ...ACCESS, access_token: undefined } }, 'access_token'],
  [
    'tokens would change every twelve hours',
    { answer: { ...ACCESS, refresh_token: 'xoxe-1-planted' } },
    'rotation',
  ],
  ['Slack names no place', { answer: { ...ACCESS, team: null } }, 'where the app was installed'],
])('nothing is saved if %s, and the log says why', async (_when, fault, why) => {
  answerAccess(fault);
  const response = await scene.openBrowser().allow();
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
    const response = await browser.comeBack(await browser.begin(), query);
    expect(response.status).toBe(400);
  }
  expect(scene.exchanges()).toEqual([]);
});

test('Slack’s flag decides that an install is for a whole organisation', async () => {
  const ofGroup = { ...ACCESS, enterprise: { id: 'E1', name: 'The Group' }, is_enterprise_install: true };
  // Slack does not name a team today; only the flag would count.
  answerAccess({ answer: ofGroup });
  const find = (teamId: string | null) => scene.installations.find({ enterpriseId: 'E1', teamId });
  await install(scene);
  expect(await scene.installations.ofTeam('T1')).toBeNull();
  expect(await find(null)).toMatchObject({ name: 'The Group' });
  answerAccess({ answer: { ...ofGroup, team: null } });
  const address = await install(scene);
  expect(await find(null)).toMatchObject({ teamId: null, name: 'The Group' });
  const page = await (await scene.openBrowser().get(address)).text();
  expect(page).toContain('organisation <strong>The Group</strong>');

  answerAccess({ answer: { ...ofGroup, is_enterprise_install: false } });
  await install(scene);
  expect(await find('T1')).toMatchObject({ teamId: 'T1' });
});

test('onInstalled ends before the person continues', async () => {
  const installed: unknown[] = [];
  const listening = await startInstall({
    onInstalled: async ({ teamId }) => void installed.push(teamId),
  });
  await install(listening);
  expect(installed).toEqual(['T1']);
  await listening.close();
});

testAtLength('opening the install page a thousand times stores nothing and locks nobody out', async () => {
  const { scene: watched, written } = await startWatched();
  const stranger = watched.openBrowser();
  const open = async () => (await stranger.get('/slack/install')).status;
  const statuses: number[] = [];
  for (let round = 0; round < 20; round += 1)
    statuses.push(...(await Promise.all(Array.from({ length: 50 }, open))));
  expect(new Set(statuses)).toEqual(new Set([302]));
  expect(written).toEqual([]);
  expect((await watched.openBrowser().allow()).status).toBe(303);
  expect(written.map(({ purpose }) => purpose)).toEqual(['install-state-used', 'connect']);
  await watched.close();
});

test('a state with a changed time, signature or secret is refused', async () => {
  const browser = scene.openBrowser();
  const state = await browser.begin();
  const [name = '', time = '', signature = ''] = state.split('.');
  const other = (await browser.begin()).split('.');
  const foreign = await startInstall({ stateSecret: 'another-secret' });
  const abroad = foreign.openBrowser();
  abroad.cookie = browser.cookie;
  const signedElsewhere = await abroad.begin();
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
  const state = await browser.begin();
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
  const response = await broken.openBrowser().allow();
  expect(response.status).toBe(500);
  expect(broken.logLines.find((line) => line.includes('the disk is full'))).toContain(
    await referenceOn(response),
  );
  await broken.close();
});
