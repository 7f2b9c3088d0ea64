import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');

const readReport = (path) => {
  try {
    const { numPassedTests: passed, testResults } = JSON.parse(readFileSync(path, 'utf8'));
    const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed');
      // A file that cannot be loaded fails without a test of its own.
      if (failed.length === 0 && status === 'failed') return [`${name}: ${message}`];
      return failed.map((test) => `${name} > ${test.fullName}: ${test.failureMessages[0] ?? ''}`);
    });
    return { passed, failures: failures.map((failure) => failure.replace(ROOT, '')) };
  } catch {
    return { passed: 0, failures: [] };
  }
};

/** Runs these tests, and says which of them failed. `complaints`: the end of what Vitest itself said. */
export const runVitest = async (words, { node = process.execPath, env = process.env } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'paylink-vitest-'));
  const report = join(folder, 'report.json');
  const startedAt = performance.now();
  const child = spawn(node, [VITEST, 'run', '--reporter=json', `--outputFile=${report}`, ...words], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints = `${complaints}${text}`.slice(-4_000);
  });
  const [code] = await once(child, 'close');
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const result = { code, seconds, complaints, ...readReport(report) };
  rmSync(folder, { recursive: true, force: true });
  return result;
};
