import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createWorkbookStream } from '../../src/exports/workbook/workbook-stream.ts';
import { writeRows } from '../../src/exports/write-rows.ts';
import { createTotals } from '../../src/figures/totals.ts';
import { formatLocalDateTime } from '../../src/payment-service/index.ts';
import { columnsOf } from '../../src/tables/column-collector.ts';
import {
  buildSheet,
  type Column,
  moneyColumn,
  type Sheet,
  textColumn,
  timeColumn,
} from '../../src/tables/table.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { runs } from '../fixtures/whole-suite.ts';
import { readWorkbook, readXlsxTable, unzip } from './read-xlsx.ts';
import { rowsOf, writeSheet, ZONE } from './write-sheet.ts';

const write = async (records: Record<string, unknown>[]) =>
  readXlsxTable(await writeSheet('xlsx', 'transactions', rowsOf('transactions', records)));

const writeBook = async (sheets: readonly Sheet[], timeZone = ZONE) => {
  const parts: Buffer[] = [];
  for await (const part of createWorkbookStream(sheets, timeZone)) parts.push(part);
  return Buffer.concat(parts);
};

test('a workbook has the parts that Excel needs, even without rows', async () => {
  const bytes = await writeSheet('xlsx', 'transactions', []);
  expect([...unzip(bytes).keys()].sort()).toEqual(
    [
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ].sort(),
  );
  const [table] = await readWorkbook(bytes);
  expect(table?.records).toEqual([]);
  expect(table?.totals).toEqual({});
});

test('amounts are numbers, times are dates on the merchant’s clock, ids are text', async () => {
  const [record] = await write([
    {
      transactionId: 9_007_199_254,
      orderId: 100_234,
      amount: -1250.5,
      fee: '31.20',
      transactionCount: 3,
      rrn: 123_456_789_012,
      createdAt: '2026-11-20 12:00:00',
      paidAt: '2026-11-20T21:30:00Z',
      settledAt: 'soon',
    },
  ]);
  expect(record).toMatchObject({
    Amount: { type: 'number', text: '-1250.5' },
    Fee: { type: 'number', text: '31.2' },
    Transactions: { type: 'number', text: '3' },
    'Transaction ID': { type: 'text', text: '9007199254' },
    'Order ID': { type: 'text', text: '100234' },
    RRN: { type: 'text', text: '123456789012' },
    Created: { type: 'date', text: '2026-11-20T12:00:00' },
    Paid: { type: 'date', text: '2026-11-21T01:30:00' },
    'Settled at': { type: 'text', text: 'soon' },
  });
});

test('headings are bold and frozen, with a filter over all rows, and columns fit their cells', async () => {
  const records = [
    { amount: '1000000.00', fullName: 'Muhammad Abdulrahman Al Mansoori', createdAt: '2026-11-20 12:00:00' },
    { amount: '5.00', fullName: 'Ann', createdAt: '2026-11-20 12:00:00' },
  ];
  const [table] = await readWorkbook(
    await writeSheet('xlsx', 'transactions', rowsOf('transactions', records)),
  );
  const { sheet, records: rows } = table ?? expect.fail('no sheet');
  const headings = sheet.rows[0] ?? [];
  expect(sheet.freezePane).toEqual({ rows: 1 });
  expect(sheet.autoFilter?.range).toMatch(/^A1:[A-Z]+3$/);
  for (const column of headings.keys()) expect(sheet.cells?.get(`0,${column}`)?.style?.font?.bold).toBe(true);
  expect(rows[0]?.['Amount']?.style?.numFmt).toBe('#,##0.00');
  expect(rows[0]?.['Created']?.style?.numFmt).toBe('dd mmm yyyy hh:mm');
  const widthOf = (heading: string) => sheet.columns?.[headings.indexOf(heading)]?.width ?? 0;
  expect(widthOf('Customer')).toBeGreaterThan(32);
  expect(widthOf('Amount')).toBeGreaterThan('1,000,000.00'.length);
  expect(sheet.pageSetup).toMatchObject({ orientation: 'landscape', printTitlesRow: '$1:$1' });
  expect(sheet.headerFooter?.oddFooter).toContain('times in Asia/Dubai');
});

/** What the first amount is in its cell; the other is a number in each order. */
test.each([
  ['70368744177664.01', 'string'],
  ['250.005', 'string'],
  ['70368744177664.001', 'string'],
  ['1e+21', 'string'],
  ['-250.50', 'number'],
])('an amount of %s is a %s, and only a number of the sheet is in the total', async (decimal, type) => {
  const amounts: Column<string> = {
    ...{ title: 'Amount', kind: 'amount', isSummed: true },
    of: (written) => ({ decimal: written }),
  };
  for (const written of [
    [decimal, '10.10'],
    ['10.10', decimal],
  ]) {
    const sheet = buildSheet('Sums', [textColumn('What', String), amounts], written);
    const [table] = await readWorkbook(await writeBook([sheet]));
    const cells = Object.fromEntries(written.map((one, at) => [one, table?.records[at]?.['Amount']]));
    expect(cells[decimal]).toMatchObject({ type, value: type === 'number' ? Number(decimal) : decimal });
    expect(cells['10.10']).toMatchObject({ type: 'number', value: 10.1 });
    const sum = type === 'number' ? Number(decimal) + 10.1 : 10.1;
    expect(table?.totals['Amount']).toMatchObject({ formula: 'SUBTOTAL(109,B2:B3)', formulaResult: sum });
    expect(table?.totals['What']?.value).toBe('Total of the rows shown');
  }
});

test('of records of the service only what counts has a total, signed: payments less refunds', async () => {
  const rows = rowsOf('transactions', [
    { status: 'SUCCESS', amount: 250, fee: 5 },
    { status: 'FAILED', amount: 1_000, fee: 0 },
    { status: 'SUCCESS', type: 'REFUND', amount: 50 },
    { status: 'SUCCESS', amount: '100.50', fee: 2 },
    { status: 'SUCCESS', amount: 900, currency: 'USD' },
  ]);
  const totals = createTotals({ kind: 'transactions', words: WORDS });
  totals.add(rows);
  const counts = moneyColumn('Counts as (AED)', totals.countOf);
  const columns = [...columnsOf('transactions', rows, ZONE), counts];
  const bytes = await writeSheet('xlsx', 'transactions', rows, { columns });
  const [table] = await readWorkbook(bytes);
  const column = table?.records.map((row) => row['Counts as (AED)']?.value ?? null);
  expect(column).toEqual([250, null, -50, 100.5, null]);
  const net = totals.result().net.find(({ currency }) => currency === 'AED')?.fils ?? 0;
  expect(`${unzip(bytes).get('xl/worksheets/sheet1.xml')}`).toContain('Total of the rows shown');
  expect(table?.totals['Amount']?.formula).toBeUndefined();
  expect(table?.totals['Counts as (AED)']?.formulaResult).toBe(net / 100);
});

test('money that two rows tell of is taken back in a last row, which says so', async () => {
  const paid = { orderId: '9', status: 'SUCCESS', createdAt: '2026-11-20 12:00:00' };
  const rows = rowsOf('transactions', [
    { ...paid, transactionId: '1', amount: 250, refundedAmount: 50 },
    { ...paid, transactionId: '2', type: 'REFUND', amount: 50 },
  ]);
  const counting = createTotals({ kind: 'transactions', words: WORDS });
  async function* pages() {
    counting.add(rows);
    yield rows;
  }
  const folder = await mkdtemp(join(tmpdir(), 'paylink-twice-'));
  const path = join(folder, 'report.xlsx');
  const { signal } = new AbortController();
  await writeRows(pages(), {
    ...{ path, format: 'xlsx', kind: 'transactions' },
    counting,
    timeZone: ZONE,
    signal,
  });
  const [table] = await readWorkbook(await readFile(path));
  await rm(folder, { recursive: true });
  const [, , last] = table?.records ?? [];
  expect(Object.values(last ?? {})[0]?.value).toBe('Told by two of these rows, counted once');
  expect(last?.['Counts as (AED)']?.value).toBe(50);
  expect(table?.totals['Counts as (AED)']?.formulaResult).toBe(200);
});

test('no cell is a formula, and every character is read back', async () => {
  const notes = [
    '=1+1',
    '+5',
    '-2+3',
    '@SUM(A1)',
    '=HYPERLINK("https://evil.example";"Refund")',
    '<&>"\'',
    'tab\there',
    'two\nlines',
    'dos\r\nlines',
    ' kept ',
    '\u0007',
    '_x0041_',
    '</t></is></c>',
    'شكرا 👍',
  ];
  const bytes = await writeSheet(
    'xlsx',
    'transactions',
    rowsOf(
      'transactions',
      notes.map((note) => ({ notes: note })),
    ),
  );
  expect((await readXlsxTable(bytes)).map((record) => record['Notes'])).toEqual(
    notes.map((text) => ({ type: 'text', text })),
  );
  const formulas = unzip(bytes)
    .get('xl/worksheets/sheet1.xml')
    ?.match(/<f>.*?<\/f>/g);
  expect(formulas).toBeNull();
});

test('a text too long for a cell ends with an ellipsis', async () => {
  const [record] = await write([{ notes: 'x'.repeat(40_000) }]);
  expect(record?.['Notes']?.text).toBe(`${'x'.repeat(32_766)}…`);
});

test('any rows are read back unchanged, with totals exact to the fils', async () => {
  const fils = fc.integer({ min: -1e9, max: 1e9 });
  const instant = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2050, 0, 1) });
  const text = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((one) => one !== '');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fils, instant, text), { maxLength: 40 }),
      fc.constantFrom('Asia/Dubai', 'Europe/London', 'America/St_Johns'),
      async (rows, timeZone) => {
        const sheet = buildSheet<(typeof rows)[number]>(
          'Tom’s & <co>',
          [
            timeColumn('When', ([, at]) => at),
            moneyColumn('Amount', ([amount]) => amount),
            textColumn('Words', ([, , words]) => words),
          ],
          rows,
        );
        const bytes = await writeBook([sheet], timeZone);
        const tables = await readWorkbook(bytes);
        const records = tables.flatMap((table) => table.records);
        const seconds = (value: unknown) => Math.round((value instanceof Date ? value.getTime() : 0) / 1000);
        const wall = (at: number) => {
          const [date, time] = formatLocalDateTime(at, timeZone).split(' ');
          return Date.parse(`${date}T${time}Z`) + (at % 1000);
        };
        expect(records.map((one) => seconds(one['When']?.value))).toEqual(
          rows.map(([, at]) => Math.round(wall(at) / 1000)),
        );
        expect(records.map((one) => Math.round(Number(one['Amount']?.value) * 100) + 0)).toEqual(
          rows.map(([amount]) => amount + 0),
        );
        expect(records.map((one) => one['Words']?.value)).toEqual(rows.map(([, , words]) => words));
        for (const { records: own, totals, name } of tables) {
          expect(name).toBe('Tom’s & <co>');
          if (own.length === 0) continue;
          const sum = own.reduce((all, one) => all + Math.round(Number(one['Amount']?.value) * 100), 0);
          expect(totals['Amount']).toMatchObject({ formula: `SUBTOTAL(109,B2:B${own.length + 1})` });
          expect(Math.round(Number(totals['Amount']?.formulaResult) * 100) + 0).toBe(sum + 0);
        }
      },
    ),
    runs(100),
  );
});
