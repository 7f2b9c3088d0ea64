// @module-tag long

import { expect, test } from 'vitest';
import { NOON } from '../fixtures/noon-clock.ts';
import { type Call, EXAMPLE_BODY, GENERATE, hmac, startSandbox } from './call-sandbox.ts';

const BUSINESS = '/business-details';
const RANGE = '/payment-link/get/2026-01-01%2000:00:00/2026-12-31%2023:59:59';
const TRANSACTIONS = RANGE.replace('payment-link/get', 'transactions-history');
const [WRITTEN, SPACED] = [JSON.stringify(EXAMPLE_BODY), JSON.stringify(EXAMPLE_BODY, null, 1)];

const without = (name: string): Call => ({ headers: { [name]: undefined } });
const posted = (body: unknown, headers: Call['headers'] = {}): Call => ({ method: 'POST', body, headers });
const filled = (change: object): Call => posted({ ...EXAMPLE_BODY, ...change });
const between = (from: string, to: string, query = '') =>
  `/payment-link/get/${encodeURI(from)}/${encodeURI(to)}${query}`;

test.each<[string, number, string, string, Call?]>([
  ['a call without apiKey', 401, '96', BUSINESS, without('apiKey')],
  ['a call without accountId', 401, '96', BUSINESS, without('accountId')],
  ['a call without signature', 401, '96', BUSINESS, without('X-HMAC-Signature')],
  ['another apiKey', 401, '96', BUSINESS, { headers: { apiKey: 'sandbox-api-key-not-rea1' } }],
  ['another accountId', 401, '96', BUSINESS, { headers: { accountId: 'sandbox-account-not-rea1' } }],
  ['a wrong signature', 401, '96', BUSINESS, { headers: { 'X-HMAC-Signature': 'a'.repeat(64) } }],
  ['a body signed in Base64', 401, '96', GENERATE, posted(WRITTEN, signed(hmac(WRITTEN, 'base64')))],
  ['a body other than the signed bytes', 401, '96', GENERATE, posted(SPACED, signed(hmac(WRITTEN)))],
  ['a stranger who asks for an unknown path', 401, '96', '/nowhere', without('apiKey')],
  ['an unknown path', 404, '93', '/nowhere'],
  ['a path without its id', 404, '93', '/payment-link/get/'],
  ['an id that cannot be decoded', 404, '93', '/payment-link/get/%E0%A4%A'],
  ['an unknown id', 404, '93', '/payment-link/get/999'],
  ['a GET where a POST belongs', 405, '96', GENERATE],
  ['an empty body', 400, '91', GENERATE, posted('')],
  ['half a body', 400, '92', GENERATE, posted('{"FullName":')],
  [
    'bytes that are not UTF-8',
    400,
    '92',
    GENERATE,
    posted(Buffer.from(WRITTEN.replace('June', 'J\xFCne'), 'latin1')),
  ],
  ['an array', 400, '92', GENERATE, posted([])],
  ['a body above 1 MiB', 400, '92', GENERATE, posted(' '.repeat(1024 * 1024 + 1))],
  ['another content type', 415, '96', GENERATE, posted(WRITTEN, { 'Content-Type': 'text/plain' })],
  ['a POST without time zone', 400, '92', GENERATE, posted(WRITTEN, { 'Time-Zone': undefined })],
  ['an unknown time zone', 400, '92', GENERATE, posted(WRITTEN, { 'Time-Zone': 'Dubai' })],
  ['an offset as time zone', 400, '92', GENERATE, posted(WRITTEN, { 'Time-Zone': '+04:00' })],
  ['a member that the interface does not name', 400, '92', GENERATE, filled({ Colour: 'red' })],
  ['an amount above the limit', 402, '97', GENERATE, filled({ invoiceAmount: 1000.01 })],
  ['a date without time', 400, '92', between('2026-01-01', '2026-12-31 23:59:59')],
  ['a date in another form', 400, '92', between('2026-01-01T00:00:00', '2026-12-31 23:59:59')],
  ['a day that does not exist', 400, '92', between('2026-02-30 00:00:00', '2026-12-31 23:59:59')],
  ['an hour that does not exist', 400, '92', between('2026-01-01 00:00:00', '2026-12-31 24:00:00')],
  ['a range that ends before it begins', 400, '92', between('2026-12-31 00:00:00', '2026-01-01 00:00:00')],
  ['a plus instead of a space', 400, '92', RANGE.replaceAll('%20', '+')],
  ['a negative page', 400, '92', `${RANGE}?page=-1`],
  ['a page above an int32', 400, '92', `${RANGE}?page=3000000000`],
  ['a size of 0', 400, '92', `${RANGE}?size=0`],
  ['an empty size', 400, '92', `${RANGE}?size=`],
  ['transactions in an unknown zone', 400, '92', TRANSACTIONS, { headers: { 'Time-Zone': 'Nowhere' } }],
])('%s is answered %i with code %s, and no link is made', async (_, status, code, path, asked) => {
  const { call, links } = await startSandbox({ amountLimitFils: 100_000 });
  const reply = await call(path, asked);
  expect([reply.status, reply.json.status, links()]).toEqual([status, code, []]);
});

function signed(signature: string) {
  return { 'X-HMAC-Signature': signature };
}

test('a refusal names what is missing, the allowed method, or the wrong fields without their values', async () => {
  const { call, generate } = await startSandbox();
  for (const name of ['apiKey', 'accountId', 'X-HMAC-Signature'])
    expect((await call(BUSINESS, without(name))).json).toEqual({
      status: '96',
      message: `${name} header is missing`,
      response: {},
    });
  expect((await call(GENERATE)).headers['allow']).toBe('POST');
  const wrong = await generate({ FullName: 'R2D2', notes: undefined, currency: 'USD' });
  expect(wrong.json).toMatchObject({
    message: 'Invalid value for FullName, notes, currency',
    response: { errors: expect.arrayContaining([{ field: 'notes', message: expect.any(String) }]) },
  });
  expect(wrong.text).not.toMatch(/R2D2|USD/);
});

test.each(['query', 'path', 'path-and-query', 'empty'] as const)(
  'where a GET signs its %s, as it was sent, no other signature is accepted',
  async (signatureGet) => {
    const { call } = await startSandbox({ signatureGet });
    for (const range of [RANGE, RANGE.replaceAll(':', '%3A')]) {
      const target = `/api${range}?page=0&size=5`;
      const [path = '', query = ''] = target.split('?');
      const messages = {
        query,
        path,
        'path-and-query': target,
        decoded: decodeURIComponent(path),
        empty: '',
      };
      const accepted = [];
      for (const [name, message] of Object.entries(messages)) {
        const { status } = await call(`${range}?${query}`, { headers: signed(hmac(message)) });
        if (status === 200) accepted.push(name);
      }
      expect(accepted).toEqual([signatureGet]);
    }
  },
);

test('where signatures are Base64, hex is refused', async () => {
  const { generate } = await startSandbox({ signatureEncoding: 'base64' });
  expect((await generate()).status).toBe(401);
  expect((await generate({}, signed(hmac(WRITTEN, 'base64')))).status).toBe(200);
});

test('an accepted call, at the limit too, creates one link each time, and returns its address', async () => {
  const { url, generate, links } = await startSandbox({ amountLimitFils: 25_050 });
  const reply = await generate(
    { Invoice_Id: 'INV-1' },
    { 'Content-Type': 'application/json; charset=utf-8' },
  );
  const [link] = links();
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/json']);
  expect(reply.json).toEqual({
    status: '00',
    message: 'Payment link generated',
    response: {
      orderId: '100234',
      paymentLink: `${url}/pay/${link?.token}`,
      Invoice_Id: 'INV-1',
      status: 'CREATED',
      amount: 250.5,
      currency: 'AED',
      expiryOn: '2027-01-15 12:00:00',
      createdAt: '2026-11-21 12:00:00',
    },
  });
  expect(link).toMatchObject({ amountFils: 25050, createdAt: NOON, status: 'CREATED' });
  await Promise.all([generate(), generate(), generate({ Invoice_Id: '' })]);
  expect(links().map(({ orderId }) => orderId)).toEqual(['100234', '100235', '100236', '100237']);
});

test.each([
  ['Europe/London', '2027-01-15 12:00:00', '2027-01-15 16:00:00'],
  ['Pacific/Auckland', '1990-01-01 00:00:00', '1989-12-31 15:00:00'],
  ['America/Los_Angeles', '9999-12-31 23:59:59', '9999-12-31 23:59:59'],
])('an expiry in %s, %s, is told in the service’s zone', async (zone, expiryOn, told) => {
  const { generate, read, links } = await startSandbox();
  const change = {
    expiryOn,
    notes: '☕ قهوة',
    invoiceAmount: 351_843_720_888.32,
    City: "Al 'Ain",
    Country: 'UAE',
  };
  await generate(change, { 'Time-Zone': zone });
  expect(links()[0]?.request).toEqual({ ...EXAMPLE_BODY, ...change });
  const { expiryOn: _, invoiceAmount: amount, ...kept } = change;
  expect(await read('/payment-link/get/100234')).toMatchObject({ ...kept, amount, expiryOn: told });
});

test('a repeated Invoice_Id is a conflict without the link, with it, or none', async () => {
  const { generate, shape, links } = await startSandbox();
  const again = async () => (await generate({ Invoice_Id: 'INV-1' })).json;
  await again();
  const message = 'A payment link with this Invoice_Id exists already';
  expect(await again()).toEqual({ status: '99', message, response: {} });
  shape.set({ conflict: 'with-link' });
  expect(await again()).toMatchObject({ message, response: { orderId: '100234', amount: 250.5 } });
  expect(links()).toHaveLength(1);
  shape.set({ conflict: 'none' });
  await again();
  expect(links()).toHaveLength(2);
});

test('calls are counted, and the journal keeps no secret', async () => {
  const { generate, call, calls, requests } = await startSandbox();
  await generate();
  await call('/payment-link/get/100234', without('apiKey'));
  await call('/nowhere');
  const none = { business: 0, links: 0, transactions: 0, transaction: 0, payouts: 0, payout: 0 };
  expect(calls()).toEqual({ generate: 1, link: 1, ...none });
  expect(requests[0]).toMatchObject({
    at: NOON,
    ...{ method: 'POST', path: `/api${GENERATE}`, operation: 'generate', body: EXAMPLE_BODY, status: 200 },
    headers: { 'time-zone': 'Asia/Dubai', apikey: '[present]', accountid: '[present]' },
  });
  expect(JSON.stringify(requests)).not.toMatch(/not-real|[0-9a-f]{64}/);
});
