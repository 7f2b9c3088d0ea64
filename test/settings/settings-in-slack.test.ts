// @module-tag long
// @module-tag store

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SeenView } from '../../packages/local-slack/src/local-slack.ts';
import type { FilledValue } from '../../packages/local-slack/src/page/page-api.ts';
import {
  FATIMA,
  FINANCE,
  FRONT_DESK,
  MANAGEMENT,
  OMAR,
  OMAR_DM,
  RAVI,
  RAVI_DM,
  SALES,
  SARA,
  SARA_DM,
  TEAM,
} from '../../packages/local-slack/src/people-and-places.ts';
import { DEFAULT_SETTINGS } from '../../src/settings/settings.ts';
import { moreDetails, openForm } from '../fixtures/link-form.ts';
import { whisperTo } from '../fixtures/press-card.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { ask, shown } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { openSettingsWindow, submitSettings } from '../fixtures/settings-windows.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await startScene({ env: { PAYLINK_ADMINS: RAVI } });
});

afterEach(() => scene.close());

const openSettings = (as = RAVI): Promise<SeenView> => openSettingsWindow(scene, 'settings', { as });

const submit = (view: SeenView, changes: Record<string, FilledValue>, as = RAVI) =>
  submitSettings(scene, view, changes, as);

const save = async (changes: Record<string, FilledValue>, as = RAVI): Promise<void> => {
  expect(await submit(await openSettings(as), changes, as)).toEqual({ ok: true });
};

const toRavi = (words: RegExp) => shown(scene, words, { as: RAVI, channel: RAVI_DM });

/** Stops the app, which has the database open, and reads it. */
const readDatabase = async () => {
  await scene.paylink.stop();
  const store = await scene.database.open();
  const entries = await store.auditEntries.slice({ teamId: TEAM }, { to: 'older', cursor: null, limit: 50 });
  return { store, entries };
};

describe('an admin', () => {
  test('changes the defaults of new links, and gets a message with the changes', async () => {
    await save({
      defaultChannelId: SALES,
      expiryHours: '4',
      isQrNeeded: [],
      isInvoiceGenerated: ['on'],
      reminderHours: null,
    });
    const { text } = await toRavi(/settings have changed/);
    expect(text).toContain(`<#${SALES}>`);
    expect(text).toContain('30 days → *4 hours*');
    expect(text).toContain('24 hours before it expires → *none*');
    const { fields } = seen(await moreDetails(scene, await openForm(scene)));
    expect(fields).toMatchObject({ Channel: SALES, Options: 'Ask the payment service for an invoice' });
    const hours = (Number(fields['Can be paid until']) * 1000 - scene.clock.now()) / 3_600_000;
    expect(hours).toBeCloseTo(4, 1);
  });

  testAtLength('sees the settings as saved', async () => {
    await save({
      defaultChannelId: SALES,
      dailyCloseAtMinute: '22:30',
      approvalLimitFils: '5,000.5',
      supervisor: [OMAR],
      finance: [FATIMA],
    });
    await scene.restart();
    const { text, fields } = seen(await openSettings());
    expect(fields).toMatchObject({
      'Post cards in': SALES,
      'Usual hour of the daily close': '22:30',
      'Approval for links above, in AED': '5000.50',
      Supervisors: OMAR,
      Finance: FATIMA,
    });
    expect(text).toContain(`<@${RAVI}> is an admin as set during installation`);
    await ask(scene, 'daily on', { as: RAVI });
    await shown(scene, /every day at 10:30 PM/, { as: RAVI });
  });

  testAtLength(
    'can open them without being in the default channel, and keeps what they cannot see',
    async () => {
      await save({ defaultChannelId: FINANCE, admin: [SARA], supervisor: [OMAR] });
      const bare = await openSettings(SARA);
      expect(seen(bare)).toMatchObject({
        fields: { 'Post cards in': '', Supervisors: '', Admins: '' },
        text: expect.stringContaining(`Supervisors: <@${OMAR}>.`),
      });
      expect(await submit(bare, { expiryHours: '168' }, SARA)).toEqual({ ok: true });
      await shown(scene, /settings have changed/, { as: SARA, channel: SARA_DM });
      expect(seen(await openSettings()).fields).toMatchObject({
        'Post cards in': FINANCE,
        Supervisors: OMAR,
        Admins: SARA,
        'Link valid for': '7 days',
      });
    },
  );

  testAtLength.each(['refused', 'taken'] as const)(
    'can open them after someone with a role has left, who is %s by Slack',
    async (behaviour) => {
      scene.slack.behaviours.set('unknownInitialUser', behaviour);
      await save({ finance: ['U0GONE0001'], supervisor: [OMAR] });
      const form = await openSettings();
      const { text, fields } = seen(form);
      if (behaviour === 'taken') expect(fields).toMatchObject({ Supervisors: OMAR, Finance: 'U0GONE0001' });
      else {
        expect(fields).toMatchObject({ Supervisors: '', Finance: '' });
        expect(text).toContain('<@U0GONE0001>');
      }
      const [rest, now] = behaviour === 'taken' ? [[OMAR], [FATIMA]] : [[], [FATIMA]];
      expect(await submit(form, { supervisor: rest, finance: now })).toEqual({ ok: true });
      const { store } = await readDatabase();
      expect(await store.members.list(TEAM)).toEqual(
        expect.arrayContaining([
          { userId: OMAR, role: 'supervisor' },
          { userId: FATIMA, role: 'finance' },
        ]),
      );
      expect(await store.members.list(TEAM)).toHaveLength(2);
    },
  );

  test('leaves each change in the audit trail', async () => {
    await save({ expiryHours: '168', approvalLimitFils: '5000', supervisor: [OMAR] });
    await save({ expiryHours: '168', supervisor: [], finance: [OMAR] });
    const { entries, store } = await readDatabase();
    expect(entries.map(({ action, subject, detail }) => [action, subject, detail])).toEqual([
      ['role-changed', OMAR, { from: 'supervisor', to: 'finance' }],
      [
        'settings-changed',
        null,
        { expiryHours: '30 days → 7 days', approvalLimitFils: 'none → AED 5,000.00' },
      ],
      ['role-changed', OMAR, { from: 'cashier', to: 'supervisor' }],
    ]);
    expect(entries).toEqual(entries.map((entry) => ({ ...entry, actorId: RAVI })));
    expect(await store.members.list(TEAM)).toEqual([{ userId: OMAR, role: 'finance' }]);
  });

  test.each<['settings' | 'channel_settings', string, Parameters<typeof submit>[1]]>([
    ['settings', 'settings', { expiryHours: '168' }],
    ['channel_settings', 'settings', { news: 'thread' }],
    ['settings', 'members', { supervisor: [OMAR] }],
  ])(
    'from the window %s changes no %s if the audit trail cannot be written',
    async (window, table, changes) => {
      const form = await openSettingsWindow(scene, window, { as: RAVI });
      const tables = await openTables(scene.database.place);
      await tables.run('alter table audit_entries rename to away');
      const outcome = await submit(form, changes);
      expect(JSON.stringify(outcome)).toContain('could not do this');
      expect(await tables.rows(table)).toEqual([]);
      await tables.close();
    },
  );

  testAtLength('who changes nothing gets no message and no audit entry', async () => {
    await save({});
    const { entries, store } = await readDatabase();
    expect(entries).toEqual([]);
    expect(scene.slack.messages(RAVI_DM)).toEqual([]);
    expect({ ...DEFAULT_SETTINGS, ...(await store.settings.find(TEAM)) }).toEqual(DEFAULT_SETTINGS);
  });

  test('sees each error at its field, and nothing is saved', async () => {
    const view = await openSettings();
    const outcome = await submit(view, {
      approvalLimitFils: '5000.005',
      supervisor: [OMAR, FATIMA],
      finance: [OMAR],
      admin: [FATIMA],
    });
    expect(outcome).toMatchObject({
      ok: false,
      errors: {
        approvalLimitFils: expect.stringMatching(/at most two decimals/),
        finance: expect.stringMatching(/each person has one role/),
        admin: expect.stringMatching(/each person has one role/),
      },
    });
    // It shows 1000.
    expect(await submit(view, { approvalLimitFils: '\u202e0001' })).toMatchObject({
      errors: { approvalLimitFils: expect.stringMatching(/at most two decimals/) },
    });
    const corrected = { approvalLimitFils: null, supervisor: [], finance: [], admin: [] };
    expect(await submit(view, { ...corrected, expiryHours: '24', reminderHours: '48' })).toMatchObject({
      errors: { reminderHours: expect.stringMatching(/expires before that/) },
    });
    expect(await submit(view, { ...corrected, finance: [RAVI] })).toMatchObject({
      errors: { finance: expect.stringMatching(/made an admin during installation/) },
    });
    const { store } = await readDatabase();
    expect(await store.settings.find(TEAM)).toEqual({});
    expect(await store.members.list(TEAM)).toEqual([]);
  });

  test('does not undo what another admin saved in the meantime', async () => {
    await save({ admin: [OMAR] });
    const old = await openSettings();
    await save({ expiryHours: '168' }, OMAR);
    expect(await submit(old, { reminderHours: '12' })).toMatchObject({
      errors: { defaultChannelId: expect.stringMatching(/while this was open/) },
    });
  });

  testAtLength('who lost the role saves nothing, and reads why', async () => {
    await save({ admin: [OMAR] });
    const old = await openSettings(OMAR);
    await save({ admin: [] });
    expect(await submit(old, { expiryHours: '168' }, OMAR)).toEqual({ ok: true });
    expect(seen(scene.slack.topModal(OMAR)).text).toMatch(
      new RegExp(`Nothing was done\\. The settings are for admins.*<@${RAVI}>`),
    );
    const { store } = await readDatabase();
    expect(await store.settings.find(TEAM)).not.toMatchObject({ expiryHours: 168 });
  });
});

testAtLength.each(['refused', 'empty'] as const)(
  'an admin who cannot see the default channel keeps it, and can clear it: Slack shows it %s',
  async (behaviour) => {
    await scene.close();
    scene = await startScene({ env: { PAYLINK_ADMINS: `${RAVI},${OMAR}` } });
    scene.slack.behaviours.set('initialOutsideMenu', behaviour);
    await save({ defaultChannelId: FINANCE });
    await toRavi(/settings have changed/);
    await save({ expiryHours: '168' }, OMAR);
    const toOmar = (words: RegExp) => shown(scene, words, { as: OMAR, channel: OMAR_DM });
    expect((await toOmar(/7 days/)).text).not.toContain(FINANCE);
    expect(seen(await openSettings(OMAR)).text).toContain(`Now <#${FINANCE}>`);
    await save({ instead: ['isWhereTyped'] }, OMAR);
    await toOmar(/C0FINANCE1.* → \*where the command is typed\*/);
  },
);

test('someone who is not an admin reads who the admins are', async () => {
  await ask(scene, 'settings', { as: SARA });
  expect((await whisperTo(scene)).text).toBe(`The settings are for admins of Paylink. Ask <@${RAVI}>.`);
  expect(scene.slack.topModal(SARA)).toBeUndefined();
});

test('“settings” with more words opens nothing, and the answer says so', async () => {
  await ask(scene, 'settings now', { as: RAVI });
  await shown(scene, /Did you mean `\/paylink settings`/, { as: RAVI });
  expect(scene.slack.topModal(RAVI)).toBeUndefined();
});

testAtLength('if Paylink has no admin, the reply says how to become one', async () => {
  await scene.close();
  scene = await startScene();
  await ask(scene, 'settings', { as: SARA, channel: FRONT_DESK });
  expect((await whisperTo(scene)).text).toContain(`\`PAYLINK_ADMINS\` to your member ID, \`${SARA}\``);
  await ask(scene, 'transactions', { as: OMAR });
  await shown(scene, /Transactions/, { as: OMAR });
});

test('the new default channel gets a message, or the admin a warning if it refuses one', async () => {
  await save({ defaultChannelId: SALES });
  await scene.slack.until(() =>
    scene.slack.messages(SALES).find(({ text }) => text.includes(`<@${RAVI}> chose this channel`)),
  );
  await save({ defaultChannelId: MANAGEMENT });
  const warning = await toRavi(/Paylink is not in <#C0MANAGE01>/);
  expect(warning.text).toContain('/invite @Paylink');
  expect(warning.text).toContain('creators’ messages');
});
