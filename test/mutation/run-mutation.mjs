// Plants small faults, one at a time, and counts those that the tests notice.
//   npm run test:mutation                                  all files of mutated-files.json
//   npm run test:mutation -- store src/links/checks/check-plan.ts one room and one file
//   npm run test:mutation -- src/links/checks/check-plan.ts:40-50 some lines
//   npm run test:mutation -- --rest reports                what is not in that list, held to no number
//   npm run test:mutation -- --drawn store                 the faults of drawn-faults.json, in a room or file or all
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  environmentOf,
  executableOf,
  installMissing,
  NODE_VERSIONS,
  ROOT,
  runNpm,
} from '../matrix/npm-node.mjs';

const FOLDER = fileURLToPath(new URL('./stryker', import.meta.url));
const INSTRUMENTER = join(FOLDER, 'node_modules', '@stryker-mutator', 'instrumenter');
const REPORT = join(ROOT, 'node_modules', '.cache', 'mutation', 'report.json');
const NEWEST_NODE = NODE_VERSIONS.at(-1);
const LEAST = 0.9;
/** Each is a process with its tests. */
const FILES_AT_ONCE = 2;

/** The room for a file's results: its folder; the approvals' part of the store counts for approvals. */
const roomOf = (file) => {
  if (file.includes('approval')) return 'approvals';
  const [, room, inside] = file.split('/');
  return inside === undefined ? 'app' : room;
};
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Stryker's packages are separate, so that the app and its tests do not install them. Vitest is the project's. */
if (!existsSync(INSTRUMENTER)) runNpm(['ci'], { cwd: FOLDER });

const majorOf = (version) => Number(/\d+/.exec(version)?.[0]);
if (majorOf(process.versions.node) < majorOf(read(join(INSTRUMENTER, 'package.json')).engines.node)) {
  installMissing();
  const again = spawn(executableOf(NEWEST_NODE), process.argv.slice(1), {
    env: environmentOf(NEWEST_NODE),
    stdio: 'inherit',
  });
  const [code] = await once(again, 'close');
  process.exit(code ?? 1);
}
if (process.argv.includes('--drawn')) {
  const { runDrawnFaults } = await import('./drawn-faults.mjs');
  await runDrawnFaults(process.argv.slice(2).filter((word) => word !== '--drawn'));
  process.exit();
}
const { listRest } = await import('./list-rest.ts');
const { plantInFile } = await import('./plant-in-file.mjs');
const { findServer } = await import('../setup/find-server.ts');

const isRest = process.argv.includes('--rest');
const asked = process.argv
  .slice(2)
  .filter((word) => word !== '--rest')
  .map((word) => {
    const [, name, from, to = from] = /^(.*?)(?::(\d+)(?:-(\d+))?)?$/.exec(word);
    return { name, from: Number(from ?? 0), to: Number(to ?? Number.POSITIVE_INFINITY) };
  });
const all = isRest ? listRest() : read(new URL('./mutated-files.json', import.meta.url));
const isOf = (file, { name }) => file === name || roomOf(file) === name;
const unknown = asked.filter((one) => !Object.keys(all).some((file) => isOf(file, one)));
if (unknown.length > 0) {
  const where = isRest ? 'the rest of the app' : 'test/mutation/mutated-files.json';
  process.stderr.write(`Not in ${where}: ${unknown.map(({ name }) => name).join(', ')}\n`);
  process.exit(1);
}

const explained = read(new URL('./survivors.json', import.meta.url));
const isExplained = ({ file, line, becomes }) =>
  Object.values(explained[file] ?? {}).some((lines) => [lines[line]].flat().includes(becomes));
const percent = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);
/** `equal`: explained in survivors.json, where each reason has its lines and what they become. */
const count = (faults) => ({
  planted: faults.length,
  noticed: faults.filter(({ became }) => became === 'noticed').length,
  equal: faults.filter((fault) => fault.became !== 'noticed' && isExplained(fault)).length,
});
const line = (name, { planted, noticed, equal }) =>
  `${name.padEnd(48)} ${String(planted).padStart(5)} ${String(noticed).padStart(7)} ${percent(noticed, planted).padStart(8)}` +
  ` ${String(equal).padStart(6)} ${percent(noticed, planted - equal).padStart(8)}\n`;
const HEAD = `${''.padEnd(48)} faults noticed            equal  without\n`;

const server = await findServer();
const files = Object.entries(all).filter(
  ([file]) => asked.length === 0 || asked.some((one) => isOf(file, one)),
);
const faults = [];
const untold = [];
process.stdout.write(HEAD);
const work = async () => {
  for (let next = files.shift(); next; next = files.shift()) {
    const [name, tests] = next;
    const parts = asked.filter((one) => isOf(name, one));
    const isAsked = (at) => parts.length === 0 || parts.some(({ from, to }) => at >= from && at <= to);
    if (tests.length === 0) {
      untold.push(name);
      continue;
    }
    const onServer = name.startsWith('src/store/') ? server : null;
    const planted = await plantInFile({ name, tests, isAsked, isExplained, server: onServer }).catch(
      (error) => {
        process.stderr.write(`${error.message}\n`);
        process.exitCode = 1;
        return [];
      },
    );
    faults.push(...planted);
    process.stdout.write(line(name, count(planted)));
  }
};
await Promise.all(Array.from({ length: FILES_AT_ONCE }, work));

const open = faults.filter((fault) => fault.became !== 'noticed' && !isExplained(fault));
writeFileSync(REPORT, JSON.stringify({ faults }));
if (!isRest || asked.length > 0) {
  for (const { file, at, line: was, becomes, became } of open)
    process.stdout.write(
      `  ${file}:${at}${became === 'uncovered' ? ' (no test runs it)' : ''}\n    ${was}\n    became ${becomes}\n`,
    );
}
process.stdout.write(`\n${HEAD}`);
const rooms = Map.groupBy(faults, ({ file }) => roomOf(file));
for (const [room, ofRoom] of [...rooms].sort()) process.stdout.write(line(room, count(ofRoom)));
process.stdout.write(line('all', count(faults)));
if (untold.length > 0) process.stdout.write(`No quick test of its own: ${untold.sort().join(', ')}\n`);
const low = [...rooms].filter(([, ofRoom]) => count(ofRoom).noticed < LEAST * ofRoom.length);
if (!isRest && low.length > 0) {
  process.stdout.write(`Less than ${percent(LEAST, 1)}: ${low.map(([room]) => room).join(', ')}\n`);
  process.exitCode = 1;
}
