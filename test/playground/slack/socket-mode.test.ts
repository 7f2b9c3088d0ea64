import { once } from 'node:events';
import { App, type BlockAction, SocketModeReceiver } from '@slack/bolt';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { isRecord, readRecord, readText } from '../../../playground/page/read-json.ts';
import { createLocalSlack, type LocalSlack } from '../../../playground/slack/local-slack.ts';
import { FRONT_DESK, SARA } from '../../../playground/slack/people-and-places.ts';
import { silent } from './call-slack.ts';
import { actions, button, modal, section } from './limit-cases.ts';
import { CREDENTIALS, NORTH, openSlack, SOUTH } from './start-app-of-teams.ts';

const APP_TOKEN = 'xapp-1-A0PAYLINK1-1-secret';
const closers: (() => unknown)[] = [];
let slack: LocalSlack;

beforeEach(async () => {
  slack = await createLocalSlack({ appToken: APP_TOKEN, answerWithinMs: 500, eventRetryDelaysMs: [0] });
  closers.push(slack.close);
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const open = async (apiUrl: string, token: string): Promise<Record<string, unknown>> => {
  const call = { method: 'POST', headers: { authorization: `Bearer ${token}` } };
  return readRecord(await (await fetch(`${apiUrl}apps.connections.open`, call)).json());
};

interface Connection {
  socket: WebSocket;
  /** Received envelopes, oldest first. */
  came: Record<string, unknown>[];
  next(): Promise<Record<string, unknown>>;
}

/**
 * A raw socket, for details that libraries hide. `answer` returns an acknowledgement's payload; undefined: sends
 * none.
 */
const connect = async (
  apiUrl: string,
  answer: (envelope: Record<string, unknown>) => object | undefined = () => ({}),
): Promise<Connection> => {
  const { url } = await open(apiUrl, APP_TOKEN);
  const socket = new WebSocket(readText(url));
  closers.push(() => socket.terminate());
  const came: Record<string, unknown>[] = [];
  const waiting: (() => void)[] = [];
  let read = 0;
  socket.on('message', (data) => {
    const said = readRecord(JSON.parse(String(data)));
    came.push(said);
    const id = said['envelope_id'];
    const payload = id === undefined ? undefined : answer(said);
    if (payload !== undefined) socket.send(JSON.stringify({ envelope_id: id, payload }));
    waiting.shift()?.();
  });
  const next = async (): Promise<Record<string, unknown>> => {
    if (read === came.length) await new Promise<void>((resolve) => waiting.push(resolve));
    read += 1;
    return came[read - 1] ?? {};
  };
  const connection = { socket, came, next };
  expect(await next()).toMatchObject({ type: 'hello', connection_info: { app_id: 'A0PAYLINK1' } });
  return connection;
};

test('a connection needs an app-level token, and each URL works once', async () => {
  expect(await open(slack.apiUrl, slack.botToken)).toEqual({ ok: false, error: 'not_allowed_token_type' });
  expect(await open(slack.apiUrl, 'xapp-other')).toEqual({ ok: false, error: 'invalid_auth' });
  const { ok, url } = await open(slack.apiUrl, APP_TOKEN);
  expect({ ok, url }).toEqual({ ok: true, url: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:/) });
  const first = new WebSocket(readText(url));
  closers.push(() => first.terminate());
  await once(first, 'open');
  const second = new WebSocket(readText(url));
  const [error] = await once(second, 'error');
  expect(String(error)).toContain('401');
});

test('commands, actions, submissions and events are sent as envelopes, and acknowledgements count as answers', async () => {
  // An address that does not answer: nothing may be sent there.
  slack.setAppUrl('http://127.0.0.1:9');
  const app = await connect(slack.apiUrl, ({ type, payload }) => {
    if (type === 'slash_commands') return { text: 'hello', blocks: [actions(button({ action_id: 'go' }))] };
    return readRecord(payload)['type'] === 'block_actions' ? {} : { response_action: 'clear' };
  });

  expect(await slack.command(SARA, FRONT_DESK, '/paylink', '5')).toEqual({ ok: true });
  expect(await app.next()).toMatchObject({
    type: 'slash_commands',
    accepts_response_payload: true,
    payload: { command: '/paylink', text: '5', user_id: SARA, team_id: 'T0PLAY' },
  });
  const place = { channel: FRONT_DESK, ts: slack.messages(FRONT_DESK, { as: SARA })[0]?.ts ?? '' };
  expect(await slack.click(SARA, place, { actionId: 'go' })).toEqual({ ok: true });
  const pressed = { type: 'block_actions', user: { id: SARA } };
  expect(await app.next()).toMatchObject({ type: 'interactive', payload: pressed });

  expect(await slack.openHome(SARA)).toEqual({ ok: true });
  expect(await app.next()).toMatchObject({
    type: 'events_api',
    accepts_response_payload: false,
    retry_attempt: 0,
    payload: { type: 'event_callback', event: { type: 'app_home_opened' } },
  });
  expect(new Set(app.came.map((one) => one['envelope_id'])).size).toBe(app.came.length);
});

test('without an acknowledgement the app has not responded, and an event is retried', async () => {
  const app = await connect(slack.apiUrl, () => undefined);
  const problem = expect.stringContaining('did not respond');
  expect(await slack.command(SARA, FRONT_DESK, '/paylink')).toMatchObject({ ok: false, problem });
  await app.next();
  expect(await slack.openHome(SARA)).toMatchObject({ ok: false });
  const [first, second] = [await app.next(), await app.next()];
  expect([first['retry_attempt'], second['retry_attempt']]).toEqual([0, 1]);
  expect(second).toMatchObject({ retry_reason: 'http_timeout' });
  expect(readRecord(second['payload'])['event_id']).toBe(readRecord(first['payload'])['event_id']);
});

test('each envelope goes to one socket, and after a refresh only to new ones', async () => {
  const [one, two] = [await connect(slack.apiUrl), await connect(slack.apiUrl)];
  expect(slack.sockets.count()).toBe(2);
  for (let at = 0; at < 4; at += 1) expect(await slack.openHome(SARA)).toEqual({ ok: true });
  expect([one.came.length, two.came.length]).toEqual([3, 3]);

  slack.sockets.refresh();
  for (let at = 0; at < 2; at += 1) await one.next();
  expect(await one.next()).toMatchObject({ type: 'disconnect', reason: 'refresh_requested' });
  expect(slack.sockets.count()).toBe(0);
  const three = await connect(slack.apiUrl);
  await slack.openHome(SARA);
  expect(await three.next()).toMatchObject({ type: 'events_api' });
  expect(one.came.length).toBe(4);
});

test('an old socket still accepts acknowledgements of its envelopes', async () => {
  const app = await connect(slack.apiUrl, () => undefined);
  const asked = slack.command(SARA, FRONT_DESK, '/paylink');
  const { envelope_id } = await app.next();
  slack.sockets.refresh();
  expect(await app.next()).toMatchObject({ type: 'disconnect' });
  app.socket.send(JSON.stringify({ envelope_id, payload: { text: 'late but heard' } }));
  expect(await asked).toEqual({ ok: true });
});

test('an eleventh socket is refused', async () => {
  for (let at = 0; at < 10; at += 1) await connect(slack.apiUrl);
  const socket = new WebSocket(readText((await open(slack.apiUrl, APP_TOKEN))['url']));
  const [data] = await once(socket, 'message');
  expect(JSON.parse(String(data))).toMatchObject({ type: 'disconnect', reason: 'too_many_websockets' });
  await once(socket, 'close');
  expect(slack.sockets.count()).toBe(10);
});

test('when the last socket is gone, posts go over HTTP again', async () => {
  await connect(slack.apiUrl);
  slack.sockets.drop();
  await slack.until(() => slack.sockets.count() === 0);
  // Without an address nobody is connected.
  expect(await slack.openHome(SARA)).toMatchObject({ ok: false });
});

test('the sockets of one app serve all its workspaces', async () => {
  const many = await openSlack({ app: { ...CREDENTIALS, appToken: APP_TOKEN } });
  closers.push(many.close);
  const app = await connect(many.apiUrl);
  for (const id of [NORTH, SOUTH]) {
    many.install(id);
    expect(await many.team(id).openHome(many.team(id).team.ids.sara)).toEqual({ ok: true });
    expect(await app.next()).toMatchObject({ payload: { team_id: id } });
  }
});

test('a real app works over a socket from start to end', async () => {
  const receiver = new SocketModeReceiver({
    appToken: APP_TOKEN,
    logger: silent,
    installerOptions: { clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } } },
  });
  const app = new App({
    token: slack.botToken,
    receiver,
    logger: silent,
    tokenVerificationEnabled: false,
    clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } },
  });
  app.command('/paylink', async ({ ack, client, body }) => {
    await ack('one moment');
    await client.views.open({ trigger_id: body.trigger_id, view: modal({ callback_id: 'form' }) as never });
  });
  app.view('form', async ({ ack }) => {
    await ack({ response_action: 'update', view: modal({ blocks: [section('Done')] }) as never });
  });
  app.event('app_home_opened', async ({ event, client }) => {
    await client.views.publish({
      user_id: event.user,
      view: { type: 'home', blocks: [actions(button({ action_id: 'go' }))] } as never,
    });
  });
  app.action<BlockAction>('go', async ({ ack, body, client }) => {
    await ack();
    await client.chat.postMessage({ channel: FRONT_DESK, text: `pressed by ${body.user.id}` });
  });
  await app.start();
  closers.push(() => app.stop());

  expect(await slack.command(SARA, FRONT_DESK, '/paylink')).toEqual({ ok: true });
  const form = await slack.until(() => slack.topModal(SARA));
  expect(slack.messages(FRONT_DESK, { as: SARA })).toMatchObject([{ text: 'one moment', ephemeralTo: SARA }]);
  expect(await slack.submit(SARA, form.id, {})).toEqual({ ok: true });
  const [block] = slack.topModal(SARA)?.blocks ?? [];
  expect(isRecord(block) && block['text']).toMatchObject({ text: 'Done' });
  expect(await slack.openHome(SARA)).toEqual({ ok: true });
  await slack.until(() => slack.home(SARA));
  expect(await slack.clickHome(SARA, { actionId: 'go' })).toEqual({ ok: true });
  await slack.until(() => slack.posts(FRONT_DESK)[0]?.text === `pressed by ${SARA}`);
});
