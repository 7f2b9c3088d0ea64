// @module-tag long
// @module-tag store

import { once } from 'node:events';
import { WebClient } from '@slack/web-api';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { FRONT_DESK, OMAR, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { fillLinkForm, issueLink, openForm } from '../fixtures/link-form.ts';
import { cardIn, press } from '../fixtures/press-card.ts';
import { seen } from '../fixtures/seen.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { sample, testAtLength } from '../fixtures/whole-suite.ts';

let scene: Scene;

afterEach(() => scene.close());

const APP_TOKEN = 'xapp-planted-token';

/** No public address and no signing secret: the app receives nothing over HTTP. */
const begin = (env: Record<string, string> = {}) =>
  startScene({
    slack: { appToken: APP_TOKEN },
    env: { SLACK_APP_TOKEN: APP_TOKEN, SLACK_SIGNING_SECRET: '', PUBLIC_URL: '', ...env },
  });

test('over the socket, without an address for callbacks, a link is created and the sweep finds its payment', async () => {
  scene = await begin({ PAYLINK_SWEEP_SECONDS: '1' });
  await issueLink(scene);
  const [link] = scene.sandbox.links();
  expect(link?.request.callback_url).toBeUndefined();
  await cardIn(scene, /🟡 Waiting/);
  await scene.sandbox.pay(link?.orderId ?? '', { callback: false });
  await cardIn(scene, /✅ Paid <!date/);
});

testAtLength('presses arrive over the socket too', async () => {
  scene = await begin();
  await issueLink(scene);
  const card = await cardIn(scene, /🟡 Waiting/);
  await scene.sandbox.pay(scene.sandbox.links()[0]?.orderId ?? '', { callback: false });
  await press(scene, card, 'refresh_link', OMAR);
  await cardIn(scene, /✅ Paid <!date/);
});

test('home and help say that payments are found by checking', async () => {
  scene = await begin();
  await scene.slack.openHome(SARA);
  await scene.slack.until(() =>
    /checks for payments about every minute/.test(seen(scene.slack.home(SARA)).text),
  );
  await scene.slack.command(SARA, FRONT_DESK, '/paylink', 'help');
  await scene.slack.until(() =>
    scene.slack
      .messages(FRONT_DESK, { as: SARA })
      .find((message) => /no public address/.test(seen(message).text)),
  );
});

test('the port serves only the operator, and neither Slack nor callbacks', async () => {
  scene = await begin();
  const status = async (path: string, method = 'GET') =>
    (await fetch(`${scene.appUrl}${path}`, { method })).status;
  expect(await status('/healthz')).toBe(200);
  expect(await status('/readyz')).toBe(200);
  expect(await status('/metrics')).toBe(200);
  expect(await status('/slack/events', 'POST')).toBe(404);
  expect(await status('/callbacks/x', 'POST')).toBe(404);
});

test.each([
  'null',
  '{"envelope_id":"1","type":"events_api"}',
  '{"envelope_id":"1","type":"events_api","payload":{"event":null}}',
])('a message that cannot be read changes nothing: %s', async (text) => {
  scene = await begin();
  scene.slack.sockets.sendText(text);
  expect(await scene.slack.command(SARA, FRONT_DESK, '/paylink', 'help')).toEqual({ ok: true });
  expect(scene.logLines.filter((line) => line.includes('not understood'))).toHaveLength(1);
});

testAtLength('with a public address it receives callbacks', async () => {
  scene = await begin({ PUBLIC_URL: 'http://127.0.0.1:9' });
  await issueLink(scene);
  expect(scene.sandbox.links()[0]?.request.callback_url).toMatch(/^http:\/\/127\.0\.0\.1:9\/callbacks\//);
});

test('a request that has arrived is answered before the process leaves its connection', async () => {
  let open: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  scene = await startScene({
    slack: { appToken: APP_TOKEN },
    env: { SLACK_APP_TOKEN: APP_TOKEN, SLACK_SIGNING_SECRET: '', PUBLIC_URL: '' },
    // The form is submitted, and its link is being written down, when the process is told to stop.
    withStore: (store) => {
      const reserve: typeof store.links.reserve = async (...link) => {
        await gate;
        return store.links.reserve(...link);
      };
      return { ...store, links: { ...store.links, reserve } };
    },
  });
  const form = await openForm(scene);
  const submitted = scene.slack.submit(SARA, form.id, fillLinkForm());
  await scene.slack.until(() => true);
  const stopped = scene.paylink.stop();
  open();
  expect(await submitted).toMatchObject({ ok: true });
  await stopped;
});

const readyz = async () => (await fetch(`${scene.appUrl}/readyz`)).text();

describe('without a connection to Slack', () => {
  const refuse = (error: string) => scene.slack.faults.add({ method: 'apps.connections.open', error });
  const lostLines = () => scene.logLines.filter((line) => line.includes('no connection to Slack'));

  test.each(
    sample([
      ['Slack refuses the token', 'invalid_auth', /SLACK_APP_TOKEN/],
      ['Slack is in trouble', 'internal_error', null],
    ]),
  )('because %s, payments are still found, and it connects again', async (_, error, advice) => {
    scene = await begin({ PAYLINK_SWEEP_SECONDS: '1' });
    await issueLink(scene);
    await cardIn(scene, /🟡 Waiting/);
    refuse(error);
    scene.slack.sockets.drop();
    await scene.slack.until(() => lostLines().length > 0);
    expect(await readyz()).toMatch(new RegExp(`^ok\nno connection to Slack for 0 min \\(${error}\\)`));
    expect(/"advice":"(.*?)"/.exec(lostLines()[0] ?? '')?.[1] ?? null).toEqual(
      advice === null ? null : expect.stringMatching(advice),
    );
    await scene.sandbox.pay(scene.sandbox.links()[0]?.orderId ?? '', { callback: false });
    await cardIn(scene, /✅ Paid <!date/);

    scene.slack.faults.clear();
    await scene.slack.until(() => scene.slack.sockets.count() === 1);
    expect(await scene.slack.command(SARA, FRONT_DESK, '/paylink', 'help')).toEqual({ ok: true });
    expect(await readyz()).not.toContain('no connection');
    expect(scene.logLines.filter((line) => line.includes('"level":"error"'))).toEqual(lostLines());
    expect(lostLines()).toHaveLength(1);
  });

  test('from the start it runs all the same, and says which setting to correct', async () => {
    scene = await begin({ SLACK_APP_TOKEN: 'xapp-of-another-app' });
    expect(lostLines()[0]).toMatch(
      /"reason":"invalid_auth","advice":"Make an app-level token .* SLACK_APP_TOKEN/,
    );
    expect(await readyz()).toMatch(/^ok\nno connection to Slack for 0 min \(invalid_auth\)/);
  });

  testAtLength('it opens a new one when Slack ends it to renew it', async () => {
    scene = await begin();
    scene.slack.sockets.refresh();
    await scene.slack.until(() => scene.slack.sockets.count() === 1);
    expect(await scene.slack.command(SARA, FRONT_DESK, '/paylink', 'help')).toEqual({ ok: true });
    expect(lostLines()).toEqual([]);
  });
});

describe('another app of Slack', () => {
  const warnings = (words: string) => scene.logLines.filter((line) => line.includes(words));

  test('that has more connections than there are processes is said at each start and reconnect', async () => {
    scene = await begin();
    const client = new WebClient(APP_TOKEN, { slackApiUrl: scene.slack.apiUrl });
    // The process that ends now counts for a while.
    for (const _ of [1, 2]) {
      const { url } = await client.apps.connections.open();
      await once(new WebSocket(String(url)), 'open');
    }
    expect(await readyz()).not.toContain('connections');
    await scene.restart();
    const words = '3 connections of this app, and this database 2 process(es)';
    await expect.poll(readyz).toContain(words);
    expect(await readyz()).toMatch(/^ok\n/);
    scene.slack.sockets.drop();
    await expect.poll(readyz).not.toContain('connections of this app');
    expect(warnings(words)).toHaveLength(1);
  });

  test('whose token SLACK_APP_TOKEN is, is said', async () => {
    scene = await begin();
    expect(await readyz()).not.toContain('SLACK_BOT_TOKEN');
    scene.slack.sockets.sendText(
      JSON.stringify({ type: 'hello', num_connections: 1, connection_info: { app_id: 'A0OTHER' } }),
    );
    const words = 'SLACK_BOT_TOKEN is a token of the Slack app A0APP00001, and SLACK_APP_TOKEN of A0OTHER';
    await expect.poll(readyz).toContain(words);
    expect(warnings(words)).toHaveLength(1);
  });
});
