// @module-tag store

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { judgeServer } from '../../../src/operations/doctor/check-database.ts';
import { openTables } from '../../fixtures/read-tables.ts';
import { NORTH, startMany } from '../../fixtures/start-many.ts';
import { type Scene, startScene } from '../../fixtures/start-paylink.ts';
import { createTestDatabase, type TestDatabase } from '../../fixtures/test-database.ts';
import { buildEnvironment, diagnose } from './diagnose.ts';

let scene: Scene;
let env: Record<string, string>;
let folder: string;
let database: TestDatabase;

beforeAll(async () => {
  scene = await startScene({ clock: systemClock });
  folder = await mkdtemp(join(tmpdir(), 'paylink-doctor-'));
  database = await createTestDatabase({ isNew: true });
  const { DATA_DIR: _dataDir, DATABASE_URL: _databaseUrl, ...rest } = buildEnvironment(scene);
  env = rest;
});
afterAll(async () => {
  await scene.close();
  await database.remove();
  await rm(folder, { recursive: true });
});

test('an empty database and one of this version pass, and one of another version fails', async () => {
  const look = async () => {
    const { faults, of } = await diagnose({ ...env, ...database.env });
    return { faults, ...of('database') };
  };
  expect(await look()).toMatchObject({
    faults: [],
    seen: expect.stringContaining('made at the first start'),
  });

  await (await database.open()).close();
  expect(await look()).toMatchObject({
    faults: [],
    seen: expect.stringContaining('its tables are those of this version'),
  });

  const tables = await openTables(database.place);
  await tables.run("update kysely_migration set name = '0001-planted'");
  await tables.close();
  const other = await look();
  expect(other.faults).toEqual([expect.stringMatching(/^database: .*another version/)]);
  expect(other.remedy).toContain('begin anew with an empty database');
  expect(await look()).toEqual(other);
});

test('another workspace’s database fails in the words of the start', async () => {
  const scene = await startScene({ clock: systemClock });
  onTestFinished(scene.close);
  await scene.paylink.stop();
  const tables = await openTables(scene.database.place);
  onTestFinished(tables.close);
  const env = buildEnvironment(scene);
  expect((await diagnose(env)).failed).toEqual(['address']);
  await tables.run("update meta set value = 'T0OTHER' where name = 'owner'");
  const { failed, of } = await diagnose(env);
  expect(failed).toEqual(['slack', 'address']);
  const refusal = await scene.restart().catch((error: Error) => error.message);
  expect(refusal).toContain('This database belongs to the Slack workspace T0OTHER');
  expect(of('slack').remedy).toBe(refusal);
});

test('an ENCRYPTION_KEY that lacks a key fails in the words of the start', async () => {
  const scene = await startMany();
  onTestFinished(scene.close);
  await scene.settle(NORTH, scene.slack.team(NORTH).team.ids.ravi);
  await scene.paylink.stop();
  expect((await diagnose(scene.environment)).of('workspaces').seen).toContain('of 1 installation(s)');
  const ENCRYPTION_KEY = randomBytes(32).toString('base64');
  const { failed, of } = await diagnose({ ...scene.environment, ENCRYPTION_KEY });
  expect(failed).toEqual(['workspaces', 'address']);
  await expect(scene.restart({ env: { ENCRYPTION_KEY } })).rejects.toThrow(of('workspaces').remedy ?? '');
  expect(of('workspaces').remedy).toContain('put the key that sealed them');
});

test('for many workspaces, one workspace’s database fails in the words of the start', async () => {
  const scene = await startMany();
  onTestFinished(scene.close);
  await scene.paylink.stop();
  const tables = await openTables(scene.database.place);
  onTestFinished(tables.close);
  const look = async () => (await diagnose(scene.environment)).of('workspaces');
  expect((await look()).status).toBe('ok');
  await tables.run("update meta set value = 'T0OTHER' where name = 'owner'");
  const refusal = await scene.restart().catch((error: Error) => error.message);
  expect(refusal).toContain('and this Paylink serves many workspaces');
  expect(await look()).toMatchObject({ status: 'failed', remedy: refusal });
});

test('an unreachable server is reported without its password', async () => {
  const { failed, of } = await diagnose(
    { ...env, DATABASE_URL: 'postgres://paylink:planted%2Fpassword@127.0.0.1:9/paylink' },
    { alsoSecret: ['planted%2Fpassword', 'planted/password'] },
  );
  expect(failed).toEqual(['database']);
  expect(of('database').remedy).toBe(
    'The PostgreSQL of DATABASE_URL cannot be used: nothing listens there (ECONNREFUSED). Start the server, or correct the host and port.',
  );
});

test('a mistyped address reveals nothing of its password', async () => {
  const { failed } = await diagnose(
    { ...env, DATABASE_URL: 'postgres://paylink:planted#pass/word@127.0.0.1:9/paylink' },
    { alsoSecret: ['planted#pass', 'pass/word'] },
  );
  expect(failed).toHaveLength(1);
});

test('a folder that is a file fails', async () => {
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  for (const dataDir of [file, join(file, 'inside')]) {
    const { faults } = await diagnose({ ...env, DATA_DIR: dataDir });
    expect(faults).toEqual([expect.stringMatching(/^database: .*not a folder \(ENOTDIR\)/)]);
  }
});

test('a missing folder passes and is not created', async () => {
  const dataDir = join(folder, 'not', 'yet');
  const { failed, of } = await diagnose({ ...env, DATA_DIR: dataDir });
  expect(failed).toEqual([]);
  expect(of('database').seen).toContain('made at the first start');
  await expect(stat(join(folder, 'not'))).rejects.toThrow('ENOENT');
});

const KNOWN = ['0001-one', '0002-two'];
const answering = (applied: string[], { version = 170_002, mayCreate = true } = {}) =>
  judgeServer(
    {
      version,
      mayCreate,
      written: { applied, writtenBy: 'Paylink 1.0.0 (0a1b2c3)' },
      owner: null,
      sealed: [],
    },
    KNOWN,
  );

test('a server older than 15 is refused', () => {
  expect(answering(KNOWN, { version: 140_010 })).toMatchObject({
    status: 'failed',
    seen: 'PostgreSQL 14 answers',
  });
  expect(answering(KNOWN, { version: 150_000 }).status).toBe('ok');
});

test('the right to create tables matters only if some are missing', () => {
  const missing = answering(['0001-one'], { mayCreate: false });
  expect(missing).toMatchObject({ status: 'failed', remedy: expect.stringContaining('CREATE') });
  expect(answering(KNOWN, { mayCreate: false }).status).toBe('ok');
});

test('a database of an older release passes, and is upgraded by the next start', () => {
  expect(answering(['0001-one'])).toMatchObject({
    status: 'ok',
    seen: 'PostgreSQL 17 answers; Paylink 1.0.0 (0a1b2c3) wrote it last, and the next start upgrades it',
  });
});
