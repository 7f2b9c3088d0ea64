import type { App, BlockAction } from '@slack/bolt';
import { afterEach, expect, test } from 'vitest';
import { readList, readRecord } from '../../../playground/page/read-json.ts';
import type { LocalSlack } from '../../../playground/slack/local-slack.ts';
import { FATIMA, SARA, SARA_DM } from '../../../playground/slack/people-and-places.ts';
import { createClient, refusalOf } from './call-slack.ts';
import { actions, button, input, many, modal, option, section, select } from './limit-cases.ts';
import { type BoltScene, startBoltApp } from './start-bolt-app.ts';

let scene: BoltScene | undefined;
afterEach(async () => {
  await scene?.close();
  scene = undefined;
});

const start = async (listen: (app: App) => void): Promise<LocalSlack> => {
  scene = await startBoltApp(listen, { eventRetryDelaysMs: [0, 0, 0] });
  return scene.slack;
};
const home = (blocks: unknown[]) => ({ type: 'home', blocks }) as never;
const choice = select({ action_id: 'days', options: [option('1'), option('7')] });
const desk = [
  section('Your links', { block_id: 'links', accessory: choice }),
  { ...actions(button({ action_id: 'new', value: 'v' })), block_id: 'row' },
];

/** Publishes a Home for each opener, and records its payloads. */
const publishing =
  (seen: Record<string, unknown>[]) =>
  (app: App): void => {
    app.event('app_home_opened', async ({ body, event, client }) => {
      seen.push(readRecord(body));
      await client.views.publish({ user_id: event.user, view: home(desk) });
    });
    app.action<BlockAction>('new', async ({ ack, body, client }) => {
      seen.push(readRecord(body));
      await ack();
      await client.views.open({ trigger_id: body.trigger_id, view: modal({ callback_id: 'form' }) as never });
    });
    app.action<BlockAction>('days', async ({ ack, body, client }) => {
      seen.push(readRecord(body));
      await ack();
      await client.views.publish({
        user_id: body.user.id,
        hash: body.view?.hash ?? '',
        view: home([section('Last week', { block_id: 'links', accessory: choice })]),
      });
    });
    app.view('form', async ({ ack, body }) => {
      seen.push(readRecord(body));
      await ack();
    });
  };

test('the first opening sends an event without a view, the next one with it', async () => {
  const seen: Record<string, unknown>[] = [];
  const slack = await start(publishing(seen));
  expect(await slack.openHome(SARA)).toEqual({ ok: true });
  await slack.until(() => slack.home(SARA));
  expect(slack.home(FATIMA)).toBeUndefined();
  expect(await slack.openHome(SARA)).toEqual({ ok: true });
  await slack.until(() => slack.calls('views.publish').length === 2);

  const [first, second] = seen.map((body) => readRecord(body['event']));
  expect(first).toMatchObject({ type: 'app_home_opened', user: SARA, channel: SARA_DM, tab: 'home' });
  expect(first).not.toHaveProperty('view');
  expect(second).toMatchObject({ view: { type: 'home', id: slack.home(SARA)?.id, blocks: desk } });
  expect(seen[0]?.['event_id']).not.toBe(seen[1]?.['event_id']);
});

test('opening the other tab is reported too, without a view', async () => {
  const seen: Record<string, unknown>[] = [];
  const slack = await start(publishing(seen));
  await slack.openHome(SARA, 'messages');
  expect(seen).toMatchObject([{ event: { tab: 'messages' } }]);
  expect(readRecord(seen[0]?.['event'])).not.toHaveProperty('view');
});

test('a press in the Home carries the view and a trigger, and no message', async () => {
  const seen: Record<string, unknown>[] = [];
  const slack = await start(publishing(seen));
  await slack.openHome(SARA);
  const shown = await slack.until(() => slack.home(SARA));
  expect(await slack.clickHome(SARA, { actionId: 'new' })).toEqual({ ok: true });
  const form = await slack.until(() => slack.topModal(SARA));

  expect(seen[1]).toMatchObject({
    type: 'block_actions',
    container: { type: 'view', view_id: shown.id },
    view: { id: shown.id, type: 'home', hash: shown.hash },
    actions: [{ action_id: 'new', block_id: 'row', value: 'v' }],
  });
  for (const absent of ['response_url', 'channel', 'message']) expect(seen[1]).not.toHaveProperty(absent);

  // The modal is a separate stack: it is not pushed on the Home.
  expect(await slack.submit(SARA, form.id, {})).toMatchObject({ ok: true });
  expect(seen[2]).toMatchObject({ view: { previous_view_id: null, root_view_id: form.id } });
});

test('a choice in the Home is sent with the state, and publishing again keeps the id and the choice', async () => {
  const seen: Record<string, unknown>[] = [];
  const slack = await start(publishing(seen));
  await slack.openHome(SARA);
  const before = await slack.until(() => slack.home(SARA));
  expect(await slack.clickHome(SARA, { actionId: 'days', chosen: '7' })).toEqual({ ok: true });
  const after = await slack.until(() => {
    const now = slack.home(SARA);
    return now !== undefined && now.hash !== before.hash && now;
  });
  expect(seen[1]).toMatchObject({
    actions: [{ action_id: 'days', selected_option: { value: '7' } }],
    view: { state: { values: { links: { days: { selected_option: { value: '7' } } } } } },
  });
  expect(after.id).toBe(before.id);
  expect(after.filled).toEqual({ links: { days: '7' } });
});

test('nobody can press in an unpublished Home, or in another person’s', async () => {
  const slack = await start(publishing([]));
  expect(await slack.clickHome(SARA, { actionId: 'new' })).toMatchObject({ ok: false });
  await slack.openHome(SARA);
  const { id: viewId } = await slack.until(() => slack.home(SARA));
  expect(await slack.click(FATIMA, { viewId }, { actionId: 'new' })).toMatchObject({ ok: false });
});

test('an app that does not answer gets the event again, and the person sees an error', async () => {
  const slack = await start(() => {});
  // Bolt acknowledges every event at once; this server has no listener.
  slack.setAppUrl('http://127.0.0.1:9');
  expect(await slack.openHome(SARA)).toMatchObject({ ok: false });
  await slack.until(() => slack.exchanges().length === 4);
  const retries = ['', ', retry 1', ', retry 2', ', retry 3'];
  expect(slack.exchanges().map(({ what }) => what)).toEqual(
    retries.map((retry) => `event app_home_opened${retry}`),
  );
});

const refusal = async (slack: LocalSlack, view: unknown, hash?: string): Promise<unknown[]> => {
  const publish = { user_id: SARA, view: view as never, ...(hash && { hash }) };
  const { error, errors } = await refusalOf(createClient(slack).views.publish(publish));
  return [error, ...readList(errors)];
};

test('an invalid Home is refused, and the old one stays', async () => {
  const slack = await start(publishing([]));
  const client = createClient(slack);
  await client.views.publish({ user_id: SARA, view: home(many(100, () => section())) });
  const { hash, id } = await slack.until(() => slack.home(SARA));

  for (const [blocks, pointer] of [
    [many(101, () => section()), '/view/blocks'],
    [[input({ type: 'number_input', is_decimal_allowed: true })], '/view/blocks/0/element'],
    [[section('x', { accessory: { type: 'datetimepicker' } })], '/view/blocks/0/accessory'],
    [[{ type: 'markdown', text: 'x' }], '/view/blocks/0'],
    [[{ type: 'alert', text: { type: 'plain_text', text: 'x' } }], '/view/blocks/0'],
  ] as const) {
    const [error, ...details] = await refusal(slack, home([...blocks]));
    expect(error).toBe('invalid_arguments');
    expect(details.join()).toContain(pointer);
  }
  expect(await refusal(slack, modal())).toContain('invalid_arguments');
  expect(await refusal(slack, home([]), 'old.hash')).toEqual(['hash_conflict']);
  expect(slack.home(SARA)).toMatchObject({ id, hash });
  expect(slack.home(SARA)?.blocks).toHaveLength(100);

  // Inputs need no submit button here.
  await client.views.publish({ user_id: SARA, view: home([input({ type: 'plain_text_input' })]) });
});
