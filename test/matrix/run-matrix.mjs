// Runs the suite on each version of Node: all of them, or those given; other words name tests, as for vitest.
//   npm run test:matrix -- 20.18.1 24 test/store
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  CACHE,
  environmentOf,
  executableOf,
  installMissing,
  NODE_VERSIONS,
  ROOT,
  seenVersion,
} from './npm-node.mjs';

const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const FAILURES_SHOWN = 20;

const runSuite = async (version, filters) => {
  const report = join(CACHE, `report-${version}.json`);
  rmSync(report, { force: true });
  const startedAt = performance.now();
  const args = [VITEST, 'run', '--reporter=json', `--outputFile=${report}`, ...filters];
  const child = spawn(executableOf(version), args, {
    cwd: ROOT,
    env: { ...environmentOf(version), WHOLE_SUITE: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints = `${complaints}${text}`.slice(-4_000);
  });
  const [code] = await once(child, 'close');
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return { ...readReport(report), code, seconds, complaints };
};

const readReport = (path) => {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(path, 'utf8'));
    const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed');
      // A file that cannot be loaded fails without a test of its own.
      if (failed.length === 0 && status === 'failed') return [`${name}: ${message}`];
      return failed.map((test) => `${name} > ${test.fullName}: ${test.failureMessages[0] ?? ''}`);
    });
    return { passed: numPassedTests, failed: Math.max(numFailedTests, failures.length), failures };
  } catch {
    return { passed: 0, failed: 0, failures: [] };
  }
};

const asked = process.argv.slice(2);
const unknown = asked.filter((word) => /^[\d.]+$/.test(word) && !NODE_VERSIONS.includes(word));
if (unknown.length > 0) {
  process.stderr.write(`Not in the matrix: ${unknown.join(', ')}. It has ${NODE_VERSIONS.join(', ')}.\n`);
  process.exit(1);
}
const chosen = NODE_VERSIONS.filter((version) => asked.includes(version));
const filters = asked.filter((word) => !NODE_VERSIONS.includes(word));

installMissing();
for (const version of chosen.length > 0 ? chosen : NODE_VERSIONS) {
  const { passed, failed, failures, code, seconds, complaints } = await runSuite(version, filters);
  const name = `Node ${seenVersion(version) ?? version}`;
  process.stdout.write(`${name}: ${passed} passed, ${failed} failed, ${seconds} s\n`);
  for (const failure of failures.slice(0, FAILURES_SHOWN))
    process.stdout.write(`  ✗ ${failure.split('\n')[0]?.replace(ROOT, '')}\n`);
  if (code === 0) continue;
  process.exitCode = 1;
  if (failures.length === 0) process.stdout.write(`  vitest ended with ${code}:\n${complaints}\n`);
}
