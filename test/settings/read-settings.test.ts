import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSettings, type SubmittedSettings } from '../../src/settings/read-settings.ts';
import { DEFAULT_SETTINGS } from '../../src/settings/settings.ts';

const ASKED: SubmittedSettings = {
  defaultChannelId: null,
  expiryDays: '30',
  isQrNeeded: true,
  isInvoiceGenerated: false,
  reminderHours: '24',
  dailyCloseAt: '21:00',
  weeklySummaryOn: '0',
  weeklySummaryAt: '09:00',
  approvalLimit: null,
  askNextMinutes: '30',
  areCustomersShared: false,
  roles: { supervisor: [], finance: [], admin: [] },
};

const read = (changes: Partial<SubmittedSettings>, fixedAdmins: string[] = []) =>
  readSettings({ ...ASKED, ...changes }, fixedAdmins);

test('submitting the unchanged form keeps the settings', () => {
  const {
    fields: _,
    presets: __,
    terms: ___,
    defaultEmail: ____,
    shopPhone: _____,
    ...shown
  } = DEFAULT_SETTINGS;
  expect(read({})).toEqual({ chosen: shown, roles: new Map(), faults: null });
});

test.each([
  [{ expiryDays: '0' }, 'expiryDays', 'range'],
  [{ expiryDays: '366' }, 'expiryDays', 'range'],
  [{ expiryDays: '1e2' }, 'expiryDays', 'range'],
  [{ expiryDays: null }, 'expiryDays', 'range'],
  [{ reminderHours: '721' }, 'reminderHours', 'range'],
  [{ reminderHours: '1.5' }, 'reminderHours', 'range'],
  [{ expiryDays: '1', reminderHours: '24' }, 'reminderHours', 'too_long'],
  [{ dailyCloseAt: null }, 'dailyCloseAtMinute', 'time'],
  [{ dailyCloseAt: '24:00' }, 'dailyCloseAtMinute', 'time'],
  [{ weeklySummaryAt: null }, 'weeklySummaryAtMinute', 'time'],
  [{ weeklySummaryOn: '7' }, 'weeklySummaryOn', 'range'],
  [{ askNextMinutes: '0' }, 'askNextMinutes', 'range'],
  [{ askNextMinutes: '1441' }, 'askNextMinutes', 'range'],
  [{ approvalLimit: '5000.005' }, 'approvalLimitFils', 'amount'],
  [{ approvalLimit: '-1' }, 'approvalLimitFils', 'amount'],
  [{ approvalLimit: '1e400' }, 'approvalLimitFils', 'amount'],
] as const)('%j shows an error at %s', (changes, field, rule) => {
  expect(read(changes)).toEqual({ chosen: null, faults: [{ field, rule }] });
});

test('a limit is exact to the fils, and zero is a limit', () => {
  expect(read({ approvalLimit: '5000.1' }).chosen).toMatchObject({ approvalLimitFils: 500_010 });
  expect(read({ approvalLimit: '0' }).chosen).toMatchObject({ approvalLimitFils: 0 });
});

test('the next approvers are asked within a day, or never', () => {
  expect(read({ askNextMinutes: '1440' }).chosen).toMatchObject({ askNextMinutes: 1_440 });
  expect(read({ askNextMinutes: null }).chosen).toMatchObject({ askNextMinutes: null });
});

test('each person has one role, and an installation’s admin cannot get another', () => {
  const roles = { supervisor: ['U1', 'U1'], finance: ['U2'], admin: ['U3', 'U0BOSS'] };
  const given = read({ roles }, ['U0BOSS']);
  expect(given.faults).toBeNull();
  expect(given.chosen && Object.fromEntries(given.roles)).toEqual({
    U1: 'supervisor',
    U2: 'finance',
    U3: 'admin',
  });
  expect(read({ roles: { ...roles, admin: ['U1'] } }).faults).toEqual([
    { field: 'admin', rule: 'other_role' },
  ]);
  expect(read({ roles: { ...roles, finance: ['U0BOSS'] } }, ['U0BOSS']).faults).toEqual([
    { field: 'finance', rule: 'fixed_admin' },
  ]);
});

test('any input is an error or a setting in its range', () => {
  const near = (most: number) => fc.integer({ min: -1, max: most }).map(String);
  const wild = fc.option(fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String)));
  const typed = <Text>(likely: fc.Arbitrary<Text>) => fc.oneof({ weight: 9, arbitrary: likely }, wild);
  const time = fc
    .tuple(near(25), near(61))
    .map((parts) => parts.map((one) => one.padStart(2, '0')).join(':'));
  const asked = [typed(near(367)), typed(near(722)), typed(time), typed(near(9_999))] as const;
  const met = { chosen: 0, faulty: 0 };
  fc.assert(
    fc.property(...asked, (expiryDays, reminderHours, dailyCloseAt, approvalLimit) => {
      const { chosen, faults } = read({ expiryDays, reminderHours, dailyCloseAt, approvalLimit });
      met[chosen === null ? 'faulty' : 'chosen'] += 1;
      if (chosen === null) {
        expect(faults).not.toEqual([]);
        return;
      }
      expect(faults).toBeNull();
      expect(chosen.expiryDays >= 1 && chosen.expiryDays <= 365).toBe(true);
      expect(chosen.dailyCloseAtMinute >= 0 && chosen.dailyCloseAtMinute < 1_440).toBe(true);
      expect(chosen.reminderHours === null || chosen.reminderHours < chosen.expiryDays * 24).toBe(true);
      expect(chosen.approvalLimitFils === null || Number.isSafeInteger(chosen.approvalLimitFils)).toBe(true);
    }),
    { numRuns: 500 },
  );
  expect(Math.min(met.chosen, met.faulty)).toBeGreaterThan(50);
});
