import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { App, BlockAction, ViewSubmitAction } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FRONT_DESK, SARA } from '../../../playground/slack/people-and-places.ts';
import { seen } from '../../fixtures/seen.ts';
import { codeOf, typeCommand } from './call-slack.ts';
import { input, plain, section } from './limit-cases.ts';
import { type BoltScene, startBoltApp } from './start-bolt-app.ts';

const modal = (text: string, more: Record<string, unknown> = {}) =>
  ({ type: 'modal', callback_id: 'form', title: plain('Form'), blocks: [section(text)], ...more }) as never;

let scene: BoltScene;
let now: number;
let client: WebClient;
/** The app's last payload from Slack. */
let heard: { trigger: string; view: string };

const listen = (app: App): void => {
  app.command('/paylink', async ({ ack, command }) => {
    heard.trigger = command.trigger_id;
    await ack();
  });
  app.action<BlockAction>(/.*/, async ({ ack }) => ack());
  app.view<ViewSubmitAction>('form', async ({ ack, view }) => {
    await ack({ response_action: 'update', view: modal('Making…') });
    heard.view = view.id;
  });
};

beforeEach(async () => {
  now = Date.UTC(2026, 10, 21);
  heard = { trigger: '', view: '' };
  scene = await startBoltApp(listen, { now: () => now, answerWithinMs: 3_000 });
  client = scene.client;
});
afterEach(() => scene.close());

const openForm = async (): Promise<string> => {
  await scene.slack.command(SARA, FRONT_DESK, '/paylink');
  const form = modal('', {
    submit: plain('Send'),
    blocks: [input({ type: 'plain_text_input', action_id: 'name' }, { block_id: 'name' })],
  });
  const { view } = await client.views.open({ trigger_id: heard.trigger, view: form });
  return view?.id ?? '';
};

test('a click’s delay on the way to the app counts against its trigger’s three seconds', async () => {
  scene.slack.faults.add({ method: 'trigger', delayMs: 2_000 });
  await scene.slack.command(SARA, FRONT_DESK, '/paylink');
  now += 1_000;
  const open = () => codeOf(client.views.open({ trigger_id: heard.trigger, view: modal('A form') }));
  expect(await open()).toBe('ok');
  await scene.slack.command(SARA, FRONT_DESK, '/paylink');
  now += 1_001;
  expect(await open()).toBe('expired_trigger_id');
});

test.each([
  ['new-hash', false],
  ['same-hash', true],
] as const)(
  'an answer to a submission that comes after an update wins, with its %s',
  async (behaviour, isSame) => {
    const id = await openForm();
    scene.slack.behaviours.set('lateAnswer', behaviour);
    scene.slack.faults.add({ method: 'response_action', delayMs: 150 });
    const submitted = scene.slack.submit(SARA, id, { name: { name: 'Omar' } });
    await scene.slack.until(() => heard.view === id);
    const { view } = await client.views.update({ view_id: id, view: modal('The result') });
    expect(seen(scene.slack.topModal(SARA)).text).toContain('The result');
    await submitted;
    const top = scene.slack.topModal(SARA);
    expect(seen(top).text).toContain('Making…');
    expect(top?.hash === view?.hash).toBe(isSame);
  },
);

test('a late update is not shown if the view was closed in the meantime', async () => {
  const id = await openForm();
  scene.slack.faults.add({ method: 'response_action', delayMs: 50 });
  const submitted = scene.slack.submit(SARA, id, { name: { name: 'Omar' } });
  await scene.slack.closeView(SARA, id);
  await submitted;
  expect(scene.slack.modals(SARA)).toEqual([]);
});

test('a call on a connection closed while idle fails without effect', async () => {
  await client.chat.postMessage({ channel: FRONT_DESK, text: 'first' });
  await delay(0);
  scene.slack.faults.add({ closedWhileIdle: true, times: 1 });
  const second = client.chat.postMessage({ channel: FRONT_DESK, text: 'second' });
  expect(inspect(await second.catch((error) => error))).toContain('other side closed');
  await client.chat.postMessage({ channel: FRONT_DESK, text: 'third' });
  expect(scene.slack.messages(FRONT_DESK).map(({ text }) => text)).toEqual(['first', 'third']);
});

test('a message’s menu keeps its value while its block keeps its id', async () => {
  const menu = (block: string, values: string[]) => {
    const options = values.map((value) => ({ text: plain(value), value }));
    const element = { type: 'static_select', action_id: 'size', options, initial_option: options[0] };
    return { type: 'actions', block_id: block, elements: [element] };
  };
  const say = { channel: FRONT_DESK, text: 'report' };
  const { ts = '' } = await client.chat.postMessage({ ...say, blocks: [menu('pages', ['1', '2'])] as never });
  const held = () => scene.slack.held(SARA, { channel: FRONT_DESK, ts });
  await client.chat.update({ ...say, ts, blocks: [menu('pages', ['3', '4'])] as never });
  expect(held()).toEqual({ pages: { size: '1' } });
  await scene.slack.click(SARA, { channel: FRONT_DESK, ts }, { actionId: 'size', chosen: '4' });
  await client.chat.update({ ...say, ts, blocks: [menu('pages', ['5', '6'])] as never });
  expect(held()).toEqual({ pages: { size: '4' } });
  await client.chat.update({ ...say, ts, blocks: [menu('pages_5', ['5', '6'])] as never });
  expect(held()).toEqual({ pages_5: { size: '5' } });
});

test('every refusal at a response_url is a 404 with an error code', async () => {
  const { responseUrl } = await typeCommand(scene.slack);
  const body = JSON.stringify({ blocks: [{ type: 'nothing' }] });
  const answer = await fetch(responseUrl, { method: 'POST', body });
  expect([answer.status, await answer.json()]).toMatchObject([404, { ok: false, error: 'invalid_blocks' }]);
});
