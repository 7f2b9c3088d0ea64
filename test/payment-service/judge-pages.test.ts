import { expect, test } from 'vitest';
import { createPageJudge } from '../../src/payment-service/judge-pages.ts';

interface Row {
  id: string | null;
  fields: Record<string, unknown>;
}
type Judge = ReturnType<typeof createPageJudge<Row>>;
type Page = Parameters<Judge['add']>[1];

const createJudge = (isProof = false): Judge => createPageJudge<Row>(({ id }) => id, { isProof });

const rowOf = (id: string | null): Row => ({ id, fields: { id } });

/** The rows from one place of the listing to another, each with its id. */
const rowsOf = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => rowOf(String(first + index)));

const listed = (records: Row[], total: number | null = null): Page => ({ records, total, hasList: true });

/** `0-99/250` is a page with rows 0 to 99 of 250, `5?` one with five rows without ids; `empty` or `no-list`. */
const pageOf = (text: string): Page => {
  const [content = '', total] = text.split('/');
  const rows = content.split('+').flatMap((part) => {
    const [, first, last] = /(\d+)-(\d+)/.exec(part) ?? [];
    if (first !== undefined) return rowsOf(Number(first), Number(last));
    return Array.from({ length: Number.parseInt(part, 10) || 0 }, () => rowOf(null));
  });
  return { ...listed(rows, total === undefined ? null : Number(total)), hasList: !/no-list/.test(content) };
};

/** The new rows of a page, written as for `pageOf`. */
const nameRows = (rows: readonly Row[]): string => {
  const ids = rows.flatMap(({ id }) => id ?? []);
  const [first, last] = [Number(ids[0]), Number(ids.at(-1))];
  if (ids.length > 0) expect(ids).toEqual(rowsOf(first, last).map(({ id }) => id));
  const unnamed = rows.length - ids.length;
  return (
    [...(ids.length > 0 ? [`${first}-${last}`] : []), ...(unnamed > 0 ? [`${unnamed}?`] : [])].join('+') ||
    'nothing'
  );
};

/** The new rows of each page, `end` if the listing ends there, and what is then known; of one that goes on, no verdict. */
const read = (pages: readonly Page[], isProof = false): string => {
  const judge = createJudge(isProof);
  let isEnd = false;
  let rows = 0;
  const taken = pages.map((page, index) => {
    if (isEnd) throw new Error('the listing ended before its last page');
    const step = judge.add(index, page);
    isEnd = step.isEnd;
    rows += step.rows.length;
    return page.records.length === 0 ? 'none' : nameRows(step.rows.map(({ row }) => row));
  });
  const [total, lastPage] = [judge.total(), judge.lastPage()];
  return [
    [...taken, ...(isEnd ? ['end'] : [])].join(' '),
    `${rows} rows${total === null ? '' : ` of ${total}`}`,
    ...(total === null || lastPage < 0 ? [] : [`last page ${lastPage}`]),
    ...(isEnd ? [`${judge.verdict()}${judge.hasGrown() ? ', grown' : ''}`] : []),
  ].join(', ');
};

/** Columns: title, pages, what comes of them. */
const listings = (title: string, cases: string, isProof = false) =>
  test.each(
    cases
      .trim()
      .split(/\n\s*/)
      .map((line) => line.split(/ *\| */)),
  )(`${title} %s`, (_, pages = '', outcome) => {
    expect(read(pages.match(/\S+/g)?.map(pageOf) ?? [], isProof)).toBe(outcome);
  });

listings(
  'with a total, a listing',
  `
  continues before the page of its last row | 0-99/250 | 0-99, 100 rows of 250, last page 2
  ends with its last row | 0-99/250 100-199/250 200-249/250 | 0-99 100-199 200-249 end, 250 rows of 250, last page 2, whole
  of 201 rows has three pages | 0-99/201 | 0-99, 100 rows of 201, last page 2
  of 200 rows has two pages | 0-99/200 | 0-99, 100 rows of 200, last page 1
  may have shorter pages than requested | 0-29/70 | 0-29, 30 rows of 70, last page 2
  of shorter pages than requested ends with its last row | 0-29/70 30-59/70 60-69/70 | 0-29 30-59 60-69 end, 70 rows of 70, last page 2, whole
  of one page ends there | 0-8/9 | 0-8 end, 9 rows of 9, last page 0, whole
  continues if the total may be the page’s own length | 0-9/10 | 0-9, 10 rows of 10, last page 0
  takes an empty page as proof of that total | 0-9/10 empty | 0-9 none end, 10 rows of 10, last page 0, whole
  forgets totals that count pages | 0-9/10 10-16/7 empty | 0-9 10-16 none end, 17 rows, whole
  that grows is not over | 0-99/150 100-149/152 | 0-99 100-149, 150 rows of 152, last page 1
  that grows ends with its new total | 0-99/150 100-149/152 150-151/152 | 0-99 100-149 150-151 end, 152 rows of 152, last page 1, whole, grown
  that grows and is never reached has all that it counted first | 0-99/150 100-149/200 empty | 0-99 100-149 none end, 150 rows of 200, last page 1, whole, grown
  that shrinks may lack rows | 0-99/150 100-139/140 | 0-99 100-139 end, 140 rows of 140, last page 1, moved
  with more rows than the total goes on | 0-99/150 100-159/150 empty | 0-99 100-159 none end, 160 rows of 150, last page 1, whole, grown
  continues after one empty page before its total | 0-99/400 empty | 0-99 none, 100 rows of 400, last page 3
  ends after two empty pages | 0-99/400 empty empty | 0-99 none none end, 100 rows of 400, last page 3, moved
  keeps a total that later pages omit | 0-99/300 100-199 | 0-99 100-199, 200 rows of 300, last page 2
  with a late total uses the size of the first page | 0-29 30-59/70 | 0-29 30-59, 60 rows of 70, last page 2
  may end with an empty page | 0-99/300 100-199 empty | 0-99 100-199 none end, 200 rows of 300, last page 2, moved
`,
);

listings(
  'without a total, a listing',
  `
  ends at the first empty page | 0-99 100-129 empty | 0-99 100-129 none end, 130 rows, whole
  that is empty ends, and its total counts | empty/0 | none end, 0 rows of 0, whole
  ignores the total of an empty page at its end | 0-99 empty/0 | 0-99 none end, 100 rows, whole
  that gives a row again may have given it in place of another | 0-99 99-150 empty | 0-99 100-150 none end, 151 rows, moved
`,
);

listings(
  'a response without a list',
  `
  at the start ends the listing, with its rows | no-list+7-7 | 7-7 end, 1 rows, no-list
  on a later page is skipped once, and reported if more follows | 0-99 no-list 100-129 empty | 0-99 none 100-129 none end, 130 rows, no-list
  at the end is no trouble | 0-99 no-list no-list | 0-99 none none end, 100 rows, whole
`,
);

listings(
  'a repeated page',
  `
  adds nothing | 0-99 0-99 | 0-99 nothing, 100 rows
  twice in a row ends the listing | 0-99 0-99 0-99 | 0-99 nothing nothing end, 100 rows, moved
  once, and then another, does not end it | 0-99 0-99 100-199 100-199 200-299 | 0-99 nothing 100-199 nothing 200-299, 300 rows
  of all that was counted is the end | 0-39/40 0-39/40 0-39/40 | 0-39 nothing nothing end, 40 rows of 40, last page 0, whole
  of as many as were asked for may be what it counts | 0-99/100 0-99/100 0-99/100 | 0-99 nothing nothing end, 100 rows, moved
  of as many as the interface gives may be, too | 0-9/10 0-9/10 0-9/10 | 0-9 nothing nothing end, 10 rows, moved
  of rows without ids counts again up to the total | 20?/40 20?/40 | 20? 20? end, 40 rows of 40, last page 1, whole
  of rows without ids counts while the total has room | 20?/80 20?/80 20?/80 | 20? 20? 20?, 60 rows of 80, last page 3
  counts its rows without ids again, not the others | 0-4+20?/45 0-4+20?/45 | 0-4+20? 20? end, 45 rows of 45, last page 1, whole
  of rows without ids does not exceed the total | 20?/39 20?/39 | 20? nothing, 20 rows of 39, last page 1
  of rows without ids adds nothing without a total | 20? 20? | 20? nothing, 20 rows
`,
);

listings(
  'where what is missing proves something, a listing',
  `
  ends at the first empty page | 0-99 100-129 empty | 0-99 100-129 none end, 130 rows, whole
  does not end with its total | 0-1/3 2-2/1 empty | 0-1 2-2 none end, 3 rows of 1, last page 0, whole
  goes on past its total | 0-1/2 2-2/2 empty | 0-1 2-2 none end, 3 rows of 2, last page 0, whole, grown
  of fewer records than it counts may lack some | 0-1/4 2-2/4 empty | 0-1 2-2 none end, 3 rows of 4, last page 1, moved
  that grows lacks none that it counted first | 0-1/3 1-2/4 empty | 0-1 2-2 none end, 3 rows of 4, last page 1, whole, grown
  in which a record replaces another may lack that | 0-1/4 1-2/4 empty | 0-1 2-2 none end, 3 rows of 4, last page 1, moved
  with an answer without a list is none | 0-99 no-list | 0-99 none end, 100 rows, no-list
  that repeats all that it had counted is whole | 0-1/2 0-1/2 0-1/2 | 0-1 nothing nothing end, 2 rows of 2, last page 0, whole
  that repeats less is not | 0-1/3 0-1/3 0-1/3 | 0-1 nothing nothing end, 2 rows of 3, last page 1, moved
  of which two pages take turns is not, though all came that it counts | 0-0/2 1-1/2 0-0/2 1-1/2 | 0-0 1-1 nothing nothing end, 2 rows of 2, last page 1, moved
  of which two pages take turns is not | 0-1 2-3 0-1 2-3 | 0-1 2-3 nothing nothing end, 4 rows, moved
`,
  true,
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
  expect(read(pages)).toBe(`0-39 ${NOTHING_NEW}40-40 nothing, 41 rows`);
});

test('a repeated page is worth asking for again, once', () => {
  const judge = createJudge();
  judge.add(0, pageOf('0-99'));
  const isWorthAsking = (page: string) => judge.isWorthAsking(pageOf(page).records);
  expect([isWorthAsking('100-199'), isWorthAsking('0-99'), isWorthAsking('empty')]).toEqual([
    false,
    true,
    false,
  ]);
  expect(judge.isWorthAsking(rowsOf(0, 99).reverse())).toBe(false);
  judge.add(1, pageOf('0-99'));
  expect(isWorthAsking('0-99')).toBe(false);
});

test('one that repeats all that was counted is not', () => {
  const judge = createJudge();
  judge.add(0, pageOf('0-39/40'));
  expect(judge.isWorthAsking(rowsOf(0, 39))).toBe(false);
});

test('twins on one page are two rows', () => {
  expect(createJudge().add(0, listed([rowOf('1'), rowOf('1')])).rows).toHaveLength(2);
});
