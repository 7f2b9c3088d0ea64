// Plants each fault in a copy of the compiled code, and prints after how many seeds it was found and the CPU time. Fails
// if one was not found. Some were real faults of Paylink that the simulator found.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runStandIn } from '../../dist/tools/stand-in.js';

const PLANTED_FAULTS = Object.entries(
  JSON.parse(readFileSync(new URL('./planted-faults.json', import.meta.url), 'utf8')),
).flatMap(([file, faults]) =>
  Object.entries(faults).map(([name, replacements]) => ({ name, file, replacements })),
);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const USAGE = `Plants each fault of test/simulator/planted-faults.json and says after how many seeds the simulator finds it.

  npm run simulate:planted -- 2000          at most so many seeds for each
  npm run simulate:planted -- 2000 refund   only those with this in their name
`;
const refuse = (fault) => {
  process.stderr.write(`${fault} npm run simulate:planted -- --help says what it takes.\n`);
  process.exit(1);
};
const [seeds = '2000', ONLY = '', ...tooMany] = process.argv.slice(2);
const option = process.argv.slice(2).find((word) => word.startsWith('-'));
if (option === '--help') {
  process.stdout.write(USAGE);
  process.exit(0);
}
if (option !== undefined) refuse(`Unknown option '${option}'.`);
const SEEDS = Number(seeds);
if (!Number.isSafeInteger(SEEDS) || SEEDS < 1) refuse(`'${seeds}' is no number of seeds.`);
if (tooMany.length > 0) refuse('Put a name of several words in quotes.');

const plant = ({ name, file, replacements }) => {
  const folder = mkdtempSync(join(tmpdir(), 'paylink-planted-'));
  const isRun = (path) => !/\.(d\.ts|map|tsbuildinfo)$/.test(path);
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true, filter: isRun });
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const path = join(folder, 'dist', file);
  let code = readFileSync(path, 'utf8');
  for (const [from, to] of Object.entries(replacements)) {
    if (code.split(from).length !== 2)
      throw new Error(`${name}: ${file} does not contain its code exactly once`);
    code = code.replace(from, () => to);
  }
  writeFileSync(path, code);
  return folder;
};

const simulate = async (folder, ...options) => {
  const { stdout, stderr } = await runStandIn([join(folder, 'dist/tools/simulator/simulate.js'), ...options]);
  const lines = stdout.trimEnd().split('\n');
  try {
    return { ...JSON.parse(lines.at(-1) ?? ''), complaint: lines[1]?.trim() ?? '' };
  } catch {
    throw new Error(`the simulator ended without its figures: ${stderr.slice(0, 500)}`);
  }
};

/** A seed that also fails without the fault does not count. */
const search = async (folder) => {
  let cpuMs = 0;
  for (let from = 1; from <= SEEDS; ) {
    const range = [`--from=${from}`, `--seeds=${SEEDS - from + 1}`];
    const run = await simulate(folder, ...range, '--until-failure', '--whole', '--workers=1');
    const seed = from + run.seeds - 1;
    cpuMs += run.cpuMsPerSeed * run.seeds;
    if (run.failed === 0) break;
    if ((await simulate(ROOT, `--seed=${seed}`, '--whole')).failed === 0)
      return { seed, cpuMs, complaint: run.complaint };
    console.log(`seed ${seed} fails without any fault planted`);
    from = seed + 1;
  }
  return { seed: null, cpuMs };
};

const waiting = PLANTED_FAULTS.filter(({ name }) => name.includes(ONLY));
if (waiting.length === 0) refuse(`No planted fault has '${ONLY}' in its name.`);
const rows = [];
const work = async () => {
  for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
    const folder = plant(fault);
    const found = await search(folder).finally(() => rmSync(folder, { recursive: true }));
    const seconds = (found.cpuMs / 1_000).toFixed(1);
    rows.push({ name: fault.name, seed: found.seed, seconds });
    console.log(
      found.seed !== null
        ? `found after ${found.seed}, ${seconds} s: ${fault.name} (${found.complaint.slice(0, 100)})`
        : `NOT FOUND in ${SEEDS}: ${fault.name}`,
    );
  }
};
await Promise.all(Array.from({ length: availableParallelism() }, work));
rows.sort((one, other) => (one.seed ?? Number.POSITIVE_INFINITY) - (other.seed ?? Number.POSITIVE_INFINITY));
console.log(`\n| fault | found after | seconds of one processor |\n|---|---|---|`);
for (const { name, seed, seconds } of rows)
  console.log(`| ${name} | ${seed ?? `not in ${SEEDS}`} | ${seconds} |`);
process.exit(rows.every(({ seed }) => seed !== null) ? 0 : 1);
