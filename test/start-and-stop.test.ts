import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { createAppProcess } from '../tools/app-process.ts';
import { nameStandInDatabase, runStandIn, startStandIn } from '../tools/stand-in.ts';
import { nowhereEnvironment } from './fixtures/nowhere.ts';
import { testAtLength } from './fixtures/whole-suite.ts';

const ENTRY = fileURLToPath(new URL('../dist/paylink/index.js', import.meta.url));
const CLI = fileURLToPath(new URL('../dist/paylink/cli.js', import.meta.url));

const WHAT_RUNS = /^Paylink \d+\.\d+\.\d+\S* \(\S{7,}\)$/;

/** With a `.env` in that folder. */
const run = (env: Record<string, string>, folder?: string) =>
  runStandIn([ENTRY], { env: { ...env, ...(folder === undefined ? {} : { PAYLINK_ENV_FILE: '' }) }, folder });

test('dist/ is built', () => {
  expect(existsSync(ENTRY), 'run `npm run build` first').toBe(true);
});

test('an incomplete environment is refused with all its faults and exit code 78', async () => {
  const env = { PORT: 'none', SLACK_BOT_TOKNE: 'xoxb-1', PAYLINK_SECRET_KEY_FILE: '/nowhere/secret' };
  const { code, stdout, stderr } = await run(env);
  expect(code).toBe(78);
  expect(stderr).toContain(
    '- PAYLINK_SECRET_KEY is in a file, PAYLINK_SECRET_KEY_FILE, which cannot be read',
  );
  for (const name of ['PORT', 'PUBLIC_URL', 'SLACK_SIGNING_SECRET', 'SLACK_BOT_TOKEN', 'PAYLINK_API_KEY']) {
    expect(stderr).toContain(`- ${name} `);
  }
  const typo = 'SLACK_BOT_TOKNE is not a setting of Paylink; did you mean SLACK_BOT_TOKEN?';
  expect(stderr).toContain(`- ${typo}`);
  const line = stdout.split('\n').find((one) => one.includes('"level":"fatal"')) ?? '';
  expect(JSON.parse(line)).toMatchObject({
    level: 'fatal',
    exitCode: 78,
    faults: expect.arrayContaining([expect.stringMatching(/^SLACK_BOT_TOKEN /)]),
    warnings: [typo],
  });
});

testAtLength('a .env that cannot be read is refused with the reason and exit code 78', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'paylink-env-'));
  await mkdir(join(cwd, '.env'));
  const { code, stderr } = await run({}, cwd);
  await rm(cwd, { recursive: true });
  expect(stderr).toContain('- .env cannot be read (EISDIR)');
  expect(code).toBe(78);
});

testAtLength(
  'a .env with a byte order mark and Windows line ends is read, and the environment takes precedence',
  async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'paylink-env-'));
    const lines = ['PAYLINK_API_KEY=from the file', 'LOG_LEVEL=loud', 'PORT=none'];
    await writeFile(join(cwd, '.env'), `\uFEFF${lines.join('\r\n')}`);
    const { stderr } = await run({ PORT: '70000' }, cwd);
    await rm(cwd, { recursive: true });
    expect(stderr).not.toContain('PAYLINK_API_KEY');
    expect(stderr).toContain('- LOG_LEVEL ');
    expect(stderr).toMatch(/- PORT .*65535/);
  },
);

test.each([
  ['start', [ENTRY]],
  ['adopt', [CLI, 'adopt']],
])('%s reports an unreachable database server with a remedy and without the password', async (_, args) => {
  const cwd = await mkdtemp(join(tmpdir(), 'paylink-env-'));
  const DATABASE_URL = `postgres://paylink:hunter2@127.0.0.1:9/${nameStandInDatabase('nowhere')}`;
  const { code, stderr } = await runStandIn(args, { env: { ...nowhereEnvironment(cwd), DATABASE_URL } });
  await rm(cwd, { recursive: true });
  expect(code).toBe(1);
  expect(stderr).toContain('The PostgreSQL of DATABASE_URL cannot be used: nothing listens there');
  expect(stderr).not.toContain('hunter2');
});

testAtLength.each(['PORT', 'METRICS_PORT'])('a %s that another program uses is reported', async (name) => {
  const other = createServer().listen(0);
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const cwd = await mkdtemp(join(tmpdir(), 'paylink-port-'));
  const { code, stderr } = await run({ ...nowhereEnvironment(cwd), [name]: String(port) });
  await rm(cwd, { recursive: true });
  other.close();
  expect(code).toBe(1);
  expect(stderr).toContain(
    `${name} ${port} cannot be used: another program listens there (EADDRINUSE). Stop it`,
  );
});

testAtLength('SIGTERM turns /readyz first, then ends the process within Docker’s ten seconds', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'paylink-leave-'));
  const child = startStandIn([ENTRY], { env: nowhereEnvironment(dataDir) });
  const ended = once(child, 'exit');
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await vi.waitUntil(() => output.includes('Paylink is ready'), { timeout: 60_000 });
  const ready: unknown = JSON.parse(
    output.split('\n').find((line) => line.includes('Paylink is ready')) ?? '',
  );
  expect(ready).toMatchObject({
    app: expect.stringMatching(WHAT_RUNS),
    engine: 'sqlite',
    workspaces: 'one',
    slackBy: 'http',
  });
  const { port } = ready as { port: number };
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  expect(await ask('/readyz')).toBe(200);
  child.kill('SIGTERM');
  await vi.waitUntil(async () => (await ask('/readyz')) === 503, { timeout: 60_000, interval: 20 });
  expect(await ask('/healthz')).toBe(200);
  // After nine seconds it would have cut itself off, with 1.
  expect(await ended).toEqual([0, null]);
  await rm(dataDir, { recursive: true });
});

testAtLength('a second process on the same folder is refused, and the first keeps running', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'paylink-lock-'));
  const first = createAppProcess(nowhereEnvironment(dataDir), () => {}, ENTRY);
  await first.start();
  const { code, stdout, stderr } = await run(nowhereEnvironment(dataDir));
  expect(code).toBe(78);
  expect(stdout).toContain('"exitCode":78');
  expect(stderr).toContain('Another Paylink process');
  expect(first.isRunning()).toBe(true);
  await first.stop('SIGKILL');
  await first.start();
  await first.stop();
  await rm(dataDir, { recursive: true });
});
