import { expect, test } from 'vitest';
import { linkRequestSchema } from '../../../src/payment-service/link-request.ts';
import { testAtLength } from '../../fixtures/whole-suite.ts';
import { generate } from './call-sandbox.ts';
import { createSandboxes, NOON } from './create-sandboxes.ts';

const start = createSandboxes();
const DAY = 86_400_000;
const history = { days: 120, linksPerDay: 6 };

testAtLength('the same seed and time give the same history, another seed another one', async () => {
  const [one, same, other] = await Promise.all([
    start({ history, seed: 5 }),
    start({ history, seed: 5 }),
    start({ history, seed: 6 }),
  ]);
  expect(same.links()).toEqual(one.links());
  expect(same.transactions()).toEqual(one.transactions());
  expect(same.payouts()).toEqual(one.payouts());
  expect(other.links()).not.toEqual(one.links());
});

test('the history ends now, covers the requested days, and contains every state', async () => {
  const sandbox = await start({ history });
  const moments = sandbox.links().map(({ createdAt }) => createdAt);
  expect(Math.max(...moments)).toBeLessThan(NOON);
  expect(Math.max(...moments)).toBeGreaterThan(NOON - 2 * DAY);
  expect(Math.min(...moments)).toBeLessThan(NOON - 118 * DAY);
  expect(moments).toEqual([...moments].sort((a, b) => a - b));
  const states = new Set(sandbox.links().map(({ status }) => status));
  expect([...states].sort()).toEqual(['CREATED', 'EXPIRED', 'FAILED', 'PAID']);
  expect(sandbox.links().length).toBeGreaterThan(500);
  for (const { createdAt } of [...sandbox.transactions(), ...sandbox.payouts()]) {
    expect(createdAt).toBeLessThan(NOON);
  }
});

test('every past link obeys the rules of the interface', async () => {
  const sandbox = await start({ history });
  for (const { request } of sandbox.links())
    expect(linkRequestSchema.safeParse(request).error).toBeUndefined();
});

test('payouts contain each successful transaction at most once, and their sums are right', async () => {
  for (const payouts of ['daily', 'weekly'] as const) {
    const sandbox = await start({ history, payouts });
    const paid = new Map(
      sandbox
        .transactions()
        .filter(({ status }) => status === 'SUCCESS')
        .map((transaction) => [transaction.orderId, transaction]),
    );
    const settled = sandbox.payouts().flatMap(({ orderIds }) => orderIds);
    expect(new Set(settled).size).toBe(settled.length);
    expect(settled.length).toBeGreaterThan(paid.size * 0.9);
    for (const { orderIds, grossFils, feeFils, netFils } of sandbox.payouts()) {
      const sum = (of: 'amountFils' | 'feeFils') =>
        orderIds.reduce((total, orderId) => total + (paid.get(orderId)?.[of] ?? Number.NaN), 0);
      const [gross, fee] = [sum('amountFils'), sum('feeFils')];
      expect([grossFils, feeFils, netFils]).toEqual([gross, fee, gross - fee]);
    }
    expect(sandbox.payouts().length).toBeGreaterThan(payouts === 'daily' ? 100 : 15);
  }
});

test('a link created after the history has the next order id', async () => {
  const sandbox = await start({ history: { days: 3, linksPerDay: 5 } });
  expect(sandbox.links().at(-1)?.orderId).toBe('100233');
  await generate(sandbox);
  expect(sandbox.links().at(-1)?.orderId).toBe('100234');
});

testAtLength('the history is built quickly', async () => {
  await start({ history });
  const took: number[] = [];
  for (const seed of [9, 10, 11, 12, 13]) {
    const before = process.cpuUsage();
    await start({ history, seed });
    const { user, system } = process.cpuUsage(before);
    took.push((user + system) / 1_000);
  }
  // CPU time: not affected by other processes.
  expect(Math.min(...took)).toBeLessThan(200);
});
