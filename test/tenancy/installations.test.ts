// @module-tag postgres

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createInstallations, type NewInstallation } from '../../src/tenancy/installations.ts';
import { createSealer, SealBrokenError } from '../../src/tenancy/sealer.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const LOST = Buffer.alloc(32, 3);
const TOKEN = 'xoxb-planted-token';
const CREDENTIALS = { apiKey: 'planted-api-key', accountId: 'planted-account', secretKey: 'planted-secret' };
const ALONE = { enterpriseId: null, teamId: 'T1' };
const ORG = { enterpriseId: 'E1', teamId: null };

const { database, store } = storePerTest();

const nameOf = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 8);

const withKeys = (...keys: Buffer[]) =>
  createInstallations({ store: store.installations, sealer: createSealer(keys), clock: { now: () => NOW } });

const build = (changes: Partial<NewInstallation> = {}): NewInstallation => ({
  ...ALONE,
  name: 'Corner Shop',
  appId: 'A1',
  botUserId: 'U0BOT',
  scopes: ['chat:write', 'commands'],
  botToken: TOKEN,
  installedBy: 'U0SARA',
  ...changes,
});

test('a request finds its installation with its token and credentials', async () => {
  const installations = withKeys(NEW);
  await installations.save(build());
  const ask = { teamId: 'T1', enterpriseId: null, isEnterpriseInstall: false };
  expect(await installations.findFor(ask)).toEqual({ ...build(), version: NOW, credentials: null });
  expect(await installations.setCredentials(ALONE, CREDENTIALS)).toBe(true);
  expect(await installations.findFor(ask)).toEqual({
    ...build(),
    version: NOW + 1,
    credentials: CREDENTIALS,
  });
  expect(await installations.findFor({ ...ask, teamId: 'T2' })).toBeNull();
});

test('the flag decides between a workspace’s install and its organisation’s', async () => {
  const installations = withKeys(NEW);
  await installations.save(build({ ...ORG, name: 'The Group' }));
  await installations.save(build({ enterpriseId: 'E1', teamId: 'T1', name: 'Branch' }));
  const ask = { teamId: 'T1', enterpriseId: 'E1' };
  const nameFor = async (changes: Partial<Parameters<typeof installations.findFor>[0]>) =>
    (await installations.findFor({ ...ask, isEnterpriseInstall: false, ...changes }))?.name;
  expect(await nameFor({ isEnterpriseInstall: true })).toBe('The Group');
  expect(await nameFor({})).toBe('Branch');
  expect(await nameFor({ teamId: 'T9' })).toBeUndefined();
  expect(await nameFor({ teamId: null })).toBeUndefined();
  expect(await nameFor({ teamId: null, enterpriseId: null, isEnterpriseInstall: true })).toBeUndefined();
});

test('after a request under an organisation’s install, background work finds it by the workspace', async () => {
  const installations = withKeys(NEW);
  await installations.save(build({ ...ORG }));
  await installations.setCredentials(ORG, CREDENTIALS);
  expect(await installations.ofTeam('T7')).toBeNull();
  await installations.findFor({ teamId: 'T7', enterpriseId: 'E1', isEnterpriseInstall: true });
  expect(await installations.ofTeam('T7')).toMatchObject({ ...ORG, credentials: CREDENTIALS });
  // Another process, without the request.
  expect(await withKeys(NEW).ofTeam('T7')).toMatchObject(ORG);
  expect(await installations.connectedTeams()).toEqual(['T7']);
});

test('a workspace without the app is not remembered', async () => {
  const installations = withKeys(NEW);
  await installations.findFor({ teamId: 'T7', enterpriseId: 'E1', isEnterpriseInstall: true });
  await installations.save(build({ ...ORG }));
  expect(await installations.ofTeam('T7')).toBeNull();
});

test('an install without a workspace or organisation is an error of ours', async () => {
  await expect(withKeys(NEW).save(build({ enterpriseId: null, teamId: null }))).rejects.toThrow(TypeError);
});

test('a removed app has no token or credentials, and has to be connected again after a new install', async () => {
  const installations = withKeys(NEW);
  await installations.save(build());
  await installations.setCredentials(ALONE, CREDENTIALS);
  expect(await installations.remove(ALONE)).toBe(true);
  expect(await installations.remove(ALONE)).toBe(false);
  expect(await installations.ofTeam('T1')).toBeNull();
  expect(await installations.setCredentials(ALONE, CREDENTIALS)).toBe(false);
  await installations.save(build({ installedBy: 'U0OMAR' }));
  expect(await installations.ofTeam('T1')).toMatchObject({ installedBy: 'U0OMAR', credentials: null });
});

test('a reinstall without a removal keeps the connection and the admin', async () => {
  const installations = withKeys(NEW);
  expect(await installations.save(build())).toMatchObject({ installedBy: 'U0SARA' });
  await installations.setCredentials(ALONE, CREDENTIALS);
  expect(await installations.save(build({ installedBy: 'U0OMAR', botToken: 'xoxb-2' }))).toMatchObject({
    installedBy: 'U0SARA',
  });
  expect(await installations.ofTeam('T1')).toMatchObject({
    installedBy: 'U0SARA',
    botToken: 'xoxb-2',
    credentials: CREDENTIALS,
  });
});

test('a second install for a workspace that is already served makes nobody its admin', async () => {
  const installations = withKeys(NEW);
  await installations.save(build({ ...ORG }));
  await installations.findFor({ teamId: 'T1', enterpriseId: 'E1', isEnterpriseInstall: true });
  await installations.save(build({ enterpriseId: 'E1', teamId: 'T1', installedBy: 'U0OMAR' }));
  expect(await installations.ofTeam('T1')).toMatchObject({ teamId: 'T1', installedBy: 'U0SARA' });

  // The same after the workspace joined an organisation.
  await installations.save(build({ teamId: 'T2' }));
  await installations.save(build({ enterpriseId: 'E1', teamId: 'T2', installedBy: 'U0OMAR' }));
  expect(await installations.ofTeam('T2')).toMatchObject({ installedBy: 'U0SARA' });
});

test('resealing moves everything to the first key, after which the old one can be removed', async () => {
  const before = withKeys(OLD);
  await before.save(build());
  await before.setCredentials(ALONE, CREDENTIALS);
  await before.save(build({ ...ORG }));

  const rotating = withKeys(NEW, OLD);
  expect(await rotating.ofTeam('T1')).toMatchObject({ botToken: TOKEN, credentials: CREDENTIALS });
  const version = (await rotating.ofTeam('T1'))?.version;
  expect(await rotating.reseal()).toEqual({ resealed: 2, broken: [] });
  expect(await rotating.reseal()).toEqual({ resealed: 0, broken: [] });

  const after = withKeys(NEW);
  expect(await after.ofTeam('T1')).toMatchObject({ botToken: TOKEN, credentials: CREDENTIALS, version });
  expect(await after.find(ORG)).toMatchObject({ botToken: TOKEN });
  await expect(before.ofTeam('T1')).rejects.toThrow(SealBrokenError);
});

test('resealing names the rows that no key opens, and continues with the others', async () => {
  await withKeys(OLD).save(build());
  await withKeys(LOST).save(build({ teamId: 'T2' }));
  const rotating = withKeys(NEW, OLD);
  expect(await rotating.reseal()).toEqual({
    resealed: 1,
    broken: [{ enterpriseId: null, teamId: 'T2', keyName: nameOf(LOST) }],
  });
  expect(await rotating.ofTeam('T1')).toMatchObject({ botToken: TOKEN });
  await expect(rotating.ofTeam('T2')).rejects.toThrow(SealBrokenError);
});

test('a sealed token that is copied into another workspace’s row does not open there', async () => {
  const installations = withKeys(NEW);
  await installations.save(build());
  const [stored] = await store.installations.all();
  if (!stored) throw new Error('not found');
  await store.installations.save({ ...stored, teamId: 'T2' });
  await expect(installations.ofTeam('T2')).rejects.toThrow(SealBrokenError);
});

test('the embedded database’s files hold neither the token nor the credentials', async () => {
  const { place } = database;
  const installations = withKeys(NEW);
  await installations.save(build());
  await installations.setCredentials(ALONE, CREDENTIALS);
  if (!('dataDir' in place)) {
    const rows = JSON.stringify(await store.installations.all());
    for (const secret of [TOKEN, ...Object.values(CREDENTIALS)]) expect(rows).not.toContain(secret);
    return;
  }
  const names = await readdir(place.dataDir);
  expect(names).toContain('paylink.db-wal');
  const files = await Promise.all(names.map((name) => readFile(join(place.dataDir, name))));
  const holds = (text: string) => files.some((file) => file.includes(text));
  // The search looks in the right place: it finds what is not secret.
  expect(holds('Corner Shop')).toBe(true);
  for (const secret of [TOKEN, ...Object.values(CREDENTIALS)]) expect(holds(secret), secret).toBe(false);
});
