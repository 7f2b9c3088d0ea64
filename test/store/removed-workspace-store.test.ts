// @module-tag postgres

import { describe, expect, test } from 'vitest';
import type { InstallationPlace } from '../../src/tenancy/installation-store.ts';
import { buildInstallation } from '../fixtures/installations.ts';
import { buildClose } from '../fixtures/schedules.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const REMOVED = NOW + 1_000;
const BEFORE = NOW + 2_000;
const ALONE = { enterpriseId: '', teamId: 'T1' };
const ORG = { enterpriseId: 'E1', teamId: '' };

const { store } = storePerTest();

const install = (place: InstallationPlace, installedAt = NOW) =>
  store.installations.save(buildInstallation({ ...place, installedAt }));

const remove = (place: InstallationPlace, at = REMOVED) =>
  store.installations.remove(place, { at, installedUntil: at });

const serve = (teamId: string) => store.installations.joinTeam({ teamId, enterpriseId: 'E1' }, NOW);
const list = () => store.removedWorkspaces.list(BEFORE);

describe('a workspace is listed', () => {
  test('once its app was removed long enough ago', async () => {
    await install(ALONE);
    expect(await list()).toEqual([]);
    await remove(ALONE);
    expect(await list()).toEqual(['T1']);
    expect(await store.removedWorkspaces.list(REMOVED)).toEqual([]);
  });

  test('no longer once it came back, by itself or with an organisation', async () => {
    await install(ALONE);
    await remove(ALONE);
    await install(ALONE, REMOVED + 1);
    expect(await list()).toEqual([]);
    await remove(ALONE);
    await install({ enterpriseId: 'E9', teamId: 'T1' }, REMOVED + 1);
    expect(await list()).toEqual([]);
  });

  test('like every workspace that its organisation’s install served', async () => {
    await install(ORG);
    await serve('T1');
    await serve('T2');
    expect(await list()).toEqual([]);
    await remove(ORG);
    expect(await list()).toEqual(['T1', 'T2']);
  });

  test('once its organisation’s admin removed the app from it, while others are served', async () => {
    await install(ORG);
    await serve('T1');
    await serve('T2');
    await store.installations.leaveTeam({ teamId: 'T1', enterpriseId: 'E1' }, REMOVED);
    expect(await store.removedWorkspaces.list(REMOVED)).toEqual([]);
    expect(await list()).toEqual(['T1']);
    expect(await store.removedWorkspaces.forget('T1', BEFORE)).toBe(true);
    await store.removedWorkspaces.close(BEFORE);
    expect(await list()).toEqual([]);
    expect(await store.installations.ofTeam('T2')).not.toBeNull();
    // Its own install counts, even without the organisation's.
    await serve('T1');
    await install({ enterpriseId: 'E1', teamId: 'T1' });
    await store.installations.leaveTeam({ teamId: 'T1', enterpriseId: 'E1' }, REMOVED);
    expect(await list()).toEqual([]);
  });

  test('not while its own or its organisation’s install exists', async () => {
    await install(ORG);
    await install({ enterpriseId: 'E1', teamId: 'T1' });
    await serve('T1');
    await serve('T2');
    await remove(ORG);
    expect(await list()).toEqual(['T2']);
    await install(ORG, REMOVED + 1);
    await remove({ enterpriseId: 'E1', teamId: 'T1' });
    expect(await list()).toEqual([]);
  });

  test('by the last removal of its installs', async () => {
    await install(ORG);
    await install({ enterpriseId: 'E1', teamId: 'T1' });
    await serve('T1');
    await remove({ enterpriseId: 'E1', teamId: 'T1' });
    await remove(ORG, BEFORE);
    expect(await list()).toEqual([]);
    expect(await store.removedWorkspaces.list(BEFORE + 1)).toEqual(['T1']);
  });
});

const choose = async (teamId: string) => {
  const by = { by: 'U1', at: NOW };
  await store.members.change(teamId, [{ userId: 'U2', role: 'finance' }], { ...by, mustKeepAdmin: false });
  await store.settings.change(teamId, { expiryHours: 4 }, by);
  await store.schedules.start(buildClose({ id: `sch_${teamId}`, teamId }), [
    { day: '2026-11-21', dueAt: NOW },
  ]);
};

const choicesOf = async (teamId: string) => ({
  members: (await store.members.list(teamId)).length,
  settings: Object.keys(await store.settings.find(teamId)).length > 0,
  close: (await store.schedules.find(teamId, `sch_${teamId}`)) !== null,
});

describe('a workspace’s settings', () => {
  test('are deleted when it is forgotten, and no others', async () => {
    await install(ALONE);
    for (const teamId of ['T1', 'T2']) await choose(teamId);
    await remove(ALONE);
    expect(await store.removedWorkspaces.forget('T1', BEFORE)).toBe(true);
    expect(await choicesOf('T1')).toEqual({ members: 0, settings: false, close: false });
    expect(await choicesOf('T2')).toEqual({ members: 1, settings: true, close: true });
  });

  test('stay if it came back in the meantime', async () => {
    await install(ALONE);
    await choose('T1');
    await remove(ALONE);
    expect(await list()).toEqual(['T1']);
    await install(ALONE, REMOVED + 1);
    expect(await store.removedWorkspaces.forget('T1', BEFORE)).toBe(false);
    expect(await choicesOf('T1')).toEqual({ members: 1, settings: true, close: true });
  });
});

describe('the installation itself', () => {
  test('is deleted last, so that nothing is listed, and can be created again', async () => {
    await install(ORG);
    await serve('T1');
    await remove(ORG);
    await install({ enterpriseId: '', teamId: 'T3' });
    await remove({ enterpriseId: '', teamId: 'T3' });
    expect(await store.removedWorkspaces.close(BEFORE)).toBe(2);
    expect(await list()).toEqual([]);
    await install(ORG, BEFORE);
    expect(await store.installations.ofTeam('T1')).not.toBeNull();
    expect(await list()).toEqual([]);
  });

  test('stays while the organisation’s install serves the workspace', async () => {
    await install({ enterpriseId: 'E1', teamId: 'T1' });
    await remove({ enterpriseId: 'E1', teamId: 'T1' });
    await install(ORG);
    await serve('T1');
    expect(await store.removedWorkspaces.close(BEFORE)).toBe(0);
    expect(await store.removedWorkspaces.close(REMOVED)).toBe(0);
  });
});
