// @module-tag long
// @module-tag store

import { describe, expect, test } from 'vitest';
import { sortRecords } from '../../src/links/checks/sort-records.ts';
import { listValues } from '../../src/payments/index.ts';
import type { Link } from '../../src/store/link.ts';
import { matchRoute } from '../../tools/sandbox/match-route.ts';
import { countWaiting } from '../fixtures/count-waiting.ts';
import { perTest } from '../fixtures/per-test.ts';
import { changeShown, type Fields } from '../fixtures/shown-records.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { DAY, HOUR, MINUTE, START, startLinks } from './link-verbs.ts';

const quiet = { callback: false };
type LookUps = { link?: Fields[]; transaction?: Fields[] };

/** What stands in the listing beside the sandbox's own rows, and what goes wrong there. */
interface Odd {
  /** What look-ups by id go on to answer. */
  lookUps: LookUps | null;
  /** What they answered last. */
  lookedUp: LookUps;
  rows: Fields[];
  /** The listing that counts more rows than it shows. */
  cutShort: 'links' | 'transactions' | null;
}

const start = async () => {
  const odd: Odd = { lookUps: null, lookedUp: {}, rows: [], cutShort: null };
  const started = await startLinks();
  changeShown(started.sandbox, ({ of, records, page, from }) => {
    if (of === 'link' || of === 'transaction') {
      odd.lookedUp[of] = odd.lookUps === null ? records : (odd.lookUps[of] ?? []);
      return { records: odd.lookedUp[of] };
    }
    if (of === 'links') return odd.cutShort === of ? { records, total: records.length + 1 } : {};
    if (of !== 'transactions') return {};
    const inRange = odd.rows.filter(({ createdAt }) => String(createdAt) >= from);
    const shown = page === 0 ? [...records, ...inRange] : [];
    return { records: shown, total: shown.length + (odd.cutShort === of ? 1 : 0) };
  });
  return Object.assign(started, { odd });
};

const scene = perTest(start);

const orderOf = (link: Link): string => link.orderId ?? '';
const read = ({ id }: Link): Promise<Link> => scene.store.links.get(id);
/** Somebody reads the transactions of these days in a report. */
const readReport = async () => {
  const span = { from: START - DAY, to: START + DAY };
  await scene.app.readerOf('T1').page({ kind: 'transactions', span }, 0);
  await scene.app.rowsSeen.finished();
};
/** Days of sweeps. */
const pass = async (days: number, each = 6 * HOUR) => {
  for (let passed = 0; passed < days * DAY; passed += each) {
    await scene.clock.advance(each);
    await scene.sweep();
  }
};
const issuePaid = async (changes?: Parameters<typeof scene.issue>[0]): Promise<Link> => {
  const link = await scene.issue(changes);
  await scene.sandbox.pay(orderOf(link), quiet);
  await scene.sweep();
  expect((await read(link)).state).toBe('paid');
  return link;
};

describe('without a callback', () => {
  test.each([
    ['in full', undefined, { finding: 'refunded', refundedFils: 25_000 }],
    ['in part', 5_000, { finding: 'confirmed', refundedFils: 5_000 }],
  ])(
    'money that went back %s is noticed by the next sweep, with a time of its own',
    async (_, amountFils, expected) => {
      scene.sandbox.shape.set({ kindField: 'transactionType' });
      const link = await issuePaid();
      await pass(5);
      const paid = await read(link);
      const at = scene.clock.now();
      await scene.sandbox.refund(orderOf(link), { ...quiet, ...(amountFils ? { amountFils } : {}) });
      await scene.clock.advance(10 * MINUTE);
      await scene.sweep();
      const refunded = await read(link);
      expect(refunded).toMatchObject({ state: 'paid', payment: { ...expected, amountFils: 25_000 } });
      expect(refunded.payment).toMatchObject({
        happenedAt: paid.payment?.happenedAt,
        noticedAt: paid.payment?.noticedAt,
        refunds: [{ happenedAt: at, noticedAt: at + 10 * MINUTE }],
      });
      expect(await scene.sweep()).toMatchObject({ changed: 0 });
    },
  );

  testAtLength('a payment of a link whose answer was lost brings its card, too', async () => {
    // The first sweep reads everything; the next ones read the records of open links alone, and there is none.
    await issuePaid();
    await scene.clock.advance(10 * MINUTE);
    scene.sandbox.faults.add({ operation: 'generate', kind: 'drop-after-work', times: 1 });
    const lost = await scene.issue({ nonce: 'lost', invoiceId: 'PL-LOST' });
    expect(lost).toMatchObject({ state: 'unknown', address: null });
    const made = scene.sandbox.links().at(-1);
    await scene.sandbox.pay(made?.orderId ?? '', quiet);
    await scene.sweep();
    expect(await read(lost)).toMatchObject({ state: 'paid', address: expect.stringContaining('/pay/') });
    expect(await scene.noticesOf(lost)).toContain('show');
  });

  test('a refund that changes an old row is noticed in the next night', async () => {
    const link = await scene.issue();
    const row = {
      orderId: link.orderId,
      transactionId: 'tx-1',
      amount: 250,
      currency: 'AED',
      createdAt: '2026-11-21 12:00:00',
    };
    scene.odd.rows = [{ ...row, status: 'SUCCESS' }];
    await scene.sweep();
    expect((await read(link)).state).toBe('paid');
    await scene.clock.advance(20 * DAY);
    await scene.sweep();
    scene.odd.rows = [{ ...row, status: 'REFUNDED' }];
    await scene.clock.advance(HOUR);
    await scene.sweep();
    expect((await read(link)).payment?.finding).toBe('confirmed');
    await pass(1);
    expect((await read(link)).payment).toMatchObject({ finding: 'refunded', refundedFils: 25_000 });
  });

  test('a payment three days after Expired is noticed by the next sweep', async () => {
    const link = await scene.issue({ expiresAt: START + HOUR });
    await pass(1);
    expect((await read(link)).state).toBe('expired');
    await pass(3);
    await scene.sandbox.pay(orderOf(link), quiet);
    await scene.sweep();
    expect(await read(link)).toMatchObject({ state: 'paid', payment: { happenedAt: START + 4 * DAY } });
  });

  test('a refresh of a paid link finds a refund that only the listing shows', async () => {
    scene.sandbox.shape.set({ kindField: 'transactionType' });
    const link = await issuePaid();
    await scene.app.watcher.refresh(link);
    scene.odd.lookUps = { ...scene.odd.lookedUp };
    await scene.sandbox.refund(orderOf(link), { ...quiet, amountFils: 5_000 });
    expect(await scene.app.watcher.refresh(link)).toMatchObject({ outcome: 'changed' });
    expect(await read(link)).toMatchObject({ state: 'paid', payment: { refundedFils: 5_000 } });
  });

  testAtLength(
    'two instances and a report that see the same news at the same moment tell it once',
    async () => {
      const links: Link[] = [];
      for (let at = 0; at < 5; at += 1) links.push(await issuePaid());
      const refunded = links.slice(0, 3);
      for (const link of refunded) await scene.sandbox.refund(orderOf(link), { ...quiet, amountFils: 5_000 });
      const before = await countWaiting(scene.store);
      const elsewhere = await scene.openSecond();
      const sweepElsewhere = async () => (await elsewhere.app.sweep()).ended;
      await Promise.all([scene.sweep(), sweepElsewhere(), readReport(), scene.sweep(), sweepElsewhere()]);
      for (const link of refunded) {
        expect((await read(link)).payment).toMatchObject({ refundedFils: 5_000 });
        const history = await scene.store.links.history(link.id);
        expect(history).toHaveLength(4);
      }
      // For each link a reply and the message beside it; its code waits already, as its card does.
      expect(await countWaiting(scene.store)).toBe(before + 6);
    },
  );
});

describe('how far the transactions were read', () => {
  /** From when on a sweep reads them. */
  const fromOf = async (sweep: () => Promise<unknown>) => {
    const before = scene.sandbox.requests.length;
    await sweep();
    const [first] = scene.sandbox.requests
      .slice(before)
      .filter(({ operation }) => operation === 'transactions');
    return first && matchRoute(first.path.split('?')[0] ?? '')?.values[0];
  };

  test('moves on only when the listing was read to its end', async () => {
    await scene.issue();
    expect(await fromOf(scene.sweep)).toBe('2026-10-17 12:00:00');
    await scene.clock.advance(10 * MINUTE);
    expect(await fromOf(scene.sweep)).toBe('2026-11-20 10:00:00');
    scene.odd.cutShort = 'transactions';
    await scene.clock.advance(10 * MINUTE);
    expect(await fromOf(scene.sweep)).toBe('2026-11-20 10:10:00');
    await scene.clock.advance(10 * MINUTE);
    expect(await fromOf(scene.sweep)).toBe('2026-11-20 10:10:00');
    scene.odd.cutShort = null;
    await scene.clock.advance(10 * MINUTE);
    expect(await fromOf(scene.sweep)).toBe('2026-11-20 10:10:00');
    await scene.clock.advance(10 * MINUTE);
    expect(await fromOf(scene.sweep)).toBe('2026-11-20 10:40:00');
  });

  testAtLength('does not move on if what was read could not be settled', async () => {
    const link = await issuePaid();
    await pass(1);
    const before = await fromOf(scene.sweep);
    await scene.sandbox.refund(orderOf(link), quiet);
    const { move, record } = scene.store.links;
    const away = () => Promise.reject(new Error('the database is away'));
    Object.assign(scene.store.links, { move: away, record: away });
    await scene.clock.advance(HOUR);
    await expect(scene.sweep()).rejects.toThrow('away');
    Object.assign(scene.store.links, { move, record });
    expect(await fromOf(scene.sweep)).toBe(before);
    expect((await read(link)).payment?.finding).toBe('refunded');
  });

  test('proves that nobody paid only together with what was read before, and with the links’ own records', async () => {
    const link = await scene.issue({ expiresAt: START + 2 * DAY });
    await pass(1);
    scene.odd.cutShort = 'transactions';
    await pass(3);
    expect((await read(link)).state).toBe('open');
    scene.odd.cutShort = 'links';
    await pass(1);
    expect((await read(link)).state).toBe('open');
    scene.odd.cutShort = null;
    await pass(1);
    expect((await read(link)).state).toBe('expired');
  });

  testAtLength('is not enough if a payment that was tried before went through in the meantime', async () => {
    const link = await scene.issue({ expiresAt: START + 10 * DAY });
    const row = { orderId: link.orderId, amount: 250, createdAt: '2026-11-21 12:00:00' };
    scene.odd.rows = [{ ...row, status: 'PENDING' }];
    await pass(9);
    await scene.clock.advance(20 * HOUR);
    // The night is over: the next one is too late.
    await scene.sweep();
    scene.odd.rows = [{ ...row, status: 'SUCCESS' }];
    await scene.clock.advance(5 * HOUR);
    await scene.sweep();
    expect((await read(link)).state).toBe('paid');
  });
});

describe('a record', () => {
  const paidRow = { amount: 250, currency: 'AED', status: 'SUCCESS', createdAt: '2026-11-21 12:00:00' };
  const transactionsOf = async (link: Link) =>
    (await scene.store.keptRecords.ofLink(link.id)).filter(({ kind }) => kind === 'transaction').length;

  test('without an id of its own stays when a later sweep reads only what is new', async () => {
    const link = await scene.issue();
    const row = { ...paidRow, orderId: link.orderId };
    scene.odd.rows = [{ ...row, amount: 100 }];
    await scene.sweep();
    expect(await read(link)).toMatchObject({ state: 'reported', payment: { finding: 'partly' } });
    await pass(5);
    scene.odd.rows.push({ ...row, amount: 150, createdAt: '2026-11-26 12:00:00' });
    await scene.sweep();
    expect(await read(link)).toMatchObject({ state: 'paid', payment: { amountFils: 25_000 } });
  });

  testAtLength(
    'that a report read of one account is no news of another that was confirmed meanwhile',
    async () => {
      const link = await scene.issue();
      scene.odd.rows = [{ ...paidRow, orderId: link.orderId, transactionId: 'tx-1' }];
      const ours = { id: link.account ?? '', host: '127.0.0.1' };
      const confirm = (account: typeof ours) => {
        const act = { id: account.id, teamId: 'T1', actorId: 'U1', subject: null, detail: null };
        const entry = { ...act, at: scene.clock.now(), action: 'account-confirmed' as const };
        return scene.store.accounts.confirm('T1', account, { by: null, at: entry.at, entry });
      };
      const slow = {
        operation: 'transactions',
        kind: 'delay',
        afterWork: true,
        delayMs: 200,
        times: 1,
      } as const;
      scene.sandbox.faults.add(slow);
      const reading = readReport();
      await scene.sandbox.until(() => scene.sandbox.calls().transactions === 1);
      await confirm({ ...ours, id: 'another' });
      await reading;
      expect([(await read(link)).state, await transactionsOf(link)]).toEqual(['open', 0]);
      await confirm(ours);
      await readReport();
      expect((await read(link)).state).toBe('paid');
    },
  );

  testAtLength(
    'of another link on the same payment page does not give the link its number, whichever page has it',
    async () => {
      const address = 'https://pay.example/shop';
      const { link } = await scene.reserve();
      await scene.store.links.move({ id: link.id, to: 'open', at: START, cause: 'answered', address });
      const own = { orderId: '81', Invoice_Id: link.invoiceId, paymentUrl: address };
      const others = { orderId: '82', paymentUrl: address };
      for (const pages of [
        [others, own],
        [own, others],
      ]) {
        const of = { teamId: 'T1', account: link.account ?? '' };
        const sorted = sortRecords((found) => scene.store.links.tiedTo(of, listValues([], found)), 'UTC');
        for (const fields of pages) await sorted.take('link', [{ fields }]);
        await sorted.take('transaction', [{ fields: { ...paidRow, orderId: '82' } }]);
        expect([...sorted.links().values()].map(({ orderId, found }) => [orderId, found.length])).toEqual([
          ['81', 2],
        ]);
      }
    },
  );

  testAtLength('by a number that only the link’s own record joins with it goes to the link', async () => {
    scene.sandbox.shape.set({ generated: 'string', references: 'order' });
    const link = await scene.issue();
    expect(link.orderId).toBeNull();
    await scene.sandbox.pay(scene.sandbox.links()[0]?.orderId ?? '', quiet);
    await scene.sweep();
    expect([(await read(link)).state, await transactionsOf(link)]).toEqual(['paid', 1]);
  });

  testAtLength(
    'that a report shows before the link’s own was ever read is judged together with that one',
    async () => {
      const link = await scene.issue();
      const own = {
        orderId: link.orderId,
        Invoice_Id: link.invoiceId,
        orderRef: 'K77',
        status: 'CREATED',
        amount: 250,
      };
      scene.odd.lookUps = { link: [own] };
      scene.odd.rows = [{ ...paidRow, Invoice_Id: link.invoiceId, orderRef: 'K77', transactionId: 'tx-1' }];
      await readReport();
      expect((await read(link)).state).toBe('paid');
    },
  );
});

testAtLength(
  'a workspace without new links for months is read once a night, and one without any never',
  async () => {
    await scene.claimAccount('T2');
    await issuePaid();
    await scene.clock.advance(95 * DAY);
    await scene.sweep();
    const before = scene.sandbox.requests.length;
    await pass(3);
    const nights = scene.sandbox.requests
      .slice(before)
      .filter(({ operation }) => operation === 'transactions');
    expect(nights).toHaveLength(3);
  },
);
