// @module-tag postgres

import { expect, test } from 'vitest';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { TEST_ENGINE } from '../fixtures/test-database.ts';

const { database, reopen, store } = storePerTest();

const HOW = { by: 'U0ADMIN', at: 1_000, mustKeepAdmin: false };

test('a role survives a restart, and can be changed and removed', async () => {
  await store.members.change('T1', [{ userId: 'U1', role: 'supervisor' }], HOW);
  await reopen();
  expect(await store.members.find('T1', 'U1')).toBe('supervisor');
  await store.members.change('T1', [{ userId: 'U1', role: 'finance' }], HOW);
  expect(await store.members.list('T1')).toEqual([{ userId: 'U1', role: 'finance' }]);
  await store.members.change('T1', [{ userId: 'U1', role: null }], HOW);
  expect(await store.members.find('T1', 'U1')).toBeNull();
  expect(await store.members.list('T1')).toEqual([]);
});

test('a role counts only in its own workspace', async () => {
  await store.members.change('T1', [{ userId: 'U1', role: 'admin' }], HOW);
  expect(await store.members.find('T2', 'U1')).toBeNull();
  await store.members.change('T2', [{ userId: 'U1', role: null }], HOW);
  expect(await store.members.find('T1', 'U1')).toBe('admin');
});

test('only real changes are returned', async () => {
  await store.members.change(
    'T1',
    [
      { userId: 'U1', role: 'supervisor' },
      { userId: 'U2', role: 'finance' },
    ],
    HOW,
  );
  expect(
    await store.members.change(
      'T1',
      [
        { userId: 'U1', role: 'supervisor' },
        { userId: 'U2', role: null },
        { userId: 'U3', role: 'admin' },
        { userId: 'U4', role: null },
      ],
      HOW,
    ),
  ).toEqual([
    { userId: 'U2', from: 'finance', to: null },
    { userId: 'U3', from: null, to: 'admin' },
  ]);
});

test('if an admin must remain, removing the last one’s role changes nothing', async () => {
  const keep = { ...HOW, mustKeepAdmin: true };
  await store.members.change('T1', [{ userId: 'U1', role: 'admin' }], keep);
  const without = [
    { userId: 'U2', role: 'finance' as const },
    { userId: 'U1', role: 'cashier' as const },
  ];
  expect(await store.members.change('T1', without, keep)).toBeNull();
  expect(await store.members.list('T1')).toEqual([{ userId: 'U1', role: 'admin' }]);
  expect(await store.members.change('T1', [...without, { userId: 'U3', role: 'admin' }], keep)).toHaveLength(
    3,
  );
});

test('if nobody was an admin, no change removes the last one', async () => {
  const chosen = [{ userId: 'U1', role: 'finance' as const }];
  expect(await store.members.change('T1', chosen, { ...HOW, mustKeepAdmin: true })).toHaveLength(1);
});

test('if two admins remove each other at the same moment, one stays', async () => {
  const keep = { ...HOW, mustKeepAdmin: true };
  const other = TEST_ENGINE === 'postgres' ? await database.open() : store;
  for (const round of Array.from({ length: 5 }, (_, index) => `T${index}`)) {
    await store.members.change(
      round,
      [
        { userId: 'U1', role: 'admin' },
        { userId: 'U2', role: 'admin' },
      ],
      keep,
    );
    const done = await Promise.all([
      store.members.change(round, [{ userId: 'U2', role: null }], keep),
      other.members.change(round, [{ userId: 'U1', role: null }], keep),
    ]);
    expect(done.filter((one) => one === null)).toHaveLength(1);
    expect(await store.members.list(round)).toHaveLength(1);
  }
});
