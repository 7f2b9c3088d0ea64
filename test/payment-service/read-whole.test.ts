import { expect, test } from 'vitest';
import {
  type ListingPage,
  NotFoundError,
  type RequestBudget,
  readWhole,
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
