// @module-tag postgres

import { expect, test } from 'vitest';
import type { Role } from '../../src/store/tables/workspaces.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { TEST_ENGINE } from '../fixtures/test-database.ts';

const { database, reopen, store } = storePerTest();

const change = (teamId: string, roles: Record<string, Role | null>, mustKeepAdmin = false, on = store) =>
  on.members.change(
    teamId,
    Object.entries(roles).map(([userId, role]) => ({ userId, role })),
    { by: 'U0ADMIN', at: 1_000, mustKeepAdmin },
  );
const rolesIn = async (teamId: string) =>
  Object.fromEntries((await store.members.list(teamId)).map(({ userId, role }) => [userId, role]));

test('a role survives a restart, and can be changed and removed', async () => {
  await change('T1', { U1: 'supervisor' });
  await reopen();
  expect(await store.members.find('T1', 'U1')).toBe('supervisor');
  await change('T1', { U1: 'finance' });
  expect(await rolesIn('T1')).toEqual({ U1: 'finance' });
  await change('T1', { U1: null });
  expect(await store.members.find('T1', 'U1')).toBeNull();
  expect(await rolesIn('T1')).toEqual({});
});

test('a role counts only in its own workspace', async () => {
  await change('T1', { U1: 'admin' });
  expect(await store.members.find('T2', 'U1')).toBeNull();
  await change('T2', { U1: null });
  expect(await store.members.find('T1', 'U1')).toBe('admin');
});

test('only real changes are returned', async () => {
  await change('T1', { U1: 'supervisor', U2: 'finance' });
  expect(await change('T1', { U1: 'supervisor', U2: null, U3: 'admin', U4: null })).toEqual([
    { userId: 'U2', from: 'finance', to: null },
    { userId: 'U3', from: null, to: 'admin' },
  ]);
});

test('if an admin must remain, removing the last one’s role changes nothing', async () => {
  await change('T1', { U1: 'admin' }, true);
  expect(await change('T1', { U2: 'finance', U1: 'cashier' }, true)).toBeNull();
  expect(await rolesIn('T1')).toEqual({ U1: 'admin' });
  expect(await change('T1', { U2: 'finance', U1: 'cashier', U3: 'admin' }, true)).toHaveLength(3);
});

test('if nobody was an admin, no change removes the last one', async () => {
  expect(await change('T1', { U1: 'finance' }, true)).toHaveLength(1);
});

test('if two admins remove each other at the same moment, one stays', async () => {
  const other = TEST_ENGINE === 'postgres' ? await database.open() : store;
  for (const round of ['T0', 'T1', 'T2', 'T3', 'T4']) {
    await change(round, { U1: 'admin', U2: 'admin' }, true);
    const done = await Promise.all([
      change(round, { U2: null }, true),
      change(round, { U1: null }, true, other),
    ]);
    expect(done.filter((one) => one === null)).toHaveLength(1);
    expect(await store.members.list(round)).toHaveLength(1);
  }
});
