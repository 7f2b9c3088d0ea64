// @module-tag long
// @module-tag store

import { describe, expect, test } from 'vitest';
import {
  FRONT_DESK,
  OMAR,
  OMAR_DM,
  RAVI,
  SARA,
  SARA_DM,
  TARIQ,
} from '../../packages/local-slack/src/people-and-places.ts';
import {
  buildFirstShow,
  buildHappened,
  buildNewsNotice,
  buildQrNotice,
  buildTooMuchNotices,
} from '../../src/links/card/notice-kinds.ts';
import type { ChannelSettings } from '../../src/settings/channel-settings.ts';
import { buildTell } from '../../src/slack/tell.ts';
import type { Link } from '../../src/store/link.ts';
import type { LinkWithCard } from '../../src/store/link-card.ts';
import type { LinkState } from '../../src/store/link-states.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { buildReminder, buildReply, NOW } from './notice-verbs.ts';
import { type NoticeScene, startNotices } from './run-notices.ts';

let diesBeforePlace = false;
const scene = perTest(() =>
  startNotices({
    withStore: (store) => ({
      ...store,
      messages: {
        ...store.messages,
        place: (...given) => {
          if (!diesBeforePlace) return store.messages.place(...given);
          diesBeforePlace = false;
          throw new Error('the process dies');
        },
      },
    }),
  }),
);

const other = { id: 'lnk_2', nonce: 'nonce-2', invoiceId: 'TWO-2' };
const refuse = (error: string, times = 1) =>
  scene.slack.faults.add({ method: 'chat.postMessage', error, times });
const deliver = (...given: Parameters<NoticeScene['run']>) => scene.run(...given);
const outcome = (...given: Parameters<NoticeScene['outcome']>) => scene.outcome(...given);
/** Every post, as `channel`, `channel > thread`, or `channel > thread + channel` for a broadcast. */
const posts = () =>
  scene.argumentsOf('chat.postMessage').map((call) => {
    const thread = call['thread_ts'] === undefined ? '' : ` > ${call['thread_ts']}`;
    const broadcast = call['reply_broadcast'] === undefined ? '' : ` + ${call['channel']}`;
    const isFolded = call['unfurl_links'] === 'false' && call['unfurl_media'] === 'false';
    return `${call['channel']}${thread}${broadcast}${isFolded ? '' : ', addresses unfolded'}`;
  });
/** The posts after the card's. */
const laterPosts = () => posts().slice(1);
const inThread = ({ card }: LinkWithCard) => `${card?.channelId} > ${card?.ts}`;
const inBoth = (link: LinkWithCard) => `${inThread(link)} + ${FRONT_DESK}`;
const wants = (chosen: Partial<ChannelSettings>) => scene.choose(chosen);
const NOT_POSTED = 'later: card not posted yet, a try';

describe('a reply', () => {
  const reply = (link: Link, state: LinkState = 'paid', payment = buildPayment()) =>
    buildReply(link, { state, payment });

  test('that says Paid goes to the channel as well, unless the channel chose otherwise', async () => {
    const link = await scene.withCard();
    await deliver(reply(link));
    for (const news of ['thread', 'both'] as const) {
      await wants({ news });
      await deliver(reply(link));
    }
    expect(laterPosts()).toEqual([inBoth(link), inThread(link), inBoth(link)]);
  });

  testAtLength(
    'is a separate message with a button for details if the channel wants no threads',
    async () => {
      const link = await scene.withCard();
      await deliver(reply(link));
      await wants({ news: 'channel' });
      await deliver(reply(link));
      expect(laterPosts()).toEqual([inBoth(link), FRONT_DESK]);
      const [, threaded, separate] = scene.slack.messages(FRONT_DESK).map(seen);
      expect([threaded?.buttons, separate?.buttons]).toEqual([[], ['Details']]);
    },
  );

  testAtLength(
    'that says Paid mentions the people whom the channel names, once each; other replies do not',
    async () => {
      const link = await scene.withCard();
      await wants({ paidMentions: ['U0AMINA', link.ownerId] });
      await deliver(reply(link));
      await deliver(reply(link, 'expired', buildPayment({ finding: 'declined' })));
      const [, ...texts] = scene.argumentsOf('chat.postMessage').map(({ text }) => String(text));
      expect(texts.map((text) => text.match(/<@[^>]+>/g))).toEqual([
        [`<@${link.ownerId}>`, '<@U0AMINA>'],
        [`<@${link.ownerId}>`],
      ]);
    },
  );

  test.each([
    ['expired', 'declined', 0],
    ['paid', 'refunded', 0],
    ['paid', 'confirmed', 5_000],
    ['reported', 'unconfirmed', 0],
  ] as const)('that says anything else (%s, %s, %i fils back) stays in its thread', async (...of) => {
    const [state, finding, refundedFils] = of;
    const link = await scene.withCard();
    await deliver(reply(link, state, buildPayment({ finding, refundedFils })));
    expect(laterPosts()).toEqual([inThread(link)]);
  });

  testAtLength('under a card in direct messages is not sent to a channel', async () => {
    const link = await scene.withCard({ channelId: SARA });
    expect(link.card?.channelId).toBe(SARA_DM);
    expect(await outcome(reply(link))).toBe('done');
    expect(laterPosts()).toEqual([inThread(link)]);
  });

  test('that a channel keeps in its threads is posted only there', async () => {
    scene.slack.behaviours.set('broadcastReply', 'refused');
    const link = await scene.withCard();
    expect(await outcome(reply(link))).toBe('done');
    expect(laterPosts()).toEqual([inBoth(link), inThread(link)]);
    expect(scene.slack.posts(FRONT_DESK)).toHaveLength(2);
  });

  testAtLength.each([
    ['internal_error', 'paid', 'later: internal_error, a try'],
    ['msg_too_long', 'paid', 'later: msg_too_long, a try → show'],
    ['thread_not_found', 'expired', 'later: thread_not_found, a try → show'],
  ] as const)(
    'that Slack refuses (%s, %s) is not posted again immediately: %s',
    async (error, state, ended) => {
      const link = await scene.withCard();
      refuse(error, 9);
      expect(await outcome(reply(link, state))).toBe(ended);
      expect(laterPosts()).toHaveLength(1);
    },
  );

  testAtLength('to a card in a thread goes to that thread', async () => {
    const { ts = '' } = await scene
      .client()
      .chat.postMessage({ channel: FRONT_DESK, text: 'about the deposit' });
    const link = await scene.withCard({ threadTs: ts });
    await deliver(reply(link));
    expect(laterPosts()).toEqual([`${FRONT_DESK} > ${ts}`, `${FRONT_DESK} > ${ts} + ${FRONT_DESK}`]);
  });

  test('waits for a card that is not posted yet, and goes to the creator if there is no card', async () => {
    const link = await scene.openLink();
    await scene.keepWaiting(buildFirstShow(link));
    expect(await outcome(reply(link))).toBe(NOT_POSTED);
    expect(scene.slack.posts()).toHaveLength(0);
    const bare = await scene.openLink(other);
    await scene.pay(bare);
    expect(await outcome(reply(bare))).toBe('done');
    expect(posts()).toEqual([SARA]);
    expect(scene.messageToSara()?.text).toContain('AED 1,250.50 from Sara');
  });
});

describe('too much for one sale', () => {
  const sale = async (changes: Partial<Link> = {}, isPosted = true) => {
    const { id } = isPosted ? await scene.withCard(changes) : await scene.openLink(changes);
    const link = await scene.find({ id });
    const twin = await scene.openLink({ ...other, creatorId: OMAR, saleId: link.saleId });
    for (const one of [link, twin]) await scene.pay(one);
    await scene.app.members.set('T0PLAY', TARIQ, 'finance', RAVI);
    const [ofCard, toCreator, toFinance] = buildTooMuchNotices(link, [null, link.ownerId, TARIQ], scene.ids);
    const [toOther] = buildTooMuchNotices(twin, [OMAR], scene.ids);
    if (!ofCard || !toCreator || !toOther || !toFinance) throw new Error('a notice is missing');
    return { link, twin, ofCard, toCreator, toOther, toFinance };
  };

  const tell = async (notice: Parameters<typeof deliver>[0]) => {
    const { outcome: how, next } = await deliver(notice);
    expect(how).toBe('done');
    for (const one of next) await deliver(one);
  };

  test('is told without a button until it is known where, so that a process that dies leaves none behind', async () => {
    const { toOther } = await sale();
    diesBeforePlace = true;
    expect((await deliver(toOther)).outcome).toBe('later');
    await tell(toOther);
    const [left, told] = scene.slack.messages(OMAR_DM).map((one) => seen(one).buttons);
    expect(left).toEqual([]);
    expect(told).toContain('Ask finance to refund AED 1,250.50');
    await tell(toOther);
    expect(laterPosts().slice(0, 2)).toEqual([OMAR, OMAR]);
    expect(laterPosts()[2]).toMatch(new RegExp(`^${OMAR_DM} > `));
  });

  test('waits for a card that is not posted yet, and is not posted if there is no card', async () => {
    const { link, ofCard } = await sale({}, false);
    expect(await outcome(ofCard)).toBe('done');
    expect(posts()).toEqual([]);
    await scene.keepWaiting(buildFirstShow(link));
    expect(await outcome(ofCard)).toBe(NOT_POSTED);
    expect(posts()).toEqual([]);
  });

  test('goes to somebody else if Slack cannot reach the owner, and is tried again after a passing error', async () => {
    const { ofCard, toCreator, toFinance } = await sale();
    refuse('user_disabled');
    expect(await outcome(toCreator)).toBe('failed: user_disabled → tell too-much');
    refuse('user_disabled');
    expect(await outcome(toFinance)).toBe('failed: user_disabled');
    refuse('internal_error');
    expect(await outcome(ofCard)).toBe('later: internal_error, a try');
  });
});

describe('news to the creator', () => {
  const news = (link: Link, qrRefusedAs?: string) =>
    buildNewsNotice(link, scene.ids, qrRefusedAs === undefined ? {} : { qrRefusedAs });

  testAtLength('that waited for Slack together is told once, with the last state', async () => {
    const link = await scene.openLink();
    const [first, ofQr, last] = [news(link), news(link, 'x'), news(link)];
    await scene.store.jobs.addAll([first, ofQr], NOW);
    await scene.store.jobs.addAll([last], NOW);
    for (const notice of [first, ofQr, last]) expect(await outcome(notice)).toBe('done');
    expect(scene.argumentsOf('chat.postMessage').map(({ text }) => String(text))).toEqual([
      expect.stringMatching(/could not be added/),
      expect.stringMatching(/is ready/),
    ]);
  });

  testAtLength(
    'instead of a reply that waits is left to the next reply if more has happened since',
    async () => {
      const link = await scene.withCard();
      await scene.pay(link);
      const paid = await scene.store.links.get(link.id);
      const reply = buildReply(paid, { state: 'paid', payment: paid.payment });
      await scene.keepWaiting(reply);
      const payment = buildPayment({ finding: 'refunded', refundedFils: 125_050 });
      await scene.store.links.record({ id: link.id, at: NOW, cause: 'the service says refunded', payment });
      expect(await outcome(buildHappened(paid, reply.id))).toBe('done');
      expect(scene.messageToSara()).toBeUndefined();
      const refunded = await scene.store.links.get(link.id);
      expect(await outcome(buildHappened(refunded, reply.id))).toBe('done');
      expect(scene.messageToSara()?.text).toContain('Refunded');
    },
  );
});

test('a reminder unfolds no address, and is sent until the link expires, but not at that moment', async () => {
  const link = await scene.openLink({ expiresAt: NOW + 60_000 });
  const reminder = buildReminder(link);
  await scene.clock.advance(59_999);
  expect(await outcome(reminder)).toBe('done');
  expect(posts()).toEqual([SARA]);
  await scene.clock.advance(link.expiresAt - scene.clock.now());
  expect(await outcome(reminder)).toBe('done');
  expect(scene.slack.posts()).toHaveLength(1);
});

describe('an owner whom Slack cannot reach', () => {
  /** Omar is a supervisor, Tariq in finance; Ravi is the admin, and Fatima a cashier. */
  const giveRoles = async () => {
    for (const [userId, role] of [
      [OMAR, 'supervisor'],
      [TARIQ, 'finance'],
      [RAVI, 'admin'],
    ] as const)
      await scene.app.members.set('T0PLAY', userId, role, RAVI);
  };
  const heirs = ({ next }: Awaited<ReturnType<typeof deliver>>) =>
    next.flatMap(({ payload }) => {
      const { to, what, heir } = (payload ?? {}) as { to: string; what: string; heir?: object };
      return heir === undefined ? [] : [`${what} to ${to}`];
    });
  const toHeirs = (what: string) => [OMAR, TARIQ, RAVI].map((to) => `${what} to ${to}`);
  const read = (as: string) => seen(scene.slack.messages(as === OMAR ? OMAR_DM : SARA_DM).at(-1));

  test.each([
    ['a reminder', 'ending', (link: Link) => buildReminder(link)],
    ['news', 'news', (link: Link) => buildNewsNotice(link, scene.ids)],
    [
      'what became of a link without a card',
      'happened',
      (link: Link) => buildReply(link, { state: 'paid', payment: buildPayment() }),
    ],
    ['a second payment', 'too-much', (link: Link) => buildTooMuchNotices(link, [link.ownerId], scene.ids)[0]],
  ] as const)('does not keep %s from the others: each of them may take it over', async (_, what, build) => {
    await giveRoles();
    const link = await scene.openLink();
    const twin = await scene.openLink({ ...other, ...(what === 'too-much' && { saleId: link.saleId }) });
    if (what === 'too-much') await scene.pay(twin);
    if (what !== 'ending' && what !== 'news') await scene.pay(link);
    const notice = build(link);
    if (notice === undefined) throw new Error('no notice');
    refuse('user_disabled');
    const refused = await deliver(notice);
    expect(refused).toMatchObject({ outcome: 'failed', reason: 'user_disabled' });
    expect(heirs(refused)).toEqual(toHeirs(what));
    if (what === 'news') await scene.pay(link);
    for (const next of refused.next) expect(await outcome(next)).toBe('done');
    expect(posts().slice(-3)).toEqual([OMAR, TARIQ, RAVI]);
    expect(read(OMAR).text).toMatch(
      new RegExp(`Slack can’t reach <@${SARA}> \\(.user_disabled.\\), so you get this`),
    );
    expect(read(OMAR).buttons.includes('Take over')).toBe(what === 'ending');
  });

  test.each([
    ['a reminder', (link: Link) => deliver(buildReminder(link))],
    [
      'what is about no link',
      ({ ownerId }: Link) =>
        deliver(
          buildTell({ teamId: 'T0PLAY', key: 'tell_1' }, ownerId, { text: 'Nobody is left.', blocks: [] }),
        ),
    ],
  ])('stays known from %s: of a payment under the card, the others hear too, once', async (_, tell) => {
    await giveRoles();
    const link = await scene.withCard();
    refuse('user_disabled');
    await tell(link);
    await scene.pay(link);
    const paid = buildReply(link, { state: 'paid', payment: buildPayment() });
    const told = await deliver(paid);
    expect(heirs(told)).toEqual(toHeirs('happened'));
    for (const next of told.next) expect(await outcome(next)).toBe('done');
    expect(read(OMAR).text).toContain('*Paid ');
  });

  test('does not keep the others waiting who get the same anyway: nobody hears it twice', async () => {
    await giveRoles();
    refuse('user_disabled');
    const asked = { teamId: 'T0PLAY', key: 'asked', isToMany: true } as const;
    const told = await deliver(buildTell(asked, SARA, { text: 'What is “QXA”?', blocks: [] }));
    expect(told).toMatchObject({ outcome: 'failed', next: [] });
  });

  testAtLength('who is back gets the messages alone', async () => {
    await giveRoles();
    const link = await scene.withCard();
    refuse('user_disabled');
    await deliver(buildReminder(link));
    expect(heirs(await deliver(buildReminder(link)))).toEqual([]);
    expect(heirs(await deliver(buildReply(link, { state: 'paid', payment: buildPayment() })))).toEqual([]);
  });

  testAtLength('is named in the channel if nobody has a role', async () => {
    const link = await scene.openLink();
    refuse('user_disabled');
    const { next } = await deliver(buildReminder(link));
    for (const one of next) expect(await outcome(one)).toBe('done');
    const posted = seen(scene.slack.messages(FRONT_DESK).at(-1));
    expect(posted.text).toMatch(/so you get this.*is unpaid and expires/s);
    expect(posted.buttons).toEqual(['Take over', 'Details']);
  });
});

test.each([
  ['was replaced', false],
  ['has a sale that was paid with another link', true],
])('a reminder is not sent for a link that %s', async (_name, isPaid) => {
  const link = await scene.openLink();
  const second = await scene.openLink({ ...other, saleId: link.id, expiresAt: link.expiresAt + 1 });
  if (isPaid) await scene.pay(second, { noticedAt: NOW });
  expect(await outcome(buildReminder(link))).toBe('done');
  expect(posts()).toEqual([]);
});

describe('a picture', () => {
  const qr = (link: Link) => buildQrNotice(link, scene.ids);

  test.each([
    ['invalid_auth', 9, 'later: invalid_auth'],
    ['internal_error', 6, 'later: internal_error, a try'],
    ['internal_error', 7, 'failed: internal_error → tell news (qr: internal_error)'],
    ['missing_scope', 0, 'failed: missing_scope → tell news (qr: missing_scope)'],
    ['file_type_not_allowed', 0, 'failed: file_type_not_allowed → tell news (qr: file_type_not_allowed)'],
  ])('that Slack refuses with %s at try %i: %s', async (error, attempts, ended) => {
    const link = await scene.withCard();
    scene.slack.faults.add({ method: 'files.getUploadURLExternal', error });
    expect(await outcome(qr(link), { attempts })).toBe(ended);
  });

  testAtLength('of a paid link is not uploaded', async () => {
    const link = await scene.withCard();
    await scene.pay(link);
    expect(await outcome(qr(link))).toBe('done');
    expect(scene.argumentsOf('files.getUploadURLExternal')).toHaveLength(0);
  });

  testAtLength(
    'that an earlier try uploaded is not uploaded again, unless it was dropped since',
    async () => {
      const link = await scene.withCard();
      await scene.store.links.setQrFile(link.id, 'F0EARLIER', NOW);
      expect(await outcome(qr(link))).toBe('done → qr (0 refusals)');
      expect(scene.argumentsOf('files.getUploadURLExternal')).toHaveLength(0);
      await scene.store.links.dropQr(link.id, { fileId: 'F0EARLIER', mayRenew: true }, NOW);
      expect(await outcome(qr(link))).toBe('done → qr (0 refusals)');
      expect(scene.argumentsOf('files.completeUploadExternal')).toHaveLength(1);
    },
  );
});
