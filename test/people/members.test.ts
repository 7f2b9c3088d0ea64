// @module-tag postgres

import { beforeEach, expect, test } from 'vitest';
import {
  createMembers,
  isPermitted,
  LastAdminError,
  type Members,
  PERMISSIONS,
  type Permission,
  ROLES,
  type Role,
  rolesWith,
} from '../../src/people/members.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const TEAM = 'T1';
const BOSS = 'U0BOSS';

const { store } = storePerTest();
let fixed: string[];
let members: Members;

beforeEach(() => {
  fixed = [BOSS];
  members = createMembers({
    members: store.members,
    adminsOf: async (teamId) => (teamId === TEAM ? fixed : []),
    clock: { now: () => 1_000 },
  });
});

test('roles are off while Paylink has no admin', async () => {
  fixed = [];
  await members.set(TEAM, 'U1', 'supervisor', 'U1');
  expect(await members.roleOf(TEAM, 'U1')).toBeNull();
  expect(await members.may(TEAM, 'U9', 'export')).toBe(true);
  expect(await members.may(TEAM, 'U9', 'approve')).toBe(true);
  expect(await members.may(TEAM, 'U9', 'change-settings')).toBe(false);
  expect(await members.whoMay(TEAM, 'approve')).toEqual([]);
});

test('once there is an admin, everyone else is a cashier unless given a role', async () => {
  await members.set(TEAM, 'U1', 'finance', BOSS);
  expect(await members.roleOf(TEAM, BOSS)).toBe('admin');
  expect(await members.roleOf(TEAM, 'U1')).toBe('finance');
  expect(await members.roleOf(TEAM, 'U2')).toBe('cashier');
  expect(await members.may(TEAM, 'U2', 'read-reports')).toBe(false);
  await members.set(TEAM, 'U1', 'cashier', BOSS);
  expect(await members.roleOf(TEAM, 'U1')).toBe('cashier');
  expect(await members.list(TEAM)).toEqual([]);
});

test('a role counts only in its workspace', async () => {
  await members.set(TEAM, 'U1', 'admin', BOSS);
  expect(await members.roleOf('T2', 'U1')).toBeNull();
  expect(await members.list('T2')).toEqual([]);
});

test('people with a permission are listed by role, fixed admins last', async () => {
  for (const [userId, role] of [
    ['U0ADM', 'admin'],
    ['U0FIN', 'finance'],
    ['U0SUP', 'supervisor'],
  ] as const)
    await members.set(TEAM, userId, role, BOSS);
  expect(await members.whoMay(TEAM, 'read-reports')).toEqual(['U0SUP', 'U0FIN', 'U0ADM', BOSS]);
  expect(await members.whoMay(TEAM, 'approve')).toEqual(['U0SUP', 'U0ADM', BOSS]);
  expect(await members.whoMay(TEAM, 'change-settings')).toEqual(['U0ADM', BOSS]);
});

test('a fixed admin stays one, whatever is saved', async () => {
  expect(await members.change(TEAM, [{ userId: BOSS, role: 'finance' }], 'U1')).toEqual([]);
  expect(await members.roleOf(TEAM, BOSS)).toBe('admin');
  expect(await members.list(TEAM)).toEqual([]);
});

test('the last admin keeps the role if there is no fixed admin', async () => {
  await members.set(TEAM, 'U1', 'admin', BOSS);
  fixed = [];
  await expect(members.set(TEAM, 'U1', null, 'U1')).rejects.toThrow(LastAdminError);
  expect(await members.roleOf(TEAM, 'U1')).toBe('admin');
  expect(await members.roleOf(TEAM, BOSS)).toBe('cashier');
});

const allowed = (role: Role | null): Permission[] =>
  PERMISSIONS.filter((permission) => isPermitted(role, permission));

test('each role has its permissions and no others', () => {
  expect(allowed('cashier')).toEqual([]);
  expect(allowed('supervisor')).toEqual([
    'use-any-link',
    'hand-over-any-link',
    'make-batch',
    'read-reports',
    'approve',
  ]);
  expect(allowed('finance')).toEqual([
    'use-any-link',
    'make-batch',
    'read-reports',
    'export',
    'switch-daily-close',
    'read-audit',
    'explain-records',
    'settle-sales',
  ]);
  expect(allowed('admin')).toEqual([...PERMISSIONS]);
});

test('without roles everyone may do everything except what only admins may', () => {
  const ofAdmins = ['change-settings', 'forget-customers', 'explain-records'];
  expect(allowed(null)).toEqual(PERMISSIONS.filter((permission) => !ofAdmins.includes(permission)));
});

test('the people listed for a permission have it', () => {
  for (const permission of PERMISSIONS)
    expect(ROLES.filter((role) => isPermitted(role, permission))).toEqual([...rolesWith(permission)]);
});
