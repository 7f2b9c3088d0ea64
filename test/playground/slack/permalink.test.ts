import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocalSlack, type LocalSlack } from '../../../playground/slack/local-slack.ts';
import { FINANCE, FRONT_DESK, SARA } from '../../../playground/slack/people-and-places.ts';
import { createClient } from './call-slack.ts';

let slack: LocalSlack;
beforeAll(async () => {
  slack = await createLocalSlack();
});
afterAll(() => slack.close());

const ask = (channel: string, message_ts: string) =>
  createClient(slack).chat.getPermalink({ channel, message_ts });

test('messages and replies have permalinks in Slack’s format, which open them in the page', async () => {
  const { chat } = createClient(slack);
  const { ts = '' } = await chat.postMessage({ channel: FRONT_DESK, text: 'card' });
  const { ts: reply = '' } = await chat.postMessage({ channel: FRONT_DESK, text: 'paid', thread_ts: ts });
  const archive = `${slack.url}/archives/${FRONT_DESK}`;
  const permalink = `${archive}/p${ts.replace('.', '')}`;
  expect(await ask(FRONT_DESK, ts)).toMatchObject({ ok: true, channel: FRONT_DESK, permalink });
  const toReply = `${archive}/p${reply.replace('.', '')}?thread_ts=${ts}&cid=${FRONT_DESK}`;
  expect(await ask(FRONT_DESK, reply)).toMatchObject({ permalink: toReply });
  const opened = await fetch(toReply, { redirect: 'manual' });
  const place = `/#in=${FRONT_DESK}&at=${reply}&thread=${ts}`;
  expect([opened.status, opened.headers.get('location')]).toEqual([302, place]);
});

test('unknown channels and messages are refused as in Slack', async () => {
  const { chat } = createClient(slack);
  await expect(ask('C0NOWHERE1', '1.1')).rejects.toThrow('channel_not_found');
  await expect(ask(FRONT_DESK, '1.1')).rejects.toThrow('message_not_found');
  const { message_ts = '' } = await chat.postEphemeral({ channel: FRONT_DESK, user: SARA, text: 'psst' });
  await expect(ask(FRONT_DESK, message_ts)).rejects.toThrow('message_not_found');
  slack.setMembership(FINANCE, false);
  await expect(ask(FINANCE, '1.1')).rejects.toThrow('channel_not_found');
});
