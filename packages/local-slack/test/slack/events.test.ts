// @module-tag long

import { expect, test } from 'vitest';
import { startReceiver } from '../../../../test/tools/start-receiver.ts';
import { createLocalSlack, type LocalSlack } from '../../src/local-slack.ts';
import { readRecord } from '../../src/page/read-json.ts';
import * as ids from '../../src/people-and-places.ts';
import { createClient, startApp } from './call-slack.ts';

const { SARA, FRONT_DESK } = ids;
const EVERY = ['message.channels', 'message.groups', 'message.im', 'app_mention'];

test('opening the app’s tabs is told, with the home where there is one', async () => {
  const slack = await createLocalSlack();
  const app = await startApp(slack);
  const view = { type: 'home', blocks: [] };
  for (const tab of ['home', 'messages'] as const) await slack.openHome(SARA, tab);
  await createClient(slack).call('views.publish', { user_id: SARA, view });
  for (const tab of ['home', 'messages'] as const) await slack.openHome(SARA, tab);
  const opened = { type: 'app_home_opened', user: SARA, channel: ids.SARA_DM };
  const events = app.payloads().map(({ event }) => readRecord(event));
  expect(events).toMatchObject(['home', 'messages', 'home', 'messages'].map((tab) => ({ ...opened, tab })));
  expect(events.map((event) => 'view' in event)).toEqual([false, false, true, false]);
  expect(events[2]).toMatchObject({ view: { id: slack.home(SARA)?.id, type: 'home' } });
  expect(new Set(app.payloads().map((one) => one['event_id'])).size).toBe(4);
  await Promise.all([slack.close(), app.close()]);
});

test.each([
  ['three times', 500, {}, ['', '1 http_error', '2 http_error', '3 http_error']],
  ['until it is accepted', 200, {}, ['', '1 http_error']],
  ['never, if the app wants none', 500, { 'x-slack-no-retry': '1' }, ['']],
])(
  'an event that the app does not accept comes again %s, the same',
  async (_often, second, headers, heard) => {
    const app = await startReceiver((count) => ({ status: count === 1 ? 500 : second, headers }));
    const slack = await createLocalSlack({ appUrl: app.url, eventRetryDelaysMs: [0, 0, 0] });
    expect(await slack.openHome(SARA)).toMatchObject({ ok: false });
    await slack.until(() => slack.exchanges().length === heard.length);
    // A retry too many would have come before the answers to these.
    for (const text of ['1', '2', '3']) await slack.command(SARA, FRONT_DESK, '/x', text);
    const events = app.received.filter(({ body }) => body.startsWith('{'));
    const names = ['x-slack-retry-num', 'x-slack-retry-reason'];
    expect(events.map((one) => names.flatMap((name) => one.headers[name] ?? []).join(' '))).toEqual(heard);
    expect(new Set(events.map(({ body }) => body)).size).toBe(1);
    await Promise.all([slack.close(), app.close()]);
  },
);

/** The events that Slack sends to an app with these subscriptions, in the order of the messages. */
const eventsOf = async (events: string[], act: (slack: LocalSlack) => Promise<unknown>, count: number) => {
  const manifest = { commands: [], shortcuts: [], steps: [], events };
  const slack = await createLocalSlack({ eventRetryDelaysMs: [], manifest });
  await act(slack);
  const sent = () => slack.exchanges().filter(({ what }) => what.startsWith('event '));
  await slack.until(() => sent().length === count);
  await slack.close();
  return sent()
    .map(({ request }) => readRecord(readRecord(request)['event']))
    .sort((one, other) => Number(one['ts']) - Number(other['ts']));
};

test('a message reaches an app that subscribes to its kind of conversation, with the app’s own', async () => {
  const say = async (slack: LocalSlack) => {
    await slack.message(SARA, FRONT_DESK, 'to a@b.ae');
    await slack.message(ids.RAVI, ids.FINANCE, 'in private');
    await slack.message(SARA, ids.SARA_DM, 'to the app');
    await createClient(slack).post({ text: 'mine' });
  };
  const type = 'message';
  const [blocks, text] = [[{ type: 'rich_text' }], 'to <mailto:a@b.ae|a@b.ae>'];
  expect(await eventsOf(EVERY, say, 4)).toMatchObject([
    { type, channel: FRONT_DESK, channel_type: 'channel', user: SARA, text, blocks },
    { type, channel: ids.FINANCE, channel_type: 'group', user: ids.RAVI, text: 'in private' },
    { type, channel: ids.SARA_DM, channel_type: 'im', user: SARA, text: 'to the app' },
    { type, channel: FRONT_DESK, user: ids.BOT_USER, text: 'mine', bot_id: 'B0APP00001' },
  ]);
});

test('a mention of the app is an event of its own', async () => {
  const say = async (slack: LocalSlack) => {
    await slack.message(SARA, FRONT_DESK, '250 for Sara');
    await slack.message(SARA, FRONT_DESK, '@app 250 for Sara');
  };
  expect(await eventsOf(['app_mention'], say, 1)).toMatchObject([
    { type: 'app_mention', channel: FRONT_DESK, user: SARA, text: `<@${ids.BOT_USER}> 250 for Sara` },
  ]);
});

const without = (subscription: string) => EVERY.slice(0, 3).filter((one) => one !== subscription);
test.each([
  ['in a channel without its subscription', without('message.channels'), FRONT_DESK],
  ['in a private channel without its subscription', without('message.groups'), ids.FINANCE],
  ['to the app without its subscription', without('message.im'), ids.RAVI_DM],
  ['in a conversation without the app', EVERY, ids.QUIET],
])('no event comes of a message %s', async (_where, events, channel) => {
  expect(await eventsOf(events, (slack) => slack.message(ids.RAVI, channel, '@app hello'), 0)).toEqual([]);
});
