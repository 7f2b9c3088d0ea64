// @module-tag by-hand
// @module-tag store

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAppEnvironment, createAppProcess } from '../../tools/app-process.ts';
import { startApp } from '../../tools/bench/app-under-test.ts';
import { runStandIn } from '../../tools/stand-in.ts';
import { createInstance } from '../crash/instances.ts';
import { startDemo } from '../fixtures/demo-process.ts';
import { ownPort } from '../fixtures/own-port.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ENTRY = join(ROOT, 'dist/paylink/index.js');

let scene: Scene;
let folder: string;
let poison: Record<string, string>;
/** Everybody who came to an address of the poison. */
let visits = 0;
const trap = createServer((socket) => {
  visits += 1;
  socket.destroy();
});
const before = process.cwd();

beforeAll(async () => {
  scene = await startScene();
  folder = await mkdtemp(join(tmpdir(), 'paylink-poisoned-'));
  trap.listen(0, '127.0.0.1');
  await once(trap, 'listening');
  const { port } = trap.address() as AddressInfo;
  poison = {
    DATABASE_URL: `postgres://paylink:hunter2@127.0.0.1:${port}/paylink`,
    DATA_DIR: join(folder, 'data'),
    SLACK_API_URL: `http://127.0.0.1:${port}/api`,
    SLACK_APP_TOKEN: 'xapp-playground-poison',
    SLACK_CLIENT_ID: '1.1',
    PAYLINK_BASE_URL: `http://127.0.0.1:${port}/api`,
    PAYLINK_ADMINS: 'sara@example.com',
    ENCRYPTION_KEY: 'short',
    LOG_LEVEL: 'loud',
  };
  await writeFile(
    join(folder, '.env'),
    Object.entries(poison)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
  );
  for (const [name, value] of Object.entries(poison)) process.env[name] = value;
  process.chdir(folder);
});

afterAll(async () => {
  process.chdir(before);
  for (const name of Object.keys(poison)) delete process.env[name];
  await scene.close();
  trap.close();
  await rm(folder, { recursive: true });
});

/** Without a database: it gets one in its own folder. */
const buildEnv = () => ({ PORT: '0', PUBLIC_URL: 'http://127.0.0.1:9', ...buildAppEnvironment(scene) });

/** Every way in which tools and tests start the app. */
const STARTS: Record<string, () => Promise<{ stop(): Promise<unknown> }>> = {
  'the demo': startDemo,
  'the process under attack': async () => {
    const app = createAppProcess(buildEnv(), () => {}, ENTRY);
    await app.start();
    return app;
  },
  'a bench': async () =>
    startApp({
      entry: new URL(`file://${ENTRY}`),
      port: await ownPort(),
      env: buildEnv(),
      readyWord: 'Paylink is ready',
    }),
  'a process that is killed': async () => {
    const instance = createInstance(buildEnv);
    await instance.start();
    return instance;
  },
  'a process that stands by': async () => {
    const instance = createInstance(buildEnv, { standsBy: true });
    await instance.start();
    return instance;
  },
};

test.each(Object.keys(STARTS))('%s starts, and reads nothing of where it was started', async (name) => {
  const app = await STARTS[name]?.();
  await app?.stop();
  expect(visits).toBe(0);
  expect(existsSync(poison['DATA_DIR'] ?? '')).toBe(false);
});

test('a command of the shell says what is missing, though the folder has it', async () => {
  const doctor = await runStandIn([join(ROOT, 'dist/paylink/cli.js'), 'doctor', '--json']);
  expect(doctor.stdout).toContain('PAYLINK_BASE_URL');
  expect(doctor.stdout).not.toContain('LOG_LEVEL');
  expect(visits).toBe(0);
});

test('npm test knows nothing of the shell that it was started in', async () => {
  const { DATABASE_URL = '', ...others } = poison;
  // A stand-in would not get this database: the shell adds it.
  const shell = ['-c', `export DATABASE_URL='${DATABASE_URL}' && exec "$@"`, 'sh', process.execPath];
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'sqlite'];
  const { code, stdout } = await runStandIn([...shell, ...vitest, 'test/surroundings/stand-in.test.ts'], {
    program: '/bin/sh',
    folder: ROOT,
    env: { ...others, PAYLINK_ENV_FILE: '' },
  });
  expect(code, stdout).toBe(0);
  expect(visits).toBe(0);
});
