import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { authHeaders, EXAMPLE_BODY, generate, get, hmac, play } from './call-sandbox.ts';
import { createSandboxes } from './create-sandboxes.ts';

const start = createSandboxes();

test('a status fault answers with its status, code and Retry-After as many times as set', async () => {
  const sandbox = await start();
  sandbox.faults.add({ operation: 'generate', kind: 'status', status: 429, retryAfter: 7, times: 2 });
  const reply = await generate(sandbox);
  expect([reply.status, reply.headers['retry-after'], reply.json?.status]).toEqual([429, '7', '99']);
  expect(sandbox.faults.list()).toMatchObject([{ times: 1 }]);
  expect((await get(sandbox, '/business-details')).status).toBe(200);
  expect((await generate(sandbox)).status).toBe(429);
  expect((await generate(sandbox)).status).toBe(200);
  expect(sandbox.links()).toHaveLength(1);
  expect(sandbox.requests.map(({ status }) => status)).toEqual([429, 200, 429, 200]);
});

test('a 403 is a fault like others, and comes after the signature check', async () => {
  const sandbox = await start();
  sandbox.faults.add({ kind: 'status', status: 403 });
  expect((await generate(sandbox)).json?.status).toBe('90');
  expect((await generate(sandbox, {}, { 'X-HMAC-Signature': 'x' })).status).toBe(401);
});

test('a failure inside a 200 carries its code', async () => {
  const sandbox = await start();
  sandbox.faults.add({ kind: 'body-failure', code: '97' });
  const reply = await generate(sandbox);
  expect([reply.status, reply.json?.status, sandbox.links().length]).toEqual([200, '97', 0]);
});

describe('a dropped connection', () => {
  test.each([
    ['drop-before-work', 0],
    ['drop-after-work', 1],
  ] as const)('%s leaves %i links', async (kind, made) => {
    const sandbox = await start();
    sandbox.faults.add({ kind, times: 1 });
    await expect(generate(sandbox)).rejects.toThrow(/socket hang up|ECONNRESET/);
    expect(sandbox.links()).toHaveLength(made);
    await sandbox.until(() => sandbox.requests[0]?.status === 'dropped');
    expect((await generate(sandbox)).status).toBe(200);
  });
});

describe('a spoilt answer', () => {
  test.each([false, true])('with afterWork %s the link is created or not', async (afterWork) => {
    for (const kind of ['html', 'empty', 'truncated', 'huge', 'status', 'body-failure'] as const) {
      const sandbox = await start();
      sandbox.faults.add({ kind, afterWork, times: 1, bytes: 100_000 });
      await generate(sandbox).catch(() => undefined);
      expect([kind, sandbox.links().length]).toEqual([kind, afterWork ? 1 : 0]);
    }
  });

  test('is a page, nothing, or half a body', async () => {
    const sandbox = await start();
    sandbox.faults.add({ kind: 'html', status: 502, times: 1 });
    const page = await generate(sandbox);
    expect([page.status, page.headers['content-type']]).toEqual([502, 'text/html; charset=utf-8']);
    expect(page.json).toBeUndefined();
    sandbox.faults.add({ kind: 'empty', times: 1 });
    const nothing = await generate(sandbox);
    expect([nothing.status, nothing.text]).toEqual([200, '']);
    sandbox.faults.add({ kind: 'truncated', times: 1 });
    await expect(generate(sandbox)).rejects.toThrow(/aborted|ECONNRESET/);
  });

  test('can have any size', async () => {
    const sandbox = await start();
    sandbox.faults.add({ kind: 'huge', bytes: 3_000_000, times: 1 });
    const reply = await generate(sandbox);
    expect(reply.text.length).toBeGreaterThan(3_000_000);
    expect(reply.json?.status).toBe('00');
  });

  test('of 50 MB stops when the caller hangs up', async () => {
    const sandbox = await start();
    sandbox.faults.add({ kind: 'huge', times: 1 });
    await new Promise<void>((resolve) => {
      const headers = authHeaders(hmac(''));
      const call = request(`${sandbox.baseUrl}/business-details`, { headers, agent: false }, (answer) => {
        answer.once('data', () => call.destroy());
        answer.on('error', () => resolve());
        answer.on('close', () => resolve());
      });
      call.on('error', () => resolve());
      call.end();
    });
    await sandbox.until(() => sandbox.requests[0]?.status === 200);
    expect((await generate(sandbox)).status).toBe(200);
  });
});

test('an answer can omit the address once', async () => {
  const sandbox = await start();
  sandbox.faults.add({ kind: 'no-address', times: 1 });
  expect((await get(sandbox, '/business-details')).status).toBe(200);
  expect((await generate(sandbox)).text).not.toContain('/pay/');
  expect((await generate(sandbox)).text).toContain('/pay/');
  expect(sandbox.links()).toHaveLength(2);
});

test('a delay after the work leaves a link before its answer is there; a delay ends when the sandbox closes', async () => {
  const sandbox = await start();
  sandbox.faults.add({ kind: 'delay', delayMs: 60_000, afterWork: true });
  const reply = generate(sandbox).catch((error: unknown) => error);
  await sandbox.until(() => sandbox.links().length === 1);
  expect(sandbox.requests[0]?.status).toBe(null);
  await sandbox.close();
  expect(await reply).toBeInstanceOf(Error);
});

test('a link is created even if the caller has gone away', async () => {
  const sandbox = await start();
  sandbox.faults.add({ kind: 'delay', delayMs: 50 });
  const body = JSON.stringify(EXAMPLE_BODY);
  const call = request(`${sandbox.baseUrl}/payment-link/generate`, {
    method: 'POST',
    agent: false,
    headers: { ...authHeaders(hmac(body)), 'Content-Type': 'application/json', 'Time-Zone': 'UTC' },
  });
  call.on('error', () => undefined);
  call.end(body);
  await sandbox.until(() => sandbox.requests[0]?.body != null);
  call.destroy();
  await sandbox.until(() => sandbox.requests[0]?.status === 'dropped');
  expect(sandbox.links()).toHaveLength(0);
  await sandbox.until(() => sandbox.made()[0]?.answer === 'lost');
  expect(sandbox.links()).toHaveLength(1);
});

test('a delay and another fault apply to one call', async () => {
  const sandbox = await start();
  sandbox.faults.add({ kind: 'delay', delayMs: 20 });
  sandbox.faults.add({ kind: 'status', status: 503, times: 1 });
  expect((await generate(sandbox)).status).toBe(503);
  expect((await generate(sandbox)).status).toBe(200);
});

test('an exact answer comes before the signature check and faults; what is left out, the sandbox answers', async () => {
  const sandbox = await start();
  sandbox.faults.add({ kind: 'status', status: 503 });
  sandbox.answerWith(({ method, target, body }) =>
    method === 'POST'
      ? { status: 418, headers: { 'X-Seen': target }, body: [String(body).length] }
      : undefined,
  );
  const reply = await generate(sandbox, {}, { 'X-HMAC-Signature': 'x' });
  expect([reply.status, reply.headers['x-seen'], reply.text]).toEqual([
    418,
    '/api/payment-link/generate',
    `[${JSON.stringify(EXAMPLE_BODY).length}]`,
  ]);
  expect((await get(sandbox, '/business-details')).status).toBe(503);
  expect(sandbox.links()).toEqual([]);
});

test('an answer names a link only if the link is there', async () => {
  const sandbox = await start();
  expect(() => sandbox.faults.add({ kind: 'body-failure', holds: 'link' })).toThrow(/only after the work/);
  sandbox.faults.add({ kind: 'body-failure', holds: 'echo' });
  expect((await generate(sandbox)).json?.response).toMatchObject({ request: EXAMPLE_BODY });
});

test('faults are read, added and cleared over HTTP, and an invalid fault is refused', async () => {
  const sandbox = await start();
  const added = await play(sandbox, 'POST', 'faults', { kind: 'status', status: 500, operation: 'links' });
  expect([added.status, added.json]).toEqual([200, [{ kind: 'status', status: 500, operation: 'links' }]]);
  expect((await play(sandbox, 'POST', 'faults', { kind: 'explode' })).status).toBe(400);
  expect((await play(sandbox, 'POST', 'faults', { kind: 'delay', delay: 5 })).status).toBe(400);
  expect((await play(sandbox, 'GET', 'faults')).json).toHaveLength(1);
  expect((await play(sandbox, 'DELETE', 'faults')).json).toEqual([]);
  expect(sandbox.faults.list()).toEqual([]);
});
