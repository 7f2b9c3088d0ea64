// @module-tag store

import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { readStandings } from '../../src/figures/link-standing.ts';
import type { MoneyClass } from '../../src/figures/movement.ts';
import { createCounting } from '../../src/figures/movements.ts';
import { netOf } from '../../src/figures/sale-figures.ts';
import { createTotals } from '../../src/figures/totals.ts';
import type { Store } from '../../src/open-store.ts';
import { formatFils } from '../../src/payment-service/index.ts';
import { createReconcileMonth } from '../../src/reconciliation/reconcile.ts';
import { createMarkOwnLinks } from '../../src/reports/own-links.ts';
import { createRowReader } from '../../src/reports/row-reader.ts';
import { listPeople } from '../../src/team/team-rows.ts';
import { rowsOf } from '../exports/rows-of-sheet.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';
import { runs } from '../fixtures/whole-suite.ts';
import { anySale, HOUR, hours, NOON, writeSales } from './any-sales.ts';

const ZONE = 'Asia/Dubai';
const TEAM = 'T1';
const readRow = createRowReader('links', ZONE);

let database: TestDatabase;
let store: Store;

beforeAll(async () => {
  database = await createTestDatabase();
  store = await database.open();
});

afterAll(() => database.remove());

/** Whatever the service says of a link, and whatever it lists beside ours. */
const word = fc.constantFrom('PAID', 'PENDING', 'EXPIRED', 'QX17', '');

test('over any span, home, team, the list of links, its file and the month’s workbook give the same sums, to the fils', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anySale, { minLength: 1, maxLength: 9 }),
      fc.array(word, { minLength: 9, maxLength: 9 }),
      fc.tuple(hours(-30, 60), hours(-30, 60)),
      async (sales, words, [one, other]) => {
        const links = await writeSales(sales, { store, place: database.place });
        const span = { from: Math.min(one, other), to: Math.max(one, other) };
        const figured = await store.saleFigures.of({ teamId: TEAM, span });
        const { all } = figured;
        const toCome = await store.saleFigures.toCome(TEAM);
        const { made, now, received, refunded, chargedBack } = all;

        // The team’s rows are the sums that home shows.
        const team = listPeople(figured, toCome);
        const people = team.map(({ figures }) => figures);
        const sum = (fils: readonly number[]) => fils.reduce((total, each) => total + each, 0);
        expect(sum(people.map((figures) => figures.received.fils))).toBe(received.fils);
        expect(sum(people.map((figures) => figures.made.fils))).toBe(made.fils);
        expect(sum(team.map((row) => row.toCome.fils))).toBe(toCome.all.fils);
        expect(sum(people.map(netOf))).toBe(netOf(all));
        expect(sum(Object.values(now).map(({ fils }) => fils))).toBe(made.fils);

        // The service lists every link that it has, in words of its own.
        const mark = createMarkOwnLinks(TEAM, store.linkDays, (some) => readStandings(some, store));
        const listed = links
          .filter(({ createdAt }) => createdAt >= span.from && createdAt <= span.to)
          .map((link, n) =>
            readRow({
              fields: {
                invoiceId: link.invoiceId,
                amount: formatFils(link.amountFils),
                status: words[n],
                createdAt: new Date(link.createdAt).toISOString(),
              },
            }),
          );
        const ours = (await mark(listed)).filter((row) => row.own !== undefined);
        const totals = createTotals({ kind: 'links', words: WORDS, timeZone: ZONE });
        totals.add(ours);
        const counting = createCounting('links', WORDS);
        const back = totals.result().refunds.map(({ fils }) => fils);
        expect(sum(ours.map((row) => counting.count(row) ?? 0))).toBe(now.paid.fils - sum(back));
        const of = (...classes: MoneyClass[]) =>
          sum(totals.result().byClass.flatMap(({ is, fils }) => (classes.includes(is) ? [fils] : [])));
        expect({
          paid: of('received'),
          partly: of('partly'),
          refunded: of('refunded'),
          toCheck: of('unclassified'),
          stillToCome: of('waiting'),
          expired: of('expired'),
        }).toEqual({
          paid: now.paid.fils,
          partly: now.partly.fils,
          refunded: now.refunded.fils,
          toCheck: now.toCheck.fils,
          stillToCome: now.stillToCome.fils,
          expired: now.expired.fils,
        });

        const { sheets, figures } = await createReconcileMonth(store, { ...systemClock, now: () => NOON })({
          ...{ teamId: TEAM, span, readFrom: span.from, readTo: NOON + 100 * HOUR },
          ...{ payouts: [], transactions: [], words: WORDS, timeZone: ZONE },
          signal: new AbortController().signal,
        });
        const inSheet = async (name: string, ...columns: string[]) => {
          const rows = await rowsOf(sheets, name);
          return columns.map((column) => sum(rows.map((row) => Math.round(100 * Number(row[column] ?? 0)))));
        };
        expect(
          await inSheet(
            'Links',
            ...[
              'Received in the month (AED)',
              'Refunded in the month (AED)',
              'Charged back in the month (AED)',
            ],
          ),
        ).toEqual([received.fils, refunded.fils, chargedBack.fils]);
        expect(await inSheet('Owed by customers', 'Owed (AED)')).toEqual([toCome.all.fils]);
        expect(figures.toCome).toEqual(toCome.all);
      },
    ),
    runs(25),
  );
}, 60_000);
