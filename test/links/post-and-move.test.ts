// @module-tag store

import { describe, expect, test } from 'vitest';
import { FRONT_DESK, QUIET, SARA, SARA_DM } from '../../playground/slack/people-and-places.ts';
import type { JobOutcome } from '../../src/delivery/run-claimed-job.ts';
import { buildCardNotice, buildLeftNotice, buildMoveNotice } from '../../src/links/card/notice-kinds.ts';
import type { Link } from '../../src/store/link.ts';
import { perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { type DeliveryStage, followingOf, startAnsweringSlack, startDelivery } from './start-delivery.ts';

const stage = perTest(startDelivery);

const deliver = (...given: Parameters<DeliveryStage['deliver']>) => stage.deliver(...given);
const outcome = (...given: Parameters<DeliveryStage['deliver']>) => stage.outcome(...given);
const refuse = (error: string, times?: number) =>
  stage.slack.faults.add({ method: 'chat.postMessage', error, ...(times === undefined ? {} : { times }) });

/** What follows a delivery, each as its kind, its link and its lane. */
const followers = (delivery: JobOutcome) =>
  followingOf(delivery).map(({ kind, linkId, lane }) => `${kind} of ${linkId} in ${lane}`);

const own = (link: Link) => `edit of ${link.id} in T0PLAY:link:${link.id}`;

describe('a card', () => {
  const card = (link: Link) => buildCardNotice(link, stage.ids);

  test('that its channel accepts unfolds no address, and is followed only by its own edit', async () => {
    const link = await stage.openLink();
    const delivery = await deliver(card(link));
    expect(delivery).toMatchObject({ outcome: 'done', card: { channelId: FRONT_DESK, refusal: null } });
    expect(delivery.outcome === 'done' && delivery.card).not.toHaveProperty('threadTs');
    expect(followers(delivery)).toEqual([own(link)]);
    expect(stage.argumentsOf('chat.postMessage')).toMatchObject([
      { unfurl_links: 'false', unfurl_media: 'false' },
    ]);
  });

  test('of a link that replaced another is followed by an edit of the replaced card, even if Slack refuses it', async () => {
    const link = await stage.openLink({ replacesLinkId: 'lnk_0' });
    const other = 'edit of lnk_0 in T0PLAY:link:lnk_0';
    expect(followers(await deliver(card(link)))).toEqual([own(link), other]);
    refuse('msg_too_long', 1);
    expect(followers(await deliver(card(link)))).toEqual([`news of ${link.id} in T0PLAY:${SARA}`, other]);
  });

  test('in a thread keeps the thread for its replies', async () => {
    const link = await stage.openLink();
    const slackApiUrl = await startAnsweringSlack({
      channel: FRONT_DESK,
      ts: '2.2',
      message: { ts: '2.2', thread_ts: '1.1' },
    });
    const client = stage.client(slackApiUrl);
    expect(await deliver(card(link), 0, { client })).toMatchObject({
      card: { channelId: FRONT_DESK, ts: '2.2', threadTs: '1.1', refusal: null },
    });
  });

  test('that Slack accepts without returning the message keeps its place', async () => {
    const link = await stage.openLink();
    const client = stage.client(await startAnsweringSlack({ channel: FRONT_DESK, ts: '2.2' }));
    expect(await deliver(card(link), 0, { client })).toMatchObject({
      outcome: 'done',
      card: { channelId: FRONT_DESK, ts: '2.2' },
    });
  });

  test.each([{ channel: FRONT_DESK }, { ts: '1.1' }])(
    'that Slack accepts without a channel or timestamp (%j) is retried',
    async (answer) => {
      const link = await stage.openLink();
      const client = stage.client(await startAnsweringSlack(answer));
      const later = 'later: no message id, a try';
      expect(await outcome(card(link), 0, { client })).toBe(later);
      await stage.withCard({ id: 'lnk_q', nonce: 'n-q', invoiceId: 'PL-q', channelId: QUIET });
      const left = await stage.store.links.get('lnk_q');
      expect(await outcome(buildMoveNotice(left, stage.ids), 0, { client })).toBe(later);
    },
  );

  test('that the creator’s direct messages refuse is not posted there again', async () => {
    const link = await stage.openLink({ channelId: SARA });
    refuse('channel_not_found');
    expect(await outcome(card(link))).toBe('failed: channel_not_found → news (card: channel_not_found)');
    expect(stage.argumentsOf('chat.postMessage')).toHaveLength(1);
  });

  test('that the channel and the creator’s direct messages refuse becomes a plain message, with the last reason', async () => {
    const link = await stage.openLink({ channelId: QUIET });
    refuse('is_archived', 1);
    refuse('restricted_action', 1);
    const delivery = await deliver(card(link));
    expect(stage.argumentsOf('chat.postMessage').map(({ channel }) => channel)).toEqual([QUIET, SARA]);
    expect(delivery).toMatchObject({ outcome: 'failed', reason: 'restricted_action' });
    expect(followers(delivery)).toEqual([`news of ${link.id} in T0PLAY:${SARA}`]);
  });

  test('that Slack cannot take now is posted nowhere else, and waits', async () => {
    const link = await stage.openLink();
    refuse('internal_error');
    expect(await outcome(card(link))).toBe('later: internal_error, a try');
    expect(stage.argumentsOf('chat.postMessage')).toHaveLength(1);
  });
});

describe('a card that its channel refused', () => {
  const move = (link: Link) => buildMoveNotice(link, stage.ids);
  const refused = () => stage.withCard({ channelId: QUIET });

  test('moves to the channel on request, and replaces the card in direct messages', async () => {
    const link = await refused();
    const left = link.card;
    if (!left) throw new Error('no card');
    expect(link.cardRefusal).toMatchObject({ code: 'not_in_channel' });
    stage.slack.setMembership(QUIET, true);
    const delivery = await deliver(move(link));
    expect(delivery).toMatchObject({
      outcome: 'done',
      card: { channelId: QUIET, refusal: null, insteadOf: left.ts },
    });
    expect(followers(delivery)).toEqual([own(link), `left of ${link.id} in T0PLAY:link:${link.id}`]);
    expect(followingOf(delivery)[1]?.payload).toEqual({ channelId: SARA_DM, ts: left.ts });
    const moved = await stage.record(link, delivery);
    expect(moved.card).toMatchObject({ channelId: QUIET });
    expect(moved.cardRefusal).toBeNull();

    // The old card says so; a second request posts nothing.
    const leftNotice = followingOf(delivery)[1];
    if (!leftNotice) throw new Error('the old card is not edited');
    expect(await outcome(leftNotice)).toBe('done');
    const oldCard = stage.slack.messages(SARA_DM).find(({ ts }) => ts === left.ts);
    expect(seen(oldCard).text).toContain(`now in <#${QUIET}>`);
    const posts = stage.slack.posts().length;
    expect(await outcome(move(moved))).toBe('done');
    expect(stage.slack.posts()).toHaveLength(posts);
  });

  test('again stays where it is, with the time of the last try', async () => {
    const link = await refused();
    stage.now += 60_000;
    const delivery = await deliver(move(link));
    expect(delivery).toMatchObject({
      outcome: 'done',
      refusal: { code: 'not_in_channel', at: stage.now },
    });
    expect(followers(delivery)).toEqual([own(link)]);
    const kept = await stage.record(link, delivery);
    expect(kept).toMatchObject({ card: link.card, cardRefusal: { at: stage.now } });
  });

  test.each([
    ['ratelimited', 'later: ratelimited, a try'],
    ['msg_too_long', 'failed: msg_too_long'],
  ])('stays if Slack answers %s, which is not about the channel', async (error, ended) => {
    const link = await refused();
    refuse(error);
    expect(await outcome(move(link))).toBe(ended);
  });

  test('is the only one that moves: no other card is posted again', async () => {
    const link = await stage.withCard();
    expect(await outcome(move(link))).toBe('done');
    const open = await stage.openLink({ id: 'lnk_2', nonce: 'n-2', invoiceId: 'PL-2' });
    expect(await outcome(move(open))).toBe('done');
    expect(stage.slack.posts()).toHaveLength(1);
  });
});

describe('the old place of a card', () => {
  test('is not edited while the card is still there, or if the link has no card', async () => {
    const link = await stage.withCard();
    const left = (ts: string) => buildLeftNotice(link, stage.ids, { channelId: FRONT_DESK, ts });
    expect(await outcome(left(link.card?.ts ?? ''))).toBe('done');
    const open = await stage.openLink({ id: 'lnk_2', nonce: 'n-2', invoiceId: 'PL-2' });
    const detail = { channelId: FRONT_DESK, ts: link.card?.ts ?? '' };
    expect(await outcome(buildLeftNotice(open, stage.ids, detail))).toBe('done');
    expect(stage.slack.updates()).toHaveLength(0);
  });
});
