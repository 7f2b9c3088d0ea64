import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkView } from '../../packages/local-slack/src/check-blocks.ts';
import { limits } from '../../src/blocks/limits.ts';
import { buildNobodyAdministers, buildRefusal } from '../../src/blocks/refusal.ts';
import { PERMISSIONS, ROLES, rolesWith } from '../../src/people/members.ts';
import { DEFAULT_CHANNEL_SETTINGS } from '../../src/settings/channel-settings.ts';
import { OPTIONAL_FIELDS } from '../../src/settings/form-fields.ts';
import { MOST_PRESETS, type Preset } from '../../src/settings/presets.ts';
import { listChanges, SECTIONS, type Section } from '../../src/settings/setting.ts';
import { DEFAULT_SETTINGS } from '../../src/settings/settings.ts';
import { describeSaved } from '../../src/settings/settings-changed-view.ts';
import type { SettingsSnapshot } from '../../src/settings/snapshot.ts';
import { buildSectionView, buildSettingsView, type SectionView } from '../../src/settings/windows-view.ts';
import { WORKSPACE_ROWS, type WorkspaceSettings } from '../../src/settings/workspace-settings.ts';
import { seen } from '../fixtures/seen.ts';

const SNAPSHOT: SettingsSnapshot = {
  channelId: null,
  values: DEFAULT_SETTINGS,
  roles: { supervisor: [], finance: [], admin: [] },
  fixedAdmins: ['U0BOSS'],
};

const SHOWN: SectionView = {
  snapshot: SNAPSHOT,
  timeZone: 'Asia/Dubai',
  isForMany: false,
  taughtWords: [],
  operatorWords: { paid: [], failed: [], cancelled: [], expired: [], refunded: [], waiting: [] },
  metadata: '{"seen":"0123456789abcdef"}',
};

const SECTION_NAMES = Object.keys(SECTIONS) as Section[];

const ids = (maxLength: number) =>
  fc.uniqueArray(
    fc
      .integer({ min: 0, max: 36 ** 8 })
      .map((value) => `U${value.toString(36).toUpperCase().padStart(10, '0')}`),
    { maxLength },
  );

const somePreset: fc.Arbitrary<Preset> = fc.record({
  name: fc.string({ minLength: 1, maxLength: 30 }),
  amountFils: fc.integer({ min: 1_000, max: Number.MAX_SAFE_INTEGER }),
  notes: fc.string({ minLength: 2, maxLength: 150 }),
});

const someSettings: fc.Arbitrary<WorkspaceSettings> = fc.record({
  defaultChannelId: fc.option(fc.constant('C0FRONT')),
  expiryHours: fc.constantFrom(1, 12, 24, 720, 8_760),
  isQrNeeded: fc.boolean(),
  isInvoiceGenerated: fc.boolean(),
  reminderHours: fc.option(fc.integer({ min: 1, max: 720 })),
  dailyCloseAtMinute: fc.integer({ min: 0, max: 1_439 }),
  weeklySummaryOn: fc.integer({ min: 0, max: 6 }),
  weeklySummaryAtMinute: fc.integer({ min: 0, max: 1_439 }),
  approvalLimitFils: fc.option(fc.nat({ max: Number.MAX_SAFE_INTEGER })),
  askNextMinutes: fc.option(fc.integer({ min: 1, max: 1_440 })),
  defaultEmail: fc.option(fc.emailAddress()),
  shopPhone: fc.option(fc.constant('+97141234567')),
  shownFields: fc.subarray(OPTIONAL_FIELDS),
  presets: fc.array(somePreset, { maxLength: MOST_PRESETS }),
  terms: fc.option(
    fc.record({ confirmedBy: fc.constant('U0BOSS'), confirmedAt: fc.nat({ max: 4_000_000_000_000 }) }),
  ),
  areCustomersShared: fc.boolean(),
  servicePersonId: fc.option(fc.constant('U0SERVICE1')),
});

test('Slack accepts each window with any settings and people', () => {
  fc.assert(
    fc.property(
      someSettings,
      ids(60),
      ids(60),
      fc.boolean(),
      (settings, people, fixedAdmins, isInChannel) => {
        const snapshot = {
          ...{ channelId: isInChannel ? 'C0FRONT' : null, fixedAdmins },
          values: { ...settings, ...(isInChannel && DEFAULT_CHANNEL_SETTINGS) },
          roles: { supervisor: people, finance: people.slice(1), admin: people.slice(2) },
        };
        for (const isBare of [true, false])
          for (const name of SECTION_NAMES)
            expect(checkView(buildSectionView(name, { ...SHOWN, snapshot, isBare }))).toEqual([]);
        const connectAddress = `https://paylink.example.com/connect/${'x'.repeat(200)}`;
        const list = { snapshot, metadata: SHOWN.metadata, connectAddress, said: 'x'.repeat(3_000) };
        expect(checkView(buildSettingsView(list))).toEqual([]);
      },
    ),
  );
});

test('the private page is offered only if there is one, and the installation’s admins are named', () => {
  const { text, addresses } = seen(buildSettingsView({ ...SHOWN, connectAddress: null }));
  expect(text).not.toContain('Payment service');
  expect(addresses).toEqual({});
  const address = 'https://paylink.example.com/connect/k';
  const withPage = seen(buildSettingsView({ ...SHOWN, connectAddress: address }));
  expect(withPage.text).toContain('*Payment service*');
  expect(Object.values(withPage.addresses)).toEqual([address]);
  expect(seen(buildSectionView('people', SHOWN)).text).toContain(
    '<@U0BOSS> stays an admin, by the installation',
  );
});

const SAVED = {
  ...{ rows: WORKSPACE_ROWS, before: DEFAULT_SETTINGS, after: DEFAULT_SETTINGS },
  ...{ roles: [], stayed: [], onlyApprover: null },
};

test('a change is shown with the old value, and its audit detail names no person', () => {
  const after = { ...DEFAULT_SETTINGS, expiryHours: 4, approvalLimitFils: 500_000, isQrNeeded: false };
  const roles = [{ userId: 'U1', from: null, to: 'supervisor' as const }];
  const text = describeSaved({ ...SAVED, after, roles });
  expect(text).toContain('Links are valid for: 30 days → *4 hours*');
  expect(text).toContain('no limit → *AED 5,000.00*');
  expect(text).toContain('<@U1>: cashier → *supervisor*');
  expect(listChanges(WORKSPACE_ROWS, DEFAULT_SETTINGS, after)).toEqual({
    expiryHours: '30 days → 4 hours',
    isQrNeeded: 'yes → no',
    approvalLimitFils: 'none → AED 5,000.00',
  });
});

test('a warning says if only one person may approve', () => {
  const after = { ...DEFAULT_SETTINGS, approvalLimitFils: 500_000 };
  const tell = (onlyApprover: string | null) => describeSaved({ ...SAVED, after, onlyApprover });
  expect(tell('U0BOSS')).toMatch(/Only <@U0BOSS> may approve/);
  expect(tell(null)).not.toMatch(/Only/);
  expect(describeSaved({ ...SAVED, onlyApprover: 'U0BOSS' })).toBe('Nothing is different.');
});

test('what is different fits above the sections, whatever it is', () => {
  const roles = ids(200).map((people) =>
    people.map((userId, index) => ({ userId, from: null, to: ROLES[index % ROLES.length] ?? null })),
  );
  fc.assert(
    fc.property(someSettings, someSettings, roles, (before, after, changes) => {
      const text = describeSaved({ ...SAVED, before, after, roles: changes, onlyApprover: 'U0BOSS' });
      expect(text.length).toBeLessThanOrEqual(limits.section.text);
      expect(text.split('\n').length).toBeLessThanOrEqual(13);
    }),
  );
});

test('a refusal says which roles may, and names at most three people', () => {
  const refuse = (who: string[]) =>
    buildRefusal({ permission: 'read-reports', roles: rolesWith('read-reports'), who });
  expect(refuse(['U1'])).toBe('Reports are for supervisors, finance and admins of Paylink. Ask <@U1>.');
  expect(refuse(['U1', 'U2', 'U3', 'U4'])).toMatch(/Ask <@U1>, <@U2> or <@U3>\.$/);
  expect(refuse([])).toMatch(/Nobody here may do this yet/);
  expect(refuse(['U1><!channel'])).not.toContain('<!channel');
});

test('every refusal is a sentence', () => {
  for (const permission of PERMISSIONS)
    expect(buildRefusal({ permission, roles: rolesWith(permission), who: ['U1'] })).toMatch(
      /^[A-Z].+ .+\. Ask <@U1>\.$/,
    );
  expect(buildNobodyAdministers('U0SARA')).toMatch(/`PAYLINK_ADMINS` to your member ID, `U0SARA`/);
});

test('a shop with many answers about the service’s words still has a form that Slack takes', () => {
  const answer = { says: 'nothing', by: 'U0BOSS', at: 1, inEffect: { by: null, at: 1 } } as const;
  const taughtWords = Array.from({ length: 60 }, (_, at) => ({
    ...{ name: `lane${at}`, key: '*', word: 'Q'.repeat(100), path: 'lane'.repeat(20) },
    ...{ linkId: 'link_1', askedAt: 1, answer },
  }));
  const long = Array.from({ length: 40 }, (_, at) => `${'WORD'.repeat(20)}${at}`);
  const operatorWords = { ...SHOWN.operatorWords, paid: long, failed: long, waiting: long };
  const view = buildSectionView('links', { ...SHOWN, taughtWords, operatorWords });
  expect(checkView(view)).toEqual([]);
  expect(seen(view).text).toContain('…and 20 older ones.');
});

test('of workflows is said only where Slack can give the app a step', () => {
  const words = (isForMany: boolean) => JSON.stringify(buildSectionView('people', { ...SHOWN, isForMany }));
  expect(words(false)).toContain('Links made by workflows belong to');
  expect(words(true)).not.toContain('workflows');
});
