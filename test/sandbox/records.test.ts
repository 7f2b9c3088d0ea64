// @module-tag long

import { expect, test } from 'vitest';
import type { RecordWords, SandboxOptions } from '../../tools/sandbox/sandbox-service.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { ORDER, startSandbox } from './call-sandbox.ts';

const [LINKS, TRANSACTIONS, PAYOUTS] = ['/payment-link/get', '/transactions-history', '/get-payout-summary'];
const LINK = `${LINKS}/${ORDER}`;
const YEAR = '2026-01-01 00:00:00/2026-12-31 23:59:59';
const at = (second: string) => `${second}/${second}`;

interface Page {
  content: { orderId: string }[];
  totalElements: number;
  size: number;
}

const start = async (options?: SandboxOptions) => {
  const sandbox = await startSandbox(options);
  return {
    ...sandbox,
    list: async (range = YEAR, query = '', what = LINKS, headers = {}) =>
      (await sandbox.call(`${what}/${encodeURI(range)}?${query}`, { headers })).json.response as Page,
  };
};
const ordersOf = ({ content }: Page) => content.map(({ orderId }) => orderId);

test('pages count from zero, have ten rows by default, newest first, and together contain each link once', async () => {
  const { seedLinks, list } = await start();
  const made = seedLinks(24).map(({ orderId }) => orderId);
  const first = { totalElements: 24, totalPages: 3, number: 0, size: 10 };
  expect(await list()).toEqual({ content: expect.any(Array), ...first });
  expect(ordersOf(await list())).toHaveLength(10);
  const pages = [];
  for (const number of [0, 1, 2, 3]) pages.push(ordersOf(await list(YEAR, `page=${number}&size=7`)));
  expect(pages.flat()).toEqual(made.toReversed());
  expect(ordersOf(await list(YEAR, 'page=999'))).toEqual([]);
});

test.each<[string, SandboxOptions, string, number]>([
  ['never exceeds a hundred rows', {}, 'size=5000', 100],
  ['never exceeds a smaller cap', { maxPageSize: 15 }, 'size=20', 15],
  ['has always the same size where it is fixed', { fixedPageSize: 7 }, 'size=20', 7],
])('a page %s, and reports its real size', async (_, options, query, size) => {
  const { seedLinks, list } = await start(options);
  seedLinks(120);
  const page = await list(YEAR, query);
  expect([page.size, ordersOf(page).length]).toEqual([size, size]);
});

test('a range includes both ends to the second, in the service’s zone', async () => {
  const dubai = await start();
  dubai.seedLinks(4, (index) => ({ createdAt: NOON + ([-1, 0, 999, 1000][index] ?? 0) }));
  expect(ordersOf(await dubai.list(at('2026-11-21 12:00:00')))).toEqual(['100236', '100235']);
  const london = await start({ timeZone: 'Europe/London' });
  london.seedLinks(1);
  expect(ordersOf(await london.list(at('2026-11-21 12:00:00')))).toEqual([]);
  expect(ordersOf(await london.list(at('2026-11-21 08:00:00')))).toEqual([ORDER]);
  expect((await london.call(`${LINKS}/${encodeURIComponent(YEAR).replace('%2F', '/')}`)).status).toBe(200);
});

test('transactions use the zone of the Time-Zone header, if there is one', async () => {
  const { seedLinks, pay, list } = await start();
  seedLinks(1);
  await pay(ORDER, { amountFils: 1, currency: 'USD' });
  const utc = '2026-11-21 08:00:00';
  const { content } = await list(at(utc), '', TRANSACTIONS, { 'Time-Zone': 'UTC' });
  expect(content).toMatchObject([{ orderId: ORDER, createdAt: utc, amount: 0.01, currency: 'USD' }]);
  expect(ordersOf(await list(at(utc), '', TRANSACTIONS))).toEqual([]);
});

test('an order id finds the link, its latest transaction, and its payout of the next morning', async () => {
  let now = NOON;
  const { generate, call, pay } = await start({ now: () => now });
  await generate({ Invoice_Id: 'INV-1' });
  const find = async (path: string) => {
    const { status, json } = await call(`${path}/${ORDER}`);
    return status === 200 ? json.response : status;
  };
  expect(await find(LINKS)).toMatchObject({ Invoice_Id: 'INV-1', status: 'CREATED', paidAt: null });
  expect(await find(TRANSACTIONS)).toBe(404);
  await pay(ORDER, { decline: true });
  expect(await find(TRANSACTIONS)).toMatchObject({ status: 'FAILED', fee: 0, netAmount: 0 });
  now += 60_000;
  await pay(ORDER);
  expect(await find(LINKS)).toMatchObject({ status: 'PAID', paidAt: '2026-11-21 12:01:00' });
  expect(await find(TRANSACTIONS)).toMatchObject({
    status: 'SUCCESS',
    ...{ amount: 250.5, fee: 7.26, netAmount: 243.24 },
    rrn: expect.stringMatching(/^\d{12}$/),
    maskedCard: expect.stringMatching(/^\*{4} \*{4} \*{4} \d{4}$/),
  });
  now = Date.UTC(2026, 10, 22, 6) - 1;
  expect(await find(PAYOUTS)).toBe(404);
  now += 1;
  expect(await find(PAYOUTS)).toMatchObject({
    ...{ grossAmount: 250.5, feeAmount: 7.26, netAmount: 243.24, transactionCount: 1 },
    createdAt: '2026-11-22 10:00:00',
  });
  expect(await find('/business-details')).toBe(404);
  expect((await call('/business-details')).text).toContain('Saffron Dune');
});

const ADDRESS = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/pay\/\w{20}$/);

test.each([
  ['plain', { orderId: ORDER, paymentLink: ADDRESS, amount: 250.5 }],
  ['snake_case', { order_id: ORDER, payment_link: ADDRESS, invoice_id: null, expiry_on: expect.any(String) }],
  ['nested', { data: { order: { orderId: ORDER }, link: { url: ADDRESS } } }],
  ['string', ADDRESS],
  ['no-address', expect.not.objectContaining({ paymentLink: expect.anything() })],
] as const)('a made link can be told as %s', async (generated, told) => {
  const { generate } = await start({ shape: { generated } });
  expect((await generate()).json).toMatchObject({ response: told });
});

const ROW = expect.objectContaining({ orderId: ORDER, amount: 100 });
const SNAKE = { order_id: ORDER, full_name: 'Sample Customer', paid_at: null };
const ODD = { orderId: ORDER, FullName: null, merchant: { id: null }, flags: [] };
const TEXTS = { amount: '100.00' };
const COUNTS = { number: 0, size: 10 };
const TOTALS = { totalElements: 1, totalPages: 1, ...COUNTS };

test.each([
  ['spring-page', { content: [ROW], ...TOTALS }, ROW],
  ['bare-array', [ROW], ROW],
  ['data-records', { data: { records: [ROW], totalRecords: 1 } }, ROW],
  ['no-totals', { content: [ROW] }, ROW],
  [
    'snake_case',
    { content: [expect.objectContaining(SNAKE)], total_elements: 1, total_pages: 1, ...COUNTS },
    SNAKE,
  ],
  ['nulls-and-extras', { content: [expect.objectContaining({ FullName: null })], ...TOTALS }, ODD],
  [
    'numbers-as-strings',
    {
      content: [expect.objectContaining(TEXTS)],
      totalElements: '1',
      totalPages: '1',
      number: '0',
      size: '10',
    },
    TEXTS,
  ],
] as const)('a listing can be told as %s, and a record by its id likewise', async (listing, page, record) => {
  const { seedLinks, list, read } = await start({ shape: { listing } });
  seedLinks(1);
  expect(await list()).toEqual(page);
  expect(await read(LINK)).toMatchObject(record);
});

const PAID_AT = '2026-11-21 12:00:00';
const STATES = { stateField: 'payState', stateWords: { PAID: 'Done' } };

test.each<[string, Partial<RecordWords>, object, object, string?]>([
  ['words for states', STATES, { payState: 'Done' }, { payState: 'SUCCESS' }, 'status'],
  ['words that are no text', { stateWords: { PAID: true, SUCCESS: 1 } }, { status: true }, { status: 1 }],
  [
    'times as ISO',
    { times: 'iso' },
    { paidAt: '2026-11-21T08:00:00.000Z' },
    { createdAt: '2026-11-21T08:00:00.000Z' },
  ],
  ['times in milliseconds', { times: 'epoch-milliseconds' }, { paidAt: NOON }, { createdAt: NOON }],
  ['no times', { times: 'none' }, { status: 'PAID' }, { status: 'SUCCESS' }, 'createdAt paidAt expiryOn'],
  ['only orders', { references: 'order', linkReferences: 'order' }, { orderId: ORDER }, {}, 'Invoice_Id'],
  ['kinds of transactions', { kindField: 'type' }, {}, { type: 'SALE', status: 'SUCCESS' }],
])('records can have %s', async (_, shape, link, transaction, missing) => {
  const { seedLinks, read } = await start({ shape });
  seedLinks(1, () => ({ paidAt: NOON }));
  const found = { link: await read(LINK), transaction: await read(`${TRANSACTIONS}/${ORDER}`) };
  expect(found).toMatchObject({ link, transaction });
  for (const name of missing?.split(' ') ?? [])
    for (const record of Object.values(found)) expect(record).not.toHaveProperty(name);
});

test('links and transactions can differ in what they tell, and a refund is a kind of its own', async () => {
  const { seedLinks, refund, read, shape } = await start({
    shape: { statesIn: 'transactions', references: 'order', kindField: 'type' },
  });
  seedLinks(1, () => ({ paidAt: NOON }));
  await refund(ORDER);
  const link = await read(LINK);
  expect(link).toMatchObject({ orderId: ORDER, Invoice_Id: 'SEED-000001' });
  for (const name of ['status', 'type']) expect(link).not.toHaveProperty(name);
  const refunded = await read(`${TRANSACTIONS}/${ORDER}`);
  expect(refunded).toMatchObject({ status: 'REFUNDED', type: 'REFUND', orderId: ORDER });
  expect(refunded).not.toHaveProperty('Invoice_Id');
  shape.set({ listing: 'snake_case', stateField: 'payState', statesIn: 'both' });
  expect(await read(LINK)).toMatchObject({ pay_state: 'REFUNDED', paid_at: PAID_AT });
});

test('one order’s records can have a different wording', async () => {
  const { seedLinks, reword, read } = await start();
  const [odd = '', other = ''] = seedLinks(2).map(({ orderId }) => orderId);
  reword(odd, { stateField: 'isPaid', stateWords: { CREATED: false }, members: { amount: 'free' } });
  expect(await read(`${LINKS}/${odd}`)).toMatchObject({ isPaid: false, amount: 'free' });
  expect(await read(`${LINKS}/${other}`)).toMatchObject({ status: 'CREATED', amount: 100 });
  reword(odd, null);
  expect(await read(`${LINKS}/${odd}`)).toMatchObject({ status: 'CREATED', amount: 100 });
});
