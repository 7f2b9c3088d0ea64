import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLocalSlack, type LocalSlack } from '../../../playground/slack/local-slack.ts';
import {
  FATIMA,
  FINANCE,
  FRONT_DESK,
  LENA,
  PARTNERS,
  SARA,
  SARA_DM,
} from '../../../playground/slack/people-and-places.ts';
import { codeOf, createClient, followPage, play, snapshotOf } from './call-slack.ts';

let slack: LocalSlack;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'play-page-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Play</title>');
  await writeFile(join(folder, 'page.js'), 'export {};');
  slack = await createLocalSlack({
    answerWithinMs: 50,
    pageDir: [join(folder, 'missing'), folder],
    sandboxUrl: 'http://127.0.0.1:1',
    manifest: {
      commands: [{ command: '/paylink', description: 'Make a link', usageHint: '', shouldEscape: true }],
      shortcuts: [],
      events: [],
    },
  });
});
afterEach(async () => {
  await slack.close();
  await rm(folder, { recursive: true });
});

const post = async (route: string, body: unknown): Promise<unknown> =>
  (await play(slack, route, body)).json();
const statusOf = async (...call: [route: string, body: unknown, headers?: Record<string, string>]) =>
  (await play(slack, ...call)).status;
/** The snapshot of a page loaded before anything happened. */
const snapshot = (as: string) => snapshotOf(slack, as, 0);

/** fetch would not let a test forge the host. */
const statusFor = (host: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    http
      .get(`${slack.url}${path}`, { headers: { host }, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
      .on('error', reject);
  });

test('a snapshot shows what one person can see, and no more', async () => {
  const client = createClient(slack);
  await client.chat.postMessage({ channel: FINANCE, text: 'payout' });
  await client.chat.postEphemeral({ channel: FRONT_DESK, user: SARA, text: 'for Sara' });
  const texts = async (as: string) => (await snapshot(as)).messages.map(({ text }) => text);
  expect(await texts(SARA)).toEqual(['for Sara']);
  expect(await texts(FATIMA)).toEqual(['payout']);
  expect((await snapshot(LENA)).conversations.map(({ id }) => id)).toEqual([PARTNERS]);
  expect(await snapshot(SARA)).toMatchObject({
    me: SARA,
    appName: 'Paylink',
    commands: [{ command: '/paylink' }],
    sandboxUrl: 'http://127.0.0.1:1',
    modals: [],
    home: null,
  });
});

test('a person whose app did not respond gets a notice, until they act again', async () => {
  const command = { as: SARA, channel: FRONT_DESK, command: '/paylink', text: '' };
  expect(await post('command', command)).toMatchObject({ ok: false });
  expect(await snapshot(SARA)).toMatchObject({ notice: { conversation: FRONT_DESK } });
  expect(await snapshot(FATIMA)).toMatchObject({ notice: null });
  await post('message', { as: SARA, channel: FRONT_DESK, text: 'hm <b>' });
  expect(await snapshot(SARA)).toMatchObject({ notice: null });
  expect(slack.messages(FRONT_DESK).at(-1)?.text).toBe('hm &lt;b&gt;');
});

test('another app posts from the page, with attachments alone', async () => {
  const attachments = [{ fallback: 'Order 7' }];
  expect(await post('otherApp', { channel: FRONT_DESK, attachments })).toEqual({ ok: true });
  const { messages, people } = await snapshot(SARA);
  expect(messages.at(-1)).toMatchObject({ text: '', attachments });
  expect(people.find(({ id }) => id === messages.at(-1)?.user)).toMatchObject({ realName: 'Online shop' });
  expect(await post('otherApp', { channel: FRONT_DESK })).toMatchObject({ ok: false });
  expect(await post('otherApp', { channel: FRONT_DESK, blocks: [{ type: 'nope' }] })).toMatchObject({
    problem: expect.stringContaining('unsupported type: nope'),
  });
});

test('every change arrives in the stream as a new snapshot', async () => {
  const page = await followPage(slack, SARA);
  await page.until('event: changed');
  await slack.message(SARA, FRONT_DESK, 'something new');
  await page.until('something new');
  page.stop();
});

test('invalid requests are refused with a reason', async () => {
  expect(await statusOf('command', { as: SARA })).toBe(400);
  expect(await statusOf('nothing', {})).toBe(404);
  expect(await statusOf('constructor', {})).toBe(404);
  expect(await statusOf('home', { as: SARA }, { 'content-type': 'text/plain' })).toBe(415);
});

test('switches and membership can be set from the page', async () => {
  const fault = { method: 'chat.update', error: 'fatal_error', times: 2 };
  expect(await post('faults', fault)).toEqual([fault]);
  expect(await (await fetch(`${slack.url}/_play/faults`, { method: 'DELETE' })).json()).toEqual([]);
  expect(await post('membership', { channel: FRONT_DESK, botIsMember: false })).toEqual({ ok: true });
  expect(await codeOf(createClient(slack).chat.postMessage({ channel: FRONT_DESK, text: 'x' }))).toBe(
    'not_in_channel',
  );
  await post('membership', { channel: FRONT_DESK, botIsMember: true });
  expect(await post('membership', { channel: SARA_DM, botIsMember: false })).toMatchObject({ ok: false });
});

test('the journal can be read on from where the page left off', async () => {
  for (const text of ['one', 'two', 'three']) await slack.command(SARA, FRONT_DESK, '/paylink', text);
  const read = async (after = 0): Promise<{ id: number }[]> =>
    (await fetch(`${slack.url}/_play/exchanges?after=${after}`)).json() as never;
  const [first, ...rest] = await read();
  expect(rest).toHaveLength(2);
  expect(await read(first?.id)).toEqual(rest);
});

test('another host name for this machine is refused', async () => {
  const port = new URL(slack.url).port;
  expect(await statusFor('evil.example', '/_play/snapshot')).toBe(403);
  expect(await statusFor(`evil.example:${port}`, '/api/auth.test')).toBe(403);
  expect(await statusFor('127.0.0.1:1', '/')).toBe(403);
  expect(await statusFor(`localhost:${port}`, '/')).toBe(200);
});

test('the page and its files are served, and nothing outside their folder', async () => {
  const page = await fetch(slack.url);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect((await fetch(`${slack.url}/page.js`)).headers.get('content-type')).toContain('text/javascript');
  const host = new URL(slack.url).host;
  const outside = [
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/a/../../x.js',
    '/.env',
  ];
  for (const path of outside) expect(await statusFor(host, path), path).toBe(404);
});
