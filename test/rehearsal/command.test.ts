// @module-tag long

import { expect, test } from 'vitest';
import { runStandIn } from '../../playground/stand-in.ts';
import { readOptions } from '../../src/rehearsal/read-options.ts';
import { rehearse, startSlack } from './rehearse.ts';

const PAYLINK = new URL('../../dist/src/cli.js', import.meta.url).pathname;

/** Each process loads the app again. */
const PATIENCE_MS = 120_000;

/** The built command. */
const run = async (...args: string[]) => {
  const { code, stdout, stderr } = await runStandIn([PAYLINK, 'rehearsal', ...args]);
  return { code, text: stdout + stderr };
};

test('the built command shows its usage, and what is missing', { timeout: PATIENCE_MS }, async () => {
  expect(await run('--help')).toMatchObject({ code: 0, text: expect.stringContaining('--blocks-only') });
  expect(await run()).toMatchObject({
    code: 78,
    text: expect.stringMatching(/--channel is missing.*\/invite @Paylink/),
  });
  expect(await run('--channel', 'C012AB3CD')).toMatchObject({
    code: 78,
    text: expect.stringContaining('SLACK_BOT_TOKEN is missing'),
  });
  expect(await run('--replay', '/nowhere')).toMatchObject({ code: 78, text: '/nowhere cannot be read.\n' });
});

test('the built command replays a recording to a local Slack of its own', {
  timeout: PATIENCE_MS,
}, async () => {
  const { folder } = await rehearse(await startSlack(), { options: { isBlocksOnly: true } });
  const { code, text } = await run('--replay', folder);
  expect(text).toMatch(/^\d+ calls, and the local Slack answers each as recorded\.\n$/);
  expect(code).toBe(0);
});

test.each([
  [['--channel', '#tests'], '--channel takes the channel’s id'],
  [['--channel', 'C012AB3CD', '--person', 'sara'], '--person takes a member id'],
  [['--channel', 'C012AB3CD', '--other-channel', 'D012AB3CD'], '--other-channel takes the channel’s id'],
  [['--chanel', 'C012AB3CD'], 'Unknown option.'],
])('%j is answered with an explanation', (args, words) => {
  expect(readOptions(args)).toEqual({ fault: expect.stringContaining(words) });
});
