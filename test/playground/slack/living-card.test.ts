import type { BlockAction, ButtonAction } from '@slack/bolt';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRecord } from '../../../playground/page/read-json.ts';
import { createLocalSlack } from '../../../playground/slack/local-slack.ts';
import {
  FRONT_DESK,
  GUEST_TEAM,
  LENA,
  OMAR,
  PARTNERS,
  SARA,
} from '../../../playground/slack/people-and-places.ts';
import { EVERY_SCOPE } from '../../fixtures/every-scope.ts';
import { type PictureServer, startPictureServer } from '../../fixtures/picture-server.ts';
import { createClient } from './call-slack.ts';
import { actions, button, modal, section } from './limit-cases.ts';
import { type BoltScene, startBoltApp } from './start-bolt-app.ts';

let scene: BoltScene;
let web: PictureServer;
let pressedBy: unknown[];

const card = (text: string) => [
  section(text),
  actions(
    button({ action_id: 'details' }),
    button({ action_id: 'check' }),
    button({ action_id: 'open', url: 'https://pay.example/1' }),
  ),
];

beforeEach(async () => {
  pressedBy = [];
  web = await startPictureServer();
  scene = await startBoltApp((app) => {
    app.action<BlockAction<ButtonAction>>('details', async ({ ack, client, body }) => {
      await ack();
      const picture = { type: 'image', image_url: `${web.url}/qr.png`, alt_text: 'QR code' };
      const view = modal({ blocks: [section('Details'), picture] }) as never;
      await client.views.open({ trigger_id: body.trigger_id, view });
    });
    app.action<BlockAction<ButtonAction>>('check', async ({ ack, respond, body, client }) => {
      await ack();
      pressedBy.push(body.user);
      const [channel, ts] = [body.channel?.id ?? '', body.message?.ts ?? ''];
      await client.chat.update({ channel, ts, text: 'Paid', blocks: card('Paid') as never });
      await respond({ text: 'Just paid', response_type: 'ephemeral', replace_original: false });
    });
    app.action('open', async ({ ack }) => ack());
  });
});
afterEach(async () => {
  await scene.close();
  await web.close();
});

const post = async (channel = FRONT_DESK) => {
  const open = { text: 'Open', blocks: card('Open') as never };
  const { ts = '' } = await scene.client.chat.postMessage({ channel, ...open });
  return { channel, ts };
};

test('a card is edited in place, and the answer is visible only to the person who pressed', async () => {
  const { slack } = scene;
  const place = await post();
  expect(await slack.click(SARA, place, { actionId: 'check' })).toEqual({ ok: true });
  const [card, answer] = await slack.until(() => {
    const seen = slack.messages(FRONT_DESK, { as: SARA });
    return seen.length === 2 && seen;
  });
  expect(answer).toMatchObject({ text: 'Just paid', ephemeralTo: SARA });
  expect(card).toMatchObject({ ts: place.ts, text: 'Paid', editedAt: null });
  expect(slack.messages(FRONT_DESK, { as: OMAR })).toEqual([card]);
});

test('a modal with a picture opens from a message’s button', async () => {
  const { slack } = scene;
  await slack.click(OMAR, await post(), { actionId: 'details' });
  const view = await slack.until(() => slack.topModal(OMAR));
  expect(view.blocks).toMatchObject([{ type: 'section' }, { type: 'image', alt_text: 'QR code' }]);
});

test('a press of a URL button is also sent to the app', async () => {
  const { slack } = scene;
  expect(await slack.click(SARA, await post(), { actionId: 'open' })).toEqual({ ok: true });
  const { actions } = readRecord(slack.exchanges().at(-1)?.request);
  expect(actions).toMatchObject([{ action_id: 'open', url: 'https://pay.example/1' }]);
});

test('somebody from another workspace can press in a shared channel, and is identified by the team', async () => {
  const { slack } = scene;
  const place = await post(PARTNERS);
  expect(await slack.click(LENA, place, { actionId: 'check' })).toEqual({ ok: true });
  expect(pressedBy.at(-1)).toMatchObject({ id: LENA, team_id: GUEST_TEAM });
  expect(await slack.click(LENA, await post(FRONT_DESK), { actionId: 'check' })).toMatchObject({ ok: false });
});

test('a reply with a mention is in the card’s thread and can be edited', async () => {
  const { slack, client } = scene;
  const place = await post();
  const reply = { channel: FRONT_DESK, thread_ts: place.ts, text: `<@${SARA}> it was paid` };
  const { ts = '' } = await client.chat.postMessage(reply);
  const text = `<@${SARA}> it was paid and refunded`;
  await client.chat.update({ channel: FRONT_DESK, ts, text });
  expect(slack.messages(FRONT_DESK, { threadTs: place.ts })).toMatchObject([
    { ts: place.ts },
    { ts, threadTs: place.ts, text, editedAt: expect.any(String) },
  ]);
});

test('conversations and people can be looked up, with guests and shared channels marked', async () => {
  const slack = await createLocalSlack({ scopes: EVERY_SCOPE });
  const client = createClient(slack);
  const channel = { name: 'partners', is_ext_shared: true, is_member: true };
  expect(await client.conversations.info({ channel: PARTNERS })).toMatchObject({ channel });
  const user = { team_id: GUEST_TEAM, is_stranger: true };
  expect(await client.users.info({ user: LENA })).toMatchObject({ user });
  await slack.close();
});
