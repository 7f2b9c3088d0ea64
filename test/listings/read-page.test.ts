// @module-tag long

import { describe, expect, test } from 'vitest';
import { PAGE_ROWS, type ReportPage } from '../../src/listings/read-page.ts';
import { createReportReader, type ReportReader } from '../../src/listings/report-reader.ts';
import type { RawAnswer } from '../../tools/sandbox/sandbox-service.ts';
import { startAnswering, ZONE } from '../fixtures/payment-service.ts';
import { sample } from '../fixtures/whole-suite.ts';
import { buildRows, DAY, idsOf, type ListingCall, pageOf, readAll, startListing } from './listed-rows.ts';

test('what fits in one answer of the service is asked for once a page', async () => {
  const listed = buildRows(45);
  const { reader, calls } = await startListing((call) => pageOf(listed, call));
  expect(await reader.page(DAY, 40)).toMatchObject({ total: 45, hasNext: false });
  expect(await reader.page(DAY, 30)).toMatchObject({ total: 45, hasNext: true });
  expect(await reader.page(DAY, 0)).toMatchObject({ total: 45, hasNext: true, isList: true });
  expect(calls).toHaveLength(6);
});

test.each([
  { rows: 0, hasNext: false, total: 0, calls: 1 },
  { rows: 1, hasNext: false, total: 1, calls: 1 },
  { rows: 10, hasNext: false, total: 10, calls: 2 },
  { rows: 11, hasNext: true, total: 11, calls: 2 },
])('the first page of $rows rows', async ({ rows, hasNext, total, calls: expected }) => {
  const { reader, calls } = await startListing((call) => pageOf(buildRows(rows), call));
  expect(await reader.page(DAY, 0)).toMatchObject({ hasNext, total });
  expect(calls).toHaveLength(expected);
});

test.each([
  { rows: 7, page: 0, hasNext: false, total: 7 },
  { rows: 10, page: 0, hasNext: false, total: 10 },
  { rows: 11, page: 0, hasNext: true, total: null },
  { rows: 20, page: 1, hasNext: false, total: 20 },
  { rows: 21, page: 1, hasNext: true, total: null },
  { rows: 25, page: 2, hasNext: false, total: 25 },
])(
  'without a total, page $page of $rows rows is known to be the last one or not',
  async ({ rows, page, hasNext, total }) => {
    const { reader, calls } = await startListing((call) =>
      pageOf(buildRows(rows), call, { hasTotal: false }),
    );
    expect(await reader.page(DAY, page * 10)).toMatchObject({ hasNext, total });
    expect(calls.every(({ count }) => count === 1)).toBe(true);
  },
);

/** Reads all pages, as *Next* does. */
const turn = async (reader: ReportReader) => {
  const pages: ReportPage[] = [];
  for (let first = 0, isOver = false; !isOver; first += PAGE_ROWS) {
    const page = await reader.page(DAY, first);
    pages.push(page);
    isOver = page.hasNext !== true;
  }
  return pages;
};

describe('any page length of the service', () => {
  type Way = (rows: readonly unknown[], call: ListingCall, length: number) => RawAnswer;
  const WAYS: Record<string, Way> = {
    'a limit': (rows, call, cap) => pageOf(rows, call, { cap }),
    'a limit, without a total': (rows, call, cap) => pageOf(rows, call, { cap, hasTotal: false }),
    'a fixed size': (rows, { page }, size) => pageOf(rows, { page, size }, { cap: size }),
    'a fixed size, without a total': (rows, { page }, size) =>
      pageOf(rows, { page, size }, { cap: size, hasTotal: false }),
    'a fixed size, with a count of each page': (rows, { page }, length) => {
      const content = rows.slice(page * length, (page + 1) * length);
      return { body: { response: { content, recordCount: content.length } } };
    },
    'all of them each time': (rows) => ({
      body: { response: { content: rows, totalElements: rows.length } },
    }),
    'all of them each time, no total': (rows) => ({ body: rows }),
  };
  const CASES = Object.keys(WAYS).flatMap((way) =>
    [
      [45, 15],
      [40, 12],
      [130, 120],
      [330, 250],
    ].map(([rows = 0, length = 0]) => ({ way, rows, length })),
  );

  test.each(sample(CASES))(
    'pages hold each row once, wherever they begin: $rows rows, $length a page, $way',
    async ({ way, rows: count, length }) => {
      const listed = buildRows(count);
      const ids = listed.map((row) => row['transactionId']);
      const { reader } = await startListing((call) => (WAYS[way] as Way)(listed, call, length));
      const pages = await turn(reader);
      expect(pages.flatMap(({ rows }) => idsOf(rows))).toEqual(ids);
      // After a page of which only a part fitted into a message.
      for (const first of [1, 7, 13, count - 3, count - 1]) {
        const { rows, hasNext } = await reader.page(DAY, first);
        expect(idsOf(rows)).toEqual(ids.slice(first, first + PAGE_ROWS));
        expect(hasNext).toBe(first + rows.length < count);
      }
    },
  );

  test('a page past the end is empty if the service sends all rows as every page', async () => {
    const { reader } = await startListing(() => ({ body: buildRows(25) }));
    expect(await reader.page(DAY, 30)).toMatchObject({ rows: [], hasNext: false });
  });

  test('a page of a list that is now empty is past the end', async () => {
    const { reader } = await startListing(() => ({ body: [] }));
    expect(await reader.page(DAY, 30)).toMatchObject({ rows: [], hasNext: false });
  });

  test('a page never has more rows than requested, even if a later page of the service is longer', async () => {
    const listed = buildRows(1_200);
    const { reader } = await startListing(({ page }) => ({
      body: page === 0 ? listed.slice(0, 10) : listed,
    }));
    const { rows } = await reader.page(DAY, 10);
    expect(rows).toHaveLength(10);
  });

  test('of a page of which a part cannot be read, the rest is shown, and it is not the last', async () => {
    const listed = buildRows(25);
    const { reader } = await startListing(
      (call): RawAnswer =>
        call.page === 1 ? { status: 403 } : pageOf(listed, { ...call, size: 15 }, { hasTotal: false }),
    );
    const { rows, hasNext } = await reader.page(DAY, 10);
    expect([rows.length, hasNext]).toEqual([5, null]);
    await expect(reader.page(DAY, 20)).rejects.toThrow();
  });
});

test.each([true, false])(
  'pages of a service with at most four rows are joined; with a total: %s',
  async (hasTotal) => {
    const listed = buildRows(25);
    const { reader } = await startListing((call) => pageOf(listed, call, { cap: 4, hasTotal }));
    const pages = await turn(reader);
    expect(pages.map(({ rows }) => rows.length)).toEqual([10, 10, 5]);
    expect(pages.flatMap(({ rows }) => idsOf(rows))).toEqual(listed.map((row) => row['transactionId']));
  },
);

test('a page that the next one repeats is the last', async () => {
  const { reader } = await startListing(() => ({ body: buildRows(10) }));
  expect(await reader.page(DAY, 0)).toMatchObject({ hasNext: false });
});

test('whether another page follows is unknown if its request fails', async () => {
  const { reader } = await startListing(
    (call): RawAnswer =>
      call.page === 1 ? { status: 500 } : pageOf(buildRows(30), call, { cap: 10, hasTotal: false }),
  );
  expect(await reader.page(DAY, 0)).toMatchObject({ hasNext: null, total: null });
});

test('the page’s own length is not a total, with or without a next page', async () => {
  const listed = buildRows(30);
  const answer = ({ page }: { page: number }): RawAnswer => {
    const content = listed.slice(page * 10, page * 10 + 10);
    return { body: { response: { content, recordCount: content.length } } };
  };
  const whole = await startListing(answer);
  expect(await whole.reader.page(DAY, 0)).toMatchObject({ hasNext: true, total: null });
  const broken = await startListing((call) => (call.page === 1 ? { status: 500 } : answer(call)));
  expect(await broken.reader.page(DAY, 0)).toMatchObject({ hasNext: null, total: null });
});

test('a page after the end is empty and the last', async () => {
  const { reader } = await startListing((call) => pageOf(buildRows(5), call));
  expect(await reader.page(DAY, 90)).toMatchObject({ rows: [], hasNext: false });
});

test('a response without a list differs from an empty list', async () => {
  const { reader } = await startListing(() => ({ body: { status: 'success', response: null } }));
  expect(await reader.page(DAY, 0)).toMatchObject({ rows: [], isList: false, total: null, hasNext: false });
});

test('requests have dates in the interface’s format, on the merchant’s clock', async () => {
  const { reader, calls } = await startListing((call) => pageOf([], call));
  for (const kind of ['transactions', 'payouts', 'links'] as const) await reader.page({ ...DAY, kind }, 0);
  const range = '2026-11-20 00:00:00/2026-11-20 23:59:59?page=0&size=100';
  expect(calls.map(({ target }) => decodeURI(target))).toEqual([
    `/api/transactions-history/${range}`,
    `/api/get-payout-summary/${range}`,
    `/api/payment-link/get/${range}`,
  ]);
});

test.each([
  ['transactions', 0],
  ['payouts', 0],
  ['links', 2],
] as const)('only rows of links may be ours: those of %s are looked up %i times', async (kind, times) => {
  let asked = 0;
  const { client } = await startAnswering(({ target }) =>
    pageOf(buildRows(3), { page: target.includes('page=0') ? 0 : 1, size: 100 }),
  );
  const reader = createReportReader({
    ...{ service: client, timeZone: ZONE, now: () => DAY.span.to },
    markOwnLinks: async (rows) => {
      asked += 1;
      return [...rows];
    },
  });
  await reader.page({ ...DAY, kind }, 0);
  await readAll(reader, {}, { ...DAY, kind });
  expect(asked).toBe(times);
});
