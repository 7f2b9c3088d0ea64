import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';
import type { Planted } from './planted-state.ts';

const LOAD = 'load';
const { MUTATION_HITS: hits, MUTATION_HIT_LIMIT: limit, MUTATION_ACTIVE: active } = process.env;

/** One of Stryker's instrumented code, for all files of a worker. */
const { __stryker__: planted } = Object.assign(globalThis, {
  __stryker__: (globalThis as { __stryker__?: Planted }).__stryker__ ?? {},
});
planted.activeMutant = new Set(JSON.parse(active ?? '[]'));
planted.currentTestId = LOAD;
planted.hitCount = 0;
planted.hitLimit = Number(limit ?? Number.POSITIVE_INFINITY);

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it which fixtures are wanted.
beforeAll(({}, { file }) => {
  planted.currentTestId = file.filepath;
});

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it which fixtures are wanted.
afterAll(({}, { file }) => {
  const { perTest = {} } = planted.mutantCoverage ?? {};
  const told = { file: file.filepath, own: perTest[file.filepath] ?? {}, atLoad: perTest[LOAD] ?? {} };
  if (hits !== undefined) appendFileSync(hits, `${JSON.stringify(told)}\n`);
});
