// @module-tag long
// @module-tag store

import { describe, expect, test } from 'vitest';
import {
  FRONT_DESK,
  OMAR,
  RAVI,
  RAVI_DM,
  SALES,
  SARA,
  TEAM,
} from '../../packages/local-slack/src/people-and-places.ts';
import { DEFAULT_CHANNEL_SETTINGS } from '../../src/settings/channel-settings.ts';
import { issueLink } from '../fixtures/link-form.ts';
import { perTest } from '../fixtures/per-test.ts';
import { cardIn, modalWith, press } from '../fixtures/press-card.ts';
import { seen } from '../fixtures/seen.ts';
import { openSection, savedIn, saveSettings, submitSettings } from '../fixtures/settings-windows.ts';
import { startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

const scene = perTest(() => startScene({ env: { PAYLINK_ADMINS: `${RAVI},${OMAR}` } }));

const inChannel =
  (channel: string) =>
  (changes: Parameters<typeof saveSettings>[1]): Promise<void> =>
    saveSettings(scene, changes, { channel });

const openPosts = (as = RAVI) => openSection(scene, 'posts', { as });

const pay = async (): Promise<void> => {
  await issueLink(scene, { options: [] });
  const card = await cardIn(scene, /🟡 Waiting/);
  await scene.sandbox.pay(scene.sandbox.links()[0]?.orderId ?? '', { callback: false });
  await press(scene, card, 'refresh_link');
};

const paidMessage = () =>
  scene.slack.until(() => scene.slack.messages(FRONT_DESK).find(({ text }) => /\*Paid /.test(text)));

describe('the message that a link is paid', () => {
  test('is posted in the thread and in the channel by default', async () => {
    await pay();
    expect(await paidMessage()).toMatchObject({ isBroadcast: true });
  });

  testAtLength('is posted only in the thread if the channel’s settings say so', async () => {
    expect(await submitSettings(scene, await openPosts(), { news: 'thread' })).toEqual({ ok: true });
    expect(await savedIn(scene)).toContain(
      'Updates about a link are posted in: the thread of the card; Paid also in the channel → *the thread of the card*',
    );
    await pay();
    expect(await paidMessage()).toMatchObject({ isBroadcast: false, threadTs: expect.any(String) });
  });

  testAtLength('is a separate message in a channel without threads', async () => {
    await inChannel(FRONT_DESK)({ news: 'channel' });
    await pay();
    const paid = await paidMessage();
    expect(paid).toMatchObject({ threadTs: null });
    expect(seen(paid).buttons).toContain('Details');
  });

  testAtLength('mentions the people named in the settings', async () => {
    await inChannel(FRONT_DESK)({ paidMentions: [OMAR, SARA] });
    await pay();
    const { text } = await paidMessage();
    expect(text).toContain(`<@${OMAR}>`);
    // Its creator is mentioned once.
    expect(text.split(`<@${SARA}>`)).toHaveLength(2);
  });

  testAtLength('is not lost in a channel without broadcast replies', async () => {
    scene.slack.behaviours.set('broadcastReply', 'refused');
    await pay();
    expect(await paidMessage()).toMatchObject({ isBroadcast: false });
  });
});

describe('an admin', () => {
  test('changes a channel’s settings, and the audit trail has the changes', async () => {
    const { text } = seen(await openPosts());
    expect(text).toContain(`For <#${FRONT_DESK}> only`);
    await scene.slack.closeView(RAVI, scene.slack.topModal(RAVI)?.id ?? '', true);
    await inChannel(FRONT_DESK)({ news: 'channel', paidMentions: [OMAR] });
    await scene.paylink.stop();
    const store = await scene.database.open();
    expect(await store.settings.ofChannel(TEAM, FRONT_DESK)).toEqual({
      news: 'channel',
      paidMentions: [OMAR],
    });
    expect(await store.settings.ofChannel(TEAM, SALES)).toEqual(DEFAULT_CHANNEL_SETTINGS);
    const entries = await store.auditEntries.slice({ teamId: TEAM }, { to: 'older', cursor: null, limit: 9 });
    expect(entries).toMatchObject([
      {
        action: 'settings-changed',
        subject: FRONT_DESK,
        actorId: RAVI,
        detail: {
          news: 'the thread of the card; Paid also in the channel → the channel, without threads',
          paidMentions: `nobody else → ${OMAR}`,
        },
      },
    ]);
  });

  test('does not undo what another admin saved in the meantime', async () => {
    const old = await openPosts();
    await saveSettings(scene, { news: 'thread' }, { as: OMAR, channel: FRONT_DESK });
    expect(await submitSettings(scene, old, { news: 'channel' })).toMatchObject({
      errors: { defaultChannelId: expect.stringMatching(/while this was open/) },
    });
  });

  testAtLength('can open them after a mentioned person has left, and keeps everyone', async () => {
    scene.slack.behaviours.set('unknownInitialUser', 'refused');
    await inChannel(FRONT_DESK)({ paidMentions: ['U0GONE0001', OMAR] });
    const bare = await openPosts();
    expect(seen(bare).text).toContain(`Now <@U0GONE0001> and <@${OMAR}>`);
    expect(await submitSettings(scene, bare, { news: 'thread' })).toEqual({ ok: true });
    await savedIn(scene);
    await scene.paylink.stop();
    const store = await scene.database.open();
    expect((await store.settings.ofChannel(TEAM, FRONT_DESK)).paidMentions).toEqual(['U0GONE0001', OMAR]);
  });

  testAtLength('who lost the role can neither open nor save them, and reads who the admins are', async () => {
    await saveSettings(scene, { admin: [SARA] });
    const old = await openPosts(SARA);
    await saveSettings(scene, { admin: [] });
    expect(await submitSettings(scene, old, { news: 'channel' }, SARA)).toEqual({ ok: true });
    const refused = scene.slack.topModal(SARA);
    expect(seen(refused).text).toMatch(/Nothing was done\. The settings are for admins/);
    await scene.slack.closeView(SARA, refused?.id ?? '');
    const below = scene.slack.topModal(SARA);
    expect(below?.callbackId).toBe('settings');
    for (const actionId of ['open_form_settings', 'open_posts_settings']) {
      await scene.slack.click(SARA, { viewId: below?.id ?? '' }, { actionId });
      const notice = await modalWith(scene, /The settings are for admins/, SARA);
      await scene.slack.closeView(SARA, notice.id);
    }
    await scene.paylink.stop();
    const store = await scene.database.open();
    expect(await store.settings.ofChannel(TEAM, FRONT_DESK)).toEqual(DEFAULT_CHANNEL_SETTINGS);
  });

  testAtLength('is offered no channel settings in direct messages', async () => {
    const { text, fields } = seen(await openSection(scene, 'posts', { channel: RAVI_DM }));
    expect(text).toContain('A channel has settings of its own');
    expect(fields).not.toHaveProperty('Also mention when a link is paid');
  });
});
