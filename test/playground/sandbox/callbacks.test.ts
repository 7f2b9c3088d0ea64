// @module-tag long

import { expect, onTestFinished, test } from 'vitest';
import type { CallbackBehaviour } from '../../../playground/sandbox/sandbox-service.ts';
import { startReceiver } from '../start-receiver.ts';
import { ORDER, startSandbox } from './call-sandbox.ts';

/** A link whose app answers its callbacks with the statuses in turn, then with the last one. */
const start = async (behaviour: Partial<CallbackBehaviour> = {}, statuses = [200]) => {
  const pauses: number[] = [];
  const sandbox = await startSandbox({
    callbackBehaviour: behaviour,
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
    elsewhere: `${app.url}/callbacks/guessed`,
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
  ['form', 'POST', 'application/x-www-form-urlencoded'],
  ['query', 'GET', undefined],
  ['put', 'PUT', 'application/json'],
] as const)('in form "%s" it is a %s', async (form, method, type) => {
  const { pay, heard } = await start({ form });
  await (await pay(ORDER)).told;
  const [call] = heard;
  expect([call?.method, call?.headers['content-type']]).toEqual([method, type]);
  const text = String(form === 'query' ? call?.path.split('?')[1] : call?.body);
  const said = form === 'put' ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
  expect(said).toMatchObject({ orderId: ORDER, status: 'PAID', Invoice_Id: 'SEED-000001' });
});

test.each<[string, Partial<CallbackBehaviour>, number[], string[], number, number[]]>([
  ['repeatedly', { repeat: 3 }, [200], ['delivered', 'delivered', 'delivered'], 3, []],
  ['late', { delayMs: 4000 }, [200], ['delivered'], 1, [4000]],
  ['not at all', { drop: true }, [200], ['dropped'], 0, []],
  ['until it is taken, following no redirect', {}, [500, 302, 204], ['delivered'], 3, [200, 1000]],
  ['three times in vain', {}, [503], ['failed'], 3, [200, 1000]],
])('an event can be sent %s', async (_, behaviour, statuses, outcomes, count, waited) => {
  const { pay, heard, pauses } = await start(behaviour, statuses);
  const told = await (await pay(ORDER)).told;
  expect(told.map(({ outcome }) => outcome)).toEqual(outcomes);
  expect(heard.map(({ path }) => path)).toEqual(Array(count).fill('/callbacks/abc'));
  expect(pauses).toEqual(waited);
});

test.each<[string, Partial<CallbackBehaviour>, object]>([
  ['a wrong amount', { amountFils: 1 }, expect.objectContaining({ amount: 0.01, status: 'PAID' })],
  [
    'only references',
    { says: 'references' },
    { orderId: ORDER, Invoice_Id: 'SEED-000001', transactionId: '500001' },
  ],
  ['nothing', { says: 'empty' }, {}],
])('a callback can say %s', async (_, behaviour, words) => {
  const { pay, said, transactions } = await start(behaviour);
  await (await pay(ORDER)).told;
  expect([said(), transactions()[0]?.amountFils]).toEqual([[words], 10_000]);
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
  const { seedLinks, pay, close } = await startSandbox({ callbackBehaviour: { delayMs: 60_000 } });
  seedLinks(1, () => ({ callbackUrl: 'http://127.0.0.1:9/c' }));
  const { told } = await pay(ORDER);
  await close();
  expect(await told).toMatchObject([{ outcome: 'failed', tries: [] }]);
});

test('a callback can be forged, and the last real one repeated unchanged', async () => {
  const { forgeCallback, repeatCallback, link, pay, heard, elsewhere } = await start();
  expect(await repeatCallback(ORDER)).toEqual([]);
  expect(await forgeCallback(ORDER, { payload: { amount: 9 } })).toMatchObject([
    { cause: 'forged', outcome: 'delivered', payload: { status: 'PAID', amount: 9, transactionId: null } },
  ]);
  expect(link(ORDER)?.status).toBe('CREATED');
  await (await pay(ORDER)).told;
  await forgeCallback(ORDER, { url: elsewhere });
  expect(await repeatCallback(ORDER)).toMatchObject([{ cause: 'repeated', outcome: 'delivered' }]);
  expect(heard.map(({ path }) => path)).toEqual([
    '/callbacks/abc',
    '/callbacks/abc',
    '/callbacks/guessed',
    '/callbacks/abc',
  ]);
  expect(heard[3]).toEqual(heard[1]);
  await expect(forgeCallback('1')).rejects.toThrow('no order');
});
