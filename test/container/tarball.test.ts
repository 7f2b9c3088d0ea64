// @module-tag first
// @module-tag long

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { runStandIn } from '../../tools/stand-in.ts';
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
  'what npm packs is the built app alone, and runs where nothing else is installed',
  async () => {
    // It was built before the tests, which read it meanwhile: not built again.
    const [packed] = JSON.parse(
      npm(ROOT, 'pack', '--ignore-scripts', '--json', '--pack-destination', scratch),
    );
    const files: string[] = packed.files.map(({ path }: { path: string }) => path);
    expect(files.length).toBeLessThan(60);
    expect(files.filter((path) => !path.startsWith('dist/paylink/')).sort()).toEqual([
      '.env.example',
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/build.json',
      'manifest.json',
      'package.json',
    ]);

    const folder = join(scratch, 'installed');
    mkdirSync(folder);
    npm(folder, 'install', '--no-audit', '--no-fund', join(scratch, packed.filename));
    expect(existsSync(join(folder, 'node_modules/kysely'))).toBe(false);
    const command = join(folder, 'node_modules/.bin/paylink');
    const run = (...args: string[]) => runStandIn(args, { program: command, folder, env: {} });
    expect(await run('--version')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Paylink ${packageJson.version} (`),
    });
    expect(JSON.parse((await run('manifest', '--url', 'https://pay.example.com')).stdout)).toHaveProperty(
      'features',
    );
    expect(await run('doctor')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('SLACK_SIGNING_SECRET is missing'),
    });

    const { port, stop } = await startBuilt({
      args: ['start'],
      program: command,
      folder,
      dataDir: join(folder, 'data'),
    });
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    expect(await stop()).toBe(0);
  },
  5 * MINUTE,
);
