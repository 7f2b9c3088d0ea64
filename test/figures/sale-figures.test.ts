// @module-tag postgres

import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addSum,
  isStanding,
  noFigures,
  PAID_WITHIN_MINUTES,
  type SaleFigures,
} from '../../src/figures/sale-figures.ts';
import { createSaleFiguresStore } from '../../src/figures/sale-figures-store.ts';
import { displayStateOf } from '../../src/links/sale/display-state.ts';
import { rowOf } from '../../src/links/sale/display-states.ts';
import { inSale } from '../../src/links/sale/standing.ts';
import type { Store } from '../../src/open-store.ts';
import type { Link } from '../../src/store/link.ts';
import { moneyOf } from '../../src/store/link-payment.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';
import { type WatchedDatabase, watchQueries } from '../fixtures/watch-queries.ts';
import { runs } from '../fixtures/whole-suite.ts';
import { anySale, HOUR, hours, MINUTE, NOON, type Sale, writeSales } from './any-sales.ts';

let database: TestDatabase;
let store: Store;
let watched: WatchedDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  store = await database.open();
  watched = watchQueries(database.place);
});

afterAll(async () => {
  await watched.close();
  await database.remove();
});

const EMPTY: Sale = {
  ...{ owner: 'U1', place: 'C1', isNext: false, hasAddress: true, way: ['open'], fils: 10_000, at: NOON },
  payment: null,
};

type Span = { from: number; to: number };

/** The same figures, counted link by link, as its card reads it. */
const count = (links: readonly Link[], all: readonly Link[], { from, to }: Span): SaleFigures => {
  const figures = noFigures();
  const isWithin = (at: number | null) => at !== null && at >= from && at <= to;
  for (const one of links) {
    const sale = all
      .filter(({ saleId, id }) => saleId === one.saleId && id !== one.id)
      .toSorted((first, second) => second.saleOrder - first.saleOrder);
    const state = displayStateOf({ ...one, instead: inSale(one, sale).instead });
    const { figure } = rowOf(state);
    const money = moneyOf(one);
    if (isStanding(figure) && isWithin(one.createdAt)) {
      const sum = { count: 1, fils: one.amountFils };
      addSum(figures.made, sum);
      addSum(figures.now[figure], sum);
      if (state === 'waiting' && one.payment?.finding === 'declined') addSum(figures.declined, sum);
      if (figure === 'paid' && money !== null) {
        const minutes = (money.receivedAt - one.createdAt) / MINUTE;
        const step = PAID_WITHIN_MINUTES.findIndex((most) => minutes <= most);
        const at = step === -1 ? PAID_WITHIN_MINUTES.length : step;
        figures.paidWithin[at] = (figures.paidWithin[at] ?? 0) + 1;
      }
    }
    if (money === null) continue;
    if (isWithin(money.receivedAt)) addSum(figures.received, { count: 1, fils: money.receivedFils ?? 0 });
    for (const { at, fils, kind } of money.refunds)
      if (isWithin(at))
        addSum(kind === 'chargeback' ? figures.chargedBack : figures.refunded, { count: 1, fils: fils ?? 0 });
  }
  return figures;
};

const groupByOwner = (links: readonly Link[], span: Span): Map<string, SaleFigures> =>
  new Map(
    [...new Set(links.map(({ ownerId }) => ownerId))].map((owner) => [
      owner,
      count(
        links.filter(({ ownerId }) => ownerId === owner),
        links,
        span,
      ),
    ]),
  );

test('over any sales and span, in slices of any size, the sums are those of the cards, to the fils', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anySale, { minLength: 1, maxLength: 9 }),
      fc.tuple(hours(-30, 60), hours(-30, 60)),
      fc.integer({ min: 1, max: 9 }),
      async (sales, [one, other], size) => {
        const links = await writeSales(sales, { store, place: database.place });
        const span = { from: Math.min(one, other), to: Math.max(one, other) };
        const figures = createSaleFiguresStore(watched, { linksOfASlice: size });
        const { all, byOwner } = await figures.of({ teamId: 'T1', span });
        expect(all).toEqual(count(links, links, span));
        for (const [owner, expected] of groupByOwner(links, span))
          expect(byOwner.get(owner) ?? noFigures()).toEqual(expected);
        const ofOne = await figures.of({ teamId: 'T1', span, ownerId: 'U1' });
        expect(ofOne.all).toEqual(byOwner.get('U1') ?? noFigures());
        const always = { from: 0, to: NOON + 100 * HOUR };
        expect(await figures.stillToCome('T1')).toEqual(count(links, links, always).now.stillToCome);
      },
    ),
    runs(25),
  );
}, 60_000);

test('a payment counts on its own day for who had the link then, also if it is noticed after that was handed over', async () => {
  const [link] = await writeSales([{ ...EMPTY, fils: 20_500 }], { store, place: database.place });
  const handed = { teamId: 'T1', ids: [link?.id ?? ''], from: 'U1', to: 'U2', by: 'U1', at: NOON + 2 * HOUR };
  await store.links.handOver({ ...handed, newAuditId: () => 'aud_handed', jobs: () => [] });
  const parts = [1, 25].map((hours) => ({ fils: 20_500, noticedAt: NOON, happenedAt: NOON + hours * HOUR }));
  await store.links.move({
    ...{ id: link?.id ?? '', to: 'reported', at: NOON + 30 * HOUR, cause: 'paid with another amount' },
    payment: buildPayment({ finding: 'mismatch', amountFils: 41_000, happenedAt: NOON + 25 * HOUR, parts }),
  });
  const received = async (from: number, to: number) => {
    const { byOwner } = await store.saleFigures.of({ teamId: 'T1', span: { from, to } });
    return [...byOwner].map(([who, figures]) => [who, figures.received]);
  };
  expect(await received(NOON + 1, NOON + 24 * HOUR)).toEqual([['U1', { count: 1, fils: 20_500 }]]);
  expect(await received(NOON + 24 * HOUR, NOON + 48 * HOUR)).toEqual([['U2', { count: 1, fils: 20_500 }]]);
});

test('days that follow one another add up to the days together', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anySale, { minLength: 1, maxLength: 10 }),
      fc.tuple(hours(-30, 60), hours(-30, 60), hours(-30, 60)),
      async (sales, edges) => {
        await writeSales(sales, { store, place: database.place });
        const [from, between, to] = edges.toSorted((one, other) => one - other) as [number, number, number];
        const { saleFigures } = store;
        const read = async (span: Span) => (await saleFigures.of({ teamId: 'T1', span })).all;
        const [first, second, both] = [
          await read({ from, to: between }),
          await read({ from: between + 1, to }),
          await read({ from, to }),
        ];
        for (const of of ['made', 'received', 'refunded', 'chargedBack'] as const)
          expect(first[of].fils + second[of].fils).toBe(both[of].fils);
      },
    ),
    runs(25),
  );
}, 60_000);
