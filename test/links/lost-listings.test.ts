// @module-tag long
// @module-tag store

import { afterEach, describe, expect, test } from 'vitest';
import type { ListingPage, PaymentServiceClient } from '../../src/payment-service/index.ts';
import type { Link } from '../../src/store/link.ts';
import { connectTo } from '../fixtures/payment-service.ts';
import { sample } from '../fixtures/whole-suite.ts';
import { HOUR, MINUTE, SECOND, type Stage, type StageOptions, startLinkWork } from './start-link-work.ts';

/** A client that changes the service’s listings. */
const distort =
  (
    change: (page: ListingPage, asked: { page: number; now: number }) => ListingPage,
  ): NonNullable<StageOptions['connect']> =>
  (sandbox, clock, timeZone) => {
    const service = connectTo(sandbox, { timeZone });
    const through =
      (list: PaymentServiceClient['listLinks']): PaymentServiceClient['listLinks'] =>
      async (range, paging) =>
        change(await list(range, paging), { page: paging?.page ?? 0, now: clock.now() });
    return {
      ...service,
      listLinks: through(service.listLinks),
      listTransactions: through(service.listTransactions),
    };
  };

const none = { records: [], total: 0 };

/** In Berlin the clocks go back at 01:00 UTC on this day. */
const AROUND_THE_CHANGE = { timeZone: 'Europe/Berlin', startAt: Date.UTC(2026, 9, 25, 0, 40) };
const OWN_NUMBERS = { references: 'order', linkReferences: 'order' } as const;

const lagging: StageOptions = {
  sandbox: { shape: { times: 'epoch-milliseconds' } },
  connect: distort((page, { now }) => {
    const records = page.records.filter(({ fields }) => Number(fields['createdAt']) <= now - MINUTE);
    return { ...page, records, total: null };
  }),
};

const repeating: StageOptions = {
  sandbox: { maxPageSize: 2 },
  connect: (sandbox, _, timeZone) => {
    const service = connectTo(sandbox, { timeZone });
    const first =
      (list: PaymentServiceClient['listLinks']): PaymentServiceClient['listLinks'] =>
      async (range) => ({ ...(await list(range, { page: 0, size: 2 })), total: null });
    return {
      ...service,
      listLinks: first(service.listLinks),
      listTransactions: first(service.listTransactions),
    };
  },
};

/** `canProve`: it can prove that a link does not exist. */
const LISTINGS: [name: string, StageOptions, canProve: boolean][] = [
  ['plain', {}, true],
  ['empty', { connect: distort((page) => ({ ...page, ...none })) }, false],
  ['lagging by a minute', lagging, true],
  ['with the service’s own numbers only', { sandbox: { shape: OWN_NUMBERS } }, false],
  ['in another zone', { sandbox: { timeZone: 'UTC' } }, true],
  [
    'across the date line',
    { sandbox: { timeZone: 'Pacific/Kiritimati' }, timeZone: 'Pacific/Pago_Pago' },
    true,
  ],
  ['around a change of the clocks', AROUND_THE_CHANGE, true],
  ['that repeats its first page', repeating, false],
];

let stage: Stage;
afterEach(() => stage.close());

const read = (link: Link): Promise<Link> => stage.store.links.get(link.id);

/** Two hours of checks, while colleagues make other links. */
const letTimePass = async (link: Link): Promise<Link> => {
  for (let round = 0; round < 8; round += 1) {
    await stage.clock.advance(15 * MINUTE + SECOND);
    if (round % 3 === 0) await stage.issue();
    await stage.checkDue();
    await stage.lostLinks.checkAgain(await read(link));
  }
  return read(link);
};

const loseAnswer = async (kind: 'drop-after-work' | 'drop-before-work'): Promise<Link> => {
  await stage.issue();
  await stage.clock.advance(20 * MINUTE);
  stage.sandbox.faults.add({ operation: 'generate', kind, times: 1 });
  const link = await stage.issue();
  expect(link.state).toBe('unknown');
  return link;
};

describe.each(sample(LISTINGS))('a lost answer and a listing %s', (_, options, canProve) => {
  test('never make a link look absent that exists, and its payment is noticed', async () => {
    stage = await startLinkWork(options);
    const lost = await loseAnswer('drop-after-work');
    const made = stage.sandbox.links().find(({ invoiceId }) => invoiceId === lost.invoiceId);
    if (!made) throw new Error('the service did not make it');
    const later = await letTimePass(lost);
    expect(['open', 'unknown']).toContain(later.state);
    await stage.sandbox.pay(made.orderId, { callback: false });
    await stage.callBack(lost);
    await stage.clock.advance(2 * MINUTE);
    await stage.checkDue();
    const paid = await read(lost);
    expect(['paid', 'reported']).toContain(paid.state);
    expect((await stage.noticesOf(lost)).length).toBeGreaterThan(0);
  });

  test(`${canProve ? 'prove' : 'do not prove'} that a link does not exist`, async () => {
    stage = await startLinkWork(options);
    const lost = await loseAnswer('drop-before-work');
    expect((await letTimePass(lost)).state).toBe(canProve ? 'failed' : 'unknown');
  });
});

describe('a listing with only a link made before the lost one', () => {
  test('proves nothing, however much time passes', async () => {
    stage = await startLinkWork();
    const lost = await loseAnswer('drop-before-work');
    for (let hour = 0; hour < 48; hour += 1) {
      await stage.clock.advance(HOUR);
      await stage.checkDue();
    }
    expect((await read(lost)).state).toBe('unknown');
  });
});

describe('a link whose answer was lost', () => {
  test('is checked until a month after its expiry, and no longer', async () => {
    stage = await startLinkWork({ connect: distort((page) => ({ ...page, ...none })) });
    const lost = await loseAnswer('drop-before-work');
    for (let day = 0; day < 60; day += 1) {
      expect((await read(lost)).checkDueAt).not.toBeNull();
      await stage.clock.advance(24 * HOUR);
      await stage.checkDue();
    }
    await stage.clock.advance(24 * HOUR);
    await stage.checkDue();
    expect(await read(lost)).toMatchObject({ state: 'unknown', checkDueAt: null });
  });

  test('is not confused with a colleague’s link with the same number and another amount', async () => {
    stage = await startLinkWork({ sandbox: { shape: { conflict: 'none' } } });
    const colleague = await stage.service.generateLink({
      FullName: 'Hala Saeed',
      Email: 'hala@example.com',
      Phone: '+971501111111',
      invoiceAmount: 50,
      notes: 'deposit',
      isTermsAndConditionsAccepted: true,
      expiryOn: '2026-12-21 12:00:00',
      Is_QR_needed: false,
      Is_invoice_generated: false,
      Invoice_Id: 'INV-7',
    });
    stage.sandbox.faults.add({ operation: 'generate', kind: 'drop-before-work', times: 1 });
    const lost = await stage.issue({ amount: 5_000, invoiceId: 'INV-7' });
    const later = await letTimePass(lost);
    expect(later).toMatchObject({ state: 'unknown', address: null });
    expect(later.address).not.toBe(colleague.address);
  });

  test('is not confused with another link of ours', async () => {
    stage = await startLinkWork({ sandbox: { shape: { conflict: 'none' } } });
    const first = await stage.issue();
    stage.sandbox.faults.add({ operation: 'generate', kind: 'drop-after-work', times: 1 });
    stage.sandbox.faults.add({ operation: 'links', kind: 'status', status: 500, times: 3 });
    const lost = await stage.issue({ invoiceId: 'INV-7' });
    stage.sandbox.faults.clear();
    const made = stage.sandbox.links().find(({ invoiceId }) => invoiceId === 'INV-7');
    const at = stage.clock.now();
    await stage.store.links.record({ id: first.id, at, cause: 'answered', orderId: made?.orderId ?? '' });
    const later = await letTimePass(lost);
    expect(later).toMatchObject({ state: 'unknown', address: null, orderId: null });
    expect((await read(first)).state).toBe('open');
  });
});
