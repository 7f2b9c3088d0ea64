// @module-tag postgres

import { describe, expect, test } from 'vitest';
import { buildInstallation } from '../fixtures/installations.ts';
import { buildClose } from '../fixtures/schedules.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const REMOVED = NOW + 1_000;
const BEFORE = NOW + 2_000;

const { store } = storePerTest();

const install = (teamId: string, installedAt = NOW) =>
  store.installations.save(buildInstallation({ teamId, installedAt }));

const remove = (teamId: string, at = REMOVED) =>
  store.installations.remove(teamId, { at, installedUntil: at });

const list = () => store.removedWorkspaces.list(BEFORE);

describe('a workspace is listed', () => {
  test('once its app was removed long enough ago', async () => {
    await install('T1');
    expect(await list()).toEqual([]);
    await remove('T1');
    expect(await list()).toEqual(['T1']);
    expect(await store.removedWorkspaces.list(REMOVED)).toEqual([]);
  });

  test('no longer once it came back', async () => {
    await install('T1');
    await remove('T1');
    await install('T1', REMOVED + 1);
    expect(await list()).toEqual([]);
  });
});

const choose = async (teamId: string) => {
  const by = { by: 'U1', at: NOW };
  await store.members.change(teamId, [{ userId: 'U2', role: 'finance' }], { ...by, mustKeepAdmin: false });
  await store.settings.change(teamId, { expiryHours: 4 }, by);
  await store.schedules.start(buildClose({ id: `sch_${teamId}`, teamId }), [
    { day: '2026-11-21', dueAt: NOW },
  ]);
  // A message names a customer.
  await store.jobs.add({ id: `job_${teamId}`, teamId, kind: 'tell', payload: { to: 'U2' } }, NOW);
};

const choicesOf = async (teamId: string) => ({
  members: (await store.members.list(teamId)).length,
  settings: Object.keys(await store.settings.find(teamId)).length > 0,
  close: (await store.schedules.find(teamId, `sch_${teamId}`)) !== null,
  message: (await store.jobs.find(teamId, `job_${teamId}`)) !== null,
});

describe('a workspace’s settings and messages', () => {
  test('are deleted when it is forgotten, and no others', async () => {
    await install('T1');
    for (const teamId of ['T1', 'T2']) await choose(teamId);
    await remove('T1');
    expect(await store.removedWorkspaces.forget('T1', BEFORE)).toBe(true);
    expect(await choicesOf('T1')).toEqual({ members: 0, settings: false, close: false, message: false });
    expect(await choicesOf('T2')).toEqual({ members: 1, settings: true, close: true, message: true });
  });

  test('stay if it came back in the meantime', async () => {
    await install('T1');
    await choose('T1');
    await remove('T1');
    expect(await list()).toEqual(['T1']);
    await install('T1', REMOVED + 1);
    expect(await store.removedWorkspaces.forget('T1', BEFORE)).toBe(false);
    expect(await choicesOf('T1')).toEqual({ members: 1, settings: true, close: true, message: true });
  });
});

describe('the installation itself', () => {
  test('is deleted last, so that nothing is listed, and can be created again', async () => {
    for (const teamId of ['T1', 'T3']) await install(teamId);
    for (const teamId of ['T1', 'T3']) await remove(teamId);
    await install('T2');
    expect(await store.removedWorkspaces.close(BEFORE)).toBe(2);
    expect(await list()).toEqual([]);
    await install('T1', BEFORE);
    expect(await store.installations.find('T1')).not.toBeNull();
    expect(await store.installations.find('T2')).not.toBeNull();
    expect(await list()).toEqual([]);
  });
});
