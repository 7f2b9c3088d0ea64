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
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { parseCopy, ROOT, readDockerfile, type Stage } from './read-dockerfile.ts';
import { NOBODY, startBuilt } from './start-built.ts';

const MINUTE = 60_000;

const scratch = mkdtempSync(join(inject('diskFolder'), 'paylink-image-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Takes half a minute. `.ci/run` has done it on this machine already, so what it installed is linked. */
const INSTALL = 'npm ci --no-audit --no-fund';

const rootOf = (stage: string) => join(scratch, stage);

const COMMIT = '0123456789ab';

/** What npm has downloaded before is taken from its cache. */
const BUILD_ENV = {
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  npm_config_prefer_offline: 'true',
  // As `--build-arg COMMIT=…`.
  COMMIT,
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
    if (instruction !== 'RUN') continue;
    if (given === INSTALL) symlinkSync(join(ROOT, 'node_modules'), join(workDir, 'node_modules'));
    // The last stage's only command creates the data folder at the real root, so it is skipped.
    else if (stage.name !== null)
      execFileSync('/bin/sh', ['-c', given], { cwd: workDir, env: BUILD_ENV, stdio: 'pipe' });
  }
};

test(
  'the steps of the Dockerfile make an app that starts from files it cannot write, is healthy, and obeys SIGTERM',
  async () => {
    const stages = readDockerfile();
    for (const stage of stages) runStage(stage, stage.name ?? 'image');
    const app = join(rootOf('image'), 'app');
    expect(readdirSync(app).sort()).toEqual([
      'LICENSE',
      'dist',
      'manifest.json',
      'node_modules',
      'package.json',
    ]);
    expect(readdirSync(join(app, 'dist')).sort()).toEqual(['build.json', 'paylink']);
    expect(JSON.parse(readFileSync(join(app, 'dist/build.json'), 'utf8'))).toEqual({ build: COMMIT });
    expect(readdirSync(join(app, 'node_modules'))).toContain('libsql');
    expect(readdirSync(join(app, 'node_modules'))).not.toContain('kysely');

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
  // npm may download.
  5 * MINUTE,
);
