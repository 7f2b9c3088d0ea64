// @module-tag postgres

import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { AuthenticationError, NetworkError, PermissionError } from '../../../src/payment-service/index.ts';
import { perTest } from '../../fixtures/per-test.ts';
import { CREDENTIALS, install, startInstall } from './start-install.ts';

const HOUR_MS = 60 * 60_000;
const SECRETS = [CREDENTIALS.apiKey, CREDENTIALS.secretKey];

let address: string;

const scene = perTest(startInstall);

beforeEach(async () => {
  address = await install(scene);
});

const keptCredentials = async () => (await scene.installations.ofTeam('T1'))?.credentials ?? null;
const refuse = () => {
  scene.testCredentials = async (credentials) => {
    scene.trials.push(credentials);
    throw new AuthenticationError('HTTP 401', {
      ...{ operation: 'businessDetails', reference: 'REF401', httpStatus: 401 },
      serviceMessage: `unknown key ${credentials.apiKey}`,
    });
  };
};

test('the private page names the workspace and asks for the three values, with the secrets hidden', async () => {
  const response = await scene.openBrowser().get(address);
  expect(response.status).toBe(200);
  const page = await response.text();
  expect(page).toContain('workspace <strong>Corner &lt;Shop&gt;</strong>');
  expect(page).toMatch(/<input id="apiKey" name="apiKey" type="password" value="" /);
  expect(page).toMatch(/<input id="accountId" name="accountId" type="text" /);
  expect(page).toMatch(/<input id="secretKey" name="secretKey" type="password" value="" /);
  for (const name of ['apiKey', 'accountId', 'secretKey']) expect(page).toContain(`<label for="${name}">`);
});

test('a private page closes when its person loses the right', async () => {
  const asked: string[] = [];
  const other = await startInstall({
    mayConnect: async ({ teamId }, userId) => {
      asked.push(`${userId} of ${teamId}`);
      return asked.length < 2;
    },
  });
  const page = await install(other);
  expect((await other.openBrowser().get(page)).status).toBe(200);
  expect((await other.openBrowser().submit(page, CREDENTIALS)).status).toBe(404);
  expect(asked).toEqual(['U0SARA of T1', 'U0SARA of T1']);
  expect(other.trials).toEqual([]);
  expect(await other.installations.ofTeam('T1')).toMatchObject({ credentials: null });
  await other.close();
});

test('credentials that the service accepts are saved encrypted, and the page is used up', async () => {
  const browser = scene.openBrowser();
  const response = await browser.submit(address, { ...CREDENTIALS, apiKey: ` ${CREDENTIALS.apiKey}\n` });
  expect(response.status).toBe(200);
  const page = await response.text();
  expect(page).toContain('Connected: Corner Shop LLC');
  expect(page).toContain('/invite @Paylink');
  expect(scene.trials).toEqual([CREDENTIALS]);
  expect(await keptCredentials()).toEqual(CREDENTIALS);

  expect((await browser.get(address)).status).toBe(404);
  expect((await browser.submit(address, { ...CREDENTIALS, apiKey: 'other' })).status).toBe(404);
  expect(scene.trials).toHaveLength(1);
  expect(await keptCredentials()).toEqual(CREDENTIALS);
});

test('credentials that the service refuses are not saved, and the form stays with a remedy', async () => {
  refuse();
  const browser = scene.openBrowser();
  const response = await browser.submit(address, CREDENTIALS);
  expect(response.status).toBe(422);
  const page = await response.text();
  expect(page).toContain('did not accept these credentials');
  expect(page).toContain('Copy all three again');
  expect(page).toContain('REF401');
  expect(page).toContain('9 more tries');
  expect(page).toContain(`value="${CREDENTIALS.accountId}"`);
  for (const secret of SECRETS) expect(page).not.toContain(secret);
  expect(await keptCredentials()).toBeNull();
  expect(scene.logLines.join('')).not.toContain('planted');

  scene.testCredentials = async () => ({ businessName: null });
  const accepted = await browser.submit(address, CREDENTIALS);
  expect(await accepted.text()).toContain('<h1>Connected</h1>');
});

test('each kind of failure has its own explanation', async () => {
  const facts = { operation: 'businessDetails', reference: 'REF1' } as const;
  for (const [error, words] of [
    [new PermissionError('HTTP 403', { ...facts, httpStatus: 403 }), 'allow lists'],
    [new NetworkError('refused', { ...facts, maybeSent: false }), 'could not be reached'],
  ] as const) {
    scene.testCredentials = () => Promise.reject(error);
    const page = await (await scene.openBrowser().submit(address, CREDENTIALS)).text();
    expect(page).toContain(words);
  }
  expect(await keptCredentials()).toBeNull();
});

test('an error of ours shows a page with a reference, saves nothing, and leaves the page open', async () => {
  scene.testCredentials = () => Promise.reject(new Error('a bug'));
  const response = await scene.openBrowser().submit(address, CREDENTIALS);
  expect(response.status).toBe(500);
  expect(await response.text()).toMatch(/reference <code>\w+<\/code>/);
  expect(await keptCredentials()).toBeNull();
  expect((await scene.openBrowser().get(address)).status).toBe(200);
});

test('ten refusals close the page, even at the same moment', async () => {
  refuse();
  const browser = scene.openBrowser();
  const all = await Promise.all(Array.from({ length: 14 }, () => browser.submit(address, CREDENTIALS)));
  expect(scene.trials).toHaveLength(10);
  expect(all.filter((response) => response.status === 422)).toHaveLength(9);
  expect(all.filter((response) => response.status === 404)).toHaveLength(5);
  scene.testCredentials = async () => ({ businessName: null });
  expect((await browser.get(address)).status).toBe(404);
  expect((await browser.submit(address, CREDENTIALS)).status).toBe(404);
  expect(await keptCredentials()).toBeNull();
});

test('missing or impossible values are named field by field, without a call and without using a try', async () => {
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
  const tooLong = await browser.submit(address, { ...CREDENTIALS, apiKey: 'x'.repeat(501) });
  expect(await tooLong.text()).toContain('longer than 500 characters');
  expect(scene.trials).toEqual([]);
  expect((await browser.submit(address, CREDENTIALS)).status).toBe(200);
});

test('a wrong ticket and an expired one get the same friendly page', async () => {
  const browser = scene.openBrowser();
  const unknown = await browser.get('/slack/connect/unknown');
  expect(unknown.status).toBe(404);
  const words = await unknown.text();
  expect(words).toContain('/paylink settings');
  scene.pass(HOUR_MS - 1);
  expect((await browser.get(address)).status).toBe(200);
  scene.pass(1);
  for (const response of [await browser.get(address), await browser.submit(address, CREDENTIALS)]) {
    expect(response.status).toBe(404);
    expect(await response.text()).toBe(words);
  }
  expect(scene.trials).toEqual([]);
});

test('a state does not work as a ticket, nor a ticket as a state', async () => {
  const browser = scene.openBrowser();
  expect((await browser.get(`/slack/connect/${await browser.begin()}`)).status).toBe(404);
  expect((await browser.comeBack(address.split('/').at(-1) ?? '')).status).toBe(400);
});

test('the page closes when the workspace removes the app', async () => {
  await scene.installations.remove({ enterpriseId: null, teamId: 'T1' });
  const browser = scene.openBrowser();
  expect((await browser.get(address)).status).toBe(404);
  expect((await browser.submit(address, CREDENTIALS)).status).toBe(404);
});

test('a removal during the call to the service wins', async () => {
  scene.testCredentials = async () => {
    await scene.installations.remove({ enterpriseId: null, teamId: 'T1' });
    return { businessName: 'Corner Shop LLC' };
  };
  expect((await scene.openBrowser().submit(address, CREDENTIALS)).status).toBe(404);
  expect(await scene.installations.find({ enterpriseId: null, teamId: 'T1' })).toBeNull();
});

test('if two people submit at the same moment, one connects', async () => {
  const waiting: (() => void)[] = [];
  scene.testCredentials = async () => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 2) for (const proceed of waiting) proceed();
    });
    return { businessName: null };
  };
  const browser = scene.openBrowser();
  const sent = await Promise.all(
    ['one', 'two'].map((apiKey) => browser.submit(address, { ...CREDENTIALS, apiKey })),
  );
  expect(sent.map((response) => response.status).sort()).toEqual([200, 404]);
  const winner = sent.findIndex((response) => response.status === 200);
  expect(await keptCredentials()).toMatchObject({ apiKey: ['one', 'two'][winner] });
});

test('a form from another site is refused, and one from our own page is not', async () => {
  const browser = scene.openBrowser();
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ];
  for (const headers of foreign) {
    expect((await browser.submit(address, CREDENTIALS, headers)).status).toBe(403);
  }
  expect(scene.trials).toEqual([]);
  // What a browser sends without a referrer.
  const own = { 'sec-fetch-site': 'same-origin', origin: 'null' };
  expect((await browser.submit(address, CREDENTIALS, own)).status).toBe(200);
});

test('a body larger than the form is not read to its end', async () => {
  const response = await scene.openBrowser().submit(address, { ...CREDENTIALS, apiKey: 'x'.repeat(9_000) });
  expect(response.status).toBe(413);
  expect(scene.trials).toEqual([]);
});

test('a sender that disconnects halfway leaves nothing behind', async () => {
  const { port, pathname } = new URL(address);
  await new Promise<void>((resolve) => {
    const sending = request({ port, path: pathname, method: 'POST', headers: { 'content-length': 500 } });
    sending.on('error', () => resolve());
    sending.write('apiKey=x', () => sending.destroy(new Error('gone')));
  });
  expect((await scene.openBrowser().submit(address, CREDENTIALS)).status).toBe(200);
});

test('pages are not cached or framed, run no script and send no referrer', async () => {
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
    await browser.submit(address, CREDENTIALS),
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

test('an admin gets a new page later, and the credentials stay until new ones are accepted', async () => {
  await scene.openBrowser().submit(address, CREDENTIALS);
  const fresh = await scene.createConnectAddress({ enterpriseId: null, teamId: 'T1' }, 'U0OMAR');
  const browser = scene.openBrowser();
  expect(await (await browser.get(fresh)).text()).toContain('Already connected');
  refuse();
  await browser.submit(fresh, { ...CREDENTIALS, secretKey: 'wrong' });
  expect(await keptCredentials()).toEqual(CREDENTIALS);
  scene.testCredentials = async () => ({ businessName: null });
  await browser.submit(fresh, { ...CREDENTIALS, secretKey: 'new-secret' });
  expect(await keptCredentials()).toEqual({ ...CREDENTIALS, secretKey: 'new-secret' });
});

test('onConnected is called once, after saving', async () => {
  const connections: unknown[] = [];
  const listening = await startInstall({
    onConnected: async (connected) => {
      connections.push([connected, (await listening.installations.ofTeam('T1'))?.credentials]);
    },
  });
  const page = await install(listening);
  await listening.openBrowser().submit(page, { ...CREDENTIALS, apiKey: '' });
  await listening.openBrowser().submit(page, CREDENTIALS);
  expect(connections).toEqual([[{ enterpriseId: null, teamId: 'T1', userId: 'U0SARA' }, CREDENTIALS]]);
  await listening.close();
});

test('after a whole install, neither the database’s files nor the log hold a secret', async () => {
  refuse();
  await scene.openBrowser().submit(address, CREDENTIALS);
  scene.testCredentials = async () => ({ businessName: 'Corner Shop LLC' });
  await scene.openBrowser().submit(address, CREDENTIALS);
  const { place } = scene.database;
  const secrets = ['planted', scene.slack.latestToken('T1') ?? 'no token'];
  for (const secret of secrets) expect(scene.logLines.join('')).not.toContain(secret);
  if (!('dataDir' in place)) return;
  const files = await Promise.all(
    (await readdir(place.dataDir)).map((name) => readFile(join(place.dataDir, name))),
  );
  expect(files.some((file) => file.includes('U0SARA'))).toBe(true);
  for (const secret of secrets) expect(files.some((file) => file.includes(secret))).toBe(false);
});
