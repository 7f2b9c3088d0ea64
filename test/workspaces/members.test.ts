import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../src/store/open-store.ts';
import { createMembers, LastAdminError, type Members } from '../../src/workspaces/members.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';

const TEAM = 'T1';
const BOSS = 'U0BOSS';

let database: TestDatabase;
let store: Store;
let fixed: string[];
let members: Members;

beforeEach(async () => {
  database = await createTestDatabase();
  store = await database.open();
  fixed = [BOSS];
  members = createMembers({
    members: store.members,
    adminsOf: async (teamId) => (teamId === TEAM ? fixed : []),
    clock: { now: () => 1_000 },
  });
});

afterEach(() => database.remove());

test('roles are off while nobody administers Paylink', async () => {
  fixed = [];
  await members.set(TEAM, 'U1', 'supervisor', 'U1');
  expect(await members.roleOf(TEAM, 'U1')).toBeNull();
  expect(await members.may(TEAM, 'U9', 'export')).toBe(true);
  expect(await members.may(TEAM, 'U9', 'approve')).toBe(true);
  expect(await members.may(TEAM, 'U9', 'change-settings')).toBe(false);
  expect(await members.whoMay(TEAM, 'approve')).toEqual([]);
});

test('with an admin everybody else is a cashier until they are given more', async () => {
  await members.set(TEAM, 'U1', 'finance', BOSS);
  expect(await members.roleOf(TEAM, BOSS)).toBe('admin');
  expect(await members.roleOf(TEAM, 'U1')).toBe('finance');
  expect(await members.roleOf(TEAM, 'U2')).toBe('cashier');
  expect(await members.may(TEAM, 'U2', 'read-reports')).toBe(false);
  await members.set(TEAM, 'U1', 'cashier', BOSS);
  expect(await members.roleOf(TEAM, 'U1')).toBe('cashier');
  expect(await members.list(TEAM)).toEqual([]);
});

test('a role in one workspace is none in another', async () => {
  await members.set(TEAM, 'U1', 'admin', BOSS);
  expect(await members.roleOf('T2', 'U1')).toBeNull();
  expect(await members.list('T2')).toEqual([]);
});

test('those who may are named nearest first: the roles in their order, who always are admins last', async () => {
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

test('a fixed admin stays one whatever is chosen', async () => {
  expect(await members.change(TEAM, [{ userId: BOSS, role: 'finance' }], 'U1')).toEqual([]);
  expect(await members.roleOf(TEAM, BOSS)).toBe('admin');
  expect(await members.list(TEAM)).toEqual([]);
});

test('the last admin keeps the role where nobody is an admin by the setup', async () => {
  await members.set(TEAM, 'U1', 'admin', BOSS);
  fixed = [];
  await expect(members.set(TEAM, 'U1', null, 'U1')).rejects.toThrow(LastAdminError);
  expect(await members.roleOf(TEAM, 'U1')).toBe('admin');
  expect(await members.roleOf(TEAM, BOSS)).toBe('cashier');
});
