// Runs the suite on each version of Node: all of them, or those given; other words name tests, as for vitest.
//   npm run test:matrix -- 20.18.1 24 test/store
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The oldest that `engines` allows, and the lines that are maintained. */
const NODE_VERSIONS = JSON.parse(readFileSync(new URL('./node-versions.json', import.meta.url), 'utf8'));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = join(ROOT, 'node_modules', '.cache', 'matrix');
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const FAILURES_SHOWN = 20;

/** The package that holds the executable of this platform, by the naming of the package `node`. */
const packageOfPlatform = () => {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${platform}-${process.arch}`;
};

const folderOf = (version) => join(CACHE, 'node_modules', `node-${version}`, 'bin');
const executableOf = (version) => join(folderOf(version), process.platform === 'win32' ? 'node.exe' : 'node');

const seenVersion = (version) => {
  try {
    return execFileSync(executableOf(version), ['--version'], { encoding: 'utf8' }).trim().slice(1);
  } catch {
    return null;
  }
};

/** All of them at once: npm would take away those that an install does not name. */
const install = () => {
  mkdirSync(CACHE, { recursive: true });
  const wanted = NODE_VERSIONS.map((version) => `node-${version}@npm:${packageOfPlatform()}@${version}`);
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const args = ['install', ...options, '--prefix', CACHE, ...wanted];
  const npm = process.env.npm_execpath;
  if (npm) execFileSync(process.execPath, [npm, ...args], { stdio: 'inherit' });
  else execFileSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
};

const runSuite = async (version, filters) => {
  const report = join(CACHE, `report-${version}.json`);
  rmSync(report, { force: true });
  const startedAt = performance.now();
  const args = [VITEST, 'run', '--reporter=json', `--outputFile=${report}`, ...filters];
  // First in the path, so that whatever the tests start by the name of `node` is the same one.
  const env = { ...process.env, PATH: `${folderOf(version)}${delimiter}${process.env.PATH ?? ''}` };
  const child = spawn(executableOf(version), args, {
    cwd: ROOT,
    env,
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

if (NODE_VERSIONS.some((version) => seenVersion(version) === null)) install();
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
