// @module-tag store

import { expect, test } from 'vitest';
import { SARA, TEAM } from '../../packages/local-slack/src/people-and-places.ts';
import { spanOfDays, wholeSeconds } from '../../src/calendar/date-span.ts';
import { askForFile, exportedFile, exportSays, startExports } from '../exports/export-scene.ts';
import { type ReadTable, readWorkbook } from '../exports/read-xlsx.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';
import { withoutChecks } from '../fixtures/no-checks.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { ZONE } from '../fixtures/payment-service.ts';
import { perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { sample, testAtLength } from '../fixtures/whole-suite.ts';

const OCTOBER = spanOfDays('2026-10-01', '2026-10-31', ZONE);
const DAY = 86_400_000;
/** The month’s own are beside them. */
const UNSUMMED = ['Asked (AED)'];
const FOREIGN = 'Not made with Paylink';
const NAMES = '=HYPERLINK("https://evil.example";"Refund")|+971|@cmd|-1+1|</t></is></c>|سارة خان'.split('|');
const DETAILS = buildLink().details;

const scene = perTest(() => startExports(withoutChecks));
const says = (words: RegExp) => exportSays(scene, words);

/** Links of September to November at the service: two a day, the second of every fourth day declined. */
const seedService = (count: number) =>
  scene.sandbox.seedLinks(count, (index) => {
    const createdAt = OCTOBER.from - 5 * DAY + Math.floor((index * 45 * DAY) / count);
    return {
      createdAt,
      paidAt: createdAt + 60_000,
      amountFils: 10_000 + index * 7,
      declined: index % 8 === 7,
    };
  });

/** The same here, but for every tenth. */
const seedMonths = async (count: number) => {
  const { store } = scene;
  const links = seedService(count);
  const keep = async (link: (typeof links)[number], index: number) => {
    if (index % 10 === 0) return;
    const id = `lnk_${index}`;
    await store.links.reserve({
      ...buildLink({
        nonce: id,
        invoiceId: link.invoiceId ?? '',
        amountFils: link.amountFils,
        creatorName: index % 2 ? 'sara' : '=ravi',
        creatorId: index % 2 ? SARA : 'U0RAVI0001',
      }),
      id,
      saleId: null,
      teamId: TEAM,
      callbackTokenHash: id,
      details: { ...DETAILS, FullName: NAMES[index % NAMES.length] ?? '' },
      at: link.createdAt,
    });
    await store.links.move({ id, to: 'open', at: link.createdAt + 1, cause: 'answered' });
    const isPaid = link.status === 'PAID';
    if (isPaid)
      await store.links.move({
        id,
        to: 'paid',
        at: link.createdAt + 60_000,
        cause: 'answered',
        payment: buildPayment({
          finding: 'confirmed',
          happenedAt: link.createdAt + 60_000,
          amountFils: link.amountFils,
        }),
      });
  };
  // As many at once as PostgreSQL has connections for.
  for (let at = 0; at < count; at += 5)
    await Promise.all(links.slice(at, at + 5).map((link, nth) => keep(link, at + nth)));
};

const ask = () =>
  askForFile(scene, {
    what: 'month',
    kind: 'reconciliation',
    userId: SARA,
    span: OCTOBER,
    readTo: OCTOBER.to + 10 * DAY,
  });

const read = async () => {
  const tables = await readWorkbook(exportedFile(scene).bytes);
  return (name: string): ReadTable => tables.find((table) => table.name === name) ?? expect.fail(name);
};

/** The rows of the month, and those of other months that belong with them. */
const readAll = async () => {
  const tables = await readWorkbook(exportedFile(scene).bytes);
  return (name: string) =>
    tables.flatMap((table) =>
      table.name === name || table.name === `${name} of other months` ? table.records : [],
    );
};

const filsIn = (records: ReadTable['records'], heading: string) =>
  records.reduce((sum, record) => sum + Math.round(Number(record[heading]?.value ?? 0) * 100), 0);

const MATCHED_BY = [
  ['payout-id', 'Adds up', 'Sure: joined by id'],
  ['list', 'Adds up', 'Sure: joined by id'],
  ['days', 'Cannot be proved', 'Likely: the payout has the sum of its day'],
] as const;

test.each(sample(MATCHED_BY))(
  'with payouts matched by %s, the sheets of a month agree to the fils',
  async (payoutsBy, proof, sure) => {
    scene.sandbox.shape.set({ payoutsBy });
    await seedMonths(90);
    await ask();
    const done = await says(/: received AED/);
    expect(done.text).toMatch(/^1 – 31 Oct 2026: received AED .* ✅ All explained, no differences/);
    expect(seen(done).text).toContain('reconciliation-2026-10.xlsx');
    const sheet = await read();
    const names = (await readWorkbook(exportedFile(scene).bytes)).map(({ name }) => name);
    const payouts = sheet('Payouts').records;
    const ofMonth = sheet('Transactions').records;
    const all = await readAll();
    const transactions = all('Transactions');
    expect(payouts.length).toBeGreaterThan(29);
    expect(new Set(payouts.map((row) => row['Proof']?.value))).toEqual(new Set([proof]));
    for (const payout of payouts) {
      const id = payout['Payout ID']?.value;
      const inIt = transactions.filter((row) => row['Payout ID']?.value === id);
      if (proof !== 'Adds up') {
        expect(payout.Remarks?.value).toContain('Matches by date and sum.');
        expect(filsIn(inIt, 'Net (AED)')).toBe(filsIn([payout], 'Net (AED)'));
        continue;
      }
      expect([
        id,
        filsIn(inIt, 'Received (AED)'),
        filsIn(inIt, 'Fee (AED)'),
        filsIn(inIt, 'Net (AED)'),
      ]).toEqual([
        id,
        filsIn([payout], 'Gross (AED)'),
        filsIn([payout], 'Fee (AED)'),
        filsIn([payout], 'Net (AED)'),
      ]);
    }
    // Those that no payout has yet say so.
    const held = transactions.filter((row) => row['Payout ID'] !== undefined);
    expect(new Set(held.map((row) => row['How sure']?.value))).toEqual(new Set([sure]));
    // The payments of the month in the sandbox's own books.
    const own = scene.sandbox
      .transactions()
      .filter(
        ({ createdAt, status }) =>
          createdAt >= OCTOBER.from && createdAt <= OCTOBER.to + 999 && status === 'SUCCESS',
      );
    expect(filsIn(ofMonth, 'Counts as (AED)')).toBe(own.reduce((sum, { amountFils }) => sum + amountFils, 0));
    const links = sheet('Links').records;
    const isOurs = ({ 'Link made by': creator }: (typeof ofMonth)[number]) =>
      creator !== undefined && creator.value !== FOREIGN;
    for (const column of ['Fee (AED)', 'Net (AED)'])
      expect(filsIn(links, column)).toBe(filsIn(ofMonth.filter(isOurs), column));
    expect(new Set(links.map((row) => row['Made by']?.value))).toEqual(new Set(['sara', '=ravi']));
    expect(new Set(links.map((row) => row['Customer']?.value))).toEqual(new Set(NAMES));
    expect(links.every((row) => row['Made']?.type === 'date' && row['Customer']?.type === 'string')).toBe(
      true,
    );
    // As home and `/paylink team` say it of the same days.
    const { received } = (await scene.store.saleFigures.of({ teamId: TEAM, span: wholeSeconds(OCTOBER) }))
      .all;
    expect(filsIn(links, 'Received in the month (AED)')).toBe(received.fils);
    const orders = scene.sandbox.links().map(({ orderId }) => orderId);
    const foreign = sheet('Transactions').records.filter((row) => row['Link made by']?.value === FOREIGN);
    expect(foreign.length).toBe(own.filter(({ orderId }) => orders.indexOf(orderId) % 10 === 0).length);
    expect(names).not.toContain('Differences');
    // Each line of the bridge is the sum of its rows.
    const lines = sheet('Bridge').records;
    const owed = filsIn(all('Transactions'), 'Owed at the month’s end (AED)');
    const line = lines.find((row) =>
      `${row['Line']?.value}`.startsWith('To be paid out at the end of the month'),
    );
    expect(filsIn(line ? [line] : [], 'AED')).toBe(owed);
    expect(owed).toBeGreaterThan(0);
    expect(lines.map((row) => row['Line']?.value)).not.toContain('Not explained');
  },
);

testAtLength('every sheet has bold frozen headings, a filter, and correct totals', async () => {
  scene.sandbox.shape.set({ payoutsBy: 'wrongly' });
  await seedMonths(60);
  await ask();
  await says(/not explained\* · \d+ differences/);
  const sheet = await read();
  expect(sheet('Bridge').records.map((row) => row['Line']?.value)).toContain('Not explained');
  for (const name of ['Payouts', 'Transactions', 'Links', 'Differences', 'Owed by customers']) {
    const { sheet: written, records, totals } = sheet(name);
    const headings = written.rows[0] ?? [];
    expect(headings.length, name).toBeGreaterThan(7);
    for (const column of headings.keys())
      expect(written.cells?.get(`0,${column}`)?.style?.font?.bold, name).toBe(true);
    expect([name, written.freezePane, written.autoFilter?.range]).toEqual([
      name,
      { rows: 1 },
      expect.stringMatching(new RegExp(`^A1:[A-Z]${records.length + 1}$`)),
    ]);
    const isSummed = (one: string) => one.endsWith('(AED)') && !(name === 'Links' && UNSUMMED.includes(one));
    for (const heading of headings.map(String).filter(isSummed)) {
      const total = totals[heading];
      if (records.length === 0 || name === 'Differences') continue;
      expect([name, heading, total?.formula]).toEqual([
        name,
        heading,
        expect.stringMatching(/^SUBTOTAL\(109,/),
      ]);
      expect(Math.round(Number(total?.formulaResult) * 100)).toBe(filsIn(records, heading));
    }
  }
  await expect(async () => sheet('Batches')).rejects.toThrow();
  const wrong = sheet('Payouts').records.filter((row) => row['Proof']?.value === 'Does not add up');
  expect(wrong.length).toBeGreaterThan(10);
  expect(
    sheet('Differences').records.filter((row) => row['What']?.value === 'Payout: does not add up').length,
  ).toBe(wrong.length);
  for (const row of wrong) expect(row.Remarks?.value).toBeTruthy();
});

test('the current month is called incomplete, and ends at the time of the request', async () => {
  scene.sandbox.seedLinks(3, (index) => ({
    createdAt: NOON - index * DAY,
    paidAt: NOON - index * DAY + 1_000,
  }));
  const second = Math.floor(scene.clock.now() / 1000) * 1000;
  const november = spanOfDays('2026-11-01', '2026-11-30', ZONE);
  await askForFile(scene, {
    what: 'month',
    kind: 'reconciliation',
    userId: SARA,
    span: { ...november, to: second },
    readTo: second,
  });
  const done = await says(/: received AED/);
  expect(done.text).toMatch(/1 – 21 Nov 2026 until 12:\d\d PM \(the month is not over\): received AED/);
  expect(seen(done).text).toContain('reconciliation-2026-11-until-2026-11-21.xlsx');
});

testAtLength('a month with too many records is refused with an explanation and no file', async () => {
  await seedMonths(40);
  await scene.restart({ env: { PAYLINK_EXPORT_ROWS: '20' } });
  await ask();
  const stopped = await says(/not complete/);
  expect(seen(stopped).text).toContain('more payouts and transactions than one file holds');
  expect(() => exportedFile(scene)).toThrow('0 files');
});
