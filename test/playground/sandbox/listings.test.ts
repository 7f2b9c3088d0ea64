import { expect, test } from 'vitest';
import { generate, get, listing, read } from './call-sandbox.ts';
import { createSandboxes, NOON } from './create-sandboxes.ts';

const start = createSandboxes();
const YEAR = ['2026-01-01 00:00:00', '2026-12-31 23:59:59'] as const;
const ALL = {
  links: '/payment-link/get',
  transactions: '/transactions-history',
  payouts: '/get-payout-summary',
};

const page = async (reply: Promise<{ json?: { response?: unknown } | undefined }>) =>
  (await reply).json?.response as {
    content: Record<string, unknown>[];
    totalElements: number;
    totalPages: number;
    number: number;
    size: number;
  };

test('pages count from zero, have ten rows by default, newest first, and together contain each link once', async () => {
  const sandbox = await start({ history: { days: 20, linksPerDay: 3 } });
  const total = sandbox.links().length;
  const first = { totalElements: total, totalPages: Math.ceil(total / 10), number: 0, size: 10 };
  expect(await page(listing(sandbox, ALL.links, ...YEAR))).toMatchObject(first);

  const seen: unknown[] = [];
  for (let number = 0; number < Math.ceil(total / 7); number += 1) {
    const { content } = await page(listing(sandbox, ALL.links, ...YEAR, `page=${number}&size=7`));
    seen.push(...content.map(({ orderId }) => orderId));
  }
  const made = sandbox.links().map(({ orderId }) => orderId);
  expect(seen).toEqual(made.reverse());
  expect((await page(listing(sandbox, ALL.links, ...YEAR, 'page=999'))).content).toEqual([]);
});

test('a page never exceeds the cap, and reports its real size', async () => {
  const sandbox = await start({ history: { days: 40, linksPerDay: 4 } });
  expect((await page(listing(sandbox, ALL.links, ...YEAR, 'size=5000'))).content).toHaveLength(100);
  const small = await start({ history: { days: 10, linksPerDay: 4 }, maxPageSize: 15 });
  expect(await page(listing(small, ALL.links, ...YEAR, 'size=20'))).toMatchObject({ size: 15 });
});

test('a range includes both ends to the second, in the service’s zone', async () => {
  let now = NOON;
  const sandbox = await start({ now: () => now });
  for (const ms of [-1, 0, 999, 1000]) {
    now = NOON + ms;
    await generate(sandbox);
  }
  const second = '2026-11-21 12:00:00';
  const found = await page(listing(sandbox, ALL.links, second, second));
  expect(found.content.map(({ orderId }) => orderId)).toEqual(['100236', '100235']);

  const london = await start({ timeZone: 'Europe/London' });
  await generate(london);
  expect((await page(listing(london, ALL.links, second, second))).content).toHaveLength(0);
  const there = '2026-11-21 08:00:00';
  expect((await page(listing(london, ALL.links, there, there))).content).toHaveLength(1);
});

test('encoded colons and plus signs are decoded as in a path', async () => {
  const sandbox = await start();
  const encode = encodeURIComponent;
  const [from, to] = YEAR;
  expect((await get(sandbox, `${ALL.links}/${encode(from)}/${encode(to)}`)).status).toBe(200);
  const plus = `${ALL.links}/${from.replace(' ', '+')}/${to.replace(' ', '+')}`;
  expect((await get(sandbox, plus)).status).toBe(400);
});

test.each([
  ['2026-01-01', '2026-12-31 23:59:59', ''],
  ['2026-01-01T00:00:00', '2026-12-31 23:59:59', ''],
  ['2026-02-30 00:00:00', '2026-12-31 23:59:59', ''],
  ['2026-01-01 00:00:00', '2026-12-31 24:00:00', ''],
  ['2026-12-31 00:00:00', '2026-01-01 00:00:00', ''],
  [...YEAR, 'page=-1'],
  [...YEAR, 'page=one'],
  [...YEAR, 'page=1.5'],
  [...YEAR, 'page=3000000000'],
  [...YEAR, 'size=0'],
  [...YEAR, 'size='],
])('%s to %s with "%s" is answered 400', async (from, to, query) => {
  const sandbox = await start();
  for (const path of Object.values(ALL)) {
    const reply = await listing(sandbox, path, from, to, query);
    expect([reply.status, reply.json?.status]).toEqual([400, '92']);
  }
});

test('transactions use the zone of the Time-Zone header, if there is one', async () => {
  const sandbox = await start();
  await generate(sandbox);
  await sandbox.pay('100234');
  const utc = '2026-11-21 08:00:00';
  const headers = { 'Time-Zone': 'UTC' };
  const found = await page(listing(sandbox, ALL.transactions, utc, utc, '', headers));
  expect(found.content).toMatchObject([{ orderId: '100234', createdAt: utc }]);
  expect((await page(listing(sandbox, ALL.transactions, utc, utc))).content).toEqual([]);
  const wrong = await listing(sandbox, ALL.transactions, utc, utc, '', { 'Time-Zone': 'Nowhere' });
  expect(wrong.status).toBe(400);
});

test('an order id finds the link, its latest transaction, and its payout', async () => {
  let now = NOON;
  const sandbox = await start({ now: () => now });
  await generate(sandbox, { Invoice_Id: 'INV-1' });
  const lookUp = async (path: string) => {
    const { status, json } = await get(sandbox, `${path}/100234`);
    return status === 200 ? json?.response : [status, json?.status];
  };
  expect(await lookUp(ALL.links)).toMatchObject({ Invoice_Id: 'INV-1', status: 'CREATED', paidAt: null });
  expect(await lookUp(ALL.transactions)).toEqual([404, '93']);
  await sandbox.pay('100234', { decline: true });
  expect(await lookUp(ALL.transactions)).toMatchObject({ status: 'FAILED', fee: 0, netAmount: 0 });
  now += 60_000;
  await sandbox.pay('100234');
  expect(await lookUp(ALL.links)).toMatchObject({ status: 'PAID', paidAt: '2026-11-21 12:01:00' });
  expect(await lookUp(ALL.transactions)).toMatchObject({
    status: 'SUCCESS',
    amount: 250.5,
    fee: 7.26,
    netAmount: 243.24,
    rrn: expect.stringMatching(/^\d{12}$/),
    maskedCard: expect.stringMatching(/^\*{4} \*{4} \*{4} \d{4}$/),
  });
  expect(await lookUp(ALL.payouts)).toEqual([404, '93']);
  now = Date.UTC(2026, 10, 22, 6, 0, 0);
  expect(await lookUp(ALL.payouts)).toMatchObject({
    grossAmount: 250.5,
    feeAmount: 7.26,
    netAmount: 243.24,
    transactionCount: 1,
    createdAt: '2026-11-22 10:00:00',
  });
  expect((await get(sandbox, `${ALL.links}/999`)).status).toBe(404);
});

test('the business details are returned for the account', async () => {
  const sandbox = await start();
  const name = expect.stringContaining('Sandbox');
  expect(await read(sandbox, '/business-details')).toMatchObject({ businessName: name });
});
