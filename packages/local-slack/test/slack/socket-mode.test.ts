// @module-tag long

import { once } from 'node:events';
import { beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { perTest } from '../../../../test/fixtures/per-test.ts';
import { createLocalSlack } from '../../src/local-slack.ts';
import { type JsonRecord, readRecord, readText } from '../../src/page/read-json.ts';
import { FRONT_DESK, SARA } from '../../src/people-and-places.ts';
import { createSlackOfTeams } from '../../src/slack-of-teams.ts';
import { createClient } from './call-slack.ts';
import { CREDENTIALS, NORTH, SOUTH, TEAMS } from './slack-teams.ts';

const appToken = 'xapp-1-A0APP00001-1-secret';
const opened: WebSocket[] = [];
const slack = perTest(() => createLocalSlack({ appToken, eventRetryDelaysMs: [0] }));
beforeEach(() => () => {
  for (const socket of opened.splice(0)) socket.terminate();
});

const ask = (token: string, apiUrl = slack.apiUrl) =>
  createClient({ apiUrl }, token).call('apps.connections.open');
const openSocket = async (apiUrl?: string): Promise<WebSocket> => {
  const socket = new WebSocket(readText((await ask(appToken, apiUrl))['url']));
  opened.push(socket);
  return socket;
};

/** An open connection and the envelopes that it receives; `answer` returns what is acknowledged, null for nothing. */
const connect = async (answer: (type: unknown) => object | null = () => ({}), apiUrl?: string) => {
  const socket = await openSocket(apiUrl);
  const came: JsonRecord[] = [];
  const waiting: (() => void)[] = [];
  let read = 0;
  socket.on('message', (data) => {
    const said = readRecord(JSON.parse(String(data)));
    came.push(said);
    const { envelope_id } = said;
    const payload = envelope_id === undefined ? null : answer(said['type']);
    if (payload !== null) socket.send(JSON.stringify({ envelope_id, payload }));
    waiting.shift()?.();
  });
  const next = async (): Promise<JsonRecord> => {
    if (read === came.length) await new Promise<void>((resolve) => waiting.push(resolve));
    read += 1;
    return came[read - 1] ?? {};
  };
  expect(await next()).toMatchObject({ type: 'hello', connection_info: { app_id: 'A0APP00001' } });
  return { socket, came, next };
};

test('a connection needs an app-level token, and each URL works once', async () => {
  expect(await ask(slack.botToken)).toEqual({ ok: false, error: 'not_allowed_token_type' });
  expect(await ask('xapp-other')).toEqual({ ok: false, error: 'invalid_auth' });
  const first = await openSocket();
  await once(first, 'open');
  const [error] = await once(new WebSocket(first.url), 'error');
  expect(String(error)).toContain('401');
});

test('commands, presses and events come as envelopes, and what is acknowledged is the answer', async () => {
  // An address that does not answer: nothing may be sent there.
  slack.setAppUrl('http://127.0.0.1:9');
  const app = await connect((type) => (type === 'slash_commands' ? { text: 'heard' } : {}));
  expect(await slack.command(SARA, FRONT_DESK, '/order', '5')).toEqual({ ok: true });
  expect(slack.messages(FRONT_DESK, { as: SARA })).toMatchObject([{ text: 'heard' }]);
  const payload = { command: '/order', text: '5', user_id: SARA, team_id: 'T0PLAY' };
  expect(await app.next()).toMatchObject({ type: 'slash_commands', accepts_response_payload: true, payload });
  expect(await slack.shortcut(SARA, 'new_link')).toEqual({ ok: true });
  const pressed = { type: 'shortcut', user: { id: SARA } };
  expect(await app.next()).toMatchObject({ type: 'interactive', payload: pressed });
  expect(await slack.openHome(SARA)).toEqual({ ok: true });
  expect(await app.next()).toMatchObject({
    type: 'events_api',
    accepts_response_payload: false,
    retry_attempt: 0,
    payload: { type: 'event_callback', event: { type: 'app_home_opened' } },
  });
  expect(new Set(app.came.map((one) => one['envelope_id'])).size).toBe(4);
});

test('without an acknowledgement the app has not responded, and an event is retried', async () => {
  const hasty = await createLocalSlack({ appToken, answerWithinMs: 50, eventRetryDelaysMs: [0] });
  const app = await connect(() => null, hasty.apiUrl);
  const problem = expect.stringContaining('did not respond');
  expect(await hasty.command(SARA, FRONT_DESK, '/order')).toMatchObject({ ok: false, problem });
  await app.next();
  expect(await hasty.openHome(SARA)).toMatchObject({ ok: false });
  const first = await app.next();
  expect(first).toMatchObject({ retry_attempt: 0 });
  const { event_id } = readRecord(first['payload']);
  const again = { retry_attempt: 1, retry_reason: 'http_timeout', payload: { event_id } };
  expect(await app.next()).toMatchObject(again);
  await hasty.close();
});

test('each envelope goes to one socket; after a refresh only to new ones, but old ones are still heard', async () => {
  const one = await connect((type) => (type === 'slash_commands' ? null : {}));
  const two = await connect();
  expect(slack.sockets.count()).toBe(2);
  const asked = slack.command(SARA, FRONT_DESK, '/order');
  const { envelope_id } = await one.next();
  for (let at = 0; at < 3; at += 1) expect(await slack.openHome(SARA)).toEqual({ ok: true });
  expect([one.came.length, two.came.length]).toEqual([3, 3]);
  slack.sockets.refresh();
  expect(slack.sockets.count()).toBe(0);
  await one.next();
  expect(await one.next()).toMatchObject({ type: 'disconnect', reason: 'refresh_requested' });
  one.socket.send(JSON.stringify({ envelope_id, payload: { text: 'late but heard' } }));
  expect(await asked).toEqual({ ok: true });
  const three = await connect();
  await slack.openHome(SARA);
  expect(await three.next()).toMatchObject({ type: 'events_api' });
  expect([one.came.length, two.came.length]).toEqual([4, 4]);
});

test('an eleventh socket is refused', async () => {
  for (let at = 0; at < 10; at += 1) await connect();
  const socket = await openSocket();
  const [data] = await once(socket, 'message');
  expect(JSON.parse(String(data))).toMatchObject({ type: 'disconnect', reason: 'too_many_websockets' });
  await once(socket, 'close');
  expect(slack.sockets.count()).toBe(10);
});

test('when the last socket is gone, posts go over HTTP again', async () => {
  await connect();
  slack.sockets.drop();
  await slack.until(() => slack.sockets.count() === 0);
  // Without an address nobody is connected.
  expect(await slack.openHome(SARA)).toMatchObject({ ok: false });
});

test('the sockets of one app serve all its workspaces', async () => {
  const many = await createSlackOfTeams({ teams: TEAMS, app: { ...CREDENTIALS, appToken } });
  const app = await connect(undefined, many.apiUrl);
  for (const id of [NORTH, SOUTH]) {
    many.install(id);
    expect(await many.team(id).openHome(many.team(id).team.ids.sara)).toEqual({ ok: true });
    expect(await app.next()).toMatchObject({ payload: { team_id: id } });
  }
  app.socket.terminate();
  await many.close();
});
