import { expect, test } from 'vitest';
import { generate, get, listing, play, read, send } from './call-sandbox.ts';
import { createSandboxes, NOON } from './create-sandboxes.ts';

const start = createSandboxes();
const TODAY = ['2026-11-21 00:00:00', '2026-11-21 23:59:59'] as const;
const withLink = async () => {
  const sandbox = await start();
  await generate(sandbox);
  const record = () => read(sandbox, '/payment-link/get/100234');
  const transaction = () => read(sandbox, '/transactions-history/100234');
  return { sandbox, record, transaction };
};

test('a paid link can be refunded, once, as a transaction of its own', async () => {
  const { sandbox, record } = await withLink();
  await expect(sandbox.refund('100234')).rejects.toThrow('not-paid');
  await sandbox.pay('100234');
  await sandbox.refund('100234');
  expect(await record()).toMatchObject({ status: 'REFUNDED' });
  const { json } = await listing(sandbox, '/transactions-history', ...TODAY);
  const one = { amount: 250.5, orderId: '100234' };
  expect(json?.response).toMatchObject({
    content: [
      { ...one, status: 'REFUNDED' },
      { ...one, status: 'SUCCESS' },
    ],
  });
  await expect(sandbox.refund('100234')).rejects.toThrow('refunded');
  await expect(sandbox.pay('100234')).rejects.toThrow('refunded');
});

test('a partial refund leaves a link partially refunded', async () => {
  const { sandbox, record } = await withLink();
  await sandbox.pay('100234');
  expect((await sandbox.refund('100234', { amountFils: 50 })).transaction).toMatchObject({ amountFils: 50 });
  expect(await record()).toMatchObject({ status: 'PARTIALLY_REFUNDED' });
  expect((await sandbox.refund('100234')).transaction).toMatchObject({ amountFils: 25_000 });
  expect(await record()).toMatchObject({ status: 'REFUNDED' });
});

test('a cancelled and an expired link cannot be paid, and their pages say so', async () => {
  const sandbox = await start();
  const [one, other] = sandbox.seedLinks(2);
  await sandbox.cancel(one?.orderId ?? '');
  await sandbox.expire(other?.orderId ?? '');
  expect(sandbox.links().map(({ status }) => status)).toEqual(['CANCELLED', 'EXPIRED']);
  await expect(sandbox.pay(one?.orderId ?? '')).rejects.toThrow('cancelled');
  await expect(sandbox.pay(other?.orderId ?? '')).rejects.toThrow('expired');
  await expect(sandbox.cancel('1')).rejects.toThrow('unknown-link');
  const page = await send(sandbox.url, { target: `/pay/${one?.token}` });
  expect(page.text).toContain('cancelled');
  expect(page.text).not.toContain('<form');
});

test('a payment can have another amount and currency', async () => {
  const { sandbox, transaction } = await withLink();
  await sandbox.pay('100234', { amountFils: 100, currency: 'USD' });
  expect(await transaction()).toMatchObject({ amount: 1, currency: 'USD' });
});

test('a payment can be reported long after it happened', async () => {
  const { sandbox, transaction } = await withLink();
  expect((await play(sandbox, 'POST', 'pay', { orderId: '100234', agoMs: 3_600_000 })).status).toBe(200);
  expect(sandbox.link('100234')?.paidAt).toBe(NOON - 3_600_000);
  expect(sandbox.transactions()).toMatchObject([{ createdAt: NOON - 3_600_000 }]);
  expect(await transaction()).toMatchObject({ createdAt: '2026-11-21 11:00:00' });
});

test('many links can be seeded at once, each as described', async () => {
  const sandbox = await start();
  const made = sandbox.seedLinks(5000, (index) => ({
    createdAt: NOON - (5000 - index) * 1000,
    ...(index % 2 === 0 ? { paidAt: NOON, paidFils: 42 } : {}),
    ...(index === 0 ? { invoiceId: null } : {}),
  }));
  expect([made.length, new Set(made.map(({ orderId }) => orderId)).size]).toEqual([5000, 5000]);
  expect(made.slice(0, 2)).toMatchObject([
    { invoiceId: null, status: 'PAID' },
    { invoiceId: 'SEED-000002', status: 'CREATED' },
  ]);
  expect(sandbox.transactions()).toHaveLength(2500);
  const page = (await listing(sandbox, '/payment-link/get', ...TODAY, 'size=100&page=49')).json?.response;
  expect(page).toMatchObject({ totalElements: 5000, number: 49 });
  expect(sandbox.callbacks).toEqual([]);
});

test('calls are counted by operation', async () => {
  const sandbox = await start();
  await generate(sandbox);
  await generate(sandbox, {}, { 'X-HMAC-Signature': 'x' });
  await get(sandbox, '/payment-link/get/100234');
  await get(sandbox, '/nowhere');
  const others = { business: 0, links: 0, transactions: 0, transaction: 0, payouts: 0, payout: 0 };
  expect(sandbox.calls()).toEqual({ generate: 2, link: 1, ...others });
});

test('duplicate links for one Invoice_Id are listed with their payments', async () => {
  const sandbox = await start({ shape: { conflict: 'none' } });
  await generate(sandbox, { Invoice_Id: 'INV-1' });
  await generate(sandbox, { Invoice_Id: 'INV-1' });
  await sandbox.pay('100235');
  await sandbox.until(() => sandbox.made().every(({ answer }) => answer === 'sent'));
  expect(sandbox.made()).toMatchObject([
    { orderId: '100234', invoiceId: 'INV-1', status: 'CREATED', payments: [] },
    { orderId: '100235', invoiceId: 'INV-1', status: 'PAID', payments: [{ status: 'SUCCESS' }] },
  ]);
  expect(sandbox.seedLinks(1)).toHaveLength(1);
  expect(sandbox.made().at(-1)).toMatchObject({ answer: 'none' });
});

test('in an outage every call and pay page fails, and afterwards none', async () => {
  const sandbox = await start();
  await generate(sandbox);
  await sandbox.outage('unavailable');
  expect(sandbox.faults.list()).toEqual([{ kind: 'outage' }]);
  expect((await generate(sandbox)).status).toBe(503);
  expect((await send(sandbox.url, { target: '/api/nowhere' })).status).toBe(503);
  expect((await send(sandbox.url, { target: `/pay/${sandbox.link('100234')?.token}` })).status).toBe(503);
  await play(sandbox, 'DELETE', 'faults');
  expect((await generate(sandbox)).status).toBe(200);

  await sandbox.outage('refuse');
  await expect(generate(sandbox)).rejects.toThrow('ECONNREFUSED');
  await sandbox.outage('off');
  expect((await generate(sandbox)).status).toBe(200);
  expect([sandbox.faults.list(), sandbox.links().length]).toEqual([[], 3]);
  await sandbox.outage('refuse');
});

test('over HTTP a link can be refunded, cancelled and expired', async () => {
  const sandbox = await start();
  const [paid, left, late] = sandbox.seedLinks(3).map(({ orderId }) => orderId);
  await play(sandbox, 'POST', 'pay', { orderId: paid, amountFils: 1, currency: 'USD' });
  const press = async (act: string, orderId = '') => (await play(sandbox, 'POST', act, { orderId })).json;
  expect(await press('refund', paid)).toMatchObject({
    link: { status: 'REFUNDED' },
    transaction: { status: 'REFUNDED', amountFils: 1 },
  });
  expect(await press('cancel', left)).toMatchObject({ link: { status: 'CANCELLED' } });
  expect(await press('expire', late)).toMatchObject({ link: { status: 'EXPIRED' } });
  expect((await play(sandbox, 'POST', 'expire', { orderId: late })).status).toBe(409);
  expect((await play(sandbox, 'GET', 'desk')).json).toMatchObject({
    links: [{ orderId: late, status: 'EXPIRED' }, { status: 'CANCELLED' }, { status: 'REFUNDED' }],
    callbacks: [],
    behaviour: { form: 'json' },
    shape: { stateField: 'status' },
  });
});
