// @module-tag long
// @module-tag store

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SeenMessage, SeenView } from '../../packages/local-slack/src/local-slack.ts';
import {
  FINANCE,
  FRONT_DESK,
  MANAGEMENT,
  QUIET,
  RAVI,
  SARA,
  SARA_DM,
  SARA_OMAR,
  TARIQ,
  TILL_GROUP,
} from '../../packages/local-slack/src/people-and-places.ts';
import {
  fillLinkForm,
  issueLink,
  modalWhere,
  moreDetails,
  openForm,
  submitForm,
} from '../fixtures/link-form.ts';
import { modalWith, press as pressCard } from '../fixtures/press-card.ts';
import { shown } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { saveSettings } from '../fixtures/settings-windows.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await startScene();
});
afterEach(async () => {
  await scene.close();
});

const inChannel = (channel: string, words: RegExp) => shown(scene, words, { channel });
const IN_CHANNEL = { 'Card goes to': 'A channel', Channel: FRONT_DESK };
const TO_ME = { 'Card goes to': 'My messages with Paylink' };
const formWith = (fields: Record<string, string>): Promise<SeenView> =>
  modalWhere(scene, (top) =>
    Object.entries(fields).every(([label, value]) => seen(top).fields[label] === value),
  );
const pick = (form: SeenView, place: 'channel' | 'me') =>
  scene.slack.click(SARA, { viewId: form.id }, { actionId: 'card_place', chosen: place });
const pay = async ({ channel, ts }: SeenMessage): Promise<void> => {
  const [link] = scene.sandbox.links();
  await scene.sandbox.pay(link?.orderId ?? '', { callback: false });
  await pressCard(scene, { channel, ts }, 'refresh_link');
};

describe('the form', () => {
  test('opened in a channel starts with that channel, and offers only channels', async () => {
    const short = await openForm(scene);
    expect(seen(short).text).toBe(`Card goes to <#${FRONT_DESK}> · valid 30 days · QR code`);
    const form = await moreDetails(scene, short);
    expect(seen(form).fields).toMatchObject(IN_CHANNEL);
    expect(JSON.stringify(form.blocks)).toContain(
      '"filter":{"include":["public","private"],"exclude_bot_users":true}',
    );
  });

  test.each([
    ['between two people', SARA_OMAR],
    ['in a group message', TILL_GROUP],
    ['in direct messages with the app', SARA_DM],
  ])('opened %s starts with direct messages, and the card is posted there', async (_, channel) => {
    const form = await openForm(scene, '', SARA, channel);
    expect(seen(form).fields).toMatchObject(TO_ME);
    expect(seen(form).fields).not.toHaveProperty('Channel');
    await submitForm(scene, form, fillLinkForm({ options: [] }));
    const card = seen(await inChannel(SARA_DM, /🟡 Waiting/));
    expect(card.text).toContain('made by <@U0SARA0001>');
    expect(card.text).not.toContain('invite');
    expect(card.buttons).toEqual(['Show QR', 'WhatsApp']);
    expect(scene.slack.posts().map((one) => one.channel)).toEqual([SARA_DM]);
  });

  test('keeps the choice and the channel when it is redrawn', async () => {
    const form = await moreDetails(scene, await openForm(scene));
    await pick(form, 'me');
    const mine = await formWith({ ...TO_ME, 'Your invoice number': '' });
    expect(seen(mine).fields).not.toHaveProperty('Channel');
    await pick(mine, 'channel');
    await formWith({ ...IN_CHANNEL, 'Your invoice number': '' });
  });

  test('submitted before it is redrawn for a channel asks for one', async () => {
    const form = await openForm(scene, '', SARA, SARA_OMAR);
    expect(
      await scene.slack.submit(SARA, form.id, { ...fillLinkForm({ card_place: 'channel' }) }),
    ).toMatchObject({ ok: true });
    const asked = await modalWith(scene, /Choose a channel/);
    expect(seen(asked).fields).toMatchObject({ 'Card goes to': 'A channel', 'What is it for?': 'June rent' });
    expect(scene.sandbox.links()).toHaveLength(0);
  });
});

describe('a default channel that the cashier cannot see', () => {
  beforeEach(async () => {
    await scene.close();
    scene = await startScene({ env: { PAYLINK_ADMINS: RAVI } });
    await saveSettings(scene, { defaultChannelId: FINANCE }, { channel: FINANCE });
  });

  test('gives way to the channel of the command in the menu, if Slack refuses it there', async () => {
    const form = await openForm(scene);
    expect(seen(form).text).toContain(`Card goes to <#${FINANCE}>`);
    expect(seen(await moreDetails(scene, form)).fields).toMatchObject(IN_CHANNEL);
  });

  test('leaves the menu empty, if Slack shows it empty', async () => {
    scene.slack.behaviours.set('initialOutsideMenu', 'empty');
    const form = await moreDetails(scene, await openForm(scene));
    expect(seen(form).fields).toMatchObject({ ...IN_CHANNEL, Channel: '' });
  });
});

describe('a channel that refuses the card', () => {
  test.each([
    ['public, without the app', QUIET],
    ['private, without the app', MANAGEMENT],
  ])('%s: the card is in its creator’s messages, and says why and what helps', async (_, channel) => {
    await issueLink(scene, {}, { channel });
    const card = await inChannel(SARA_DM, /🟡 Waiting/);
    expect(seen(card).text).toContain(`Paylink is not in <#${channel}>, so this card is here`);
    expect(seen(card).text).toContain('/invite @Paylink');
    expect(seen(card).text).toContain('/pay/');
    expect(await inChannel(SARA_DM, /slack_file/)).toMatchObject({ threadTs: card.ts });
    expect(scene.slack.messages(channel)).toHaveLength(0);
  });

  test('accepts it without an invite, with the scope for public channels', async () => {
    await scene.close();
    scene = await startScene({
      slack: { scopes: ['commands', 'chat:write', 'chat:write.public', 'files:write'] },
    });
    await issueLink(scene, { options: [] }, { channel: QUIET });
    await inChannel(QUIET, /🟡 Waiting/);
    expect(scene.slack.messages(SARA_DM)).toHaveLength(0);
  });
});

describe('a card whose channel was archived', () => {
  test('goes on in its owner’s messages when it is paid: one message, its first line the state', async () => {
    await issueLink(scene, { options: [] });
    const left = await inChannel(FRONT_DESK, /🟡 Waiting/);
    for (const method of ['chat.update', 'chat.postMessage'])
      scene.slack.faults.add({ method, channel: FRONT_DESK, error: 'is_archived' });
    await pay(left);
    const card = await inChannel(SARA_DM, /✅ Paid/);
    expect(card.text).toMatch(/^✅ Paid: AED 250\.00/);
    expect(seen(card).text).toMatch(/^\*AED 250\.00\* · ✅ Paid.*is archived, so this card is here/s);
    expect(await inChannel(SARA_DM, /\*Paid /)).toMatchObject({ threadTs: card.ts });
    expect(scene.slack.messages(SARA_DM).filter(({ threadTs }) => threadTs === null)).toHaveLength(1);
    scene.slack.faults.clear();
    await pressCard(scene, { channel: SARA_DM, ts: card.ts }, 'refresh_link');
    await inChannel(FRONT_DESK, /🟡 Waiting/);
  });
});

describe('a person on a card', () => {
  test('is mentioned only in an edit, which notifies nobody, and never by login', async () => {
    await issueLink(scene, { options: [] }, { as: TARIQ });
    const card = await inChannel(FRONT_DESK, /🟡 Waiting/);
    expect(seen(card).text).toContain(`made by <@${TARIQ}>`);
    expect(JSON.stringify(scene.slack.posts(FRONT_DESK)[0]?.blocks)).not.toMatch(/<@|t\.aziz92/);
    expect(JSON.stringify(card.blocks)).not.toContain('t.aziz92');
  });
});
