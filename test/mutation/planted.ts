// Runs a file's tests once per planted fault, all in one process: starting one takes longer than most tests.
import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, onTestFailed, type RunnerTask, test, vi } from 'vitest';
import type { Plan, Result } from './plan.ts';
import type { Planted } from './planted-state.ts';

const plan: Plan = JSON.parse(readFileSync(process.env['MUTATION_PLAN'] ?? '', 'utf8'));
const planted: Planted = {};
Object.assign(globalThis, { __stryker__: planted });

const tell = (result: Result) => appendFileSync(plan.results, `${JSON.stringify(result)}\n`);

/** An endless loop executes its fault far more often than the tests do normally. */
const limitOf = (fault: string): number => {
  const { perTest = {} } = planted.mutantCoverage ?? {};
  return 10_000 + 100 * Object.values(perTest).reduce((sum, hits) => sum + (hits[fault] ?? 0), 0);
};

const activate = (fault: string | undefined) => {
  planted.activeMutant = fault;
  planted.hitCount = 0;
  planted.hitLimit = fault === undefined ? Number.POSITIVE_INFINITY : limitOf(fault);
};

/** Each file in a suite of its own: one file's hooks are not for another's tests. */
const register = (run: string, load = (file: () => Promise<unknown>) => file()) => {
  for (const file of plan.tests)
    describe(file, async () => {
      await load(() => import(`${file}?run=${run}`));
    });
};

const testsIn = (task: RunnerTask): RunnerTask[] =>
  task.type === 'test' ? [task] : task.tasks.flatMap(testsIn);

const hasFailed = (task: RunnerTask): boolean =>
  task.result?.state === 'fail' || (task.type === 'suite' && task.tasks.some(hasFailed));

/** Its title within the file, whichever fault it runs for. */
const titleOf = (task: RunnerTask): string =>
  task.suite?.suite === undefined ? task.name : `${titleOf(task.suite)} > ${task.name}`;

const skip = (task: RunnerTask) => {
  task.mode = 'skip';
};

let isHealthy = false;

describe('none', () => {
  beforeAll(() => activate(undefined));
  beforeEach(({ task }) => {
    planted.currentTestId = titleOf(task);
  });
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it which fixtures are wanted.
  afterAll(({}, suite) => {
    planted.currentTestId = undefined;
    isHealthy = !hasFailed(suite);
    if (!isHealthy) tell({ fault: 'none', became: 'noticed' });
  });
  register('none');
});

const atLoad = () => new Set(Object.keys(planted.mutantCoverage?.static ?? {}));
const loaded = new Set<string>();

for (const fault of plan.faults) {
  describe(fault, () => {
    for (const one of loaded.size === 0 ? atLoad() : []) loaded.add(one);
    const isAtLoad = loaded.has(fault);
    let isNoticed = false;
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it which fixtures are wanted.
    beforeAll(({}, suite) => {
      if (!isHealthy) return testsIn(suite).forEach(skip);
      tell({ fault, became: 'started' });
      activate(fault);
      const { perTest = {} } = planted.mutantCoverage ?? {};
      for (const task of testsIn(suite)) {
        if (isNoticed || (!isAtLoad && !perTest[titleOf(task)]?.[fault])) skip(task);
      }
    });
    beforeEach(({ task }) => {
      onTestFailed(() => {
        isNoticed = true;
        let root: RunnerTask = task;
        while (root.suite) root = root.suite;
        testsIn(root).forEach(skip);
      });
    });
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it which fixtures are wanted.
    afterAll(({}, suite) => {
      activate(undefined);
      if (!isHealthy) return;
      const isCovered = testsIn(suite).some((task) => task.result !== undefined);
      if (isNoticed || hasFailed(suite)) tell({ fault, became: 'noticed' });
      else tell({ fault, became: isCovered ? 'unnoticed' : 'uncovered' });
    });
    register(fault, async (load) => {
      // Loads the file again, to rerun its top-level code.
      if (isAtLoad) vi.resetModules();
      if (isAtLoad) activate(fault);
      try {
        await load();
      } catch {
        isNoticed = true;
        test('could not be loaded', () => {});
      }
      activate(undefined);
      if (isAtLoad) vi.resetModules();
    });
  });
}
