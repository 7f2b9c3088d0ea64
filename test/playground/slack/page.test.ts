import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderSlackBehaviours } from '../../../playground/page/faults-panel.ts';
import { createAppSwitch } from '../../../playground/slack/app-switch.ts';
import { createChanges } from '../../../playground/slack/changes.ts';
import {
  type AppControl,
  createLocalSlack,
  type LocalSlackOptions,
} from '../../../playground/slack/local-slack.ts';
import * as ids from '../../../playground/slack/people-and-places.ts';
import { perTest } from '../../fixtures/per-test.ts';
import { createClient, play, snapshotOf } from './call-slack.ts';

const { SARA, FATIMA, FRONT_DESK, FINANCE } = ids;
const openWith = async (more: LocalSlackOptions = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'play-page-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Play</title>');
  await writeFile(join(folder, 'page.js'), 'export {};');
  const commands = [{ command: '/paylink', description: 'Make a link', usageHint: '', shouldEscape: true }];
  const slack = await createLocalSlack({
    pageDir: [join(folder, 'missing'), folder],
    sandboxUrl: 'http://127.0.0.1:1',
    manifest: { commands, shortcuts: [], events: [] },
    ...more,
  });
  const close = async () => {
    await slack.close();
    await rm(folder, { recursive: true });
  };
  return { ...slack, close };
};
const slack = perTest(openWith);
const { call, code } = createClient(slack);
const act = async (route: string, body: unknown): Promise<unknown> => (await play(slack, route, body)).json();
/** What a page that was loaded before anything happened shows. */
const shownTo = (as: string) => snapshotOf(slack, as, 0);

test('a snapshot shows what one person can see, and no more', async () => {
  await call('chat.postMessage', { channel: FINANCE, text: 'payout' });
  await call('chat.postEphemeral', { channel: FRONT_DESK, user: SARA, text: 'for Sara' });
  const texts = async (as: string) => (await shownTo(as)).messages.map(({ text }) => text);
  expect([await texts(SARA), await texts(FATIMA)]).toEqual([['for Sara'], ['payout']]);
  expect(await shownTo(SARA)).toMatchObject({
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
  expect(await act('command', command)).toMatchObject({ ok: false });
  expect(await shownTo(SARA)).toMatchObject({ notice: { conversation: FRONT_DESK } });
  expect(await shownTo(FATIMA)).toMatchObject({ notice: null });
  await act('message', { as: SARA, channel: FRONT_DESK, text: 'hm' });
  expect(await shownTo(SARA)).toMatchObject({ notice: null });
});

test('another app posts from the page, with attachments alone', async () => {
  const attachments = [{ fallback: 'Order 7' }];
  expect(await act('otherApp', { channel: FRONT_DESK, attachments })).toEqual({ ok: true });
  const { messages, people } = await shownTo(SARA);
  expect(messages.at(-1)).toMatchObject({ text: '', attachments });
  expect(people.find(({ id }) => id === messages.at(-1)?.user)).toMatchObject({ realName: 'Online shop' });
  expect(await act('otherApp', { channel: FRONT_DESK })).toMatchObject({ ok: false });
  const problem = expect.stringContaining('unsupported type: nope');
  expect(await act('otherApp', { channel: FRONT_DESK, blocks: [{ type: 'nope' }] })).toMatchObject({
    problem,
  });
});

/** The snapshots that Sara's page receives; the result waits until new ones have contained a text. */
const follow = async (): Promise<(text: string) => Promise<void>> => {
  const { body } = await fetch(`${slack.url}/_play/stream?as=${SARA}`);
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let seen = '';
  return async (text) => {
    while (!seen.includes(text)) seen += (await reader?.read())?.value ?? '';
    seen = '';
  };
};

test('every change arrives in the stream as a new snapshot', async () => {
  const until = await follow();
  await until('event: changed');
  await slack.message(SARA, FRONT_DESK, 'something new');
  await until('something new');
});

test.each<[route: string, body: unknown, headers: Record<string, string>, status: number]>([
  ['command', { as: SARA }, {}, 400],
  ['faults', { random: { seed: 1, rate: 2 } }, {}, 400],
  ['nothing', {}, {}, 404],
  ['constructor', {}, {}, 404],
  ['home', { as: SARA }, { 'content-type': 'text/plain' }, 415],
])('a request to %s with %j %j is refused', async (route, body, headers, status) => {
  expect((await play(slack, route, body, headers)).status).toBe(status);
});

test('faults and membership can be set from the page', async () => {
  const fault = { method: 'chat.update', error: 'fatal_error', times: 2 };
  const random = { random: { seed: 1, rate: 1, methods: ['chat.update'] } };
  expect(await act('faults', fault)).toEqual([fault]);
  expect(await act('faults', random)).toEqual([fault, random]);
  const none = await fetch(`${slack.url}/_play/faults`, { method: 'DELETE' });
  expect([await none.json(), slack.faults.list()]).toEqual([[], []]);
  expect(await act('membership', { channel: FRONT_DESK, botIsMember: false })).toEqual({ ok: true });
  expect(await code('chat.postMessage', { channel: FRONT_DESK, text: 'x' })).toBe('not_in_channel');
  expect(await act('membership', { channel: ids.SARA_DM, botIsMember: false })).toMatchObject({ ok: false });
});

test('each open question about Slack is shown with its answer, which the page can set', async () => {
  for (const { answer, answers } of slack.behaviours.list())
    expect(answers.map((one) => one.answer)).toContain(answer);
  const before = slack.behaviours.list();
  for (const [name, answer] of [
    ['threadOfReply', 'sometimes'],
    ['threadOfReply', 'constructor'],
    ['toString', 'parent'],
  ])
    expect(await act('behaviours', { name, answer })).toMatchObject({ ok: false });
  expect(slack.behaviours.list()).toEqual(before);
  await act('behaviours', { name: 'threadOfReply', answer: 'apart' });
  const page = renderSlackBehaviours(slack.behaviours.list());
  expect(
    page.match(/data-slack-behaviour="threadOfReply"[^/]*>.*?<option value="(\w+)" selected>/)?.[1],
  ).toBe('apart');
  expect(renderSlackBehaviours([])).toBe('');
  const other = await createLocalSlack({ behaviours: { threadOfReply: 'refused' } });
  expect(other.behaviours.of('threadOfReply')).toBe('refused');
  await other.close();
});

test('the journal can be read on from where the page left off', async () => {
  for (const text of ['one', 'two', 'three']) await slack.command(SARA, FRONT_DESK, '/paylink', text);
  const read = async (after = 0): Promise<{ id: number }[]> =>
    (await fetch(`${slack.url}/_play/exchanges?after=${after}`)).json() as never;
  const [first, ...rest] = await read();
  expect(rest).toHaveLength(2);
  expect(await read(first?.id)).toEqual(rest);
});

describe('the server', () => {
  /** fetch would not let a test forge the host, and would tidy the path. */
  const statusFor = (host: string, path: string): Promise<number> =>
    new Promise((resolve, reject) => {
      http
        .get(`${slack.url}${path}`, { headers: { host }, agent: false }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        })
        .on('error', reject);
    });

  test('answers to no other host name of this machine', async () => {
    const port = new URL(slack.url).port;
    for (const [host, path, status] of [
      ['evil.example', '/_play/snapshot', 403],
      [`evil.example:${port}`, '/api/auth.test', 403],
      ['127.0.0.1:1', '/', 403],
      [`localhost:${port}`, '/', 200],
    ] as const)
      expect([host, await statusFor(host, path)]).toEqual([host, status]);
  });

  test('has the page’s files and nothing outside their folder', async () => {
    expect((await fetch(slack.url)).headers.get('content-type')).toContain('text/html');
    const script = await fetch(`${slack.url}/page.js`);
    expect(script.headers.get('content-type')).toContain('text/javascript');
    for (const path of [
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/a/../../x.js',
      '/.env',
    ])
      expect([path, await statusFor(new URL(slack.url).host, path)]).toEqual([path, 404]);
  });
});

describe('the switch of the app’s process', () => {
  /** A process that the test starts and ends. */
  const createSwitch = () => {
    const steps: { resolve(): void; reject(error: Error): void }[] = [];
    const wait = () => new Promise<void>((resolve, reject) => steps.push({ resolve, reject }));
    const app = { isRunning: true, signals: [] as unknown[], ended: () => {} };
    const control: AppControl = {
      isRunning: () => app.isRunning,
      start: wait,
      stop: (signal) => {
        app.signals.push(signal);
        return wait();
      },
      onEnd: (listener) => {
        app.ended = listener;
      },
    };
    const changes = createChanges();
    const seen: unknown[] = [];
    const appSwitch = createAppSwitch(control, changes);
    changes.onChange(() => seen.push(appSwitch.state()));
    return { app, steps, seen, act: appSwitch.act };
  };

  test('shows each state while it is stopped, killed and started, and why a start failed', async () => {
    const { app, steps, seen, act } = createSwitch();
    const stopping = [act('stop'), act('kill')];
    expect([app.signals, await act('start')]).toMatchObject([['SIGTERM', 'SIGKILL'], { ok: false }]);
    app.isRunning = false;
    for (const step of steps.splice(0)) step.resolve();
    expect(await Promise.all(stopping)).toEqual([{ ok: true }, { ok: true }]);
    expect(await act('kill')).toMatchObject({ ok: false });
    const failing = act('start');
    steps.pop()?.reject(new Error(`PORT must be a port number${'!'.repeat(500)}`));
    expect(await failing).toMatchObject({
      problem: expect.stringMatching(/^PORT must be a port number!{374}$/),
    });
    const starting = act('start');
    app.isRunning = true;
    steps.pop()?.resolve();
    expect(await starting).toEqual({ ok: true });
    const states = [
      'stopping',
      'stopping',
      'stopped',
      'stopped',
      'starting',
      'stopped',
      'starting',
      'running',
    ];
    expect(seen).toEqual(states);
  });

  test('shows an unexpected end at once', () => {
    const { app, seen } = createSwitch();
    app.isRunning = false;
    app.ended();
    expect(seen).toEqual(['stopped']);
  });

  test('is absent where the playground runs no app', async () => {
    expect(await shownTo(SARA)).toMatchObject({ app: null });
    expect(await act('app', { act: 'kill' })).toMatchObject({ ok: false });
    expect(await act('app', { act: 'explode' })).toMatchObject({ problem: expect.stringContaining('form') });
  });
});
