// Runs the suite on each version of Node: all of them, or those given; other words name tests, as for vitest.
//   npm run test:matrix -- 20.18.1 24 test/store
import { runVitest } from '../repeat/run-vitest.mjs';
import { environmentOf, executableOf, installMissing, NODE_VERSIONS, seenVersion } from './npm-node.mjs';

const FAILURES_SHOWN = 20;

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
  const env = { ...environmentOf(version), WHOLE_SUITE: '1' };
  const run = await runVitest(filters, { node: executableOf(version), env });
  const { passed, failures, code, seconds, complaints } = run;
  const name = `Node ${seenVersion(version) ?? version}`;
  process.stdout.write(`${name}: ${passed} passed, ${failures.length} failed, ${seconds} s\n`);
  for (const failure of failures.slice(0, FAILURES_SHOWN))
    process.stdout.write(`  ✗ ${failure.split('\n')[0]}\n`);
  if (code === 0) continue;
  process.exitCode = 1;
  if (failures.length === 0) process.stdout.write(`  vitest ended with ${code}:\n${complaints}\n`);
}
