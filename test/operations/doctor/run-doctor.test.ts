// @module-tag long
// @module-tag store

import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createSandboxService } from '../../../playground/sandbox/sandbox-service.ts';
import { createLocalSlack } from '../../../playground/slack/local-slack.ts';
import { FRONT_DESK, SARA } from '../../../playground/slack/people-and-places.ts';
import { systemClock } from '../../../src/clock.ts';
import type { CheckId } from '../../../src/operations/doctor/check.ts';
import { postAsSlack } from '../../fixtures/post-as-slack.ts';
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
  const { failed, skipped, text, of } = await diagnose(env);
  expect(failed).toEqual([]);
  expect(skipped).toEqual([]);
  expect(text).toContain('All is well.');
  expect(text).not.toContain('→');
  expect(of('slack-token').seen).toContain('workspace Playground');
  expect(of('slack-scopes').seen).toContain(
    'chat:write, chat:write.public, commands, files:read, files:write',
  );
  expect(of('database').seen).toContain(
    TEST_ENGINE === 'sqlite'
      ? 'a running Paylink holds its database'
      : 'its tables are those of this version',
  );
});

const atOffset = (offsetMs: number) =>
  diagnose(env, { clock: { ...systemClock, now: () => Date.now() + offsetMs } });

describe('only the affected check fails for', () => {
  test('faults of the environment: all are listed, and only checks that need them are skipped', async () => {
    const { PAYLINK_SECRET_KEY: _key, ...rest } = env;
    const { faults, skipped, of } = await diagnose({
      ...rest,
      PAYLINK_TIME_ZONE: 'Planted/Zone',
      SLACK_BOTTOKEN: 'xoxb-planted-under-a-wrong-name',
    });
    expect(faults).toEqual(['environment: 2 faults']);
    expect(skipped).toEqual(['service-credentials']);
    const names = of('environment').details.map((line) => line.split(' ')[0]);
    expect(names).toEqual(['PAYLINK_SECRET_KEY', 'PAYLINK_TIME_ZONE', 'SLACK_BOTTOKEN']);
  });

  test('an empty environment: it is reported completely, and nothing is called', async () => {
    const { faults, of } = await diagnose({ DATA_DIR: env['DATA_DIR'] ?? '/tmp' });
    expect(faults).toEqual(['environment: 7 faults']);
    expect(of('slack-token').seen).toBe('not checked: needs SLACK_BOT_TOKEN');
  });

  const WRONG_TOKEN = { SLACK_BOT_TOKEN: 'xoxb-planted-and-wrong' };
  const NO_SLACK = { SLACK_API_URL: 'http://127.0.0.1:9/api' };
  const WRONG_SECRET = { SLACK_SIGNING_SECRET: 'planted-signing-secret' };
  const WRONG_KEY = { PAYLINK_API_KEY: 'planted-api-key' };

  test.each<[fault: string, changes: Record<string, string>, failed: CheckId, seen: string, remedy: string]>([
    ['a wrong token', WRONG_TOKEN, 'slack-token', 'refuses it (invalid_auth)', 'Bot User OAuth Token'],
    ['an unreachable Slack', NO_SLACK, 'slack-token', 'nothing listens there (ECONNREFUSED)', ''],
    ['the signing secret of another app', WRONG_SECRET, 'signing-secret', '', 'Basic Information'],
    ['a wrong API key', WRONG_KEY, 'service-credentials', '(401)', '--probe-signature'],
  ])('%s', async (_, changes, failed, seen, remedy) => {
    const diagnosis = await diagnose({ ...env, ...changes });
    expect(diagnosis).toMatchObject({
      faults: [expect.stringContaining(seen)],
      failed: [failed],
      skipped: failed === 'slack-token' ? ['slack-scopes'] : [],
    });
    expect(diagnosis.of(failed).remedy ?? '').toContain(remedy);
    const clock = changes === NO_SLACK ? 'the payment service' : 'Slack';
    expect(diagnosis.of('clock').seen).toContain(`this machine’s clock agrees with ${clock}`);
  });

  testAtLength('a secret of the app’s that is not Slack’s: the refused requests point to it', async () => {
    const own = await startScene({ clock: systemClock });
    onTestFinished(() => own.close());
    const here = { ...buildEnvironment(own), PORT: new URL(own.appUrl).port };
    const adviceNow = async () => (await diagnose(here)).of('signing-secret');
    expect(await adviceNow()).not.toHaveProperty('remedy', expect.any(String));
    const { appUrl } = own;
    const command = { command: { command: '/paylink', text: 'help', team_id: 'T0PLAY', user_id: SARA } };
    await postAsSlack({ appUrl, signingSecret: 'what Slack has' }, command);
    expect(await adviceNow()).toMatchObject({
      status: 'ok',
      remedy: expect.stringMatching(/^It has refused a request and taken none.*Signing Secret/),
    });
    await own.slack.command(SARA, FRONT_DESK, '/paylink', 'help');
    expect(await adviceNow()).not.toHaveProperty('remedy', expect.any(String));
  });

  test.each(['token_revoked', 'account_inactive', 'not_authed', 'invalid_auth'] as const)(
    'a token refused with %s: the remedy, and that messages wait',
    async (refusal) => {
      const slack = await startSlack();
      slack.tokens?.refuse(refusal);
      const { apiUrl: SLACK_API_URL, botToken: SLACK_BOT_TOKEN } = slack;
      const { failed, of } = await diagnose({ ...env, SLACK_API_URL, SLACK_BOT_TOKEN });
      expect(failed).toEqual(['slack-token']);
      expect(of('slack-token')).toMatchObject({
        seen: `Slack refuses it (${refusal})`,
        remedy: expect.stringMatching(
          /Copy the Bot User OAuth Token.*are kept until Paylink runs with a valid token/,
        ),
      });
    },
  );

  test.each<[fault: string, scopes: string[], failed: CheckId[], words: RegExp]>([
    ['a missing scope', ['users:read'], ['slack-scopes'], /^missing: files:write\n/],
    ['a scope that an older install lacks', ['files:write'], [], /With chat:write\.public, .*install it/],
    ['an unneeded scope', ['chat:write.public', 'files:write', 'users:read'], [], /users:read/],
  ])('%s', async (_, scopes, failed, words) => {
    const slack = await startSlack({ scopes: ['commands', 'chat:write', ...scopes] });
    const diagnosis = await diagnose({ ...env, SLACK_API_URL: slack.apiUrl });
    expect(diagnosis).toMatchObject({ failed, skipped: [] });
    const { seen, remedy } = diagnosis.of('slack-scopes');
    expect(failed.length > 0 ? `${seen}\n` : remedy).toMatch(words);
  });

  test('no permission for the endpoint', async () => {
    scene.sandbox.faults.add({ operation: 'business', kind: 'status', status: 403 });
    const { failed, of } = await diagnose(env).finally(() => scene.sandbox.faults.clear());
    expect(failed).toEqual(['service-credentials']);
    expect(of('service-credentials').remedy).toContain('IP address');
  });

  testAtLength('a service that is down, and one in trouble', async () => {
    await scene.sandbox.outage('refuse');
    const down = await diagnose(env).finally(() => scene.sandbox.outage('off'));
    expect(down.faults).toEqual([expect.stringMatching(/^service: .*ECONNREFUSED/)]);
    expect(down.skipped).toEqual(['service-credentials']);

    const troubled = await serve((_request, response) => response.writeHead(503).end());
    const { faults } = await diagnose({ ...env, PAYLINK_BASE_URL: `${troubled}/api` });
    expect(faults).toEqual([expect.stringMatching(/^service: .*503/)]);
  });

  test('a service that never answers uses up only its own time limit', async () => {
    const silent = await serve(() => {});
    const { faults, skipped } = await diagnose({ ...env, PAYLINK_BASE_URL: silent }, { patienceMs: 400 });
    expect(faults).toEqual([expect.stringMatching(/^service: .*does not answer in time/)]);
    expect(skipped).toEqual(['service-credentials']);
  });

  test.each([
    ['ahead of', 600_000],
    ['behind', -600_000],
  ])('a clock that is ten minutes %s Slack', async (words, offsetMs) => {
    const { faults, skipped } = await atOffset(offsetMs);
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^clock: .*(600|601|599) s ${words} Slack`))]);
    expect(skipped).toEqual([]);
  });
});

test('a clock that is two minutes wrong passes with advice', async () => {
  const { failed, of } = await atOffset(120_000);
  expect(failed).toEqual([]);
  expect(of('clock').remedy).toContain('synchronisation');
});

test('text from outside is redacted before it is shown', async () => {
  const echo = await serve((request, response) =>
    response.end(JSON.stringify({ ok: true, team: request.headers.authorization, user: 'bot' })),
  );
  const { of } = await diagnose({ ...env, SLACK_API_URL: echo });
  expect(of('slack-token').seen).toBe('workspace Bearer [secret], as bot');
  expect(of('slack-scopes').status).toBe('skipped');
});

test('an address that is not Slack’s Web API is reported', async () => {
  const page = await serve((_request, response) => response.end('<html>'));
  const { faults } = await diagnose({ ...env, SLACK_API_URL: page });
  expect(faults).toEqual([expect.stringMatching(/^slack-token: .*not as Slack does/)]);
});

describe('PUBLIC_URL', () => {
  test('nothing answers: says whether Paylink runs on this machine', async () => {
    const wrong = { ...env, PUBLIC_URL: 'http://127.0.0.1:9' };
    const { port } = new URL(scene.appUrl);
    const { failed, skipped, of } = await diagnose({ ...wrong, PORT: port });
    expect(failed).toEqual(['public-address']);
    expect(skipped).toEqual(['signing-secret', 'callbacks']);
    expect(of('public-address').remedy).toContain(`Paylink does answer on port ${port}`);

    const alone = await diagnose({ ...wrong, PORT: '0' });
    expect(alone.of('public-address').remedy).toContain('npm start');
  });

  test.each<[what: string, words: RegExp, answer: RequestListener]>([
    ['a page', /not Paylink \(200\)/, (_, response) => response.end('<h1>It works!</h1>')],
    [
      'a redirect',
      /leads elsewhere \(301\)/,
      (_, response) => response.writeHead(301, { location: scene.appUrl }).end(),
    ],
  ])('%s answers there', async (_, words, answer) => {
    const { faults } = await diagnose({ ...env, PUBLIC_URL: await serve(answer) });
    expect(faults).toEqual([expect.stringMatching(words)]);
    expect(faults[0]).toMatch(/^public-address: /);
  });

  /** A proxy that answers some paths itself. */
  const behind = (closed: RegExp, status: number) =>
    serve(async (request, response) => {
      if (closed.test(request.url ?? '')) {
        response.writeHead(status).end('by the proxy');
        return;
      }
      let body = '';
      for await (const part of request) body += part;
      const answer = await fetch(`${scene.appUrl}${request.url}`, {
        method: request.method ?? 'GET',
        headers: Object.entries(request.headers).flatMap(([name, value]) =>
          /^(x-slack|content-type)/.test(name) ? [[name, String(value)] as [string, string]] : [],
        ),
        ...(body === '' ? {} : { body }),
      });
      const cacheControl = answer.headers.get('cache-control');
      response.writeHead(answer.status, cacheControl ? { 'cache-control': cacheControl } : {});
      response.end(await answer.text());
    });

  test('a proxy that passes only what is called from outside', async () => {
    for (const status of [404, 403]) {
      const PUBLIC_URL = await behind(/^\/(healthz|readyz|metrics)/, status);
      expect(await diagnose({ ...env, PUBLIC_URL })).toMatchObject({ faults: [], skipped: [] });
    }
  });

  testAtLength('a proxy that does not forward the callbacks', async () => {
    for (const status of [404, 401]) {
      const { faults } = await diagnose({ ...env, PUBLIC_URL: await behind(/^\/callbacks\//, status) });
      expect(faults).toEqual([expect.stringMatching(/^callbacks: .*something else/)]);
    }
  });

  test('an address that Slack itself cannot use', async () => {
    const real = { ...env, SLACK_API_URL: 'http://slack.invalid/api', SLACK_SIGNING_SECRET: 'f'.repeat(32) };
    const own = await diagnose(real);
    expect(own.of('public-address').seen).toContain('this machine’s own address');
    const plain = await diagnose({ ...real, PUBLIC_URL: 'http://paylink.invalid' });
    expect(plain.of('public-address').seen).toContain('not https');
    expect(plain.of('signing-secret').status).toBe('skipped');
    const odd = await diagnose({ ...real, SLACK_SIGNING_SECRET: 'planted-verification-token' });
    expect(odd.of('signing-secret').seen).toContain('does not look like one');
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
        const plain = await diagnose(other);
        const probed = await diagnose(other, { probeSignature: true });
        await sandbox.close();
        expect(plain.failed).toEqual(['service-credentials']);
        expect(probed.failed).toEqual(['service-credentials']);
        expect(probed.of('service-credentials').remedy).toBe(
          `Set PAYLINK_SIGNATURE_ENCODING=${encoding} PAYLINK_SIGNATURE_GET=${get}`,
        );
      }
    }
  });

  test('finds what a GET signs by an address with a query', async () => {
    const sandbox = await createSandboxService({ history: 'none', signatureGet: 'empty' });
    const { faults } = await diagnose({ ...env, PAYLINK_BASE_URL: sandbox.baseUrl });
    await sandbox.close();
    expect(faults).toEqual([
      expect.stringMatching(/^service-credentials: .*for the listing of links \(401\)/),
    ]);
  });

  testAtLength('confirms what is right, and does not blame the signature for a wrong key', async () => {
    const right = await diagnose(env, { probeSignature: true });
    expect(right.failed).toEqual([]);
    expect(right.of('service-credentials').details).toEqual([
      'accepted with PAYLINK_SIGNATURE_ENCODING=hex PAYLINK_SIGNATURE_GET=query',
    ]);
    const wrong = await diagnose({ ...env, PAYLINK_API_KEY: 'planted-api-key' }, { probeSignature: true });
    expect(wrong.faults).toEqual([
      expect.stringMatching(/^service-credentials: .*every known way of signing/),
    ]);
  });
});
