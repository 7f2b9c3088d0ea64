import { expect, test } from 'vitest';
import { readRecord } from '../../../playground/page/read-json.ts';
import { createLocalSlack, type LocalSlack } from '../../../playground/slack/local-slack.ts';
import {
  BOT_USER,
  FINANCE,
  FRONT_DESK,
  QUIET,
  RAVI,
  SARA,
  SARA_DM,
} from '../../../playground/slack/people-and-places.ts';
import { createClient } from './call-slack.ts';

const EVERY = ['message.channels', 'message.groups', 'message.im', 'app_mention'];

/** The events that Slack sends to an app with these subscriptions, in the order of the messages. */
const eventsOf = async (
  events: string[],
  act: (slack: LocalSlack) => Promise<unknown>,
  count: number,
): Promise<unknown[]> => {
  const slack = await createLocalSlack({
    answerWithinMs: 50,
    eventRetryDelaysMs: [],
    manifest: { commands: [], shortcuts: [], events },
  });
  await act(slack);
  const sent = () => slack.exchanges().filter(({ what }) => what.startsWith('event '));
  await slack.until(() => sent().length === count);
  await slack.close();
  return sent()
    .map(({ request }) => readRecord(readRecord(request)['event']))
    .sort((one, other) => Number(one['ts']) - Number(other['ts']));
};

test('a message reaches an app that subscribes to its kind of conversation, with the app’s own', async () => {
  const events = await eventsOf(
    EVERY,
    async (slack) => {
      await slack.message(SARA, FRONT_DESK, 'to a@b.example');
      await slack.message(RAVI, FINANCE, 'in private');
      await slack.message(SARA, SARA_DM, 'to the app');
      await createClient(slack).chat.postMessage({ channel: FRONT_DESK, text: 'mine' });
    },
    4,
  );
  const type = 'message';
  const text = 'to <mailto:a@b.example|a@b.example>';
  expect(events).toMatchObject([
    { type, channel: FRONT_DESK, channel_type: 'channel', user: SARA, text, blocks: [{ type: 'rich_text' }] },
    { type, channel: FINANCE, channel_type: 'group', user: RAVI, text: 'in private' },
    { type, channel: SARA_DM, channel_type: 'im', user: SARA, text: 'to the app' },
    { type, channel: FRONT_DESK, user: BOT_USER, text: 'mine', bot_id: 'B0PAYLINK1' },
  ]);
});

test('a mention of the app is an event of its own', async () => {
  const say = async (slack: LocalSlack) => {
    await slack.message(SARA, FRONT_DESK, '250 for Sara');
    await slack.message(SARA, FRONT_DESK, '@paylink 250 for Sara');
  };
  expect(await eventsOf(['app_mention'], say, 1)).toMatchObject([
    { type: 'app_mention', channel: FRONT_DESK, user: SARA, text: `<@${BOT_USER}> 250 for Sara` },
  ]);
});

test.each([
  ['without a subscription', ['message.groups'], FRONT_DESK],
  ['from a conversation without the app', EVERY, QUIET],
])('no event comes %s', async (_why, events, channel) => {
  expect(await eventsOf(events, (slack) => slack.message(SARA, channel, '@paylink hello'), 0)).toEqual([]);
});
