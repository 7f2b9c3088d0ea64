// @module-tag long
// @module-tag store

import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SCOPE_REASONS } from '../../../src/tenancy/install/pages.ts';
import { testAtLength } from '../../fixtures/whole-suite.ts';
import { type InstallScene, referenceOn, startInstall } from './start-install.ts';

let scene: InstallScene;
beforeAll(async () => {
  scene = await startInstall();
});
beforeEach(() => scene.next());
afterAll(() => scene.close());

const SCOPES: string[] = JSON.parse(readFileSync('manifest.json', 'utf8')).oauth_config.scopes.bot;

/** Slack's answer to a code from now on: as always, but for this. */
const answerAccess = (changes: object) => {
  scene.slack.faults.clear();
  const answer = {
    ok: true,
    access_token: 'xoxb-planted-token',
    token_type: 'bot',
    scope: 'chat:write,commands,files:write',
    bot_user_id: 'U0BOT',
    app_id: 'A1',
    team: { id: scene.key.teamId, name: 'Corner <Shop>' },
    enterprise: null,
    is_enterprise_install: false,
    authed_user: { id: scene.people.sara },
    ...changes,
  };
  scene.slack.faults.add({ method: 'oauth.v2.access', answer });
  scene.slack.faults.add({
    method: 'auth.test',
    answer: { ok: true, bot_id: 'B0BOT', url: 'https://corner.slack.com/' },
  });
};

/** The tickets that the database gets from now on. */
const watchTickets = () => {
  const written: { purpose: string }[] = [];
  const { issue, spend } = scene.store.tickets;
  scene.patched.tickets.issue = (ticket, at) => {
    written.push(ticket);
    return issue(ticket, at);
  };
  scene.patched.tickets.spend = (ticket, at) => {
    written.push(ticket);
    return spend(ticket, at);
  };
  return written;
};

test('the about page says what Paylink may do and why, and its button leads to the install', async () => {
  const response = await scene.openBrowser().get('/slack/about');
  expect(response.status).toBe(200);
  expect(response.headers.get('set-cookie')).toBeNull();
  const page = await response.text();
  for (const scope of SCOPES) {
    expect(page).toContain(`<code>${scope}</code>`);
    expect(page).toContain(SCOPE_REASONS[scope]);
  }
  expect(page).toContain(`href="${scene.appUrl}/slack/install"`);
});

test('the install address redirects straight to Slack and sets the browser’s cookie', async () => {
  const browser = scene.openBrowser();
  const response = await browser.get('/slack/install');
  expect(response.status).toBe(302);
  expect(response.headers.get('set-cookie')).toContain('paylink_install=');
  const authorize = new URL(response.headers.get('location') ?? '');
  expect(authorize.origin + authorize.pathname).toBe(scene.slack.authorizeUrl);
  expect(Object.fromEntries(authorize.searchParams)).toEqual({
    client_id: '123.456',
    scope: SCOPES.join(','),
    redirect_uri: `${scene.appUrl}/slack/oauth_redirect`,
    state: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]{43}$/),
  });
});

test('every scope of the manifest has its reason on the page', () => {
  for (const scope of SCOPES) expect(SCOPE_REASONS, scope).toHaveProperty([scope]);
});

test('after Allow the token is saved encrypted, and the browser is sent to a private page', async () => {
  const back = await scene.openBrowser().allow();
  expect(back.status).toBe(303);
  expect(back.headers.get('location')).toMatch(/^http:.*\/slack\/connect\/[\w-]{43}$/);
  expect(scene.exchanges()).toEqual([
    {
      client_id: '123.456',
      client_secret: 'planted-client-secret',
      code: expect.any(String),
      redirect_uri: `${scene.appUrl}/slack/oauth_redirect`,
    },
  ]);
  const { botToken } = (await scene.store.installations.find(scene.key.teamId)) ?? {};
  expect(botToken).toMatch(/^v1\./);
  expect(await scene.installation()).toMatchObject({
    ...scene.key,
    name: 'Corner <Shop>',
    botToken: scene.slack.latestToken(scene.key.teamId),
    botUserId: scene.people.botUser,
    scopes: ['commands'],
    installedBy: scene.people.sara,
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
  await scene.reachPage();
  scene.installer = scene.people.omar;
  const back = await scene.openBrowser().allow();
  expect(back.status).toBe(200);
  expect(back.headers.get('location')).toBeNull();
  const page = await back.text();
  expect(page).toContain(`slack://app?team=${scene.key.teamId}&amp;id=A0APP00001&amp;tab=home`);
  expect(page).toContain('/paylink settings');
  expect(page).not.toContain('/slack/connect/');
  expect(await scene.installation()).toMatchObject({ installedBy: scene.people.sara });
  // The person who installed it first still gets the private page.
  scene.installer = scene.people.sara;
  expect((await scene.openBrowser().allow()).status).toBe(303);
});

testAtLength('of two install pages in one browser, the one opened last finishes', async () => {
  const browser = scene.openBrowser();
  const first = await browser.begin();
  const cookie = browser.cookie;
  const second = await browser.begin();
  expect((await browser.comeBack(first)).status).toBe(400);
  browser.cookie = cookie;
  expect((await browser.allow()).status).toBe(303);
  expect((await browser.comeBack(second)).status).toBe(400);
});

test('a code without a state, as Slack’s admin pages send it, is never exchanged: the install starts at our page', async () => {
  let installs = 0;
  for (const query of ['code=good-code', 'code=good-code&state=']) {
    const browser = scene.openBrowser();
    const sentOn = await browser.get(`/slack/oauth_redirect?${query}`);
    expect(sentOn.status).toBe(302);
    expect(sentOn.headers.get('location')).toBe(`${scene.appUrl}/slack/install`);
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
  const written = watchTickets();
  const browser = scene.openBrowser();
  const state = await browser.begin();
  expect(written).toEqual([]);
  const ticket = (await browser.comeBack(state)).headers.get('location')?.split('/').at(-1) ?? 'none';
  const cookie = browser.cookie?.split('=')[1] ?? 'none';
  expect(written).toHaveLength(2);
  for (const secret of [...state.split('.'), ticket, cookie]) {
    expect(JSON.stringify(written)).not.toContain(`"${secret}`);
    expect(scene.logLines.join('')).not.toContain(secret);
  }
});

test('Cancel at Slack leads to a friendly page that leads back to the install', async () => {
  const browser = scene.openBrowser();
  const state = await browser.begin();
  const response = await browser.comeBack(state, { error: 'access_denied' });
  expect(response.status).toBe(200);
  const page = await response.text();
  expect(page).toContain('Nothing was installed');
  expect(page).toContain(`href="${scene.appUrl}/slack/install"`);
  // Nobody finishes it afterwards.
  expect((await browser.comeBack(state)).status).toBe(400);
});

test.each<[string, object, string]>([
  ['Slack refuses the code', { ok: false, error: 'invalid_code' }, 'invalid_code'],
  ['Slack answers without a bot token', { access_token: undefined }, 'garbles: bot'],
  [
    'tokens would change every twelve hours',
    { refresh_token: 'xoxe-1-planted', expires_in: 43_200 },
    'rotation',
  ],
  ['Slack names no place', { team: null }, 'where the app was installed'],
])('nothing is saved if %s, and the log says why', async (_when, changes, why) => {
  answerAccess(changes);
  const response = await scene.openBrowser().allow();
  expect(response.status).toBe(502);
  expect(await response.text()).toMatch(/reference <code>\w+<\/code>/);
  expect(await scene.installation()).toBeNull();
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

test('an install for a whole organisation is refused in words, and nothing of it is kept', async () => {
  const enterprise = { id: 'E1', name: 'The Group' };
  const team = { id: scene.key.teamId, name: 'Corner' };
  // Slack does not name a team today; only the flag counts.
  for (const place of [{ team: null }, { team }]) {
    answerAccess({ ...place, enterprise, is_enterprise_install: true });
    const response = await scene.openBrowser().allow();
    expect(response.status).toBe(403);
    expect(await response.text()).toMatch(/Each workspace adds Paylink by itself/);
  }
  expect(await scene.store.installations.all()).not.toContainEqual(
    expect.objectContaining({ teamId: scene.key.teamId }),
  );
  expect((await scene.store.installations.all()).filter(({ name }) => name === enterprise.name)).toEqual([]);

  answerAccess({ enterprise, team, is_enterprise_install: false });
  await scene.reachPage();
  expect(await scene.installation()).toMatchObject({ teamId: scene.key.teamId });
});

test('what follows from an install is written down before the person continues', async () => {
  const actions: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  scene.patched.auditEntries.add = async (entry) => {
    actions.push(entry.action);
    await held;
  };
  let isBack = false;
  const going = scene.reachPage().then(() => {
    isBack = true;
  });
  await expect.poll(() => actions).toEqual(['app-installed']);
  // Another person is answered meanwhile.
  await scene.openBrowser().get('/slack/about');
  await nextTurn();
  expect(isBack).toBe(false);
  release();
  await going;
});

testAtLength('opening the install page a thousand times stores nothing and locks nobody out', async () => {
  const written = watchTickets();
  const stranger = scene.openBrowser();
  const open = async () => (await stranger.get('/slack/install')).status;
  const statuses: number[] = [];
  for (let round = 0; round < 20; round += 1)
    statuses.push(...(await Promise.all(Array.from({ length: 50 }, open))));
  expect(new Set(statuses)).toEqual(new Set([302]));
  expect(written).toEqual([]);
  expect((await scene.openBrowser().allow()).status).toBe(303);
  expect(written.map(({ purpose }) => purpose)).toEqual(['install-state-used', 'connect']);
});

test('a state with a changed time, signature or secret is refused', async () => {
  const browser = scene.openBrowser();
  const state = await browser.begin();
  const [head = '', claims = '', signature = ''] = state.split('.');
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const later = Buffer.from(JSON.stringify({ ...read, now: '2026-11-27T00:00:00.000Z' })).toString(
    'base64url',
  );
  const cookie = browser.cookie ?? '';
  await scene.restart({ env: { SLACK_STATE_SECRET: 'planted-other-state-secret' } });
  const signedElsewhere = await browser.begin();
  await scene.restart();
  for (const given of [
    `${head}.${later}.${signature}`,
    `${head}.${claims}.${signedElsewhere.split('.')[2]}`,
    `${head}.${claims}.`,
    `${state}x`,
    signedElsewhere,
  ]) {
    browser.cookie = cookie.replace(state, given);
    expect((await browser.comeBack(given)).status, given).toBe(400);
  }
  browser.cookie = cookie;
  expect((await browser.comeBack(state)).status).toBe(303);
});

testAtLength('a used state stays used for an instance whose clock is half an hour behind', async () => {
  const browser = scene.openBrowser();
  const state = await browser.begin();
  expect((await browser.comeBack(state)).status).toBe(303);
  scene.pass(29 * 60_000);
  await scene.reachPage();
  scene.pass(2 * 60_000);
  await scene.reachPage();
  scene.pass(-30 * 60_000);
  expect((await browser.comeBack(state)).status).toBe(400);
});

test('an error of ours shows a page with a reference', async () => {
  scene.patched.tickets.spend = () => Promise.reject(new Error('the disk is full'));
  const response = await scene.openBrowser().allow();
  expect(response.status).toBe(500);
  expect(scene.logLines.find((line) => line.includes('the disk is full'))).toContain(
    await referenceOn(response),
  );
});
