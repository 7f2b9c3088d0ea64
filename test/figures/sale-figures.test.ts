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
import { displayStateOf } from '../../src/links/card/display-state.ts';
import { rowOf } from '../../src/links/card/display-states.ts';
import { standingOf } from '../../src/links/card/standing.ts';
import type { Store } from '../../src/open-store.ts';
import type { Link } from '../../src/store/link.ts';
import { moneyOf, PAYMENT_FINDINGS } from '../../src/store/link-payment.ts';
import type { LinkState } from '../../src/store/link-states.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildNewLink } from '../fixtures/links.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';
import { type WatchedDatabase, watchQueries } from '../fixtures/watch-queries.ts';
import { runs } from '../fixtures/whole-suite.ts';

const NOON = Date.UTC(2026, 10, 21, 8);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

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

/** The ways of a link, and what is known of its payment at the end. */
const WAYS: readonly (readonly LinkState[])[] = [
  [],
  ['failed'],
  ['unknown'],
  ['open'],
  ['open', 'paid'],
  ['open', 'reported'],
  ['open', 'expired'],
  ['open', 'failed'],
];

const hours = (from: number, to: number) =>
  fc.integer({ min: from * 4, max: to * 4 }).map((quarters) => NOON + (quarters * HOUR) / 4);

const link = fc.record({
  owner: fc.constantFrom('U1', 'U2', 'U3'),
  place: fc.constantFrom('C1', 'C2', 'U1'),
  /** Of another sale: one more link in place of the one before. */
  isNext: fc.boolean(),
  hasAddress: fc.boolean(),
  way: fc.constantFrom(...WAYS),
  fils: fc.integer({ min: 1_000, max: 900_000_000_000 }),
  at: hours(-30, 30),
  payment: fc.option(
    fc.record({
      finding: fc.constantFrom(...PAYMENT_FINDINGS),
      happenedAt: fc.option(hours(-30, 60)),
      amountFils: fc.option(fc.integer({ min: 1, max: 900_000_000_000 })),
      refundedFils: fc.option(fc.nat(900_000)),
      refund: fc.option(fc.record({ noticedAt: hours(-30, 60), happenedAt: fc.option(hours(-30, 60)) }), {
        nil: undefined,
      }),
      currency: fc.constantFrom(null, 'AED', 'aed', 'USD'),
    }),
  ),
});

type Made = typeof link extends fc.Arbitrary<infer T> ? T : never;

const write = async (sales: readonly Made[]): Promise<Link[]> => {
  const tables = await openTables(database.place);
  for (const table of ['link_events', 'jobs', 'links']) await tables.run(`delete from ${table}`);
  await tables.close();
  const made: Link[] = [];
  for (const [n, { owner, place, isNext, hasAddress, way, fils, at, payment }] of sales.entries()) {
    const before = isNext ? made.at(-1) : undefined;
    const id = `lnk_${n}`;
    await store.links.reserve(
      buildNewLink(id, {
        ...{ at, creatorId: owner, channelId: place, amountFils: fils, saleId: before?.saleId ?? null },
        expiresAt: at + 24 * HOUR,
      }),
    );
    for (const to of way)
      await store.links.move({
        ...{ id, to, at: at + MINUTE, cause: 'answered' },
        ...(to === way.at(-1) &&
          payment !== null && { payment: buildPayment({ ...payment, noticedAt: at + MINUTE }) }),
        ...(to === 'open' && hasAddress && { address: `https://pay.example.com/${n}` }),
      });
    made.push(await store.links.get(id));
  }
  return made;
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
    const state = displayStateOf({ ...one, instead: standingOf(one, sale).instead });
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
    if (isWithin(money.refundedAt)) addSum(figures.refunded, { count: 1, fils: money.refundedFils ?? 0 });
  }
  return figures;
};

const group = (
  links: readonly Link[],
  all: readonly Link[],
  span: Span,
  key: (link: Link) => string,
): Map<string, SaleFigures> =>
  new Map(
    [...new Set(links.map(key))].map((one) => [
      one,
      count(
        links.filter((link) => key(link) === one),
        all,
        span,
      ),
    ]),
  );

test('over any sales and span, in slices of any size, the sums are those of the cards, to the fils', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(link, { minLength: 1, maxLength: 9 }),
      fc.tuple(hours(-30, 60), hours(-30, 60)),
      fc.integer({ min: 1, max: 9 }),
      async (sales, [one, other], size) => {
        const links = await write(sales);
        const span = { from: Math.min(one, other), to: Math.max(one, other) };
        const figures = createSaleFiguresStore(watched, { linksOfASlice: size });
        const { all, byOwner, byPlace } = await figures.of({ teamId: 'T1', span });
        expect(all).toEqual(count(links, links, span));
        for (const [map, key] of [
          [byOwner, ({ ownerId }: Link) => ownerId],
          [byPlace, ({ channelId }: Link) => channelId],
        ] as const)
          for (const [name, expected] of group(links, links, span, key))
            expect(map.get(name) ?? noFigures()).toEqual(expected);
        const ofOne = await figures.of({ teamId: 'T1', span, ownerId: 'U1' });
        expect(ofOne.all).toEqual(byOwner.get('U1') ?? noFigures());
        const always = { from: 0, to: NOON + 100 * HOUR };
        expect(await figures.stillToCome('T1')).toEqual(count(links, links, always).now.stillToCome);
      },
    ),
    runs(60),
  );
});

test('days that follow one another add up to the days together', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(link, { minLength: 1, maxLength: 10 }),
      fc.tuple(hours(-30, 60), hours(-30, 60), hours(-30, 60)),
      async (sales, edges) => {
        await write(sales);
        const [from, between, to] = edges.toSorted((one, other) => one - other) as [number, number, number];
        const { saleFigures } = store;
        const read = async (span: Span) => (await saleFigures.of({ teamId: 'T1', span })).all;
        const [first, second, both] = [
          await read({ from, to: between }),
          await read({ from: between + 1, to }),
          await read({ from, to }),
        ];
        for (const of of ['made', 'received', 'refunded'] as const)
          expect(first[of].fils + second[of].fils).toBe(both[of].fils);
      },
    ),
    runs(25),
  );
});
