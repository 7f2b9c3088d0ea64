// @module-tag first
// @module-tag long

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { parseCopy, ROOT, readDockerfile, type Stage } from './read-dockerfile.ts';
import { NOBODY, startBuilt } from './start-built.ts';

const MINUTE = 60_000;

const scratch = mkdtempSync(join(inject('diskFolder'), 'paylink-image-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const rootOf = (stage: string) => join(scratch, stage);

/** What npm has downloaded before is taken from its cache. */
const BUILD_ENV = {
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  npm_config_prefer_offline: 'true',
};

/** Each stage in its own folder, which represents the image's root. */
const runStage = (stage: Stage, name: string): void => {
  const root = rootOf(name);
  let workDir = root;
  for (const { name: instruction, given } of stage.instructions) {
    if (instruction === 'WORKDIR') {
      workDir = join(root, given);
      mkdirSync(workDir, { recursive: true });
    }
    if (instruction === 'COPY') {
      const { from, sources, to } = parseCopy(given);
      for (const source of sources) {
        const path = join(from === null ? ROOT : rootOf(from), source);
        const isIntoFolder = to.endsWith('/');
        cpSync(path, join(workDir, to, isIntoFolder ? basename(source) : ''), { recursive: true });
      }
    }
    // The last stage's only command creates the data folder at the real root, so it is skipped.
    if (instruction === 'RUN' && given.includes('npm'))
      execFileSync('/bin/sh', ['-c', given], { cwd: workDir, env: BUILD_ENV, stdio: 'pipe' });
  }
};

test(
  'the steps of the Dockerfile make an app that starts from files it cannot write, is healthy, and obeys SIGTERM',
  async () => {
    const stages = readDockerfile();
    for (const stage of stages) runStage(stage, stage.name ?? 'image');
    const app = join(rootOf('image'), 'app');
    expect(existsSync(join(app, 'node_modules/typescript'))).toBe(false);
    expect(readdirSync(app).sort()).toEqual(['dist', 'manifest.json', 'node_modules', 'package.json']);
    expect(readdirSync(join(app, 'dist')).sort()).toEqual(['build.json', 'paylink', 'src']);

    chmodSync(scratch, 0o755);
    execFileSync('chmod', ['-R', 'a-w,a+rX', app]);
    const dataDir = join(scratch, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    if (process.getuid?.() === 0) chownSync(dataDir, NOBODY, NOBODY);

    const { port, stop } = await startBuilt({
      args: ['dist/paylink/index.js'],
      folder: app,
      dataDir,
      isUnprivileged: true,
    });
    const healthcheck = stages.at(-1)?.instructions.find(({ name }) => name === 'HEALTHCHECK')?.given ?? '';
    const [, command = '[]'] = /CMD (\[.*\])$/.exec(healthcheck) ?? [];
    const [, ...args]: string[] = JSON.parse(command);
    execFileSync(process.execPath, args, { env: { PORT: String(port) } });
    expect(await stop()).toBe(0);
    expect(existsSync(join(dataDir, 'paylink.db'))).toBe(true);
    expect(statSync(join(app, 'dist')).mode & 0o222).toBe(0);
  },
  // npm downloads.
  10 * MINUTE,
);
