// @module-tag long
// @module-tag store

import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createHands } from '../../fixtures/northern-life.ts';
import { seen } from '../../fixtures/seen.ts';
import { testAtLength } from '../../fixtures/whole-suite.ts';
import { type InstallScene, startInstall } from './start-install.ts';

const HOUR_MS = 60 * 60_000;

let scene: InstallScene;
/** What the service accepts. */
let right: InstallScene['credentials'];
let wrong: InstallScene['credentials'];
let address: string;
beforeAll(async () => {
  scene = await startInstall();
  right = scene.credentials;
  wrong = { ...right, secretKey: 'planted-wrong-secret' };
});
beforeEach(async () => {
  scene.next();
  address = await scene.reachPage();
});
afterAll(() => scene.close());

const merchant = () => scene.merchants.of('corner');
const keptCredentials = async () => (await scene.installation())?.credentials ?? null;

test('the private page names the workspace and asks for the three values, with the secrets hidden', async () => {
  const response = await scene.openBrowser().get(address);
  expect(response.status).toBe(200);
  const page = await response.text();
  expect(page).toContain('workspace <strong>Corner &lt;Shop&gt;</strong>');
  expect(page).toMatch(/<input id="apiKey" name="apiKey" type="password" value="" /);
  expect(page).toMatch(/<input id="accountId" name="accountId" type="text" /);
  expect(page).toMatch(/<input id="secretKey" name="secretKey" type="password" value="" /);
  for (const name of Object.keys(right)) expect(page).toContain(`<label for="${name}">`);
});

test('credentials that the service accepts are saved encrypted, and the page is used up', async () => {
  const browser = scene.openBrowser();
  const response = await browser.submit(address, { ...right, apiKey: ` ${right.apiKey}\n` });
  expect(response.status).toBe(200);
  const page = await response.text();
  expect(page).toContain('Connected: Saffron Dune');
  expect(page).toContain('/invite @Paylink');
  expect(scene.trials()).toBe(1);
  expect(await keptCredentials()).toEqual(right);

  expect((await browser.get(address)).status).toBe(404);
  expect((await browser.submit(address, scene.merchants.of('other').credentials)).status).toBe(404);
  expect(scene.trials()).toBe(1);
  expect(await keptCredentials()).toEqual(right);
});

test('credentials that the service refuses are not saved, and the form stays with a remedy', async () => {
  const message = `unknown key ${right.apiKey}`;
  merchant().answerWith(() => ({ status: 401, body: { status: '401', message } }));
  const browser = scene.openBrowser();
  const response = await browser.submit(address, right);
  expect(response.status).toBe(422);
  const page = await response.text();
  expect(page).toContain('did not accept these credentials');
  expect(page).toContain('Copy all three again');
  expect(page).toContain('9 more tries');
  expect(page).toContain(`value="${right.accountId}"`);
  for (const secret of [right.apiKey, right.secretKey]) expect(page).not.toContain(secret);
  expect(await keptCredentials()).toBeNull();
  const logged = scene.logLines.join('');
  expect(logged).toMatch(/a payment service was not connected/);
  expect(page).toContain(/"reference":"(\w+)","triesLeft":9/.exec(logged)?.[1]);
  expect(logged).not.toContain('planted');

  merchant().answerWith(() => ({ body: { status: '00', data: {} } }));
  const accepted = await browser.submit(address, right);
  expect(await accepted.text()).toContain('<h1>Connected</h1>');
});

testAtLength('each kind of failure has its own explanation', async () => {
  for (const [fault, words] of [
    [{ kind: 'status', status: 403 }, 'allow lists'],
    [{ kind: 'drop-before-work' }, 'could not be reached'],
  ] as const) {
    merchant().faults.clear();
    merchant().faults.add({ operation: 'business', ...fault });
    const page = await (await scene.openBrowser().submit(address, right)).text();
    expect(page).toContain(words);
  }
  expect(await keptCredentials()).toBeNull();
});

test('an error of ours shows a page with a reference, saves nothing, and leaves the page open', async () => {
  scene.patched.tickets.revise = () => Promise.reject(new Error('a bug'));
  const response = await scene.openBrowser().submit(address, right);
  expect(response.status).toBe(500);
  expect(await response.text()).toMatch(/reference <code>\w+<\/code>/);
  expect(await keptCredentials()).toBeNull();
  expect((await scene.openBrowser().get(address)).status).toBe(200);
});

test('ten refusals close the page, even at the same moment', async () => {
  const browser = scene.openBrowser();
  const all = await Promise.all(Array.from({ length: 14 }, () => browser.submit(address, wrong)));
  expect(scene.trials()).toBe(10);
  expect(all.filter((response) => response.status === 422)).toHaveLength(9);
  expect(all.filter((response) => response.status === 404)).toHaveLength(5);
  expect((await browser.get(address)).status).toBe(404);
  expect((await browser.submit(address, right)).status).toBe(404);
  expect(await keptCredentials()).toBeNull();
});

testAtLength(
  'missing or impossible values are named field by field, without a call and without using a try',
  async () => {
    const browser = scene.openBrowser();
    const bad = { apiKey: '  ', accountId: '"><script>x', secretKey: 'clé-secrète' };
    for (let time = 0; time < 12; time += 1) {
      const response = await browser.submit(address, bad);
      expect(response.status).toBe(422);
      const page = await response.text();
      expect(page).toContain('API key is missing.');
      expect(page).toContain('Secret key holds characters that no key has.');
      expect(page).toContain('value="&quot;&gt;&lt;script&gt;x"');
      expect(page).toContain('aria-invalid="true"');
      expect(page).toMatch(/type="password" value="".*type="password" value=""/s);
      expect(page).not.toContain('clé');
    }
    const tooLong = await browser.submit(address, { ...right, accountId: 'x'.repeat(501) });
    expect(await tooLong.text()).toContain('longer than 500 characters');
    expect(scene.trials()).toBe(0);
    expect((await browser.submit(address, right)).status).toBe(200);
  },
);

test('a wrong ticket and an expired one get the same friendly page', async () => {
  const browser = scene.openBrowser();
  const unknown = await browser.get('/slack/connect/unknown');
  expect(unknown.status).toBe(404);
  const words = await unknown.text();
  expect(words).toContain('/paylink settings');
  scene.pass(HOUR_MS - 60_000);
  expect((await browser.get(address)).status).toBe(200);
  scene.pass(60_000);
  for (const response of [await browser.get(address), await browser.submit(address, right)]) {
    expect(response.status).toBe(404);
    expect(await response.text()).toBe(words);
  }
  expect(scene.trials()).toBe(0);
});

testAtLength('a state does not work as a ticket, nor a ticket as a state', async () => {
  const browser = scene.openBrowser();
  expect((await browser.get(`/slack/connect/${await browser.begin()}`)).status).toBe(404);
  expect((await browser.comeBack(address.split('/').at(-1) ?? '')).status).toBe(400);
});

test('the page closes when the workspace removes the app', async () => {
  await scene.slack.uninstall(scene.key.teamId);
  const browser = scene.openBrowser();
  expect((await browser.get(address)).status).toBe(404);
  expect((await browser.submit(address, right)).status).toBe(404);
  expect(scene.trials()).toBe(0);
});

testAtLength('a removal during the call to the service wins', async () => {
  merchant().answerWith(async () => {
    await scene.slack.uninstall(scene.key.teamId);
    return undefined;
  });
  expect((await scene.openBrowser().submit(address, right)).status).toBe(404);
  expect(scene.trials()).toBe(1);
  expect(await scene.installation()).toBeNull();
});

test('if two people submit at the same moment, one connects', async () => {
  const waiting: (() => void)[] = [];
  const both = ['corner', 'other'].map(scene.merchants.of);
  for (const one of both)
    one.answerWith(async () => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 2) for (const proceed of waiting) proceed();
      });
      return undefined;
    });
  const browser = scene.openBrowser();
  const sent = await Promise.all(both.map(({ credentials }) => browser.submit(address, credentials)));
  expect(sent.map((response) => response.status).sort()).toEqual([200, 404]);
  const winner = sent.findIndex((response) => response.status === 200);
  expect(await keptCredentials()).toEqual(both[winner]?.credentials);
});

test('a form from another site is refused, and one from our own page is not', async () => {
  const browser = scene.openBrowser();
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ];
  for (const headers of foreign) {
    expect((await browser.submit(address, right, headers)).status).toBe(403);
  }
  expect(scene.trials()).toBe(0);
  // What a browser sends without a referrer.
  const own = { 'sec-fetch-site': 'same-origin', origin: 'null' };
  expect((await browser.submit(address, right, own)).status).toBe(200);
});

test('a body larger than the form is not read to its end', async () => {
  const response = await scene.openBrowser().submit(address, { ...right, apiKey: 'x'.repeat(9_000) });
  expect(response.status).toBe(413);
  expect(scene.trials()).toBe(0);
});

testAtLength('a sender that disconnects halfway leaves nothing behind', async () => {
  const { port, pathname } = new URL(address);
  await new Promise<void>((resolve) => {
    const sending = request({ port, path: pathname, method: 'POST', headers: { 'content-length': 500 } });
    sending.on('error', () => resolve());
    sending.write('apiKey=x', () => sending.destroy(new Error('gone')));
  });
  expect((await scene.openBrowser().submit(address, right)).status).toBe(200);
});

testAtLength('pages are not cached or framed, run no script and send no referrer', async () => {
  const browser = scene.openBrowser();
  const responses = [
    await browser.get('/slack/about'),
    await browser.get('/slack/install'),
    await browser.comeBack(''),
    await browser.get('/slack/oauth_redirect'),
    await browser.allow(),
    await browser.get('/slack/connect/unknown'),
    await browser.get(address),
    await browser.submit(address, {}),
    await browser.submit(address, right),
  ];
  expect(responses.map((response) => response.status)).toEqual([200, 302, 302, 400, 303, 404, 200, 422, 200]);
  for (const { headers } of responses) {
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const policy = headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'/);
    expect(policy).toContain("frame-ancestors 'none'");
  }
});

testAtLength(
  'an admin gets a new page later, and the credentials stay until new ones are accepted',
  async () => {
    const { sara } = scene.people;
    const browser = scene.openBrowser();
    await browser.submit(address, right);
    const hands = createHands(scene.slack.team(scene.key.teamId));
    const pageIn = (view: Parameters<typeof seen>[0]) =>
      Object.values(seen(view).addresses).find((one) => one.includes('/slack/connect/'));
    await hands.send(sara, 'settings');
    const fresh = pageIn(await hands.modal(sara, (view) => pageIn(view) !== undefined)) ?? 'no page';
    expect(await (await browser.get(fresh)).text()).toContain('Already connected');
    await browser.submit(fresh, wrong);
    expect(await keptCredentials()).toEqual(right);
    const { credentials } = scene.merchants.of('other');
    await browser.submit(fresh, credentials);
    expect(await keptCredentials()).toEqual(credentials);
  },
);

testAtLength('a connection is written down once, after it was saved', async () => {
  const written: unknown[] = [];
  scene.patched.auditEntries.add = async ({ action, actorId }) => {
    written.push([action, actorId, await keptCredentials()]);
  };
  const browser = scene.openBrowser();
  await browser.submit(address, { ...right, apiKey: '' });
  await browser.submit(address, right);
  expect(written).toEqual([['credentials-changed', scene.people.sara, right]]);
});

test('after a whole install, neither the database’s files nor the log hold a secret', async () => {
  await scene.openBrowser().submit(address, wrong);
  await scene.openBrowser().submit(address, right);
  const { place } = scene.database;
  const planted = ['key', 'secret', 'wrong-secret', 'client-secret', 'state-secret', 'signing-secret'];
  const secrets = [
    ...planted.map((name) => `planted-${name}`),
    scene.slack.latestToken(scene.key.teamId) ?? 'no token',
  ];
  for (const secret of secrets) expect(scene.logLines.join('')).not.toContain(secret);
  if (!('dataDir' in place)) return;
  const files = await Promise.all(
    (await readdir(place.dataDir)).map((name) => readFile(join(place.dataDir, name))),
  );
  expect(files.some((file) => file.includes(scene.people.sara))).toBe(true);
  for (const secret of secrets) expect(files.some((file) => file.includes(secret))).toBe(false);
});
