// @module-tag store

import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app-parts.ts';
import { systemClock } from '../../src/clock.ts';
import { readClose } from '../../src/closes/read-close.ts';
import { writeRows } from '../../src/exports/write-rows.ts';
import { readStandings } from '../../src/figures/link-standing.ts';
import type { MoneyClass } from '../../src/figures/movement.ts';
import { netOf } from '../../src/figures/sale-figures.ts';
import { createTotals } from '../../src/figures/totals.ts';
import { holderOf } from '../../src/links/sale/open-sales.ts';
import { createLog } from '../../src/log.ts';
import type { Store } from '../../src/open-store.ts';
import { formatFils } from '../../src/payment-service/index.ts';
import { createReconcileMonth } from '../../src/reconciliation/reconcile.ts';
import { createMarkOwnLinks } from '../../src/reports/own-links.ts';
import { createRowReader } from '../../src/reports/row-reader.ts';
import type { Link } from '../../src/store/link.ts';
import { moneyOf } from '../../src/store/link-payment.ts';
import { describeTeamFile } from '../../src/team/team-file.ts';
import { listPeople } from '../../src/team/team-rows.ts';
import { readCsvTable } from '../exports/read-csv.ts';
import { readXlsxTable } from '../exports/read-xlsx.ts';
import { rowsOf } from '../exports/rows-of-sheet.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';
import { runs } from '../fixtures/whole-suite.ts';
import { anySale, HOUR, hours, NOON, OTHER_ACCOUNT, writeSales } from './any-sales.ts';

const ZONE = 'Asia/Dubai';
const TEAM = 'T1';
const LATER = NOON + 100 * HOUR;
const [readRow, readTransaction] = [createRowReader('links', ZONE), createRowReader('transactions', ZONE)];

let database: TestDatabase;
let store: Store;
let folder: string;
let files = 0;

const newFile = (format: string): string => join(folder, `${++files}.${format}`);

beforeAll(async () => {
  database = await createTestDatabase();
  store = await database.open();
  folder = await mkdtemp(join(tmpdir(), 'figures-'));
});

afterAll(async () => {
  await database.remove();
  await rm(folder, { recursive: true });
});

/** Whatever the service says of a link, and whatever it lists beside ours. */
const word = fc.constantFrom('PAID', 'PENDING', 'EXPIRED', 'QX17', '');

const sum = (fils: readonly number[]): number => fils.reduce((total, each) => total + each, 0);
const inFils = (text: string | undefined): number => Math.round(Number(text ?? 0) * 100);

/** What the service lists of the money: a row for each payment, and one for each part that went back. */
const listTransactions = (links: readonly Link[]) =>
  links.flatMap(({ id, invoiceId, payment, ...link }) => {
    const { payments = [], refunds = [] } = moneyOf({ payment, ...link }) ?? {};
    const row = (type: string, { at, fils }: { at: number; fils: number | null }, n: number) =>
      readTransaction({
        fields: {
          ...{ invoiceId, type, transactionId: `${id}-${type}-${n}`, status: 'SUCCESS' },
          ...{ amount: formatFils(fils ?? 0), createdAt: new Date(at).toISOString() },
        },
      });
    return [
      ...payments.flatMap((one, n) => (one.fils === null ? [] : [row('SALE', one, n)])),
      ...refunds.flatMap((one, n) =>
        one.fils === null || one.kind === 'void' ? [] : [row(one.kind.toUpperCase(), one, n)],
      ),
    ];
  });

const readFiles = async (rows: ReturnType<typeof readRow>[]) => {
  const write = async (format: 'csv' | 'xlsx') => {
    const path = newFile(format);
    const pages = (async function* () {
      yield rows;
    })();
    const counting = createTotals({ kind: 'links', words: WORDS, timeZone: ZONE });
    counting.add(rows);
    await writeRows(pages, {
      ...{ path, format, kind: 'links' as const, counting, timeZone: ZONE },
      signal: new AbortController().signal,
    });
    return readFile(path);
  };
  return { csv: readCsvTable(await write('csv')), xlsx: await readXlsxTable(await write('xlsx')) };
};

const readTeamFile = async (app: App, span: { from: number; to: number }) => {
  const path = newFile('csv');
  const payload = { userId: 'U1', ...span, format: 'csv' };
  const file = await describeTeamFile({ id: 'job_1', teamId: TEAM, payload }, app);
  const made = await file?.make(path, { signal: new AbortController().signal } as never);
  return made?.bytes ? readCsvTable(await readFile(path)) : [];
};

test('over any span, home, team, the list of links, closes and their files give the same sums, to the fils', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anySale, { minLength: 1, maxLength: 9 }),
      fc.array(word, { minLength: 9, maxLength: 9 }),
      fc.tuple(hours(-30, 60), hours(-30, 60)),
      async (sales, words, [one, other]) => {
        const all = await writeSales(sales, { store, place: database.place });
        const links = all.filter(({ account }) => account !== OTHER_ACCOUNT);
        const span = { from: Math.min(one, other), to: Math.max(one, other) };
        const figured = await store.saleFigures.of({ teamId: TEAM, span });
        const toCome = await store.saleFigures.toCome(TEAM);
        const { made, now, received, refunded, chargedBack } = figured.all;

        // The team’s rows are the sums that home shows.
        const team = listPeople(figured, toCome);
        const people = team.map(({ figures }) => figures);
        expect(sum(people.map((figures) => figures.received.fils))).toBe(received.fils);
        expect(sum(people.map((figures) => figures.made.fils))).toBe(made.fils);
        expect(sum(team.map((row) => row.toCome.fils))).toBe(toCome.all.fils);
        expect(sum(people.map(netOf))).toBe(netOf(figured.all));
        expect(sum(Object.values(now).map(({ fils }) => fils))).toBe(made.fils);
        const app = {
          ...{ store, timeZone: ZONE, log: createLog('fatal') },
          vocabularies: { of: async () => WORDS },
          notePayouts: async () => undefined,
          readerOf: () => ({
            allRows: async ({ kind }: { kind: string }) => ({
              is: 'whole',
              rows: kind === 'transactions' ? listTransactions(links) : [],
            }),
          }),
        } as unknown as App;
        const inTeam = await readTeamFile(app, span);
        for (const [column, fils] of [
          ['Made (AED)', made.fils],
          ['Paid (AED)', now.paid.fils],
          ['Received (AED)', received.fils],
          ['Refunded (AED)', refunded.fils],
          ['Charged back (AED)', chargedBack.fils],
          ['Still to come now (AED)', toCome.all.fils],
        ] as const)
          expect([column, sum(inTeam.map((row) => inFils(row[column])))]).toEqual([column, fils]);

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
        const written = await readFiles(ours);
        expect(written.csv).toHaveLength(ours.length);
        const { byClass, refunds } = totals.result();
        const of = (...classes: MoneyClass[]) =>
          sum(byClass.flatMap(({ is, fils }) => (classes.includes(is) ? [fils] : [])));
        expect({
          paid: of('received'),
          partly: of('partly'),
          refunded: of('refunded'),
          anotherAmount: of('anotherAmount'),
          toCheck: of('unclassified'),
          stillToCome: of('waiting'),
          expired: of('expired'),
        }).toEqual({
          paid: now.paid.fils,
          partly: now.partly.fils,
          refunded: now.refunded.fils,
          anotherAmount: now.anotherAmount.fils,
          toCheck: now.toCheck.fils,
          stillToCome: now.stillToCome.fils,
          expired: now.expired.fils,
        });
        const counted = sum(written.xlsx.map((row) => inFils(row['Counts as (AED)']?.text)));
        expect(counted).toBe(now.paid.fils - sum(refunds.map(({ fils }) => fils)));

        // A close of the days.
        const signal = new AbortController().signal;
        const ask = { teamId: TEAM, isLastTry: false, signal };
        const { figures: close } = await readClose(app, ask, { days: span, to: span.to, counted: null });
        expect(close.sales).toEqual(figured.all);
        const { byClass: ofDays = [] } = close.money?.ofDays ?? {};
        expect(sum(ofDays.flatMap(({ is, fils }) => (is === 'received' ? [fils] : [])))).toBe(received.fils);
        expect(close.toCome).toEqual(toCome.all);

        const { sheets, figures } = await createReconcileMonth(store, { ...systemClock, now: () => NOON })({
          ...{ teamId: TEAM, span, around: { ...span, to: LATER } },
          ...{ list: async () => ({ is: 'whole', rows: [] }), words: WORDS, timeZone: ZONE },
          signal,
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

        // Handing over moves only what is still to come.
        const handed = { teamId: TEAM, ids: 'all', from: 'U1', to: 'U2', by: 'U1', at: LATER } as const;
        await store.links.handOver({ ...handed, newAuditId: randomUUID, holderOf, jobs: () => [] });
        expect(await store.saleFigures.of({ teamId: TEAM, span })).toEqual(figured);
        const after = await store.saleFigures.toCome(TEAM);
        expect(after.all).toEqual(toCome.all);
        const ofBoth = ({ byPerson }: typeof after) =>
          sum(['U1', 'U2'].map((who) => byPerson.get(who)?.fils ?? 0));
        expect(ofBoth(after)).toBe(ofBoth(toCome));
        const isLeft = links.some(({ state, ownerId }) => ownerId === 'U1' && state === 'paid');
        if (!isLeft) expect(after.byPerson.get('U1')).toBeUndefined();
      },
    ),
    runs(25),
  );
}, 60_000);
