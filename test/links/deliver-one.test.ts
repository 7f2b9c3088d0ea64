// @module-tag long
// @module-tag postgres

import { expect, test } from 'vitest';
import { FATIMA, FRONT_DESK, SALES } from '../../playground/slack/people-and-places.ts';
import {
  buildFirstShow,
  buildHandOverNotice,
  buildLeftNotice,
  buildNewsNotice,
  buildQrMessageNotice,
  buildQrNotice,
  buildReminderNotice,
  buildReplyNotice,
  buildSaleNotices,
  NOTICE_KINDS,
} from '../../src/links/card/notice-kinds.ts';
import type { ChannelMove } from '../../src/tenancy/channel-store.ts';
import { perTest } from '../fixtures/per-test.ts';
import { NOW } from './notice-verbs.ts';
import { startNotices } from './run-notices.ts';

const scene = perTest(startNotices);

const CHANGED = 'later: channel_id_changed, a try';
const other = { id: 'lnk_2', nonce: 'nonce-2', invoiceId: 'TWO-2' };

test('notices of every kind are delivered', async () => {
  const link = await scene.withCard();
  const twin = await scene.openLink(other);
  const { channelId, ts } = link.card ?? { channelId: '', ts: '' };
  const [sale] = buildSaleNotices('two-links', link, twin, [], scene.ids);
  if (!sale) throw new Error('no notice');
  const notices = [
    buildQrNotice(link, scene.ids),
    buildQrMessageNotice(link, scene.ids, 0, NOW),
    buildReplyNotice(link, scene.ids, { state: 'expired', payment: null }),
    buildReminderNotice(link, scene.ids),
    buildNewsNotice(link, scene.ids),
    sale,
    buildLeftNotice(link, scene.ids, { channelId, ts }),
    buildHandOverNotice(link, scene.ids, { from: link.ownerId, to: FATIMA, by: link.ownerId, tells: FATIMA }),
  ];
  expect(notices.map(({ kind }) => kind).sort()).toEqual([...NOTICE_KINDS].sort());
  for (const notice of notices) expect(await scene.outcome(notice)).toMatch(/^done/);
});

/** Between two looks at the link, as if Slack said so just then. */
const moving = (move: Partial<ChannelMove> = {}) => ({
  meanwhile: async (look: number) => {
    const known = { teamId: 'T0PLAY', from: FRONT_DESK, to: SALES, refusedAs: 'channel_not_found' };
    if (look > 0) await scene.store.channels.move({ ...known, ...move }, NOW);
  },
});

test('a message that Slack refuses under the old id of a channel is retried under the new id', async () => {
  const open = await scene.openLink();
  scene.slack.faults.add({ method: 'chat.postMessage', error: 'msg_too_long' });
  const card = buildFirstShow(open);
  expect(await scene.outcome(card, moving({ teamId: 'T9' }))).toBe(
    'failed: msg_too_long → news (card: msg_too_long)',
  );
  expect(await scene.outcome(card, moving())).toBe(CHANGED);
});

test('an edit is made again if the channel got a new id meanwhile, and told otherwise', async () => {
  const link = await scene.withCard();
  await scene.pay(link);
  scene.slack.faults.add({ method: 'chat.update', error: 'cant_update_message' });
  const meanwhile = async () =>
    scene.store.channels.move(
      { teamId: 'T0PLAY', from: FRONT_DESK, to: SALES, refusedAs: 'channel_not_found' },
      NOW,
    );
  expect(await scene.show(link, { meanwhile })).toMatch(/^later/);
  expect(await scene.show(link)).toBe('done → news (edit: cant_update_message)');
});

test('a failing store and a rate limit lead to a retry', async () => {
  const link = await scene.openLink();
  const card = buildFirstShow(link);
  const meanwhile = () => Promise.reject(new Error('away'));
  expect(await scene.outcome(card, { meanwhile })).toBe('later: unexpected, a try');
  scene.slack.faults.add({ method: 'chat.postMessage', retryAfter: 3 });
  expect(await scene.outcome(card)).toBe('later: ratelimited after 3000 ms, a try');
});
