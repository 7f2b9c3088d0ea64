// @module-tag store

import { beforeEach, describe, expect, test } from 'vitest';
import { buildEditNotice } from '../../src/links/card/notice-kinds.ts';
import type { Link } from '../../src/store/link.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { WAYS } from '../fixtures/links.ts';
import { perTest } from '../fixtures/per-test.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { seen } from '../fixtures/seen.ts';
import { NOW } from './notice-verbs.ts';
import { startNotices } from './run-notices.ts';

const scene = perTest(startNotices);

const edit = (link: Link) => scene.outcome(buildEditNotice(link, scene.ids));
const card = () => seen(scene.theCard());
const other = { id: 'lnk_2', nonce: 'nonce-2', invoiceId: 'TWO-2' };

describe('the card of a link that was replaced', () => {
  test.each([
    ['open', true],
    ['paid', true],
    ['expired', true],
    ['reported', true],
    ['failed', false],
    ['unknown', false],
  ] as const)('by a link that is %s says so: %s', async (state, isSaid) => {
    const link = await scene.withCard();
    const { details, address, ...rest } = { ...link, ...other, saleId: link.saleId };
    await scene.store.links.reserve({
      ...rest,
      details,
      callbackTokenHash: 'hash-2',
      checkDueAt: null,
      at: NOW,
    });
    for (const to of WAYS[state])
      await scene.store.links.move({ id: other.id, to, at: NOW, cause: 'answered', address });
    await edit(link);
    expect(card().text.match(/Replaced by \S+/g) ?? []).toEqual(isSaid ? ['Replaced by TWO-2.'] : []);
  });

  test('names no link if nothing replaced it', async () => {
    await edit(await scene.withCard());
    expect(card().text).not.toContain('Replaced by');
  });
});

test('the card of a link that was paid twice shows the state of the other link', async () => {
  const link = await scene.withCard();
  const twin = await scene.openLink({ ...other, saleId: link.saleId });
  await scene.pay(link);
  await edit(link);
  expect(card().text).not.toContain('Paid twice');
  await scene.store.links.move({
    id: twin.id,
    to: 'paid',
    at: NOW,
    cause: 'the service says paid',
    payment: buildPayment({ finding: 'refunded' }),
  });
  await edit(link);
  expect(card().text).toMatch(/Paid twice.*The other one was refunded/);
});

describe('a card whose picture is refused', () => {
  beforeEach(() => scene.choose({ qrPlace: 'inline' }));

  const pictured = async ({ isTaken = true } = {}): Promise<Link> => {
    const link = await scene.withCard();
    scene.slack.filesReadyAfter(0);
    const client = scene.client();
    const { files } = (await client.filesUploadV2({
      file: Buffer.from('picture'),
      filename: 'qr.png',
    })) as unknown as {
      files: { files: { id: string }[] }[];
    };
    const fileId = files[0]?.files[0]?.id ?? '';
    await scene.store.links.setQrFile(link.id, fileId, NOW);
    if (isTaken) {
      const tables = await openTables(scene.database.place);
      await tables.run("update links set qr_state = 'taken'").finally(tables.close);
    }
    return scene.store.links.get(link.id);
  };
  const hasPicture = (args: Record<string, unknown>) => JSON.stringify(args).includes('slack_file');

  test('shows its state without it, and the creator learns why', async () => {
    const link = await pictured();
    await scene.decline(link);
    scene.slack.faults.add({ method: 'chat.update', error: 'blocked_file_type', times: 1 });
    expect(await edit(link)).toBe('done → news (qr: blocked_file_type)');
    expect(scene.argumentsOf('chat.update').map(hasPicture)).toEqual([true, false]);
    expect(card().title).toContain('🟡 Waiting · declined');
  });

  test('for another reason waits, and keeps the picture', async () => {
    const link = await pictured();
    scene.slack.faults.add({ method: 'chat.update', error: 'internal_error' });
    expect(await edit(link)).toBe('later: internal_error, a try');
    expect(scene.argumentsOf('chat.update')).toHaveLength(1);
    expect((await scene.store.links.get(link.id)).qrFileId).toBe(link.qrFileId);
  });

  test('because of a missing scope shows its state without the picture, which may need it', async () => {
    const link = await pictured();
    scene.slack.faults.add({ method: 'chat.update', error: 'missing_scope', times: 1 });
    expect(await edit(link)).toBe('done → qr (1 refusals)');
    expect(scene.argumentsOf('chat.update').map(hasPicture)).toEqual([true, false]);
  });

  test('is edited once if the link no longer has one', async () => {
    const link = await pictured();
    await scene.pay(link);
    expect(await edit(link)).toBe('done');
    scene.slack.faults.add({ method: 'chat.update', error: 'is_archived' });
    expect(await edit(link)).toBe('failed: is_archived → news (edit: is_archived)');
    expect(scene.argumentsOf('chat.update').map(hasPicture)).toEqual([false, false]);
  });

  const toShow = (link: Link, pictureTries: number) =>
    scene.outcome({ ...buildEditNotice(link, scene.ids), payload: { pictureTries } });

  test('is edited once if the picture to add is gone', async () => {
    const link = await scene.withCard();
    scene.slack.faults.add({ method: 'chat.update', error: 'is_archived' });
    expect(await toShow(link, 1)).toBe('failed: is_archived → news (edit: is_archived)');
    expect(scene.argumentsOf('chat.update')).toHaveLength(1);
  });

  test('after it was accepted once uploads it again', async () => {
    const link = await pictured();
    scene.slack.faults.add({ method: 'chat.update', error: 'invalid_blocks', times: 1 });
    expect(await edit(link)).toBe('done → qr');
    expect((await scene.store.links.get(link.id)).qrState).toBe('lost');
  });

  test('and was never accepted gives it up immediately', async () => {
    const link = await pictured({ isTaken: false });
    scene.slack.faults.add({ method: 'chat.update', error: 'blocked_file_type', times: 1 });
    expect(await toShow(link, 0)).toBe('done → news (qr: blocked_file_type)');
    expect((await scene.store.links.get(link.id)).qrState).toBe('gone');
  });

  test('for the seventh time, but was accepted once, leaves it to the next edit', async () => {
    const link = await pictured();
    scene.slack.faults.add({ method: 'chat.update', error: 'file_update_failed', times: 1 });
    expect(await toShow(link, 6)).toBe('done');
    expect((await scene.store.links.get(link.id)).qrState).toBe('taken');
  });
});
