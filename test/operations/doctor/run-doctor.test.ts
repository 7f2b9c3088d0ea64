// @module-tag long
// @module-tag store

import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createLocalSlack } from '../../../packages/local-slack/src/local-slack.ts';
import { systemClock } from '../../../src/clock.ts';
import { createSandboxService } from '../../../tools/sandbox/sandbox-service.ts';
import { serve } from '../../fixtures/serve.ts';
import { type Scene, startScene } from '../../fixtures/start-paylink.ts';
import { TEST_ENGINE } from '../../fixtures/test-database.ts';
import { testAtLength } from '../../fixtures/whole-suite.ts';
import { buildEnvironment, diagnose } from './diagnose.ts';

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

const startSlack = async (options: Parameters<typeof createLocalSlack>[0] = {}) => {
  const slack = await createLocalSlack(options);
  onTestFinished(() => slack.close());
  return slack;
};

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
    const { PAYLINK_SECRET_KEY: _key, ...rest } = env;
    const { faults, skipped, of } = await diagnose({
      ...rest,
      PAYLINK_TIME_ZONE: 'Planted/Zone',
      SLACK_BOTTOKEN: 'xoxb-planted-under-a-wrong-name',
    });
    expect(faults).toEqual(['environment: 2 faults']);
    expect(skipped).toEqual(['business', 'listing', 'transactions']);
    const names = of('environment').details.map((line) => line.split(' ')[0]);
    expect(names).toEqual(['PAYLINK_SECRET_KEY', 'PAYLINK_TIME_ZONE', 'SLACK_BOTTOKEN']);
  });

  test('an empty environment: it is reported completely, and nothing is called', async () => {
    const { faults, of } = await diagnose({ DATA_DIR: env['DATA_DIR'] ?? '/tmp' });
    expect(faults).toEqual(['environment: 7 faults']);
    expect(of('slack').seen).toBe('not checked: needs SLACK_BOT_TOKEN');
  });

  test.each([
    [
      'an unreachable Slack',
      { SLACK_API_URL: 'http://127.0.0.1:9/api' },
      'slack',
      '(ECONNREFUSED)',
      'SLACK_API_URL',
    ],
    ['a wrong API key', { PAYLINK_API_KEY: 'planted-api-key' }, 'business', '(401)', '--probe-signature'],
  ])('%s', async (_, changes, failed, seen, remedy) => {
    const diagnosis = await diagnose({ ...env, ...changes });
    expect(diagnosis).toMatchObject({
      faults: [expect.stringContaining(seen)],
      failed: [failed],
      skipped: failed === 'business' ? ['listing', 'transactions'] : [],
    });
    expect(diagnosis.of(failed).remedy).toContain(remedy);
  });

  test.each(['token_revoked', 'account_inactive', 'not_authed', 'invalid_auth'] as const)(
    'a token refused with %s: the remedy, and that messages wait',
    async (refusal) => {
      const slack = await startSlack();
      slack.tokens?.refuse(refusal);
      const { apiUrl: SLACK_API_URL, botToken: SLACK_BOT_TOKEN } = slack;
      const { failed, of } = await diagnose({ ...env, SLACK_API_URL, SLACK_BOT_TOKEN });
      expect(failed).toEqual(['slack']);
      expect(of('slack')).toMatchObject({
        seen: `Slack refuses the token (${refusal})`,
        remedy: expect.stringMatching(
          /Copy the Bot User OAuth Token.*are kept until Paylink runs with a valid token/,
        ),
      });
    },
  );

  test.each<[fault: string, scopes: string[], failed: string[], words: RegExp]>([
    ['a missing scope', ['users:read'], ['slack'], /missing: files:write\n.*npm run manifest/],
    [
      'a scope that an older install lacks',
      ['files:write'],
      [],
      /all scopes that Paylink needs\nWith chat:write\.public, .*install it/,
    ],
  ])('%s', async (_, scopes, failed, words) => {
    const slack = await startSlack({ scopes: ['commands', 'chat:write', ...scopes] });
    const diagnosis = await diagnose({ ...env, SLACK_API_URL: slack.apiUrl });
    expect(diagnosis).toMatchObject({ failed, skipped: [] });
    const { seen, remedy } = diagnosis.of('slack');
    expect(`${seen}\n${remedy}`).toMatch(words);
  });

  test('no permission for the endpoint', async () => {
    scene.sandbox.faults.add({ operation: 'business', kind: 'status', status: 403 });
    const { failed, of } = await diagnose(env).finally(() => scene.sandbox.faults.clear());
    expect(failed).toEqual(['business']);
    expect(of('business').remedy).toContain('IP address');
  });

  test('a list of payments that does not answer', async () => {
    scene.sandbox.faults.add({ operation: 'transactions', kind: 'status', status: 500 });
    const { failed, of } = await diagnose(env).finally(() => scene.sandbox.faults.clear());
    expect(failed).toEqual(['transactions']);
    expect(of('transactions').remedy).toContain('PAYLINK_TRANSACTIONS_PATH');
  });

  test('a service that never answers uses up only its own time limit', async () => {
    const silent = await serve(() => {});
    const { failed, skipped } = await diagnose({ ...env, PAYLINK_BASE_URL: silent }, { patienceMs: 400 });
    expect(failed).toEqual(['business']);
    expect(skipped).toEqual(['listing', 'transactions']);
  });
});

test('text from outside is redacted before it is shown', async () => {
  const echo = await serve((request, response) =>
    response.end(JSON.stringify({ ok: true, team: request.headers.authorization, user: 'bot' })),
  );
  const { of } = await diagnose({ ...env, SLACK_API_URL: echo });
  expect(of('slack').seen).toBe(
    'workspace Bearer [secret], as bot; Slack did not say which scopes the token has',
  );
});

test('an address that is not Slack’s Web API is reported', async () => {
  const page = await serve((_request, response) => response.end('<html>'));
  const { faults } = await diagnose({ ...env, SLACK_API_URL: page });
  expect(faults).toEqual(['slack: Slack does not answer (200)']);
});

describe('PUBLIC_URL', () => {
  test('nothing answers', async () => {
    const { faults } = await diagnose({ ...env, PUBLIC_URL: 'http://127.0.0.1:9' });
    expect(faults).toEqual(['address: nothing answers at PUBLIC_URL (ECONNREFUSED)']);
  });

  test.each<[what: string, status: number, answer: RequestListener]>([
    ['a page', 200, (_, response) => response.end('<h1>It works!</h1>')],
    ['a redirect', 301, (_, response) => response.writeHead(301, { location: scene.appUrl }).end()],
    ['a proxy that does not forward the callbacks', 404, (_, response) => response.writeHead(404).end('no')],
  ])('%s answers there', async (_, status, answer) => {
    const { faults } = await diagnose({ ...env, PUBLIC_URL: await serve(answer) });
    expect(faults).toEqual([
      `address: something else than Paylink answers at PUBLIC_URL/callbacks/… (${status})`,
    ]);
  });

  test('an address that Slack itself cannot use', async () => {
    const real = { ...env, SLACK_API_URL: 'http://slack.invalid/api' };
    expect((await diagnose(real)).of('address').seen).toContain('this machine’s own address');
    const plain = await diagnose({ ...real, PUBLIC_URL: 'http://paylink.invalid' });
    expect(plain.of('address').seen).toContain('not https');
  });
});

describe('--probe-signature', () => {
  testAtLength('names the settings that work, for every signature variant', async () => {
    for (const encoding of ['hex', 'base64'] as const) {
      for (const get of ['query', 'path', 'path-and-query', 'empty'] as const) {
        const sandbox = await createSandboxService({
          history: 'none',
          signatureEncoding: encoding,
          signatureGet: get,
        });
        const other = {
          ...env,
          PAYLINK_BASE_URL: sandbox.baseUrl,
          PAYLINK_SIGNATURE_ENCODING: encoding === 'hex' ? 'base64' : 'hex',
          PAYLINK_SIGNATURE_GET: get === 'path' ? 'query' : 'path',
        };
        const probed = await diagnose(other, { probeSignature: true });
        await sandbox.close();
        expect(probed.failed).toEqual(['business', 'signatures']);
        expect(probed.of('signatures').remedy).toBe(
          `Set PAYLINK_SIGNATURE_ENCODING=${encoding} PAYLINK_SIGNATURE_GET=${get}`,
        );
      }
    }
  });

  test('what a GET signs is seen at an address with a query', async () => {
    const sandbox = await createSandboxService({ history: 'none', signatureGet: 'empty' });
    const { faults, of } = await diagnose({ ...env, PAYLINK_BASE_URL: sandbox.baseUrl });
    await sandbox.close();
    expect(faults).toEqual([expect.stringMatching(/^listing: .*\(401\)/)]);
    expect(of('listing').remedy).toContain('--probe-signature');
  });

  testAtLength('does not blame the signature for a wrong key', async () => {
    const wrong = await diagnose({ ...env, PAYLINK_API_KEY: 'planted-api-key' }, { probeSignature: true });
    expect(wrong.of('signatures').seen).toMatch(/every known way of signing/);
  });
});
