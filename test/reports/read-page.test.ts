// @module-tag long

import { describe, expect, test } from 'vitest';
import type { RawAnswer } from '../../playground/sandbox/sandbox-service.ts';
import type { ReportPageRequest } from '../../src/reports/read-page.ts';
import type { ReportReader } from '../../src/reports/report-reader.ts';
import { sample } from '../fixtures/whole-suite.ts';
import { buildRows, DAY, idsOf, type ListingCall, pageOf, startListing } from './listed-rows.ts';

const TEN = { page: 0, size: 10 };

test('with a total, one call is enough', async () => {
  const listed = buildRows(45);
  const { reader, calls } = await startListing((call) => pageOf(listed, call));
  expect(await reader.page(DAY, { page: 4, size: 10 })).toMatchObject({
    total: 45,
    hasNext: false,
    size: 10,
  });
  expect(await reader.page(DAY, { page: 3, size: 10 })).toMatchObject({
    total: 45,
    hasNext: true,
    size: 10,
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
])('the first page of $rows rows', async ({ rows, hasNext, total, calls: expected }) => {
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
  'without a total, page $page of $rows rows requests the next one too',
  async ({ rows, page, hasNext, total }) => {
    const { reader, calls } = await startListing((call) =>
      pageOf(buildRows(rows), call, { hasTotal: false }),
    );
    expect(await reader.page(DAY, { page, size: 10 })).toMatchObject({ hasNext, total, page, size: 10 });
    expect(calls.every(({ count }) => count === 1)).toBe(true);
  },
);

/** Reads the pages from this one to the last, as *Next* does. */
const turn = async (reader: ReportReader, from: ReportPageRequest) => {
  const pages = [await reader.page(DAY, from)];
  for (let last = pages[0]; last?.hasNext; last = pages.at(-1))
    pages.push(await reader.page(DAY, { ...last, page: last.page + 1 }));
  return pages;
};

test.each([true, false])(
  'pages of a service with at most 20 rows are counted by 20; with a total: %s',
  async (hasTotal) => {
    const listed = buildRows(45);
    const { reader } = await startListing((call) => pageOf(listed, call, { cap: 20, hasTotal }));
    const pages = await turn(reader, { page: 0, size: 50 });
    expect(pages.map(({ page, size }) => [page, size])).toEqual([
      [0, 20],
      [1, 20],
      [2, 20],
    ]);
    expect(pages.map(({ hasNext }) => hasNext)).toEqual([true, true, false]);
    expect(pages.flatMap(({ rows }) => idsOf(rows))).toEqual(listed.map((row) => row['transactionId']));
    expect(pages.map(({ total }) => total)).toEqual(hasTotal ? [45, 45, 45] : [null, null, null]);
  },
);

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
      [150, 50],
      [140, 50],
      [130, 120],
      [400, 150],
      [45, 15],
      [330, 250],
    ].map(([rows = 0, length = 0]) => ({ way, rows, length })),
  );

  test.each(sample(CASES))(
    'each row keeps its number when another size is chosen: $rows rows, $length a page, $way',
    async ({ way, rows: count, length }) => {
      const listed = buildRows(count);
      const ids = listed.map((row) => row['transactionId']);
      const { reader } = await startListing((call) => (WAYS[way] as Way)(listed, call, length));
      for (const size of [10, 100]) {
        const pages = await turn(reader, { page: 0, size });
        expect(pages.flatMap(({ rows }) => idsOf(rows))).toEqual(ids);
        for (const { page, size: given, rows } of pages) {
          const first = page * given;
          expect(given).toBeLessThanOrEqual(size);
          expect(idsOf(rows)).toEqual(ids.slice(first, first + given));
        }
        for (const { page, size: given } of pages.filter((_, index) => index % 7 === 2)) {
          const first = page * given;
          for (const other of [10, 20, 50, 100]) {
            const at = { page: Math.floor(first / other), size: other, isSizeDoubtful: true };
            const chosen = await reader.page(DAY, at);
            const from = chosen.page * chosen.size;
            expect(idsOf(chosen.rows)).toEqual(ids.slice(from, from + chosen.size));
            expect(idsOf(chosen.rows)).toContain(ids[Math.floor(first / other) * other]);
            expect(chosen.hasNext).toBe(from + chosen.rows.length < count);
          }
        }
      }
    },
  );

  test('does not trust an untried size because one response fits it', async () => {
    const listed = buildRows(150);
    const { reader } = await startListing((call) => pageOf(listed, call, { cap: 50 }));
    const third = await reader.page(DAY, { page: 1, size: 100, isSizeDoubtful: true });
    expect(third).toMatchObject({ page: 2, size: 50, total: 150, hasNext: false });
    expect(idsOf(third.rows)).toEqual(listed.slice(100).map((row) => row['transactionId']));
  });

  test('a page past the end is empty if the service sends all rows as every page', async () => {
    const { reader } = await startListing(() => ({ body: buildRows(25) }));
    expect(await reader.page(DAY, { page: 3, size: 10 })).toMatchObject({ rows: [], hasNext: false });
  });

  test('a page of a list that is now empty is past the end', async () => {
    const { reader } = await startListing(() => ({ body: [] }));
    const at = { page: 3, size: 10, isSizeDoubtful: true };
    expect(await reader.page(DAY, at)).toMatchObject({ rows: [], page: 3, hasNext: false });
  });

  test('a page never has more rows than requested, even if a later page of the service is longer', async () => {
    const listed = buildRows(1_200);
    const { reader } = await startListing(({ page }) => ({
      body: page === 0 ? listed.slice(0, 10) : listed,
    }));
    const { rows } = await reader.page(DAY, { page: 1, size: 10 });
    expect(rows).toHaveLength(10);
  });

  test('requests each page once, and a short one is not the last', async () => {
    const { reader, calls } = await startListing(({ page }) =>
      pageOf(buildRows(20), { page, size: 15 }, { hasTotal: false }),
    );
    const second = await reader.page(DAY, { page: 1, size: 10, isSizeDoubtful: true });
    expect(second).toMatchObject({ hasNext: null, total: null });
    expect(second.rows).toHaveLength(10);
    expect(calls.map(({ page }) => page)).toEqual([0, 1]);
  });

  test('fails if a part of the page cannot be read', async () => {
    const listed = buildRows(25);
    const { reader } = await startListing(
      (call): RawAnswer =>
        call.page === 1 ? { status: 403 } : pageOf(listed, { ...call, size: 15 }, { hasTotal: false }),
    );
    await expect(reader.page(DAY, { page: 1, size: 10, isSizeDoubtful: true })).rejects.toThrow();
  });
});

test('a page that the next one repeats is the last', async () => {
  const { reader } = await startListing(() => ({ body: buildRows(10) }));
  expect(await reader.page(DAY, TEN)).toMatchObject({ hasNext: false, total: 10 });
});

test('whether another page follows is unknown if its request fails', async () => {
  const { reader } = await startListing(
    (call): RawAnswer =>
      call.page === 1 ? { status: 500 } : pageOf(buildRows(30), call, { hasTotal: false }),
  );
  expect(await reader.page(DAY, TEN)).toMatchObject({ hasNext: null, total: null });
});

test('the page’s own length is not a total, with or without a next page', async () => {
  const listed = buildRows(30);
  const answer = ({ page }: { page: number }): RawAnswer => {
    const content = listed.slice(page * 10, page * 10 + 10);
    return { body: { response: { content, recordCount: content.length } } };
  };
  const whole = await startListing(answer);
  expect(await whole.reader.page(DAY, TEN)).toMatchObject({ hasNext: true, total: null });
  const broken = await startListing((call) => (call.page === 1 ? { status: 500 } : answer(call)));
  expect(await broken.reader.page(DAY, TEN)).toMatchObject({ hasNext: null, total: null });
});

test('a page after the end is empty and the last', async () => {
  const { reader } = await startListing((call) => pageOf(buildRows(5), call));
  expect(await reader.page(DAY, { page: 9, size: 10 })).toMatchObject({ rows: [], hasNext: false });
});

test('a response without a list differs from an empty list', async () => {
  const { reader } = await startListing(() => ({ body: { status: 'success', response: null } }));
  expect(await reader.page(DAY, TEN)).toMatchObject({ rows: [], isList: false, total: null, hasNext: false });
});

test('requests have dates in the interface’s format, on the merchant’s clock', async () => {
  const { reader, calls } = await startListing((call) => pageOf([], call));
  for (const kind of ['transactions', 'payouts', 'links'] as const) await reader.page({ ...DAY, kind }, TEN);
  const range = '2026-11-20 00:00:00/2026-11-20 23:59:59?page=0&size=10';
  expect(calls.map(({ target }) => decodeURI(target))).toEqual([
    `/api/transactions-history/${range}`,
    `/api/get-payout-summary/${range}`,
    `/api/payment-link/get/${range}`,
  ]);
});
