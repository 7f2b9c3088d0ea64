// @module-tag postgres

import { expect, test } from 'vitest';
import { FATIMA, FRONT_DESK, SALES } from '../../playground/slack/people-and-places.ts';
import {
  buildCardNotice,
  buildDoubtOverNotice,
  buildEditNotice,
  buildHandOverNotice,
  buildLeftNotice,
  buildMoveNotice,
  buildNewsNotice,
  buildQrMessageNotice,
  buildQrNotice,
  buildReminderNotice,
  buildReplyNotice,
  buildSaleNotices,
  NOTICE_KINDS,
} from '../../src/links/card/notice-kinds.ts';
import type { ChannelMove } from '../../src/store/channel-store.ts';
import { perTest } from '../fixtures/per-test.ts';
import { NOW, startDelivery } from './start-delivery.ts';

const stage = perTest(startDelivery);

const CHANGED = 'later: channel_id_changed';
const other = { id: 'lnk_2', nonce: 'nonce-2', invoiceId: 'TWO-2' };

test('notices of every kind are delivered', async () => {
  const link = await stage.withCard();
  const twin = await stage.openLink(other);
  const { channelId, ts } = link.card ?? { channelId: '', ts: '' };
  const [sale] = buildSaleNotices('two-links', link, twin, [], stage.ids);
  if (!sale) throw new Error('no notice');
  const notices = [
    buildEditNotice(link, stage.ids),
    buildQrNotice(link, stage.ids),
    buildQrMessageNotice(link, stage.ids, 0),
    buildReplyNotice(link, stage.ids, { state: 'expired', payment: null }),
    buildReminderNotice(link, stage.ids),
    buildNewsNotice(link, stage.ids),
    sale,
    buildMoveNotice(link, stage.ids),
    buildDoubtOverNotice(link, stage.ids),
    buildLeftNotice(link, stage.ids, { channelId, ts }),
    buildHandOverNotice(link, stage.ids, { from: link.ownerId, to: FATIMA, by: link.ownerId, tells: FATIMA }),
  ];
  expect(['card', ...notices.map(({ kind }) => kind)].sort()).toEqual([...NOTICE_KINDS].sort());
  for (const notice of notices) expect(await stage.outcome(notice)).toMatch(/^done/);
});

test('a message that Slack accepted under the old id of a channel is not repeated', async () => {
  const link = await stage.openLink();
  const { links, channels } = stage.store;
  let looks = 0;
  const get = async (id: string) => {
    if (looks++ > 0)
      await channels.move(
        { teamId: link.teamId, from: FRONT_DESK, to: SALES, refusedAs: 'channel_not_found' },
        NOW,
      );
    return links.get(id);
  };
  expect(await stage.outcome(buildCardNotice(link, stage.ids), 0, { links: { get } })).toBe(
    'done (card) → edit',
  );
});

test('a message that Slack refuses under the old id of a channel is retried under the new id', async () => {
  const link = await stage.withCard();
  const open = await stage.openLink(other);
  const { links, channels } = stage.store;
  /** The channel gets its new id between the refusal and the next look at the link. */
  const moving = (move: ChannelMove) => {
    let looks = 0;
    return {
      get: async (id: string) => {
        if (looks++ > 0) await channels.move(move, NOW);
        return links.get(id);
      },
    };
  };
  const move = { teamId: link.teamId, from: FRONT_DESK, to: SALES, refusedAs: 'channel_not_found' };
  stage.slack.faults.add({ method: 'chat.postMessage', error: 'msg_too_long' });
  const card = buildCardNotice(open, stage.ids);
  const elsewhere = { links: moving({ ...move, teamId: 'T9' }) };
  expect(await stage.outcome(card, 0, elsewhere)).toBe('failed: msg_too_long → news (card: msg_too_long)');
  expect(await stage.outcome(card, 0, { links: moving(move) })).toBe(CHANGED);
});

test('a failed edit is retried if the card has moved, and given up otherwise', async () => {
  const link = await stage.withCard();
  const edit = buildEditNotice(link, stage.ids);
  stage.slack.faults.add({ method: 'chat.update', error: 'channel_not_found' });
  let looks = 0;
  const links = {
    get: async (id: string) => {
      const found = await stage.store.links.get(id);
      const isMoved = looks++ > 0 && found.card !== null;
      return isMoved ? { ...found, card: { channelId: SALES, ts: found.card?.ts ?? '' } } : found;
    },
  };
  expect(await stage.outcome(edit, 0, { links })).toBe(CHANGED);
  expect(await stage.outcome(edit)).toBe('failed: channel_not_found → news (edit: channel_not_found)');
});

test('a failing store and a rate limit lead to a retry', async () => {
  const link = await stage.openLink();
  const edit = buildEditNotice(link, stage.ids);
  const away = { links: { get: () => Promise.reject(new Error('away')) } };
  await expect(stage.deliver(edit, 0, away)).rejects.toThrow('away');
  stage.slack.faults.add({ method: 'chat.postMessage', retryAfter: 3 });
  expect(await stage.outcome(buildCardNotice(link, stage.ids))).toBe(
    'later: ratelimited after 3000 ms, a try',
  );
});
