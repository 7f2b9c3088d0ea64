// @module-tag postgres

import { beforeEach, describe, expect, test } from 'vitest';
import { FRONT_DESK, QUIET, SARA, SARA_DM } from '../../playground/slack/people-and-places.ts';
import { createIds } from '../../src/ids.ts';
import {
  buildCardNotice,
  buildEditNotice,
  buildNewsNotice,
  buildPictureEdit,
  buildQrNotice,
  buildReminderNotice,
  buildReplyNotice,
} from '../../src/links/card/notice-kinds.ts';
import type { NewJob } from '../../src/store/job.ts';
import type { Link } from '../../src/store/link.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { follow, perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { sample, testAtLength } from '../fixtures/whole-suite.ts';
import { NOW } from './notice-verbs.ts';
import { type Ended, startNotices } from './run-notices.ts';

const scene = perTest(startNotices);
const store = follow(() => scene.store);
const slack = follow(() => scene.slack);
const ids = createIds();
const card = () => seen(scene.theCard());
const message = () => seen(scene.messageToSara());
/** The card's pictures while it has its QR code. */
const QR = ['QR code of the payment link for AED 1,250.50'];
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
    const delivery = await scene.run(buildCardNotice(link, ids));
    expect(kindsOf(delivery)).toEqual(['edit']);
    expect(card().title).toBe('*AED 1,250.50* · Payment link');
    expect(scene.theCard()?.metadata).toEqual({ event_type: 'paylink_link', event_payload: { id: link.id } });
    const kept = await store.links.get(link.id);
    expect(await scene.outcome(buildEditNotice(kept, ids))).toBe('done');
    expect(card().title).toBe('*AED 1,250.50* · 🟡 Waiting');
  });

  test('is not posted twice', async () => {
    const link = await scene.withCard();
    expect(await scene.outcome(buildCardNotice(link, ids))).toBe('done');
    expect(slack.messages(FRONT_DESK)).toHaveLength(1);
  });

  test('that a channel refuses is posted to its creator, with the reason', async () => {
    const link = await scene.openLink({ channelId: QUIET });
    const delivery = await scene.run(buildCardNotice(link, ids));
    expect(delivery.outcome).toBe('done');
    expect(await store.links.get(link.id)).toMatchObject({
      card: { channelId: SARA_DM },
      cardRefusal: { code: 'not_in_channel', at: NOW },
    });
    expect(kindsOf(delivery)).toEqual(['edit']);
  });

  test.each([
    ['msg_too_long', 1],
    ['invalid_blocks', 2],
  ])(
    'that Slack refuses anywhere with %s, in every form, is described to its creator by direct message',
    async (error, forms) => {
      const link = await scene.openLink();
      slack.faults.add({ method: 'chat.postMessage', error, times: forms });
      const delivery = await scene.run(buildCardNotice(link, ids));
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
    await scene.run(buildEditNotice(link, ids));
    expect(card().title).toBe(PAID);
  });

  test('of a link without a card ends: the card is followed by its own edit', async () => {
    const link = await scene.openLink();
    await scene.keepWaiting(buildCardNotice(link, ids));
    expect(await scene.outcome(buildEditNotice(link, ids))).toBe('done');
  });

  test('that Slack rate-limits is retried after the time that Slack gives', async () => {
    const link = await scene.withCard();
    slack.faults.add({ method: 'chat.update', retryAfter: 7, times: 1 });
    expect(await scene.outcome(buildEditNotice(link, ids))).toBe('later: ratelimited after 7000 ms, a try');
  });

  test.each(['message_not_found', 'is_archived', 'cant_update_message'])(
    'that Slack refuses permanently with %s tells the creator the link’s state',
    async (error) => {
      const link = await scene.withCard();
      await scene.pay(link);
      slack.faults.add({ method: 'chat.update', error });
      const delivery = await scene.run(buildEditNotice(link, ids));
      expect(delivery).toMatchObject({ outcome: 'failed', reason: error });
      await scene.run(nextOf(delivery));
      expect(message().text).toContain('could not be updated');
      expect(message().text).toContain('✅ *Paid*: ');
      expect(message().text).not.toContain('Copy');
    },
  );
});

describe('the picture', () => {
  beforeEach(() => scene.choose({ qrPlace: 'inline' }));

  const readyNow = async (link: Link) => {
    slack.filesReadyAfter(0);
    await scene.runAll(buildQrNotice(link, ids));
    return store.links.get(link.id);
  };

  test('is tried when Slack should be ready, and not before', async () => {
    const link = await scene.withCard();
    const times: number[] = [];
    const noteTime = () => times.push(scene.clock.now() - NOW);
    expect(await scene.runAll(buildQrNotice(link, ids), noteTime)).toEqual(['qr', 'qr-message', 'edit']);
    expect(times).toEqual([0, 2_500, 2_500]);
    expect(card().pictures).toEqual(QR);
    expect(slack.calls('chat.update')).toHaveLength(1);
  });

  testAtLength('is added late when Slack is slow, and the state never waits for it', async () => {
    const link = await scene.withCard();
    slack.slowFiles(3);
    const tries: [after: number, hasState: boolean][] = [];
    const edits: number[] = [];
    await scene.runAll(buildQrNotice(link, ids), ({ kind }) => {
      const after = scene.clock.now() - NOW;
      if (kind === 'qr') tries.push([after, card().title.includes('Waiting')]);
      if (kind === 'edit') edits.push(after);
    });
    // After the first edit the card says its state, with or without a picture.
    expect(tries).toEqual([
      [0, false],
      [7_500, true],
      [17_500, true],
      [37_500, true],
    ]);
    expect(edits).toEqual([2_500, 7_500, 17_500, 37_500]);
    expect(card().pictures).toEqual(QR);
    expect(slack.calls('files.completeUploadExternal')).toHaveLength(1);
  });

  testAtLength('that was uploaded before the card is added by a separate edit', async () => {
    const link = await scene.openLink();
    expect(await scene.runAll(buildQrNotice(link, ids))).toEqual(['qr', 'qr-message']);
    const posted = await scene.run(buildCardNotice(link, ids));
    expect(await scene.runAll(nextOf(posted))).toEqual(['edit', 'qr', 'qr-message', 'edit']);
    expect(slack.calls('chat.update').map(({ answer }) => (answer as { ok: boolean }).ok)).toEqual([
      true,
      true,
    ]);
    expect(card().pictures).toEqual(QR);
  });

  testAtLength('has one try waiting at a time', async () => {
    const link = await scene.withCard();
    await scene.keepWaiting(nextOf(await scene.run(buildQrNotice(link, ids))));
    expect(await scene.outcome(buildEditNotice(link, ids))).toBe('done');
    slack.slowFiles(100);
    expect(await scene.outcome(buildPictureEdit(link, ids, 0))).toBe('done');
    expect(slack.calls('chat.update').map(({ answer }) => (answer as { ok: boolean }).ok)).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('that Slack never accepts is given up: the creator gets one message, and later edits leave it out', async () => {
    const link = await scene.withCard();
    slack.slowFiles(10_000);
    const delivered = await scene.runAll(buildQrNotice(link, ids));
    expect(delivered.filter((kind) => kind === 'edit')).toHaveLength(7);
    expect(delivered.filter((kind) => kind === 'news')).toHaveLength(1);
    expect(scene.messageToSara()?.text).toContain('QR picture');
    expect(card().title).toBe('*AED 1,250.50* · 🟡 Waiting');
    const before = slack.calls('chat.update').length;
    await scene.decline(link);
    expect(await scene.runAll(buildEditNotice(link, ids))).toHaveLength(1);
    expect(slack.calls('chat.update')).toHaveLength(before + 1);
    expect(await scene.runAll(buildQrNotice(link, ids))).toHaveLength(1);
    expect(card().title).toContain('🟡 Waiting · declined');
  });

  test.each(
    sample([
      'blocked_file_type',
      'slack_connect_file_link_sharing_blocked',
      'slack_connect_file_upload_sharing_blocked',
      'posting_to_channel_denied',
      'unable_to_share_files',
      'max_file_sharing_exceeded',
      'file_share_limit_reached',
    ]),
  )('that a workspace refuses with %s does not stop the edit, and is not tried again', async (error) => {
    const link = await readyNow(await scene.withCard());
    await scene.decline(link);
    slack.faults.add({ method: 'chat.update', error, times: 1 });
    expect(await scene.runAll(buildEditNotice(link, ids))).toEqual(['edit', 'news']);
    expect(card().title).toContain('🟡 Waiting · declined');
    expect(card().pictures).toEqual([]);
    expect(scene.messageToSara()?.text).toContain('QR picture');
    const before = slack.calls('chat.update').length;
    await scene.runAll(buildEditNotice(link, ids));
    expect(slack.calls('chat.update')).toHaveLength(before + 1);
    expect(slack.calls('files.completeUploadExternal')).toHaveLength(1);
  });

  test.each(sample(['file_not_found', 'file_deleted', 'file_is_deleted']))(
    'that was deleted (%s) does not stop the edit, and is uploaded a second time but not a third',
    async (word) => {
      const uploads = () => slack.calls('files.completeUploadExternal').length;
      const deleteIt = async (link: Link) => {
        slack.deleteFile(link.qrFileId ?? '', word);
        await scene.decline(link);
        let atOnce: ReturnType<typeof card> | undefined;
        const delivered = await scene.runAll(buildEditNotice(link, ids), async ({ kind }) => {
          if (kind !== 'edit') atOnce ??= card();
        });
        expect(atOnce).toMatchObject({ title: expect.stringContaining('declined'), pictures: [] });
        return delivered;
      };
      const link = await readyNow(await scene.withCard());
      expect(await deleteIt(link)).toEqual(['edit', 'qr', 'qr-message', 'edit']);
      expect(card().pictures).toEqual(QR);
      expect(uploads()).toBe(2);
      expect(await deleteIt(await store.links.get(link.id))).toEqual(['edit', 'news']);
      expect(uploads()).toBe(2);
      expect(scene.messageToSara()?.text).toContain('QR picture');
    },
  );

  test('that was marked lost just before the process ended is uploaded again by the next edit', async () => {
    const link = await readyNow(await scene.withCard());
    expect(
      await store.links.dropQr(link.id, { fileId: link.qrFileId ?? '', mayRenew: true }, scene.clock.now()),
    ).toBe('lost');
    await scene.runAll(buildEditNotice(link, ids));
    expect(card().pictures).toEqual(QR);
  });

  testAtLength('that fails once leaves the state on time, and comes back', async () => {
    const link = await readyNow(await scene.withCard());
    await scene.decline(link);
    slack.faults.add({ method: 'chat.update', error: 'file_update_failed', times: 1 });
    const shown: string[][] = [];
    await scene.runAll(buildEditNotice(link, ids), async () => {
      shown.push(card().pictures);
    });
    expect(shown).toEqual([QR, [], [], []]);
    expect(card()).toMatchObject({ title: expect.stringContaining('declined'), pictures: QR });
    expect(slack.messages(SARA_DM)).toHaveLength(0);
  });

  testAtLength('is kept when the card is gone', async () => {
    const link = await readyNow(await scene.withCard());
    slack.faults.add({ method: 'chat.update', error: 'message_not_found' });
    expect(await scene.outcome(buildEditNotice(link, ids))).toBe(
      'failed: message_not_found → news (edit: message_not_found)',
    );
    expect((await store.links.get(link.id)).qrState).toBe('taken');
  });

  test('of a link that was paid meanwhile is not shown', async () => {
    const link = await scene.withCard();
    slack.slowFiles(2);
    await scene.runAll(buildQrNotice(link, ids), async ({ dueAt }) => {
      if (dueAt !== undefined) await scene.pay(link);
    });
    await scene.run(buildEditNotice(link, ids));
    expect(card().title).toBe(PAID);
    expect(card().pictures).toEqual([]);
    expect(slack.messages(SARA_DM)).toHaveLength(0);
  });

  test('is left out if the address is too long for a QR code', async () => {
    const link = await scene.withCard({ address: `https://pay.example.com/${'x'.repeat(2_400)}` });
    expect(await scene.outcome(buildQrNotice(link, ids))).toBe('done');
    expect(card().text).toContain('too long to be shown');
  });
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

  test.each(['thread_not_found', 'cannot_reply_to_message', 'apart'] as const)(
    'to a card that was deleted reaches its creator, where Slack answers %s',
    async (behaviour) => {
      slack.behaviours.set('threadOfNothing', behaviour);
      const link = await scene.withCard();
      await scene.pay(link);
      await scene.client().chat.delete({
        channel: FRONT_DESK,
        ts: link.card?.ts ?? '',
      });
      const deliveries = [await scene.run(reply(link)), await scene.run(buildEditNotice(link, ids))];
      for (const delivery of deliveries)
        if (delivery.outcome === 'failed') for (const news of delivery.next) await scene.run(news);
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
    expect(message().buttons).toEqual(['Remind']);
    expect(message().text).toContain('Make another like this');
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

test('a direct message about a paid link has no way to pay', async () => {
  const link = await scene.withCard();
  await scene.pay(link);
  await scene.run(buildNewsNotice(link, ids));
  expect(message()).toMatchObject({ pictures: [], buttons: ['Details'], addresses: {} });
  expect(message().text).toContain('✅ *Paid');
  expect(message().text).not.toContain('pay.example.com');
});
