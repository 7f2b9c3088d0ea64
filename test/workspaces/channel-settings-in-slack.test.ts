import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  FRONT_DESK,
  OMAR,
  RAVI,
  RAVI_DM,
  SALES,
  SARA,
  TEAM,
} from '../../playground/slack/people-and-places.ts';
import { DEFAULT_CHANNEL_SETTINGS } from '../../src/store/settings-store.ts';
import { issueLink, openForm, textOf } from '../fixtures/link-form.ts';
import { cardIn, press } from '../fixtures/press-card.ts';
import { shown } from '../fixtures/reports.ts';
import { openSettingsWindow, saveSettings, submitSettings } from '../fixtures/settings-windows.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await startScene({ env: { PAYLINK_ADMINS: `${RAVI},${OMAR}` } });
});

afterEach(() => scene.close());

const HOUR_MS = 60 * 60_000;

const inChannel =
  (channel: string) =>
  (changes: Parameters<typeof saveSettings>[2]): Promise<void> =>
    saveSettings(scene, 'channel_settings', changes, { channel });

const toldTo = (words: RegExp) => shown(scene, words, { as: RAVI, channel: RAVI_DM });

/** A form, with the one before it closed. */
const newForm = async (words = '', channel = FRONT_DESK) => {
  const open = scene.slack.topModal(SARA);
  if (open) await scene.slack.closeView(SARA, open.id, true);
  return openForm(scene, words, SARA, channel);
};

const hoursUntil = (form: string): number => {
  const [, until = ''] = /"initial_date_time":(\d+)/.exec(form) ?? [];
  return (Number(until) * 1000 - scene.clock.now()) / HOUR_MS;
};

const pay = async (): Promise<void> => {
  await issueLink(scene, { options: [] });
  const card = await cardIn(scene, /🟡 Waiting/);
  await scene.sandbox.pay(scene.sandbox.links()[0]?.orderId ?? '', { callback: false });
  await press(scene, card, 'refresh_link');
};

const paidWords = () =>
  scene.slack.until(() => scene.slack.messages(FRONT_DESK).find(({ text }) => /\*Paid\*/.test(text)));

describe('a new link', () => {
  test('is valid as long as its channel’s setting, elsewhere as long as the workspace’s', async () => {
    const window = textOf(await openSettingsWindow(scene, 'channel_settings'));
    expect(window).toContain('As in the workspace: 30 days');
    expect(window).toContain('As in the workspace: on');
    expect(window).toContain(`For <#${FRONT_DESK}> only.`);
    await scene.slack.closeView(RAVI, scene.slack.topModal(RAVI)?.id ?? '', true);
    await inChannel(FRONT_DESK)({ expiryHours: '2' });
    expect((await toldTo(/have changed/)).text).toContain(
      'Links are valid for: as in the workspace → *2 hours*',
    );
    expect(hoursUntil(textOf(await newForm()))).toBeCloseTo(2, 1);
    expect(hoursUntil(textOf(await newForm('', SALES)))).toBeCloseTo(720, 0);
  });

  testAtLength('has a QR code or not by its channel’s setting, whatever the workspace’s', async () => {
    const chosen = /"initial_options":\[\{[^\]]*"value":"Is_QR_needed"/;
    await inChannel(FRONT_DESK)({ isQrNeeded: 'off' });
    expect(textOf(await newForm())).not.toMatch(chosen);
    await saveSettings(scene, 'settings', { options: [] });
    expect(textOf(await newForm('', SALES))).not.toMatch(chosen);
    await inChannel(FRONT_DESK)({ isQrNeeded: 'on' });
    expect(textOf(await newForm())).toMatch(chosen);
  });

  testAtLength('begins with its channel’s preset, which typed words override', async () => {
    await saveSettings(scene, 'form_settings', { presets: 'Delivery 25: Delivery in Dubai\nDeposit 500' });
    await inChannel(FRONT_DESK)({ presetName: 'preset Delivery' });
    const form = textOf(await newForm());
    expect(form).toContain('"initial_value":"25.00"');
    expect(form).toContain('"initial_value":"Delivery in Dubai"');
    const typed = textOf(await newForm('60 0501234567'));
    expect(typed).toContain('"initial_value":"60.00"');
    expect(typed).toContain('"initial_value":"Delivery in Dubai"');
    expect(textOf(await newForm('', SALES))).not.toContain('"initial_value"');
    await saveSettings(scene, 'form_settings', { presets: 'Deposit 500' });
    expect(textOf(await newForm())).not.toContain('"initial_value"');
    expect(textOf(await openSettingsWindow(scene, 'channel_settings'))).toContain('No preset');
  });
});

describe('the news that a link is paid', () => {
  test('is posted in the thread and in the channel, unless the channel’s settings differ', async () => {
    await pay();
    expect(await paidWords()).toMatchObject({ isBroadcast: true });
  });

  testAtLength('is posted only in the thread', async () => {
    await inChannel(FRONT_DESK)({ news: 'thread' });
    expect((await toldTo(/have changed/)).text).toContain('Paid is also posted in the channel: yes → *no*');
    await pay();
    expect(await paidWords()).toMatchObject({ isBroadcast: false, threadTs: expect.any(String) });
  });

  testAtLength('is a message of its own in a channel without threads', async () => {
    await inChannel(FRONT_DESK)({ news: 'channel' });
    await pay();
    const paid = await paidWords();
    expect(paid).toMatchObject({ threadTs: null });
    expect(textOf(paid)).toContain('link_details');
  });

  testAtLength('mentions the people named in the settings', async () => {
    await inChannel(FRONT_DESK)({ paidMentions: [OMAR, SARA] });
    await pay();
    const { text } = await paidWords();
    expect(text).toContain(`<@${OMAR}>`);
    // Its creator is mentioned once.
    expect(text.split(`<@${SARA}>`)).toHaveLength(2);
  });

  testAtLength('is not lost in a channel without broadcast replies', async () => {
    scene.slack.behaviours.set('broadcastReply', 'refused');
    await pay();
    expect(await paidWords()).toMatchObject({ isBroadcast: false });
  });
});

describe('an admin', () => {
  test('sees a channel’s settings as saved, and a change is in the audit trail', async () => {
    await inChannel(FRONT_DESK)({
      expiryHours: '24',
      isQrNeeded: 'off',
      qrPlace: 'inline',
      news: 'channel',
      paidMentions: [OMAR],
    });
    await toldTo(/have changed/);
    await scene.paylink.stop();
    const store = await scene.database.open();
    expect(await store.channelSettings.of(TEAM, FRONT_DESK)).toEqual({
      expiryHours: 24,
      isQrNeeded: false,
      qrPlace: 'inline',
      presetName: null,
      isThreaded: false,
      isPaidBroadcast: false,
      paidMentions: [OMAR],
    });
    expect(await store.channelSettings.of(TEAM, SALES)).toEqual(DEFAULT_CHANNEL_SETTINGS);
    const entries = await store.auditEntries.slice({ teamId: TEAM }, { to: 'older', cursor: null, limit: 9 });
    expect(entries).toMatchObject([
      {
        action: 'settings-changed',
        subject: FRONT_DESK,
        actorId: RAVI,
        detail: {
          expiryHours: 'as in the workspace → 1 day',
          isQrNeeded: 'as in the workspace → off',
          qrPlace: 'the thread of the card → the card itself',
          isThreaded: 'in the thread of its card → in the channel',
          paidMentions: `nobody else → ${OMAR}`,
        },
      },
    ]);
  });

  testAtLength(
    'who changes nothing gets no message, and keeps what was typed in the window below',
    async () => {
      const settings = await openSettingsWindow(scene, 'settings');
      await scene.slack.click(
        RAVI,
        { viewId: settings.id },
        { actionId: 'open_channel_settings', filled: { expiryDays: { expiryDays: '9' } } },
      );
      const channel = await scene.slack.until(() => {
        const top = scene.slack.topModal(RAVI);
        return top?.callbackId === 'channel_settings' && top.submit ? top : undefined;
      });
      expect(await submitSettings(scene, channel, {})).toEqual({ ok: true });
      expect(scene.slack.topModal(RAVI)?.callbackId).toBe('settings');
      expect(await submitSettings(scene, settings, { expiryDays: '9' })).toEqual({ ok: true });
      expect((await toldTo(/have changed/)).text).toContain('30 days → *9 days*');
      expect(scene.slack.messages(RAVI_DM)).toHaveLength(1);
    },
  );

  test('does not undo what another admin saved meanwhile', async () => {
    const old = await openSettingsWindow(scene, 'channel_settings');
    await saveSettings(scene, 'channel_settings', { news: 'thread' }, { as: OMAR, channel: FRONT_DESK });
    expect(await submitSettings(scene, old, { expiryHours: '2' })).toMatchObject({
      errors: { expiryHours: expect.stringMatching(/while this was open/) },
    });
  });

  testAtLength('can open them although a mentioned person has left, and loses nobody', async () => {
    scene.slack.behaviours.set('unknownInitialUser', 'refused');
    await inChannel(FRONT_DESK)({ paidMentions: ['U0GONE0001', OMAR] });
    const bare = await openSettingsWindow(scene, 'channel_settings');
    expect(textOf(bare)).toContain(`Now <@U0GONE0001> and <@${OMAR}>`);
    expect(await submitSettings(scene, bare, { news: 'thread' })).toEqual({ ok: true });
    await toldTo(/Paid is also posted/);
    await scene.paylink.stop();
    const store = await scene.database.open();
    expect((await store.channelSettings.of(TEAM, FRONT_DESK)).paidMentions).toEqual(['U0GONE0001', OMAR]);
  });

  testAtLength('who has lost the role can neither open nor save, and learns whom to ask', async () => {
    await saveSettings(scene, 'settings', { admin: [SARA] });
    const old = await openSettingsWindow(scene, 'channel_settings', { as: SARA });
    await saveSettings(scene, 'settings', { admin: [] });
    expect(await submitSettings(scene, old, { expiryHours: '2' }, SARA)).toEqual({ ok: true });
    const toSara = (words: RegExp) =>
      scene.slack.until(() =>
        scene.slack
          .calls('chat.postMessage')
          .find(({ args }) => args['channel'] === SARA && words.test(String(args['text']))),
      );
    await toSara(/Nothing was saved\. The settings are for admins/);
    const below = scene.slack.topModal(SARA);
    expect(below?.callbackId).toBe('settings');
    for (const actionId of ['open_form_settings', 'open_channel_settings'])
      await scene.slack.click(SARA, { viewId: below?.id ?? '' }, { actionId });
    await toSara(/^The settings are for admins/);
    expect(scene.slack.topModal(SARA)?.callbackId).toBe('settings');
    await scene.paylink.stop();
    const store = await scene.database.open();
    expect(await store.channelSettings.of(TEAM, FRONT_DESK)).toEqual(DEFAULT_CHANNEL_SETTINGS);
  });

  testAtLength('sees no channel’s settings in a conversation between people', async () => {
    const window = textOf(await openSettingsWindow(scene, 'settings', { channel: RAVI_DM }));
    expect(window).toContain('open_form_settings');
    expect(window).not.toContain('open_channel_settings');
  });
});
