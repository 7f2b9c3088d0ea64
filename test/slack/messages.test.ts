// @module-tag postgres

import { WebClient } from '@slack/web-api';
import { describe, expect, test } from 'vitest';
import { createLocalSlack } from '../../playground/slack/local-slack.ts';
import { FRONT_DESK, QUIET, SARA, SARA_DM } from '../../playground/slack/people-and-places.ts';
import { createLog } from '../../src/log.ts';
import { createBoltLogger } from '../../src/slack/bolt-logger.ts';
import { postMessage } from '../../src/slack/messages.ts';
import { readSlackFailure } from '../../src/slack/slack-failure.ts';
import { perTest } from '../fixtures/per-test.ts';

const slack = perTest(() => createLocalSlack({ now: () => Date.UTC(2026, 10, 21, 8) }));

const clientOf = (slackApiUrl: string) =>
  new WebClient(slack.botToken, {
    slackApiUrl,
    logger: createBoltLogger(createLog('silent')),
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  });
const deliver = (text: string) => ({ text, blocks: [] });
const shown = (channel: string = FRONT_DESK) => slack.messages(channel).map(({ text }) => text);

describe('a post', () => {
  const first = { channel: QUIET, message: deliver('Question') };
  const otherwise = { channel: SARA, message: deliver('Question, to you') };

  test('refused by its channel goes to the other conversation, with the reason', async () => {
    const posted = await postMessage(clientOf(slack.apiUrl), first, otherwise);
    expect(posted).toMatchObject({ channelId: SARA_DM, refusedAs: 'not_in_channel' });
    expect(shown(SARA_DM)).toEqual(['Question, to you']);
  });

  test('goes nowhere else if there is no other, or if the message itself is invalid', async () => {
    const client = clientOf(slack.apiUrl);
    expect(await postMessage(client, first).catch(readSlackFailure)).toMatchObject({ why: 'closed' });
    slack.faults.add({ method: 'chat.postMessage', error: 'msg_too_long' });
    expect(await postMessage(client, first, otherwise).catch(readSlackFailure)).toMatchObject({
      why: 'unsayable',
    });
    expect(slack.calls('chat.postMessage')).toHaveLength(2);
  });

  test('that Slack accepts without returning a place is not stored', async () => {
    slack.faults.add({ method: 'chat.postMessage', answer: { ok: true, channel: FRONT_DESK } });
    expect(await postMessage(clientOf(slack.apiUrl), first).catch(readSlackFailure)).toMatchObject({
      kind: 'passing',
      code: 'no message id',
    });
  });
});
