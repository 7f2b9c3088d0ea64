// @module-tag long
// @module-tag store

import { describe, expect, test } from 'vitest';
import { FRONT_DESK, SALES } from '../../packages/local-slack/src/people-and-places.ts';
import { buildFirstShow, buildLinkShow } from '../../src/links/card/notice-kinds.ts';
import type { Link } from '../../src/store/link.ts';
import { isIssued, type LinkState } from '../../src/store/link-states.ts';
import { WAYS } from '../fixtures/links.ts';
import { perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { NOW } from './notice-verbs.ts';
import { startNotices } from './run-notices.ts';

const scene = perTest(startNotices);

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
    expect(textOf(0)).toContain(isNewest ? 'TWO-2' : link.invoiceId);
    expect(textOf(0).includes('An earlier link for AED 1,250.50 can still be paid')).toBe(isNewest);
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
