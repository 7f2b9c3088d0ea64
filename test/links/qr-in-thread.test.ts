// @module-tag long
// @module-tag store

import { beforeEach, describe, expect, test } from 'vitest';
import type { SeenMessage } from '../../packages/local-slack/src/local-slack.ts';
import { FRONT_DESK, SARA, SARA_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { createIds } from '../../src/ids.ts';
import { buildFirstShow, buildQrNotice } from '../../src/links/card/notice-kinds.ts';
import type { NewJob } from '../../src/store/job.ts';
import type { Link } from '../../src/store/link.ts';
import { type LinkWithCard, qrMessageOf } from '../../src/store/link-card.ts';
import { follow, perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { sample, testAtLength } from '../fixtures/whole-suite.ts';
import { NOW } from './notice-verbs.ts';
import { startNotices } from './run-notices.ts';

const scene = perTest(startNotices);
const store = follow(() => scene.store);
const slack = follow(() => scene.slack);

beforeEach(() => {
  slack.filesReadyAfter(0);
});

const ids = createIds();

const withQr = async (changes: Partial<Link> = {}): Promise<LinkWithCard> => {
  const link = await scene.withCard(changes);
  await scene.runAll(buildQrNotice(link, ids));
  return scene.find(link);
};
const placed = (link: Link) => store.messages.find(qrMessageOf(link));
const inThread = (channel = FRONT_DESK): SeenMessage[] =>
  slack.messages(channel).filter(({ threadTs }) => threadTs !== null);
const theCode = (channel = FRONT_DESK) =>
  inThread(channel).find(({ blocks }) => JSON.stringify(blocks).includes('"qr'));
const code = (channel = FRONT_DESK) => seen(theCode(channel));
/** What people see of the pictures of a message in the thread. */
const visible = (ts = theCode()?.ts ?? '') => slack.pictures(SARA, { channel: FRONT_DESK, ts });
const card = () => seen(scene.theCard());
/** The pictures of a message that has the QR code. */
const QR = ['QR code of the payment link for AED 1,250.50'];

describe('a requested QR code', () => {
  test('is posted in the thread of its card, and the card is edited only for its state', async () => {
    const link = await scene.withCard();
    expect(await scene.runAll(buildQrNotice(link, ids))).toEqual(['qr', 'qr']);
    expect(theCode()?.threadTs).toBe(link.card?.ts);
    expect(code()).toMatchObject({ pictures: QR, text: expect.stringContaining('Can be paid until') });
    expect(card()).toMatchObject({ title: '*AED 1,250.50* · 🟡 Waiting · Sara (···567)', pictures: [] });
    const edited = slack.calls('chat.update').map(({ args }) => args['ts']);
    expect(edited).toEqual([link.card?.ts]);
    expect(await placed(link)).toMatchObject({ ts: theCode()?.ts, shown: expect.any(String) });
    expect(await scene.showQr(link)).toBe('done');
    expect(slack.calls('chat.update')).toHaveLength(1);
    // It was posted with its picture, because an edit may not show one to people.
    expect(visible()).toEqual([expect.any(Buffer)]);
    expect(scene.argumentsOf('files.getUploadURLExternal')).toMatchObject([
      { alt_txt: 'QR code of the payment link' },
    ]);
    expect(await scene.runAll(buildQrNotice(link, ids))).toEqual(['qr', 'qr']);
    expect(inThread()).toHaveLength(1);
  });

  describe('whose post is not recorded', () => {
    let link: Link;
    let notice: NewJob;
    beforeEach(async () => {
      link = await scene.withCard();
      await scene.runAll(buildQrNotice(link, ids), (next) => {
        notice = next;
        return next.kind !== 'qr' || next.lane === undefined;
      });
      slack.faults.add({ method: 'chat.postMessage', dropAfterWork: true, times: 1 });
      await scene.run(notice);
    });
    const again = async () => {
      const { next } = await scene.run(notice, { attempts: 1 });
      for (const one of next) await scene.runAll(one);
      return inThread().map(({ ts }) => visible(ts));
    };

    test('is deleted and posted as a new file', async () => {
      expect(await again()).toEqual([[null], [expect.any(Buffer)]]);
      expect((await placed(link))?.ts).toBe(inThread().at(-1)?.ts);
    });

    testAtLength('is deleted alone if its link was paid meanwhile', async () => {
      await scene.pay(link);
      expect(await again()).toEqual([[null]]);
    });
  });

  test('names no customer, so that nobody mistakes it for a payment', async () => {
    await withQr();
    expect(JSON.stringify(theCode()?.blocks)).not.toMatch(/June rent|501234567/);
    expect(code().text).not.toMatch(/Sara|567/);
  });

  testAtLength('that Slack is slow to accept appears later, without an edit of the card', async () => {
    const link = await scene.withCard();
    slack.slowFiles(3);
    const times: number[] = [];
    await scene.runAll(buildQrNotice(link, ids), () => times.push(scene.clock.now() - NOW));
    expect(times).toEqual([0, 2_500, 7_500, 17_500, 37_500]);
    expect(slack.calls('files.completeUploadExternal')).toHaveLength(1);
    expect(code().pictures).toEqual(QR);
    expect(scene.argumentsOf('chat.update').filter(({ ts }) => ts === link.card?.ts)).toHaveLength(1);
  });

  testAtLength('that was uploaded before its card is posted once the card is there', async () => {
    const link = await scene.openLink();
    const { next } = await scene.run(buildQrNotice(link, ids));
    await scene.keepWaiting(buildFirstShow(link));
    for (const one of next) expect(await scene.outcome(one)).toBe('done → qr (0 refusals)');
    await scene.run(buildFirstShow(link));
    for (const one of next) await scene.runAll(one);
    expect(code().pictures).toEqual(QR);
  });

  testAtLength('that Slack never accepts is given up, with one message to the owner', async () => {
    const link = await scene.withCard();
    slack.slowFiles(10_000);
    const delivered = await scene.runAll(buildQrNotice(link, ids));
    expect(delivered).toEqual(['qr', ...Array(7).fill('qr'), 'tell']);
    expect(slack.messages(SARA_DM).at(-1)?.text).toContain('QR picture');
    expect(await scene.runAll(buildQrNotice(link, ids))).toEqual(['qr']);
  });

  testAtLength.each(
    sample([
      'restricted_action',
      'blocked_file_type',
      'slack_connect_file_link_sharing_blocked',
      'slack_connect_file_upload_sharing_blocked',
      'posting_to_channel_denied',
      'unable_to_share_files',
      'max_file_sharing_exceeded',
      'file_share_limit_reached',
    ]),
  )('that a workspace refuses with %s is not tried again', async (error) => {
    const link = await scene.withCard();
    slack.faults.add({ method: 'chat.postMessage', error, times: 1 });
    expect(await scene.runAll(buildQrNotice(link, ids))).toEqual(['qr', 'qr', 'tell']);
    expect(slack.messages(SARA_DM).at(-1)?.text).toContain('QR picture');
    expect(await scene.runAll(buildQrNotice(link, ids))).toEqual(['qr']);
    expect(inThread()).toHaveLength(0);
    expect(slack.calls('files.completeUploadExternal')).toHaveLength(1);
  });

  testAtLength.each(sample(['file_not_found', 'file_deleted', 'file_is_deleted']))(
    'whose file was deleted (%s) is uploaded a second time but not a third',
    async (error) => {
      const link = await scene.withCard();
      slack.faults.add({ method: 'chat.postMessage', error, times: 2 });
      const delivered = ['qr', 'qr', 'qr', 'qr', 'tell'];
      expect(await scene.runAll(buildQrNotice(link, ids))).toEqual(delivered);
      expect(slack.calls('files.completeUploadExternal')).toHaveLength(2);
    },
  );

  test.each(['paid', 'replaced'])('of a link that was %s meanwhile is not posted', async (what) => {
    const link = await scene.withCard();
    const { next } = await scene.run(buildQrNotice(link, ids));
    if (what === 'paid') await scene.pay(link);
    else await scene.openLink({ id: 'lnk_2', nonce: 'nonce-2', invoiceId: 'TWO-2', saleId: link.saleId });
    for (const one of next) expect(await scene.outcome(one)).toBe('done');
    expect(inThread()).toEqual([]);
  });

  testAtLength('is left out if the address is too long for it', async () => {
    const link = await scene.withCard({ address: `https://pay.example.com/${'x'.repeat(2_400)}` });
    expect(await scene.outcome(buildQrNotice(link, ids))).toBe('done');
    expect(card().text).toContain('too long to be shown');
  });
});

describe('the code of a link that can no longer be paid', () => {
  test.each([
    ['paid', 'the service says paid', '✅ Paid · AED 1,250.50. The QR code was removed'],
    ['expired', 'expired unpaid', '⌛ Expired · AED 1,250.50. The QR code was removed'],
    ['reported', 'the service is not clear', '🟠 Reported · AED 1,250.50. The QR code was removed'],
  ] as const)('is removed when its link is %s, and the message says so', async (to, cause, words) => {
    const link = await withQr();
    await store.links.move({ id: link.id, to, at: scene.clock.now(), cause });
    expect(await scene.showQr(link)).toBe('done');
    expect(code()).toMatchObject({ text: expect.stringContaining(words), pictures: [] });
    expect(visible()).toEqual([]);
  });

  testAtLength('is removed at once, if the link was paid while it was posted', async () => {
    const paying = await startNotices({
      withStore: (own) => {
        const finish: typeof own.jobs.finish = async (job, ...given) => {
          const [link] =
            'kind' in job && job.kind === 'qr' && job.lane !== null ? await own.links.inState('open') : [];
          if (link) await paying.pay(link);
          return own.jobs.finish(job, ...given);
        };
        return { ...own, jobs: { ...own.jobs, finish } };
      },
    });
    paying.slack.filesReadyAfter(0);
    const link = await paying.withCard();
    expect(await paying.runAll(buildQrNotice(link, ids))).toEqual(['qr', 'qr', 'show']);
    const [message] = paying.slack.messages(FRONT_DESK).filter(({ threadTs }) => threadTs !== null);
    expect(seen(message).text).toMatch(/✅ Paid .*was removed/);
    await paying.close();
  });

  testAtLength('that was deleted is left alone', async () => {
    const link = await withQr();
    await scene.client().chat.delete({ channel: FRONT_DESK, ts: theCode()?.ts ?? '' });
    await scene.pay(link);
    expect(await scene.showQr(link)).toBe('done');
  });

  testAtLength('that Slack cannot remove now waits, and does not hold up its card', async () => {
    const link = await withQr();
    await scene.pay(link);
    slack.faults.add({ method: 'chat.update', error: 'internal_error', times: 1 });
    expect(await scene.showQr(link)).toBe('later: internal_error, a try');
    expect(await scene.show(link)).toBe('done');
    expect(card().title).toContain('✅ Paid');
  });
});
