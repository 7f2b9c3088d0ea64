// @module-tag store

import { beforeEach, describe, expect, test } from 'vitest';
import type { SeenMessage } from '../../playground/slack/local-slack.ts';
import { FRONT_DESK, QUIET, SARA, SARA_DM } from '../../playground/slack/people-and-places.ts';
import { createIds } from '../../src/ids.ts';
import {
  buildCardNotice,
  buildEditNotice,
  buildMoveNotice,
  buildQrNotice,
} from '../../src/links/card/notice-kinds.ts';
import type { NewJob } from '../../src/store/job.ts';
import type { Link } from '../../src/store/link.ts';
import { follow, perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { startNotices } from './run-notices.ts';

const scene = perTest(startNotices);
const store = follow(() => scene.store);
const slack = follow(() => scene.slack);

beforeEach(() => {
  slack.filesReadyAfter(0);
});

const ids = createIds();

const withQr = async (changes: Partial<Link> = {}): Promise<Link> => {
  const link = await scene.withCard(changes);
  await scene.runAll(buildEditNotice(link, ids));
  await scene.runAll(buildQrNotice(link, ids));
  return store.links.get(link.id);
};
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
    await scene.runAll(buildEditNotice(link, ids));
    expect(await scene.runAll(buildQrNotice(link, ids))).toEqual(['qr', 'qr-message']);
    expect(theCode()?.threadTs).toBe(link.card?.ts);
    expect(code()).toMatchObject({ pictures: QR, text: expect.stringContaining('Can be paid until') });
    expect(card()).toMatchObject({ title: '*AED 1,250.50* · 🟡 Waiting', pictures: [] });
    const edited = slack.calls('chat.update').map(({ args }) => args['ts']);
    expect(edited).toEqual([link.card?.ts]);
    expect(await store.links.get(link.id)).toMatchObject({ qrState: 'taken' });
  });

  test('is posted with its picture, because an edit may not show one to people', async () => {
    const link = await scene.withCard();
    await scene.runAll(buildQrNotice(link, ids), ({ kind }) => kind !== 'edit');
    expect(code().pictures).toEqual(QR);
    expect(visible()).toEqual([expect.any(Buffer)]);
  });

  describe('whose post is not recorded', () => {
    let link: Link;
    let notice: NewJob;
    beforeEach(async () => {
      link = await scene.withCard();
      await scene.runAll(buildQrNotice(link, ids), (next) => {
        notice = next;
        return next.kind !== 'qr-message';
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
      expect((await store.links.get(link.id)).qrMessage?.ts).toBe(inThread().at(-1)?.ts);
    });

    test('is deleted alone if its link was paid meanwhile', async () => {
      await scene.pay(link);
      expect(await again()).toEqual([[null]]);
    });

    test('was perhaps deleted by the try before', async () => {
      const { qrFileId } = await store.links.get(link.id);
      await scene.client().files.delete({ file: qrFileId ?? '' });
      expect(await again()).toEqual([[null], [expect.any(Buffer)]]);
    });
  });

  test('is posted once: a second notice finds it there', async () => {
    const link = await withQr();
    expect(await scene.runAll({ ...buildQrNotice(link, ids), kind: 'qr-message' })).toEqual(['qr-message']);
    expect(inThread()).toHaveLength(1);
  });

  test('stays in the thread that its card is in', async () => {
    const first = await scene.client().chat.postMessage({ channel: FRONT_DESK, text: 'a question' });
    const link = await withQr({ threadTs: first.ts ?? null });
    expect(link.card?.threadTs).toBe(first.ts);
    expect(theCode()?.threadTs).toBe(first.ts);
  });

  test('names no customer, so that nobody mistakes it for a payment', async () => {
    await withQr();
    expect(JSON.stringify(theCode()?.blocks)).not.toMatch(/June rent|501234567/);
    expect(code().text).not.toMatch(/Sara|567/);
  });

  test('that Slack is slow to accept appears later, without an edit of the card', async () => {
    const link = await scene.withCard();
    await scene.runAll(buildEditNotice(link, ids));
    slack.slowFiles(3);
    await scene.runAll(buildQrNotice(link, ids));
    expect(code().pictures).toEqual(QR);
    expect(scene.argumentsOf('chat.update').filter(({ ts }) => ts === link.card?.ts)).toHaveLength(1);
    expect(inThread()).toHaveLength(1);
  });

  test('that was uploaded before its card is posted once the card is there', async () => {
    const link = await scene.openLink();
    expect(await scene.runAll(buildQrNotice(link, ids))).toEqual(['qr', 'qr-message']);
    await scene.run(buildCardNotice(link, ids));
    await scene.runAll(buildEditNotice(link, ids));
    expect(code().pictures).toEqual(QR);
  });

  test('whose thread refuses it is given up, with one message to the owner', async () => {
    const link = await scene.withCard();
    const first = buildQrNotice(link, ids);
    slack.faults.add({ method: 'chat.postMessage', error: 'restricted_action', times: 1 });
    expect(await scene.runAll(first)).toEqual(['qr', 'qr-message', 'news']);
    expect(slack.messages(SARA_DM).at(-1)?.text).toContain('QR picture');
    expect(await scene.runAll(buildEditNotice(link, ids))).toEqual(['edit']);
    expect(inThread()).toHaveLength(0);
  });

  test('that is in the card stays there when the setting changes', async () => {
    await scene.choose({ qrPlace: 'inline' });
    const link = await withQr();
    await scene.decline(link);
    await scene.runAll(buildEditNotice(link, ids));
    expect(card()).toMatchObject({ title: expect.stringContaining('declined'), pictures: QR });
    expect(inThread()).toHaveLength(0);
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
    expect(await scene.runAll(buildEditNotice(link, ids))).toEqual(['edit']);
    expect(code()).toMatchObject({ text: expect.stringContaining(words), pictures: [] });
    expect(visible()).toEqual([]);
  });

  test('is removed by an edit that follows, if the link was paid while it was posted', async () => {
    const paying = await startNotices({
      withStore: (own) => {
        const finish: typeof own.jobs.finish = async (job, ...given) => {
          const [link] = 'kind' in job && job.kind === 'qr-message' ? await own.links.inState('open') : [];
          if (link) await paying.pay(link);
          return own.jobs.finish(job, ...given);
        };
        return { ...own, jobs: { ...own.jobs, finish } };
      },
    });
    paying.slack.filesReadyAfter(0);
    const link = await paying.withCard();
    expect(await paying.runAll(buildQrNotice(link, ids))).toEqual(['qr', 'qr-message', 'edit']);
    const [message] = paying.slack.messages(FRONT_DESK).filter(({ threadTs }) => threadTs !== null);
    expect(seen(message).text).toMatch(/✅ Paid .*was removed/);
    await paying.close();
  });

  test('returns when the link can be paid after all', async () => {
    const link = await withQr();
    const change = { id: link.id, at: scene.clock.now() } as const;
    await store.links.move({ ...change, to: 'reported', cause: 'the service is not clear' });
    await scene.runAll(buildEditNotice(link, ids));
    await store.links.move({ ...change, to: 'open', cause: 'no payment after all', isTakenBack: true });
    await scene.runAll(buildEditNotice(link, ids));
    expect(code().pictures).toEqual(QR);
  });

  test('that was deleted does not stop the card’s edit', async () => {
    const link = await withQr();
    await scene.client().chat.delete({ channel: FRONT_DESK, ts: link.qrMessage?.ts ?? '' });
    await scene.pay(link);
    expect(await scene.runAll(buildEditNotice(link, ids))).toEqual(['edit']);
    expect(card().title).toContain('✅ Paid');
  });

  test('that Slack cannot remove now makes the edit wait', async () => {
    const link = await withQr();
    await scene.pay(link);
    await slack.faults.add({ method: 'chat.update', error: 'internal_error', times: 1 });
    expect(await scene.outcome(buildEditNotice(link, ids))).toBe('later: internal_error, a try');
  });
});

test('a card that moves to its channel takes its QR code along', async () => {
  const link = await withQr({ channelId: QUIET });
  expect(link.qrMessage?.channelId).toBe(SARA_DM);
  slack.setMembership(QUIET, true);
  await scene.runAll(buildMoveNotice(link, ids));
  const moved = await store.links.get(link.id);
  expect(moved.qrMessage?.channelId).toBe(QUIET);
  expect(theCode(QUIET)?.threadTs).toBe(moved.card?.ts);
  expect(code(QUIET).pictures).toEqual(QR);
  expect(slack.messages(SARA_DM).flatMap((one) => seen(one).pictures)).toEqual([]);
  expect(code(SARA_DM).text).toContain('in the thread of the card now');
});
