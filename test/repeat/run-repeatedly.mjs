// Runs the tests repeatedly while all processors are busy, and names each test that failed: those of `npm test`, or with
// WHOLE_SUITE=1 all of them, as `.ci/run` does.
//   npm run test:repeat -- 20 test/store
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { runVitest } from './run-vitest.mjs';

const words = process.argv.slice(2);
const count = Number(words.find((word) => /^\d+$/.test(word)) ?? 20);
const filters = words.filter((word) => !/^\d+$/.test(word));

/** Twice as slow is no fault here. */
const PATIENT = ['--testTimeout=120000', '--hookTimeout=120000'];

const burners = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
let failedRuns = 0;
try {
  for (let number = 1; number <= count; number += 1) {
    const { code, seconds, failures, complaints } = await runVitest([...PATIENT, ...filters]);
    process.stdout.write(`run ${number} of ${count}: ${code === 0 ? 'passed' : 'failed'} in ${seconds} s\n`);
    if (code === 0) continue;
    failedRuns += 1;
    for (const failure of failures) process.stdout.write(`  ${failure}\n`);
    if (failures.length === 0) process.stdout.write(`  vitest ended with ${code}:\n${complaints}\n`);
  }
} finally {
  for (const burner of burners) burner.kill('SIGKILL');
}
process.stdout.write(`${count - failedRuns} of ${count} runs passed.\n`);
process.exitCode = failedRuns === 0 ? 0 : 1;
