// @module-tag long
// @module-tag postgres

import { expect, test } from 'vitest';
import { FATIMA, FRONT_DESK, SALES, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import {
  buildDenialNotice,
  buildDisputeNotice,
  buildFirstShow,
  buildHandOverNotice,
  buildNewsNotice,
  buildQrNotice,
  buildQrPost,
  buildReminderNotice,
  buildTooMuchNotices,
  buildTwoLinksNotices,
  buildWhichLinkNotice,
} from '../../src/links/card/notice-kinds.ts';
import type { ChannelMove } from '../../src/tenancy/channel-store.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { perTest } from '../fixtures/per-test.ts';
import { buildReply, NOW } from './notice-verbs.ts';
import { startNotices } from './run-notices.ts';

const scene = perTest(startNotices);

const CHANGED = 'later: channel_id_changed, a try';
const other = { id: 'lnk_2', nonce: 'nonce-2', invoiceId: 'TWO-2' };

test('everything that is told and posted of links can be', async () => {
  const link = await scene.withCard();
  const twin = await scene.openLink(other);
  const notices = [
    buildQrNotice(link, scene.ids),
    buildQrPost(link, scene.ids, 0, NOW),
    buildReply(link, { state: 'expired', payment: null }),
    buildReminderNotice(link),
    buildNewsNotice(link, scene.ids),
    ...buildTwoLinksNotices(link, twin),
    buildWhichLinkNotice(link, twin),
    buildDenialNotice(link, { transactionId: 'TX-1', word: 'VOID' }, link.ownerId),
    buildDisputeNotice(link, 'open', link.ownerId),
    ...buildTooMuchNotices(link, [null, link.ownerId], scene.ids),
    buildHandOverNotice(link, FATIMA, scene.ids, {
      from: link.ownerId,
      to: FATIMA,
      by: link.ownerId,
      others: [],
    }),
  ];
  for (const notice of notices) {
    expect(await scene.outcome(notice)).toMatch(/^done/);
    await scene.clock.advance(1_000);
  }
});

/** Between two looks at the link, as if Slack said so just then. */
const moving = (move: Partial<ChannelMove> = {}) => ({
  meanwhile: async (look: number) => {
    const known = { teamId: 'T0PLAY', from: FRONT_DESK, to: SALES };
    if (look > 0) await scene.store.channels.move({ ...known, ...move }, NOW);
  },
});

test('a card that Slack refuses under the old id of a channel is retried under the new id', async () => {
  const open = await scene.openLink();
  scene.slack.faults.add({ method: 'chat.postMessage', error: 'channel_not_found', times: 2 });
  const card = buildFirstShow(open);
  expect(await scene.outcome(card, moving())).toBe(CHANGED);
  expect(await scene.outcome(card, moving({ teamId: 'T9' }))).toBe('done');
  expect((await scene.find(open)).card).toMatchObject({ userId: SARA, refusedAs: 'channel_not_found' });
});

test('an edit and a reply to a channel that Slack does not know wait for its new id for half a minute', async () => {
  const link = await scene.withCard();
  await scene.pay(link);
  const reply = buildReply(link, { state: 'paid', payment: buildPayment() });
  const unknown = 'later: channel_not_found, a try';
  for (const method of ['chat.update', 'chat.postMessage'])
    scene.slack.faults.add({ method, error: 'channel_not_found', channel: FRONT_DESK });
  expect(await scene.show(link, { attempts: 4 })).toBe(unknown);
  expect(await scene.outcome(reply, { attempts: 4 })).toBe(unknown);
  expect((await scene.find(link)).card).toMatchObject({ channelId: FRONT_DESK, refusedAs: null });
  expect(await scene.show(link, { attempts: 5 })).toBe('done');
  expect((await scene.find(link)).card).toMatchObject({ userId: SARA, refusedAs: 'channel_not_found' });
});

test('a failing store and a rate limit lead to a retry', async () => {
  const link = await scene.openLink();
  const card = buildFirstShow(link);
  const meanwhile = () => Promise.reject(new Error('away'));
  expect(await scene.outcome(card, { meanwhile })).toBe('later: unexpected, a try');
  scene.slack.faults.add({ method: 'chat.postMessage', retryAfter: 3 });
  expect(await scene.outcome(card)).toBe('later: ratelimited after 3000 ms, a try');
});
