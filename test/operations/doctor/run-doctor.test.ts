import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSandboxService } from '../../../playground/sandbox/sandbox-service.ts';
import { createLocalSlack } from '../../../playground/slack/local-slack.ts';
import { systemClock } from '../../../src/clock.ts';
import type { CheckId } from '../../../src/operations/doctor/check.ts';
import { type Scene, startScene } from '../../fixtures/start-paylink.ts';
import { TEST_ENGINE } from '../../fixtures/test-database.ts';
import { testAtLength } from '../../fixtures/whole-suite.ts';
import { buildEnvironment, diagnose } from './diagnose.ts';

let scene: Scene;
let env: Record<string, string>;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  scene = await startScene({
    slack: { scopes: ['commands', 'chat:write', 'chat:write.public', 'files:read', 'files:write'] },
  });
  env = buildEnvironment(scene);
});
afterAll(async () => {
  for (const end of ends) await end();
  await scene.close();
});

const startSlack = async (options: Parameters<typeof createLocalSlack>[0] = {}) => {
  const slack = await createLocalSlack(options);
  ends.push(() => slack.close());
  return slack;
};

/** A server that is not Paylink. */
const startStranger = async (answer: Parameters<typeof createServer>[1]): Promise<string> => {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
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
    TEST_ENGINE === 'sqlite' ? 'a running Paylink holds its database' : 'migrations applied',
  );
});

describe('only the affected check fails for', () => {
  test('faults of the environment: all are listed, and only checks that need them are skipped', async () => {
    const { PAYLINK_SECRET_KEY: _key, ...rest } = env;
    const { failed, skipped, of } = await diagnose({
      ...rest,
      PAYLINK_TIME_ZONE: 'Planted/Zone',
      SLACK_BOTTOKEN: 'xoxb-planted-under-a-wrong-name',
    });
    expect(failed).toEqual(['environment']);
    expect(skipped).toEqual(['service-credentials']);
    expect(of('environment').seen).toBe('2 faults');
    expect(of('environment').details.map((line) => line.split(' ')[0])).toEqual([
      'PAYLINK_SECRET_KEY',
      'PAYLINK_TIME_ZONE',
      'SLACK_BOTTOKEN',
    ]);
  });

  test('an empty environment: it is reported completely, and nothing is called', async () => {
    const { failed, of } = await diagnose({ DATA_DIR: env['DATA_DIR'] ?? '/tmp' });
    expect(failed).toEqual(['environment']);
    expect(of('environment').details.length).toBe(7);
    expect(of('slack-token').seen).toBe('not checked: needs SLACK_BOT_TOKEN');
  });

  test.each<{
    fault: string;
    changes: Record<string, string>;
    failed: CheckId;
    skipped?: CheckId[];
    seen?: string;
    remedy?: string;
  }>([
    {
      fault: 'a wrong token',
      changes: { SLACK_BOT_TOKEN: 'xoxb-planted-and-wrong' },
      ...{ failed: 'slack-token', skipped: ['slack-scopes'] },
      ...{ seen: 'Slack refuses it (invalid_auth)', remedy: 'Bot User OAuth Token' },
    },
    {
      fault: 'an unreachable Slack',
      changes: { SLACK_API_URL: 'http://127.0.0.1:9/api' },
      ...{ failed: 'slack-token', skipped: ['slack-scopes'], seen: 'nothing listens there (ECONNREFUSED)' },
    },
    {
      fault: 'the signing secret of another app',
      changes: { SLACK_SIGNING_SECRET: 'planted-signing-secret' },
      ...{ failed: 'signing-secret', remedy: 'Basic Information' },
    },
    {
      fault: 'a wrong API key',
      changes: { PAYLINK_API_KEY: 'planted-api-key' },
      ...{ failed: 'service-credentials', seen: '(401)', remedy: '--probe-signature' },
    },
  ])('$fault', async ({ changes, failed, skipped = [], seen = '', remedy = '' }) => {
    const diagnosis = await diagnose({ ...env, ...changes });
    expect(diagnosis).toMatchObject({ failed: [failed], skipped });
    expect(diagnosis.of(failed).seen).toContain(seen);
    expect(diagnosis.of(failed).remedy ?? '').toContain(remedy);
    const clock = changes['SLACK_API_URL'] ? 'the payment service' : 'Slack';
    expect(diagnosis.of('clock').seen).toContain(`this machine’s clock agrees with ${clock}`);
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
    expect(down).toMatchObject({ failed: ['service'], skipped: ['service-credentials'] });
    expect(down.of('service').seen).toContain('ECONNREFUSED');

    const troubled = await startStranger((_request, response) => response.writeHead(503).end());
    const trouble = await diagnose({ ...env, PAYLINK_BASE_URL: `${troubled}/api` });
    expect(trouble.failed).toEqual(['service']);
    expect(trouble.of('service').seen).toContain('503');
  });

  test('a service that never answers uses up only its own time limit', async () => {
    const silent = await startStranger(() => {});
    const { failed, skipped, of } = await diagnose({ ...env, PAYLINK_BASE_URL: silent }, { patienceMs: 400 });
    expect(failed).toEqual(['service']);
    expect(skipped).toEqual(['service-credentials']);
    expect(of('service').seen).toContain('does not answer in time');
  });

  test('a clock that is wrong', async () => {
    for (const [offsetMs, words] of [
      [600_000, 'ahead of Slack'],
      [-600_000, 'behind Slack'],
    ] as const) {
      const clock = { ...systemClock, now: () => Date.now() + offsetMs };
      const { failed, skipped, of } = await diagnose(env, { clock });
      expect(failed).toEqual(['clock']);
      expect(skipped).toEqual([]);
      expect(of('clock').seen).toMatch(new RegExp(`(600|601|599) s ${words}`));
    }
    const clock = { ...systemClock, now: () => Date.now() + 120_000 };
    const { failed, of } = await diagnose(env, { clock });
    expect(failed).toEqual([]);
    expect(of('clock').remedy).toContain('synchronisation');
  });
});

test('text from outside is redacted before it is shown', async () => {
  const echo = await startStranger((request, response) =>
    response.end(JSON.stringify({ ok: true, team: request.headers.authorization, user: 'bot' })),
  );
  const { of } = await diagnose({ ...env, SLACK_API_URL: echo });
  expect(of('slack-token').seen).toBe('workspace Bearer [secret], as bot');
  expect(of('slack-scopes').status).toBe('skipped');
});

test('an address that is not Slack’s Web API is reported', async () => {
  const page = await startStranger((_request, response) => response.end('<html>'));
  const { failed, of } = await diagnose({ ...env, SLACK_API_URL: page });
  expect(failed).toEqual(['slack-token']);
  expect(of('slack-token').seen).toContain('not as Slack does');
});

describe('PUBLIC_URL', () => {
  test('nothing answers: says whether Paylink runs on this machine', async () => {
    const wrong = { ...env, PUBLIC_URL: 'http://127.0.0.1:9' };
    const { failed, skipped, of } = await diagnose({ ...wrong, PORT: new URL(scene.appUrl).port });
    expect(failed).toEqual(['public-address']);
    expect(skipped).toEqual(['signing-secret', 'callbacks']);
    expect(of('public-address').remedy).toContain(
      `Paylink does answer on port ${new URL(scene.appUrl).port}`,
    );

    const alone = await diagnose({ ...wrong, PORT: '0' });
    expect(alone.of('public-address').remedy).toContain('npm start');
  });

  test('something else answers there', async () => {
    const page = await startStranger((_request, response) => response.end('<h1>It works!</h1>'));
    const stranger = await diagnose({ ...env, PUBLIC_URL: page });
    expect(stranger.failed).toEqual(['public-address']);
    expect(stranger.of('public-address').seen).toContain('not Paylink (200)');

    const moved = await startStranger((_request, response) =>
      response.writeHead(301, { location: scene.appUrl }).end(),
    );
    const redirect = await diagnose({ ...env, PUBLIC_URL: moved });
    expect(redirect.failed).toEqual(['public-address']);
    expect(redirect.of('public-address').seen).toContain('leads elsewhere (301)');
  });

  test('a proxy that does not forward the callbacks', async () => {
    const behind = (status: number) =>
      startStranger(async (request, response) => {
        if (request.url?.startsWith('/callbacks/')) {
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
        response.writeHead(answer.status).end(await answer.text());
      });
    for (const status of [404, 401]) {
      const { failed, of } = await diagnose({ ...env, PUBLIC_URL: await behind(status) });
      expect(failed).toEqual(['callbacks']);
      expect(of('callbacks').seen).toMatch(/something else/);
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
    const { failed, of } = await diagnose({ ...env, PAYLINK_BASE_URL: sandbox.baseUrl });
    await sandbox.close();
    expect(failed).toEqual(['service-credentials']);
    expect(of('service-credentials').seen).toContain('for the listing of links (401)');
  });

  test('confirms what is right, and does not blame the signature for a wrong key', async () => {
    const right = await diagnose(env, { probeSignature: true });
    expect(right.failed).toEqual([]);
    expect(right.of('service-credentials').details).toEqual([
      'accepted with PAYLINK_SIGNATURE_ENCODING=hex PAYLINK_SIGNATURE_GET=query',
    ]);
    const wrong = await diagnose({ ...env, PAYLINK_API_KEY: 'planted-api-key' }, { probeSignature: true });
    expect(wrong.failed).toEqual(['service-credentials']);
    expect(wrong.of('service-credentials').seen).toContain('every known way of signing');
  });
});
