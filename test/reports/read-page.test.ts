import { expect, test } from 'vitest';
import { buildRows, DAY, idsOf, type ListingAnswer, pageOf, startListing } from './listing-server.ts';

const TEN = { page: 0, size: 10 };

test('with a total one call says everything', async () => {
  const listed = buildRows(45);
  const { reader, calls } = await startListing((call) => pageOf(listed, call));
  expect(await reader.page(DAY, { page: 4, size: 10 })).toMatchObject({
    total: 45,
    hasNext: false,
    sizeGiven: 10,
  });
  expect(await reader.page(DAY, { page: 3, size: 10 })).toMatchObject({
    total: 45,
    hasNext: true,
    sizeGiven: 10,
  });
  expect(await reader.page(DAY, TEN)).toMatchObject({
    total: 45,
    hasNext: true,
    page: 0,
    size: 10,
    isList: true,
  });
  expect(calls).toHaveLength(3);
});

test.each([
  { rows: 0, hasNext: false, total: 0, calls: 1 },
  { rows: 1, hasNext: false, total: 1, calls: 1 },
  { rows: 10, hasNext: false, total: 10, calls: 2 },
  { rows: 11, hasNext: true, total: 11, calls: 1 },
])('the first of $rows rows', async ({ rows, hasNext, total, calls: expected }) => {
  const { reader, calls } = await startListing((call) => pageOf(buildRows(rows), call));
  expect(await reader.page(DAY, TEN)).toMatchObject({ hasNext, total });
  expect(calls).toHaveLength(expected);
});

test.each([
  { rows: 7, page: 0, hasNext: false, total: 7 },
  { rows: 10, page: 0, hasNext: false, total: 10 },
  { rows: 11, page: 0, hasNext: true, total: null },
  { rows: 20, page: 1, hasNext: false, total: null },
  { rows: 21, page: 1, hasNext: true, total: null },
  { rows: 25, page: 2, hasNext: false, total: null },
])(
  'without a total page $page of $rows rows asks for the next one to know',
  async ({ rows, page, hasNext, total }) => {
    const { reader } = await startListing((call) => pageOf(buildRows(rows), call, { hasTotal: false }));
    expect(await reader.page(DAY, { page, size: 10 })).toMatchObject({ hasNext, total, sizeGiven: 10 });
  },
);

test.each([true, false])(
  'pages of a service that gives 20 at most are counted by 20; total told: %s',
  async (hasTotal) => {
    const listed = buildRows(45);
    const { reader } = await startListing((call) => pageOf(listed, call, { cap: 20, hasTotal }));
    const pages = await Promise.all([0, 1, 2].map((page) => reader.page(DAY, { page, size: 50 })));
    expect(pages.map(({ sizeGiven }) => sizeGiven)).toEqual([20, 20, 20]);
    expect(pages.map(({ hasNext }) => hasNext)).toEqual([true, true, false]);
    expect(pages.flatMap(({ rows }) => idsOf(rows))).toEqual(listed.map((row) => row['transactionId']));
    expect(pages.map(({ total }) => total)).toEqual(hasTotal ? [45, 45, 45] : [null, null, null]);
  },
);

test('a page that the next one only repeats is the last', async () => {
  const { reader } = await startListing(() => ({ body: buildRows(10) }));
  expect(await reader.page(DAY, TEN)).toMatchObject({ hasNext: false, total: 10 });
});

test('whether a page follows is not known when asking for it fails', async () => {
  const { reader } = await startListing(
    (call): ListingAnswer =>
      call.page === 1 ? { status: 500 } : pageOf(buildRows(30), call, { hasTotal: false }),
  );
  expect(await reader.page(DAY, TEN)).toMatchObject({ hasNext: null, total: null });
});

test('a count of the page alone is no total, whether the next page comes or not', async () => {
  const listed = buildRows(30);
  const answer = ({ page }: { page: number }): ListingAnswer => {
    const content = listed.slice(page * 10, page * 10 + 10);
    return { body: { response: { content, recordCount: content.length } } };
  };
  const whole = await startListing(answer);
  expect(await whole.reader.page(DAY, TEN)).toMatchObject({ hasNext: true, total: null });
  const broken = await startListing((call) => (call.page === 1 ? { status: 500 } : answer(call)));
  expect(await broken.reader.page(DAY, TEN)).toMatchObject({ hasNext: null, total: null });
});

test('a page past the end is empty and has no next', async () => {
  const { reader } = await startListing((call) => pageOf(buildRows(5), call));
  expect(await reader.page(DAY, { page: 9, size: 10 })).toMatchObject({ rows: [], hasNext: false });
});

test('an answer without a list is told from an empty one', async () => {
  const { reader } = await startListing(() => ({ body: { status: 'success', response: null } }));
  expect(await reader.page(DAY, TEN)).toMatchObject({ rows: [], isList: false, total: null, hasNext: false });
});

test('the dates go out as the interface writes them, on the merchant’s clock', async () => {
  const { reader, calls } = await startListing((call) => pageOf([], call));
  for (const kind of ['transactions', 'payouts', 'links'] as const) await reader.page({ ...DAY, kind }, TEN);
  const range = '2026-11-20 00:00:00/2026-11-20 23:59:59?page=0&size=10';
  expect(calls.map(({ target }) => decodeURI(target))).toEqual([
    `/api/transactions-history/${range}`,
    `/api/get-payout-summary/${range}`,
    `/api/payment-link/get/${range}`,
  ]);
});
