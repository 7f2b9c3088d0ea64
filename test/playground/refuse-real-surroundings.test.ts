import { expect, test } from 'vitest';
import { refuseRealSurroundings } from '../../playground/refuse-real-surroundings.ts';

test.each([
  [{}],
  [{ NODE_ENV: 'test', SLACK_BOT_TOKEN: undefined }],
  [{ SLACK_BOT_TOKEN: 'xoxb-playground-1', SLACK_APP_TOKEN: 'xapp-playground-1' }],
  [{ SLACK_BOT_TOKEN: '', SLACK_SIGNING_SECRET: 'xoxb-1-2-3', OTHER_TOKEN: 'xoxb-1-2-3' }],
])('%j is allowed', (env) => {
  expect(() => refuseRealSurroundings(env)).not.toThrow();
});

test.each([
  [{ NODE_ENV: 'production' }, 'NODE_ENV'],
  [{ SLACK_BOT_TOKEN: 'xoxb-1-2-3' }, 'SLACK_BOT_TOKEN'],
  [{ SLACK_USER_TOKEN: 'xoxp-1-2-3' }, 'SLACK_USER_TOKEN'],
  [{ SLACK_APP_TOKEN: 'xapp-1-A1-2' }, 'SLACK_APP_TOKEN'],
  [{ SLACK_TOKEN: 'xoxe.xoxb-1-2-3' }, 'SLACK_TOKEN'],
  [{ SLACK_BOT_TOKEN: ' "xoxb-1-2-3"' }, 'SLACK_BOT_TOKEN'],
  [{ SLACK_BOT_TOKEN: 'xoxp-playground' }, 'SLACK_BOT_TOKEN'],
])('%j is refused, and the message names %s', (env, name) => {
  expect(() => refuseRealSurroundings(env)).toThrow(name);
});

test('all reasons are listed at once, without any token', () => {
  const env = { NODE_ENV: 'production', SLACK_BOT_TOKEN: 'xoxb-1-2-3', SLACK_APP_TOKEN: 'xapp-1-2-3' };
  expect(() => refuseRealSurroundings(env)).toThrow(/NODE_ENV.*SLACK_BOT_TOKEN.*SLACK_APP_TOKEN/);
  expect(() => refuseRealSurroundings(env)).not.toThrow(/1-2-3/);
});
