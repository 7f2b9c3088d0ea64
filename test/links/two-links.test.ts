// @module-tag long
// @module-tag store

import { describe, expect, test } from 'vitest';
import { inSale, readInSale } from '../../src/links/sale/link-in-sale.ts';
import type { Link } from '../../src/store/link.ts';
import { claimJobs } from '../fixtures/claim-jobs.ts';
import { perTest } from '../fixtures/per-test.ts';
import { MINUTE, SECOND, startLinks } from './link-verbs.ts';

const scene = perTest(startLinks);

const quiet = { callback: false };
const read = (link: Link): Promise<Link> => scene.store.links.get(link.id);

const pay = async (link: Link): Promise<Link> => {
  await scene.sandbox.pay((await read(link)).orderId ?? '', quiet);
  await scene.callBack(link);
  await scene.checkDue();
  return read(link);
};

/** The links of each one’s sale that brought too much, or the one that was paid instead. */
const paidOf = (...links: Link[]) =>
  Promise.all(
    links.map(async (link) => {
      const { over, instead } = inSale(await read(link), await scene.store.links.saleOf(link));
      const paid = over?.paid ?? (instead?.why === 'paid' ? [instead.by] : []);
      return paid.map(({ id }) => id);
    }),
  );
const bothPaid = (...links: Link[]) => Array(2).fill(links.map(({ id }) => id));

/** Why nobody should pay it. */
const insteadOf = async (link: Link) => {
  const { instead } = await readInSale(await read(link), scene.store.links);
  return instead && `${instead.why} ${instead.by.id}`;
};

/** What is told of two links, as `what: to of link and other`; `card` is the card’s thread. */
const saleNotices = async () => {
  const notices: string[] = [];
  // A lane takes a post a second.
  for (let at = scene.clock.now() + MINUTE; ; at += 2 * SECOND) {
    const claimed = (await claimJobs(scene.store.jobs, { at, leaseMs: MINUTE, limit: 100, token: 'test' }))
      .jobs;
    if (claimed.length === 0) return notices.sort();
    for (const notice of claimed) {
      await scene.store.jobs.finish(notice, at, {});
      const said = notice.payload as { what: string; to?: string; ids?: { otherId?: string } };
      if (notice.kind === 'show' || !/^(two-links|too-much)$/.test(said?.what)) continue;
      const about = [notice.linkId, said.ids?.otherId ?? []].flat().join(' and ');
      notices.push(`${said.what}: ${said.to ?? 'card'} of ${about}`);
    }
  }
};

describe('a link and the one that replaced it', () => {
  test('are reported once when two checks find both paid at the same moment', async () => {
    const first = await scene.issue();
    const second = await scene.issue({ saleId: first.saleId });
    for (const link of [first, second]) await scene.sandbox.pay(link.orderId ?? '', quiet);
    await Promise.all([first, second].map((link) => scene.app.watcher.refresh(link)));
    expect(await paidOf(first, second)).toEqual(bothPaid(first, second));
    // One message per person and thread; U1 made both.
    expect(await saleNotices()).toHaveLength(3);
  });
});

describe('a link that can still be paid', () => {
  test('should be paid until another one of its sale is made in its place, or paid', async () => {
    const first = await scene.issue();
    const alone = await scene.issue();
    const second = await scene.issue({ saleId: first.saleId });
    const third = await scene.issue({ saleId: first.saleId });
    expect(await insteadOf(first)).toBe(`replaced ${third.id}`);
    expect(await insteadOf(second)).toBe(`replaced ${third.id}`);
    for (const link of [third, alone]) expect(await insteadOf(link)).toBeNull();
    await pay(second);
    for (const link of [first, third]) expect(await insteadOf(link)).toBe(`paid ${second.id}`);
    // It was made after that payment, so it is meant to be paid.
    await scene.clock.advance(SECOND);
    const more = await scene.issue({ saleId: first.saleId });
    for (const link of [second, alone, more]) expect(await insteadOf(link)).toBeNull();
  });

  test('is not replaced by one that was not made', async () => {
    const first = await scene.issue();
    scene.sandbox.faults.add({ operation: 'generate', kind: 'status', status: 400, times: 1 });
    expect((await scene.issue({ saleId: first.saleId })).state).toBe('failed');
    expect(await insteadOf(first)).toBeNull();
  });
});

describe('a link of unknown outcome', () => {
  const lose = async (): Promise<Link> => {
    scene.sandbox.faults.add({ operation: 'generate', kind: 'drop-after-work', times: 1 });
    scene.sandbox.faults.add({ operation: 'links', kind: 'status', status: 500, times: 3 });
    const lost = await scene.issue();
    expect(lost.state).toBe('unknown');
    return lost;
  };

  test('that turns out to exist is reported with its replacement to both creators', async () => {
    const lost = await lose();
    const second = await scene.issue({ saleId: lost.saleId, creatorId: 'U2' });
    scene.sandbox.faults.clear();
    await scene.clock.advance(5 * SECOND);
    await scene.checkDue();
    expect((await read(lost)).state).toBe('open');
    expect(await saleNotices()).toEqual(
      [
        `two-links: card of ${lost.id} and ${second.id}`,
        `two-links: U1 of ${lost.id} and ${second.id}`,
        `two-links: U2 of ${second.id} and ${lost.id}`,
      ].sort(),
    );
    await pay(second);
    await pay(lost);
    expect(await paidOf(lost, second)).toEqual(bothPaid(lost, second));
  });
});
