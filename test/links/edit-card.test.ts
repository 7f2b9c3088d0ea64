// @module-tag long
// @module-tag store

import { describe, expect, test } from 'vitest';
import { FRONT_DESK, SALES } from '../../playground/slack/people-and-places.ts';
import { buildFirstShow, buildLinkShow } from '../../src/links/card/notice-kinds.ts';
import type { Link } from '../../src/store/link.ts';
import { isIssued, type LinkState } from '../../src/store/link-states.ts';
import { WAYS } from '../fixtures/links.ts';
import { perTest } from '../fixtures/per-test.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { seen } from '../fixtures/seen.ts';
import { NOW } from './notice-verbs.ts';
import { startNotices } from './run-notices.ts';

const scene = perTest(startNotices);

const HOUR = 60 * 60_000;

const cards = () => scene.slack.messages(FRONT_DESK).filter(({ threadTs }) => threadTs === null);
const textOf = (at: number) => seen(cards()[at]).text;

/** The card was posted so long ago. */
const wasPosted = async (agoMs: number) => {
  const tables = await openTables(scene.database.place);
  await tables.run(`update messages set posted_at = posted_at - ${agoMs}`).finally(() => tables.close());
};

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

  test('shows what was paid with an earlier link, and what is missing of the newest', async () => {
    const link = await scene.withCard();
    const next = await makeNext(link);
    await scene.pay(link, { noticedAt: NOW });
    await scene.show(next);
    expect(textOf(0)).toMatch(/^\*AED 205\.00\* · ⚠️ Already paid with .*Paid AED 1,045\.50 too much/s);
    expect(textOf(0)).toMatch(/✅ Paid.* · AED 1,250\.50 · PL-/);
    await scene.store.links.record({
      ...{ id: link.id, at: NOW, cause: 'paid in part' },
      payment: { ...(await scene.find(link)).payment, amountFils: 10_000 } as Link['payment'],
    });
    await scene.show(next);
    expect(textOf(0)).toContain('*AED 105.00 is missing.*');
    expect(seen(cards()[0]).buttons).toContain('Link for the remaining AED 105.00');
  });

  test.each([
    ['within a day', 24 * HOUR, 1],
    ['after more than a day', 24 * HOUR + 1, 2],
  ])('that is followed %s is where people look for it', async (_, afterMs, count) => {
    const link = await scene.withCard();
    await wasPosted(afterMs);
    const next = await makeNext(link);
    await scene.runAll(buildFirstShow(next));
    await scene.runAll(buildLinkShow(next, NOW));
    expect(cards()).toHaveLength(count);
    expect(seen(cards().at(-1)).text).toMatch(/^\*AED 205\.00\* · 🟡 Waiting/);
    if (count === 1) return;
    expect(textOf(0)).toMatch(/^<http.*\|This card> is now in <#C0FRONTDSK>: AED 205\.00 for Sara/);
    expect(JSON.stringify(cards()[0]?.blocks)).toContain(cards()[1]?.ts.replace('.', ''));
  });

  test('goes where its next link is meant to go', async () => {
    const link = await scene.withCard();
    await wasPosted(1);
    const next = await makeNext(link, { channelId: SALES });
    await scene.runAll(buildFirstShow(next));
    expect(textOf(0)).toMatch(new RegExp(`\\|This card> is now in <#${SALES}>`));
    expect((await scene.find(next)).card).toMatchObject({ channelId: SALES });
    expect((await scene.find(link)).card).toEqual((await scene.find(next)).card);
  });

  test('that somebody deleted is posted again with its next link, and not before', async () => {
    const link = await scene.withCard();
    await scene.client().chat.delete({ channel: FRONT_DESK, ts: cards()[0]?.ts ?? '' });
    await scene.pay(link, { finding: 'partly' });
    await scene.runAll(buildLinkShow(link, NOW));
    expect(cards()).toEqual([]);
    await wasPosted(1);
    await scene.runAll(buildFirstShow(await makeNext(link)));
    expect(cards()).toHaveLength(1);
    expect(textOf(0)).toContain('*AED 205.00*');
  });

  test('stays where it is while the other place refuses it', async () => {
    const link = await scene.withCard();
    await wasPosted(1);
    const next = await makeNext(link, { channelId: SALES });
    scene.slack.faults.add({ method: 'chat.postMessage', error: 'is_archived', times: 1 });
    await scene.runAll(buildFirstShow(next));
    expect(textOf(0)).toMatch(/^\*AED 205\.00\* · 🟡 Waiting/);
    await scene.runAll(buildLinkShow(next, NOW));
    expect(textOf(0)).toMatch(new RegExp(`\\|This card> is now in <#${SALES}>`));
  });
});
