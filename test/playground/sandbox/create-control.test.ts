import { expect, test } from 'vitest';
import { createSandboxService } from '../../../playground/sandbox/sandbox-service.ts';
import { generate, play, send } from './call-sandbox.ts';
import { createSandboxes } from './create-sandboxes.ts';

const start = createSandboxes();

test('links and requests can be read, and a link paid or declined', async () => {
  const sandbox = await start();
  await generate(sandbox);
  expect((await play(sandbox, 'GET', 'links')).json).toMatchObject([
    { orderId: '100234', paymentLink: expect.stringContaining('/pay/'), status: 'CREATED' },
  ]);
  const requests = await play(sandbox, 'GET', 'requests');
  expect(requests.json).toMatchObject([{ operation: 'generate', status: 200 }]);
  const pay = (body: unknown) => play(sandbox, 'POST', 'pay', body);
  const declined = await pay({ orderId: '100234', decline: true });
  expect(declined.json).toMatchObject({ link: { status: 'FAILED' } });
  expect((await pay({ orderId: '100234' })).json).toMatchObject({ link: { status: 'PAID' } });
  expect((await pay({ orderId: '100234' })).status).toBe(409);
  expect((await pay({ orderId: '1' })).status).toBe(404);
  expect((await pay({})).status).toBe(400);
});

test('only pages on this machine may use the switches', async () => {
  const sandbox = await start();
  const from = (Origin: string) => play(sandbox, 'GET', 'faults', undefined, { Origin });
  for (const origin of ['http://127.0.0.1:4000', 'http://localhost:4000', 'http://[::1]:4000']) {
    expect((await from(origin)).headers['access-control-allow-origin']).toBe(origin);
  }
  const others = 'https://example.com http://localhost.example.com null http://127.0.0.1@evil.example';
  for (const origin of others.split(' ')) {
    const reply = await from(origin);
    expect([reply.status, reply.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  }
  expect((await play(sandbox, 'GET', 'faults', undefined, { Host: 'evil.example' })).status).toBe(403);
});

test('preflight requests are answered, and form posts are refused', async () => {
  const sandbox = await start();
  const Origin = 'http://localhost:4000';
  const asked = await play(sandbox, 'OPTIONS', 'faults', undefined, { Origin });
  expect([asked.status, asked.headers['access-control-allow-methods']]).toEqual([204, 'GET, POST, DELETE']);
  const form = await send(sandbox.url, {
    method: 'POST',
    target: '/_play/faults',
    headers: { 'Content-Type': 'text/plain' },
    body: '{"kind":"status"}',
  });
  expect(form.status).toBe(415);
  expect(sandbox.faults.list()).toEqual([]);
});

test('an unknown switch is a 404', async () => {
  const sandbox = await start();
  expect((await play(sandbox, 'GET', 'nothing')).status).toBe(404);
  expect((await play(sandbox, 'GET', 'constructor')).status).toBe(404);
  expect((await play(sandbox, 'DELETE', 'links')).status).toBe(405);
});

test('a wait ends when its condition holds, on timeout, and when the sandbox closes', async () => {
  const sandbox = await start();
  const seen = sandbox.until(() => sandbox.links().length === 2);
  await Promise.all([generate(sandbox), generate(sandbox)]);
  await seen;
  await expect(sandbox.until(() => false, 10)).rejects.toThrow(/within 0.01 s/);
  const failing = sandbox.until(() => {
    throw new Error('broken predicate');
  });
  await expect(failing).rejects.toThrow('broken predicate');
  const open = expect(sandbox.until(() => false)).rejects.toThrow(/closed/);
  await sandbox.close();
  await open;
  await sandbox.close();
});

test('a port that is taken is refused', async () => {
  const sandbox = await start();
  const port = Number(new URL(sandbox.url).port);
  await expect(createSandboxService({ port, history: 'none' })).rejects.toThrow(/EADDRINUSE/);
});
