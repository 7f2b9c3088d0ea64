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

/** The commit before this one; null: the history here does not go back to it. */
export const findCommitBefore = (): string | null => {
  try {
    return run('git', ['rev-parse', '--verify', '--quiet', 'HEAD~1^{commit}'], ROOT).toString().trim();
  } catch {
    return null;
  }
};

/** Builds the app of that commit from its own sources, in an empty folder. Returns what starts it. */
export const buildCommit = (commit: string, folder: string): string => {
  mkdirSync(folder);
  const archive = join(folder, 'sources.tar');
  run('git', ['archive', '--format=tar', `--output=${archive}`, commit], ROOT);
  run('tar', ['-xf', archive], folder);
  const lockOf = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (lockOf(folder) === lockOf(ROOT)) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  else run('npm', ['ci', '--no-audit', '--no-fund'], folder);
  // Its types were checked when it was made.
  run(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'src', '--noCheck'], folder);
  if (existsSync(join(folder, 'tools/build/stamp.mjs')))
    run(process.execPath, ['tools/build/stamp.mjs'], folder);
  return join(folder, 'dist/src/index.js');
};
