// @module-tag postgres

import { expect, test } from 'vitest';
import type { PaidOut, PayoutNotes } from '../../src/payouts/link-payout-store.ts';
import type { LinkPayment } from '../../src/store/link-payment.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { claimJobs } from '../fixtures/claim-jobs.ts';
import { buildLink } from '../fixtures/links.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const NOON = Date.UTC(2026, 10, 21, 8);
const TEAM = 'T0PLAY';

const { store } = storePerTest();

/** A link for AED 100.00 with order id `9` and its number, paid by default. */
const make = async (
  id: string,
  { payment = {}, orderId = `9${id}`, teamId = TEAM, isPaid = true } = {} as {
    payment?: Partial<LinkPayment>;
    orderId?: string | null;
    teamId?: string;
    isPaid?: boolean;
  },
) => {
  const link = buildLink({ id, teamId, nonce: id, invoiceId: `INV-${id}`, amountFils: 10_000 });
  await store.links.reserve({ ...link, callbackTokenHash: id, at: NOON });
  const made = { id, at: NOON, cause: 'answered' as const };
  await store.links.move({ ...made, to: 'open', orderId, address: `https://pay/${id}` });
  if (!isPaid) return;
  const paid = buildPayment({ finding: 'confirmed', amountFils: 10_000, ...payment });
  await store.links.move({ ...made, to: 'paid', payment: paid });
};

const paidOut = (id: string, changes: Partial<PaidOut> = {}): PaidOut => ({
  orderId: `9${id}`,
  reference: `INV-${id}`,
  amountFils: 10_000,
  payoutId: '7118',
  payoutAt: NOON,
  ...changes,
});

const note = (changes: Partial<PayoutNotes>) =>
  store.linkPayouts.note({
    teamId: TEAM,
    paidOut: [],
    cameBack: [],
    at: NOON,
    jobsOf: (sale) =>
      sale.map(({ id, teamId }) => ({
        ...{ id: `job-${id}-${Math.random()}`, teamId, kind: 'qr', lane: id, linkId: id },
      })),
    ...changes,
  });

const payoutOf = async (id: string) => (await store.links.get(id)).payout;
const editedCards = async () => {
  const { jobs } = await claimJobs(store.jobs, { kinds: ['qr'], limit: 9, at: NOON, leaseMs: 1, token: 't' });
  return jobs.map(({ linkId }) => linkId).sort();
};

test('a paid link gets its payout once, with an edit of its card', async () => {
  await make('1');
  await make('2', { orderId: null });
  const notes = { paidOut: [paidOut('1'), paidOut('2', { orderId: null })] };
  expect([await note(notes), await note(notes)]).toEqual([2, 0]);
  expect([await payoutOf('1'), await payoutOf('2')]).toEqual([
    { id: '7118', at: NOON },
    { id: '7118', at: NOON },
  ]);
  expect(await editedCards()).toEqual(['1', '2']);
});

test('two simultaneous readers of one payout record it once', async () => {
  await make('1');
  const notes = { paidOut: [paidOut('1')] };
  expect((await Promise.all([note(notes), note(notes)])).sort()).toEqual([0, 1]);
  expect(await editedCards()).toEqual(['1']);
});

test('a payout’s date can come later, or be corrected', async () => {
  await make('1');
  expect(await note({ paidOut: [paidOut('1', { payoutAt: null })] })).toBe(1);
  expect(await payoutOf('1')).toEqual({ id: '7118', at: null });
  expect(await note({ paidOut: [paidOut('1')] })).toBe(1);
  expect(await note({ paidOut: [paidOut('1', { payoutAt: NOON + 1 })] })).toBe(1);
  expect(await payoutOf('1')).toEqual({ id: '7118', at: NOON + 1 });
});

test('a link gets no payout if the transaction does not pay it fully, or may be for another link', async () => {
  await make('unpaid', { isPaid: false });
  await make('parts', { payment: { amountFils: 15_000 } });
  await make('refunded', { payment: { finding: 'refunded' } });
  await make('silent', { isPaid: false });
  await store.links.move({ id: 'silent', to: 'paid', at: NOON, cause: 'answered' });
  await make('twin1', { orderId: '77' });
  await make('twin2', { orderId: '77' });
  await make('other', { teamId: 'T0OTHER' });
  const ids = ['unpaid', 'parts', 'refunded', 'silent', 'twin1', 'other'];
  expect(await note({ paidOut: ids.map((id) => paidOut(id, id === 'twin1' ? { orderId: '77' } : {})) })).toBe(
    0,
  );
  for (const id of [...ids, 'twin2']) expect(await payoutOf(id)).toBeUndefined();
});

test('a part payment gets its payout, with the cards of its sale, until another payment adds to it', async () => {
  await make('1', { isPaid: false });
  const part = buildPayment({ finding: 'partly', amountFils: 4_000 });
  await store.links.move({ id: '1', to: 'reported', at: NOON, cause: 'answered', payment: part });
  const rest = buildLink({
    ...{ id: '2', teamId: TEAM, nonce: '2', invoiceId: 'INV-2' },
    saleId: '1',
    saleOrder: 2,
  });
  await store.links.reserve({ ...rest, callbackTokenHash: '2', at: NOON });
  expect(await note({ paidOut: [paidOut('1')] })).toBe(0);
  expect(await note({ paidOut: [paidOut('1', { amountFils: 4_000 })] })).toBe(1);
  expect(await payoutOf('1')).toEqual({ id: '7118', at: NOON });
  expect(await editedCards()).toEqual(['1', '2']);
  const more = buildPayment({ finding: 'partly', amountFils: 7_000 });
  await store.links.record({ id: '1', at: NOON, cause: 'answered', payment: more });
  expect(await payoutOf('1')).toBeUndefined();
});

test('a returned payout is removed from the link, and the next payout replaces it', async () => {
  await make('1');
  await make('2');
  await note({ paidOut: [paidOut('1'), paidOut('2')] });
  expect(await note({ cameBack: ['7118'], teamId: 'T0OTHER' })).toBe(0);
  expect(
    await note({ cameBack: ['7118'], paidOut: [paidOut('1', { payoutId: '7120', payoutAt: null })] }),
  ).toBe(3);
  expect([await payoutOf('1'), await payoutOf('2')]).toEqual([{ id: '7120', at: null }, undefined]);
});

test('the link keeps its version and history, so a running check is not lost', async () => {
  await make('1');
  const before = await store.links.get('1');
  await note({ paidOut: [paidOut('1')] });
  const after = await store.links.get('1');
  expect([after.version, after.payment]).toEqual([before.version, before.payment]);
});
