import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FilledValue } from '../../playground/page/page-api.ts';
import type { SeenView } from '../../playground/slack/local-slack.ts';
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
} from '../../playground/slack/people-and-places.ts';
import { DEFAULT_SETTINGS } from '../../src/workspaces/settings/settings.ts';
import { openForm, textOf } from '../fixtures/link-form.ts';
import { whisperTo } from '../fixtures/press-card.ts';
import { ask, shown } from '../fixtures/reports.ts';
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

const toldTo = (words: RegExp) => shown(scene, words, { as: RAVI, channel: RAVI_DM });

/** What is in the database, once the app has let go of it. */
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
      expiryDays: '7',
      options: ['isInvoiceGenerated'],
      reminderHours: null,
    });
    const { text } = await toldTo(/settings have changed/);
    expect(text).toContain(`<#${SALES}>`);
    expect(text).toContain('30 days → *7 days*');
    expect(text).toContain('24 hours before it expires → *none*');
    const form = textOf(await openForm(scene));
    expect(form).toContain(`"initial_conversation":"${SALES}"`);
    expect(form).toMatch(/"initial_options":\[\{"text":\{[^}]+\},"value":"Is_invoice_generated"\}\]/);
    const [, until = ''] = /"initial_date_time":(\d+)/.exec(form) ?? [];
    const days = (Number(until) * 1000 - scene.clock.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
  });

  testAtLength('sees them as saved', async () => {
    await save({
      defaultChannelId: SALES,
      dailyCloseAtMinute: '22:30',
      approvalLimitFils: '5000.5',
      supervisor: [OMAR],
      finance: [FATIMA],
    });
    await scene.restart();
    const text = textOf(await openSettings());
    expect(text).toContain(`"initial_conversation":"${SALES}"`);
    expect(text).toContain('"initial_time":"22:30"');
    expect(text).toContain('"initial_value":"5000.50"');
    expect(text).toContain(`"initial_users":["${OMAR}"]`);
    expect(text).toContain(`"initial_users":["${FATIMA}"]`);
    expect(text).toContain(`<@${RAVI}> is an admin as set during installation`);
    await ask(scene, 'daily on', { as: RAVI });
    await shown(scene, /every day at 22:30/, { as: RAVI });
  });

  testAtLength(
    'can open them although he is not in the default channel, and keeps what he cannot see',
    async () => {
      await save({ defaultChannelId: FINANCE, admin: [SARA], supervisor: [OMAR] });
      const bare = await openSettings(SARA);
      expect(textOf(bare)).not.toMatch(/initial_(conversation|users)/);
      expect(textOf(bare)).toContain(`Supervisors: <@${OMAR}>.`);
      expect(await submit(bare, { expiryDays: '7' }, SARA)).toEqual({ ok: true });
      await shown(scene, /settings have changed/, { as: SARA, channel: SARA_DM });
      const text = textOf(await openSettings());
      expect(text).toContain(`"initial_conversation":"${FINANCE}"`);
      expect(text).toContain(`"initial_users":["${OMAR}"]`);
      expect(text).toContain(`"initial_users":["${SARA}"]`);
      expect(text).toContain('"initial_value":"7"');
    },
  );

  test.each(['refused', 'taken'] as const)(
    'can open them although someone with a role has left: %s',
    async (behaviour) => {
      scene.slack.behaviours.set('unknownInitialUser', behaviour);
      await save({ finance: ['U0GONE0001'], supervisor: [OMAR] });
      const form = await openSettings();
      expect(textOf(form).includes('initial_users')).toBe(behaviour === 'taken');
      expect(textOf(form)).toContain('U0GONE0001');
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

  test('has the changes in the audit trail', async () => {
    await save({ expiryDays: '7', approvalLimitFils: '5000', supervisor: [OMAR] });
    await save({ expiryDays: '7', supervisor: [], finance: [OMAR] });
    const { entries, store } = await readDatabase();
    expect(
      entries.map(({ action, actorId, subject, detail }) => ({ action, actorId, subject, detail })),
    ).toEqual([
      {
        action: 'role-changed',
        actorId: RAVI,
        subject: OMAR,
        detail: { from: 'supervisor', to: 'finance' },
      },
      {
        action: 'role-changed',
        actorId: RAVI,
        subject: OMAR,
        detail: { from: 'cashier', to: 'supervisor' },
      },
      {
        action: 'settings-changed',
        actorId: RAVI,
        subject: null,
        detail: { expiryDays: '30 → 7', approvalLimitFils: 'none → AED 5,000.00' },
      },
    ]);
    expect(await store.members.list(TEAM)).toEqual([{ userId: OMAR, role: 'finance' }]);
  });

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
      expiryDays: '1',
      reminderHours: '48',
      approvalLimitFils: '5000.005',
      supervisor: [OMAR, FATIMA],
      finance: [OMAR],
      admin: [FATIMA],
    });
    expect(outcome).toMatchObject({
      ok: false,
      errors: {
        reminderHours: expect.stringMatching(/expires before that/),
        approvalLimitFils: expect.stringMatching(/at most two decimals/),
        finance: expect.stringMatching(/each person has one role/),
        admin: expect.stringMatching(/each person has one role/),
      },
    });
    const { store } = await readDatabase();
    expect(await store.settings.find(TEAM)).toEqual({});
    expect(await store.members.list(TEAM)).toEqual([]);
  });

  testAtLength('from the installation cannot get another role', async () => {
    expect(await submit(await openSettings(), { finance: [RAVI] })).toMatchObject({
      errors: { finance: expect.stringMatching(/made an admin during installation/) },
    });
  });

  test('does not undo what another admin saved meanwhile', async () => {
    await save({ admin: [OMAR] });
    const old = await openSettings();
    await save({ expiryDays: '7' }, OMAR);
    expect(await submit(old, { reminderHours: '12' })).toMatchObject({
      errors: { expiryDays: expect.stringMatching(/while this was open/) },
    });
  });

  testAtLength('who is no longer an admin saves nothing, and learns why', async () => {
    await save({ admin: [OMAR] });
    const old = await openSettings(OMAR);
    await save({ admin: [] });
    expect(await submit(old, { expiryDays: '7' }, OMAR)).toEqual({ ok: true });
    const said = await scene.slack.until(() =>
      scene.slack
        .calls('chat.postMessage')
        .find(({ args }) => /Nothing was saved/.test(String(args['text']))),
    );
    expect(said.args).toMatchObject({ channel: OMAR, text: expect.stringContaining(`<@${RAVI}>`) });
    const { store } = await readDatabase();
    expect(await store.settings.find(TEAM)).not.toMatchObject({ expiryDays: 7 });
  });
});

test.each(['refused', 'empty'] as const)(
  'an admin who cannot see the default channel keeps it, and can clear it (%s)',
  async (behaviour) => {
    await scene.close();
    scene = await startScene({ env: { PAYLINK_ADMINS: `${RAVI},${OMAR}` } });
    scene.slack.behaviours.set('initialOutsideMenu', behaviour);
    await save({ defaultChannelId: FINANCE });
    await toldTo(/settings have changed/);
    await save({ expiryDays: '7' }, OMAR);
    const toldOmar = (words: RegExp) => shown(scene, words, { as: OMAR, channel: OMAR_DM });
    expect((await toldOmar(/7 days/)).text).not.toContain(FINANCE);
    expect(textOf(await openSettings(OMAR))).toContain(`Now <#${FINANCE}>`);
    await save({ instead: ['isWhereTyped'] }, OMAR);
    await toldOmar(/C0FINANCE1.* → \*where the command is typed\*/);
  },
);

test('who is not an admin learns whom to ask', async () => {
  await ask(scene, 'settings', { as: SARA });
  expect((await whisperTo(scene)).text).toBe(`The settings are for admins of Paylink. Ask <@${RAVI}>.`);
  expect(scene.slack.topModal(SARA)).toBeUndefined();
});

test('words after “settings” open nothing, and the help says so', async () => {
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
  const told = await toldTo(/Paylink is not in <#C0MANAGE01>/);
  expect(told.text).toContain('/invite @Paylink');
  expect(told.text).toContain('creators’ messages');
});
