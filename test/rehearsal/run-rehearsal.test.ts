// @module-tag long

import { rmSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serveSample } from '../../src/rehearsal/replay.ts';
import { rehearse, startSlack } from './rehearse.ts';

/** Some three hundred calls. */
const PATIENCE_MS = 120_000;

const linesOf = (text: string, sign: string) =>
  text.split('\n').filter((line) => line.startsWith(`${sign} `));

describe('a rehearsal', () => {
  test('sends everything, finds no problem, respects Slack’s rate limits, and leaves nothing behind', {
    timeout: PATIENCE_MS,
  }, async () => {
    const stage = await startSlack();
    const { slack } = stage;
    const { frontDesk, sara, quiet } = slack.team.ids;
    const { publicUrl, close } = await serveSample();
    onTestFinished(close);
    const before = slack.messages(frontDesk).length;
    const { code, text, written } = await rehearse(stage, {
      options: { person: sara, otherChannel: quiet },
      place: { publicUrl },
    });
    expect(linesOf(text, '✗')).toEqual([]);
    expect(code).toBe(0);
    expect(text).toContain('Slack accepted everything that Paylink needs.');
    for (const method of [
      'chat.postMessage',
      'chat.update',
      'chat.postEphemeral',
      'views.publish',
      'blocks.validate',
    ])
      expect(slack.calls(method).length, method).toBeGreaterThan(0);
    expect(slack.calls().filter(({ status }) => status === 429)).toEqual([]);
    expect(
      slack
        .calls('chat.postMessage')
        .some(
          ({ args }) =>
            JSON.stringify(args['reply_broadcast']) === 'true' || args['reply_broadcast'] === 'true',
        ),
    ).toBe(true);

    const left = slack.messages(frontDesk).slice(before);
    expect(left.every(({ ephemeralTo }) => ephemeralTo === sara)).toBe(true);
    const files = slack.calls('files.completeUploadExternal').map(({ answer }) => JSON.stringify(answer));
    for (const [, id = ''] of files.join().matchAll(/"id":"(\w+)"/g))
      expect(slack.calls('files.delete').map(({ args }) => args['file'])).toContain(id);

    expect(text).toMatch(/\? probe: a picture from Paylink’s own address +chat\.postMessage +accepted/);
    expect(text).toMatch(/to one person +chat\.postEphemeral +accepted/);

    const all = written.join('\n');
    expect(written).toHaveLength(
      linesOf(text, '✓').length +
        linesOf(text, '?').length +
        slack.calls('chat.delete').length +
        slack.calls('files.delete').length -
        1,
    );
    for (const secret of [
      slack.botToken,
      slack.team.id,
      frontDesk,
      sara,
      quiet,
      slack.team.ids.botUser,
      slack.team.name,
      slack.url,
      publicUrl,
    ])
      expect(all).not.toContain(secret);
    expect(all).toContain('{person}');
    expect(all).not.toMatch(/Haddad|Nasser/);
  });

  test('exits with 1 if Slack refuses something needed, and still cleans up', async () => {
    const stage = await startSlack();
    stage.slack.faults.add({ method: 'files.completeUploadExternal', error: 'internal_error', times: 1 });
    const { code, text } = await rehearse(stage);
    expect(code).toBe(1);
    expect(linesOf(text, '✗')).toHaveLength(1);
    expect(text).toMatch(/✗ QR picture, done +files\.completeUploadExternal +internal_error/);
    expect(text).toContain('1 not as Paylink needs it');
    expect(stage.slack.posts()).toHaveLength(1);
    expect(stage.slack.posts()[0]?.final).toBeNull();
  });

  test('can be stopped in the middle, and cleans up', async () => {
    const stage = await startSlack();
    const { code, text } = await rehearse(stage, {
      onText: (line, stop) => {
        if (line.includes('card, paid ')) stop.abort();
      },
    });
    expect(code).toBe(130);
    expect(text).not.toContain('card, expired');
    const posts = stage.slack.posts();
    expect(posts.length).toBeGreaterThan(0);
    expect(posts.every(({ final }) => final === null)).toBe(true);
  });

  test('can be told to stop at once, and lists what stays', async () => {
    const stage = await startSlack();
    const hurry = new AbortController();
    const { code, text } = await rehearse(stage, {
      hurry: hurry.signal,
      onText: (line, stop) => {
        if (line.includes('card, paid ')) {
          stop.abort();
          hurry.abort();
        }
      },
    });
    expect(code).toBe(130);
    expect(text).toMatch(/Stays: the message “card, first post”, \d+\.\d+ in the channel\./);
    expect(text).toContain('Stays: the file of “QR picture, done”');
  });

  test('waits as long as Slack asks, then continues', async () => {
    const stage = await startSlack();
    const startedAt = stage.clock.now();
    stage.slack.faults.add({ method: 'chat.postMessage', retryAfter: 3_600, times: 2 });
    const { text } = await rehearse(stage, {
      onText: (line, stop) => {
        if (line.includes('card, first post')) stop.abort();
      },
    });
    expect(linesOf(text, '✗')).toEqual([]);
    expect(stage.clock.now() - startedAt).toBeGreaterThan(2 * 3_600_000);
  });

  test('gives up when Slack is unreachable, and tries to clean up', async () => {
    const stage = await startSlack();
    const { code, text } = await rehearse(stage, {
      onText: (line) => {
        if (line.includes('card, paid ')) stage.slack.faults.add({ dropBeforeWork: true });
      },
    });
    expect(code).toBe(1);
    expect(text).toContain('Slack cannot be reached: the connection was cut');
    expect(text).toContain('Stays: the message “the first post”');
    expect(stage.slack.calls('chat.update').length).toBeLessThan(20);
  });
});

test('a full disk ends it, and everything is cleaned up', async () => {
  const stage = await startSlack();
  const { code, text } = await rehearse(stage, {
    onText: (line, _stop, folder) => {
      if (line.includes('card, first post')) rmSync(folder, { recursive: true });
    },
  });
  expect(code).toBe(1);
  expect(text).toMatch(/✗ .* cannot be written \(ENOENT\)/);
  expect(stage.slack.posts().every(({ final }) => final === null)).toBe(true);
});

describe('before it begins', () => {
  test('a token is needed', async () => {
    const stage = await startSlack();
    const { code, text } = await rehearse(stage, { place: { botToken: null } });
    expect({ code, calls: stage.slack.calls() }).toEqual({ code: 78, calls: [] });
    expect(text).toContain('SLACK_BOT_TOKEN is missing');
  });

  test('an invalid token is reported, with a remedy', async () => {
    const stage = await startSlack();
    const { code, text } = await rehearse(stage, { place: { botToken: 'xoxb-other' } });
    expect(code).toBe(78);
    expect(text).toContain('Slack refuses the token (invalid_auth). Copy the Bot User OAuth Token');
    expect(text).not.toContain('xoxb-other');
  });

  test('missing scopes are listed, and nothing is posted', async () => {
    const stage = await startSlack({ scopes: ['commands', 'chat:write'] });
    const { code, text } = await rehearse(stage);
    expect(code).toBe(78);
    expect(text).toMatch(/The token lacks .*files:write/);
    expect(stage.slack.posts()).toEqual([]);
  });

  test.each(['quiet', 'nowhere'])('the channel must accept a post: %s', async (name) => {
    const stage = await startSlack({ scopes: ['commands', 'chat:write', 'files:write'] });
    const channel = name === 'quiet' ? stage.slack.team.ids.quiet : 'C0NOWHERE1';
    const { code, text } = await rehearse(stage, { options: { channel } });
    expect(code).toBe(78);
    expect(text).toMatch(
      /The channel refuses posts \((not_in_channel|channel_not_found)\)\. Type \/invite @Paylink/,
    );
  });

  test('a folder that is not empty is not used', async () => {
    const stage = await startSlack();
    const out = new URL('.', import.meta.url).pathname;
    await expect(rehearse(stage, { options: { out } })).rejects.toThrow('is not empty');
    expect(stage.slack.calls()).toEqual([]);
  });
});

describe('blocks alone', () => {
  test('needs no token and posts nothing', async () => {
    const stage = await startSlack();
    const { code, text } = await rehearse(stage, {
      options: { isBlocksOnly: true, channel: null },
      place: { botToken: null },
    });
    expect(code).toBe(0);
    expect(new Set(stage.slack.calls().map(({ method }) => method))).toEqual(new Set(['blocks.validate']));
    expect(text).toMatch(/✓ home, all is well +blocks\.validate/);
    expect(text).toMatch(/✓ form, all fields +blocks\.validate/);
    expect(text).toMatch(/✓ card, paid +blocks\.validate/);
  });

  test('reports that Slack is unreachable, and fails', async () => {
    const stage = await startSlack();
    await stage.slack.close();
    const { code, text } = await rehearse(stage, { options: { isBlocksOnly: true } });
    expect(code).toBe(1);
    expect(text).toContain('Slack cannot be reached: nothing listens there (ECONNREFUSED)');
  });
});
