// @module-tag long

import { expect, test } from 'vitest';
import { perTest } from '../../../../test/fixtures/per-test.ts';
import { createLocalSlack, type SlackFault } from '../../src/local-slack.ts';
import { readText } from '../../src/page/read-json.ts';
import { FATIMA, FRONT_DESK, QUIET, SARA } from '../../src/people-and-places.ts';
import { createClient, latestRequest, typeCommand } from './call-slack.ts';
import { actions, button, many, section } from './limit-cases.ts';

let now = Date.UTC(2026, 10, 21);

const slack = perTest(() => createLocalSlack({ now: () => now }));
const fromCommand = async (channel = FRONT_DESK) => (await typeCommand(slack, SARA, channel)).responseUrl;
/** Slack's code for a refusal, always with status 404; `ok` for a success; else the status. */
const respond = async (url: string, body: unknown = { text: 'x' }): Promise<unknown> => {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const { ok, error } = (await answer.json()) as { ok: boolean; error?: string };
  return answer.status === (ok ? 200 : 404) ? (error ?? 'ok') : answer.status;
};
const GO = actions(button({ action_id: 'go' }));
/** Where to answer a press of the channel's last message. */
const press = async (as: string, ts = slack.messages(FRONT_DESK).at(-1)?.ts ?? ''): Promise<string> => {
  await slack.click(as, { channel: FRONT_DESK, ts }, { actionId: 'go' });
  return readText(latestRequest(slack)['response_url']);
};
const texts = (channel: string, as: string) => slack.messages(channel, { as }).map(({ text }) => text);

test('a response_url takes five posts', async () => {
  const url = await fromCommand();
  for (const answer of ['ok', 'ok', 'ok', 'ok', 'ok', 'used_url']) expect(await respond(url)).toBe(answer);
});

test('a response_url works for thirty minutes', async () => {
  const url = await fromCommand();
  now += 30 * 60_000;
  expect(await respond(url)).toBe('ok');
  now += 1;
  expect(await respond(url)).toBe('expired_url');
  expect(await respond(`${slack.url}/response/invented`)).toBe('expired_url');
});

test.each([
  ['a block that does not exist', { blocks: [{ type: 'nothing' }] }, 'invalid_blocks'],
  ['too much in blocks', { blocks: many(4, () => section('x'.repeat(2_501))) }, 'msg_blocks_too_long'],
  ['nothing to say', {}, 'no_text'],
  ['a list', [], 'invalid_payload'],
  ['the original replaced, where there is none', { text: 'x', replace_original: true }, 'ok'],
  ['the original deleted, where there is none', { delete_original: true }, 'message_not_found'],
])('a response with %s: %s', async (_what, body, answer) => {
  expect(await respond(await fromCommand(), body)).toBe(answer);
});

test('a response reaches a channel without the app, for one person by default', async () => {
  const url = await fromCommand(QUIET);
  await respond(url, { text: 'for you' });
  await respond(url, { text: 'for all', response_type: 'in_channel' });
  expect(texts(QUIET, SARA)).toEqual(['for you', 'for all']);
  expect(texts(QUIET, FATIMA)).not.toContain('for you');
});

test('a response can replace or delete the original message', async () => {
  const ts = await createClient(slack).post({ blocks: [GO] });
  const url = await press(FATIMA);
  await respond(url, { text: 'replaced', replace_original: true });
  expect(slack.messages(FRONT_DESK)).toMatchObject([{ ts, text: 'replaced', blocks: null }]);
  await respond(url, { delete_original: true });
  expect(slack.messages(FRONT_DESK)).toEqual([]);
  expect(await respond(url, { text: 'x', replace_original: true })).toBe('message_not_found');
});

test('a message for one person can be replaced, and its answers cannot become public', async () => {
  await respond(await fromCommand(), { text: 'secret', blocks: [GO] });
  const url = await press(SARA);
  await respond(url, { text: 'more', response_type: 'in_channel' });
  await respond(url, { text: 'replaced', replace_original: true });
  expect([texts(FRONT_DESK, SARA), texts(FRONT_DESK, FATIMA)]).toEqual([['replaced', 'more'], []]);
});

test.each<[what: string, fault: SlackFault, heard: unknown, shown: number]>([
  ['fails', { status: 500 }, 500, 0],
  ['fails after the work', { status: 500, afterWork: true }, 500, 1],
  ['is dropped', { dropBeforeWork: true }, 'gone', 0],
  ['is dropped after the work', { dropAfterWork: true }, 'gone', 1],
])('by a fault, a response %s', async (_what, fault, heard, shown) => {
  const url = await fromCommand();
  slack.faults.add({ method: 'response_url', times: 1, ...fault });
  expect(await respond(url).catch(() => 'gone')).toBe(heard);
  expect(slack.messages(FRONT_DESK)).toHaveLength(shown);
  expect(await respond(url)).toBe('ok');
});
