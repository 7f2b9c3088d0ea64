// @module-tag long

import { expect, test } from 'vitest';
import { linkRequestSchema } from '../../src/payment-service/link-request.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { ORDER, startSandbox } from './call-sandbox.ts';

const DAY = 86_400_000;
const history = { days: 120, linksPerDay: 6 };

test('a paid link is refunded in parts, each a transaction of its own, until nothing is left', async () => {
  const { seedLinks, pay, refund, link, transactions } = await startSandbox();
  seedLinks(1);
  await expect(refund(ORDER)).rejects.toThrow('not-paid');
  await pay(ORDER);
  await refund(ORDER, { amountFils: 50 });
  expect(link(ORDER)?.status).toBe('PARTIALLY_REFUNDED');
  await refund(ORDER);
  expect(link(ORDER)?.status).toBe('REFUNDED');
  expect(transactions().map(({ status, amountFils }) => [status, amountFils])).toEqual([
    ['SUCCESS', 10_000],
    ['REFUNDED', 50],
    ['REFUNDED', 9_950],
  ]);
  await expect(refund(ORDER)).rejects.toThrow('refunded');
  await expect(pay(ORDER)).rejects.toThrow('refunded');
});

test.each([
  ['cancel', 'CANCELLED', 'cancelled', 'cancelled by the merchant'],
  ['expire', 'EXPIRED', 'expired', 'has expired'],
  ['pay', 'PAID', 'already-paid', 'Thank you'],
] as const)('after %s a link is %s, and nobody can pay it', async (act, state, why, words) => {
  const sandbox = await startSandbox();
  sandbox.seedLinks(1);
  await sandbox[act](ORDER);
  const page = await sandbox.visit();
  expect(page.text).toContain(words);
  expect([sandbox.link(ORDER)?.status, page.text.includes('<form')]).toEqual([state, false]);
  for (const again of ['pay', 'cancel', 'expire'] as const)
    await expect(sandbox[again](ORDER)).rejects.toThrow(why);
  await expect(sandbox[act]('1')).rejects.toThrow('unknown-link');
});

test('duplicate links for one Invoice_Id are listed with their payments, and whether they were answered', async () => {
  const { generate, pay, seedLinks, made, until } = await startSandbox({ shape: { conflict: 'none' } });
  await generate({ Invoice_Id: 'INV-1' });
  await generate({ Invoice_Id: 'INV-1' });
  await pay('100235');
  seedLinks(1, () => ({ createdAt: NOON - 1, paidAt: NOON, paidFils: 42 }));
  await until(() => made().every(({ answer }) => answer !== 'waiting'));
  expect(made()).toMatchObject([
    { orderId: ORDER, invoiceId: 'INV-1', status: 'CREATED', payments: [], answer: 'sent' },
    { orderId: '100235', invoiceId: 'INV-1', status: 'PAID', payments: [{ status: 'SUCCESS' }] },
    { invoiceId: 'SEED-000001', answer: 'none', payments: [{ amountFils: 42, createdAt: NOON }] },
  ]);
});

test('in an outage every call and pay page fails, and afterwards none', async () => {
  const { outage, faults, generate, call, visit, play } = await startSandbox();
  await generate();
  await outage('unavailable');
  expect(faults.list()).toEqual([{ kind: 'outage' }]);
  const replies = [await generate(), await call('/nowhere'), await visit()];
  expect(replies.map(({ status }) => status)).toEqual([503, 503, 503]);
  await play('DELETE faults');
  expect((await generate()).status).toBe(200);
  await outage('refuse');
  await expect(generate()).rejects.toThrow('ECONNREFUSED');
  await outage('off');
  expect([(await generate()).status, faults.list()]).toEqual([200, []]);
});

test('the history ends now, covers its days with every state, and obeys the rules of the interface', async () => {
  const { links, transactions, payouts, generate } = await startSandbox({ history });
  const moments = links().map(({ createdAt }) => createdAt);
  expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  expect(moments.length).toBeGreaterThan(500);
  expect(moments[0]).toBeLessThan(NOON - 118 * DAY);
  expect(moments.at(-1)).toBeGreaterThan(NOON - 2 * DAY);
  expect(new Set(links().map(({ status }) => status)).size).toBe(4);
  for (const { createdAt } of [...links(), ...transactions(), ...payouts()])
    expect(createdAt).toBeLessThan(NOON);
  for (const { request } of links()) expect(linkRequestSchema.safeParse(request).error).toBeUndefined();
  const last = Number(links().at(-1)?.orderId);
  await generate();
  expect([last, links().at(-1)?.orderId]).toEqual([100_233, ORDER]);
});

test('the same seed and time give the same history, another seed another one', async () => {
  const of = async (seed: number) => {
    const { links, transactions } = await startSandbox({ history: { days: 5, linksPerDay: 4 }, seed });
    return JSON.stringify([links(), transactions()]);
  };
  expect(await of(5)).toBe(await of(5));
  expect(await of(6)).not.toBe(await of(5));
});

test('payouts contain each sale at most once, and their sums are right', async () => {
  const { transactions, payouts } = await startSandbox({ history });
  const sales = new Map(
    transactions().flatMap((one) => (one.status === 'SUCCESS' ? [[one.transactionId, one]] : [])),
  );
  const settled = payouts().flatMap(({ transactionIds }) => transactionIds);
  expect(new Set(settled).size).toBe(settled.length);
  expect(settled.length).toBeGreaterThan(sales.size * 0.9);
  expect(payouts().length).toBeGreaterThan(100);
  for (const { transactionIds, grossFils, feeFils, netFils } of payouts()) {
    const sum = (of: 'amountFils' | 'feeFils') =>
      transactionIds.reduce((total, id) => total + (sales.get(id)?.[of] ?? Number.NaN), 0);
    const [gross, fee] = [sum('amountFils'), sum('feeFils')];
    expect([grossFils, feeFils, netFils]).toEqual([gross, fee, gross - fee]);
  }
});
