import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { version } from '../../src/version.ts';
import { describeStored } from './describe-stored.ts';

// Writes what this release stores, for the upgrades from it.
const root = fileURLToPath(new URL('../../..', import.meta.url));
const file = `src/store/snapshots/${version}.json`;
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

if (run('git', 'tag', '--list', `v${version}`) === '') {
  writeFileSync(`${root}${file}`, JSON.stringify({ version, ...describeStored() }));
  run('npx', 'biome', 'format', '--write', file);
  process.stdout.write(`${file} is written. src/store/releases.ts must list it.\n`);
} else {
  process.stderr.write(
    `${version} is released (tag v${version}): its snapshot says what its databases hold, and stays. Set the next version in package.json first.\n`,
  );
  process.exitCode = 1;
}
