// Runs the tests repeatedly while all processors are busy, and names each test that failed: those of `npm test`, or with
// WHOLE_SUITE=1 all of them, as `.ci/run` does.
//   npm run test:repeat -- 20 test/store
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');

const words = process.argv.slice(2);
const count = Number(words.find((word) => /^\d+$/.test(word)) ?? 20);
const filters = words.filter((word) => !/^\d+$/.test(word));

const folder = mkdtempSync(join(tmpdir(), 'paylink-repeat-'));
const report = join(folder, 'report.json');

const failuresOf = () => {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    return testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed');
      // A file that cannot be loaded fails without a test.
      if (failed.length === 0 && status === 'failed') return [`${name}: ${message}`];
      return failed.map((test) => `${name} > ${test.fullName}\n    ${test.failureMessages[0] ?? ''}`);
    });
  } catch {
    return ['there is no report'];
  }
};

const run = async () => {
  rmSync(report, { force: true });
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    // Twice as slow is no fault here.
    [
      VITEST,
      'run',
      '--testTimeout=120000',
      '--hookTimeout=120000',
      '--reporter=json',
      `--outputFile=${report}`,
      ...filters,
    ],
    { cwd: ROOT, stdio: 'ignore' },
  );
  const [code] = await once(child, 'close');
  return { code, seconds: Math.round((performance.now() - startedAt) / 1_000) };
};

const burners = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
let failedRuns = 0;
try {
  for (let number = 1; number <= count; number += 1) {
    const { code, seconds } = await run();
    const failures = code === 0 ? [] : failuresOf();
    if (code !== 0) failedRuns += 1;
    process.stdout.write(`run ${number} of ${count}: ${code === 0 ? 'passed' : 'failed'} in ${seconds} s\n`);
    for (const failure of failures) process.stdout.write(`  ${failure}\n`);
  }
} finally {
  for (const burner of burners) burner.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${count - failedRuns} of ${count} runs passed.\n`);
process.exitCode = failedRuns === 0 ? 0 : 1;
