// @module-tag long
// @module-tag store

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { runStandIn } from '../../../tools/stand-in.ts';
import { type Scene, startScene } from '../../fixtures/start-paylink.ts';
import { buildEnvironment } from './diagnose.ts';

const CLI = fileURLToPath(new URL('../../../dist/src/cli.js', import.meta.url));

let scene: Scene;
let cwd: string;
let env: Record<string, string>;

beforeAll(async () => {
  scene = await startScene({ clock: systemClock });
  cwd = await mkdtemp(join(tmpdir(), 'paylink-doctor-'));
  env = buildEnvironment(scene);
  const lines = Object.entries(env).map(([name, value]) => `${name}="${value}"`);
  await writeFile(join(cwd, '.env'), lines.join('\n'));
});
afterAll(async () => {
  await scene.close();
  await rm(cwd, { recursive: true });
});

const run = (args: string[], changes: Record<string, string> = {}) =>
  runStandIn(args, { folder: cwd, env: { PAYLINK_ENV_FILE: '', ...changes } });

test('reads .env, prints a line for each check and ends with 0', async () => {
  const { code, stdout, stderr } = await run([CLI, 'doctor']);
  expect(stderr).toBe('');
  expect(stdout.match(/^✓ .+$/gm)).toHaveLength(7);
  expect(stdout).toMatch(/\nAll is well\.\n$/);
  expect(code).toBe(0);
});

test('ends with 1 and a remedy if something is wrong; the environment overrides .env', async () => {
  const token = 'xoxb-planted-and-wrong';
  const { code, stdout, stderr } = await run([CLI, 'doctor'], { SLACK_BOT_TOKEN: token });
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^✗ Slack +Slack refuses the token \(invalid_auth\)\n +→ Copy the Bot User OAuth Token/m,
  );
  expect(stdout).toMatch(/\n1 of 7 to correct\.\n$/);
  expect(stdout + stderr).not.toContain(token);
});

test('--json is one document', async () => {
  const { code, stdout } = await run([CLI, 'doctor', '--json'], { PAYLINK_API_KEY: 'planted-api-key' });
  expect(code).toBe(1);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ ok: false, version: expect.stringMatching(/^\d/) });
  expect(report.checks).toHaveLength(7);
  expect(report.checks.find((one: { id: string }) => one.id === 'business')).toEqual({
    id: 'business',
    title: 'Business details',
    status: 'failed',
    seen: expect.any(String),
    remedy: expect.any(String),
    details: [],
  });
  expect(stdout).not.toContain('planted-api-key');
});

test('an unknown option or command is refused with the usage', async () => {
  const option = await run([CLI, 'doctor', '--jsn']);
  expect(option).toMatchObject({ code: 1, stderr: expect.stringContaining('--probe-signature') });
  const command = await run([CLI, 'docter']);
  expect(command).toMatchObject({ code: 1, stderr: expect.stringContaining('paylink doctor') });
});

test('paylink start runs the app, which refuses an incomplete environment', async () => {
  const { code, stderr } = await run([CLI, 'start'], {
    PAYLINK_BASE_URL: 'nowhere',
    SLACK_BOT_TOKEN: 'x',
  });
  expect(code).toBe(78);
  expect(stderr).toContain('PAYLINK_BASE_URL');
});
