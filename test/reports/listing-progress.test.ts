import { expect, test } from 'vitest';
import { createListingProgress } from '../../src/reports/listing-progress.ts';
import type { ReportRow } from '../../src/reports/report-row.ts';
import { createRowReader } from '../../src/reports/row-reader.ts';

type Page = Parameters<ReturnType<typeof createListingProgress>['add']>[1];

const readRow = createRowReader('transactions', 'Asia/Dubai');
const rowOf = (id: string | null): ReportRow => ({
  ...readRow({ fields: { id } }),
  ...{ amountFils: 1_000, status: 'PAID', id },
});

/** The rows from one place of the listing to another, each with its id. */
const rowsOf = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => rowOf(String(first + index)));

const listed = (rows: ReportRow[], total: number | null = null): Page => ({ rows, total, isList: true });

/** `0-99/250` is a page with rows 0 to 99 of 250, `5?` one with five rows without ids; `empty` or `no-list`. */
const pageOf = (text: string): Page => {
  const [content = '', total] = text.split('/');
  const rows = content.split('+').flatMap((part) => {
    const [, first, last] = /(\d+)-(\d+)/.exec(part) ?? [];
    if (first !== undefined) return rowsOf(Number(first), Number(last));
    return Array.from({ length: Number.parseInt(part, 10) || 0 }, () => rowOf(null));
  });
  return { ...listed(rows, total === undefined ? null : Number(total)), isList: !/no-list/.test(content) };
};

/** The new rows of a page, written as for `pageOf`. */
const nameRows = (rows: readonly ReportRow[]): string => {
  const ids = rows.flatMap(({ id }) => id ?? []);
  const [first, last] = [Number(ids[0]), Number(ids.at(-1))];
  if (ids.length > 0) expect(ids).toEqual(rowsOf(first, last).map(({ id }) => id));
  const unnamed = rows.length - ids.length;
  return (
    [...(ids.length > 0 ? [`${first}-${last}`] : []), ...(unnamed > 0 ? [`${unnamed}?`] : [])].join('+') ||
    'nothing'
  );
};

/** The new rows of each page, `end` if the listing ends there, and what is then known. */
const read = (pages: readonly Page[]): string => {
  const progress = createListingProgress(100);
  let isEnd = false;
  let rows = 0;
  const taken = pages.map((page, index) => {
    if (isEnd) throw new Error('the listing ended before its last page');
    const step = progress.add(index, page);
    isEnd = step.isEnd;
    rows += step.rows?.length ?? 0;
    return step.rows === null ? 'none' : nameRows(step.rows);
  });
  const [total, lastPage] = [progress.total(), progress.lastPage()];
  return [
    ...(taken.length === 0 ? [] : [[...taken, ...(isEnd ? ['end'] : [])].join(' ')]),
    `${rows} rows${total === null ? '' : ` of ${total}`}`,
    ...(lastPage === null || lastPage < 0 ? [] : [`last page ${lastPage}`]),
    ...progress.troubles(),
  ].join(', ');
};

/** Columns: title, pages, outcome. */
const listings = (title: string, cases: string) =>
  test.each(
    cases
      .trim()
      .split(/\n\s*/)
      .map((line) => line.split(/ *\| */)),
  )(`${title} %s`, (_, pages = '', outcome) => {
    expect(read(pages.match(/\S+/g)?.map(pageOf) ?? [])).toBe(outcome);
  });

listings(
  'with a total, a listing',
  `
  continues before the page of its last row | 0-99/250 | 0-99, 100 rows of 250, last page 2, shrunk
  ends with its last row | 0-99/250 100-199/250 200-249/250 | 0-99 100-199 200-249 end, 250 rows of 250, last page 2
  of 201 rows has three pages | 0-99/201 | 0-99, 100 rows of 201, last page 2, shrunk
  of 200 rows has two pages | 0-99/200 | 0-99, 100 rows of 200, last page 1, shrunk
  of 300 rows has three pages | 0-99/300 | 0-99, 100 rows of 300, last page 2, shrunk
  of 301 rows has four pages | 0-99/301 | 0-99, 100 rows of 301, last page 3, shrunk
  may have shorter pages than requested | 0-29/70 | 0-29, 30 rows of 70, last page 2, shrunk
  of shorter pages than requested ends with its last row | 0-29/70 30-59/70 60-69/70 | 0-29 30-59 60-69 end, 70 rows of 70, last page 2
  of one page ends there | 0-8/9 | 0-8 end, 9 rows of 9, last page 0
  continues if the total may be the page’s own length | 0-9/10 | 0-9, 10 rows of 10
  takes an empty page as proof of that total | 0-9/10 empty | 0-9 none end, 10 rows of 10, last page 0
  drops a total that was the page’s own length | 0-9/10 10-19 | 0-9 10-19, 20 rows
  takes the next page’s total instead | 0-9/10 10-16/7 | 0-9 10-16, 17 rows of 7, last page 0, grew
  that grows is reported as grown | 0-99/150 100-149/152 | 0-99 100-149, 150 rows of 152, last page 1, grew
  that grows ends with its new total | 0-99/150 100-149/152 150-151/152 | 0-99 100-149 150-151 end, 152 rows of 152, last page 1, grew
  that grows and is never reached is not reported as shrunk | 0-99/150 100-149/200 empty | 0-99 100-149 none end, 150 rows of 200, last page 1, grew
  that shrinks is reported as shrunk | 0-99/150 100-139/140 | 0-99 100-139 end, 140 rows of 140, last page 1, shrunk
  that stays the same is no trouble | 0-99/150 100-149/150 | 0-99 100-149 end, 150 rows of 150, last page 1
  with more rows than the total is reported as grown | 0-99/150 100-159/150 | 0-99 100-159, 160 rows of 150, last page 1, grew
  continues after one empty page before its total | 0-99/400 empty | 0-99 nothing, 100 rows of 400, last page 3, shrunk
  ends after two empty pages, reported as shrunk | 0-99/400 empty empty | 0-99 nothing none end, 100 rows of 400, last page 3, shrunk
  keeps a total that later pages omit | 0-99/300 100-199 | 0-99 100-199, 200 rows of 300, last page 2, shrunk
  with a late total uses the size of the first page | 0-29 30-59/70 | 0-29 30-59, 60 rows of 70, last page 2, shrunk
  with an empty page at its end is complete | 0-99/300 100-199 empty | 0-99 100-199 none end, 200 rows of 300, last page 2, shrunk
`,
);

listings(
  'without a total, a listing',
  `
  ends at the first empty page | 0-99 100-129 empty | 0-99 100-129 none end, 130 rows
  that is empty ends, and its total counts | empty/0 | none end, 0 rows of 0
  ignores the total of an empty page at its end | 0-99 empty/0 | 0-99 none end, 100 rows
`,
);

listings(
  'a response without a list',
  `
  at the start ends the listing, with its rows | no-list+7-7 | 7-7 end, 1 rows, not-a-list
  on a later page is skipped once, and reported if more follows | 0-99 no-list 100-129 empty | 0-99 nothing 100-129 none end, 130 rows, not-a-list
  at the end is no trouble | 0-99 no-list no-list | 0-99 nothing none end, 100 rows
`,
);

listings(
  'a repeated page',
  `
  adds nothing | 0-99 0-99 | 0-99 nothing, 100 rows
  twice in a row ends the listing | 0-99 0-99 0-99 | 0-99 nothing nothing end, 100 rows
  once, and then another, does not end it | 0-99 0-99 100-199 100-199 200-299 | 0-99 nothing 100-199 nothing 200-299, 300 rows
  of rows without ids counts again up to the total | 20?/40 20?/40 | 20? 20? end, 40 rows of 40, last page 1
  of rows without ids counts while the total has room | 20?/80 20?/80 20?/80 | 20? 20? 20?, 60 rows of 80, last page 3, shrunk
  counts its rows without ids again, not the others | 0-4+20?/60 0-4+20?/60 | 0-4+20? 20?, 45 rows of 60, last page 2, shrunk
  of rows without ids does not exceed the total | 20?/39 20?/39 | 20? nothing, 20 rows of 39, last page 1, shrunk
  of rows without ids adds nothing without a total | 20? 20? | 20? nothing, 20 rows
  of rows without ids adds nothing to a doubtful total | 20?/20 20? | 20? nothing, 20 rows
`,
);

const stalePage = (by: number) => listed([...rowsOf(by, 39), ...rowsOf(0, by - 1)]);
const STALE = Array.from({ length: 31 }, (_, index) => stalePage(index + 1));
const NOTHING_NEW = 'nothing '.repeat(31);

test('thirty-two pages in a row with only earlier rows, in any order, end the listing', () => {
  const pages = [pageOf('0-39'), ...STALE, stalePage(32)];
  expect(read(pages)).toBe(`0-39 ${NOTHING_NEW}nothing end, 40 rows, moved`);
});

test('a page with a new row restarts the count of stale pages', () => {
  const pages = [pageOf('0-39'), ...STALE, pageOf('40-40'), stalePage(20)];
  expect(read(pages)).toBe(`0-39 ${NOTHING_NEW}40-40 nothing, 41 rows, moved`);
});

test('a repeated page is recognised once, for another request', () => {
  const progress = createListingProgress(100);
  progress.add(0, pageOf('0-99'));
  expect(progress.isRepeated(pageOf('100-199'))).toBe(false);
  expect(progress.troubles()).toEqual([]);
  expect(progress.isRepeated(pageOf('0-99'))).toBe(true);
  expect(progress.troubles()).toEqual(['page-repeated']);
  progress.add(1, pageOf('0-99'));
  expect(progress.isRepeated(pageOf('0-99'))).toBe(false);
});

test('a page is not repeated if it is empty or its rows have another order', () => {
  const progress = createListingProgress(100);
  progress.add(0, pageOf('0-2'));
  expect(progress.isRepeated(listed(rowsOf(0, 2).reverse()))).toBe(false);
  progress.add(1, pageOf('empty'));
  expect(progress.isRepeated(pageOf('empty'))).toBe(false);
  expect(progress.troubles()).toEqual([]);
});
