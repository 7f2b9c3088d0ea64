// @module-tag long
// @module-tag store

import { describe, expect, onTestFinished, test } from 'vitest';
import { type RequestBudget, readPages } from '../../src/links/checks/read-pages.ts';
import { type ListingPage, NotFoundError, type ServiceRecord } from '../../src/payment-service/index.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { SECOND, startLinks } from './link-verbs.ts';

const RANGE = { fromDate: '2026-11-21 00:00:00', toDate: '2026-11-21 23:59:59' };

const page = (ids: number[], rest: Partial<ListingPage> = {}): ListingPage => ({
  records: ids.map((id) => ({ fields: { id } })),
  hasList: true,
  total: null,
  page: 0,
  size: 100,
  ...rest,
});

const readAll = async (pages: (at: number) => ListingPage, budget: RequestBudget = { left: 50 }) => {
  const taken: ServiceRecord[] = [];
  let requests = 0;
  const end = await readPages(
    async (_, paging) => {
      requests += 1;
      return pages(paging?.page ?? 0);
    },
    RANGE,
    { budget, take: async (records) => taken.push(...records) },
  );
  return { end, requests, ids: taken.map(({ fields }) => fields['id']) };
};

describe('a listing is read', () => {
  test('until an empty page', async () => {
    const read = await readAll((at) => page([[1, 2], [3], []][at] ?? []));
    expect(read).toEqual({ end: 'end', requests: 3, ids: [1, 2, 3] });
  });

  test('until an empty page, even if all counted records have come', async () => {
    const ofPages = await readAll((at) => page([[1, 2], [3]][at] ?? [], { total: [2, 1, null][at] ?? null }));
    expect(ofPages).toEqual({ end: 'end', requests: 3, ids: [1, 2, 3] });
  });

  test('as incomplete if it counts more records than it gives', async () => {
    const short = (total: number | null) => readAll((at) => page([[1, 2], [3]][at] ?? [], { total }));
    expect(await short(4)).toEqual({ end: 'too-few', requests: 3, ids: [1, 2, 3] });
    expect(await short(3)).toMatchObject({ end: 'end' });
    // A record made during the reading is counted from then on, but is on no later page.
    const grown = await readAll((at) =>
      page(
        [
          [1, 2],
          [2, 3],
        ][at] ?? [],
        { total: [3, 4][at] ?? null },
      ),
    );
    expect(grown).toMatchObject({ end: 'end', ids: [1, 2, 2, 3] });
  });

  test('as incomplete if a repeated record replaces one', async () => {
    const read = await readAll((at) =>
      page(
        [
          [1, 2],
          [2, 4],
        ][at] ?? [],
        { total: 4 },
      ),
    );
    expect(read).toMatchObject({ end: 'too-few' });
    const twins = await readAll((at) => page([[1, 1]][at] ?? [], { total: 2 }));
    expect(twins).toMatchObject({ end: 'end' });
  });

  test('until a page that is not found, if all counted records have come', async () => {
    const missing = () => {
      throw new NotFoundError('x', {
        operation: 'listLinks',
        reference: 'REF1',
        httpStatus: 404,
      });
    };
    const readTo = (total: number | null) =>
      readAll((at) => (at === 0 ? page([1, 2], { total }) : missing()));
    expect(await readTo(2)).toEqual({ end: 'end', requests: 2, ids: [1, 2] });
    await expect(readTo(3)).rejects.toThrow(NotFoundError);
    await expect(readTo(null)).rejects.toThrow(NotFoundError);
  });

  test('until a page repeats, and its records are taken once', async () => {
    expect(await readAll(() => page([1, 2]))).toEqual({ end: 'page-repeated', requests: 2, ids: [1, 2] });
    const turns = await readAll((at) => page([[1], [2]][at % 2] ?? []));
    expect(turns).toEqual({ end: 'page-repeated', requests: 3, ids: [1, 2] });
  });

  test('to its end by a service that repeats its whole list on every page', async () => {
    const whole = (rows: number[], total: number) => readAll(() => page(rows, { total }));
    expect(await whole([1, 2], 2)).toEqual({ end: 'end', requests: 2, ids: [1, 2] });
    expect(await whole([1, 2], 3)).toMatchObject({ end: 'page-repeated' });
    // A full page may be all that it counts.
    const full = Array.from({ length: 100 }, (_, row) => row);
    expect(await whole(full, 100)).toMatchObject({ end: 'page-repeated' });
    expect(await readAll((at) => page([[1], [2]][at % 2] ?? [], { total: 2 }))).toMatchObject({
      end: 'page-repeated',
    });
  });

  test('until an answer has no list', async () => {
    expect(await readAll(() => page([], { hasList: false }))).toMatchObject({ end: 'not-a-list' });
  });

  test('within a budget of requests, which several readings share', async () => {
    const budget = { left: 5 };
    expect(await readAll((at) => page([at]), budget)).toMatchObject({ end: 'budget', requests: 5 });
    expect(await readAll((at) => page([at]), budget)).toMatchObject({ end: 'budget', requests: 0 });
  });
});

describe('a service with endless listings costs a bounded number of requests', () => {
  const start = async () => {
    const scene = await startLinks({ env: { PAYLINK_LINK_PATH: '', PAYLINK_TRANSACTION_PATH: '' } });
    onTestFinished(scene.close);
    const link = await scene.issue();
    await scene.issue();
    let requests = 0;
    scene.sandbox.answerWith(() => {
      requests += 1;
      return { body: { status: '00', message: 'OK', response: { content: [{ rank: requests }] } } };
    });
    return { scene, link, count: () => requests };
  };

  test('for each callback', async () => {
    const { scene, link, count } = await start();
    await scene.callBack(link);
    await scene.checkDue();
    expect(count()).toBe(100);
    await scene.clock.advance(5 * SECOND);
    await scene.checkDue();
    expect(count()).toBe(200);
  });

  testAtLength(
    'for each sweep',
    async () => {
      const { scene, count } = await start();
      await scene.sweep();
      expect(count()).toBe(2_000);
    },
    60_000,
  );
});
