// @module-tag first
// @module-tag long

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { ROOT } from './read-dockerfile.ts';
import { startBuilt } from './start-built.ts';

const scratch = mkdtempSync(join(inject('diskFolder'), 'paylink-tarball-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const MINUTE = 60_000;

const npm = (folder: string, ...args: string[]): string =>
  execFileSync('npm', args, {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      npm_config_prefer_offline: 'true',
    },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

test(
  'what npm packs, installed in an empty folder, holds the built app alone, and starts',
  async () => {
    // It was built before the tests, which read it meanwhile: not built again.
    const [, file = ''] =
      /^(.*\.tgz)$/m.exec(npm(ROOT, 'pack', '--ignore-scripts', '--pack-destination', scratch)) ?? [];
    const folder = join(scratch, 'installed');
    mkdirSync(folder);
    npm(folder, 'install', '--no-audit', '--no-fund', join(scratch, file));
    const app = join(folder, 'node_modules/paylink-slack');
    expect(readdirSync(app).sort()).toEqual(
      ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'manifest.json', 'package.json'].sort(),
    );
    expect(readdirSync(join(app, 'dist')).sort()).toEqual(['build.json', 'paylink', 'src']);
    expect(existsSync(join(folder, 'node_modules/typescript'))).toBe(false);
    expect(npm(folder, 'exec', '--', 'paylink', '--help')).toContain('doctor');
    const { port, stop } = await startBuilt({
      args: [join(app, 'dist/paylink/index.js')],
      folder,
      dataDir: join(folder, 'data'),
    });
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    expect(await stop()).toBe(0);
  },
  10 * MINUTE,
);
