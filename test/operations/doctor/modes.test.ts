// @module-tag long
// @module-tag store

import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { NORTH, startMany } from '../../fixtures/start-many.ts';
import { startScene } from '../../fixtures/start-paylink.ts';
import { buildEnvironment, diagnose } from './diagnose.ts';

const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

test('in Socket Mode it tries the app-level token and skips checks that need a public address', async () => {
  const appToken = 'xapp-planted-token';
  const own = { SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: '', PUBLIC_URL: '' };
  const scene = await startScene({ clock: systemClock, slack: { appToken }, env: own });
  ends.push(() => scene.close());
  const { SLACK_SIGNING_SECRET: _, PUBLIC_URL: __, ...env } = buildEnvironment(scene);
  const good = await diagnose({ ...env, SLACK_APP_TOKEN: appToken });
  expect(good.failed).toEqual([]);
  expect(good.text).toContain('All is well.');
  expect(good.of('app-token').seen).toBe('Slack opens a socket for SLACK_APP_TOKEN');
  expect(good.text).not.toMatch(/Public address|Signing secret|Callback/);

  const bad = await diagnose({ ...env, SLACK_APP_TOKEN: 'xapp-planted-and-wrong' });
  expect(bad.failed).toEqual(['app-token']);
  expect(bad.of('app-token')).toMatchObject({
    seen: 'Slack opens no socket for SLACK_APP_TOKEN (invalid_auth)',
    remedy: expect.stringContaining('connections:write'),
  });

  expect(good.of('slack-token').seen).toMatch(/, app A0PAYLINK1$/);
  const foreign = await diagnose({ ...env, SLACK_APP_TOKEN: 'xapp-1-A0ANOTHER-123-planted' });
  expect(foreign.of('slack-token')).toMatchObject({
    status: 'failed',
    seen: expect.stringMatching(/^SLACK_BOT_TOKEN is of the app A0PAYLINK1, SLACK_APP_TOKEN of A0ANOTHER$/),
  });
});

test('in Socket Mode it says when the running app is not connected', async () => {
  const appToken = 'xapp-planted-token';
  const own = { SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: '', PUBLIC_URL: '' };
  const scene = await startScene({ clock: systemClock, slack: { appToken }, env: own });
  ends.push(() => scene.close());
  const { SLACK_SIGNING_SECRET: _, PUBLIC_URL: __, ...env } = buildEnvironment(scene);
  const look = () => diagnose({ ...env, SLACK_APP_TOKEN: appToken, PORT: new URL(scene.appUrl).port });
  expect((await look()).failed).toEqual([]);
  scene.slack.faults.add({ method: 'apps.connections.open', error: 'internal_error', times: 3 });
  scene.slack.sockets.drop();
  await scene.slack.until(() => scene.logLines.some((line) => line.includes('no connection to Slack')));
  scene.slack.faults.clear();
  expect((await look()).of('app-token').seen).toMatch(/but the running app is not connected$/);
});

test('for many workspaces it skips what comes with each installation', async () => {
  const scene = await startMany({ merchants: [NORTH] });
  ends.push(() => scene.close());
  expect((await diagnose(scene.environment)).text).toContain('no workspace has added the app yet');
  await scene.settle(NORTH, scene.slack.team(NORTH).team.ids.ravi);
  const { failed, skipped, text } = await diagnose(scene.environment);
  expect({ failed, skipped }).toEqual({ failed: [], skipped: [] });
  expect(text).not.toMatch(/Slack token|Slack scopes|Credentials/);
  expect(text).toMatch(/Installations\s+1 installed, 1 of them with credentials; ENCRYPTION_KEY opens all/);
  const lost = await diagnose({
    ...scene.environment,
    ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64'),
  });
  expect(lost.failed).toEqual(['installations']);
  expect(lost.of('installations')).toMatchObject({
    seen: expect.stringMatching(/^1 of 1 cannot be opened: ENCRYPTION_KEY lacks the key [0-9a-f]{8}$/),
    remedy: expect.stringContaining('at the end of the list'),
  });
  const wrong = await diagnose({ ...scene.environment, ENCRYPTION_KEY: 'planted-and-short' });
  expect(wrong.failed).toEqual(['environment']);
  expect(wrong.of('environment').details).toEqual([
    expect.stringContaining('ENCRYPTION_KEY must be 32 bytes in base64'),
  ]);
});
