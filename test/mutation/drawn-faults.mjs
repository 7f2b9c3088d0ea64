// Plants the faults of drawn-faults.json, drawn once over all of src, and looks in the whole suite for a test that notices.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { createRandom } from '../../packages/local-slack/src/random.ts';
import { ROOT } from '../matrix/npm-node.mjs';
import { listTagged } from '../setup/tagged-tests.ts';
import { CACHE, QUIET, waitFor } from './plant-in-file.mjs';
import { Instrumenter } from './stryker/node_modules/@stryker-mutator/instrumenter/dist/src/index.js';

const SEED = 20_261_129;
const DRAWN = 150;
/** From each of these. The others are drawn from all other files together. */
const OF_MONEY = 10;
const MONEY = [
  ...['payments', 'figures', 'payouts', 'closes', 'reconciliation', 'links/issuing', 'links/checks'],
  ...['exports', 'batches', 'store', 'payment-service', 'tables'],
];

const FAULTS = join(ROOT, 'test', 'mutation', 'drawn-faults.json');
/** Each fault alone is shown to the nearest test files. The rest sees several at once, which is seldom too many. */
const NEAR = 10;
const TOGETHER = 12;
const AT_ONCE = 2;
/** A process without output hangs: the limit of one test is three minutes. */
const PATIENCE_MS = 400_000;

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const folderOf = (file) => MONEY.find((room) => file.startsWith(`src/${room}/`)) ?? 'others';

/** `mutate` by file: true, or the places. */
const instrument = async (mutateOf) => {
  const code = [...mutateOf].map(([file, mutate]) => ({
    name: join(ROOT, file),
    mutate,
    content: readFileSync(join(ROOT, file), 'utf8'),
  }));
  const all = { plugins: null, excludedMutations: [], ignorers: [] };
  const { files, mutants } = await new Instrumenter(QUIET).instrument(code, all);
  const linesOf = new Map(code.map(({ name, content }) => [name, content.split('\n')]));
  const seen = new Map();
  const faults = mutants.map(({ id, fileName, location, replacement }) => {
    const fault = {
      file: relative(ROOT, fileName),
      line: linesOf.get(fileName)[location.start.line].trim(),
      becomes: replacement,
    };
    const key = JSON.stringify(fault);
    seen.set(key, (seen.get(key) ?? 0) + 1);
    // Which of several in equal lines.
    return { id, location, key: `${key}${seen.get(key)}`, fault: { ...fault, nth: seen.get(key) } };
  });
  return { faults, texts: Object.fromEntries(files.map(({ name, content }) => [name, content])) };
};

const draw = async () => {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `src/${file}`)
    .sort();
  const { faults } = await instrument(new Map(files.map((file) => [file, true])));
  const rooms = Map.groupBy(faults, ({ fault }) => folderOf(fault.file));
  const { next } = createRandom(SEED);
  const others = DRAWN - OF_MONEY * MONEY.length;
  return [...MONEY, 'others'].flatMap((room) => {
    const left = [...rooms.get(room)];
    const count = room === 'others' ? others : OF_MONEY;
    return Array.from({ length: count }, () => left.splice(Math.floor(next() * left.length), 1)[0].fault);
  });
};

const keyOf = ({ file, line, becomes, nth = 1 }) => `${JSON.stringify({ file, line, becomes })}${nth}`;

/** Gives each fault that can be planted an id, and the texts in which all of them are planted. */
const plant = async (faults) => {
  const files = new Set(faults.map(({ file }) => file).filter((file) => existsSync(join(ROOT, file))));
  const everywhere = await instrument(new Map([...files].map((file) => [file, true])));
  const found = new Map(everywhere.faults.map((one) => [one.key, one]));
  const placeOf = ({ file, becomes, location }) => JSON.stringify([file, becomes, location]);
  const places = new Map([...files].map((file) => [file, []]));
  for (const fault of faults) {
    const { location } = found.get(keyOf(fault)) ?? {};
    if (location) places.get(fault.file).push(location);
  }
  const { faults: planted, texts } = await instrument(places);
  const ids = new Map(planted.map(({ id, location, fault }) => [placeOf({ ...fault, location }), id]));
  for (const fault of faults) {
    const { location } = found.get(keyOf(fault)) ?? {};
    fault.id = location && ids.get(placeOf({ ...fault, location }));
  }
  const isActive = ['ns.activeMutant === id', 'ns.activeMutant?.has(id)'];
  return Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, text.replace(...isActive)]));
};

let runs = 0;

/** Each test file's time and the first test in it that failed, and whether the run failed at all. */
const runTests = async (texts, { tests, workers = 1, bail = 0, env = {} }) => {
  runs += 1;
  const [result, log] = ['json', 'log'].map((kind) => join(CACHE, `drawn-${runs}.${kind}`));
  rmSync(result, { force: true });
  const output = openSync(log, 'w');
  const child = spawn(
    process.execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/mutation/drawn.config.ts'],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${result}`, `--maxWorkers=${workers}`],
      `--bail=${bail}`,
    ],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        MUTATION_PLANTED: texts,
        ...(tests ? { MUTATION_TESTS: JSON.stringify(tests) } : {}),
        ...env,
      },
      stdio: ['ignore', output, output],
      detached: true,
    },
  );
  const code = await waitFor(child, [log], PATIENCE_MS);
  if (!existsSync(result)) return { files: [], failed: { test: `the run ended: see ${log}` } };
  const files = readJson(result).testResults.map(
    ({ name, status, message, startTime, endTime, assertionResults }) => {
      const failed = assertionResults.find((one) => one.status === 'failed');
      return {
        file: relative(ROOT, name),
        ms: endTime - startTime,
        failed: status === 'passed' ? null : (failed?.fullName ?? 'does not load'),
        words: failed?.failureMessages.join('\n') ?? message,
      };
    },
  );
  const failed = files.find((one) => one.failed);
  if (code === 0) for (const path of [result, log]) rmSync(path);
  if (failed) return { files, failed: { ...failed, test: `${failed.file} > ${failed.failed}` } };
  return { files, failed: code === 0 ? null : { test: `an error outside of the tests: see ${log}` } };
};

/** Of each fault, how often each test file reaches it; `load`: when its module loads, in whichever file is first. */
const seeWhatIsReached = async (texts) => {
  const hits = join(CACHE, 'drawn-hits.jsonl');
  rmSync(hits, { force: true });
  const { files } = await runTests(texts, { workers: AT_ONCE, env: { MUTATION_HITS: hits } });
  const times = new Map(files.filter(({ failed }) => !failed).map(({ file, ms }) => [file, ms]));
  for (const { file, failed } of files)
    if (failed) process.stdout.write(`Fails without any fault, not used: ${file} > ${failed}\n`);
  const reached = new Map();
  const load = {};
  for (const line of readFileSync(hits, 'utf8').split('\n').filter(Boolean)) {
    const { file, own, atLoad } = JSON.parse(line);
    reached.set(relative(ROOT, file), own);
    for (const [id, count] of Object.entries(atLoad)) load[id] = Math.max(load[id] ?? 0, count);
  }
  return { times, reached, load };
};

/** Too long to see what each of them reaches. */
const listLong = ({ file }) =>
  listTagged('long').filter((test) => test.startsWith(`test/${file.split('/')[1]}/`));

/** The same room first, its own test first of all, then the quick ones. */
const sortByNearness = ({ file }, tests, times) => {
  const room = file.split('/')[1];
  const name = basename(file, '.ts');
  const distance = (test) =>
    (basename(test).startsWith(`${name}.`) ? 0 : 2) + (test.startsWith(`test/${room}/`) ? 0 : 1);
  return tests.toSorted((a, b) => distance(a) - distance(b) || times.get(a) - times.get(b));
};

const forget = ({ id, ...fault }) => fault;
const save = (faults) =>
  writeFileSync(FAULTS, `[\n${faults.map((fault) => JSON.stringify(forget(fault))).join(',\n')}\n]\n`);

export const runDrawnFaults = async (words) => {
  mkdirSync(CACHE, { recursive: true });
  if (!existsSync(FAULTS))
    save((await draw()).map(({ nth, ...fault }) => (nth === 1 ? fault : { ...fault, nth })));
  const all = readJson(FAULTS);
  const asked = all.filter(
    ({ file }) =>
      words.length === 0 || words.some((word) => file === word || file.startsWith(`src/${word}/`)),
  );
  const texts = join(CACHE, 'drawn-planted.json');
  writeFileSync(texts, JSON.stringify(await plant(asked)));
  const planted = asked.filter(({ id }) => id !== undefined);
  const before = new Map(asked.map((fault) => [fault, fault.noticed]));

  const say = (fault, noticed) => {
    if (noticed) {
      delete fault.became;
      fault.noticed = noticed;
    }
    save(all);
    process.stdout.write(
      `${noticed ?? fault.became}\n  ${fault.file}: ${fault.line}\n  became ${fault.becomes}\n`,
    );
  };
  const limits = new Map();
  const show = (faults, tests, bail) => {
    const limit = Math.max(...faults.map((fault) => limits.get(fault) ?? 1_000_000));
    const active = JSON.stringify(faults.map(({ id }) => id));
    return runTests(texts, {
      tests,
      bail,
      env: { MUTATION_ACTIVE: active, MUTATION_HIT_LIMIT: String(limit) },
    });
  };
  const run = async (fault, tests) => {
    const { failed } = await show([fault], tests, 1);
    if (!failed) return null;
    if (!/timed? ?out|in time/i.test(failed.words ?? '')) return failed.test;
    // A busy machine may be slow once.
    const again = await show([fault], [failed.file], 1);
    if (again.failed) return again.failed.test;
    const rest = tests.slice(tests.indexOf(failed.file) + 1);
    return rest.length > 0 ? run(fault, rest) : null;
  };
  const forEach = async (faults, look) => {
    const left = [...faults];
    const work = async () => {
      for (let fault = left.shift(); fault; fault = left.shift()) await look(fault);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  };

  const done = new Set();
  await forEach(planted, async (fault) => {
    const [test] = before.get(fault)?.split(' > ') ?? [];
    if (!test || !existsSync(join(ROOT, test))) return;
    const noticed = await run(fault, [test]);
    if (noticed) done.add(fault);
    if (noticed) say(fault, noticed);
  });
  const open = planted.filter((fault) => !done.has(fault));
  const { times, reached, load } = open.length > 0 ? await seeWhatIsReached(texts) : {};
  const testsOf = new Map();
  for (const fault of open) {
    const counts = [...reached.values()].map((own) => own[fault.id] ?? 0);
    limits.set(fault, 10_000 + 100 * (Math.max(0, ...counts) + (load[fault.id] ?? 0)));
    const tests = [...times.keys()].filter((test) => fault.id in load || reached.get(test)?.[fault.id]);
    testsOf.set(fault, sortByNearness(fault, tests, times));
  }
  const look = async (fault, tests) => {
    const noticed = tests.length > 0 ? await run(fault, tests) : null;
    if (noticed) done.add(fault);
    if (noticed) say(fault, noticed);
  };
  await forEach(open, (fault) => look(fault, testsOf.get(fault).slice(0, NEAR)));
  const lookTogether = async (group, restOf) => {
    const left = group.filter((fault) => !done.has(fault));
    const tests = [...new Set(left.flatMap(restOf))];
    if (tests.length === 0) return;
    const { files, failed } = await show(left, tests, 0);
    const failing = files.filter((one) => one.failed).map(({ file }) => file);
    if (!failed) return;
    for (const fault of left)
      await look(
        fault,
        restOf(fault).filter((test) => failing.length === 0 || failing.includes(test)),
      );
  };
  const rooms = Map.groupBy(open, ({ file }) => file.split('/')[1]);
  await forEach(rooms.values(), (group) => lookTogether(group, listLong));
  const restOf = (fault) => testsOf.get(fault).slice(NEAR);
  const still = open.filter((fault) => !done.has(fault) && restOf(fault).length > 0);
  const groups = Array.from({ length: Math.ceil(still.length / TOGETHER) }, (_, at) =>
    still.slice(at * TOGETHER, (at + 1) * TOGETHER),
  );
  await forEach(groups, (group) => lookTogether(group, restOf));
  for (const fault of open) {
    if (done.has(fault) || before.get(fault)) continue;
    fault.became = testsOf.get(fault).length > 0 ? 'unnoticed' : 'uncovered';
    say(fault);
  }

  const gone = asked.filter((fault) => !planted.includes(fault));
  const lost = planted.filter((fault) => before.get(fault) && !done.has(fault));
  const count = (what) => planted.filter(({ became }) => became === what).length;
  process.stdout.write(
    `\n${asked.length} faults: ${done.size} noticed, ${count('unnoticed')} unnoticed, ${count('uncovered')} uncovered, ` +
      `${lost.length} no longer noticed, ${gone.length} gone\n`,
  );
  for (const { file, line, becomes } of [...lost, ...gone])
    process.stdout.write(`  ${file}\n    ${line}\n    became ${becomes}\n`);
  if (lost.length > 0) process.exitCode = 1;
};
