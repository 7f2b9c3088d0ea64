// @module-tag long
// @module-tag store

import { describe, expect, test } from 'vitest';
import {
  FATIMA,
  FRONT_DESK,
  OMAR,
  OMAR_DM,
  QUIET,
  RAVI,
  SALES,
  SARA,
  SARA_DM,
} from '../../packages/local-slack/src/people-and-places.ts';
import {
  buildDenialNotice,
  buildDisputeNotice,
  buildFirstShow,
  buildHandOverNotice,
  buildLinkShow,
  buildNewsNotice,
  buildQrNotice,
  buildQrPost,
  buildTooMuchNotices,
  buildTwoLinksNotices,
  buildWhichLinkNotice,
} from '../../src/links/card/notice-kinds.ts';
import type { NewJob } from '../../src/store/job.ts';
import type { Link } from '../../src/store/link.ts';
import { isIssued, type LinkState } from '../../src/store/link-states.ts';
import type { ChannelMove } from '../../src/tenancy/channel-store.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { WAYS } from '../fixtures/links.ts';
import { follow, perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { buildReminder, buildReply, NOW } from './notice-verbs.ts';
import { type Ended, startNotices } from './run-notices.ts';

const scene = perTest(startNotices);
const slack = follow(() => scene.slack);
const card = () => seen(scene.theCard());
const message = () => seen(scene.messageToSara());
/** The first notice that follows a delivery. */
const nextOf = (ended: Ended): NewJob => {
  const [next] = ended.next;
  if (!next) throw new Error('nothing follows');
  return next;
};
const other = { id: 'lnk_2', nonce: 'nonce-2', invoiceId: 'TWO-2' };
const change = (link: Link) => buildLinkShow(link, NOW);
const asked = () => scene.argumentsOf('chat.postMessage').map(({ channel }) => channel);

const CHANGED = 'later: channel_id_changed, a try';
test('everything that is told and posted of links can be', async () => {
  const link = await scene.withCard();
  const twin = await scene.openLink(other);
  const notices = [
    buildQrNotice(link, scene.ids),
    buildQrPost(link, scene.ids, 0, NOW),
    buildReply(link, { state: 'expired', payment: null }),
    buildReminder(link),
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

describe('the card', () => {
  test('is posted without a state, and an edit adds the state', async () => {
    const link = await scene.openLink();
    expect(await scene.outcome(buildFirstShow(link))).toBe('done');
    const [posted] = scene.argumentsOf('chat.postMessage');
    expect(seen({ blocks: posted?.['blocks'] as unknown[] }).title).toBe(
      '*AED 1,250.50* · Payment link · Sara (···567)',
    );
    expect(scene.theCard()?.metadata).toEqual({ event_type: 'paylink_link', event_payload: { id: link.id } });
    expect(card()).toMatchObject({ title: '*AED 1,250.50* · 🟡 Waiting · Sara (···567)', pictures: [] });
  });

  testAtLength.each([
    ['msg_too_long', 1],
    ['invalid_blocks', 2],
  ])('that Slack refuses anywhere with %s, in every form, is given up', async (error, forms) => {
    const link = await scene.openLink();
    slack.faults.add({ method: 'chat.postMessage', error });
    expect(await scene.outcome(buildFirstShow(link))).toBe(`failed: ${error}`);
    expect(slack.calls('chat.postMessage')).toHaveLength(2 * forms);
  });
});

describe('an edit', () => {
  test('of a link without an address posts no card', async () => {
    const link = await scene.openLink({ address: null });
    expect(await scene.show(link)).toBe('done');
    expect(slack.posts()).toEqual([]);
  });

  test.each(['message_not_found', 'cant_update_message', 'invalid_blocks'])(
    'that Slack refuses for good with %s goes on in the owner’s messages, with the state first',
    async (error) => {
      const link = await scene.withCard();
      await scene.pay(link);
      slack.faults.add({ method: 'chat.update', error, channel: FRONT_DESK });
      expect(await scene.show(link)).toBe('done');
      expect(scene.messageToSara()?.text).toMatch(/^✅ Paid: AED 1,250.50/);
      expect(message().text).toContain(`This card is here because Slack doesn’t take it in <#${FRONT_DESK}>`);
      expect(slack.messages(SARA_DM)).toHaveLength(1);
    },
  );
});

describe('a reply', () => {
  const reply = (link: Link) =>
    buildReply(link, { state: 'paid', payment: buildPayment({ noticedAt: NOW + 21_600_000 }) });

  testAtLength.each(['thread_not_found', 'cannot_reply_to_message', 'apart'] as const)(
    'to a card that was deleted reaches its creator, where Slack answers %s',
    async (behaviour) => {
      slack.behaviours.set('threadOfNothing', behaviour);
      const link = await scene.withCard();
      await scene.pay(link);
      await scene.client().chat.delete({
        channel: FRONT_DESK,
        ts: link.card?.ts ?? '',
      });
      await scene.run(reply(link));
      await scene.run(buildLinkShow(link, NOW));
      await scene.run(reply(link));
      expect(scene.messageToSara()?.text).toMatch(/\*Paid /);
      expect(slack.messages(SARA_DM).map((one) => seen(one).text)[0]).toMatch(/✅ Paid.*It was deleted/s);
      expect(slack.messages(SARA_DM)).toHaveLength(2);
    },
  );

  test('that the thread refuses for good comes after its card into the owner’s messages, once', async () => {
    const link = await scene.withCard();
    await scene.pay(link);
    slack.setMembership(FRONT_DESK, false);
    const delivery = await scene.run(reply(link));
    expect(delivery).toMatchObject({ outcome: 'later', reason: 'not_in_channel', next: [{ kind: 'show' }] });
    await scene.run(nextOf(delivery));
    expect(await scene.outcome(reply(link))).toBe('done');
    const [card, told, ...others] = slack.messages(SARA_DM);
    expect(seen(card).text).toMatch(/✅ Paid.*Paylink is not in <#C0FRONTDSK>, so this card is here/s);
    expect(told).toMatchObject({ threadTs: card?.ts, text: expect.stringContaining('*Paid ') });
    expect(others).toEqual([]);
  });
});

describe('a reminder', () => {
  test('goes to the creator, with buttons', async () => {
    const link = await scene.withCard();
    await scene.run(buildReminder(link));
    expect(scene.messageToSara()?.text).toMatch(
      /^⏰ AED 1,250.50 for Sara \(···567\) is unpaid and expires /,
    );
    expect(message().buttons).toEqual(['WhatsApp']);
  });

  test('is not sent for a link that was paid or has expired', async () => {
    const link = await scene.withCard();
    await scene.pay(link);
    expect(await scene.outcome(buildReminder(link))).toBe('done');
    const expired = await scene.openLink({ ...other, expiresAt: NOW });
    expect(await scene.outcome(buildReminder(expired))).toBe('done');
    expect(slack.messages(SARA_DM)).toHaveLength(0);
  });
});

testAtLength('a direct message about a paid link has no way to pay', async () => {
  const link = await scene.withCard();
  await scene.pay(link);
  await scene.run(buildNewsNotice(link, scene.ids));
  expect(message()).toMatchObject({ pictures: [], buttons: ['Details'], addresses: {} });
  expect(message().text).toContain('✅ *Paid');
  expect(message().text).not.toContain('pay.example.com');
});

describe('of the answer to a card', () => {
  const post = async (given: object) => {
    const link = await scene.openLink();
    slack.faults.add({ method: 'chat.postMessage', answer: { ok: true, ...given } });
    slack.faults.add({ method: 'chat.update', answer: { ok: true } });
    return [await scene.outcome(buildFirstShow(link)), (await scene.find(link)).card] as const;
  };
  const PLACE = { channel: FRONT_DESK, ts: '2.2' };

  test.each([
    ['its thread is kept for its replies', { message: { ts: '2.2', thread_ts: '1.1' } }, '1.1'],
    ['the place is enough', {}, null],
  ])('%s', async (_, given, threadTs) => {
    const [, posted] = await post({ ...PLACE, ...given });
    expect(posted).toMatchObject({ channelId: FRONT_DESK, ts: '2.2', threadTs, refusedAs: null });
  });

  testAtLength.each([{ channel: FRONT_DESK }, { ts: '1.1' }])(
    'a channel and a time are needed: with %j alone it is retried',
    async (given) => {
      expect((await post(given))[0]).toBe('later: no message id, a try');
    },
  );
});

describe('a card that its channel refused', () => {
  const refused = () => scene.withCard({ channelId: QUIET });

  test('follows its sale in the messages of its owner, whatever its channel takes by then', async () => {
    const link = await refused();
    expect(link.card).toMatchObject({ channelId: SARA_DM, userId: SARA, refusedAs: 'not_in_channel' });
    scene.slack.setMembership(QUIET, true);
    await scene.pay(link);
    await scene.runAll(change(link));
    expect((await scene.find(link)).card).toEqual({ ...link.card, shown: expect.any(String) });
    expect(seen(scene.messageToSara()).text).toContain('Paid');
    expect(asked()).toEqual([QUIET, SARA]);
  });

  test.each([false, true])(
    'goes to somebody who may use everybody’s links if Slack does not reach its owner (posted before: %s)',
    async (isPosted) => {
      for (const [userId, role] of [
        [OMAR, 'supervisor'],
        [RAVI, 'admin'],
      ] as const)
        await scene.app.members.set('T0PLAY', userId, role, RAVI);
      const link = isPosted ? await scene.withCard() : await scene.openLink({ channelId: QUIET });
      scene.slack.faults.add({ method: 'chat.update', channel: FRONT_DESK, error: 'is_archived' });
      scene.slack.faults.add({ method: 'chat.postMessage', channel: SARA, error: 'user_disabled' });
      await scene.pay(link);
      expect(await scene.outcome(isPosted ? change(link) : buildFirstShow(link))).toBe('done');
      expect((await scene.find(link)).card).toMatchObject({ channelId: OMAR_DM, userId: OMAR });
      expect(scene.slack.messages(OMAR_DM).map(({ text }) => text)).toEqual([
        expect.stringMatching(/^✅ Paid/),
      ]);
    },
  );

  test('is posted in its channel after all if Slack reached nobody', async () => {
    const link = await scene.openLink({ channelId: QUIET });
    scene.slack.faults.add({ method: 'chat.postMessage', channel: SARA, error: 'user_disabled' });
    expect(await scene.outcome(buildFirstShow(link))).toBe('failed: not_in_channel');
    scene.slack.setMembership(QUIET, true);
    expect(await scene.outcome(change(link))).toBe('done');
    expect((await scene.find(link)).card).toMatchObject({ channelId: QUIET, refusedAs: null });
  });

  test('waits, and holds up nothing, while Slack does not take it in its owner’s messages either', async () => {
    const link = await scene.openLink({ channelId: QUIET });
    scene.slack.faults.add({ method: 'chat.postMessage', channel: SARA, error: 'internal_error', times: 1 });
    const [card, next] = [
      buildFirstShow(link),
      buildFirstShow(await scene.openLink({ ...other, channelId: QUIET })),
    ];
    await scene.store.jobs.addAll([card, next], NOW);
    expect(await scene.outcome(card)).toBe('later: internal_error, a try');
    expect(await scene.outcome(next)).toBe('done');
  });
});

const HOUR = 60 * 60_000;

const cards = () => scene.slack.messages(FRONT_DESK).filter(({ threadTs }) => threadTs === null);
const textOf = (at: number) => seen(cards()[at]).text;

/** The next link of a sale. */
const makeNext = async (
  { id, ...before }: Link,
  {
    state = 'open',
    nth = 2,
    hasAddress = true,
    ...changes
  }: Partial<Pick<Link, 'channelId'>> & { state?: LinkState; nth?: number; hasAddress?: boolean } = {},
): Promise<Link> => {
  const names = { id: `lnk_${nth}`, nonce: `nonce-${nth}`, invoiceId: `TWO-${nth}` };
  const next = { ...names, amountFils: 20_500 };
  const { address, ...order } = { ...before, ...next, ...changes };
  await scene.store.links.reserve({ ...order, callbackTokenHash: `hash-${nth}`, checkDueAt: null, at: NOW });
  for (const to of WAYS[state])
    await scene.store.links.move({
      ...{ id: next.id, to, at: NOW, cause: 'answered' },
      ...(isIssued(to) && hasAddress && { address: `${address}${nth}` }),
    });
  return scene.store.links.get(next.id);
};

describe('the card of a sale', () => {
  test.each([
    ['open', true],
    ['paid', true],
    ['expired', true],
    ['reported', true],
    ['failed', false],
    ['unknown', false],
  ] as const)('is about its newest link, if that is %s: %s', async (state, isNewest) => {
    const link = await scene.withCard();
    await makeNext(link, { state });
    await scene.show(link);
    expect(cards()).toHaveLength(1);
    expect(textOf(0)).toContain(isNewest ? '*AED 205.00*' : '*AED 1,250.50*');
    expect(textOf(0).includes('Sara can still pay the first link (AED 1,250.50)')).toBe(isNewest);
  });

  test('shows what was paid with an earlier link, while its newest has no address', async () => {
    const link = await scene.withCard();
    await makeNext(await makeNext(link), { nth: 3, hasAddress: false });
    await scene.pay(link, { noticedAt: NOW });
    await scene.show(link);
    expect(textOf(0)).toMatch(/^\*AED 205\.00\*.*✅ Paid.* · AED 1,250\.50 · PL-/s);
  });

  test('shows what was paid with an earlier link, and that it was too much', async () => {
    const link = await scene.withCard();
    const next = await makeNext(link);
    await scene.pay(link, { noticedAt: NOW });
    await scene.show(next);
    expect(textOf(0)).toMatch(/^\*AED 205\.00\* · ⚠️ Already paid with .*Paid AED 1,045\.50 too much/s);
    expect(textOf(0)).toMatch(/✅ Paid.* · AED 1,250\.50 · PL-/);
  });

  test('shows what is missing of the newest after an earlier link was paid for less', async () => {
    const link = await scene.withCard({ amountFils: 10_000 });
    const next = await makeNext(link);
    await scene.pay(link, { noticedAt: NOW, amountFils: 10_000 });
    await scene.show(next);
    expect(textOf(0)).toContain('*AED 105.00 is missing.*');
    expect(seen(cards()[0]).buttons).toContain('Link for the remaining AED 105.00');
  });

  test('stays where it is when another link follows, whenever that is and wherever it was asked for', async () => {
    const link = await scene.withCard();
    await scene.clock.advance(25 * HOUR);
    const next = await makeNext(link, { channelId: SALES });
    await scene.runAll(buildFirstShow(next));
    await scene.runAll(buildLinkShow(next, NOW));
    expect(cards()).toHaveLength(1);
    expect(textOf(0)).toMatch(/^\*AED 205\.00\* · 🟡 Waiting/);
    expect((await scene.find(next)).card).toMatchObject({ channelId: FRONT_DESK });
    expect(scene.slack.messages(SALES)).toEqual([]);
  });
});
