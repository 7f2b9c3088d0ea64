// @module-tag long
// @module-tag store

import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createLocalSlack } from '../../../packages/local-slack/src/local-slack.ts';
import { systemClock } from '../../../src/clock.ts';
import { createSandboxService } from '../../../tools/sandbox/sandbox-service.ts';
import { runStandIn, startStandIn } from '../../../tools/stand-in.ts';
import { serve } from '../../fixtures/serve.ts';
import { NORTH, startMany } from '../../fixtures/start-many.ts';
import { type Scene, startScene } from '../../fixtures/start-paylink.ts';
import { TEST_ENGINE } from '../../fixtures/test-database.ts';
import { testAtLength } from '../../fixtures/whole-suite.ts';
import { buildEnvironment, diagnose } from './diagnose.ts';

const CLI = fileURLToPath(new URL('../../../dist/paylink/cli.js', import.meta.url));
const NOWHERE = 'http://127.0.0.1:9';
const REFUSALS = ['token_revoked', 'account_inactive', 'not_authed', 'invalid_auth'] as const;

let scene: Scene;
let env: Record<string, string>;

beforeAll(async () => {
  scene = await startScene({
    clock: systemClock,
    slack: { scopes: ['commands', 'chat:write', 'chat:write.public', 'files:read', 'files:write'] },
  });
  env = buildEnvironment(scene);
});
afterAll(() => scene.close());

type Env = Record<string, string>;

const withSlack = async (
  options: Parameters<typeof createLocalSlack>[0] = {},
  refusal?: (typeof REFUSALS)[number],
) => {
  const slack = await createLocalSlack(options);
  onTestFinished(() => slack.close());
  if (refusal !== undefined) slack.tokens?.refuse(refusal);
  return { SLACK_API_URL: slack.apiUrl, SLACK_BOT_TOKEN: slack.botToken };
};
const withScopes = (...scopes: string[]) => withSlack({ scopes: ['commands', 'chat:write', ...scopes] });
const withFault = async (operation: 'business' | 'transactions', status: number): Promise<Env> => {
  scene.sandbox.faults.add({ operation, kind: 'status', status });
  onTestFinished(() => scene.sandbox.faults.clear());
  return {};
};
const withService = async (options: Parameters<typeof createSandboxService>[0]) => {
  const sandbox = await createSandboxService({ history: 'none', ...options });
  onTestFinished(() => sandbox.close());
  return { PAYLINK_BASE_URL: sandbox.baseUrl };
};
const slackAt = async (answer: RequestListener): Promise<Env> => ({ SLACK_API_URL: await serve(answer) });
const paylinkAt = async (answer: RequestListener): Promise<Env> => ({ PUBLIC_URL: await serve(answer) });

test('if everything is right, every check passes', async () => {
  const { failed, skipped, text, of } = await diagnose(env, { probeSignature: true });
  expect({ failed, skipped }).toEqual({ failed: [], skipped: [] });
  expect(text.match(/^✓ /gm)).toHaveLength(8);
  expect(text).toContain('All is well.');
  expect(text).not.toContain('→');
  expect(of('slack').seen).toMatch(/^workspace Playground, as .*, with all scopes$/);
  expect(of('database').seen).toContain(
    TEST_ENGINE === 'sqlite'
      ? 'a running Paylink holds its database'
      : 'its tables are those of this version',
  );
  expect(of('signatures').details).toEqual([
    'accepted with PAYLINK_SIGNATURE_ENCODING=hex PAYLINK_SIGNATURE_GET=query',
  ]);
});

describe('only the affected check fails for', () => {
  test('faults of the environment: all are listed, and only checks that need them are skipped', async () => {
    const { PAYLINK_SECRET_KEY: _key, SLACK_SIGNING_SECRET: _secret, ...rest } = env;
    const { faults, skipped, of } = await diagnose({
      ...rest,
      SLACK_SIGNING_SECRET_FILE: '/nowhere/planted',
      PAYLINK_TIME_ZONE: 'Planted/Zone',
      SLACK_BOTTOKEN: 'xoxb-planted-under-a-wrong-name',
    });
    expect(faults).toEqual(['environment: 3 faults']);
    expect(skipped).toEqual(['business', 'listing', 'transactions']);
    const names = of('environment').details.map((line) => line.split(' ')[0]);
    expect(names.sort()).toEqual([
      'PAYLINK_SECRET_KEY',
      'PAYLINK_TIME_ZONE',
      'SLACK_BOTTOKEN',
      'SLACK_SIGNING_SECRET',
    ]);
  });

  test('an empty environment: it is reported completely, and nothing is called', async () => {
    const { faults, of } = await diagnose({ DATA_DIR: env['DATA_DIR'] ?? '/tmp' });
    expect(faults).toEqual(['environment: 7 faults']);
    expect(of('slack').seen).toBe('not checked: needs SLACK_BOT_TOKEN');
    expect(of('transactions').seen).toBe('not checked: needs “Signed listing”');
  });

  const LISTINGS = ['listing', 'transactions'];
  const TOKEN = 'Copy the Bot User OAuth Token.*are kept until Paylink runs with a valid token';
  const something = (status: number) =>
    new RegExp(`^address: something else than Paylink answers at PUBLIC_URL/callbacks/… \\(${status}\\) `);

  test.each<[fault: string, given: () => Env | Promise<Env>, says: RegExp]>([
    ['no Slack', () => ({ SLACK_API_URL: NOWHERE }), /^slack: .*\(ECONNREFUSED\) → .*SLACK_API_URL/],
    ['a page as Slack', () => slackAt((_, to) => to.end('<p>')), /^slack: Slack does not answer \(200\) /],
    ...REFUSALS.map((refusal): [string, () => Promise<Env>, RegExp] => [
      ...([refusal, () => withSlack({}, refusal)] as const),
      new RegExp(`^slack: Slack refuses the token \\(${refusal}\\) → .*${TOKEN}`),
    ]),
    [
      'a missing scope',
      () => withScopes('users:read'),
      /^slack: .*missing: files:write → .*paylink manifest/,
    ],
    [
      'a wrong key',
      () => ({ PAYLINK_API_KEY: 'planted-key' }),
      /^business: .*\(401\).* → .*--probe-signature/,
    ],
    [
      'no service',
      () => ({ PAYLINK_BASE_URL: NOWHERE }),
      /^business: .*could not be reached \(ECONNREFUSED\) → .*firewall/,
    ],
    ['no permission', () => withFault('business', 403), /^business: .* → .*IP address/],
    ['no payments', () => withFault('transactions', 500), /^transactions: .* → .*PAYLINK_TRANSACTIONS_PATH/],
    ['another signature', () => withService({ signatureGet: 'empty' }), /^listing: .*\(401\).* → .*--probe/],
    [
      'no address',
      () => ({ PUBLIC_URL: NOWHERE }),
      /^address: nothing answers at PUBLIC_URL \(ECONNREFUSED\) /,
    ],
    ['a page there', () => paylinkAt((_, to) => to.end('<h1>It works!</h1>')), something(200)],
    ['a redirect', () => paylinkAt((_, to) => to.writeHead(301, { location: '/' }).end()), something(301)],
    ['a proxy without callbacks', () => paylinkAt((_, to) => to.writeHead(404).end('no')), something(404)],
  ])('%s', async (_, given, says) => {
    const { failed, skipped, of } = await diagnose({ ...env, ...(await given()) });
    expect(failed).toHaveLength(1);
    const { id, seen, remedy } = of(failed[0] ?? '');
    expect(`${id}: ${seen} → ${remedy}`).toMatch(says);
    expect(skipped).toEqual({ business: LISTINGS, listing: ['transactions'] }[id] ?? []);
  });

  test('a service that never answers uses up only its own time limit', async () => {
    const silent = await serve(() => {});
    const { failed, skipped } = await diagnose({ ...env, PAYLINK_BASE_URL: silent }, { patienceMs: 5_000 });
    expect({ failed, skipped }).toEqual({ failed: ['business'], skipped: LISTINGS });
  });
});

test('a scope that an older install lacks passes, with how to get it', async () => {
  const { failed, skipped, of } = await diagnose({ ...env, ...(await withScopes('files:write')) });
  expect({ failed, skipped }).toEqual({ failed: [], skipped: [] });
  expect(of('slack').seen).toMatch(/all scopes that Paylink needs$/);
  expect(of('slack').remedy).toMatch(/^With chat:write\.public, .*install it/);
});

test('text from outside is redacted before it is shown', async () => {
  const echo = await slackAt((request, to) =>
    to.end(JSON.stringify({ ok: true, team: request.headers.authorization, team_id: 'T0PLAY', user: 'bot' })),
  );
  const { of } = await diagnose({ ...env, ...echo });
  expect(of('slack').seen).toBe(
    'workspace Bearer [secret], as bot; Slack did not say which scopes the token has',
  );
});

test('an address that Slack itself cannot use', async () => {
  const real = { ...env, SLACK_API_URL: 'http://slack.invalid/api' };
  expect((await diagnose(real)).of('address').seen).toContain('this machine’s own address');
  const plain = await diagnose({ ...real, PUBLIC_URL: 'http://paylink.invalid' });
  expect(plain.of('address').seen).toContain('not https');
});

describe('--probe-signature', () => {
  testAtLength('names the settings that work, for every signature variant', async () => {
    for (const encoding of ['hex', 'base64'] as const) {
      for (const get of ['query', 'path', 'path-and-query', 'empty'] as const) {
        const other = {
          ...env,
          ...(await withService({ signatureEncoding: encoding, signatureGet: get })),
          PAYLINK_SIGNATURE_ENCODING: encoding === 'hex' ? 'base64' : 'hex',
          PAYLINK_SIGNATURE_GET: get === 'path' ? 'query' : 'path',
        };
        const probed = await diagnose(other, { probeSignature: true });
        expect(probed.failed).toEqual(['business', 'signatures']);
        expect(probed.of('signatures').remedy).toBe(
          `Set PAYLINK_SIGNATURE_ENCODING=${encoding} PAYLINK_SIGNATURE_GET=${get}`,
        );
      }
    }
  });

  testAtLength('does not blame the signature for a wrong key', async () => {
    const wrong = await diagnose({ ...env, PAYLINK_API_KEY: 'planted-api-key' }, { probeSignature: true });
    expect(wrong.of('signatures').seen).toMatch(/every known way of signing/);
  });
});

test('in Socket Mode it skips what needs a public address, and tries the app-level token', async () => {
  const appToken = 'xapp-planted-token';
  const own = { SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: '', PUBLIC_URL: '' };
  const scene = await startScene({ clock: systemClock, slack: { appToken }, env: own });
  onTestFinished(() => scene.close());
  const { SLACK_SIGNING_SECRET: _, PUBLIC_URL: __, ...env } = buildEnvironment(scene);
  const { failed, skipped, text } = await diagnose({ ...env, SLACK_APP_TOKEN: appToken });
  expect({ failed, skipped }).toEqual({ failed: [], skipped: [] });
  expect(text).not.toContain('Public address');
  expect(text).toMatch(/^✓ Socket Mode /m);
  const wrong = await diagnose({ ...env, SLACK_APP_TOKEN: 'xapp-planted-and-wrong' });
  expect(wrong.faults).toEqual(['socket: Slack refuses the token (invalid_auth)']);
  expect(wrong.of('socket').remedy).toContain('with the scope connections:write');
});

test('a secret in a file is hidden, too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'paylink-doctor-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const token = 'xoxb-planted-in-a-file';
  await writeFile(join(folder, 'token'), `${token}\n`);
  const { SLACK_BOT_TOKEN: _, ...others } = env;
  const slack = await slackAt((_request, to) =>
    to.end(JSON.stringify({ ok: true, team: token, team_id: 'T0PLAY', user: 'U1' })),
  );
  const given = { ...others, ...slack, SLACK_BOT_TOKEN_FILE: join(folder, 'token') };
  const { failed, of } = await diagnose(given, { alsoSecret: [token] });
  expect(failed).toEqual([]);
  expect(of('slack').seen).toContain('workspace [secret], as U1');
});

test('for many workspaces it skips what comes with each installation', async () => {
  const scene = await startMany({ merchants: [NORTH] });
  onTestFinished(() => scene.close());
  const { failed, skipped, text } = await diagnose(scene.environment);
  expect({ failed, skipped }).toEqual({ failed: [], skipped: [] });
  expect(text).not.toMatch(/Slack|Business details|Signed listing/);
  const wrong = await diagnose({ ...scene.environment, ENCRYPTION_KEY: 'planted-and-short' });
  expect(wrong.failed).toEqual(['environment']);
  expect(wrong.of('environment').details).toEqual([
    expect.stringContaining('ENCRYPTION_KEY must be 32 bytes in base64'),
  ]);
});

describe('in a shell', () => {
  let cwd: string;

  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'paylink-doctor-'));
    const { PAYLINK_SECRET_KEY = '', ...others } = env;
    const given = { ...others, PAYLINK_SECRET_KEY_FILE: 'secret-key' };
    const lines = Object.entries(given).map(([name, value]) => `${name}="${value}"`);
    await writeFile(join(cwd, '.env'), lines.join('\n'));
    await writeFile(join(cwd, 'secret-key'), PAYLINK_SECRET_KEY);
  });
  afterAll(() => rm(cwd, { recursive: true }));

  const run = (args: string[], changes: Env = {}) =>
    runStandIn([CLI, ...args], { folder: cwd, env: { PAYLINK_ENV_FILE: '', ...changes } });

  test('reads .env and the files that it names, prints a line for each check and ends with 0', async () => {
    const { code, stdout, stderr } = await run(['doctor']);
    expect(stderr).toBe('');
    expect(stdout.match(/^✓ .+$/gm)).toHaveLength(7);
    expect(stdout).toMatch(/\nAll is well\.\n$/);
    expect(code).toBe(0);
  });

  test('ends with 1 and a remedy if something is wrong; the environment overrides .env', async () => {
    const token = 'xoxb-planted-and-wrong';
    const { code, stdout, stderr } = await run(['doctor'], { SLACK_BOT_TOKEN: token });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^✗ Slack +Slack refuses the token \(invalid_auth\)\n +→ Copy the Bot User OAuth Token/m,
    );
    expect(stdout).toMatch(/\n1 of 7 to correct\.\n$/);
    expect(stdout + stderr).not.toContain(token);
  });

  test('--json is one document', async () => {
    const { code, stdout } = await run(['doctor', '--json'], { PAYLINK_API_KEY: 'planted-api-key' });
    expect(code).toBe(1);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ ok: false, version: expect.stringMatching(/^\d/) });
    expect(report.checks).toHaveLength(7);
    expect(report.checks.find((one: { id: string }) => one.id === 'business')).toEqual({
      id: 'business',
      title: 'Business details',
      status: 'failed',
      seen: expect.any(String),
      remedy: expect.any(String),
      details: [],
    });
    expect(stdout).not.toContain('planted-api-key');
  });

  test('ends without a word when nobody reads on', async () => {
    const child = startStandIn([CLI, 'doctor'], { folder: cwd, env: { PAYLINK_ENV_FILE: '' } });
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    child.stdout.destroy();
    expect([(await once(child, 'close'))[0], stderr]).toEqual([141, '']);
  });

  test('an unknown option or command is refused with the usage', async () => {
    const option = await run(['doctor', '--jsn']);
    expect(option).toMatchObject({ code: 1, stderr: expect.stringContaining('--probe-signature') });
    const command = await run(['docter']);
    expect(command).toMatchObject({ code: 1, stderr: expect.stringContaining('paylink doctor') });
  });

  test('paylink start runs the app, which refuses an incomplete environment', async () => {
    const { code, stderr } = await run(['start'], {
      PAYLINK_BASE_URL: 'nowhere',
      SLACK_BOT_TOKEN: 'x',
    });
    expect(code).toBe(78);
    expect(stderr).toContain('PAYLINK_BASE_URL');
  });
});
