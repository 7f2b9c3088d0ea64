// @module-tag long

import { expect, onTestFinished, test } from 'vitest';
import { startReceiver } from '../tools/start-receiver.ts';
import { ORDER, startSandbox } from './call-sandbox.ts';

/** A link whose app answers its callbacks with the statuses in turn, then with the last one. */
const start = async (statuses = [200]) => {
  const pauses: number[] = [];
  const sandbox = await startSandbox({
    wait: async (ms) => void pauses.push(ms),
  });
  const app = await startReceiver((count) => {
    const status = statuses[Math.min(count, statuses.length) - 1] ?? 200;
    return { status, headers: status === 302 ? { Location: '/elsewhere' } : {} };
  });
  onTestFinished(() => app.close());
  const callbackUrl = `${app.url}/callbacks/abc`;
  sandbox.seedLinks(2, () => ({ callbackUrl }));
  return {
    ...sandbox,
    heard: app.received,
    said: () => app.received.map(({ body }) => JSON.parse(body)),
    pauses,
    closeApp: app.close,
  };
};

test('a payment is sent to the callback address as JSON', async () => {
  const { pay, heard, said } = await start();
  const { told, transaction } = await pay(ORDER);
  expect(await told).toMatchObject([{ orderId: ORDER, outcome: 'delivered', tries: [{ status: 200 }] }]);
  expect(heard).toMatchObject([
    { method: 'POST', path: '/callbacks/abc', headers: { 'content-type': 'application/json' } },
  ]);
  expect(said()).toEqual([
    {
      ...{ orderId: ORDER, Invoice_Id: 'SEED-000001', status: 'PAID', amount: 100, currency: 'AED' },
      transactionId: transaction.transactionId,
      paidAt: '2026-11-21 12:00:00',
    },
  ]);
});

test('a declined card, a refund and a cancellation are reported too, unless told otherwise', async () => {
  const { visit, until, pay, refund, cancel, said, callbacks } = await start();
  await visit(ORDER, 'decline');
  await until(() => callbacks[0]?.outcome === 'delivered');
  const quiet = await pay(ORDER, { amountFils: 9_000, callback: false });
  expect([await quiet.told, quiet.transaction.amountFils, quiet.link.amountFils]).toEqual([
    [],
    9_000,
    10_000,
  ]);
  await (await refund(ORDER)).told;
  await (await cancel('100235')).told;
  expect(said()).toMatchObject([
    { status: 'FAILED', paidAt: null },
    { status: 'REFUNDED', amount: 90, paidAt: null },
    { status: 'CANCELLED', transactionId: null },
  ]);
});

test.each([
  ['until it is taken, following no redirect', [500, 302, 204], 'delivered'],
  ['three times in vain', [503], 'failed'],
])('an event can be sent %s', async (_, statuses, outcome) => {
  const { pay, heard, pauses } = await start(statuses);
  expect(await (await pay(ORDER)).told).toMatchObject([{ outcome }]);
  expect(heard.map(({ path }) => path)).toEqual(Array(3).fill('/callbacks/abc'));
  expect(pauses).toEqual([200, 1000]);
});

test('callbacks can get lost', async () => {
  const { callbackBehaviour, pay, heard } = await start();
  callbackBehaviour.set({ drop: true });
  expect(await (await pay(ORDER)).told).toMatchObject([{ outcome: 'dropped', tries: [] }]);
  expect(heard).toEqual([]);
});

test.each([
  ['callback-dropped', ['dropped'], 0],
  ['callback-repeated', ['delivered', 'delivered'], 0],
  ['callback-late', ['delivered'], 1],
] as const)('by chance, %s', async (kind, outcomes, waits) => {
  const { faults, pay, heard, pauses } = await start();
  faults.random({ seed: 1, rate: 1, kinds: [kind], delayMs: 50 });
  const told = await (await pay(ORDER)).told;
  expect(told.map(({ outcome }) => outcome)).toEqual(expect.arrayContaining([...outcomes]));
  expect(told.length).toBeGreaterThanOrEqual(outcomes.length);
  expect([heard.length, pauses.length]).toEqual([kind === 'callback-dropped' ? 0 : told.length, waits]);
});

test('an address that does not answer is a failed delivery and nothing worse', async () => {
  const { pay, closeApp } = await start();
  await closeApp();
  const tries = Array(3).fill({ status: null });
  expect(await (await pay(ORDER)).told).toMatchObject([{ outcome: 'failed', tries }]);
});

test.each([
  'https://example.com/callback',
  'http://127.0.0.1.example.com/',
  'http://notlocalhost:9/',
  'http://10.0.0.1/',
  'nonsense',
])('an address that is not on this machine is not called: %s', async (callbackUrl) => {
  const { seedLinks, pay } = await startSandbox();
  seedLinks(1, () => ({ callbackUrl }));
  expect(await (await pay(ORDER)).told).toMatchObject([{ outcome: 'refused', tries: [] }]);
});

test('closing ends a pending delivery', async () => {
  const { faults, seedLinks, pay, close } = await startSandbox();
  faults.random({ seed: 1, rate: 1, kinds: ['callback-late'], delayMs: 600_000 });
  seedLinks(1, () => ({ callbackUrl: 'http://127.0.0.1:9/c' }));
  const { told } = await pay(ORDER);
  await close();
  expect(await told).toMatchObject([{ outcome: 'failed', tries: [] }]);
});

test('a callback can be forged', async () => {
  const { play, link, until, callbacks, said } = await start();
  await play('POST callback', { orderId: ORDER, what: 'forge' });
  await until(() => callbacks[0]?.outcome === 'delivered');
  expect(callbacks).toMatchObject([{ cause: 'forged', url: expect.stringMatching(/\/callbacks\/abc$/) }]);
  expect(said()).toMatchObject([{ orderId: ORDER, status: 'PAID', amount: 100, transactionId: null }]);
  expect(link(ORDER)?.status).toBe('CREATED');
});
