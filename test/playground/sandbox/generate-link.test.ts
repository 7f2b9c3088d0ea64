import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildWebAddresses, CODE_POINT } from '../../fixtures/code-point.ts';
import { runs } from '../../fixtures/whole-suite.ts';
import { EXAMPLE_BODY, generate, get, post, read } from './call-sandbox.ts';
import { createSandboxes, NOON } from './create-sandboxes.ts';

const start = createSandboxes();

test('an accepted call creates one link and returns its address', async () => {
  const sandbox = await start();
  const reply = await generate(sandbox, { Invoice_Id: 'INV-1' });
  const [link] = sandbox.links();
  expect(reply.status).toBe(200);
  expect(reply.headers['content-type']).toBe('application/json');
  expect(reply.json).toEqual({
    status: '00',
    message: 'Payment link generated',
    response: {
      orderId: '100234',
      paymentLink: `${sandbox.url}/pay/${link?.token}`,
      Invoice_Id: 'INV-1',
      status: 'CREATED',
      amount: 250.5,
      currency: 'AED',
      expiryOn: '2027-01-15 12:00:00',
      createdAt: '2026-11-21 12:00:00',
    },
  });
  expect(link).toMatchObject({ amountFils: 25050, createdAt: NOON, status: 'CREATED' });
  expect(sandbox.link('100234')).toEqual(link);
});

test('the same body twice creates two links: nothing is idempotent', async () => {
  const sandbox = await start();
  await Promise.all([generate(sandbox), generate(sandbox), generate(sandbox, { Invoice_Id: '' })]);
  expect(sandbox.links().map(({ orderId }) => orderId)).toEqual(['100234', '100235', '100236']);
});

test('the expiry is read in the Time-Zone header’s zone', async () => {
  const sandbox = await start();
  await generate(sandbox, {}, { 'Time-Zone': 'Europe/London' });
  expect(sandbox.link('100234')?.expiresAt).toBe(Date.UTC(2027, 0, 15, 12));
  const record = await read(sandbox, '/payment-link/get/100234');
  expect(record).toMatchObject({ expiryOn: '2027-01-15 16:00:00' });
});

const REQUIRED = [
  ...(['FullName', 'Email', 'Phone', 'invoiceAmount', 'notes', 'isTermsAndConditionsAccepted'] as const),
  ...(['expiryOn', 'Is_QR_needed', 'Is_invoice_generated'] as const),
];

describe('an invalid body gets 400 with the field', () => {
  test.each<[string, unknown]>([
    ...REQUIRED.map((field): [string, unknown] => [field, undefined]),
    ['FullName', 'A'],
    ['FullName', 'a'.repeat(51)],
    ['FullName', 'R2D2'],
    ['FullName', 'سارة خان'],
    ['Email', 'a@'],
    ['Email', 'a'.repeat(46)],
    ['Phone', 501234567],
    ['invoiceAmount', 9.99],
    ['invoiceAmount', '250'],
    ['invoiceAmount', 10.001],
    ['notes', 'x'],
    ['notes', 'x'.repeat(151)],
    ['isTermsAndConditionsAccepted', false],
    ['currency', 'USD'],
    ['expiryOn', '2027-01-15T12:00:00Z'],
    ['expiryOn', '2027-02-30 12:00:00'],
    ['Is_QR_needed', 'yes'],
    ['City', 'Dubai 2'],
    ['Country', 'U@E'],
    ['callback_url', 7],
    ['Colour', 'red'],
  ])('%s = %j', async (field, value) => {
    const sandbox = await start();
    const reply = await generate(sandbox, { [field]: value });
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({
      status: '92',
      message: `Invalid value for ${field}`,
      response: { errors: expect.arrayContaining([{ field, message: expect.any(String) }]) },
    });
    expect(sandbox.links()).toHaveLength(0);
  });
});

test('all invalid fields are listed, without their values', async () => {
  const sandbox = await start();
  const reply = await generate(sandbox, { FullName: 'R2D2', notes: 'x', currency: 'USD' });
  expect(reply.json?.message).toBe('Invalid value for FullName, notes, currency');
  expect(reply.text).not.toMatch(/R2D2|USD/);
});

test.each<[string, string | Buffer, Record<string, string>, number, string]>([
  ['an empty body', '', {}, 400, '91'],
  ['half a body', '{"FullName":', {}, 400, '92'],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), {}, 400, '92'],
  ['an array', '[]', {}, 400, '92'],
  ['a body above 1 MiB', ' '.repeat(1024 * 1024 + 1), {}, 400, '92'],
  ['another content type', JSON.stringify(EXAMPLE_BODY), { 'Content-Type': 'text/plain' }, 415, '96'],
  ['an invalid time zone', JSON.stringify(EXAMPLE_BODY), { 'Time-Zone': 'Dubai' }, 400, '92'],
  ['an offset as time zone', JSON.stringify(EXAMPLE_BODY), { 'Time-Zone': '+04:00' }, 400, '92'],
])('%s is refused', async (_, body, headers, status, code) => {
  const sandbox = await start();
  const reply = await post(sandbox.url, body, headers);
  expect([reply.status, reply.json?.status]).toEqual([status, code]);
  expect(sandbox.links()).toHaveLength(0);
});

test('a content type may have a charset', async () => {
  const sandbox = await start();
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  expect((await generate(sandbox, {}, headers)).status).toBe(200);
});

test('without strictness, unknown members and other content types pass', async () => {
  const sandbox = await start({ strict: false });
  const reply = await generate(sandbox, { Colour: 'red' }, { 'Content-Type': 'text/plain' });
  expect(reply.status).toBe(200);
  expect(sandbox.links()[0]?.request).toEqual(EXAMPLE_BODY);
});

test('a repeated Invoice_Id is a conflict without the link, unless configured otherwise', async () => {
  const sandbox = await start();
  await generate(sandbox, { Invoice_Id: 'INV-1' });
  const bare = await generate(sandbox, { Invoice_Id: 'INV-1', invoiceAmount: 300 });
  expect(bare.status).toBe(409);
  expect(bare.json?.message).toMatch(/Invoice_Id exists already/);
  expect(bare.json?.response).toEqual({});
  sandbox.shape.set({ conflict: 'with-link' });
  const telling = await generate(sandbox, { Invoice_Id: 'INV-1' });
  expect(telling.json?.response).toMatchObject({ orderId: '100234', amount: 250.5 });
  expect(sandbox.links()).toHaveLength(1);
});

test('an amount above the limit is refused with 402', async () => {
  const sandbox = await start({ amountLimitFils: 100_000 });
  expect((await generate(sandbox, { invoiceAmount: 1000 })).status).toBe(200);
  expect((await generate(sandbox, { invoiceAmount: 1000.01 })).status).toBe(402);
});

test('every valid body is accepted, and its record has the same values', async () => {
  const sandbox = await start();
  const text = (letters: string, minLength: number, maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength });
  const place = text("abcXYZ .'-\t", 1, 30);
  const second = fc
    .integer({ min: Date.UTC(1990, 0, 1) / 1000, max: Date.UTC(9999, 11, 31, 23, 59, 59) / 1000 })
    .map((seconds) => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' '));
  const body = fc.record(
    {
      FullName: text("abcXYZ./' ", 2, 50),
      Email: fc.string({ unit: CODE_POINT, minLength: 3, maxLength: 20 }),
      Phone: fc.string({ unit: CODE_POINT }),
      invoiceAmount: fc.integer({ min: 1000, max: 2 ** 45 }).map((fils) => Number((fils / 100).toFixed(2))),
      notes: fc.string({ unit: CODE_POINT, minLength: 2, maxLength: 70 }),
      isTermsAndConditionsAccepted: fc.constant(true),
      currency: fc.constant('AED'),
      expiryOn: second,
      Is_QR_needed: fc.boolean(),
      Is_invoice_generated: fc.boolean(),
      Address: fc.string({ unit: CODE_POINT }),
      City: place,
      Country: place,
      Invoice_Id: fc.uuid(),
      Product_Id: fc.string(),
      callback_url: buildWebAddresses(),
    },
    { requiredKeys: [...REQUIRED] },
  );
  const zone = fc.constantFrom('Asia/Dubai', 'America/Los_Angeles', 'Pacific/Auckland', 'UTC');
  await fc.assert(
    fc.asyncProperty(body, zone, async (wanted, timeZone) => {
      const made = sandbox.links().length;
      const reply = await generate(sandbox, { currency: undefined, ...wanted }, { 'Time-Zone': timeZone });
      expect(reply.status).toBe(200);
      const link = sandbox.links().at(-1);
      expect(sandbox.links()).toHaveLength(made + 1);
      expect(link?.request).toEqual(JSON.parse(JSON.stringify(wanted)));
      const record = await get(sandbox, `/payment-link/get/${link?.orderId}`);
      expect(record.json?.response).toMatchObject({ amount: wanted.invoiceAmount, notes: wanted.notes });
    }),
    runs(150),
  );
});
