// @module-tag long
// @module-tag store

import { describe, expect, test } from 'vitest';
import { FATIMA, FRONT_DESK, QUIET, SARA, SARA_DM } from '../../playground/slack/people-and-places.ts';
import { buildFirstShow, buildLeftNotice, buildLinkShow } from '../../src/links/card/notice-kinds.ts';
import type { Link } from '../../src/store/link.ts';
import { perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { NOW } from './notice-verbs.ts';
import { type Ended, type NoticeScene, startNotices } from './run-notices.ts';

const scene = perTest(startNotices);

const deliver = (...given: Parameters<NoticeScene['run']>) => scene.run(...given);
const outcome = (...given: Parameters<NoticeScene['outcome']>) => scene.outcome(...given);
const stored = (link: Link) => scene.find(link);
const other = { id: 'lnk_2', nonce: 'n-2', invoiceId: 'PL-2' };
const refuse = (error: string, times?: number) =>
  scene.slack.faults.add({ method: 'chat.postMessage', error, ...(times === undefined ? {} : { times }) });

/** What follows a delivery, each as its kind, its link and its lane. */
const followers = (delivery: Ended) =>
  delivery.next.map(({ kind, linkId, lane }) => `${kind} of ${linkId} in ${lane}`);

describe('a card', () => {
  const card = (link: Link) => buildFirstShow(link);

  test('that its channel accepts unfolds no address', async () => {
    const link = await scene.openLink();
    expect(await outcome(card(link))).toBe('done');
    expect((await stored(link)).card).toMatchObject({
      ...{ channelId: FRONT_DESK, threadTs: null, refusal: null },
    });
    expect(scene.argumentsOf('chat.postMessage')).toMatchObject([
      { unfurl_links: 'false', unfurl_media: 'false' },
    ]);
  });

  const answer = (given: object) =>
    scene.slack.faults.add({ method: 'chat.postMessage', answer: { ok: true, ...given } });

  test('in a thread keeps the thread for its replies', async () => {
    const link = await scene.openLink();
    answer({ channel: FRONT_DESK, ts: '2.2', message: { ts: '2.2', thread_ts: '1.1' } });
    await deliver(card(link));
    expect((await stored(link)).card).toMatchObject({
      ...{ channelId: FRONT_DESK, ts: '2.2', threadTs: '1.1', refusal: null },
    });
  });

  test('that Slack accepts without returning the message keeps its place', async () => {
    const link = await scene.openLink();
    answer({ channel: FRONT_DESK, ts: '2.2' });
    await deliver(card(link));
    expect((await stored(link)).card).toMatchObject({ channelId: FRONT_DESK, ts: '2.2', threadTs: null });
  });

  testAtLength.each([{ channel: FRONT_DESK }, { ts: '1.1' }])(
    'that Slack accepts without a channel or timestamp (%j) is retried',
    async (given) => {
      const left = await scene.withCard({ ...other, channelId: QUIET });
      const link = await scene.openLink();
      answer(given);
      const later = 'later: no message id, a try';
      expect(await outcome(card(link))).toBe(later);
      expect(await outcome(buildLinkShow(left, NOW))).toBe(later);
    },
  );

  test('that the creator’s direct messages refuse is not posted there again', async () => {
    const link = await scene.openLink({ channelId: SARA });
    refuse('channel_not_found');
    expect(await outcome(card(link))).toBe('failed: channel_not_found → news (card: channel_not_found)');
    expect(scene.argumentsOf('chat.postMessage')).toHaveLength(1);
  });

  testAtLength(
    'that the channel and the creator’s direct messages refuse becomes a plain message, with the last reason',
    async () => {
      const link = await scene.openLink({ channelId: QUIET });
      refuse('is_archived', 1);
      refuse('restricted_action', 1);
      const delivery = await deliver(card(link));
      expect(scene.argumentsOf('chat.postMessage').map(({ channel }) => channel)).toEqual([QUIET, SARA]);
      expect(delivery).toMatchObject({ outcome: 'failed', reason: 'restricted_action' });
      expect(followers(delivery)).toEqual([`news of ${link.id} in T0PLAY:${SARA}`]);
    },
  );

  test('that Slack cannot take now is posted nowhere else, and waits', async () => {
    const link = await scene.openLink();
    refuse('internal_error');
    expect(await outcome(card(link))).toBe('later: internal_error, a try');
    expect(scene.argumentsOf('chat.postMessage')).toHaveLength(1);
  });
});

describe('a card that its channel refused', () => {
  const change = (link: Link) => buildLinkShow(link, NOW);
  const refused = () => scene.withCard({ channelId: QUIET });

  test('goes there with its next change, and replaces the card in direct messages', async () => {
    const link = await refused();
    const left = link.card;
    if (!left) throw new Error('no card');
    expect(left.refusal).toMatchObject({ code: 'not_in_channel' });
    scene.slack.setMembership(QUIET, true);
    await scene.runAll(change(link));
    expect((await stored(link)).card).toMatchObject({ channelId: QUIET, refusal: null });
    const oldCard = scene.slack.messages(SARA_DM).find(({ ts }) => ts === left.ts);
    expect(seen(oldCard).text).toContain(`now in <#${QUIET}>`);
    const posts = scene.slack.posts().length;
    expect(await outcome(change(link))).toBe('done');
    expect(scene.slack.posts()).toHaveLength(posts);
  });

  test('stays where it is if the channel refuses it again, and is kept true there', async () => {
    const link = await refused();
    await scene.pay(link);
    expect(await outcome(change(link))).toBe('done');
    expect(scene.argumentsOf('chat.postMessage').map(({ channel }) => channel)).toEqual([QUIET, SARA, QUIET]);
    expect((await stored(link)).card).toMatchObject({ ts: link.card?.ts, refusal: link.card?.refusal });
    expect(seen(scene.messageToSara()).text).toContain('Paid');
  });

  test('is not tried twice for its first post', async () => {
    await refused();
    expect(scene.argumentsOf('chat.postMessage').map(({ channel }) => channel)).toEqual([QUIET, SARA]);
  });

  test.each([
    ['goes back to the message that it left there', false],
    ['is posted there anew if somebody deleted what it left', true],
  ])('when its channel closed %s', async (_, isDeleted) => {
    const link = await scene.withCard();
    await scene.pay(link);
    scene.slack.faults.add({ method: 'chat.update', error: 'is_archived', times: 1 });
    await scene.show(link);
    expect((await stored(link)).card?.channelId).toBe(SARA_DM);
    if (isDeleted) scene.slack.faults.add({ method: 'chat.update', error: 'message_not_found', times: 1 });
    await scene.runAll(change(link));
    const { card } = await stored(link);
    expect(card).toMatchObject({ channelId: FRONT_DESK, refusal: null });
    expect(card?.ts === link.card?.ts).toBe(!isDeleted);
    expect(seen(scene.slack.messages(FRONT_DESK).at(-1)).text).toContain('Paid');
  });

  testAtLength.each([
    ['ratelimited', 'later: ratelimited, a try'],
    ['msg_too_long', 'done'],
  ])('stays if Slack answers %s, which is not about the channel', async (error, ended) => {
    const link = await refused();
    refuse(error);
    expect(await outcome(change(link))).toBe(ended);
  });
});

describe('a card in its owner’s messages', () => {
  const handOver = (link: Link, to: string) =>
    scene.store.links.handOver({
      ...{ teamId: link.teamId, ids: [link.id], from: link.ownerId, to, by: SARA, at: NOW },
      ...{ newAuditId: scene.ids.auditEntry, jobs: () => [] },
    });
  const postsTo = (user: string) =>
    scene.argumentsOf('chat.postMessage').filter(({ channel }) => channel === user);

  test('follows the link to its next owner once, and says so where it was', async () => {
    const link = await scene.withCard({ channelId: SARA });
    await handOver(link, FATIMA);
    await scene.runAll(buildLinkShow(link, NOW));
    await scene.runAll(buildLinkShow(link, NOW));
    expect(postsTo(FATIMA)).toHaveLength(1);
    expect(seen(scene.messageToSara()).text).toContain('This card is now in');
  });

  testAtLength('whose channel closes as the link is handed over comes to its next owner once', async () => {
    const link = await scene.withCard();
    await handOver(link, FATIMA);
    scene.slack.faults.add({ method: 'chat.update', error: 'is_archived', times: 1 });
    await scene.runAll(buildLinkShow(link, NOW));
    await scene.runAll(buildLinkShow(link, NOW));
    expect(postsTo(FATIMA)).toHaveLength(1);
    expect(postsTo(SARA)).toEqual([]);
  });

  testAtLength('stays, and is kept true, if Slack does not reach the next owner', async () => {
    const link = await scene.withCard({ channelId: SARA });
    await handOver(link, FATIMA);
    refuse('user_not_found');
    await scene.runAll(buildLinkShow(link, NOW));
    expect(seen(scene.messageToSara()).text).toContain(`now with <@${FATIMA}>`);
  });
});

describe('the old place of a card', () => {
  test('is not edited while the card is still there, or if the link has no card', async () => {
    const link = await scene.withCard();
    const left = (ts: string) => buildLeftNotice(link, scene.ids, { channelId: FRONT_DESK, ts });
    expect(await outcome(left(link.card?.ts ?? ''))).toBe('done');
    const open = await scene.openLink(other);
    const detail = { channelId: FRONT_DESK, ts: link.card?.ts ?? '' };
    expect(await outcome(buildLeftNotice(open, scene.ids, detail))).toBe('done');
    expect(scene.slack.updates()).toHaveLength(1);
  });
});
