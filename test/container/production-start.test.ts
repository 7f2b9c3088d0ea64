// @module-tag long

import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { runStandIn, startStandIn } from '../../tools/stand-in.ts';
import { ROOT } from './read-dockerfile.ts';

vi.setConfig({ testTimeout: 240_000 });

const scratch = mkdtempSync(join(tmpdir(), 'paylink-production-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** What a clone has, and what its last build left. */
const SOURCES = 'package.json package-lock.json tsconfig.base.json tsconfig.json manifest.json'.split(' ');
const FOLDERS = 'src packages tools test/stories dist'.split(' ');

const copy = (name: string, ...what: string[]): string => {
  const folder = join(scratch, name);
  mkdirSync(folder);
  for (const one of what)
    cpSync(join(ROOT, one), join(folder, one), { recursive: true, preserveTimestamps: true });
  return folder;
};

test('NODE_ENV=production npm start builds and starts, with the tools of the build', async () => {
  const folder = copy('whole', ...SOURCES, ...FOLDERS);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const child = startStandIn(['start'], {
    program: 'npm',
    folder,
    isGroup: true,
    env: {
      NODE_ENV: 'production',
      HOME: folder,
      PORT: '0',
      PUBLIC_URL: 'http://127.0.0.1:9',
      SLACK_SIGNING_SECRET: 'secret',
      SLACK_BOT_TOKEN: 'xoxb-playground',
      SLACK_API_URL: 'http://127.0.0.1:9/api',
      PAYLINK_BASE_URL: 'http://127.0.0.1:9/api',
      PAYLINK_API_KEY: 'key',
      PAYLINK_ACCOUNT_ID: 'account',
      PAYLINK_SECRET_KEY: 'secret',
      DATA_DIR: join(folder, 'data'),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const ended = once(child, 'close');
  await Promise.race([vi.waitUntil(() => output.includes('"msg":"Paylink is ready"'), 200_000), ended]);
  expect(output).toContain('"msg":"Paylink is ready"');
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  await ended;
});

test('without them npm start says so in one line, with the remedy, and ends with 78', async () => {
  const folder = copy('bare', 'package.json', 'build');
  const { code, stderr } = await runStandIn(['start', '--silent'], {
    program: 'npm',
    folder,
    env: { NODE_ENV: 'production', HOME: folder },
  });
  expect(stderr).toBe(
    'Paylink cannot be built: typescript and rolldown not installed. Run `npm ci --include=dev`; what was built before starts with `node dist/paylink/index.js`.\n',
  );
  expect(code).toBe(78);
});
