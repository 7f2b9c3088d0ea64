import { expect, test } from 'vitest';
import { startReceiver } from '../start-receiver.ts';
import { generate, get, play } from './call-sandbox.ts';
import { createSandboxes } from './create-sandboxes.ts';

const start = createSandboxes();
test.each([
  ['drop-before-work', 'gone', 0],
  ['drop-after-work', 'gone', 1],
  ['error-before-work', 500, 0],
  ['error-after-work', 500, 1],
  ['rate-limited', 429, 0],
  ['rate-limited-after-work', 429, 1],
  ['failed-after-work', 200, 1],
  ['timed-out-after-work', 408, 1],
  ['conflict', 409, 0],
  ['late', 200, 1],
  ['late-after-work', 200, 1],
] as const)('by chance, %s: the caller hears %s and %i links are made', async (kind, heard, made) => {
  const sandbox = await start();
  sandbox.faults.random({ seed: 1, rate: 1, kinds: [kind], retryAfter: 3, delayMs: 20 });
  const reply = await generate(sandbox, { Invoice_Id: 'INV-1' }).catch(() => null);
  expect(reply?.status ?? 'gone').toBe(heard);
  expect(reply?.headers['retry-after']).toBe(heard === 429 ? '3' : undefined);
  await sandbox.until(() => sandbox.made().every(({ answer }) => answer !== 'waiting'));
  expect(sandbox.made()).toMatchObject(
    made === 0
      ? []
      : [{ invoiceId: 'INV-1', answer: kind.startsWith('late') ? 'sent' : 'lost', payments: [] }],
  );
});

test('callbacks are dropped, repeated or late by chance', async () => {
  const pauses: number[] = [];
  const sandbox = await start({ wait: async (ms) => void pauses.push(ms) });
  const { url, received, close } = await startReceiver();
  const payUnder = async (kind: 'callback-dropped' | 'callback-repeated' | 'callback-late') => {
    sandbox.faults.random({ seed: 1, rate: 1, kinds: [kind], delayMs: 50 });
    const orderId = String(
      sandbox.seedLinks(1, () => ({ invoiceId: kind, callbackUrl: `${url}/callbacks/x` }))[0]?.orderId,
    );
    const before = received.length;
    const told = await (await sandbox.pay(orderId)).told;
    return { outcomes: told.map(({ outcome }) => outcome), heard: received.length - before };
  };
  expect(await payUnder('callback-dropped')).toEqual({ outcomes: ['dropped'], heard: 0 });
  const repeated = await payUnder('callback-repeated');
  expect(repeated.heard).toBeGreaterThan(1);
  expect(repeated.outcomes).toEqual(Array(repeated.heard).fill('delivered'));
  expect(await payUnder('callback-late')).toEqual({ outcomes: ['delivered'], heard: 1 });
  expect(pauses).toEqual([expect.any(Number)]);
  await close();
});

test('random faults are listed, come after planned ones, and can be turned off', async () => {
  const sandbox = await start();
  const random = { seed: 1, rate: 1, kinds: ['error-before-work'] as ['error-before-work'] };
  sandbox.faults.random(random);
  sandbox.faults.add({ kind: 'status', status: 429, times: 1 });
  expect(sandbox.faults.list()).toEqual([
    { kind: 'random', random },
    { kind: 'status', status: 429, times: 1 },
  ]);
  expect((await get(sandbox, '/business-details')).status).toBe(429);
  expect((await get(sandbox, '/business-details')).status).toBe(500);
  sandbox.faults.random(null);
  expect(sandbox.faults.list()).toEqual([]);
  expect((await get(sandbox, '/business-details')).status).toBe(200);
});

test('only the given operations are affected; it works the same over HTTP', async () => {
  const sandbox = await start();
  const random = { seed: 1, rate: 1, kinds: ['error-before-work'], operations: ['generate'] };
  expect((await play(sandbox, 'POST', 'faults', { kind: 'random', random })).json).toMatchObject([
    { random },
  ]);
  expect((await generate(sandbox)).status).toBe(500);
  expect((await get(sandbox, '/business-details')).status).toBe(200);
  expect((await play(sandbox, 'POST', 'faults', { kind: 'random' })).status).toBe(400);
  expect((await play(sandbox, 'POST', 'faults', { kind: 'status', random })).status).toBe(400);
  await play(sandbox, 'DELETE', 'faults');
  expect((await generate(sandbox)).status).toBe(200);
});
