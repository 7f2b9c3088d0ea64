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

test('in Socket Mode it skips what needs a public address', async () => {
  const appToken = 'xapp-planted-token';
  const own = { SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: '', PUBLIC_URL: '' };
  const scene = await startScene({ clock: systemClock, slack: { appToken }, env: own });
  ends.push(() => scene.close());
  const { SLACK_SIGNING_SECRET: _, PUBLIC_URL: __, ...env } = buildEnvironment(scene);
  const { failed, skipped, text } = await diagnose({ ...env, SLACK_APP_TOKEN: appToken });
  expect({ failed, skipped }).toEqual({ failed: [], skipped: [] });
  expect(text).not.toContain('Public address');
});

test('for many workspaces it skips what comes with each installation', async () => {
  const scene = await startMany({ merchants: [NORTH] });
  ends.push(() => scene.close());
  const { failed, skipped, text } = await diagnose(scene.environment);
  expect({ failed, skipped }).toEqual({ failed: [], skipped: [] });
  expect(text).not.toMatch(/Slack|Business details|Signed listing/);
  const wrong = await diagnose({ ...scene.environment, ENCRYPTION_KEY: 'planted-and-short' });
  expect(wrong.failed).toEqual(['environment']);
  expect(wrong.of('environment').details).toEqual([
    expect.stringContaining('ENCRYPTION_KEY must be 32 bytes in base64'),
  ]);
});
