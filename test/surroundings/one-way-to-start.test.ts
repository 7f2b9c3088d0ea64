import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = ['packages', 'test', 'tools', 'src'];

/** What starts a process by itself, and what it starts instead of the app. */
const OTHERS: Record<string, string> = {
  'tools/stand-in.ts': 'the one way',
  'tools/bench/app-under-test.ts': 'ps',
  'tools/build/run-beside.mjs': 'lint, types and build',
  'tools/build/snapshot.ts': 'git and the formatter',
  'tools/build/stamp.mjs': 'git',
  'packages/local-slack/test/packed.test.ts': 'npm, and somebody’s app',
  'test/container/build-steps.test.ts': 'npm, as the Dockerfile says',
  'test/container/tarball.test.ts': 'npm',
  'test/crash/postgres-server.ts': 'PostgreSQL',
  'test/matrix/npm-node.mjs': 'npm',
  'test/mutation/drawn-faults.mjs': 'vitest',
  'test/mutation/plant-in-file.mjs': 'vitest',
  'test/mutation/run-mutation.mjs': 'itself on a newer Node',
  'test/repeat/run-repeatedly.mjs': 'what keeps the processors busy',
  'test/repeat/run-vitest.mjs': 'vitest',
  'test/setup/find-draw.ts': 'git',
  'test/setup/tool-tests.ts': 'git',
  'test/setup/tool-tests.test.ts': 'git',
  'test/tools/demo.test.ts': 'the demo, with words of which it starts nothing',
};

const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.m?[jt]s$/.test(file))
    .map((file) => join(folder, file)),
);
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const STARTS_A_PROCESS = /^import (?!type )[^;]*?'node:(child_process|cluster|worker_threads)'/m;

test('tools and tests start the app in one way', () => {
  const starters = FILES.filter((file) => STARTS_A_PROCESS.test(read(file)));
  expect(starters.toSorted()).toEqual(Object.keys(OTHERS).toSorted());
});

test('no test or bench takes a database from the environment but the server for its own', () => {
  const takers = FILES.filter((file) => !file.startsWith('src/')).filter((file) =>
    /process\.env\.?\[?['"]?DATABASE_URL/.test(read(file)),
  );
  expect(takers).toEqual([]);
});
