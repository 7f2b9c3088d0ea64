// @module-tag long

import { describe, expect, test } from 'vitest';
import { createStage } from '../../tools/rehearsal/stage.ts';
import { buildLine } from '../../tools/rehearsal/table.ts';
import { rehearse, type Stage, startSlack } from './rehearse.ts';

/** Some four hundred and fifty calls. */
const PATIENCE_MS = 120_000;

const linesOf = (text: string, sign: string) =>
  text.split('\n').filter((line) => line.startsWith(`${sign} `));

const isEmpty = ({ slack }: Stage): boolean => slack.posts().every(({ final }) => final === null);

describe('a rehearsal', () => {
  test('sends everything, finds no problem, keeps to Slack’s limits, and leaves nothing behind', {
    timeout: PATIENCE_MS,
  }, async () => {
    const stage = await startSlack();
    const { slack } = stage;
    const { frontDesk, sara } = slack.team.ids;
    const before = slack.messages(frontDesk).length;
    const { code, text } = await rehearse(stage, { options: { person: sara } });
    expect(linesOf(text, '✗')).toEqual([]);
    expect(code).toBe(0);
    expect(text).toContain('Slack accepted everything that Paylink needs.');
    expect(text).toMatch(/Look at each by hand:(\n- .+\n {4}\S.+)+\n- Slack (does not name|names) the app/);
    for (const line of [
      /✓ 10000 characters over all blocks .* accepted/,
      /✓ .* chat\.update +accepted/,
      /✓ .* chat\.postMessage +accepted/,
      /✓ .* chat\.postEphemeral +accepted/,
      /✓ home .* views\.publish +accepted/,
      /✓ window “New payment link” +blocks\.validate +accepted/,
    ])
      expect(text).toMatch(line);
    expect(slack.calls().filter(({ status }) => status === 429)).toEqual([]);
    const left = slack.messages(frontDesk).slice(before);
    expect(left.every(({ ephemeralTo }) => ephemeralTo === sara)).toBe(true);
    expect(slack.calls('files.delete').map(({ status }) => status)).toEqual([200]);
  });

  test('exits with 1 if Slack refuses something needed, and still removes everything', async () => {
    const stage = await startSlack();
    stage.slack.faults.add({ method: 'files.completeUploadExternal', error: 'internal_error', times: 1 });
    const { code, text } = await rehearse(stage);
    expect(code).toBe(1);
    expect(linesOf(text, '✗')).toEqual([
      expect.stringMatching(/QR picture +files\.uploadV2 +internal_error/),
    ]);
    expect(text).toContain('1 not as Paylink needs it');
    expect(stage.slack.posts()).toHaveLength(1);
    expect(isEmpty(stage)).toBe(true);
  });

  test('can be stopped in the middle, and removes what was posted', async () => {
    const stage = await startSlack();
    const { code, text } = await rehearse(stage, {
      onText: (line, stop) => {
        if (line.includes('chat.update')) stop.abort();
      },
    });
    expect(code).toBe(130);
    expect(linesOf(text, '✓').length).toBeLessThan(20);
    expect(stage.slack.posts().length).toBeGreaterThan(0);
    expect(isEmpty(stage)).toBe(true);
  });

  test('waits as long as Slack asks, then continues', async () => {
    const stage = await startSlack();
    const startedAt = stage.clock.now();
    stage.slack.faults.add({ method: 'chat.postMessage', retryAfter: 3_600, times: 2 });
    const { text } = await rehearse(stage, {
      onText: (line, stop) => {
        if (line.includes('Paylink rehearsal')) stop.abort();
      },
    });
    expect(linesOf(text, '✗')).toEqual([]);
    expect(stage.clock.now() - startedAt).toBeGreaterThan(2 * 3_600_000);
  });

  test('gives up when Slack is unreachable, tries to clean up, and lists what stays', async () => {
    const stage = await startSlack();
    const { code, text } = await rehearse(stage, {
      onText: (line) => {
        if (line.includes('chat.update')) stage.slack.faults.add({ dropBeforeWork: true });
      },
    });
    expect(code).toBe(1);
    expect(text).toContain('Slack cannot be reached (');
    expect(text).toMatch(/Stays: the message “.+”, \d+\.\d+ in the channel\./);
    expect(text).toContain('Stays: the file of “QR picture”');
    expect(stage.slack.calls('chat.update').length).toBeLessThan(20);
  });
});

describe('before it begins', () => {
  test.each<[string, Parameters<typeof rehearse>[1], string]>([
    ['a token is needed', { place: { botToken: null } }, 'SLACK_BOT_TOKEN is missing'],
    [
      'an invalid token is reported, with a remedy',
      { place: { botToken: 'xoxb-other' } },
      'Slack refuses the token (invalid_auth). Copy the Bot User OAuth Token',
    ],
    [
      'the channel must accept a post',
      { options: { channel: 'C0NOWHERE1' } },
      'The channel refuses posts (channel_not_found). Type /invite @Paylink',
    ],
  ])('%s', async (_name, how, said) => {
    const stage = await startSlack();
    const { code, text } = await rehearse(stage, how);
    expect(code).toBe(78);
    expect(text).toContain(said);
    expect(text).not.toContain('xoxb-other');
    expect(stage.slack.posts()).toEqual([]);
  });
});

describe('blocks alone', () => {
  test('reports that Slack is unreachable, and fails', async () => {
    const stage = await startSlack();
    await stage.slack.close();
    const { code, text } = await rehearse(stage, { options: { isBlocksOnly: true } });
    expect(code).toBe(1);
    expect(text).toContain('Slack cannot be reached (ECONNREFUSED)');
  });
});

test('a refusal is listed with Slack’s details; of what the app has a substitute for, it is no fault', async () => {
  const { slack, clock } = await startSlack();
  const lines: string[] = [];
  const stage = createStage({
    ...{ place: slack, clock },
    onStep: (step) => lines.push(buildLine(step)),
  });
  const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: '' } }];
  for (const isNeeded of [true, false])
    await stage.say('form', 'blocks.validate', { message: { blocks } }, { isNeeded });
  expect(lines[0]).toMatch(/^✗ form +blocks\.validate +invalid_\w+ +\d+ ms\n {4}\S.* \[\/.+\]\n$/);
  expect(lines[1]).toMatch(/^~ form /);
});
