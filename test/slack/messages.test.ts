// @module-tag postgres

import { WebClient } from '@slack/web-api';
import { describe, expect, test } from 'vitest';
import { createLocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import { FRONT_DESK, QUIET } from '../../packages/local-slack/src/people-and-places.ts';
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

describe('a post', () => {
  const first = { channel: QUIET, message: deliver('Question') };
  test('that Slack accepts without returning a place is not stored', async () => {
    slack.faults.add({ method: 'chat.postMessage', answer: { ok: true, channel: FRONT_DESK } });
    expect(await postMessage(clientOf(slack.apiUrl), first).catch(readSlackFailure)).toMatchObject({
      kind: 'passing',
      code: 'no message id',
    });
  });
});
