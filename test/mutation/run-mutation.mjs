// Plants small faults in the files of mutated-files.json, one at a time, and counts those that their tests notice.
//   npm run test:mutation -- src/links/check-plan.ts
//   npm run test:mutation -- src/links/check-plan.ts:40-50
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentOf, executableOf, installMissing, NODE_VERSIONS, ROOT } from '../matrix/npm-node.mjs';

const FOLDER = fileURLToPath(new URL('./stryker', import.meta.url));
const STRYKER = join(FOLDER, 'node_modules', '@stryker-mutator', 'core');
const REPORT = join(ROOT, 'node_modules', '.cache', 'mutation', 'report.json');
const NEWEST_NODE = NODE_VERSIONS.at(-1);

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Its packages are its own: whoever only uses or tests the app installs none of them. Vitest is the project's. */
const installStryker = () => {
  const args = [
    'ci',
    '--legacy-peer-deps',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--loglevel=error',
  ];
  const npm = process.env.npm_execpath;
  if (npm) execFileSync(process.execPath, [npm, ...args], { cwd: FOLDER, stdio: 'inherit' });
  else execFileSync('npm', args, { cwd: FOLDER, stdio: 'inherit', shell: process.platform === 'win32' });
};
if (!existsSync(STRYKER)) installStryker();

const majorOf = (version) => Number(/\d+/.exec(version)?.[0]);
const isNodeNewEnough =
  majorOf(process.versions.node) >= majorOf(read(join(STRYKER, 'package.json')).engines.node);

const mutated = read(new URL('./mutated-files.json', import.meta.url));
const asked = process.argv.slice(2);
const askedFiles = [...new Set(asked.map((one) => one.replace(/:[\d:-]+$/, '')))];
const unknown = askedFiles.filter((file) => !(file in mutated));
if (unknown.length > 0) {
  process.stderr.write(`Not in test/mutation/mutated-files.json: ${unknown.join(', ')}\n`);
  process.exit(1);
}

rmSync(REPORT, { force: true });
if (!isNodeNewEnough) installMissing();
const env = isNodeNewEnough ? process.env : environmentOf(NEWEST_NODE);
const child = spawn(
  isNodeNewEnough ? process.execPath : executableOf(NEWEST_NODE),
  [
    join(STRYKER, 'bin', 'stryker.js'),
    'run',
    'test/mutation/stryker.config.mjs',
    ...(asked.length > 0 ? ['--mutate', asked.join(',')] : []),
  ],
  { cwd: ROOT, env: { ...env, MUTATED_FILES: askedFiles.join(',') }, stdio: 'inherit' },
);
const [code] = await once(child, 'close');
process.exitCode = code ?? 1;

/** Where it is, what it was and what it became, as survivors.json has it. */
const survivorsOf = ([file, { source, mutants }]) => {
  const lines = source.split('\n');
  return mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ location, replacement }) => ({
      file,
      at: location.start.line,
      line: lines[location.start.line - 1].trim(),
      becomes: replacement,
    }));
};

const explained = read(new URL('./survivors.json', import.meta.url));
const isExplained = ({ file, line, becomes }) =>
  (explained[file] ?? []).some((one) => one.line === line && one.becomes === becomes);

// Without one Stryker has said itself what is wrong.
const files = existsSync(REPORT) ? read(REPORT).files : {};
const survivors = Object.entries(files).flatMap(survivorsOf);
const open = survivors.filter((survivor) => !isExplained(survivor));
process.stdout.write(
  `${survivors.length} faults were not noticed, of which ${open.length} are not explained in survivors.json.\n`,
);
for (const { file, at, line, becomes } of open)
  process.stdout.write(`  ${file}:${at}\n    ${line}\n    became ${becomes}\n`);
