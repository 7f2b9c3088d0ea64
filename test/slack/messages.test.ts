// @module-tag postgres

import { WebClient } from '@slack/web-api';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLocalSlack } from '../../playground/slack/local-slack.ts';
import { FRONT_DESK, QUIET, SARA, SARA_DM } from '../../playground/slack/people-and-places.ts';
import { createLog } from '../../src/log.ts';
import { createBoltLogger } from '../../src/slack/bolt-logger.ts';
import {
  createEditableMessage,
  type MessagePlace,
  type Posted,
  postMessage,
} from '../../src/slack/messages.ts';
import { readSlackFailure } from '../../src/slack/slack-failure.ts';
import { perTest } from '../fixtures/per-test.ts';

let stored: Posted[];

const slack = perTest(() => createLocalSlack({ now: () => Date.UTC(2026, 10, 21, 8) }));

beforeEach(() => {
  stored = [];
});

const clientOf = (slackApiUrl: string) =>
  new WebClient(slack.botToken, {
    slackApiUrl,
    logger: createBoltLogger(createLog('silent')),
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  });
const deliver = (text: string) => ({ text, blocks: [] });
const open = (place: MessagePlace | null = null, channel: string = FRONT_DESK) =>
  createEditableMessage({
    client: clientOf(slack.apiUrl),
    channel,
    place,
    keep: async (posted) => {
      stored.push(posted);
    },
  });
const shown = (channel: string = FRONT_DESK) => slack.messages(channel).map(({ text }) => text);

describe('a message that is edited', () => {
  test('is posted once, stored with its place, and edited from then on', async () => {
    const message = open();
    expect(message.place()).toBeNull();
    const place = await message.ensurePosted(deliver('Reading'));
    expect(await message.ensurePosted(deliver('Reading again'))).toEqual(place);
    await message.show(deliver('Half'));
    await message.edit(deliver('Done'));
    expect(shown()).toEqual(['Done']);
    expect(stored).toEqual([{ ...place, refusedAs: null }]);
    expect(slack.calls('chat.postMessage')).toHaveLength(1);
  });

  test('is found again by its stored place', async () => {
    const place = await open().ensurePosted(deliver('Reading'));
    await open(place).show(deliver('Done'));
    expect(shown()).toEqual(['Done']);
    expect(stored).toHaveLength(1);
  });

  test('to a person is stored under the conversation that Slack returns, which an edit needs', async () => {
    const message = open(null, SARA);
    expect(await message.ensurePosted(deliver('Reading'))).toMatchObject({ channelId: SARA_DM });
    await message.edit(deliver('Done'));
    expect(shown(SARA_DM)).toEqual(['Done']);
  });

  test('cannot be edited before it is posted', async () => {
    await expect(open().edit(deliver('Done'))).rejects.toThrow('posted before it is edited');
    expect(slack.calls()).toHaveLength(0);
  });

  test.each(['message_not_found', 'edit_window_closed', 'is_archived'])(
    'is posted again when it can no longer be edited: %s',
    async (error) => {
      const message = open();
      const first = await message.ensurePosted(deliver('Reading'));
      slack.faults.add({ method: 'chat.update', error });
      await message.show(deliver('Done'));
      expect(shown()).toEqual(['Reading', 'Done']);
      expect(message.place()).not.toEqual(first);
      expect(stored).toHaveLength(2);
    },
  );

  test.each(['internal_error', 'invalid_blocks', 'invalid_auth'])(
    'is not posted again for an invalid message or a temporary error: %s',
    async (error) => {
      const message = open();
      await message.ensurePosted(deliver('Reading'));
      slack.faults.add({ method: 'chat.update', error });
      const refused = await message.show(deliver('Done')).catch(readSlackFailure);
      expect(refused).toMatchObject({ code: error });
      expect(stored).toHaveLength(1);
    },
  );

  test('is not edited when its place cannot be stored', async () => {
    const message = createEditableMessage({
      client: clientOf(slack.apiUrl),
      channel: FRONT_DESK,
      place: null,
      keep: () => Promise.reject(new Error('the job is in other hands')),
    });
    await expect(message.show(deliver('Reading'))).rejects.toThrow('in other hands');
    expect(slack.calls()).toHaveLength(1);
  });
});

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
