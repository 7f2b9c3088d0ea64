// @module-tag long
// @module-tag store

import { describe, expect, test } from 'vitest';
import { FRONT_DESK, SARA_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { createIds } from '../../src/ids.ts';
import {
  buildFirstShow,
  buildLinkShow,
  buildNewsNotice,
  buildReminderNotice,
} from '../../src/links/card/notice-kinds.ts';
import type { NewJob } from '../../src/store/job.ts';
import type { Link } from '../../src/store/link.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { follow, perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { buildReply, NOW } from './notice-verbs.ts';
import { type Ended, startNotices } from './run-notices.ts';

const scene = perTest(startNotices);
const slack = follow(() => scene.slack);
const ids = createIds();
const card = () => seen(scene.theCard());
const message = () => seen(scene.messageToSara());
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
    await scene.run(buildReminderNotice(link));
    expect(scene.messageToSara()?.text).toMatch(
      /^⏰ AED 1,250.50 for Sara \(···567\) is unpaid and expires /,
    );
    expect(message().buttons).toEqual(['WhatsApp']);
    expect(message().text).toContain('Change amount or details…');
  });

  test('is not sent for a link that was paid or has expired', async () => {
    const link = await scene.withCard();
    await scene.pay(link);
    expect(await scene.outcome(buildReminderNotice(link))).toBe('done');
    const other = { id: 'lnk_2', nonce: 'nonce-2', invoiceId: 'TWO-2' };
    const expired = await scene.openLink({ ...other, expiresAt: NOW });
    expect(await scene.outcome(buildReminderNotice(expired))).toBe('done');
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
