import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './read-dockerfile.ts';

const run = (program: string, args: string[], cwd: string): Buffer =>
  execFileSync(program, args, {
    cwd,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      npm_config_prefer_offline: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 2 ** 30,
  });

/** On a machine that tests, the sources may belong to somebody else. */
const git = (...args: string[]): Buffer => run('git', ['-c', 'safe.directory=*', ...args], ROOT);

/**
 * The commit before this one; null: these are no clone, but an archive of the sources, which nobody releases from. In a
 * clone whose history does not go back to it, nobody can say that an upgrade works.
 */
export const findCommitBefore = (): string | null => {
  if (!existsSync(join(ROOT, '.git'))) return null;
  try {
    return git('rev-parse', '--verify', '--quiet', 'HEAD~1^{commit}').toString().trim();
  } catch (error) {
    throw new Error('This clone has no commit before HEAD: `git fetch --deepen=1` brings it.', {
      cause: error,
    });
  }
};

/** Builds the app of that commit in an empty folder, as its own Dockerfile does. Returns what starts it. */
export const buildCommit = (commit: string, folder: string): string => {
  mkdirSync(folder);
  const archive = join(folder, 'sources.tar');
  git('archive', '--format=tar', `--output=${archive}`, commit);
  run('tar', ['-xf', archive], folder);
  const lockOf = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (lockOf(folder) === lockOf(ROOT)) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  else run('npm', ['ci', '--no-audit', '--no-fund'], folder);
  const [, build = ''] =
    /^RUN (npx tsc .*?)(?: && npm prune.*)?$/m.exec(readFileSync(join(folder, 'Dockerfile'), 'utf8')) ?? [];
  run('/bin/sh', ['-c', build], folder);
  return join(folder, 'dist/paylink/index.js');
};
