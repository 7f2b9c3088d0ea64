import { expect, test } from 'vitest';
import { readXlsxTable, unzip } from './read-xlsx.ts';
import { rowsOf, writeSheet } from './write-sheet.ts';

const write = async (records: Record<string, unknown>[]) =>
  readXlsxTable(await writeSheet('xlsx', 'transactions', rowsOf('transactions', records)));

test('a workbook has the parts that Excel asks for, also without rows', async () => {
  const parts = unzip(await writeSheet('xlsx', 'transactions', []));
  expect([...parts.keys()]).toEqual(
    expect.arrayContaining([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]),
  );
  expect(parts.get('xl/worksheets/sheet1.xml')).toContain('Transaction ID');
});

test('amounts are numbers with two decimals, ids and times are text', async () => {
  const [record] = await write([
    {
      transactionId: 9_007_199_254,
      orderId: 100_234,
      amount: -1250.5,
      fee: '31.20',
      transactionCount: 3,
      rrn: 123_456_789_012,
      createdAt: '2026-11-20 12:00:00',
    },
  ]);
  expect(record).toMatchObject({
    Amount: { type: 'number', text: '-1250.5', format: '#,##0.00' },
    Fee: { type: 'number', text: '31.2', format: '#,##0.00' },
    Transactions: { type: 'number', text: '3', format: null },
    'Transaction ID': { type: 'text', text: '9007199254' },
    'Order ID': { type: 'text', text: '100234' },
    RRN: { type: 'text', text: '123456789012' },
    Created: { type: 'text', text: '2026-11-20T12:00:00+04:00' },
  });
});

test('an amount that Excel would round is text with every digit', async () => {
  const [record] = await write([{ amount: '70368744177664.01' }]);
  expect(record?.['Amount']).toMatchObject({ type: 'text', text: '70368744177664.01' });
});

test('nothing is a formula, and every character comes back', async () => {
  const notes = ['=1+1', '+5', '<&>"\'', 'tab\there', 'two\nlines', ' kept ', '\u0007', '_x0041_', 'شكرا 👍'];
  const bytes = await writeSheet(
    'xlsx',
    'transactions',
    rowsOf(
      'transactions',
      notes.map((note) => ({ notes: note })),
    ),
  );
  const table = readXlsxTable(bytes);
  expect(table.map((record) => record['Notes'])).toEqual(
    notes.map((text) => ({ type: 'text', text, format: null })),
  );
  // As Excel would read it: what looks like an escape is none, spaces are kept, and a sign is no formula.
  const sheet = unzip(bytes).get('xl/worksheets/sheet1.xml') ?? '';
  expect(sheet).toContain('>_x005F_x0041_</t>');
  expect(sheet).toMatch(/<t xml:space="preserve"> kept <\/t>/);
  expect(sheet).toMatch(/t="inlineStr"[^>]*><is><t[^>]*>=1\+1<\/t>/);
  expect(sheet).not.toMatch(/<f[ >/]/);
});

test('a text longer than a cell may be is cut, and says so', async () => {
  const [record] = await write([{ notes: 'x'.repeat(40_000) }]);
  expect(record?.['Notes']?.text).toBe(`${'x'.repeat(32_766)}…`);
});
