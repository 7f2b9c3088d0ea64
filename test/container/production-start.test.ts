// @module-tag long

import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { runStandIn } from '../../tools/stand-in.ts';
import { ROOT } from './read-dockerfile.ts';
import { startBuilt } from './start-built.ts';

vi.setConfig({ testTimeout: 240_000 });

const scratch = mkdtempSync(join(tmpdir(), 'paylink-production-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** What a clone has, and what its last build left. */
const SOURCES = 'package.json package-lock.json tsconfig.base.json tsconfig.json manifest.json'.split(' ');
const FOLDERS = 'src packages tools dist'.split(' ');

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
  const { stop } = await startBuilt({
    args: ['start'],
    program: 'npm',
    folder,
    dataDir: join(folder, 'data'),
  });
  await stop();
});

test('without them npm start says so in one line, with the remedy, and ends with 78', async () => {
  const folder = copy('bare', 'package.json', 'tools/build');
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
