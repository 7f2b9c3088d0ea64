// Plants every fault of Stryker's instrumenter in one file, and runs its tests once for each.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../matrix/npm-node.mjs';
import { Instrumenter } from './stryker/node_modules/@stryker-mutator/instrumenter/dist/src/index.js';

/** Reported only by tests that end by themselves. */
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

export const CACHE = join(ROOT, 'node_modules', '.cache', 'mutation');
/** Each fault registers all tests again. */
const FAULTS_IN_A_PROCESS = 150;
/** A process without output hangs: the limit of one test is a minute. */
const PATIENCE_MS = 240_000;

/** A logger that says nothing. */
export const QUIET = new Proxy({}, { get: () => () => false });

const readResults = (path) =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];

/** Including its child processes, which may loop endlessly. */
const end = (child) => {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // They have ended.
  }
};

/** Waits for the end, and kills a process that writes in none of these files. Its exit code. */
export const waitFor = async (child, files, patienceMs) => {
  const lastWord = () => Math.max(...files.map((file) => (existsSync(file) ? statSync(file).mtimeMs : 0)));
  const watch = setInterval(() => {
    if (Date.now() - lastWord() > patienceMs) end(child);
  }, 5_000);
  const endToo = () => end(child);
  process.once('exit', endToo);
  const [code] = await once(child, 'close');
  process.removeListener('exit', endToo);
  clearInterval(watch);
  return code;
};

/** The result of each fault: `noticed`, `unnoticed` or `uncovered`. */
const runTests = async (name, { faults, ...asked }) => {
  const place = join(CACHE, name.replaceAll('/', '-'));
  const [plan, results, log] = ['plan.json', 'results.jsonl', 'log'].map((end) => `${place}.${end}`);
  const became = new Map();
  let left = faults;
  while (left.length > 0) {
    const some = left.slice(0, FAULTS_IN_A_PROCESS);
    rmSync(results, { force: true });
    writeFileSync(plan, JSON.stringify({ ...asked, faults: some, results }));
    const output = openSync(log, 'w');
    const child = spawn(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/mutation/vitest.config.ts'],
      {
        cwd: ROOT,
        env: { ...process.env, MUTATION_PLAN: plan },
        stdio: ['ignore', output, output],
        detached: true,
      },
    );
    await waitFor(child, [results, log], PATIENCE_MS);
    for (const result of readResults(results)) {
      if (result.fault === 'none') throw new Error(`The tests of ${name} fail without any fault: see ${log}`);
      // A started fault without an end: the process died or hung.
      became.set(result.fault, result.became === 'started' ? 'noticed' : result.became);
    }
    if (!some.some((fault) => became.has(fault)))
      throw new Error(`The tests of ${name} do not start: see ${log}`);
    left = left.filter((fault) => !became.has(fault));
  }
  return became;
};

/** Every fault's result on the embedded database, and for unnoticed ones on PostgreSQL if there is a server. */
export const plantInFile = async ({ name, tests, isAsked, isExplained, server }) => {
  mkdirSync(CACHE, { recursive: true });
  const file = join(ROOT, name);
  const content = readFileSync(file, 'utf8');
  const all = { plugins: null, excludedMutations: [], ignorers: [] };
  const code = [{ name: file, mutate: true, content }];
  const { files, mutants } = await new Instrumenter(QUIET).instrument(code, all);
  const lines = content.split('\n');
  const faults = mutants
    .filter(({ status }) => status === undefined)
    .map(({ id, location, replacement }) => ({
      id,
      file: name,
      at: location.start.line + 1,
      line: lines[location.start.line].trim(),
      becomes: replacement,
    }))
    .filter(({ at }) => isAsked(at));
  const plan = { file, planted: files[0].content, tests: tests.map((test) => join(ROOT, test)) };
  const run = (on, some) => runTests(name, { ...plan, server: on, faults: some.map(({ id }) => id) });
  const became = await run(null, faults);
  const open = faults.filter((fault) => became.get(fault.id) !== 'noticed' && !isExplained(fault));
  if (server !== null && open.length > 0)
    for (const [id, what] of await run(server, open)) if (what === 'noticed') became.set(id, what);
  return faults.map((fault) => ({ ...fault, became: became.get(fault.id) }));
};
