import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type DateRange,
  type ListingPage,
  NotFoundError,
  type RequestBudget,
  readWhole,
  TooLargeAnswerError,
} from '../../src/payment-service/index.ts';
import { runs } from '../fixtures/whole-suite.ts';

const RANGE = { fromDate: '2026-11-21 00:00:00', toDate: '2026-11-21 23:59:59' };

const page = (ids: number[], rest: Partial<ListingPage> = {}): ListingPage => ({
  records: ids.map((id) => ({ fields: { id } })),
  hasList: true,
  total: null,
  ...rest,
});

/** What proves that a record is missing. */
const readToProve = async (pages: (at: number) => ListingPage, budget: RequestBudget = { left: 50 }) => {
  const ids: unknown[] = [];
  let requests = 0;
  const { is } = await readWhole(
    async (_, { page: at }) => {
      requests += 1;
      return pages(at);
    },
    RANGE,
    { budget, isProof: true, take: (some) => ids.push(...some.map(({ fields }) => fields['id'])) },
  );
  return { is, requests, ids };
};

const notFound = () => {
  throw new NotFoundError('x', { operation: 'listLinks', reference: 'REF1', httpStatus: 404 });
};

test('a page that is not found is the end if all counted records have come', async () => {
  const readTo = (total: number | null) =>
    readToProve((at) => (at === 0 ? page([1, 2], { total }) : notFound()));
  expect(await readTo(2)).toEqual({ is: 'whole', requests: 2, ids: [1, 2] });
  await expect(readTo(3)).rejects.toThrow(NotFoundError);
  await expect(readTo(null)).rejects.toThrow(NotFoundError);
});

test('readings that share a budget end where it is used up', async () => {
  const budget = { left: 5 };
  expect(await readToProve((at) => page([at]), budget)).toMatchObject({ is: 'too-many', requests: 5 });
  expect(await readToProve((at) => page([at]), budget)).toMatchObject({ is: 'too-many', requests: 0 });
});

test('pages that are requested ahead, or again, are in the budget', async () => {
  const budget = { left: 3 };
  expect(await readToProve((at) => page([at], { total: 50 }), budget)).toMatchObject({ requests: 3 });
  const repeating = { left: 2 };
  expect(await readToProve(() => page([1]), repeating)).toMatchObject({ is: 'too-many', requests: 2 });
});

/** Three records, at the first second of the day, at noon and at its last second, which too many others surround. */
const TIMES = ['2026-11-21 00:00:00', '2026-11-21 11:59:59', '2026-11-21 23:59:59'];

/** Answers only half a day at a time. `spoil` changes what the second half answers. */
const readHalves = async ({
  spoil = (own) => own,
  ...options
}: {
  spoil?: (own: ListingPage) => ListingPage;
  isProof?: boolean;
  most?: number;
  least?: number;
} = {}) => {
  const ids: unknown[] = [];
  const list = async ({ fromDate, toDate }: DateRange, { page: at }: { page: number }) => {
    const found = TIMES.filter((time) => fromDate <= time && time <= toDate);
    if (found.length === TIMES.length)
      throw new TooLargeAnswerError('x', {
        ...{ operation: 'listLinks', reference: 'REF1', httpStatus: 200, least: options.least ?? null },
      });
    const records = at === 0 ? found.map((id) => ({ fields: { id } })) : [];
    const own = { records, hasList: true, total: found.length };
    return fromDate === RANGE.fromDate ? own : spoil(own);
  };
  const read = await readWhole(list, RANGE, {
    ...options,
    take: (some) => ids.push(...some.map(({ fields }) => fields['id'])),
  });
  return { read, ids };
};

test('halves are as whole as the worse of them, and give each record once', async () => {
  const whole = { is: 'whole', rows: 3, total: null, hasGrown: false };
  // The record of noon is in both.
  expect(await readHalves()).toEqual({ read: whole, ids: TIMES });
  const grown = await readHalves({ spoil: (own) => ({ ...own, total: 1 }) });
  expect(grown.read).toEqual({ ...whole, hasGrown: true });
  expect((await readHalves({ spoil: (own) => ({ ...own, total: 9 }) })).read).toMatchObject({
    is: 'moved',
    rows: 3,
  });
  expect((await readHalves({ spoil: (own) => ({ ...own, hasList: false }) })).read.is).toBe('no-list');
});

test('a half that is not found has no records where that proves nothing', async () => {
  expect((await readHalves({ isProof: true, spoil: notFound })).read.is).toBe('no-list');
  await expect(readHalves({ spoil: notFound })).rejects.toThrow(NotFoundError);
});

test('halves with more rows than are of use are too many together', async () => {
  expect((await readHalves({ most: 3 })).read.is).toBe('whole');
  expect(await readHalves({ most: 2 })).toMatchObject({ read: { is: 'too-many', rows: 3 } });
  expect(await readHalves({ most: 3, least: 3 })).toMatchObject({ read: { is: 'whole' } });
  expect(await readHalves({ most: 3, least: 4 })).toMatchObject({
    read: { is: 'too-many', rows: 4 },
    ids: [],
  });
});

test('nothing is handed out of a page without rows', async () => {
  const pages = [[1], [], [2], [3]];
  const taken: unknown[][] = [];
  const { is } = await readWhole(async (_, { page: at }) => page(pages[at] ?? [], { total: 3 }), RANGE, {
    take: (some) => taken.push(some.map(({ fields }) => fields['id'])),
  });
  expect({ is, taken }).toEqual({ is: 'whole', taken: [[1], [2], [3]] });
});

/** What happens to a listing once so many pages were asked for. */
const HAPPENINGS = [
  'nothing',
  'added',
  'removed',
  'to the front',
  'again',
  'no list',
  'page ignored',
] as const;

test('a listing that is called whole gave each row that it had, once', async () => {
  const met = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        count: fc.oneof(fc.nat(30), fc.integer({ min: 30, max: 90 })),
        cap: fc.integer({ min: 10, max: 25 }),
        counted: fc.constantFrom('all', 'pages', 'nothing'),
        happening: fc.constantFrom(...HAPPENINGS),
        after: fc.nat(2),
        moved: fc.nat(89),
        isProof: fc.boolean(),
      }),
      async ({ count, cap, counted, happening, after, moved, isProof }) => {
        const first = Array.from({ length: count }, (_, id) => id);
        // That rows were taken out shows only in a total.
        const counts = happening === 'removed' ? 'all' : counted;
        // Nothing shows that a page which comes again and again, of a length of its own, is not all.
        fc.pre(happening !== 'page ignored' || counts !== 'pages' || cap === 10);
        const later = {
          added: [-1, ...first],
          removed: first.slice(1),
          'to the front': [...first.filter((id) => id === moved), ...first.filter((id) => id !== moved)],
        };
        const list = async (_: DateRange, { page: at }: { page: number }): Promise<ListingPage> => {
          const isLater = at > after;
          if (isLater && happening === 'no list') return page([], { hasList: false });
          const rows = isLater && happening in later ? later[happening as keyof typeof later] : first;
          const shown = happening === 'page ignored' ? 0 : isLater && happening === 'again' ? at - 1 : at;
          const content = rows.slice(shown * cap, (shown + 1) * cap);
          return page(content, { total: { all: rows.length, pages: content.length, nothing: null }[counts] });
        };
        const ids: unknown[] = [];
        const { is, rows } = await readWhole(list, RANGE, {
          isProof,
          budget: { left: 100 },
          take: (some) => ids.push(...some.map(({ fields }) => fields['id'])),
        });
        expect(ids).toHaveLength(rows);
        expect(new Set(ids).size).toBe(rows);
        // A service that answers the page after its last one without a list is read to its end, but proves nothing.
        const isCut = happening === 'no list' && !isProof && counts !== 'all';
        if (is === 'whole' && !isCut) expect(first.filter((id) => !ids.includes(id))).toEqual([]);
        if (happening === 'nothing') expect(is).toBe('whole');
        met.set(`${happening} ${is}`, (met.get(`${happening} ${is}`) ?? 0) + 1);
      },
    ),
    runs(3_000),
  );
  for (const one of ['added whole', 'removed moved', 'to the front moved', 'again moved', 'no list no-list'])
    expect(met.get(one) ?? 0, one).toBeGreaterThan(1);
});
