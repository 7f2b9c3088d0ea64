import { afterAll, beforeAll, expect, test } from 'vitest';
import { readText } from '../../../playground/page/read-json.ts';
import { createLocalSlack, type LocalSlack } from '../../../playground/slack/local-slack.ts';
import { FATIMA, FRONT_DESK, OMAR, QUIET, SARA } from '../../../playground/slack/people-and-places.ts';
import { createClient, latestRequest, typeCommand } from './call-slack.ts';
import { actions, button, section } from './limit-cases.ts';

let slack: LocalSlack;
let now = Date.UTC(2026, 10, 21);

beforeAll(async () => {
  slack = await createLocalSlack({ now: () => now, answerWithinMs: 50 });
});
afterAll(() => slack.close());

const fromCommand = async (channel = FRONT_DESK) => (await typeCommand(slack, SARA, channel)).responseUrl;
const lastUrl = (): string => readText(latestRequest(slack)['response_url']);
const respond = (url: string, body: unknown): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

test('a response_url accepts five posts and refuses the sixth', async () => {
  const url = await fromCommand();
  for (let i = 0; i < 5; i += 1) expect((await respond(url, { text: 'x' })).status).toBe(200);
  const sixth = await respond(url, { text: 'x' });
  expect([sixth.status, await sixth.json()]).toEqual([404, { ok: false, error: 'used_url' }]);
});

test('a response_url works for thirty minutes', async () => {
  const url = await fromCommand();
  now += 30 * 60_000;
  expect((await respond(url, { text: 'x' })).status).toBe(200);
  now += 1;
  const late = await respond(url, { text: 'x' });
  expect([late.status, await late.json()]).toEqual([404, { ok: false, error: 'expired_url' }]);
});

test('a post to a response_url reaches a channel without the app, for one person by default', async () => {
  const url = await fromCommand(QUIET);
  await respond(url, { text: 'for you' });
  await respond(url, { text: 'for all', response_type: 'in_channel' });
  expect(slack.messages(QUIET, { as: OMAR }).map(({ text }) => text)).toEqual(['for all']);
  expect(slack.messages(QUIET, { as: SARA }).map(({ text }) => text)).toEqual(['for you', 'for all']);
});

test('bad blocks and empty answers are refused', async () => {
  const url = await fromCommand();
  expect(await (await respond(url, { blocks: [section('')] })).json()).toMatchObject({
    error: 'invalid_blocks',
  });
  expect((await respond(url, {})).status).toBe(404);
});

test('the original message is replaced or deleted', async () => {
  const client = createClient(slack);
  const { ts = '' } = await client.chat.postMessage({
    channel: FRONT_DESK,
    text: 'card',
    blocks: [actions(button({ action_id: 'go' }))] as never,
  });
  const card = () => slack.messages(FRONT_DESK).find((one) => one.ts === ts);
  await slack.click(FATIMA, { channel: FRONT_DESK, ts }, { actionId: 'go' });
  const url = lastUrl();
  await respond(url, { text: 'replaced', replace_original: true });
  expect(card()).toMatchObject({ text: 'replaced', blocks: null });
  await respond(url, { delete_original: true });
  expect(card()).toBeUndefined();
  expect((await respond(url, { text: 'x', replace_original: true })).status).toBe(404);
});

test('an ephemeral message cannot become public', async () => {
  await respond(await fromCommand(), {
    text: 'secret',
    blocks: [actions(button({ action_id: 'go' }))],
  });
  const seen = slack.messages(FRONT_DESK).at(-1);
  if (seen === undefined) throw new Error('no message');
  await slack.click(SARA, seen, { actionId: 'go' });
  await respond(lastUrl(), { text: 'more', response_type: 'in_channel' });
  expect(slack.messages(FRONT_DESK).at(-1)).toMatchObject({ text: 'more', ephemeralTo: SARA });
});

test('a fault makes a response_url fail', async () => {
  slack.faults.add({ method: 'response_url', status: 500, times: 1 });
  const url = await fromCommand();
  expect((await respond(url, { text: 'x' })).status).toBe(500);
  expect((await respond(url, { text: 'x' })).status).toBe(200);
});
