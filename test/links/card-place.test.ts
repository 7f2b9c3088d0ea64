import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SeenMessage, SeenView } from '../../playground/slack/local-slack.ts';
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
} from '../../playground/slack/people-and-places.ts';
import { fillLinkForm, issueLink, modalWhere, openForm, textOf } from '../fixtures/link-form.ts';
import { modalWith, press as pressCard } from '../fixtures/press-card.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await startScene();
});
afterEach(async () => {
  await scene.close();
});

const seen = (channel: string, words: RegExp): Promise<SeenMessage> =>
  scene.slack.until(() =>
    scene.slack.messages(channel).findLast((one) => words.test(`${one.text} ${textOf(one)}`)),
  );
/** The same message once it says so. */
const becomes = ({ channel, ts }: SeenMessage, words: RegExp): Promise<SeenMessage> =>
  scene.slack.until(() =>
    scene.slack.messages(channel).find((one) => one.ts === ts && words.test(textOf(one))),
  );
const formWith = (place: string, words = /./): Promise<SeenView> =>
  modalWhere(scene, (top) => placeIn(top).place === place && words.test(textOf(top)));
const placeIn = (form: SeenView) => {
  const [, place = '', channel = ''] =
    /"initial_option":\{[^}]*\{[^}]*\},"value":"(channel|me)"[^§]*?(?:"initial_conversation":"(\w+)"|$)/.exec(
      textOf(form),
    ) ?? [];
  return { place, channel };
};
const pick = (form: SeenView, place: 'channel' | 'me') =>
  scene.slack.click(SARA, { viewId: form.id }, { actionId: 'card_place', chosen: place });
const pay = async ({ channel, ts }: SeenMessage): Promise<void> => {
  const [link] = scene.sandbox.links();
  await scene.sandbox.pay(link?.orderId ?? '', { callback: false });
  await pressCard(scene, { channel, ts }, 'refresh_link');
};

describe('the form', () => {
  test('typed in a channel begins with that channel, and offers only channels', async () => {
    const form = await openForm(scene);
    expect(placeIn(form)).toEqual({ place: 'channel', channel: FRONT_DESK });
    expect(textOf(form)).toContain('"filter":{"include":["public","private"],"exclude_bot_users":true}');
  });

  test.each([
    ['between two people', SARA_OMAR],
    ['in a group message', TILL_GROUP],
    ['in one’s own messages with the app', SARA_DM],
  ])('typed %s begins with one’s own messages, and the card lives there', async (_, channel) => {
    const form = await openForm(scene, '', SARA, channel);
    expect(placeIn(form)).toEqual({ place: 'me', channel: '' });
    await scene.slack.submit(SARA, form.id, fillLinkForm({ options: [] }));
    expect(textOf(await modalWith(scene, /card in your messages with Paylink/))).not.toContain('<#');
    const card = await seen(SARA_DM, /🟡 Waiting/);
    expect(textOf(card)).toContain('made by <@U0SARA0001>');
    expect(textOf(card)).not.toMatch(/invite|Try the channel/);
    expect(scene.slack.posts().map((one) => one.channel)).toEqual([SARA_DM]);
  });

  test('keeps the choice and the channel over every change of the form', async () => {
    const form = await openForm(scene);
    await pick(form, 'me');
    const me = await formWith('me');
    expect(placeIn(me)).toEqual({ place: 'me', channel: '' });
    expect(textOf(me)).not.toContain('conversations_select');
    await scene.slack.click(SARA, { viewId: form.id }, { actionId: 'more_details' });
    const long = await formWith('me', /Invoice_Id/);
    expect(placeIn(long)).toEqual({ place: 'me', channel: '' });
    await pick(long, 'channel');
    const back = await formWith('channel', /conversations_select/);
    expect(placeIn(back)).toEqual({ place: 'channel', channel: FRONT_DESK });
    expect(textOf(back)).toContain('Invoice_Id');
  });

  test('submitted before it was redrawn asks for a channel, and uses the other choice', async () => {
    const form = await openForm(scene, '', SARA, SARA_OMAR);
    expect(
      await scene.slack.submit(SARA, form.id, { ...fillLinkForm({ card_place: 'channel' }) }),
    ).toMatchObject({ ok: true });
    const asked = await modalWith(scene, /Choose a channel/);
    expect(placeIn(asked).place).toBe('channel');
    expect(textOf(asked)).toContain('June rent');
    expect(scene.sandbox.links()).toHaveLength(0);
  });
});

describe('a default channel that the reader cannot see', () => {
  beforeEach(async () => {
    await scene.close();
    scene = await startScene({ env: { PAYLINK_ADMINS: RAVI } });
    await scene.slack.command(RAVI, FINANCE, '/paylink', 'settings');
    const form = await modalWith(scene, /defaultChannelId/, RAVI);
    await scene.slack.submit(RAVI, form.id, { defaultChannelId: { defaultChannelId: FINANCE } });
  });

  test('leaves the channel where the command was typed, if Slack refuses to begin with it', async () => {
    expect(placeIn(await openForm(scene))).toEqual({ place: 'channel', channel: FRONT_DESK });
  });

  test('leaves the menu to be filled, if Slack begins it empty', async () => {
    scene.slack.behaviours.set('initialOutsideMenu', 'empty');
    expect(placeIn(await openForm(scene))).toEqual({ place: 'channel', channel: '' });
  });
});

describe('a channel that takes no card', () => {
  test.each([
    ['public, without the app', QUIET],
    ['private, without the app', MANAGEMENT],
  ])('%s: the card lives in its creator’s messages, and says why and what helps', async (_, channel) => {
    await issueLink(scene, {}, { channel });
    const result = await modalWith(scene, /Try the channel again/);
    expect(textOf(result)).not.toContain(`card in <#${channel}>`);
    expect(textOf(result)).toContain('card in your messages with Paylink');
    const card = await seen(SARA_DM, /🟡 Waiting/);
    expect(textOf(card)).toContain(`Paylink is not in <#${channel}>, so the card is in your messages`);
    expect(textOf(card)).toContain('/invite @Paylink');
    expect(textOf(card)).toContain('/pay/');
    expect(await seen(SARA_DM, /slack_file/)).toMatchObject({ threadTs: card.ts });
    expect(scene.slack.messages(channel)).toHaveLength(0);
  });

  test('the card is edited there to the end, and Paid is said under it', async () => {
    await issueLink(scene, { options: [] }, { channel: QUIET });
    const card = await seen(SARA_DM, /🟡 Waiting/);
    await pay(card);
    await becomes(card, /✅ Paid <!date/);
    const reply = await seen(SARA_DM, /\*Paid\*/);
    expect(reply).toMatchObject({ threadTs: card.ts, isBroadcast: false });
  });

  test('with the scope for open channels takes it without an invite', async () => {
    await scene.close();
    scene = await startScene({
      slack: { scopes: ['commands', 'chat:write', 'chat:write.public', 'files:write'] },
    });
    await issueLink(scene, { options: [] }, { channel: QUIET });
    await modalWith(scene, new RegExp(`card in <#${QUIET}>`));
    expect(scene.slack.messages(SARA_DM)).toHaveLength(0);
  });
});

describe('the window after the form', () => {
  test('does not speak of the channel before Slack took the card there', async () => {
    scene.slack.faults.add({ method: 'chat.postMessage', delayMs: 3_500, times: 1 });
    const first = await issueLink(scene, { options: [] });
    expect(textOf(first)).toContain('its card is on its way to');
    await modalWith(scene, new RegExp(`card in <#${FRONT_DESK}>`));
  });
});

describe('Try the channel again', () => {
  const press = (source: { viewId: string } | { channel: string; ts: string }) =>
    scene.slack.click(SARA, source, { actionId: 'try_channel' });
  const refused = async (channel = QUIET) => {
    await issueLink(scene, { options: [] }, { channel });
    return seen(SARA_DM, /Try the channel again/);
  };

  test('after an invite brings the card there, and what stays behind says so', async () => {
    const left = await refused();
    scene.slack.setMembership(QUIET, true);
    await press({ channel: SARA_DM, ts: left.ts });
    const card = await seen(QUIET, /🟡 Waiting/);
    expect(textOf(card)).not.toContain('Try the channel');
    const marked = await seen(SARA_DM, new RegExp(`is now in <#${QUIET}>`));
    expect(marked.ts).toBe(left.ts);
    expect(textOf(marked)).not.toContain('/pay/');
    await pay(card);
    await becomes(card, /✅ Paid <!date/);
    expect(await seen(QUIET, /\*Paid\*/)).toMatchObject({ threadTs: card.ts, isBroadcast: true });
    expect(scene.slack.messages(SARA_DM).filter((one) => /✅/.test(textOf(one)))).toHaveLength(0);
  });

  test('pressed twice at once leaves one card', async () => {
    const left = await refused(MANAGEMENT);
    scene.slack.setMembership(MANAGEMENT, true);
    const place = { channel: SARA_DM, ts: left.ts };
    await Promise.all([press(place), press(place)]);
    await seen(SARA_DM, new RegExp(`is now in <#${MANAGEMENT}>`));
    await pay(await seen(MANAGEMENT, /🟡 Waiting/));
    // It comes behind whatever both presses brought.
    await seen(MANAGEMENT, /\*Paid\*/);
    expect(scene.slack.posts(MANAGEMENT).filter(({ threadTs }) => threadTs === null)).toHaveLength(1);
  });

  test('without an invite changes nothing but when it was tried, and tells who pressed', async () => {
    const left = await refused();
    await press({ channel: SARA_DM, ts: left.ts });
    const told = await seen(SARA_DM, /Not yet/);
    expect(told.ephemeralTo).toBe(SARA);
    expect(scene.slack.messages(QUIET)).toHaveLength(0);
    expect(textOf(scene.slack.messages(SARA_DM).find(({ ts }) => ts === left.ts))).toContain('🟡 Waiting');
  });

  test('works in the window too, which then says where the card is', async () => {
    await issueLink(scene, { options: [] }, { channel: QUIET });
    const result = await modalWith(scene, /Try the channel again/);
    scene.slack.setMembership(QUIET, true);
    await press({ viewId: result.id });
    const after = await modalWith(scene, new RegExp(`card in <#${QUIET}>`));
    expect(textOf(after)).not.toContain('Try the channel again');
  });

  test('begun before a stop is done after the start', async () => {
    const left = await refused();
    scene.slack.setMembership(QUIET, true);
    scene.slack.faults.add({ method: 'chat.postMessage', error: 'internal_error', times: 1 });
    const pressing = press({ channel: SARA_DM, ts: left.ts });
    const asked = () => scene.slack.calls('chat.postMessage').filter(({ args }) => args['channel'] === QUIET);
    await scene.slack.until(() => asked().length === 2);
    await Promise.all([pressing, scene.restart()]);
    await seen(QUIET, /🟡 Waiting/);
    expect(scene.slack.posts(QUIET)).toHaveLength(1);
  });
});

describe('a person on a card', () => {
  test('is named by an edit, which notifies nobody, and never by a login', async () => {
    await issueLink(scene, { options: [] }, { as: TARIQ });
    const card = await seen(FRONT_DESK, /🟡 Waiting/);
    expect(textOf(card)).toContain(`made by <@${TARIQ}>`);
    expect(JSON.stringify(scene.slack.posts(FRONT_DESK)[0]?.blocks)).not.toMatch(/<@|t\.aziz92/);
    expect(textOf(card)).not.toContain('t.aziz92');
  });
});
