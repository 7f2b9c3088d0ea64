// @module-tag long

import http from 'node:http';
import { expect, test } from 'vitest';
import { perTest } from '../../../../test/fixtures/per-test.ts';
import { createAppSwitch } from '../../src/app-switch.ts';
import { createChanges } from '../../src/changes.ts';
import { createLocalSlack } from '../../src/local-slack.ts';
import { renderSlackBehaviours } from '../../src/page/faults-panel.ts';
import * as ids from '../../src/people-and-places.ts';
import { createClient, play, snapshotOf } from './call-slack.ts';

const { SARA, FATIMA, FRONT_DESK, FINANCE } = ids;
const command = { command: '/order', description: 'Make a link', usageHint: '', shouldEscape: true };
const slack = perTest(() =>
  createLocalSlack({
    pageDir: ['missing', new URL('../../src/page/', import.meta.url)],
    page: {
      panels: 'http://127.0.0.1:1/panels.js',
      icon: new URL('../../src/page/app-icon.svg', import.meta.url),
    },
    manifest: { commands: [command], shortcuts: [], steps: [], events: [] },
  }),
);
const { call, code } = createClient(slack);
/** What a page that was loaded before anything happened shows. */
const shownTo = (as: string) => snapshotOf(slack, as, 0);

test('a snapshot shows what one person can see, and no more', async () => {
  await call('chat.postMessage', { channel: FINANCE, text: 'payout' });
  await call('chat.postEphemeral', { channel: FRONT_DESK, user: SARA, text: 'for Sara' });
  await slack.command(SARA, FRONT_DESK, '/order');
  const texts = async (as: string) => (await shownTo(as)).messages.map(({ text }) => text);
  expect([await texts(SARA), await texts(FATIMA)]).toEqual([['for Sara'], ['payout']]);
  const page = { panels: 'http://127.0.0.1:1/panels.js', firstSteps: null, note: '' };
  const app = { appName: 'App', commands: [{ command: '/order' }], page };
  const empty = { modals: [], home: null, app: null };
  // The app did not respond.
  const notice = { conversation: FRONT_DESK };
  expect(await shownTo(SARA)).toMatchObject({ me: SARA, ...app, ...empty, notice });
  expect(await shownTo(FATIMA)).toMatchObject({ notice: null });
  await slack.message(SARA, FRONT_DESK, 'another act');
  expect(await shownTo(SARA)).toMatchObject({ notice: null });
});

const FAULT = { method: 'chat.update', error: 'fatal_error', times: 2 };
const RANDOM = { random: { seed: 1, rate: 1, methods: ['chat.update'] } };
const NO = expect.objectContaining({ ok: false });
const FORM = { ok: false, problem: expect.stringContaining('form') };
const APART = expect.arrayContaining([expect.objectContaining({ name: 'threadOfReply', answer: 'apart' })]);

test.each<[route: string, body: unknown, status: number, answer: unknown]>([
  ['faults', FAULT, 200, [FAULT]],
  ['faults', RANDOM, 200, [RANDOM]],
  ['faults', { random: { seed: 1, rate: 2 } }, 400, FORM],
  ['membership', { channel: FRONT_DESK, botIsMember: false }, 200, { ok: true }],
  ['membership', { channel: ids.SARA_DM, botIsMember: false }, 200, NO],
  ['behaviours', { name: 'threadOfReply', answer: 'apart' }, 200, APART],
  ['behaviours', { name: 'threadOfReply', answer: 'sometimes' }, 200, NO],
  ['behaviours', { name: 'threadOfReply', answer: 'constructor' }, 200, NO],
  ['behaviours', { name: 'toString', answer: 'parent' }, 200, NO],
  ['otherApp', { channel: FRONT_DESK, attachments: [{ fallback: 'Order 7' }] }, 200, { ok: true }],
  ['otherApp', { channel: FRONT_DESK }, 200, NO],
  ['otherApp', { channel: FRONT_DESK, blocks: [{ type: 'nope' }] }, 200, NO],
  ['app', { act: 'kill' }, 200, { ok: false, problem: 'The local Slack does not run the app.' }],
  ['app', { act: 'explode' }, 400, FORM],
  ['command', { as: SARA }, 400, FORM],
  ['nothing', {}, 404, undefined],
  ['constructor', {}, 404, undefined],
])('the page sends to %s %j, and gets %i', async (route, body, status, answer) => {
  const given = await play(slack, route, body);
  expect(given.status).toBe(status);
  if (answer !== undefined) expect(await given.json()).toEqual(answer);
  expect(slack.behaviours.of('threadOfReply')).toBe(answer === APART ? 'apart' : 'parent');
});

test('what the page sets is in effect, until it is taken back', async () => {
  await play(slack, 'faults', FAULT);
  const cleared = await fetch(`${slack.url}/_play/faults`, { method: 'DELETE' });
  expect([await cleared.json(), slack.faults.list()]).toEqual([[], []]);
  await play(slack, 'membership', { channel: FRONT_DESK, botIsMember: false });
  expect(await code('chat.postMessage', { channel: FRONT_DESK, text: 'x' })).toBe('not_in_channel');
  await play(slack, 'otherApp', { channel: FRONT_DESK, attachments: [{ fallback: 'Order 7' }] });
  const { messages, people } = await shownTo(SARA);
  expect(people.find(({ id }) => id === messages.at(-1)?.user)).toMatchObject({ realName: 'Online shop' });
});

test('each open question about Slack is shown with its answer', () => {
  slack.behaviours.set('threadOfReply', 'apart');
  const page = renderSlackBehaviours(slack.behaviours.list());
  expect(page.match(/data-slack-behaviour/g)).toHaveLength(slack.behaviours.list().length);
  expect(page).toMatch(/"threadOfReply"[^/]*>.*?<option value="apart" selected>/);
  expect(renderSlackBehaviours([])).toBe('');
});

test('every change arrives in the stream as a new snapshot', async () => {
  const { body } = await fetch(`${slack.url}/_play/stream?as=${SARA}`);
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let seen = '';
  const until = async (text: string) => {
    while (!seen.includes(text)) seen += (await reader?.read())?.value ?? '';
  };
  await until('event: changed');
  await slack.message(SARA, FRONT_DESK, 'something new');
  await until('something new');
});

test('the journal can be read on from where the page left off', async () => {
  for (const text of ['one', 'two', 'three']) await slack.command(SARA, FRONT_DESK, '/order', text);
  const read = async (after = 0): Promise<{ id: number }[]> =>
    (await fetch(`${slack.url}/_play/exchanges?after=${after}`)).json() as never;
  const [first, ...rest] = await read();
  expect(rest).toHaveLength(2);
  expect(await read(first?.id)).toEqual(rest);
});

/** fetch would not let a test forge the host, and would tidy the path. */
const statusFor = (host: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = http.get(`${slack.url}${path}`, { headers: { host }, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
  });

test('the server has the page’s files and nothing outside, under no other name, for no other type', async () => {
  const page = await fetch(slack.url);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self' http://127.0.0.1:1;");
  const icon = await fetch(`${slack.url}/app-icon`);
  expect(icon.headers.get('content-type')).toContain('image/svg+xml');
  const style = await fetch(`${slack.url}/page.css`);
  expect(style.headers.get('content-type')).toContain('text/css');
  const { host, port } = new URL(slack.url);
  for (const [name, path, status] of [
    ['evil.example', '/_play/snapshot', 403],
    [`evil.example:${port}`, '/api/auth.test', 403],
    ['127.0.0.1:1', '/', 403],
    [`localhost:${port}`, '/', 200],
    [host, '/../package.json', 404],
    [host, '/%2e%2e/package.json', 404],
    [host, '/..%2fpackage.json', 404],
    [host, '/a/../../x.js', 404],
    [host, '/.env', 404],
  ] as const)
    expect([name, path, await statusFor(name, path)]).toEqual([name, path, status]);
  expect((await play(slack, 'home', { as: SARA }, { 'content-type': 'text/plain' })).status).toBe(415);
});

test('the switch shows the app’s state while it is stopped, killed, started and when it ends', async () => {
  const steps: { resolve(): void; reject(error: Error): void }[] = [];
  const wait = () => new Promise<void>((resolve, reject) => steps.push({ resolve, reject }));
  const app = { isRunning: true, signals: [] as unknown[], ended: () => {} };
  const changes = createChanges();
  const { state, act } = createAppSwitch(
    {
      isRunning: () => app.isRunning,
      start: wait,
      stop: (signal) => {
        app.signals.push(signal);
        return wait();
      },
      onEnd: (listener) => Object.assign(app, { ended: listener }),
    },
    changes,
  );
  const seen: unknown[] = [];
  changes.onChange(() => seen.push(state()));
  const stopping = [act('stop'), act('kill')];
  expect([app.signals, await act('start')]).toMatchObject([['SIGTERM', 'SIGKILL'], { ok: false }]);
  app.isRunning = false;
  for (const step of steps.splice(0)) step.resolve();
  expect(await Promise.all(stopping)).toEqual([{ ok: true }, { ok: true }]);
  expect(await act('kill')).toMatchObject({ ok: false });
  const failing = act('start');
  steps.pop()?.reject(new Error(`PORT must be a number${'!'.repeat(500)}`));
  expect(await failing).toMatchObject({ problem: expect.stringMatching(/^PORT must be a number!{379}$/) });
  const starting = act('start');
  app.isRunning = true;
  steps.pop()?.resolve();
  expect(await starting).toEqual({ ok: true });
  app.ended();
  const stop = ['stopping', 'stopping', 'stopped', 'stopped'];
  expect(seen).toEqual([...stop, 'starting', 'stopped', 'starting', 'running', 'running']);
});
