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
import type { Section } from '../../src/settings/setting.ts';
import { DEFAULT_SETTINGS } from '../../src/settings/settings.ts';
import { moreDetails, openForm } from '../fixtures/link-form.ts';
import { whisperTo } from '../fixtures/press-card.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { ask, shown } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import {
  openSection,
  openSettings,
  savedIn,
  saveSettings,
  submitSettings,
} from '../fixtures/settings-windows.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await startScene({ env: { PAYLINK_ADMINS: RAVI } });
});

afterEach(() => scene.close());

const open = (section: Section, as = RAVI): Promise<SeenView> => openSection(scene, section, { as });

const submit = (view: SeenView, changes: Record<string, FilledValue>, as = RAVI) =>
  submitSettings(scene, view, changes, as);

const save = (changes: Record<string, FilledValue>, as = RAVI): Promise<void> =>
  saveSettings(scene, changes, { as });

/** What the list of the sections says after *Save*, where these words are in it. */
const saved = async (
  section: Section,
  changes: Record<string, FilledValue>,
  words = /./,
): Promise<string> => {
  expect(await submit(await open(section), changes)).toEqual({ ok: true });
  return scene.slack.until(() => {
    const { title, text } = seen(scene.slack.topModal(RAVI));
    return title === 'Paylink settings' && /^(✅|Nothing)/.test(text) && words.test(text) ? text : undefined;
  });
};

/** Stops the app, which has the database open, and reads it. */
const readDatabase = async () => {
  await scene.paylink.stop();
  const store = await scene.database.open();
  const entries = await store.auditEntries.slice({ teamId: TEAM }, { to: 'older', cursor: null, limit: 50 });
  return { store, entries };
};

describe('an admin', () => {
  test('reads what each section is now, changes the defaults of new links, and reads what is different', async () => {
    expect(seen(await openSettings(scene)).text).toMatch(
      /^\*Links\*\nValid 30 days .*\n\*Posts\*\n.*\n\*Approval\*\nNo limit\n\*People\*\n1 admin .*\n\*The form\*\n/,
    );
    const links = { expiryHours: '4', isQrNeeded: [], isInvoiceGenerated: ['on'], reminderHours: null };
    const text = await saved('links', links);
    expect(text).toContain('30 days → *4 hours*');
    expect(text).toContain('24 hours before it expires → *none*');
    expect(text).toMatch(/\*Links\*\nValid 4 hours · invoice\n/);
    expect(await saved('posts', { defaultChannelId: SALES })).toContain(`→ *<#${SALES}>*`);
    expect(scene.slack.messages(RAVI_DM)).toEqual([]);
    await scene.slack.closeView(RAVI, scene.slack.topModal(RAVI)?.id ?? '');
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
    expect(seen(await open('posts')).fields).toMatchObject({
      'Cards go to': SALES,
      'Daily close at, in Dubai': '22:30',
    });
    expect(seen(await open('approval')).fields).toMatchObject({
      'Approval for links above, in AED': '5000.50',
    });
    const { text, fields } = seen(await open('people'));
    expect(fields).toMatchObject({ Supervisors: OMAR, Finance: FATIMA });
    expect(text).toContain(`<@${RAVI}> stays an admin, by the installation`);
    await ask(scene, 'daily on', { as: RAVI });
    await shown(scene, /every day at 10:30 PM/, { as: RAVI });
  });

  testAtLength(
    'can open them without being in the default channel, and keeps what they cannot see',
    async () => {
      await save({ defaultChannelId: FINANCE, admin: [SARA] });
      const bare = await open('posts', SARA);
      expect(seen(bare).fields).toMatchObject({ 'Cards go to': '' });
      expect(await submit(bare, { dailyCloseAtMinute: '22:30' }, SARA)).toEqual({ ok: true });
      await savedIn(scene, SARA);
      expect(seen(await open('posts')).fields).toMatchObject({
        'Cards go to': FINANCE,
        'Daily close at, in Dubai': '22:30',
      });
    },
  );

  testAtLength.each(['refused', 'taken'] as const)(
    'can open them after someone with a role has left, who is %s by Slack',
    async (behaviour) => {
      scene.slack.behaviours.set('unknownInitialUser', behaviour);
      await save({ finance: ['U0GONE0001'], supervisor: [OMAR] });
      const form = await open('people');
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
      ['role-changed', OMAR, { from: 'cashier', to: 'supervisor' }],
      ['settings-changed', null, { approvalLimitFils: 'none → AED 5,000.00' }],
      ['settings-changed', null, { expiryHours: '30 days → 7 days' }],
    ]);
    expect(entries).toEqual(entries.map((entry) => ({ ...entry, actorId: RAVI })));
    expect(await store.members.list(TEAM)).toEqual([{ userId: OMAR, role: 'finance' }]);
  });

  test.each<[Section, string, Parameters<typeof submit>[1]]>([
    ['links', 'settings', { expiryHours: '168' }],
    ['posts', 'settings', { news: 'thread' }],
    ['people', 'members', { supervisor: [OMAR] }],
  ])(
    'from the window %s changes no %s if the audit trail cannot be written',
    async (section, table, changes) => {
      const form = await open(section);
      const tables = await openTables(scene.database.place);
      await tables.run('alter table audit_entries rename to away');
      const outcome = await submit(form, changes);
      expect(JSON.stringify(outcome)).toContain('could not do this');
      expect(await tables.rows(table)).toEqual([]);
      expect((await tables.rows('jobs')).filter(({ kind }) => kind === 'tell')).toEqual([]);
      await tables.close();
    },
  );

  testAtLength('who changes nothing gets no message and no audit entry', async () => {
    expect(await saved('links', {})).toMatch(/^Nothing is different\./);
    const { entries, store } = await readDatabase();
    expect(entries).toEqual([]);
    expect(scene.slack.messages(RAVI_DM)).toEqual([]);
    expect({ ...DEFAULT_SETTINGS, ...(await store.settings.find(TEAM)) }).toEqual(DEFAULT_SETTINGS);
  });

  test('sees each error at its field, and nothing is saved', async () => {
    const twice = { supervisor: [OMAR, FATIMA], finance: [OMAR], admin: [FATIMA] };
    expect(await submit(await open('people'), twice)).toMatchObject({
      ok: false,
      errors: {
        finance: 'Someone here is also under Supervisors: each person has one role.',
        admin: expect.stringMatching(/each person has one role/),
      },
    });
    const approval = await open('approval');
    // The last shows 1000.
    for (const approvalLimitFils of ['5000.005', '\u202e0001'])
      expect(await submit(approval, { approvalLimitFils })).toMatchObject({
        errors: { approvalLimitFils: expect.stringMatching(/at most two decimals/) },
      });
    expect(await submit(await open('links'), { expiryHours: '24', reminderHours: '48' })).toMatchObject({
      errors: { reminderHours: expect.stringMatching(/expires before that/) },
    });
    const { store } = await readDatabase();
    expect(await store.settings.find(TEAM)).toEqual({});
    expect(await store.members.list(TEAM)).toEqual([]);
  });

  test('names somebody under a new role, who moves; the installation’s admin stays, and it says so', async () => {
    await save({ supervisor: [OMAR] });
    const said = await saved('people', { supervisor: [OMAR], finance: [OMAR, RAVI] });
    expect(said).toContain(
      `• <@${OMAR}>: supervisor → *finance*\n<@${RAVI}> stays an admin, by the installation.`,
    );
    const { store } = await readDatabase();
    expect(await store.members.list(TEAM)).toEqual([{ userId: OMAR, role: 'finance' }]);
  });

  test('does not undo what another admin saved in the meantime', async () => {
    await save({ admin: [OMAR] });
    const old = await open('links');
    await save({ expiryHours: '168' }, OMAR);
    expect(await submit(old, { reminderHours: '12' })).toMatchObject({
      errors: { expiryHours: expect.stringMatching(/while this was open/) },
    });
    const people = await open('people');
    await save({ supervisor: [SARA] }, OMAR);
    expect(await submit(people, { supervisor: [FATIMA] })).toMatchObject({
      errors: { supervisor: expect.stringMatching(/while this was open/) },
    });
  });

  testAtLength('who lost the role saves nothing, and reads why', async () => {
    await save({ admin: [OMAR] });
    const old = await open('links', OMAR);
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
    await save({ dailyCloseAtMinute: '22:30' }, OMAR);
    const window = await open('posts', OMAR);
    expect(seen(window).text).toContain(`Now <#${FINANCE}>`);
    expect(await submit(window, { instead: ['isWhereTyped'] }, OMAR)).toEqual({ ok: true });
    expect(await savedIn(scene, OMAR)).toMatch(/C0FINANCE1.* → \*where the command is typed\*/);
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
  const warned = await saved('posts', { defaultChannelId: MANAGEMENT }, /Paylink is not in <#C0MANAGE01>/);
  expect(warned).toContain('/invite @Paylink');
  expect(warned).toContain('creators’ messages');
});

describe('whoever gets a role', () => {
  const toOmar = () => scene.slack.messages(OMAR_DM).map(({ text }) => text);

  test('gets one message of what they can do now, and none for the role that they give themselves', async () => {
    await save({ approvalLimitFils: '2,000', supervisor: [OMAR], admin: [SARA] });
    await shown(scene, /You’re a supervisor now/, { as: OMAR, channel: OMAR_DM });
    expect(toOmar()).toEqual([
      'You’re a supervisor now: approve links above AED 2,000.00, see everyone’s links and reports. /paylink help',
    ]);
    // The same window sent twice.
    const twice = await open('people');
    for (const _ of [1, 2]) await submit(twice, { supervisor: [], finance: [OMAR] });
    await shown(scene, /You’re finance now/, { as: OMAR, channel: OMAR_DM });
    await shown(scene, /You’re an admin now: do everything/, { as: SARA, channel: SARA_DM });
    await save({ finance: [SARA] }, SARA);
    await save({ finance: [SARA] });
    expect(toOmar()).toHaveLength(2);
    expect(scene.slack.messages(SARA_DM)).toHaveLength(1);
  });

  testAtLength('and lost it before it was told hears nothing', async () => {
    scene.slack.faults.add({ method: 'chat.postMessage', error: 'internal_error', times: 1 });
    await save({ supervisor: [OMAR] });
    await save({ supervisor: [] });
    await scene.slack.until(() => scene.slack.calls('chat.postMessage').length > 0);
    expect(toOmar()).toEqual([]);
  });
});
