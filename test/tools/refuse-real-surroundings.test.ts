import { expect, test } from 'vitest';
import { refuseRealSurroundings } from '../../tools/demo/refuse-real-surroundings.ts';

test.each([
  [{}, []],
  [{ NODE_ENV: 'test', SLACK_BOT_TOKEN: undefined }, []],
  [{ SLACK_BOT_TOKEN: 'xoxb-playground-1', SLACK_APP_TOKEN: 'xapp-playground-1' }, []],
  [{ SLACK_BOT_TOKEN: '', SLACK_SIGNING_SECRET: 'xoxb-1-2-3', OTHER_TOKEN: 'xoxb-1-2-3' }, []],
  [{ SLACK_USER_TOKEN: 'xoxp-1-2-3' }, ['SLACK_USER_TOKEN']],
  [{ SLACK_TOKEN: 'xoxe.xoxb-1-2-3' }, ['SLACK_TOKEN']],
  [{ SLACK_BOT_TOKEN: ' "xoxb-1-2-3"' }, ['SLACK_BOT_TOKEN']],
  [{ SLACK_BOT_TOKEN: 'xoxp-playground' }, ['SLACK_BOT_TOKEN']],
  [{ NODE_ENV: 'production', SLACK_APP_TOKEN: 'xapp-1-2-3' }, ['NODE_ENV', 'SLACK_APP_TOKEN']],
])('with %j it refuses because of %j, without showing a token', (env, names) => {
  const said = refuseRealSurroundings(env) ?? '';
  expect(said.match(/\b(NODE_ENV|SLACK_\w+)/g) ?? []).toEqual(names);
  expect(said).not.toContain('1-2-3');
});
