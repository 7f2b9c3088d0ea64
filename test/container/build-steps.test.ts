// @module-tag first
// @module-tag by-hand

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startStandIn } from '../../tools/stand-in.ts';
import { parseCopy, ROOT, readDockerfile, type Stage } from './read-dockerfile.ts';

/** Debian's `nobody`: root can write read-only files. */
const NOBODY = 65_534;
const MINUTE = 60_000;

const scratch = mkdtempSync(join(tmpdir(), 'paylink-image-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const rootOf = (stage: string) => join(scratch, stage);

const PATH = process.env['PATH'] ?? '';
const lockOf = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8');

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
    if (instruction === 'RUN' && given.includes('npm')) {
      // `npm ci` made these packages for the tests from the same lock file.
      if (given.startsWith('npm ci ')) {
        expect(lockOf(workDir)).toBe(lockOf(ROOT));
        // Without what the test runner keeps there, and writes meanwhile.
        const copy =
          'tar --create --exclude=\'node_modules/.*vite*\' node_modules | tar --extract --directory "$TO"';
        execFileSync('/bin/sh', ['-c', copy], { cwd: ROOT, env: { PATH, TO: workDir }, stdio: 'pipe' });
        continue;
      }
      const npm = { npm_config_prefer_offline: 'true', HOME: process.env['HOME'] ?? '' };
      const env = { PATH, ...npm };
      execFileSync('/bin/sh', ['-c', given], { cwd: workDir, env, stdio: 'pipe' });
    }
  }
};

const start = (app: string, dataDir: string) => {
  const isRoot = process.getuid?.() === 0;
  const child = startStandIn(['dist/paylink/index.js'], {
    folder: app,
    user: isRoot ? { uid: NOBODY, gid: NOBODY } : undefined,
    env: {
      NODE_ENV: 'production',
      PORT: '0',
      PUBLIC_URL: 'http://127.0.0.1:9',
      SLACK_SIGNING_SECRET: 'secret',
      SLACK_BOT_TOKEN: 'xoxb-nobody',
      SLACK_API_URL: 'http://127.0.0.1:9/api',
      PAYLINK_BASE_URL: 'http://127.0.0.1:9/api',
      PAYLINK_API_KEY: 'key',
      PAYLINK_ACCOUNT_ID: 'account',
      PAYLINK_SECRET_KEY: 'secret',
      DATA_DIR: dataDir,
    },
  });
  let output = '';
  const ready = new Promise<number>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const port = /"port":(\d+),"msg":"Paylink is ready"/.exec(output)?.[1];
      if (port !== undefined) resolve(Number(port));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { child, ready, ended };
};

test(
  'the steps of the Dockerfile make an app that starts from files it cannot write, is healthy, and obeys SIGTERM',
  async () => {
    const stages = readDockerfile();
    for (const stage of stages) runStage(stage, stage.name ?? 'image');
    const app = join(rootOf('image'), 'app');
    expect(existsSync(join(app, 'node_modules/typescript'))).toBe(false);
    expect(existsSync(join(app, 'dist/packages'))).toBe(false);
    expect(existsSync(join(app, 'src'))).toBe(false);

    chmodSync(scratch, 0o755);
    execFileSync('chmod', ['-R', 'a-w,a+rX', app]);
    const dataDir = join(scratch, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    if (process.getuid?.() === 0) chownSync(dataDir, NOBODY, NOBODY);

    const { child, ready, ended } = start(app, dataDir);
    const port = await ready;
    const healthcheck = stages.at(-1)?.instructions.find(({ name }) => name === 'HEALTHCHECK')?.given ?? '';
    const [, command = '[]'] = /CMD (\[.*\])$/.exec(healthcheck) ?? [];
    const [, ...args]: string[] = JSON.parse(command);
    execFileSync(process.execPath, args, { env: { PORT: String(port) } });
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(existsSync(join(dataDir, 'paylink.db'))).toBe(true);
    expect(statSync(join(app, 'dist')).mode & 0o222).toBe(0);
  },
  5 * MINUTE,
);
