import { expect, test } from 'vitest';
import { authHeaders, EXAMPLE_BODY, generate, get, hmac, post, send } from './call-sandbox.ts';
import { createSandboxes } from './create-sandboxes.ts';

const start = createSandboxes();
const RANGE = '/api/payment-link/get/2026-01-01%2000:00:00/2026-12-31%2023:59:59';

test.each(['apiKey', 'accountId', 'X-HMAC-Signature'])('a call without %s is answered 401', async (name) => {
  const { url } = await start();
  const headers = authHeaders(hmac(''));
  delete headers[name];
  const reply = await send(url, { target: '/api/business-details', headers });
  expect(reply.status).toBe(401);
  expect(reply.json).toEqual({ status: '96', message: `${name} header is missing`, response: {} });
});

test.each([
  ['apiKey', 'some-other-key'],
  ['accountId', 'some-other-account'],
  ['X-HMAC-Signature', 'a'.repeat(64)],
  ['X-HMAC-Signature', 'short'],
])('a wrong %s is answered 401', async (name, value) => {
  const { url } = await start();
  const headers = { ...authHeaders(hmac('')), [name]: value };
  expect((await send(url, { target: '/api/business-details', headers })).status).toBe(401);
});

test('the signature covers the exact bytes of the body', async () => {
  const sandbox = await start();
  const compact = JSON.stringify(EXAMPLE_BODY);
  const spaced = JSON.stringify(EXAMPLE_BODY, null, 1);
  expect((await post(sandbox.url, spaced, { 'X-HMAC-Signature': hmac(compact) })).status).toBe(401);
  expect(sandbox.links()).toHaveLength(0);
  expect((await post(sandbox.url, spaced)).status).toBe(200);
});

test('only the configured way to sign a GET is accepted', async () => {
  const query = 'page=0&size=5';
  const messages = { query, path: RANGE, 'path-and-query': `${RANGE}?${query}`, empty: '' } as const;
  for (const signatureGet of ['query', 'path', 'path-and-query', 'empty'] as const) {
    const { url } = await start({ signatureGet });
    for (const [name, message] of Object.entries(messages)) {
      const headers = authHeaders(hmac(message));
      const { status } = await send(url, { target: `${RANGE}?${query}`, headers });
      expect([signatureGet, name, status]).toEqual([signatureGet, name, name === signatureGet ? 200 : 401]);
    }
  }
});

test('the signed path is the raw one, not the decoded one', async () => {
  const { url } = await start({ signatureGet: 'path' });
  const headers = authHeaders(hmac(RANGE));
  expect((await send(url, { target: RANGE, headers })).status).toBe(200);
  const encoded = RANGE.replaceAll(':', '%3A');
  expect((await send(url, { target: encoded, headers })).status).toBe(401);
  expect((await send(url, { target: encoded, headers: authHeaders(hmac(encoded)) })).status).toBe(200);
});

test('base64 is accepted if configured', async () => {
  const sandbox = await start({ signatureEncoding: 'base64' });
  const body = JSON.stringify(EXAMPLE_BODY);
  expect((await generate(sandbox)).status).toBe(401);
  expect((await post(sandbox.url, body, { 'X-HMAC-Signature': hmac(body, 'base64') })).status).toBe(200);
});

test('callers are authenticated before unknown paths get 404', async () => {
  const sandbox = await start();
  expect((await send(sandbox.url, { target: '/api/nowhere' })).status).toBe(401);
  expect((await get(sandbox, '/nowhere')).status).toBe(404);
  expect((await get(sandbox, '/payment-link/get/')).status).toBe(404);
  expect((await get(sandbox, '/payment-link/get/%E0%A4%A')).status).toBe(404);
  const wrong = await get(sandbox, '/payment-link/generate');
  expect([wrong.status, wrong.headers['allow'], wrong.json?.status]).toEqual([405, 'POST', '96']);
});

test('the journal keeps no secret', async () => {
  const sandbox = await start();
  await generate(sandbox);
  const text = JSON.stringify(sandbox.requests);
  for (const secret of Object.values(authHeaders(hmac(JSON.stringify(EXAMPLE_BODY))))) {
    expect(text).not.toContain(secret);
  }
  expect(sandbox.requests).toMatchObject([
    {
      at: expect.any(Number),
      method: 'POST',
      path: '/api/payment-link/generate',
      operation: 'generate',
      headers: { apikey: '[present]', 'time-zone': 'Asia/Dubai' },
      body: EXAMPLE_BODY,
      status: 200,
    },
  ]);
});
