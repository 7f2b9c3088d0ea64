import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';

/** Their tests ask nothing about the product but what they import. */
const OF_TOOLS =
  /^(packages\/|test\/(calls|load|rehearsal|sandbox|simulator|tools)\/|test\/browser\/(app-home|playground-page)\.)/;
/** What every test is run with. */
const OF_ALL = /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig[^/]*\.json|test\/setup\/.*|\.ci\/.*)$/;
const READ = new Set(['.ts', '.mts', '.mjs', '.js']);

const git = (root: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** Where this branch left main. Null: on main itself, without a main, in a clone that is too shallow, or without git. */
const findMergeBase = (root: string): string | null => {
  for (const main of ['origin/main', 'main']) {
    try {
      const base = git(root, 'merge-base', 'HEAD', main);
      return base === git(root, 'rev-parse', 'HEAD') ? null : base;
    } catch {
      // The next name, or none.
    }
  }
  return null;
};

const listChanged = (root: string, base: string): string[] =>
  [
    git(root, 'diff', '--name-only', '--no-renames', base),
    git(root, 'ls-files', '--others', '--exclude-standard'),
  ].flatMap((names) => names.split('\n'));

/** The source of what is built; the bundle is made of all that `src/index.ts` imports. */
const sourceOf = (path: string): string =>
  path
    .replace(/^dist\/paylink\//, 'dist/src/')
    .replace(/^dist\/(.*)\.js$/, '$1.ts')
    .replace(/^dist\//, '');

/** A file, and whatever it names by a relative path, and so on; of a folder that is named, every file. */
const listNamed = (root: string, path: string, seen: Set<string>): Set<string> => {
  const whole = join(root, path);
  if (seen.has(path) || path.startsWith('..') || !existsSync(whole)) return seen;
  if (statSync(whole).isDirectory()) {
    for (const name of readdirSync(whole))
      if (name !== 'node_modules') listNamed(root, join(path, name), seen);
    return seen;
  }
  seen.add(path);
  if (READ.has(extname(path)))
    for (const [, named = ''] of readFileSync(whole, 'utf8').matchAll(/['"`](\.{1,2}\/[^'"`$]*)['"`]/g)) {
      const other = sourceOf(relative(root, join(dirname(whole), named)));
      // A folder above a file is where it stands, not what it reads.
      if (!`${dirname(path)}/`.startsWith(`${other}/`) && other !== '') listNamed(root, other, seen);
    }
  return seen;
};

/** The tests of tools that are, with all that they import, as they were where this branch left main. */
export const listUnchanged = (root: string, tests: readonly string[]): string[] => {
  const base = findMergeBase(root);
  const changed = base === null ? null : new Set(listChanged(root, base));
  if (changed === null || [...changed].some((path) => OF_ALL.test(path))) return [];
  return tests.filter((test) => {
    if (!OF_TOOLS.test(test)) return false;
    const named = listNamed(root, test, new Set());
    // What lies beside a test may be started by its name, and a package is packed whole.
    const [beside = dirname(test)] = /^packages\/[^/]+/.exec(test) ?? [];
    return ![...listNamed(root, beside, named)].some((path) => changed.has(path));
  });
};
