import { expect, test } from 'vitest';
import { buildInstallation } from '../fixtures/installations.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const EVER = Number.MAX_SAFE_INTEGER;
const ALONE = { enterpriseId: '', teamId: 'T1' };
const ORG = { enterpriseId: 'E1', teamId: '' };

const { store } = storePerTest();

test('an installation is read as saved, without credentials', async () => {
  await store.installations.save(buildInstallation());
  const saved = { ...buildInstallation(), credentials: null, version: NOW };
  expect(await store.installations.find(ALONE)).toEqual(saved);
  expect(await store.installations.ofTeam('T1')).toEqual(saved);
  expect(await store.installations.all()).toEqual([saved]);
  expect(await store.installations.find({ enterpriseId: '', teamId: 'T2' })).toBeNull();
  expect(await store.installations.ofTeam('T2')).toBeNull();
});

test('an installation without scopes has none', async () => {
  await store.installations.save(buildInstallation({ scopes: [] }));
  expect(await store.installations.find(ALONE)).toMatchObject({ scopes: [] });
});

test('a second install keeps the credentials and replaces everything else', async () => {
  await store.installations.save(buildInstallation());
  await store.installations.setCredentials(ALONE, 'sealed credentials', NOW);
  const again = buildInstallation({
    installedBy: 'U0OMAR',
    botToken: 'another',
    scopes: ['commands'],
    installedAt: NOW + 5,
  });
  await store.installations.save(again);
  expect(await store.installations.find(ALONE)).toMatchObject({
    ...again,
    credentials: 'sealed credentials',
  });
  expect(await store.installations.all()).toHaveLength(1);
});

test('a removal deletes token and credentials once, and a later install starts without them', async () => {
  await store.installations.save(buildInstallation());
  await store.installations.setCredentials(ALONE, 'sealed credentials', NOW);
  expect(await store.installations.remove(ALONE, { at: NOW + 1, installedUntil: EVER })).toBe(true);
  expect(await store.installations.remove(ALONE, { at: NOW + 2, installedUntil: EVER })).toBe(false);
  expect(await store.installations.find(ALONE)).toBeNull();
  expect(await store.installations.all()).toEqual([]);
  expect(await store.installations.setCredentials(ALONE, 'late', NOW + 3)).toBe(false);

  await store.installations.save(buildInstallation({ installedAt: NOW + 4 }));
  expect(await store.installations.find(ALONE)).toMatchObject({
    credentials: null,
    botToken: 'sealed token',
  });
});

test('a removal reported after a new install changes nothing', async () => {
  await store.installations.save(buildInstallation({ installedAt: NOW + 10 }));
  expect(await store.installations.remove(ALONE, { at: NOW + 20, installedUntil: NOW + 9 })).toBe(false);
  expect(await store.installations.find(ALONE)).not.toBeNull();
  expect(await store.installations.remove(ALONE, { at: NOW + 20, installedUntil: NOW + 10 })).toBe(true);
});

test('the version grows with every change, even within a millisecond or after the clock was set back', async () => {
  const versions: number[] = [];
  const note = async () => {
    const found = await store.installations.ofTeam('T1');
    if (found) versions.push(found.version);
  };
  await store.installations.save(buildInstallation());
  await note();
  await store.installations.setCredentials(ALONE, 'one', NOW);
  await note();
  await store.installations.setCredentials(ALONE, 'two', NOW - 9_000);
  await note();
  await store.installations.save(buildInstallation());
  await note();
  await store.installations.remove(ALONE, { at: NOW, installedUntil: EVER });
  await store.installations.save(buildInstallation());
  await note();
  expect(versions).toEqual([...new Set(versions)].sort());
  expect(versions).toHaveLength(5);
});

test('a workspace without its own install is served by its organisation’s, once it is known to belong to it', async () => {
  await store.installations.save(buildInstallation({ ...ORG, name: 'The Group', installedAt: NOW + 9 }));
  expect(await store.installations.ofTeam('T7')).toBeNull();
  await store.installations.joinTeam({ teamId: 'T7', enterpriseId: 'E1' }, NOW);
  await store.installations.joinTeam({ teamId: 'T7', enterpriseId: 'E1' }, NOW + 1);
  expect(await store.installations.ofTeam('T7')).toMatchObject({ name: 'The Group' });
  expect(await store.installations.ofTeam('T8')).toBeNull();
  expect(await store.installations.ofTeam('')).toBeNull();

  await store.installations.save(buildInstallation({ enterpriseId: 'E1', teamId: 'T7', name: 'Branch' }));
  expect(await store.installations.ofTeam('T7')).toMatchObject({ name: 'Branch' });
  await store.installations.remove({ enterpriseId: 'E1', teamId: 'T7' }, { at: NOW, installedUntil: EVER });
  expect(await store.installations.ofTeam('T7')).toMatchObject({ name: 'The Group' });
});

test('removing an organisation’s install leaves its workspace’s own install, and vice versa', async () => {
  await store.installations.save(buildInstallation(ORG));
  await store.installations.save(buildInstallation({ enterpriseId: 'E1', teamId: 'T7' }));
  await store.installations.save(buildInstallation({ enterpriseId: 'E2', teamId: '' }));
  await store.installations.remove(ORG, { at: NOW, installedUntil: EVER });
  expect(await store.installations.find(ORG)).toBeNull();
  expect(await store.installations.find({ enterpriseId: 'E1', teamId: 'T7' })).not.toBeNull();
  expect(await store.installations.find({ enterpriseId: 'E2', teamId: '' })).not.toBeNull();
});

test('a workspace that joined an organisation after its install is found and removed anyway', async () => {
  await store.installations.save(buildInstallation());
  const moved = { enterpriseId: 'E1', teamId: 'T1' };
  expect(await store.installations.find(moved)).toMatchObject({ enterpriseId: '' });
  expect(await store.installations.remove(moved, { at: NOW, installedUntil: EVER })).toBe(true);
  expect(await store.installations.find(ALONE)).toBeNull();
});

test('connected workspaces have credentials; those of an organisation have also been seen', async () => {
  await store.installations.save(buildInstallation());
  await store.installations.save(buildInstallation({ teamId: 'T9' }));
  await store.installations.save(buildInstallation(ORG));
  await store.installations.joinTeam({ teamId: 'T7', enterpriseId: 'E1' }, NOW);
  expect(await store.installations.connectedTeams()).toEqual([]);
  expect(await store.installations.setCredentials({ enterpriseId: '', teamId: 'T9' }, 'sealed', NOW)).toBe(
    true,
  );
  await store.installations.setCredentials(ORG, 'sealed', NOW);
  expect(await store.installations.connectedTeams()).toEqual(['T7', 'T9']);
  await store.installations.remove(ORG, { at: NOW, installedUntil: EVER });
  expect(await store.installations.connectedTeams()).toEqual(['T9']);
});

test('a resealed row is saved only if nothing else has changed', async () => {
  await store.installations.save(buildInstallation());
  const read = await store.installations.find(ALONE);
  if (!read) throw new Error('not found');
  await store.installations.setCredentials(ALONE, 'newer', NOW);
  const sealed = { botToken: 'again', credentials: null };
  expect(await store.installations.replaceSealed(ALONE, sealed, read.version)).toBe(false);
  const now = await store.installations.find(ALONE);
  expect(now).toMatchObject({ botToken: 'sealed token', credentials: 'newer' });
  const next = { botToken: 'again', credentials: 'newer again' };
  expect(await store.installations.replaceSealed(ALONE, next, now?.version ?? 0)).toBe(true);
  expect(await store.installations.find(ALONE)).toEqual({ ...now, ...next });
});

test('a workspace that left its organisation’s install is not served until it joins again', async () => {
  await store.installations.save(buildInstallation(ORG));
  await store.installations.setCredentials(ORG, 'sealed', NOW);
  const team = { teamId: 'T7', enterpriseId: 'E1' };
  expect(await store.installations.leaveTeam(team, NOW)).toBe(false);
  expect(await store.installations.joinTeam(team, NOW)).toBe(true);
  expect(await store.installations.leaveTeam({ ...team, enterpriseId: 'E2' }, NOW + 1)).toBe(false);
  expect(await store.installations.leaveTeam(team, NOW + 1)).toBe(true);
  expect(await store.installations.leaveTeam(team, NOW + 1)).toBe(false);
  expect(await store.installations.ofTeam('T7')).toBeNull();
  expect(await store.installations.connectedTeams()).toEqual([]);
  expect(await store.installations.joinTeam(team, NOW + 2)).toBe(true);
  expect(await store.installations.ofTeam('T7')).not.toBeNull();
});

test('of events that arrive in the wrong order, the later one counts', async () => {
  await store.installations.save(buildInstallation(ORG));
  const team = { teamId: 'T7', enterpriseId: 'E1' };
  await store.installations.joinTeam(team, NOW + 5);
  expect(await store.installations.leaveTeam(team, NOW)).toBe(false);
  expect(await store.installations.leaveTeam(team, NOW + 9)).toBe(true);
  expect(await store.installations.joinTeam(team, NOW + 5)).toBe(false);
  expect(await store.installations.ofTeam('T7')).toBeNull();
});

test('an install keeps its first date until it is removed', async () => {
  expect(await store.installations.save(buildInstallation({ installedAt: NOW }))).toBe(NOW);
  expect(await store.installations.save(buildInstallation({ installedAt: NOW + 5 }))).toBe(NOW);
  await store.installations.remove(ALONE, { at: NOW + 6, installedUntil: EVER });
  expect(await store.installations.save(buildInstallation({ installedAt: NOW + 7 }))).toBe(NOW + 7);
});
