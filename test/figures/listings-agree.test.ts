// @module-tag store

import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App, Request } from '../../src/app-parts.ts';
import { BACK_WORDS } from '../../src/blocks/back-words.ts';
import { formatAed } from '../../src/blocks/money-and-time.ts';
import { systemClock } from '../../src/clock.ts';
import { buildClose } from '../../src/closes/close-view.ts';
import type { Counted } from '../../src/closes/count-since.ts';
import { readClose } from '../../src/closes/read-close.ts';
import { EXPORT_FILE } from '../../src/exports/export-file.ts';
import type { ReportKind } from '../../src/figures/listed-row.ts';
import type { MoneyClass } from '../../src/figures/movement.ts';
import type { ByPerson, SaleFigures } from '../../src/figures/sale-figures.ts';
import { createTotals, type Totals } from '../../src/figures/totals.ts';
import { buildCardButtons, REST_ACTION } from '../../src/links/card/card-buttons-view.ts';
import { readListed } from '../../src/links/card/find-link.ts';
import { buildLinkLineButtons } from '../../src/links/card/link-line-view.ts';
import { inItsSale } from '../../src/links/sale/link-in-sale.ts';
import { holderOf } from '../../src/links/sale/open-sales.ts';
import { createMarkOwnLinks } from '../../src/listings/own-links.ts';
import { createReportReader } from '../../src/listings/report-reader.ts';
import { createLog } from '../../src/log.ts';
import type { Store } from '../../src/open-store.ts';
import { openDue } from '../../src/payouts/payout-presses.ts';
import { MONTH_FILE } from '../../src/reconciliation/month-file.ts';
import { isBack, moneyOf } from '../../src/store/link-payment.ts';
import type { FileFormat } from '../../src/tables/table.ts';
import { TEAM_FILE } from '../../src/team/index.ts';
import { listPeople } from '../../src/team/team-rows.ts';
import { readCsvTable } from '../exports/read-csv.ts';
import { type ReadTable, readWorkbook } from '../exports/read-xlsx.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';
import { runs } from '../fixtures/whole-suite.ts';
import { anyService, buildListing, DECEMBER, LATER, type TrueRow, ZONE } from './any-listing.ts';
import { anySales, HOUR, hours, NOON, OTHER_ACCOUNT, type Sale, writeSales } from './any-sales.ts';

const TEAM = 'T1';
const netOf = ({ received, refunded, chargedBack }: SaleFigures): number =>
  received.fils - refunded.fils - chargedBack.fils;
const ASKER = { teamId: TEAM, userId: 'U1' };
const signal = new AbortController().signal;
const NOVEMBER = { from: Date.UTC(2026, 9, 31, 20), to: DECEMBER - 1_000 };

let database: TestDatabase;
let store: Store;
let folder: string;
let files = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  store = await database.open();
  folder = await mkdtemp(join(tmpdir(), 'figures-'));
});

afterAll(async () => {
  await database.remove();
  await rm(folder, { recursive: true });
});

const sum = (fils: readonly number[]): number => fils.reduce((total, each) => total + each, 0);
const inFils = (dirhams: unknown): number => Math.round(Number(dirhams ?? 0) * 100);

type Span = { from: number; to: number };
type Listing = ReturnType<typeof buildListing>;

/** All of the app that figures are read through, as of a moment. */
const appAt = (now: number, { serviceAt }: Listing): Request => {
  const clock = { ...systemClock, now: () => now };
  const mark = createMarkOwnLinks(TEAM, store);
  const service = serviceAt(now);
  return {
    ...{ store, clock, timeZone: ZONE, log: createLog('fatal'), config: { exportRows: 10_000 } },
    ...{ stopping: signal, audit: { write: async () => undefined }, notePayouts: async () => undefined },
    vocabularies: { of: async () => WORDS },
    readerOf: () => createReportReader({ service, timeZone: ZONE, now: clock.now, markOwnLinks: mark }),
  } as unknown as Request;
};

const totalsOf = async (kind: ReportKind, span: Span, app: App) => {
  const totals = createTotals({ kind, words: WORDS });
  await app.readerOf(TEAM).eachPage({ kind, span }, totals.take);
  return totals.result();
};

const classesOf = ({ byClass }: Totals, ...classes: MoneyClass[]): number =>
  sum(
    byClass.flatMap(({ is, fils, currency }) => (currency === 'AED' && classes.includes(is) ? [fils] : [])),
  );

interface Figures {
  received: number;
  refunded: number;
  chargedBack: number;
}

const isByBank = ({ kind }: { kind: keyof typeof BACK_WORDS }): boolean => BACK_WORDS[kind].isByBank;

const inSums = (sums: Totals): Figures => ({
  received: classesOf(sums, 'received'),
  refunded: sum(sums.refunds.flatMap((one) => (isByBank(one) ? [] : [one.fils]))),
  chargedBack: sum(sums.refunds.flatMap((one) => (isByBank(one) ? [one.fils] : []))),
});

const netIn = ({ received, refunded, chargedBack }: Figures): number => received - refunded - chargedBack;

const isIn =
  ({ from, to }: Span) =>
  ({ at }: { at: number }): boolean =>
    at >= from && at <= to;

const truthOf = (rows: readonly TrueRow[]): Figures & { fees: number } => ({
  received: sum(rows.map((row) => row.receivedFils)),
  refunded: sum(rows.map((row) => (isByBank({ kind: row.back }) ? 0 : row.backFils))),
  chargedBack: sum(rows.map((row) => (isByBank({ kind: row.back }) ? row.backFils : 0))),
  fees: sum(rows.map((row) => row.feeFils)),
});

/** What the service owed at a moment: what had come, and was in no payout until then. */
const owedAt = (rows: readonly TrueRow[], moment: number): number =>
  sum(
    rows
      .filter(({ at, paidOutAt }) => at < moment && !(paidOutAt !== null && paidOutAt < moment))
      .map((row) => row.receivedFils - row.backFils - row.feeFils),
  );

/** A report or, without a kind, a month, as a person gets it. */
const exportOf = async (
  { span, format = 'xlsx', kind }: { kind?: ReportKind; span: Span; format?: FileFormat },
  app: App,
): Promise<Buffer | null> => {
  const path = join(folder, `${++files}.${format}`);
  const job = { id: 'job_1', teamId: TEAM };
  const ofMonth = { kind: 'reconciliation', span, userId: 'U1', readTo: app.clock.now() } as const;
  const file = await (kind
    ? EXPORT_FILE.describe({ ...job, payload: { kind, span, format, userId: 'U1', schedule: null } }, app)
    : MONTH_FILE.describe({ ...job, payload: ofMonth }, app));
  const made = await file?.make(path, { signal, onReach: () => undefined });
  return made?.bytes ? readFile(path) : null;
};

/** The rows of the list as files: each sums up to what Totals say. */
const checkFiles = async (kind: 'transactions' | 'links', span: Span, app: App): Promise<void> => {
  const totals = await totalsOf(kind, span, app);
  const csv = await exportOf({ kind, span, format: 'csv' }, app);
  const xlsx = await exportOf({ kind, span, format: 'xlsx' }, app);
  const rows = csv === null ? [] : readCsvTable(csv);
  const [table] = xlsx === null ? [] : await readWorkbook(xlsx);
  expect(rows).toHaveLength(totals.rows);
  expect(inFils(table?.totals['Counts as (AED)']?.value)).toBe(netIn(inSums(totals)));
  const states = table?.records.map((row) => `${row['Status']?.value ?? ''}`) ?? [];
  expect(states.slice(0, rows.length)).toEqual(rows.map((row) => row['Status']));
};

const monthOf = async (span: Span, app: App) => {
  const bytes = await exportOf({ span }, app);
  const tables = await readWorkbook(bytes ?? expect.fail('no workbook'));
  const sheet = (name: string): ReadTable | undefined => tables.find((one) => one.name === name);
  const lines = (sheet('Bridge')?.sheet.rows ?? []).slice(1).map(([line, aed]) => ({
    line: `${line}`,
    fils: typeof aed === 'number' ? inFils(aed) : null,
  }));
  const end = lines.findIndex(({ line }) => line.startsWith('To be paid out at the end'));
  const bridge = lines.slice(0, end + 1);
  return {
    bridge,
    fils: (words: RegExp) => lines.find(({ line }) => words.test(line))?.fils ?? 0,
    totals: (name: string, ...headings: string[]) =>
      headings.map((heading) => inFils(sheet(name)?.totals[heading]?.value)),
  };
};

const readTeamFile = async (app: App, { from, to }: Span) => {
  const path = join(folder, `${++files}.csv`);
  const payload = { userId: 'U1', from, to, format: 'csv' } as const;
  const file = await TEAM_FILE.describe({ id: 'job_1', teamId: TEAM, payload }, app);
  const made = await file?.make(path, { signal } as never);
  return made?.bytes ? readCsvTable(await readFile(path)) : [];
};

const cases = [
  anySales,
  anyService,
  fc.tuple(hours(-30, 60), hours(-30, 60)).map(([one, other]) => ({
    from: Math.min(one, other),
    to: Math.max(one, other),
  })),
] as const;

/**
 * As sales are in a shop: what a void undid can be told only where its payment is listed, too, and a link that the service has had an
 * address, and ended by being cancelled.
 */
const asInShops = (sales: readonly Sale[], parts: readonly number[]): Sale[] =>
  sales.map((sale) => {
    const partOf = (at: number) => parts.filter((moment) => moment <= at).length;
    const { payment, at } = sale;
    const isEnded = sale.way.at(-1) === 'failed' && payment?.finding !== 'cancelled';
    const made: Sale = { ...sale, hasAddress: true, way: isEnded ? ['failed'] : sale.way };
    if (payment === null) return made;
    const paidAt = payment.happenedAt ?? at + 60_000;
    const refunds = payment.refunds.map((one) =>
      one.kind === 'void' && partOf(one.happenedAt ?? one.noticedAt) !== partOf(paidAt)
        ? { ...one, kind: 'refund' as const }
        : one,
    );
    return { ...made, payment: { ...payment, refunds } };
  });

/** All but who has the sales now. */
const withoutHands = ({ all, byPerson }: ByPerson<SaleFigures>) =>
  [all, ...[...byPerson].flat()].map((one) => (typeof one === 'string' ? one : { ...one, handedTo: null }));

test('whatever the service lists of whatever sales, list, files, closes, payouts due, team and the workbooks of two months say the same, to the fils', async () => {
  await fc.assert(
    fc.asyncProperty(...cases, async (some, service, span) => {
      const parts = [span.from, span.to + 1_000, DECEMBER];
      const sales = asInShops(some, parts);
      const all = await writeSales(sales, { store, place: database.place });
      const links = all.filter(({ account }) => account !== OTHER_ACCOUNT);
      const listing = buildListing(links, service, parts);
      const app = appAt(LATER, listing);
      const { rows, payouts } = listing;

      // The list, its files, and our own sales: home and team show these.
      const truth = truthOf(rows.filter(isIn(span)));
      const { fees: _, ...told } = truth;
      const totals = await totalsOf('transactions', span, app);
      expect(inSums(totals)).toEqual(told);
      await checkFiles('transactions', span, app);
      const figured = await store.saleFigures.of({ teamId: TEAM, span });
      const toCome = await store.saleFigures.toCome(TEAM);
      const { made, now, received, refunded, chargedBack } = figured.all;
      expect({ received: received.fils, refunded: refunded.fils, chargedBack: chargedBack.fils }).toEqual(
        told,
      );
      const team = listPeople(figured, toCome);
      expect(sum(team.map(({ figures }) => netOf(figures)))).toBe(netIn(told));
      const inTeam = await readTeamFile(app, span);
      for (const [column, fils] of [
        ['Made (AED)', made.fils],
        ['Paid (AED)', now.paid.fils],
        ['Received (AED)', told.received],
        ['Refunded (AED)', told.refunded],
        ['Charged back (AED)', told.chargedBack],
        ['Still to come now (AED)', toCome.all.fils],
      ] as const)
        expect([column, sum(inTeam.map((row) => inFils(row[column])))]).toEqual([column, fils]);

      // The service lists every link that it has, in words of its own.
      const ofLinks = await totalsOf('links', span, app);
      await checkFiles('links', span, app);
      expect(sum(Object.values(now).map(({ fils }) => fils))).toBe(made.fils);
      expect({
        paid: classesOf(ofLinks, 'received'),
        partly: classesOf(ofLinks, 'partly'),
        refunded: classesOf(ofLinks, 'refunded'),
        anotherAmount: classesOf(ofLinks, 'anotherAmount'),
        toCheck: classesOf(ofLinks, 'unclassified'),
        stillToCome: classesOf(ofLinks, 'waiting'),
        expired: classesOf(ofLinks, 'expired'),
      }).toEqual({
        paid: now.paid.fils,
        partly: now.partly.fils,
        refunded: now.refunded.fils,
        anotherAmount: now.anotherAmount.fils,
        toCheck: now.toCheck.fils,
        stillToCome: now.stillToCome.fils,
        expired: now.expired.fils,
      });

      // The figures of these days, as asked for and as a weekly summary.
      const ask = { teamId: TEAM, isLastTry: false, signal };
      const { figures: close } = await readClose(app, ask, { days: span, to: span.to, counted: null });
      expect(inSums(close.money?.since ?? totals)).toEqual(told);
      expect(inSums(close.money?.ofDays ?? totals)).toEqual(told);
      expect([close.sales, close.toCome]).toEqual([figured.all, toCome.all]);
      for (const every of ['day', 'week'] as const)
        if (told.received > 0)
          expect(buildClose({ ...close, every, missed: null, timeZone: ZONE }).text).toMatch(
            new RegExp(`${formatAed(told.received)}( \\+ USD [\\d.]+)? received`),
          );
      const paidOut = (days: Span) => sum(payouts.filter(isIn(days)).map(({ netFils }) => netFils));
      expect(classesOf(close.payouts?.sums ?? totals, 'received')).toBe(paidOut(span));

      // One close after the other: opening and movements are closing, late rows and rewritten ones included.
      let counted: Counted | null = null;
      const closed: Figures = { received: 0, refunded: 0, chargedBack: 0 };
      let from = NOON - 72 * HOUR;
      for (const to of [NOON - 8 * HOUR, DECEMBER, NOON + 40 * HOUR, LATER]) {
        const at = { days: { from, to: to - 1_000 }, to: to - 1_000, counted };
        const { figures, after } = await readClose(appAt(to, listing), ask, at);
        const { money } = figures;
        const since = inSums(money?.since ?? totals);
        closed.received += since.received - sum((money?.undone ?? []).map(({ fils }) => fils));
        closed.refunded += since.refunded;
        closed.chargedBack += since.chargedBack;
        counted = after;
        from = to;
      }
      const { fees: __, ...whole } = truthOf(rows);
      expect(closed).toEqual(whole);

      // The workbooks of both months, and what is due.
      const months = [NOVEMBER, { from: DECEMBER, to: LATER }];
      const [november, december] = await Promise.all(months.map((month) => monthOf(month, app)));
      for (const [at, month] of [november, december].entries()) {
        const days = months[at] ?? span;
        const { fees, ...ofMonth } = truthOf(rows.filter(isIn(days)));
        const own = await store.saleFigures.of({ teamId: TEAM, span: days });
        expect([own.all.received.fils, netOf(own.all)]).toEqual([ofMonth.received, netIn(ofMonth)]);
        const { received: came, refunded: back, chargedBack: taken } = ofMonth;
        if (!month) throw new Error('no month');
        expect(
          [/^Received/, /^Refunded/, /^Charged back/, /^Fees/, /^Paid out/].map(
            (line) => 0 + month.fils(line),
          ),
        ).toEqual([came, -back, -taken, -fees, -paidOut(days)].map((fils) => 0 + fils));
        expect(
          month.totals(
            'Transactions',
            ...['Received (AED)', 'Refunded (AED)', 'Charged back (AED)', 'Counts as (AED)', 'Fee (AED)'],
          ),
        ).toEqual([came, back, taken, netIn(ofMonth), fees]);
        expect(
          month.totals(
            'Links',
            ...['Received', 'Refunded', 'Charged back'].map((what) => `${what} in the month (AED)`),
          ),
        ).toEqual([came, back, taken]);
        expect(month.totals('Payouts', 'Net (AED)')).toEqual([paidOut(days)]);
        expect(classesOf(await totalsOf('payouts', days, app), 'received')).toBe(paidOut(days));
        expect(month.totals('Owed by customers', 'Owed (AED)')).toEqual([toCome.all.fils]);
        expect(month.totals('Owed to customers', 'Owed (AED)')).toEqual([close.reported?.toRefund.fils]);
        if (service.joins === 'nothing') continue;
        const sums = month.bridge.map(({ fils }) => fils ?? Number.NaN);
        expect(sums.at(-1)).toBe(owedAt(rows, days.to + 1_000));
        expect(sum(sums.slice(0, -1))).toBe(sums.at(-1));
        expect(month.fils(/^Not explained/)).toBe(0);
      }
      expect(december?.fils(/month began/)).toBe(november?.fils(/end of the month/));
      if (service.joins !== 'nothing') {
        const { fill } = await openDue(ASKER, {}, app).read();
        const due = JSON.stringify(await fill?.(''));
        const left = owedAt(rows, LATER);
        expect(due).toContain(left === 0 ? '' : `*${formatAed(left)} to be paid out*`);
      }

      // A sale that is paid in full is offered no further link.
      for (const listed of await readListed(links, app)) {
        const ofSale = all.filter(({ saleId }) => saleId === listed.saleId);
        const money = ofSale.flatMap((link) => moneyOf(link) ?? []);
        const isInFull =
          money.every(({ refunds }) => refunds.length === 0) &&
          !ofSale.some(({ payment }) => isBack(payment?.finding ?? null)) &&
          sum(money.map((one) => one.receivedFils ?? 0)) >=
            Math.max(...ofSale.map((link) => link.amountFils));
        if (!isInFull && listed.sale.state !== 'paid') continue;
        expect([listed.sale.restFils, listed.sale.toComeFils]).toEqual([null, 0]);
        const buttons = [
          buildLinkLineButtons(listed, 'line'),
          ...ofSale.map((link) => buildCardButtons(inItsSale(link, ofSale))),
        ];
        expect(JSON.stringify(buttons)).not.toContain(REST_ACTION);
      }

      // Handing over moves nothing of what was made or came, and changes no sum.
      const handed = { teamId: TEAM, ids: 'all', from: 'U1', to: 'U2', by: 'U1', at: LATER } as const;
      await store.links.handOver({ ...handed, newAuditId: randomUUID, holderOf, jobs: () => [] });
      expect(withoutHands(await store.saleFigures.of({ teamId: TEAM, span }))).toEqual(withoutHands(figured));
      expect((await store.saleFigures.toCome(TEAM)).all).toEqual(toCome.all);
    }),
    runs(40),
  );
});
