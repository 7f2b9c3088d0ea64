// @module-tag long
// @module-tag store

import { describe, expect, test } from 'vitest';
import { FRONT_DESK, QUIET, SARA, SARA_DM } from '../../playground/slack/people-and-places.ts';
import { createIds } from '../../src/ids.ts';
import {
  buildFirstShow,
  buildLinkShow,
  buildNewsNotice,
  buildReminderNotice,
  buildReplyNotice,
} from '../../src/links/card/notice-kinds.ts';
import type { NewJob } from '../../src/store/job.ts';
import type { Link } from '../../src/store/link.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { follow, perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { NOW } from './notice-verbs.ts';
import { type Ended, startNotices } from './run-notices.ts';

const scene = perTest(startNotices);
const slack = follow(() => scene.slack);
const ids = createIds();
const card = () => seen(scene.theCard());
const message = () => seen(scene.messageToSara());
const PAID = '*AED 1,250.50* · ✅ Paid 21 Nov 2026, 14:03 (Dubai)';
const kindsOf = ({ next }: Ended): string[] => next.map(({ kind }) => kind);
/** The first notice that follows a delivery. */
const nextOf = (ended: Ended): NewJob => {
  const [next] = ended.next;
  if (!next) throw new Error('nothing follows');
  return next;
};

describe('the card', () => {
  test('is posted without a state, and an edit adds the state', async () => {
    const link = await scene.openLink();
    expect(await scene.outcome(buildFirstShow(link))).toBe('done');
    const [posted] = scene.argumentsOf('chat.postMessage');
    expect(seen({ blocks: posted?.['blocks'] as unknown[] }).title).toBe('*AED 1,250.50* · Payment link');
    expect(scene.theCard()?.metadata).toEqual({ event_type: 'paylink_link', event_payload: { id: link.id } });
    expect(card()).toMatchObject({ title: '*AED 1,250.50* · 🟡 Waiting', pictures: [] });
  });

  test('is not posted twice', async () => {
    const link = await scene.withCard();
    expect(await scene.outcome(buildFirstShow(link))).toBe('done');
    expect(slack.messages(FRONT_DESK)).toHaveLength(1);
  });

  test('that a channel refuses is posted to its creator, with the reason', async () => {
    const link = await scene.openLink({ channelId: QUIET });
    expect(await scene.outcome(buildFirstShow(link))).toBe('done');
    expect((await scene.find(link)).card).toMatchObject({
      channelId: SARA_DM,
      refusal: { code: 'not_in_channel', at: NOW },
    });
    expect(message().text).toContain('Paylink is not in');
  });

  testAtLength.each([
    ['msg_too_long', 1],
    ['invalid_blocks', 2],
  ])(
    'that Slack refuses anywhere with %s, in every form, is described to its creator by direct message',
    async (error, forms) => {
      const link = await scene.openLink();
      slack.faults.add({ method: 'chat.postMessage', error, times: forms });
      const delivery = await scene.run(buildFirstShow(link));
      expect(delivery).toMatchObject({ outcome: 'failed', reason: error });
      expect(slack.calls('chat.postMessage')).toHaveLength(forms);
      while ((await scene.run(nextOf(delivery))).outcome === 'later') await scene.clock.advance(60_000);
      expect(scene.messageToSara()?.text).toMatch(/could not be posted.*The link itself works/);
      expect(message().text).toContain('https://pay.example.com/');
    },
  );
});

describe('an edit', () => {
  test('shows the link as it is now, not as it was', async () => {
    const link = await scene.withCard();
    await scene.pay(link);
    await scene.show(link);
    expect(card().title).toBe(PAID);
  });

  test('of a link without an address posts no card', async () => {
    const link = await scene.openLink({ address: null });
    expect(await scene.show(link)).toBe('done');
    expect(slack.posts()).toEqual([]);
  });

  testAtLength('that Slack rate-limits is retried after the time that Slack gives', async () => {
    const link = await scene.withCard();
    slack.faults.add({ method: 'chat.update', retryAfter: 7, times: 1 });
    await scene.pay(link);
    expect(await scene.show(link)).toBe('later: ratelimited after 7000 ms, a try');
  });

  testAtLength(
    'goes on in the owner’s messages, with the reason, once the channel was archived',
    async () => {
      const link = await scene.withCard();
      await scene.pay(link);
      slack.faults.add({ method: 'chat.update', error: 'is_archived', times: 1 });
      expect(await scene.show(link)).toBe('done');
      expect(message().text).toContain('✅ Paid');
      expect(message().text).toMatch(/is archived, so the card is in your messages/);
    },
  );

  testAtLength.each(['message_not_found', 'cant_update_message'])(
    'that Slack refuses permanently with %s tells the creator the link’s state',
    async (error) => {
      const link = await scene.withCard();
      await scene.pay(link);
      slack.faults.add({ method: 'chat.update', error });
      const delivery = await scene.run(buildLinkShow(link, NOW));
      await scene.run(nextOf(delivery));
      expect(message().text).toContain('could not be updated');
      expect(message().text).toContain('✅ *Paid*: ');
      expect(message().text).not.toContain('Copy');
    },
  );
});

describe('a reply', () => {
  const reply = (link: Link) =>
    buildReplyNotice(link, ids, { state: 'paid', payment: buildPayment({ noticedAt: NOW + 21_600_000 }) });

  test('is in the card’s thread, with a mention and what happened', async () => {
    const link = await scene.withCard();
    expect(await scene.outcome(reply(link))).toBe('done');
    const [posted] = slack.messages(FRONT_DESK).filter(({ threadTs }) => threadTs === link.card?.ts);
    expect(posted?.text).toMatch(
      new RegExp(`^✅ <@${SARA}> \\*Paid\\*: AED 1,250.50 from Sara .* · paid .*, noticed `),
    );
  });

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
      const deliveries = [await scene.run(reply(link)), await scene.run(buildLinkShow(link, NOW))];
      for (const delivery of deliveries)
        for (const one of delivery.next) if (one.kind === 'news') await scene.run(one);
      expect(message().text).toMatch(/It was deleted.*✅ \*Paid\*: /s);
    },
  );

  test('that the thread refuses permanently goes to the creator', async () => {
    const link = await scene.withCard();
    await scene.pay(link);
    slack.setMembership(FRONT_DESK, false);
    const delivery = await scene.run(reply(link));
    expect(kindsOf(delivery)).toEqual(['news']);
    await scene.run(nextOf(delivery));
    expect(message().text).toMatch(/could not be posted.*✅ \*Paid/s);
  });
});

describe('a reminder', () => {
  test('goes to the creator, with buttons', async () => {
    const link = await scene.withCard();
    await scene.run(buildReminderNotice(link, ids));
    expect(scene.messageToSara()?.text).toMatch(
      /^⏰ AED 1,250.50 for Sara \(···567\) is unpaid and expires /,
    );
    expect(message().buttons).toEqual(['WhatsApp']);
    expect(message().text).toContain('Change amount or details…');
  });

  test('is not sent for a link that was paid or has expired', async () => {
    const link = await scene.withCard();
    await scene.pay(link);
    expect(await scene.outcome(buildReminderNotice(link, ids))).toBe('done');
    const other = { id: 'lnk_2', nonce: 'nonce-2', invoiceId: 'TWO-2' };
    const expired = await scene.openLink({ ...other, expiresAt: NOW });
    expect(await scene.outcome(buildReminderNotice(expired, ids))).toBe('done');
    expect(slack.messages(SARA_DM)).toHaveLength(0);
  });
});

testAtLength('a direct message about a paid link has no way to pay', async () => {
  const link = await scene.withCard();
  await scene.pay(link);
  await scene.run(buildNewsNotice(link, ids));
  expect(message()).toMatchObject({ pictures: [], buttons: ['Details'], addresses: {} });
  expect(message().text).toContain('✅ *Paid');
  expect(message().text).not.toContain('pay.example.com');
});
