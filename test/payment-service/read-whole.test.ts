import { expect, test } from 'vitest';
import {
  type DateRange,
  type ListingPage,
  NotFoundError,
  type RequestBudget,
  readWhole,
  TooLargeAnswerError,
} from '../../src/payment-service/index.ts';

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
