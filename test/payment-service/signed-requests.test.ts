import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createReference } from '../../src/payment-service/client.ts';
import { SANDBOX_CREDENTIALS } from '../../tools/sandbox/sandbox-service.ts';
import { type ClientOptions, startAnswering, startClient } from '../fixtures/payment-service.ts';
import { buildLinkRequest, RANGE } from './link-requests.ts';

const SECRET = 'sécret';
const hmac = (message: string | Buffer, encoding: 'hex' | 'base64') =>
  createHmac('sha256', Buffer.from(SECRET, 'utf8')).update(message).digest(encoding);
const DATES = '2026-11-01%2000:00:00/2026-11-30%2023:59:59';

const OK = { status: '00', message: 'ok', response: {} };
const startOk = ({ settings, ...options }: ClientOptions = {}) =>
  startAnswering({ body: OK }, { ...options, settings: { secretKey: SECRET, ...settings } });

test('link generation sends the request as JSON and signs its exact bytes', async () => {
  const { client, requests } = await startOk();
  const request = buildLinkRequest({ notes: 'قهوة ☕ "quoted"', invoiceAmount: 10.1 });
  await client.generateLink(request);
  const [seen] = requests;
  expect(seen?.method).toBe('POST');
  expect(seen?.target).toBe('/api/payment-link/generate');
  expect(JSON.parse(String(seen?.body))).toEqual(request);
  expect(String(seen?.body)).toContain('"invoiceAmount":10.1,');
  expect(seen?.headers['x-hmac-signature']).toBe(hmac(seen?.body ?? '', 'hex'));
});

test('the headers have the names that the interface gives', async () => {
  const { client, requests } = await startOk();
  await client.generateLink(buildLinkRequest());
  const [seen] = requests;
  expect(seen?.headerNames).toEqual(
    expect.arrayContaining([
      'apiKey',
      'X-HMAC-Signature',
      'accountId',
      'Time-Zone',
      'User-Agent',
      'Content-Type',
    ]),
  );
  expect(seen?.headers).toMatchObject({
    apikey: SANDBOX_CREDENTIALS.apiKey,
    accountid: SANDBOX_CREDENTIALS.accountId,
    'time-zone': 'Asia/Dubai',
    'user-agent': 'paylink-slack/test',
    'content-type': 'application/json',
  });
});

test('requests accept uncompressed JSON, and a GET has no content type', async () => {
  const { client, requests } = await startOk();
  await client.businessDetails();
  expect(requests[0]?.headers).toMatchObject({ accept: 'application/json', 'accept-encoding': 'identity' });
  expect(requests[0]?.headers).not.toHaveProperty('content-type');
});

test('a listing writes its dates with %20 and bare colons, and pages from 0 by 10', async () => {
  const { client, requests } = await startOk();
  await client.listLinks(RANGE);
  await client.listPayouts(RANGE, { page: 3, size: 50 });
  await client.listTransactions(RANGE, { size: 1 });
  expect(requests.map(({ target }) => target)).toEqual([
    `/api/payment-link/get/${DATES}?page=0&size=10`,
    `/api/get-payout-summary/${DATES}?page=3&size=50`,
    `/api/transactions-history/${DATES}?page=0&size=1`,
  ]);
});

test.each([
  ['query', 'page=0&size=10'],
  ['path', `/api/payment-link/get/${DATES}`],
  ['path-and-query', `/api/payment-link/get/${DATES}?page=0&size=10`],
  ['empty', ''],
] as const)('a GET can sign its %s, in hex or Base64', async (signatureGet, message) => {
  for (const signatureEncoding of ['hex', 'base64'] as const) {
    const { client, requests } = await startOk({ settings: { signatureGet, signatureEncoding } });
    await client.listLinks(RANGE);
    expect(requests.at(-1)?.headers['x-hmac-signature']).toBe(hmac(message, signatureEncoding));
  }
});

test('a GET signs the query or path of its request line', async () => {
  const { client, requests } = await startOk({ settings: { signatureGet: 'path-and-query' } });
  for (const id of ['12345', 'a b/c?d#e', '..', '.', 'ü☕', '%2e', '\ud800']) await client.findLinks(id);
  await client.businessDetails();
  for (const { target, headers } of requests) {
    expect(headers['x-hmac-signature']).toBe(hmac(target, 'hex'));
  }
});

test.each([
  ['12345', '12345'],
  ['..', '%2E%2E'],
  ['.', '%2E'],
  ['...', '...'],
  ['a..', 'a..'],
  ['..a', '..a'],
  ['a/b', 'a%2Fb'],
  ['a/../b', 'a%2F..%2Fb'],
  ['$& $1', '%24%26%20%241'],
  ['?x=1#y', '%3Fx%3D1%23y'],
])('the id %j stays one path segment', async (id, segment) => {
  const { client, requests } = await startOk();
  await client.findTransactions(id);
  expect(requests[0]?.target).toBe(`/api/transactions-history/${segment}`);
});

test('a path template may have its own query', async () => {
  const { baseUrl, requests } = await startOk();
  const { client } = startClient(`${baseUrl}///`, {
    settings: {
      secretKey: SECRET,
      paths: {
        transactions: '/t?from={fromDate}&to={toDate}',
        payouts: '/p/{fromDate}/{toDate}',
        links: '/l/{fromDate}/{toDate}',
        link: '',
        transaction: '',
      },
    },
  });
  await client.listTransactions(RANGE);
  const query = 'from=2026-11-01%2000:00:00&to=2026-11-30%2023:59:59&page=0&size=10';
  expect(requests[0]?.target).toBe(`/api/t?${query}`);
  expect(requests[0]?.headers['x-hmac-signature']).toBe(hmac(query, 'hex'));
  expect(await client.findLinks('1')).toEqual([]);
  expect(await client.findTransactions('1')).toEqual([]);
  expect(requests).toHaveLength(1);
});

test('an empty id sends nothing: the path would be another endpoint’s', async () => {
  const { client, requests } = await startOk();
  expect(await client.findLinks('')).toEqual([]);
  expect(requests).toEqual([]);
});

test('the signing function can be replaced', async () => {
  const { client, requests } = await startOk({ sign: ({ method, path }) => `${method} ${path} by hand` });
  await client.businessDetails();
  expect(requests[0]?.headers['x-hmac-signature']).toBe('GET /api/business-details by hand');
});

test('all invalid settings are named together, without their values', () => {
  const settings = { baseUrl: 'ftp://user:hunter2@x/', apiKey: 'secret\nkey', secretKey: '' };
  const start = () => startClient('http://127.0.0.1:1', { settings });
  expect(start).toThrow(TypeError);
  expect(start).toThrow(/baseUrl.*apiKey.*secretKey/);
  expect(start).not.toThrow(/hunter2|secret\nkey/);
});

test('a reference is eight unambiguous letters and digits, new each time', () => {
  const references = Array.from({ length: 500 }, createReference);
  for (const reference of references) expect(reference).toMatch(/^[2-9A-HJ-KM-NP-TV-Z]{8}$/);
  expect(new Set(references).size).toBe(500);
  expect(new Set(references.join('')).size).toBe(30);
});
