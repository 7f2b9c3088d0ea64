import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { perTest } from '../fixtures/per-test.ts';
import { findDraw } from './find-draw.ts';
import { listUnchanged } from './tool-tests.ts';

const [PACKAGE, CALLS, LOAD] = [
  'packages/slack/test/slack.test.ts',
  'test/calls/calls.test.ts',
  'test/load/load.test.ts',
];
const TOOLS = [PACKAGE, CALLS, LOAD];
/** One of them is no tool’s. */
const TESTS = ['test/links/link.test.ts', ...TOOLS];
const FILES = {
  'package.json': '{}',
  'packages/slack/README.md': '',
  [PACKAGE]: '',
  [CALLS]: "import { till } from '../../tools/bench/till.ts';",
  'tools/bench/till.ts': "import { sell } from '../../src/sell.ts';",
  'src/sell.ts': '',
  'src/index.ts': "await import('./open.ts');",
  'src/open.ts': '',
  'src/other.ts': '',
  'test/links/link.test.ts': '',
  [LOAD]: "const ENTRY = new URL('../../dist/paylink/index.js', import.meta.url);",
  'test/load/started.mjs': "const ROOT = new URL('../../', import.meta.url);",
};

const write = (root: string, path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

const repository = perTest(async () => {
  const root = mkdtempSync(join(tmpdir(), 'paylink-tools-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Nobody', '-c', 'user.email=nobody@example.org', ...args], {
      cwd: root,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet', '--initial-branch', 'main');
  for (const [path, text] of Object.entries(FILES)) write(root, path, text);
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  return { root, git, close: async () => rmSync(root, { recursive: true, force: true }) };
});

/** On a branch, with this file changed and committed. */
const change = (path: string): readonly string[] => {
  const { root, git } = repository;
  git('checkout', '--quiet', '-b', 'branch');
  write(root, path, 'changed');
  git('add', '.');
  git('commit', '--quiet', '--message', 'second');
  return listUnchanged(root, TESTS);
};

test.each([
  ['the tool', 'tools/bench/till.ts', [PACKAGE, LOAD]],
  ['what the tool imports', 'src/sell.ts', [PACKAGE, LOAD]],
  ['what the built app is made of', 'src/open.ts', [PACKAGE, CALLS]],
  ['what lies beside the test', 'test/load/started.mjs', [PACKAGE, CALLS]],
  ['a package', 'packages/slack/README.md', [CALLS, LOAD]],
  ['something else', 'src/other.ts', TOOLS],
  ['what all tests run with', 'package.json', []],
])('of a change of %s, these tests of tools see nothing', (_, path, unchanged) => {
  expect(change(path)).toEqual(unchanged);
});

test('a change that is not committed counts, too', () => {
  change('src/other.ts');
  write(repository.root, 'tools/bench/till.ts', 'changed');
  expect(listUnchanged(repository.root, TESTS)).toEqual([PACKAGE, LOAD]);
});

test('all run on main itself, and where nobody knows where the branch left it', () => {
  const { root, git } = repository;
  expect(listUnchanged(root, TESTS)).toEqual([]);
  git('branch', '--move', 'trunk');
  expect(listUnchanged(root, TESTS)).toEqual([]);
  rmSync(join(root, '.git'), { recursive: true });
  expect(listUnchanged(root, TESTS)).toEqual([]);
});

test('similar rows are drawn by the commit, by one that is named, or always alike without a history', () => {
  const { root, git } = repository;
  const commit = git('rev-parse', 'HEAD');
  expect(findDraw(root, undefined)).toBe(commit.slice(0, 7));
  expect(findDraw(root, '0123456789abcdef')).toBe('0123456');
  expect(() => findDraw(root, 'yesterday')).toThrow('SAMPLE_OF takes the hash of a commit');
  rmSync(join(root, '.git'), { recursive: true });
  expect(findDraw(root, undefined)).toBe('0000000');
});
