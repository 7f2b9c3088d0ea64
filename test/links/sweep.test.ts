// @module-tag postgres

import { describe, expect, test } from 'vitest';
import { sortRecords } from '../../src/links/checks/sort-records.ts';
import { NotConnectedError, type PaymentServiceClient } from '../../src/payment-service/index.ts';
import type { Link } from '../../src/store/link.ts';
import { countWaiting } from '../fixtures/count-waiting.ts';
import { connectTo } from '../fixtures/payment-service.ts';
import { perTest } from '../fixtures/per-test.ts';
import { DAY, HOUR, MINUTE, START, startLinkWork } from './start-link-work.ts';

const quiet = { callback: false };
type Fields = Record<string, unknown>;

/** What stands in the listing beside the sandbox's own rows, and what goes wrong there. */
interface Odd {
  /** What look-ups by id go on to answer. */
  lookUps: Pick<PaymentServiceClient, 'findLink' | 'findTransaction'> | null;
  rows: Fields[];
  isCutShort: boolean;
  faults: Map<string, Error>;
  asked: { list: 'links' | 'transactions'; from: string; teamId: string }[];
}

const start = async () => {
  const odd: Odd = { lookUps: null, rows: [], isCutShort: false, faults: new Map(), asked: [] };
  const stage = await startLinkWork({
    connect: (sandbox, _, timeZone) => {
      const service = connectTo(sandbox, { timeZone });
      return {
        ...service,
        findLink: (id) => (odd.lookUps ?? service).findLink(id),
        findTransaction: (id) => (odd.lookUps ?? service).findTransaction(id),
        listTransactions: async (range, page) => {
          const shown = await service.listTransactions(range, page);
          const inRange = odd.rows.filter(({ createdAt }) => String(createdAt) >= range.fromDate);
          const records =
            page?.page === 0 ? [...shown.records, ...inRange.map((fields) => ({ fields }))] : [];
          return { ...shown, records, total: records.length + (odd.isCutShort ? 1 : 0) };
        },
      };
    },
    serviceOf: (teamId, shared): PaymentServiceClient => ({
      ...shared,
      listLinks: async (range, page) => {
        const fault = odd.faults.get(teamId);
        if (fault) throw fault;
        odd.asked.push({ list: 'links', from: range.fromDate, teamId });
        return shared.listLinks(range, page);
      },
      listTransactions: async (range, page) => {
        const fault = odd.faults.get(teamId);
        if (fault) throw fault;
        odd.asked.push({ list: 'transactions', from: range.fromDate, teamId });
        return shared.listTransactions(range, page);
      },
    }),
  });
  return { ...stage, odd };
};

const stage = perTest(start);

const orderOf = (link: Link): string => link.orderId ?? '';
const read = ({ id }: Link): Promise<Link> => stage.store.links.get(id);
/** Days of sweeps. */
const pass = async (days: number, each = 6 * HOUR) => {
  for (let passed = 0; passed < days * DAY; passed += each) {
    await stage.clock.advance(each);
    await stage.sweep();
  }
};
const issuePaid = async (changes?: Parameters<typeof stage.issue>[0]): Promise<Link> => {
  const link = await stage.issue(changes);
  await stage.sandbox.pay(orderOf(link), quiet);
  await stage.sweep();
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
      stage.sandbox.shape.set({ kindField: 'transactionType' });
      const link = await issuePaid();
      await pass(5);
      const paid = await read(link);
      const at = stage.clock.now();
      await stage.sandbox.refund(orderOf(link), { ...quiet, ...(amountFils ? { amountFils } : {}) });
      await stage.clock.advance(10 * MINUTE);
      await stage.sweep();
      const refunded = await read(link);
      expect(refunded).toMatchObject({ state: 'paid', payment: { ...expected, amountFils: 25_000 } });
      expect(refunded.payment).toMatchObject({
        happenedAt: paid.payment?.happenedAt,
        noticedAt: paid.payment?.noticedAt,
        refund: { happenedAt: at, noticedAt: at + 10 * MINUTE },
      });
      expect(await stage.sweep()).toMatchObject({ changed: 0 });
    },
  );

  test('a payment of a link whose answer was lost brings its card, too', async () => {
    // The first sweep reads everything; the next ones read the records of open links alone, and there is none.
    await issuePaid();
    await stage.clock.advance(10 * MINUTE);
    stage.sandbox.faults.add({ operation: 'generate', kind: 'drop-after-work', times: 1 });
    const lost = await stage.issue({ nonce: 'lost', invoiceId: 'PL-LOST' });
    expect(lost).toMatchObject({ state: 'unknown', address: null });
    const made = stage.sandbox.links().at(-1);
    await stage.sandbox.pay(made?.orderId ?? '', quiet);
    await stage.sweep();
    expect(await read(lost)).toMatchObject({ state: 'paid', address: expect.stringContaining('/pay/') });
    expect(await stage.noticesOf(lost)).toContain('card');
  });

  test('a refund that changes an old row is noticed in the next night', async () => {
    const link = await stage.issue();
    const row = {
      orderId: link.orderId,
      transactionId: 'tx-1',
      amount: 250,
      currency: 'AED',
      createdAt: '2026-11-21 12:00:00',
    };
    stage.odd.rows = [{ ...row, status: 'SUCCESS' }];
    await stage.sweep();
    expect((await read(link)).state).toBe('paid');
    await stage.clock.advance(20 * DAY);
    await stage.sweep();
    stage.odd.rows = [{ ...row, status: 'REFUNDED' }];
    await stage.clock.advance(HOUR);
    await stage.sweep();
    expect((await read(link)).payment?.finding).toBe('confirmed');
    await pass(1);
    expect((await read(link)).payment).toMatchObject({ finding: 'refunded', refundedFils: 25_000 });
  });

  test('a payment three days after Expired unpaid is noticed by the next sweep', async () => {
    const link = await stage.issue({ expiresAt: START + HOUR });
    await pass(1);
    expect((await read(link)).state).toBe('expired');
    await pass(3);
    await stage.sandbox.pay(orderOf(link), quiet);
    await stage.sweep();
    expect(await read(link)).toMatchObject({ state: 'paid', payment: { happenedAt: START + 4 * DAY } });
  });

  test('a payment for a link of a month ago is noticed, whatever state it is in', async () => {
    const expired = await stage.issue({ expiresAt: START + HOUR });
    const ended = await stage.issue();
    await stage.store.links.move({
      id: ended.id,
      to: 'failed',
      at: START,
      cause: 'cancelled at the service',
    });
    await stage.clock.advance(29 * DAY);
    await stage.sandbox.pay(orderOf(expired), quiet);
    await stage.sandbox.pay(orderOf(ended), quiet);
    await stage.sweep();
    expect((await read(expired)).state).toBe('paid');
    expect((await read(ended)).state).toBe('paid');
  });

  test('a refresh of a paid link finds a refund that only the listing shows', async () => {
    stage.sandbox.shape.set({ kindField: 'transactionType' });
    const link = await issuePaid();
    const [record, transaction] = [
      await stage.service.findLink(orderOf(link)),
      await stage.service.findTransaction(orderOf(link)),
    ];
    stage.odd.lookUps = { findLink: async () => record, findTransaction: async () => transaction };
    await stage.watcher.refresh(link);
    await stage.sandbox.refund(orderOf(link), { ...quiet, amountFils: 5_000 });
    expect(await stage.watcher.refresh(link)).toMatchObject({ outcome: 'changed' });
    expect(await read(link)).toMatchObject({ state: 'paid', payment: { refundedFils: 5_000 } });
  });

  test('two instances and a report that see the same news at the same moment tell it once', async () => {
    const links: Link[] = [];
    for (let at = 0; at < 5; at += 1) links.push(await issuePaid());
    const refunded = links.slice(0, 3);
    for (const link of refunded) await stage.sandbox.refund(orderOf(link), { ...quiet, amountFils: 5_000 });
    const before = await countWaiting(stage.store);
    const watched = stage.rowsSeen.watch({ teamId: 'T1', accountNow: async () => 'A1' }, stage.service);
    await Promise.all([
      stage.sweepAtOnce(),
      watched.listTransactions(
        { fromDate: '2026-11-20 00:00:00', toDate: '2026-11-22 00:00:00' },
        { page: 0, size: 100 },
      ),
      stage.sweepAtOnce(),
    ]);
    await stage.rowsSeen.finished();
    for (const link of refunded) {
      expect((await read(link)).payment).toMatchObject({ refundedFils: 5_000 });
      const history = await stage.store.links.history(link.id);
      expect(history).toHaveLength(4);
    }
    // For each link an edit of its card, and a reply.
    expect(await countWaiting(stage.store)).toBe(before + 3 * 2);
  });

  test('news of a link that was read before leads to nothing', async () => {
    const link = await issuePaid();
    await stage.sandbox.refund(orderOf(link), { ...quiet, amountFils: 5_000 });
    await stage.sweep();
    const { version } = await read(link);
    const notices = await countWaiting(stage.store);
    await pass(2);
    expect((await read(link)).version).toBe(version);
    expect(await countWaiting(stage.store)).toBe(notices);
  });
});

describe('how far the transactions were read', () => {
  const fromOf = async (sweep: () => Promise<unknown>) => {
    stage.odd.asked.length = 0;
    await sweep();
    return stage.odd.asked.find(({ list }) => list === 'transactions')?.from;
  };

  test('moves on only when the listing was read to its end', async () => {
    await stage.issue();
    expect(await fromOf(stage.sweep)).toBe('2026-10-17 12:00:00');
    await stage.clock.advance(10 * MINUTE);
    expect(await fromOf(stage.sweep)).toBe('2026-11-20 10:00:00');
    stage.odd.isCutShort = true;
    await stage.clock.advance(10 * MINUTE);
    expect(await fromOf(stage.sweep)).toBe('2026-11-20 10:10:00');
    await stage.clock.advance(10 * MINUTE);
    expect(await fromOf(stage.sweep)).toBe('2026-11-20 10:10:00');
    stage.odd.isCutShort = false;
    await stage.clock.advance(10 * MINUTE);
    expect(await fromOf(stage.sweep)).toBe('2026-11-20 10:10:00');
    await stage.clock.advance(10 * MINUTE);
    expect(await fromOf(stage.sweep)).toBe('2026-11-20 10:40:00');
  });

  test('does not move on if what was read could not be settled', async () => {
    const link = await issuePaid();
    await pass(1);
    const before = await fromOf(stage.sweep);
    await stage.sandbox.refund(orderOf(link), quiet);
    const { get } = stage.store.links;
    stage.store.links.get = () => Promise.reject(new Error('the database is away'));
    await stage.clock.advance(HOUR);
    await expect(stage.sweep()).rejects.toThrow('away');
    stage.store.links.get = get;
    expect(await fromOf(stage.sweep)).toBe(before);
    expect((await read(link)).payment?.finding).toBe('refunded');
  });

  test('proves that nobody paid only together with what was read before', async () => {
    const link = await stage.issue({ expiresAt: START + 2 * DAY });
    await pass(1);
    stage.odd.isCutShort = true;
    await pass(3);
    expect((await read(link)).state).toBe('open');
    stage.odd.isCutShort = false;
    await pass(1);
    expect((await read(link)).state).toBe('expired');
  });

  test('is not enough if a payment that was tried before went through in the meantime', async () => {
    const link = await stage.issue({ expiresAt: START + 10 * DAY });
    const row = { orderId: link.orderId, amount: 250, createdAt: '2026-11-21 12:00:00' };
    stage.odd.rows = [{ ...row, status: 'PENDING' }];
    await pass(9);
    await stage.clock.advance(20 * HOUR);
    // The night is over: the next one is too late.
    await stage.sweep();
    stage.odd.rows = [{ ...row, status: 'SUCCESS' }];
    await stage.clock.advance(5 * HOUR);
    await stage.sweep();
    expect((await read(link)).state).toBe('paid');
  });
});

describe('a record', () => {
  const SINCE = { fromDate: '2026-11-20 00:00:00', toDate: '2026-12-22 00:00:00' };
  /** What somebody reads in a report. */
  const readReport = async () => {
    const watched = stage.rowsSeen.watch({ teamId: 'T1', accountNow: async () => 'A1' }, stage.service);
    await watched.listTransactions(SINCE, { page: 0, size: 100 });
    await stage.rowsSeen.finished();
  };
  const paidRow = { amount: 250, currency: 'AED', status: 'SUCCESS', createdAt: '2026-11-21 12:00:00' };
  const transactionsOf = async (link: Link) =>
    (await stage.store.keptRecords.ofLink(link.id)).filter(({ kind }) => kind === 'transaction').length;

  test('without an id of its own stays when a later sweep reads only what is new', async () => {
    const link = await stage.issue();
    const row = { ...paidRow, orderId: link.orderId };
    stage.odd.rows = [{ ...row, amount: 100 }];
    await stage.sweep();
    expect(await read(link)).toMatchObject({ state: 'reported', payment: { finding: 'partly' } });
    await pass(5);
    stage.odd.rows.push({ ...row, amount: 150, createdAt: '2026-11-26 12:00:00' });
    await stage.sweep();
    expect(await read(link)).toMatchObject({ state: 'paid', payment: { amountFils: 25_000 } });
  });

  test('that a report read of one account is no news of another that was confirmed meanwhile', async () => {
    const link = await stage.issue();
    stage.odd.rows = [{ ...paidRow, orderId: link.orderId, transactionId: 'tx-1' }];
    let account = 'A2';
    const listed = stage.rowsSeen.watch({ teamId: 'T1', accountNow: async () => account }, {
      ...stage.service,
      listTransactions: (...asked) => {
        const answer = stage.service.listTransactions(...asked);
        account = 'A1';
        return answer;
      },
    } satisfies typeof stage.service);
    await listed.listTransactions(SINCE, { page: 0, size: 100 });
    await stage.rowsSeen.finished();
    expect([(await read(link)).state, await transactionsOf(link)]).toEqual(['open', 0]);
    await readReport();
    expect((await read(link)).state).toBe('paid');
  });

  test('that names only the payment page of several links is none of theirs', async () => {
    const address = 'https://pay.example/shop';
    const links: Link[] = [];
    for (const orderId of ['81', '82']) {
      const { link } = await stage.reserve();
      await stage.store.links.move({
        id: link.id,
        to: 'open',
        at: START,
        cause: 'answered',
        address,
        orderId,
      });
      links.push(link);
    }
    stage.odd.rows = [{ ...paidRow, paymentUrl: address, transactionId: 'tx-1' }];
    await stage.sweep();
    for (const link of links)
      expect([(await read(link)).state, await transactionsOf(link)]).toEqual(['open', 0]);
  });

  test('of another link on the same payment page does not give the link its number, whichever page has it', async () => {
    const address = 'https://pay.example/shop';
    const { link } = await stage.reserve();
    await stage.store.links.move({ id: link.id, to: 'open', at: START, cause: 'answered', address });
    const own = { orderId: '81', Invoice_Id: link.invoiceId, paymentUrl: address };
    const others = { orderId: '82', paymentUrl: address };
    for (const pages of [
      [others, own],
      [own, others],
    ]) {
      const sorted = sortRecords(
        { teamId: 'T1', account: 'A1' },
        { links: stage.store.links, timeZone: 'UTC' },
      );
      for (const fields of pages) await sorted.take('link', [{ fields }]);
      await sorted.take('transaction', [{ fields: { ...paidRow, orderId: '82' } }]);
      expect(sorted.links().map(({ orderId, found }) => [orderId, found.length])).toEqual([['81', 2]]);
    }
  });

  test('by a number that only the link’s own record joins with it goes to the link', async () => {
    stage.sandbox.shape.set({ generated: 'string', references: 'order' });
    const link = await stage.issue();
    expect(link.orderId).toBeNull();
    await stage.sandbox.pay(stage.sandbox.links()[0]?.orderId ?? '', quiet);
    await stage.sweep();
    expect([(await read(link)).state, await transactionsOf(link)]).toEqual(['paid', 1]);
  });

  test('that a report shows before the link’s own was ever read is judged together with that one', async () => {
    const link = await stage.issue();
    const own = {
      orderId: link.orderId,
      Invoice_Id: link.invoiceId,
      orderRef: 'K77',
      status: 'CREATED',
      amount: 250,
    };
    stage.odd.lookUps = { findLink: async () => ({ fields: own }), findTransaction: async () => null };
    stage.odd.rows = [{ ...paidRow, Invoice_Id: link.invoiceId, orderRef: 'K77', transactionId: 'tx-1' }];
    await readReport();
    expect((await read(link)).state).toBe('paid');
  });
});

describe('a workspace', () => {
  const issueIn = async (teamId: string) => {
    await stage.claimAccount(teamId);
    return stage.issue({ teamId });
  };
  const notConnected = new NotConnectedError('none', { operation: 'listLinks', reference: 'REF' });

  test('that cannot be read does not stop the others', async () => {
    const link = await stage.issue();
    await issueIn('T2');
    await stage.sandbox.pay(orderOf(link), quiet);
    stage.odd.faults.set('T2', new Error('down'));
    expect(await stage.sweep()).toMatchObject({ changed: 1 });
    stage.odd.faults.set('T1', new Error('down'));
    await expect(stage.sweep()).rejects.toThrow('down');
    stage.odd.faults.set('T1', notConnected);
    expect(await stage.sweep()).toEqual({ links: 0, changed: 0 });
  });

  test('without new links for months is read once a night, and one without any never', async () => {
    await stage.claimAccount('T2');
    await issuePaid();
    await stage.clock.advance(95 * DAY);
    await stage.sweep();
    stage.odd.asked.length = 0;
    await pass(3);
    expect(stage.odd.asked.every(({ teamId }) => teamId === 'T1')).toBe(true);
    const nights = stage.odd.asked.filter(({ list }) => list === 'transactions');
    // A page and the empty one after it, if there is a row.
    expect(nights.length).toBeLessThanOrEqual(3 * 2);
    expect(nights.length).toBeGreaterThanOrEqual(3);
  });
});
