// @module-tag long

import { once } from 'node:events';
import { expect, test } from 'vitest';
import { readOptions } from '../../tools/rehearsal/read-options.ts';
import { runStandIn, startStandIn } from '../../tools/stand-in.ts';
import { startSlack } from './rehearse.ts';

const COMMAND = new URL('../../dist/tools/rehearsal/rehearsal.js', import.meta.url).pathname;

/** Each process loads the app's views again. */
const PATIENCE_MS = 120_000;

test('the built command posts in the channel, and removes everything when it is stopped', {
  timeout: PATIENCE_MS,
}, async () => {
  const { slack } = await startSlack({ now: Date.now });
  const child = startStandIn([COMMAND, '--channel', slack.team.ids.frontDesk], {
    env: { SLACK_API_URL: slack.apiUrl, SLACK_BOT_TOKEN: slack.botToken },
  });
  let text = '';
  child.stdout.on('data', (more) => {
    if (`${text}${more}`.includes('chat.update') && !text.includes('chat.update')) child.kill('SIGINT');
    text += more;
  });
  child.stderr.resume();
  const [code] = await once(child, 'close');
  expect(text).toMatch(/✓ .+ chat\.postMessage +accepted/);
  expect({ code, stays: slack.posts().filter(({ final }) => final !== null) }).toEqual({
    code: 130,
    stays: [],
  });
});

test('it says what is missing', { timeout: PATIENCE_MS }, async () => {
  const { code, stdout } = await runStandIn([COMMAND, '--channel', 'C012AB3CD']);
  expect(stdout).toContain('SLACK_BOT_TOKEN is missing');
  expect(code).toBe(78);
});

test.each([
  [[], /--channel is missing.*\/invite @Paylink/],
  [['--channel', '#tests'], /^--channel takes the channel’s id/],
  [['--channel', 'C012AB3CD', '--person', 'sara'], /^--person takes a member id/],
  [['--chanel', 'C012AB3CD'], /^Unknown option\./],
])('%j is answered with an explanation', (args, words) => {
  expect(readOptions(args)).toEqual({ fault: expect.stringMatching(words) });
});
