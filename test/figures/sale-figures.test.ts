// @module-tag postgres

import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addSum,
  isStanding,
  NOTHING,
  noFigures,
  type SaleFigures,
  type Sum,
} from '../../src/figures/sale-figures.ts';
import { createSaleFiguresStore } from '../../src/figures/sale-figures-store.ts';
import { rowOf } from '../../src/links/sale/display-states.ts';
import { holderOf } from '../../src/links/sale/open-sales.ts';
import { standingOf } from '../../src/links/sale/standing.ts';
import type { Store } from '../../src/open-store.ts';
import type { Link } from '../../src/store/link.ts';
import { moneyOf } from '../../src/store/link-payment.ts';
import { awaitsPayment, isIssued } from '../../src/store/link-states.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';
import { type WatchedDatabase, watchQueries } from '../fixtures/watch-queries.ts';
import { runs } from '../fixtures/whole-suite.ts';
import { anySale, HOUR, hours, NOON, OTHER_ACCOUNT, type Sale, writeSales } from './any-sales.ts';

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
  ...{
    owner: 'U1',
    place: 'C1',
    isNext: false,
    isRest: false,
    isOfOther: false,
    hasAddress: true,
    way: ['open'],
    fils: 10_000,
    at: NOON,
  },
  payment: null,
};

/** A bank may take the first, so nobody knows whether what the rest left out is still wanted. */
const DISPUTED_AND_REST: Sale[] = [
  {
    ...{ ...EMPTY, way: ['open', 'paid'], fils: 1_500 },
    payment: {
      ...{ finding: 'disputed', amountFils: 500, happenedAt: null, currency: null, refunds: [] },
      ...{ isInParts: false, isFitting: false, isLastOpen: false, isAllBack: false },
    },
  },
  { ...EMPTY, isNext: true, way: ['open', 'paid'], fils: 1_000, at: NOON + HOUR },
];

type Span = { from: number; to: number };

const isMade = (link: Link): boolean =>
  isIssued(link.state) || (link.state === 'failed' && link.payment?.finding === 'cancelled');

/** The links that the service has of each sale, in its order. */
const listSales = (links: readonly Link[]): Link[][] =>
  [...new Set(links.map(({ saleId }) => saleId))]
    .map((id) => links.filter((one) => one.saleId === id && isMade(one)))
    .filter((sale) => sale.length > 0);

/** The same figures, counted sale by sale, as its card reads it. Null: of everybody. */
const count = (links: readonly Link[], { from, to }: Span, who: string | null = null): SaleFigures => {
  const figures = noFigures();
  const isWithin = (at: number | null) => at !== null && at >= from && at <= to;
  for (const sale of listSales(links)) {
    const [first] = sale;
    if (first === undefined || !isWithin(first.createdAt) || (who !== null && first.creatorId !== who))
      continue;
    const { state, dueFils } = standingOf(sale);
    const { figure } = rowOf(state);
    const sum = { count: 1, fils: dueFils };
    addSum(figures.made, sum);
    if (isStanding(figure)) addSum(figures.now[figure], sum);
    const has = (sale.findLast((one) => awaitsPayment(one.state)) ?? standingOf(sale).paid.at(-1) ?? first)
      .ownerId;
    if (has !== first.creatorId) figures.handedTo.set(has, (figures.handedTo.get(has) ?? 0) + 1);
  }
  for (const one of links) {
    if (who !== null && one.ownerId !== who) continue;
    for (const { at, fils } of moneyOf(one)?.payments ?? [])
      if (isWithin(at)) addSum(figures.received, { count: 1, fils: fils ?? 0 });
    for (const { at, fils, kind } of moneyOf(one)?.refunds ?? [])
      if (isWithin(at))
        addSum(kind === 'chargeback' ? figures.chargedBack : figures.refunded, { count: 1, fils: fils ?? 0 });
  }
  return figures;
};

const sumToCome = (links: readonly Link[]): Sum => {
  const fils = listSales(links).map((sale) => standingOf(sale).toComeFils);
  return { count: fils.filter((one) => one > 0).length, fils: fils.reduce((sum, one) => sum + one, 0) };
};

test('over any sales and span, in slices of any size, the sums are those of the cards, to the fils', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anySale, { minLength: 1, maxLength: 9 }),
      fc.tuple(hours(-30, 60), hours(-30, 60)),
      fc.integer({ min: 1, max: 9 }),
      async (sales, [one, other], size) => {
        const all = await writeSales(sales, { store, place: database.place });
        const links = all.filter(({ account }) => account !== OTHER_ACCOUNT);
        const span = { from: Math.min(one, other), to: Math.max(one, other) };
        const figures = createSaleFiguresStore(watched, { linksOfASlice: size });
        const { byPerson, ...sums } = await figures.of({ teamId: 'T1', span });
        expect(sums.all).toEqual(count(links, span));
        for (const who of ['U1', 'U2', 'U3'])
          expect(byPerson.get(who) ?? noFigures()).toEqual(count(links, span, who));
        const toCome = await figures.toCome('T1');
        expect(toCome.all).toEqual(sumToCome(links));
        for (const who of ['U1', 'U2', 'U3'])
          expect((await figures.toCome('T1', who)).all).toEqual(toCome.byPerson.get(who) ?? NOTHING);
      },
    ),
    { ...runs(25), examples: [[DISPUTED_AND_REST, [NOON, NOON], 1]] },
  );
});

test('a payment counts on its own day for who had the link then, also if it is noticed after that was handed over', async () => {
  const [link] = await writeSales([{ ...EMPTY, fils: 20_500 }], { store, place: database.place });
  const handed = { teamId: 'T1', ids: [link?.id ?? ''], from: 'U1', to: 'U2', by: 'U1', at: NOON + 2 * HOUR };
  await store.links.handOver({ ...handed, newAuditId: () => 'aud_handed', holderOf, jobs: () => [] });
  const parts = [1, 25].map((hours) => ({ fils: 20_500, noticedAt: NOON, happenedAt: NOON + hours * HOUR }));
  await store.links.move({
    ...{ id: link?.id ?? '', to: 'reported', at: NOON + 30 * HOUR, cause: 'paid with another amount' },
    payment: buildPayment({ finding: 'mismatch', amountFils: 41_000, happenedAt: NOON + 25 * HOUR, parts }),
  });
  const received = async (from: number, to: number) => {
    const { byPerson } = await store.saleFigures.of({ teamId: 'T1', span: { from, to } });
    return [...byPerson].map(([who, figures]) => [who, figures.received]);
  };
  expect(await received(NOON + 1, NOON + 24 * HOUR)).toEqual([['U1', { count: 1, fils: 20_500 }]]);
  expect(await received(NOON + 24 * HOUR, NOON + 48 * HOUR)).toEqual([['U2', { count: 1, fils: 20_500 }]]);
});
