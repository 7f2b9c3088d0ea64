import { request } from 'node:http';
import { expect, test } from 'vitest';
import { createSandboxService } from '../../../playground/sandbox/sandbox-service.ts';
import { perTest } from '../../fixtures/per-test.ts';

const sandbox = perTest(() =>
  createSandboxService({ history: 'none', phones: { host: '127.0.0.1', port: 0 } }),
);

const seed = () => {
  const [link] = sandbox.seedLinks(1);
  if (!link) throw new Error('no link');
  return link;
};

/** A request from a phone, or with other Host and Origin headers. */
const ask = (path: string, { method = 'GET', headers = {} as Record<string, string> } = {}) =>
  new Promise<number>((resolve, reject) => {
    const asked = request(new URL(path, sandbox.payUrl), { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.on('error', reject).end();
  });

test('a phone opens the pay page and pays there', async () => {
  const { orderId, token } = seed();
  expect(sandbox.payUrl).not.toBe(sandbox.url);
  expect(await ask(`/pay/${token}`)).toBe(200);
  expect(await ask(`/pay/${token}/pay`, { method: 'POST', headers: { origin: sandbox.payUrl } })).toBe(303);
  expect(sandbox.link(orderId)?.status).toBe('PAID');
});

test('links point to the address for phones', async () => {
  const { token } = seed();
  const list = await fetch(`${sandbox.url}/_play/links`).then((answer) => answer.text());
  expect(list).toContain(`${sandbox.payUrl}/pay/${token}`);
});

test.each(['/', '/_play/faults', '/_play/links', '/api/paylink/generate', '/pay'])(
  'phones get nothing but pay pages: %s',
  async (path) => {
    expect(await ask(path)).toBe(404);
  },
);

test('another host name and cross-site posts are refused', async () => {
  const { orderId, token } = seed();
  expect(await ask(`/pay/${token}`, { headers: { host: 'evil.example' } })).toBe(403);
  const headers = { origin: 'http://evil.example' };
  expect(await ask(`/pay/${token}/pay`, { method: 'POST', headers })).toBe(403);
  expect(sandbox.link(orderId)?.status).not.toBe('PAID');
});

test('without an address for phones, links point to this machine', async () => {
  const own = await createSandboxService({ history: 'none' });
  expect(own.payUrl).toBe(own.url);
  await own.close();
});
