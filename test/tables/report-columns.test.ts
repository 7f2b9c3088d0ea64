import { expect, test } from 'vitest';
import type { ReportKind } from '../../src/figures/listed-row.ts';
import { createRowReader } from '../../src/listings/row-reader.ts';
import { buildReportTable, textOfCell } from '../../src/tables/build-report-table.ts';
import { columnsOf, createColumnCollector } from '../../src/tables/column-collector.ts';
import { titleOfPath } from '../../src/tables/report-columns.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

const ZONE = 'Asia/Dubai';
const rowsOf = (kind: ReportKind, ...records: Record<string, unknown>[]) =>
  records.map((fields) => createRowReader(kind, ZONE)({ fields }));

const TRANSACTION = {
  transactionId: '500001',
  orderId: 100_234,
  Invoice_Id: 'INV-1',
  FullName: 'Sara Khan',
  Email: 'sara@example.com',
  amount: 1250.5,
  currency: 'AED',
  status: 'SUCCESS',
  fee: '31.26',
  cardBrand: 'Visa',
  rrn: '123456789012',
  settled_at: '2026-11-21T08:00:00+00:00',
  createdAt: '2026-11-20 12:00:00',
};

test('the main columns come first, once each, then the other fields', () => {
  const columns = columnsOf('transactions', rowsOf('transactions', TRANSACTION), ZONE);
  expect(columns.map(({ key }) => key).join(' ')).toBe(
    '@at @amount @currency @status @reference @orderId @id .fullname .email .fee .cardbrand .rrn .settledat',
  );
  expect(columns.map(({ title }) => title).join(', ')).toBe(
    'Created, Amount, Currency, Status, Invoice ID, Order ID, Transaction ID, Customer, E-mail, Fee, Card brand, RRN, Settled at',
  );
  const shown = columns.filter(({ isShown }) => isShown).map(({ title }) => title);
  expect(shown.join(', ')).toBe('Created, Amount, Status, Invoice ID, Transaction ID, Customer');
});

test.each<[names: string, title: string]>([
  ['FullName', 'Customer'],
  ['email', 'E-mail'],
  ['expiryOn', 'Expires'],
  ['paidAt', 'Paid'],
  ['created_at', 'Created'],
  ['invoice_id', 'Invoice ID'],
  ['productId', 'Product ID'],
  ['order_id', 'Order ID'],
  ['transactionId', 'Transaction ID'],
  ['payout-id', 'Payout ID'],
  ['RRN', 'RRN'],
  ['maskedCard', 'Card'],
  ['net_amount', 'Net amount'],
  ['grossAmount', 'Gross amount'],
  ['feeAmount', 'Fee'],
  ['transaction_count', 'Transactions'],
  ['paymentLink', 'Payment link'],
  ['url', 'URL'],
  ['bank_reference', 'Bank reference'],
  ['bankReference', 'Bank reference'],
  ['data.someId', 'Data › Some ID'],
  ['_', '(no name)'],
])('a field called %s has the title %s', (path, title) => {
  expect(titleOfPath(path.split('.'))).toBe(title);
});

test('readable cells are formatted for people, and others stay as they are', () => {
  const odd = { ...TRANSACTION, fee: '0.005', settled_at: 'tomorrow' };
  const [row, other] = rowsOf('transactions', TRANSACTION, odd);
  const columns = columnsOf('transactions', row ? [row] : [], ZONE);
  const textsOf = (one: typeof row) =>
    Object.fromEntries(
      columns.map((column) => [column.title, one ? textOfCell(column.of(one), column.kind, ZONE) : null]),
    );
  expect(textsOf(row)).toMatchObject({
    Created: '20 Nov 2026 at 12:00 PM',
    Amount: '1,250.50',
    Fee: '31.26',
    'Settled at': '21 Nov 2026 at 12:00 PM',
    'Order ID': '100234',
    RRN: '123456789012',
  });
  expect(textsOf(other)).toMatchObject({ Fee: '0.005', 'Settled at': 'tomorrow' });
});

test('the currency is shown if it is not the interface’s', () => {
  const columns = columnsOf(
    'transactions',
    rowsOf('transactions', { ...TRANSACTION, currency: 'USD' }),
    ZONE,
  );
  expect(columns.find(({ key }) => key === '@currency')?.isShown).toBe(true);
});

test('rows with different spellings of a name share its column', () => {
  const snake = { transaction_id: '2', amount: 5, created_at: '2026-11-20 13:00:00', card_brand: 'Visa' };
  const columns = columnsOf('transactions', rowsOf('transactions', TRANSACTION, snake), ZONE);
  expect(columns.filter(({ key }) => key === '.cardbrand')).toHaveLength(1);
  expect(columns.map(({ key }) => key)).not.toContain('.createdat');
});

test('a second amount keeps its column, even if both are equal', () => {
  const payout = { payoutId: 1, grossAmount: 100, netAmount: 100, createdAt: '2026-11-20 10:00:00' };
  const titles = columnsOf('payouts', rowsOf('payouts', payout), ZONE).map(({ title }) => title);
  expect(titles.join(', ')).toBe(
    'Created, Amount, Currency, Status, Invoice ID, Order ID, Payout ID, Gross amount',
  );
});

test('a date without a time keeps its own column', () => {
  const columns = columnsOf('payouts', rowsOf('payouts', { payoutDate: '2026-11-20', amount: 5 }), ZONE);
  expect(columns.map(({ key }) => key)).toContain('.payoutdate');
});

test('no two titles are the same', () => {
  const fields = { Amount: 5, invoiceAmount: 7, amount_: 9, a: { b: 1 }, 'a › b': 2, '': 3, _: 4 };
  const titles = columnsOf('links', rowsOf('links', fields), ZONE).map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles.every((title) => title.trim() !== '')).toBe(true);
});

test('a listing with few known fields shows other ones', () => {
  const columns = columnsOf('transactions', rowsOf('transactions', { alpha: 1, beta: 2, gamma: null }), ZONE);
  expect(columns.filter(({ isShown }) => isShown).map(({ key }) => key)).toEqual(['.alpha', '.beta']);
});

testAtLength('a service with new field names in every row cannot fill the memory', () => {
  const collector = createColumnCollector('links', ZONE);
  const read = createRowReader('links', ZONE);
  for (let index = 0; index < 5_000; index += 1)
    collector.add([read({ fields: { [`field ${index}`]: index } })]);
  const columns = collector.columns();
  expect(columns.length).toBeLessThan(300);
  expect(columns.at(-1)?.key).toBe('@other');
});

test.each([
  [0, '12:00 PM'],
  [7, '20 Nov at 12:00 PM'],
  [365, '20 Nov 2026 at 12:00 PM'],
])('in a table, a moment leaves out what the title says: of %i more days, %s', (days, words) => {
  const rows = rowsOf('transactions', TRANSACTION);
  const from = rows[0]?.at ?? 0;
  const report = { kind: 'transactions', span: { from: from - days * 86_400_000, to: from } } as const;
  const table = buildReportTable({ report, rows, words: WORDS, timeZone: ZONE });
  expect(table.rows[0]?.[table.columns.findIndex(({ title }) => title === 'Created')]?.text).toBe(words);
});
