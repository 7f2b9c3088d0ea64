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

const { database, store } = storePerTest();

const nameOf = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 8);

const withKeys = (...keys: Buffer[]) =>
  createInstallations({ store: store.installations, sealer: createSealer(keys), clock: { now: () => NOW } });

const build = (changes: Partial<NewInstallation> = {}): NewInstallation => ({
  teamId: 'T1',
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
  expect(await installations.find('T1')).toEqual({ ...build(), version: NOW, credentials: null });
  expect(await installations.setCredentials('T1', CREDENTIALS)).toBe(true);
  expect(await installations.find('T1')).toEqual({
    ...build(),
    version: NOW + 1,
    credentials: CREDENTIALS,
  });
  expect(await installations.find('T2')).toBeNull();
});

test('a removed app has no token or credentials, and has to be connected again after a new install', async () => {
  const installations = withKeys(NEW);
  await installations.save(build());
  await installations.setCredentials('T1', CREDENTIALS);
  expect(await installations.remove('T1')).toBe(true);
  expect(await installations.remove('T1')).toBe(false);
  expect(await installations.find('T1')).toBeNull();
  expect(await installations.setCredentials('T1', CREDENTIALS)).toBe(false);
  await installations.save(build({ installedBy: 'U0OMAR' }));
  expect(await installations.find('T1')).toMatchObject({ installedBy: 'U0OMAR', credentials: null });
});

test('a reinstall without a removal keeps the connection and the admin', async () => {
  const installations = withKeys(NEW);
  expect(await installations.save(build())).toMatchObject({ installedBy: 'U0SARA' });
  await installations.setCredentials('T1', CREDENTIALS);
  expect(await installations.save(build({ installedBy: 'U0OMAR', botToken: 'xoxb-2' }))).toMatchObject({
    installedBy: 'U0SARA',
  });
  expect(await installations.find('T1')).toMatchObject({
    installedBy: 'U0SARA',
    botToken: 'xoxb-2',
    credentials: CREDENTIALS,
  });
});

test('resealing moves everything to the first key, after which the old one can be removed', async () => {
  const before = withKeys(OLD);
  await before.save(build());
  await before.setCredentials('T1', CREDENTIALS);
  await before.save(build({ teamId: 'T2' }));

  const rotating = withKeys(NEW, OLD);
  expect(await rotating.find('T1')).toMatchObject({ botToken: TOKEN, credentials: CREDENTIALS });
  const version = (await rotating.find('T1'))?.version;
  expect(await rotating.reseal()).toBe(2);
  expect(await rotating.reseal()).toBe(0);

  const after = withKeys(NEW);
  expect(await after.find('T1')).toMatchObject({ botToken: TOKEN, credentials: CREDENTIALS, version });
  expect(await after.find('T2')).toMatchObject({ botToken: TOKEN });
  await expect(before.find('T1')).rejects.toThrow(SealBrokenError);
});

test('resealing names the key that opens a row and is missing, and changes nothing until it is back', async () => {
  await withKeys(OLD).save(build());
  await withKeys(LOST).save(build({ teamId: 'T2' }));
  const all = await store.installations.all();
  await expect(withKeys(NEW, OLD).reseal()).rejects.toThrow(
    `ENCRYPTION_KEY no longer opens the secrets of 1 installation(s): put the key that sealed them (${nameOf(LOST)}) back`,
  );
  expect(await store.installations.all()).toEqual(all);
  expect(await withKeys(NEW, OLD, LOST).reseal()).toBe(2);
});

test('a sealed token that is copied into another workspace’s row does not open there', async () => {
  const installations = withKeys(NEW);
  await installations.save(build());
  const [stored] = await store.installations.all();
  if (!stored) throw new Error('not found');
  await store.installations.save({ ...stored, teamId: 'T2' });
  await expect(installations.find('T2')).rejects.toThrow(SealBrokenError);
});

test('the embedded database’s files hold neither the token nor the credentials', async () => {
  const { place } = database;
  const installations = withKeys(NEW);
  await installations.save(build());
  await installations.setCredentials('T1', CREDENTIALS);
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
