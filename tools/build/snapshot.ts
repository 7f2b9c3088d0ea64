import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RELEASED } from '../../src/store/releases.ts';
import { version } from '../../src/version.ts';
import { describeStored } from './describe-stored.ts';
import { buildStoredDatabase } from './stored-database.ts';

// Writes what this release stores, for the upgrades from it, and a database of it, for their tests.
const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

const snapshot = `src/store/snapshots/${version}.json`;
if (run('git', 'ls-tree', '--name-only', 'HEAD', snapshot) === '') {
  const written = {
    [snapshot]: { version, ...describeStored() },
    [`test/store/stored/${version}.json`]: await buildStoredDatabase(),
  };
  for (const [file, value] of Object.entries(written)) {
    mkdirSync(dirname(`${root}${file}`), { recursive: true });
    writeFileSync(`${root}${file}`, JSON.stringify(value));
    run('npx', 'biome', 'format', '--write', file);
    process.stdout.write(`${file} is written.\n`);
  }
  // A build does not see that only a JSON file has changed.
  rmSync(`${root}dist/src/.tsbuildinfo`, { force: true });
  if (!RELEASED.some((released) => released.version === version))
    process.stdout.write('src/store/releases.ts must list the snapshot.\n');
} else {
  process.stderr.write(
    `The snapshot of ${version} is committed: it says what databases of that release hold, and stays. Set the next version in package.json first.\n`,
  );
  process.exitCode = 1;
}
