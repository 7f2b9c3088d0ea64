import { describe, expect, test } from 'vitest';
import { createListingProgress } from '../../src/reports/listing-progress.ts';
import type { ReportRow } from '../../src/reports/report-row.ts';
import { createOwnRowReader } from '../../src/reports/row-reader.ts';

const SIZE = 100;
const readOwnRow = createOwnRowReader();

const rowOf = (id: string | null, changes: Partial<ReportRow> = {}): ReportRow => ({
  ...readOwnRow({ id }),
  amountFils: 1_000,
  status: 'PAID',
  id,
  ...changes,
});

/** Rows of the listing from one place to before another, each with an id of its own. */
const rowsFrom = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => rowOf(String(from + index)));

const page = (from: number, to: number, total: number | null = null) => ({
  rows: rowsFrom(from, to),
  total,
  isList: true,
});

const EMPTY = { rows: [], total: null, isList: true };
const NO_LIST = { rows: [], total: null, isList: false };

const begin = ({ fromPage = 0, size = SIZE } = {}) => createListingProgress({ fromPage, size });

/** Takes pages in turn, from the first; gives how many rows were new on each, and where it ended. */
const takeAll = (
  progress: ReturnType<typeof begin>,
  pages: Parameters<typeof progress.add>[1][],
  first = 0,
) => {
  const counts: (number | null)[] = [];
  for (const [index, listed] of pages.entries()) {
    const { rows, isEnd } = progress.add(first + index, listed);
    counts.push(rows?.length ?? null);
    if (isEnd) return { counts, isEnd };
  }
  return { counts, isEnd: false };
};

const outcomeOf = (progress: ReturnType<typeof begin>) => ({
  rows: progress.rows(),
  total: progress.total(),
  lastPage: progress.lastPage(),
  troubles: progress.troubles(),
});

describe('with a total', () => {
  test('a listing ends with its last row, on the page of its total', () => {
    const progress = begin();
    expect(progress.add(0, page(0, 100, 250))).toEqual({ rows: rowsFrom(0, 100), isEnd: false });
    expect(outcomeOf(progress)).toEqual({ rows: 100, total: 250, lastPage: 2, troubles: ['shrunk'] });
    expect(takeAll(progress, [page(100, 200, 250), page(200, 250, 250)], 1)).toEqual({
      counts: [100, 50],
      isEnd: true,
    });
    expect(outcomeOf(progress)).toEqual({ rows: 250, total: 250, lastPage: 2, troubles: [] });
  });

  test.each([
    [201, 2],
    [200, 1],
    [300, 2],
    [301, 3],
  ])('of %i rows, the last page is %i', (total, lastPage) => {
    const progress = begin();
    progress.add(0, page(0, 100, total));
    expect(progress.lastPage()).toBe(lastPage);
  });

  test('follows a service with shorter pages than requested', () => {
    const progress = begin();
    progress.add(0, page(0, 30, 70));
    expect(progress.lastPage()).toBe(2);
    expect(takeAll(progress, [page(30, 60, 70), page(60, 70, 70)], 1)).toEqual({
      counts: [30, 10],
      isEnd: true,
    });
  });

  test('of the first page ends there, unless it may be the page’s own length', () => {
    const progress = begin();
    expect(progress.add(0, page(0, 9, 9)).isEnd).toBe(true);
    expect(outcomeOf(progress)).toEqual({ rows: 9, total: 9, lastPage: 0, troubles: [] });
  });

  test('that may be the first page’s own length takes the next page to confirm', () => {
    const progress = begin();
    expect(progress.add(0, page(0, 10, 10)).isEnd).toBe(false);
    expect(progress.lastPage()).toBeNull();
    expect(progress.add(1, EMPTY)).toEqual({ rows: null, isEnd: true });
    expect(outcomeOf(progress)).toEqual({ rows: 10, total: 10, lastPage: 0, troubles: [] });
  });

  test('that was the first page’s own length is dropped with the next page', () => {
    const progress = begin();
    progress.add(0, page(0, 10, 10));
    expect(progress.add(1, page(10, 20)).isEnd).toBe(false);
    expect(outcomeOf(progress)).toEqual({ rows: 20, total: null, lastPage: null, troubles: [] });
    const counting = begin();
    counting.add(0, page(0, 10, 10));
    counting.add(1, page(10, 17, 7));
    expect(counting.total()).toBe(7);
  });

  test('that grows is reported as grown, and nothing else', () => {
    const progress = begin();
    progress.add(0, page(0, 100, 150));
    progress.add(1, page(100, 150, 152));
    expect(progress.troubles()).toEqual(['grew']);
    expect(progress.add(2, page(150, 152, 152)).isEnd).toBe(true);
    expect(progress.troubles()).toEqual(['grew']);
  });

  test('that grows and is never reached is not reported as shrunk too', () => {
    const progress = begin();
    progress.add(0, page(0, 100, 150));
    progress.add(1, page(100, 150, 200));
    takeAll(progress, [EMPTY, EMPTY], 2);
    expect(progress.troubles()).toEqual(['grew']);
  });

  test('that shrinks is reported as shrunk, and nothing else', () => {
    const progress = begin();
    progress.add(0, page(0, 100, 150));
    expect(progress.add(1, page(100, 140, 140)).isEnd).toBe(true);
    expect(progress.troubles()).toEqual(['shrunk']);
  });

  test('that stays the same is no trouble', () => {
    const progress = begin();
    takeAll(progress, [page(0, 100, 150), page(100, 150, 150)]);
    expect(progress.troubles()).toEqual([]);
  });

  test('with more rows than the total is reported as grown', () => {
    const progress = begin();
    progress.add(0, page(0, 100, 150));
    progress.add(1, page(100, 160, 150));
    expect(progress.troubles()).toEqual(['grew']);
  });

  test('with fewer rows than the total is reported as shrunk, after two empty pages', () => {
    const progress = begin();
    progress.add(0, page(0, 100, 400));
    expect(progress.add(1, EMPTY)).toEqual({ rows: [], isEnd: false });
    expect(progress.add(2, EMPTY)).toEqual({ rows: null, isEnd: true });
    expect(progress.troubles()).toEqual(['shrunk']);
  });

  test('that later pages omit still counts', () => {
    const progress = begin();
    takeAll(progress, [page(0, 100, 300), page(100, 200)]);
    expect(progress.total()).toBe(300);
    expect(progress.lastPage()).toBe(2);
  });

  test('that comes late goes by the size of the first page', () => {
    const progress = begin();
    takeAll(progress, [page(0, 30), page(30, 60, 70)]);
    expect(progress.lastPage()).toBe(2);
  });

  test('with an empty page at its end is complete', () => {
    const progress = begin();
    takeAll(progress, [page(0, 100, 300), page(100, 200)]);
    expect(progress.add(2, EMPTY)).toEqual({ rows: null, isEnd: true });
  });
});

describe('without a total', () => {
  test('a listing ends at the first empty page', () => {
    const progress = begin();
    expect(takeAll(progress, [page(0, 100), page(100, 130), EMPTY])).toEqual({
      counts: [100, 30, null],
      isEnd: true,
    });
    expect(outcomeOf(progress)).toEqual({ rows: 130, total: null, lastPage: null, troubles: [] });
  });

  test('an empty first page ends it, and its total counts', () => {
    const progress = begin();
    expect(progress.add(0, { ...EMPTY, total: 0 })).toEqual({ rows: null, isEnd: true });
    expect(outcomeOf(progress)).toMatchObject({ rows: 0, total: 0, troubles: [] });
    const other = begin();
    other.add(0, page(0, 100));
    other.add(1, { ...EMPTY, total: 0 });
    expect(other.total()).toBeNull();
  });
});

describe('a response without a list', () => {
  test('at the start ends the listing, with its rows', () => {
    const progress = begin();
    const summary = { rows: [rowOf('7')], total: null, isList: false };
    expect(progress.add(0, summary)).toEqual({ rows: summary.rows, isEnd: true });
    expect(outcomeOf(progress)).toMatchObject({ rows: 1, troubles: ['not-a-list'] });
  });

  test('on a later page is skipped once, and reported if more follows', () => {
    const progress = begin();
    expect(takeAll(progress, [page(0, 100), NO_LIST, page(100, 130), EMPTY])).toEqual({
      counts: [100, 0, 30, null],
      isEnd: true,
    });
    expect(progress.troubles()).toEqual(['not-a-list']);
  });

  test('at the end is no trouble', () => {
    const progress = begin();
    expect(takeAll(progress, [page(0, 100), NO_LIST, NO_LIST])).toEqual({
      counts: [100, 0, null],
      isEnd: true,
    });
    expect(progress.troubles()).toEqual([]);
  });
});

describe('a repeated page', () => {
  test('is recognised, and worth another request', () => {
    const progress = begin();
    progress.add(0, page(0, 100));
    expect(progress.isRepeated(page(100, 200))).toBe(false);
    expect(progress.troubles()).toEqual([]);
    expect(progress.isRepeated(page(0, 100))).toBe(true);
    expect(progress.troubles()).toEqual(['page-repeated']);
  });

  test('is neither one with rows in another order nor an empty one', () => {
    const progress = begin();
    progress.add(0, page(0, 3));
    expect(progress.isRepeated({ ...page(0, 3), rows: rowsFrom(0, 3).reverse() })).toBe(false);
    progress.add(1, EMPTY);
    expect(progress.isRepeated(EMPTY)).toBe(false);
    expect(progress.troubles()).toEqual([]);
  });

  test('twice in a row ends the listing, without another request', () => {
    const progress = begin();
    progress.add(0, page(0, 100));
    expect(progress.add(1, page(0, 100))).toEqual({ rows: [], isEnd: false });
    expect(progress.isRepeated(page(0, 100))).toBe(false);
    expect(progress.add(2, page(0, 100))).toEqual({ rows: [], isEnd: true });
    expect(progress.rows()).toBe(100);
  });

  test('once, and then another, does not end it', () => {
    const progress = begin();
    expect(
      takeAll(progress, [page(0, 100), page(0, 100), page(100, 200), page(100, 200), page(200, 300)]),
    ).toEqual({ counts: [100, 0, 100, 0, 100], isEnd: false });
  });

  test('with rows without an id counts again if the total has room for them', () => {
    const unnamed = Array.from({ length: 20 }, () => rowOf(null));
    const listed = (total: number | null) => ({ rows: unnamed, total, isList: true });
    const roomy = begin();
    expect(takeAll(roomy, [listed(40), listed(40)])).toEqual({ counts: [20, 20], isEnd: true });
    expect(roomy.troubles()).toEqual([]);
    const roomier = begin();
    expect(takeAll(roomier, [listed(80), listed(80), listed(80)])).toEqual({
      counts: [20, 20, 20],
      isEnd: false,
    });
    const mixed = begin();
    const both = { rows: [...rowsFrom(0, 5), ...unnamed], total: 60, isList: true };
    expect(takeAll(mixed, [both, both]).counts).toEqual([25, 20]);
    const full = begin();
    expect(takeAll(full, [listed(39), listed(39)]).counts).toEqual([20, 0]);
    const untold = begin();
    expect(takeAll(untold, [listed(null), listed(null)]).counts).toEqual([20, 0]);
    const doubtful = begin();
    expect(takeAll(doubtful, [listed(20), { ...listed(null) }]).counts).toEqual([20, 0]);
  });
});

test('thirty-two pages in a row with only earlier rows, in any order, end the listing', () => {
  const progress = begin();
  progress.add(0, page(0, 40));
  const turned = (by: number) => ({
    ...EMPTY,
    rows: [...rowsFrom(by, 40), ...rowsFrom(0, by)],
  });
  for (let by = 1; by < 32; by += 1) expect(progress.add(by, turned(by))).toEqual({ rows: [], isEnd: false });
  expect(progress.add(32, turned(32))).toEqual({ rows: [], isEnd: true });
});

test('a page with a new row restarts the count of stale pages', () => {
  const progress = begin();
  progress.add(0, page(0, 40));
  const turned = (by: number) => ({ ...EMPTY, rows: [...rowsFrom(by, 40), ...rowsFrom(0, by)] });
  for (let by = 1; by < 32; by += 1) progress.add(by, turned(by));
  expect(progress.add(32, page(40, 41)).isEnd).toBe(false);
  expect(progress.add(33, turned(33)).isEnd).toBe(false);
});

describe('a resumed read', () => {
  test('counts earlier rows towards the total, but not as its own', () => {
    const progress = begin({ fromPage: 2 });
    progress.resumeAfter(page(100, 200, 250));
    expect(progress.add(2, page(200, 250, 250))).toEqual({ rows: rowsFrom(200, 250), isEnd: true });
    expect(outcomeOf(progress)).toEqual({ rows: 50, total: 250, lastPage: 2, troubles: [] });
  });

  test('returns no row of the page before', () => {
    const progress = begin({ fromPage: 1 });
    progress.resumeAfter(page(0, 100));
    expect(progress.add(1, page(95, 195)).rows).toEqual(rowsFrom(100, 195));
    expect(progress.isRepeated(page(0, 100))).toBe(true);
  });

  test('follows the service’s page size', () => {
    const progress = begin({ fromPage: 2 });
    progress.resumeAfter(page(30, 60, 70));
    expect(progress.lastPage()).toBe(2);
    expect(progress.add(2, page(60, 70, 70)).isEnd).toBe(true);
    expect(progress.troubles()).toEqual([]);
  });

  test('after the last page is complete', () => {
    const progress = begin({ fromPage: 3 });
    progress.resumeAfter(page(200, 250, 250));
    expect(progress.lastPage()).toBe(2);
    expect(progress.add(3, EMPTY)).toEqual({ rows: null, isEnd: true });
    expect(progress.troubles()).toEqual([]);
  });

  test('after an empty page goes by the requested size', () => {
    const progress = begin({ fromPage: 3 });
    progress.resumeAfter({ ...EMPTY, total: 450 });
    expect(progress.lastPage()).toBe(4);
    expect(progress.isRepeated(EMPTY)).toBe(false);
    expect(progress.add(3, page(300, 400, 450)).isEnd).toBe(false);
    expect(progress.add(4, page(400, 450, 450)).isEnd).toBe(true);
  });

  test('distrusts a total that was the first page’s own length', () => {
    const progress = begin({ fromPage: 1 });
    progress.resumeAfter(page(0, 10, 10));
    expect(progress.lastPage()).toBeNull();
    expect(progress.add(1, page(10, 20)).isEnd).toBe(false);
    expect(progress.total()).toBeNull();
    const ended = begin({ fromPage: 1 });
    ended.resumeAfter(page(0, 10, 10));
    expect(ended.add(1, EMPTY).isEnd).toBe(true);
    expect(ended.total()).toBe(10);
  });

  test('on a later page trusts a total that equals the page before', () => {
    const progress = begin({ fromPage: 2, size: 10 });
    progress.resumeAfter(page(10, 20, 30));
    expect(progress.lastPage()).toBe(2);
    expect(progress.add(2, page(20, 30, 30)).isEnd).toBe(true);
  });

  test('ends at a response without a list, as on any other page', () => {
    const progress = begin({ fromPage: 1 });
    progress.resumeAfter(page(0, 100));
    expect(takeAll(progress, [NO_LIST, NO_LIST], 1)).toEqual({ counts: [0, null], isEnd: true });
    expect(progress.troubles()).toEqual([]);
  });
});
