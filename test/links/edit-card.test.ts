// @module-tag store

import { describe, expect, test } from 'vitest';
import { QUIET, SARA_DM } from '../../playground/slack/people-and-places.ts';
import { buildEditNotice } from '../../src/links/card/notice-kinds.ts';
import type { Link } from '../../src/store/link.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { WAYS } from '../fixtures/links.ts';
import { perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { NOW, startDelivery } from './start-delivery.ts';

const stage = perTest(startDelivery);

const edit = (link: Link) => stage.outcome(buildEditNotice(link, stage.ids));
const card = () => seen(stage.theCard());
const other = { id: 'lnk_2', nonce: 'nonce-2', invoiceId: 'TWO-2' };

/** The store, with something happening before each `get`. */
const meanwhile = (happen: (look: number) => Promise<unknown>) => {
  let look = 0;
  return {
    get: async (id: string) => {
      await happen(look++);
      return stage.store.links.get(id);
    },
  };
};

describe('the card of a link that was replaced', () => {
  test.each([
    ['open', true],
    ['paid', true],
    ['expired', true],
    ['reported', true],
    ['failed', false],
    ['unknown', false],
  ] as const)('by a link that is %s says so: %s', async (state, isSaid) => {
    const link = await stage.withCard();
    const { details, address, ...rest } = { ...link, ...other, replacesLinkId: link.id };
    await stage.store.links.reserve({
      ...rest,
      details,
      callbackTokenHash: 'hash-2',
      checkDueAt: null,
      at: NOW,
    });
    for (const to of WAYS[state])
      await stage.store.links.move({ id: other.id, to, at: NOW, cause: 'answered', address });
    await edit(link);
    expect(card().text.match(/Replaced by \S+/g) ?? []).toEqual(isSaid ? ['Replaced by TWO-2.'] : []);
  });

  test('names no link if nothing replaced it', async () => {
    await edit(await stage.withCard());
    expect(card().text).not.toContain('Replaced by');
  });
});

test('the card of a link that was paid twice shows the state of the other link', async () => {
  const link = await stage.withCard();
  const twin = await stage.openLink({ ...other, replacesLinkId: link.id });
  await stage.pay(link);
  await edit(link);
  expect(card().text).not.toContain('Paid twice');
  await stage.store.links.move({
    id: twin.id,
    to: 'paid',
    at: NOW,
    cause: 'the service says paid',
    payment: buildPayment({ finding: 'refunded' }),
    ofSale: () => ({ paidTwiceWith: link.id, jobs: [] }),
  });
  await edit(link);
  expect(card().text).toMatch(/Paid twice.*The other one was refunded/);
});

describe('a card whose link changes while it is edited', () => {
  test('is edited again, at most three times', async () => {
    const link = await stage.withCard();
    const links = meanwhile((look) =>
      look === 0 ? Promise.resolve() : stage.decline(link, { transactionId: `try ${look}` }),
    );
    expect(await stage.outcome(buildEditNotice(link, stage.ids), 0, { links })).toBe('done');
    expect(stage.slack.updates()).toHaveLength(3);
    expect(card().title).toContain('🟡 Waiting · declined');
  });

  test('is edited once if nothing changed', async () => {
    const link = await stage.withCard();
    await edit(link);
    expect(stage.slack.updates()).toHaveLength(1);
  });

  test('is edited in its current place', async () => {
    const link = await stage.withCard({ channelId: QUIET });
    stage.slack.setMembership(QUIET, true);
    const posted = await stage.client().chat.postMessage({ channel: QUIET, text: 'the card, moved' });
    const links = meanwhile(async (look) => {
      if (look !== 1) return;
      await stage.record(link, {
        outcome: 'done',
        card: { channelId: QUIET, ts: posted.ts ?? '', refusal: null, insteadOf: link.card?.ts ?? '' },
      });
      await stage.decline(link);
    });
    await stage.deliver(buildEditNotice(link, stage.ids), 0, { links });
    expect(stage.argumentsOf('chat.update').map(({ channel, ts }) => ({ channel, ts }))).toEqual([
      { channel: SARA_DM, ts: link.card?.ts },
      { channel: QUIET, ts: posted.ts },
    ]);
  });
});

describe('a card whose picture is refused', () => {
  const pictured = async ({ isTaken = true } = {}): Promise<Link> => {
    const link = await stage.withCard();
    stage.slack.filesReadyAfter(0);
    const client = stage.client();
    const { files } = (await client.filesUploadV2({
      file: Buffer.from('picture'),
      filename: 'qr.png',
    })) as unknown as {
      files: { files: { id: string }[] }[];
    };
    const fileId = files[0]?.files[0]?.id ?? '';
    await stage.store.links.setQrFile(link.id, fileId, NOW);
    if (isTaken) await stage.store.links.markQrTaken(link.id, fileId, NOW);
    return stage.store.links.get(link.id);
  };
  const hasPicture = (args: Record<string, unknown>) => JSON.stringify(args).includes('slack_file');

  test('does not show it again when its link changes meanwhile, and the creator learns why', async () => {
    const link = await pictured();
    stage.slack.faults.add({ method: 'chat.update', error: 'blocked_file_type', times: 1 });
    const links = meanwhile((look) => (look === 1 ? stage.decline(link) : Promise.resolve()));
    const outcome = await stage.outcome(buildEditNotice(link, stage.ids), 0, { links });
    expect(outcome).toBe('done → news (qr: blocked_file_type)');
    expect(stage.argumentsOf('chat.update').map(hasPicture)).toEqual([true, false, false]);
    expect(card().title).toContain('🟡 Waiting · declined');
  });

  test('but was uploaded again meanwhile sends no message', async () => {
    const link = await pictured();
    stage.slack.faults.add({ method: 'chat.update', error: 'blocked_file_type', times: 1 });
    const links = meanwhile((look) =>
      look === 1 ? stage.store.links.setQrFile(link.id, 'F0NEWER', NOW) : Promise.resolve(),
    );
    expect(await stage.outcome(buildEditNotice(link, stage.ids), 0, { links })).toBe('done');
    expect(await stage.store.links.get(link.id)).toMatchObject({ qrFileId: 'F0NEWER' });
  });

  test('for another reason waits, and keeps the picture', async () => {
    const link = await pictured();
    stage.slack.faults.add({ method: 'chat.update', error: 'internal_error' });
    expect(await edit(link)).toBe('later: internal_error, a try');
    expect(stage.argumentsOf('chat.update')).toHaveLength(1);
    expect((await stage.store.links.get(link.id)).qrFileId).toBe(link.qrFileId);
  });

  test('because of a missing scope shows its state without the picture, which may need it', async () => {
    const link = await pictured();
    stage.slack.faults.add({ method: 'chat.update', error: 'missing_scope', times: 1 });
    expect(await edit(link)).toBe('done → qr (1 refusals)');
    expect(stage.argumentsOf('chat.update').map(hasPicture)).toEqual([true, false]);
  });

  test('is edited once if the link no longer has one', async () => {
    const link = await pictured();
    await stage.pay(link);
    expect(await edit(link)).toBe('done');
    stage.slack.faults.add({ method: 'chat.update', error: 'is_archived' });
    expect(await edit(link)).toBe('failed: is_archived → news (edit: is_archived)');
    expect(stage.argumentsOf('chat.update').map(hasPicture)).toEqual([false, false]);
  });

  const toShow = (link: Link, pictureTries: number) =>
    stage.outcome({ ...buildEditNotice(link, stage.ids), payload: { pictureTries } });

  test('is edited once if the picture to add is gone', async () => {
    const link = await stage.withCard();
    stage.slack.faults.add({ method: 'chat.update', error: 'is_archived' });
    expect(await toShow(link, 1)).toBe('failed: is_archived → news (edit: is_archived)');
    expect(stage.argumentsOf('chat.update')).toHaveLength(1);
  });

  test('after it was accepted once uploads it again', async () => {
    const link = await pictured();
    stage.slack.faults.add({ method: 'chat.update', error: 'invalid_blocks', times: 1 });
    expect(await edit(link)).toBe('done → qr');
    expect((await stage.store.links.get(link.id)).qrState).toBe('lost');
  });

  test('and was never accepted gives it up immediately', async () => {
    const link = await pictured({ isTaken: false });
    stage.slack.faults.add({ method: 'chat.update', error: 'blocked_file_type', times: 1 });
    expect(await toShow(link, 0)).toBe('done → news (qr: blocked_file_type)');
    expect((await stage.store.links.get(link.id)).qrState).toBe('gone');
  });

  test('for the seventh time, but was accepted once, leaves it to the next edit', async () => {
    const link = await pictured();
    stage.slack.faults.add({ method: 'chat.update', error: 'file_update_failed', times: 1 });
    expect(await toShow(link, 6)).toBe('done');
    expect((await stage.store.links.get(link.id)).qrState).toBe('taken');
  });
});
