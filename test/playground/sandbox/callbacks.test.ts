import { afterEach, expect, test } from 'vitest';
import type { CallbackBehaviour } from '../../../playground/sandbox/sandbox-service.ts';
import { startReceiver } from '../start-receiver.ts';
import { generate, play, send } from './call-sandbox.ts';
import { createSandboxes } from './create-sandboxes.ts';

const start = createSandboxes();
const closing: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

/** Answers with the statuses in turn, then with the last one. */
const listen = async (...statuses: number[]) => {
  const {
    url: origin,
    received,
    close,
  } = await startReceiver((count) => {
    const status = statuses[Math.min(count, statuses.length) - 1] ?? 200;
    return { status, ...(status === 302 && { headers: { Location: '/elsewhere' } }) };
  });
  closing.push(close);
  return { origin, url: `${origin}/callbacks/abc`, heard: received };
};

const scene = async (behaviour: Partial<CallbackBehaviour> = {}, ...statuses: number[]) => {
  const pauses: number[] = [];
  const sandbox = await start({ callbackBehaviour: behaviour, wait: async (ms) => void pauses.push(ms) });
  const receiver = await listen(...statuses);
  await generate(sandbox, { callback_url: receiver.url, Invoice_Id: 'INV-1' });
  return { sandbox, receiver, pauses };
};

test('a payment is sent to the callback address as JSON', async () => {
  const { sandbox, receiver } = await scene();
  const { told, transaction } = await sandbox.pay('100234');
  expect(await told).toMatchObject([{ orderId: '100234', outcome: 'delivered', tries: [{ status: 200 }] }]);
  expect(receiver.heard).toMatchObject([
    { method: 'POST', path: '/callbacks/abc', headers: { 'content-type': 'application/json' } },
  ]);
  expect(JSON.parse(receiver.heard[0]?.body ?? '')).toEqual({
    orderId: '100234',
    Invoice_Id: 'INV-1',
    status: 'PAID',
    amount: 250.5,
    currency: 'AED',
    transactionId: transaction.transactionId,
    paidAt: '2026-11-21 12:00:00',
  });
});

test('a declined card is reported too, also from the pay page’s button', async () => {
  const { sandbox, receiver } = await scene();
  const target = `/pay/${sandbox.link('100234')?.token}/decline`;
  await send(sandbox.url, { method: 'POST', target });
  await sandbox.until(() => sandbox.callbacks[0]?.outcome === 'delivered');
  expect(JSON.parse(receiver.heard[0]?.body ?? '')).toMatchObject({ status: 'FAILED', paidAt: null });
});

test.each([
  ['form', 'POST', 'application/x-www-form-urlencoded'],
  ['query', 'GET', ''],
  ['put', 'PUT', 'application/json'],
] as const)('in form "%s" it is a %s', async (form, method, type) => {
  const { sandbox, receiver } = await scene({ form });
  await (await sandbox.pay('100234')).told;
  const [call] = receiver.heard;
  expect([call?.method, call?.headers['content-type'] ?? '']).toEqual([method, type]);
  const text = form === 'query' ? (call?.path.split('?')[1] ?? '') : (call?.body ?? '');
  const said = form === 'put' ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
  expect(said).toMatchObject({ orderId: '100234', status: 'PAID', Invoice_Id: 'INV-1' });
});

test('an event can be sent repeatedly, late, with a wrong amount or not at all', async () => {
  const often = await scene({ repeat: 3, delayMs: 4000, amountFils: 1 });
  expect(await (await often.sandbox.pay('100234')).told).toHaveLength(3);
  expect(often.pauses).toEqual([4000]);
  expect(often.receiver.heard.map(({ body }) => JSON.parse(body).amount)).toEqual([0.01, 0.01, 0.01]);
  expect(often.sandbox.transactions()[0]?.amountFils).toBe(25050);

  const never = await scene({ drop: true });
  expect(await (await never.sandbox.pay('100234')).told).toMatchObject([{ outcome: 'dropped', tries: [] }]);
  expect(never.receiver.heard).toEqual([]);
});

test('a payment can have another amount, or send no callback', async () => {
  const { sandbox, receiver } = await scene();
  const { told, transaction } = await sandbox.pay('100234', { amountFils: 10_000, callback: false });
  expect([await told, receiver.heard, transaction.amountFils]).toEqual([[], [], 10_000]);
  expect(sandbox.link('100234')).toMatchObject({ status: 'PAID', amountFils: 25050 });
});

const failed = (status: number | null) => ({ outcome: 'failed', tries: Array(3).fill({ status }) });

test('a failing callback is tried three times with pauses, and redirects are not followed', async () => {
  const thrice = await scene({}, 500, 302, 204);
  const tries = [500, 302, 204].map((status) => ({ status }));
  expect(await (await thrice.sandbox.pay('100234')).told).toMatchObject([{ outcome: 'delivered', tries }]);
  expect(thrice.receiver.heard.map(({ path }) => path)).toEqual(Array(3).fill('/callbacks/abc'));
  expect(thrice.pauses).toEqual([200, 1000]);

  const failing = await scene({}, 503);
  expect(await (await failing.sandbox.pay('100234')).told).toMatchObject([failed(503)]);
});

test('an address that does not answer is a failed delivery and nothing worse', async () => {
  const sandbox = await start({ wait: async () => undefined });
  const gone = await listen();
  await closing.pop()?.();
  await generate(sandbox, { callback_url: gone.url });
  expect(await (await sandbox.pay('100234')).told).toMatchObject([failed(null)]);
});

const ELSEWHERE =
  'https://example.com/callback http://127.0.0.1.example.com/ http://notlocalhost:9/ http://10.0.0.1/ nonsense';
test.each(ELSEWHERE.split(' '))(
  'an address that is not on this machine is not called: %s',
  async (callback_url) => {
    const sandbox = await start();
    await generate(sandbox, { callback_url });
    expect(await (await sandbox.pay('100234')).told).toMatchObject([{ outcome: 'refused', tries: [] }]);
    expect((await send(sandbox.url, { target: '/' })).status).toBe(200);
  },
);

test('closing ends a pending delivery', async () => {
  const sandbox = await start({ callbackBehaviour: { delayMs: 60_000 } });
  const receiver = await listen();
  await generate(sandbox, { callback_url: receiver.url });
  const { told } = await sandbox.pay('100234');
  await sandbox.close();
  expect(await told).toMatchObject([{ outcome: 'failed' }]);
  expect(receiver.heard).toEqual([]);
});

test('the behaviour is read and changed over HTTP', async () => {
  const sandbox = await start();
  expect((await play(sandbox, 'POST', 'callbacks', { form: 'put', repeat: 2 })).json).toMatchObject({
    behaviour: { form: 'put', repeat: 2, drop: false },
    deliveries: [],
  });
  expect((await play(sandbox, 'POST', 'callbacks', { repeat: 0 })).status).toBe(400);
  expect(sandbox.callbackBehaviour.get()).toMatchObject({ form: 'put', repeat: 2 });
});

test('a callback can be forged, and the last real one repeated unchanged', async () => {
  const { sandbox, receiver } = await scene();
  expect(await sandbox.repeatCallback('100234')).toEqual([]);
  expect(await sandbox.forgeCallback('100234', { payload: { amount: 9 } })).toMatchObject([
    { cause: 'forged', outcome: 'delivered', payload: { status: 'PAID', amount: 9, transactionId: null } },
  ]);
  expect(sandbox.link('100234')?.status).toBe('CREATED');
  await (await sandbox.pay('100234')).told;
  expect(await sandbox.repeatCallback('100234')).toMatchObject([{ cause: 'repeated', outcome: 'delivered' }]);
  expect(receiver.heard[2]?.body).toBe(receiver.heard[1]?.body);

  const elsewhere = `${receiver.origin}/callbacks/guessed`;
  await sandbox.forgeCallback('100234', { url: elsewhere });
  expect(receiver.heard.at(-1)?.path).toBe('/callbacks/guessed');
  await sandbox.repeatCallback('100234');
  expect(receiver.heard.at(-1)).toEqual(receiver.heard[1]);
  await expect(sandbox.forgeCallback('1')).rejects.toThrow('no order');
});

test('refunds, cancellations and expiry are reported too', async () => {
  const { sandbox, receiver } = await scene();
  await (await sandbox.pay('100234')).told;
  await (await sandbox.refund('100234')).told;
  await generate(sandbox, { callback_url: receiver.url });
  await (await sandbox.cancel('100235')).told;
  await generate(sandbox, { callback_url: receiver.url });
  await (await sandbox.expire('100236', { callback: false })).told;
  const states = receiver.heard.map(({ body }) => JSON.parse(body).status);
  expect(states).toEqual(['PAID', 'REFUNDED', 'CANCELLED']);
});

test('a callback can carry almost nothing', async () => {
  const { sandbox, receiver } = await scene({ says: 'references' });
  const { told, transaction } = await sandbox.pay('100234', { decline: true });
  await told;
  sandbox.callbackBehaviour.set({ says: 'empty' });
  await (await sandbox.pay('100234')).told;
  expect(receiver.heard.map(({ body }) => JSON.parse(body))).toEqual([
    { orderId: '100234', Invoice_Id: 'INV-1', transactionId: transaction.transactionId },
    {},
  ]);
});

test('over HTTP a callback is forged or repeated', async () => {
  const { sandbox, receiver } = await scene();
  const ask = (what: string, orderId = '100234') => play(sandbox, 'POST', 'callback', { orderId, what });
  expect((await ask('forge')).status).toBe(200);
  await sandbox.until(() => sandbox.callbacks.at(-1)?.outcome === 'delivered');
  expect((await ask('forge', '1')).status).toBe(404);
  expect((await ask('sing')).status).toBe(400);
  expect(receiver.heard).toHaveLength(1);
});
