// @module-tag postgres

import { expect, test } from 'vitest';
import type { InstallationPlace } from '../../src/tenancy/installation-store.ts';
import { buildInstallation } from '../fixtures/installations.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const EVER = Number.MAX_SAFE_INTEGER;
const ALONE = { enterpriseId: '', teamId: 'T1' };
const ORG = { enterpriseId: 'E1', teamId: '' };

const { store } = storePerTest();

const save = (changes: Parameters<typeof buildInstallation>[0] = {}) =>
  store.installations.save(buildInstallation(changes));
const remove = (place: InstallationPlace, at = NOW) =>
  store.installations.remove(place, { at, installedUntil: EVER });
const find = (place: InstallationPlace) => store.installations.find(place);
const ofTeam = (teamId: string) => store.installations.ofTeam(teamId);
const BRANCH = { enterpriseId: 'E1', teamId: 'T7' };

test('an installation is read as saved, without credentials', async () => {
  await save();
  const saved = { ...buildInstallation(), credentials: null, version: NOW };
  expect(await find(ALONE)).toEqual(saved);
  expect(await ofTeam('T1')).toEqual(saved);
  expect(await store.installations.all()).toEqual([saved]);
  expect(await find({ enterpriseId: '', teamId: 'T2' })).toBeNull();
  expect(await ofTeam('T2')).toBeNull();
});

test('an installation without scopes has none', async () => {
  await save({ scopes: [] });
  expect(await find(ALONE)).toMatchObject({ scopes: [] });
});

test('a second install keeps the credentials and replaces everything else', async () => {
  await save();
  await store.installations.setCredentials(ALONE, 'sealed credentials', NOW);
  const again = { installedBy: 'U0OMAR', botToken: 'another', scopes: ['commands'], installedAt: NOW + 5 };
  await save(again);
  expect(await find(ALONE)).toMatchObject({ ...again, credentials: 'sealed credentials' });
  expect(await store.installations.all()).toHaveLength(1);
});

test('a removal deletes token and credentials once, and a later install starts without them', async () => {
  await save();
  await store.installations.setCredentials(ALONE, 'sealed credentials', NOW);
  expect(await remove(ALONE, NOW + 1)).toBe(true);
  expect(await remove(ALONE, NOW + 2)).toBe(false);
  expect(await find(ALONE)).toBeNull();
  expect(await store.installations.all()).toEqual([]);
  expect(await store.installations.setCredentials(ALONE, 'late', NOW + 3)).toBe(false);

  await save({ installedAt: NOW + 4 });
  expect(await find(ALONE)).toMatchObject({ credentials: null, botToken: 'sealed token' });
});

test('a removal reported after a new install changes nothing', async () => {
  await save({ installedAt: NOW + 10 });
  expect(await store.installations.remove(ALONE, { at: NOW + 20, installedUntil: NOW + 9 })).toBe(false);
  expect(await find(ALONE)).not.toBeNull();
  expect(await store.installations.remove(ALONE, { at: NOW + 20, installedUntil: NOW + 10 })).toBe(true);
});

test('the version grows with every change, even within a millisecond or after the clock was set back', async () => {
  const versions: number[] = [];
  for (const change of [
    () => save(),
    () => store.installations.setCredentials(ALONE, 'one', NOW),
    () => store.installations.setCredentials(ALONE, 'two', NOW - 9_000),
    () => save(),
    () => remove(ALONE).then(() => save()),
  ]) {
    await change();
    versions.push((await ofTeam('T1'))?.version ?? 0);
  }
  expect(versions).toEqual([...new Set(versions)].sort());
  expect(versions).toHaveLength(5);
});

test('a workspace without its own install is served by its organisation’s, once it is known to belong to it', async () => {
  await save({ ...ORG, name: 'The Group', installedAt: NOW + 9 });
  expect(await ofTeam('T7')).toBeNull();
  await store.installations.joinTeam(BRANCH, NOW);
  await store.installations.joinTeam(BRANCH, NOW + 1);
  expect(await ofTeam('T7')).toMatchObject({ name: 'The Group' });
  expect(await ofTeam('T8')).toBeNull();
  expect(await ofTeam('')).toBeNull();

  await save({ ...BRANCH, name: 'Branch' });
  expect(await ofTeam('T7')).toMatchObject({ name: 'Branch' });
  await remove(BRANCH, NOW);
  expect(await ofTeam('T7')).toMatchObject({ name: 'The Group' });
});

test('removing an organisation’s install leaves its workspace’s own install, and vice versa', async () => {
  await save(ORG);
  await save(BRANCH);
  await save({ enterpriseId: 'E2', teamId: '' });
  await remove(ORG, NOW);
  expect(await find(ORG)).toBeNull();
  expect(await find(BRANCH)).not.toBeNull();
  expect(await find({ enterpriseId: 'E2', teamId: '' })).not.toBeNull();
});

test('a workspace that joined an organisation after its install is found and removed anyway', async () => {
  await save();
  const moved = { enterpriseId: 'E1', teamId: 'T1' };
  expect(await find(moved)).toMatchObject({ enterpriseId: '' });
  expect(await remove(moved, NOW)).toBe(true);
  expect(await find(ALONE)).toBeNull();
});

test('connected workspaces have credentials; those of an organisation have also been seen', async () => {
  await save();
  await save({ teamId: 'T9' });
  await save(ORG);
  await store.installations.joinTeam(BRANCH, NOW);
  expect(await store.installations.connectedTeams()).toEqual([]);
  expect(await store.installations.setCredentials({ enterpriseId: '', teamId: 'T9' }, 'sealed', NOW)).toBe(
    true,
  );
  await store.installations.setCredentials(ORG, 'sealed', NOW);
  expect(await store.installations.connectedTeams()).toEqual(['T7', 'T9']);
  await remove(ORG, NOW);
  expect(await store.installations.connectedTeams()).toEqual(['T9']);
});

test('a resealed row is saved only if nothing else has changed', async () => {
  await save();
  const read = await find(ALONE);
  if (!read) throw new Error('not found');
  await store.installations.setCredentials(ALONE, 'newer', NOW);
  const sealed = { botToken: 'again', credentials: null };
  expect(await store.installations.replaceSealed(ALONE, sealed, read.version)).toBe(false);
  const now = await find(ALONE);
  expect(now).toMatchObject({ botToken: 'sealed token', credentials: 'newer' });
  const next = { botToken: 'again', credentials: 'newer again' };
  expect(await store.installations.replaceSealed(ALONE, next, now?.version ?? 0)).toBe(true);
  expect(await find(ALONE)).toEqual({ ...now, ...next });
});

test('a workspace that left its organisation’s install is not served until it joins again', async () => {
  await save(ORG);
  await store.installations.setCredentials(ORG, 'sealed', NOW);
  expect(await store.installations.leaveTeam(BRANCH, NOW)).toBe(false);
  expect(await store.installations.joinTeam(BRANCH, NOW)).toBe(true);
  expect(await store.installations.leaveTeam({ ...BRANCH, enterpriseId: 'E2' }, NOW + 1)).toBe(false);
  expect(await store.installations.leaveTeam(BRANCH, NOW + 1)).toBe(true);
  expect(await store.installations.leaveTeam(BRANCH, NOW + 1)).toBe(false);
  expect(await ofTeam('T7')).toBeNull();
  expect(await store.installations.connectedTeams()).toEqual([]);
  expect(await store.installations.joinTeam(BRANCH, NOW + 2)).toBe(true);
  expect(await ofTeam('T7')).not.toBeNull();
});

test('of events that arrive in the wrong order, the later one counts', async () => {
  await save(ORG);
  await store.installations.joinTeam(BRANCH, NOW + 5);
  expect(await store.installations.leaveTeam(BRANCH, NOW)).toBe(false);
  expect(await store.installations.leaveTeam(BRANCH, NOW + 9)).toBe(true);
  expect(await store.installations.joinTeam(BRANCH, NOW + 5)).toBe(false);
  expect(await ofTeam('T7')).toBeNull();
});

test('an install keeps its first date until it is removed', async () => {
  expect(await save({ installedAt: NOW })).toBe(NOW);
  expect(await save({ installedAt: NOW + 5 })).toBe(NOW);
  await remove(ALONE, NOW + 6);
  expect(await save({ installedAt: NOW + 7 })).toBe(NOW + 7);
});
