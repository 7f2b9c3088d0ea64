// @module-tag postgres

import { expect, test } from 'vitest';
import { buildInstallation } from '../fixtures/installations.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const EVER = Number.MAX_SAFE_INTEGER;

const { store } = storePerTest();

const save = (changes: Parameters<typeof buildInstallation>[0] = {}) =>
  store.installations.save(buildInstallation(changes));
const remove = (teamId: string, at = NOW) => store.installations.remove(teamId, { at, installedUntil: EVER });
const find = (teamId = 'T1') => store.installations.find(teamId);

test('an installation is read as saved, without credentials', async () => {
  await save();
  const saved = { ...buildInstallation(), credentials: null, version: NOW };
  expect(await find()).toEqual(saved);
  expect(await store.installations.all()).toEqual([saved]);
  expect(await find('T2')).toBeNull();
});

test('an installation without scopes has none', async () => {
  await save({ scopes: [] });
  expect(await find()).toMatchObject({ scopes: [] });
});

test('a second install keeps the credentials and replaces everything else', async () => {
  await save();
  await store.installations.setCredentials('T1', 'sealed credentials', NOW);
  const again = { installedBy: 'U0OMAR', botToken: 'another', scopes: ['commands'], installedAt: NOW + 5 };
  await save(again);
  expect(await find()).toMatchObject({ ...again, credentials: 'sealed credentials' });
  expect(await store.installations.all()).toHaveLength(1);
});

test('a removal deletes token and credentials once, and a later install starts without them', async () => {
  await save();
  await store.installations.setCredentials('T1', 'sealed credentials', NOW);
  expect(await remove('T1', NOW + 1)).toBe(true);
  expect(await remove('T1', NOW + 2)).toBe(false);
  expect(await find()).toBeNull();
  expect(await store.installations.all()).toEqual([]);
  expect(await store.installations.setCredentials('T1', 'late', NOW + 3)).toBe(false);

  await save({ installedAt: NOW + 4 });
  expect(await find()).toMatchObject({ credentials: null, botToken: 'sealed token' });
});

test('a removal reported after a new install changes nothing', async () => {
  await save({ installedAt: NOW + 10 });
  expect(await store.installations.remove('T1', { at: NOW + 20, installedUntil: NOW + 9 })).toBe(false);
  expect(await find()).not.toBeNull();
  expect(await store.installations.remove('T1', { at: NOW + 20, installedUntil: NOW + 10 })).toBe(true);
});

test('the version grows with every change, even within a millisecond or after the clock was set back', async () => {
  const versions: number[] = [];
  for (const change of [
    () => save(),
    () => store.installations.setCredentials('T1', 'one', NOW),
    () => store.installations.setCredentials('T1', 'two', NOW - 9_000),
    () => save(),
    () => remove('T1').then(() => save()),
  ]) {
    await change();
    versions.push((await find())?.version ?? 0);
  }
  expect(versions).toEqual([...new Set(versions)].sort());
  expect(versions).toHaveLength(5);
});

test('connected workspaces have credentials', async () => {
  for (const teamId of ['T9', 'T1', 'T7']) await save({ teamId });
  expect(await store.installations.connectedTeams()).toEqual([]);
  for (const teamId of ['T9', 'T7']) await store.installations.setCredentials(teamId, 'sealed', NOW);
  expect(await store.installations.connectedTeams()).toEqual(['T7', 'T9']);
  await remove('T9');
  expect(await store.installations.connectedTeams()).toEqual(['T7']);
});

test('a resealed row is saved only if nothing else has changed', async () => {
  await save();
  const read = await find();
  if (!read) throw new Error('not found');
  await store.installations.setCredentials('T1', 'newer', NOW);
  const sealed = { botToken: 'again', credentials: null };
  expect(await store.installations.replaceSealed('T1', sealed, read.version)).toBe(false);
  const now = await find();
  expect(now).toMatchObject({ botToken: 'sealed token', credentials: 'newer' });
  const next = { botToken: 'again', credentials: 'newer again' };
  expect(await store.installations.replaceSealed('T1', next, now?.version ?? 0)).toBe(true);
  expect(await find()).toEqual({ ...now, ...next });
});

test('an install keeps its first date until it is removed', async () => {
  expect(await save({ installedAt: NOW })).toBe(NOW);
  expect(await save({ installedAt: NOW + 5 })).toBe(NOW);
  await remove('T1', NOW + 6);
  expect(await save({ installedAt: NOW + 7 })).toBe(NOW + 7);
});
