// @module-tag store

import { describe, expect, test } from 'vitest';
import type { Link } from '../../src/store/link.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { WAYS } from '../fixtures/links.ts';
import { perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { NOW } from './notice-verbs.ts';
import { startNotices } from './run-notices.ts';

const scene = perTest(startNotices);

const edit = (link: Link) => scene.show(link);
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
    expect(card().text.match(/Replaced by \S+/g) ?? []).toEqual(isSaid ? ['Replaced by TWO-2'] : []);
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
