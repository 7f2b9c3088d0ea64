import { expect, test } from 'vitest';
import {
  mergeRecords,
  namesPayment,
  readTransactionId,
  readTransactionIds,
} from '../../src/payments/index.ts';
import { readFields, readRows } from '../fixtures/record-tables.ts';

/** A row, its own id, all ids by which it or another is named, and whether it says which payment it is about. */
const ROWS = readRows(`
  transactionId T1 | T1 | T1 | no
  id 7 | 7 | 7 | no
  id 7, transactionId T1 | T1 | 7 T1 | no
  paymentId P1, transactionId T1 | T1 | P1 T1 | no
  paymentId P1, id 7 | P1 | P1 7 | no
  payment.id P1, transactionId T1 | T1 | P1 T1 | no
  refundId R1, transactionId T1 | T1 | R1 T1 | yes
  refundId R1 | R1 | R1 | no
  refundId R1, orderId O1 | R1 | R1 | no
  refundId R1, originalTransactionId T1 | R1 | R1 T1 | yes
  originalTransactionId T1 | none | T1 | yes
  id r1, charge ch_1 | r1 | r1 ch_1 | yes
  transactionId N/A, id 7 | N/A | 7 | no
  orderId O1, Invoice_Id INV-7 | none | | no
  status SUCCESS | none | | no
`);

test.each(ROWS)('%s: its own id is %s', (fields = '', own = '', all = '', names = '') => {
  const record = { fields: readFields(fields) };
  expect(readTransactionId({ record }) ?? 'none').toBe(own);
  expect(readTransactionIds(record).join(' ')).toBe(all.toLowerCase());
  expect(namesPayment(record)).toBe(names === 'yes');
});

test('an id with a NUL, which PostgreSQL does not keep, is none', () => {
  expect(readTransactionId({ record: { fields: { transactionId: 'T\0' } } })).toBeNull();
});

test('an id without a value names nothing', () => {
  const fields = { transactionId: 'T1', paymentId: null, refundId: true };
  expect(readTransactionIds({ fields })).toEqual(['t1']);
});

test('an id is cut at eighty characters', () => {
  const record = { fields: { transactionId: 'T'.repeat(90) } };
  expect(readTransactionId({ record })).toBe('T'.repeat(80));
  expect(readTransactionIds(record)).toEqual(['t'.repeat(80)]);
});

type Fields = Record<string, unknown>;

const turned = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).reverse());

test.each<[fields: Fields, id: string | null]>([
  [{ id: 'I', transactionId: 'T', paymentId: 'P', refundId: 'R' }, 'T'],
  [{ id: 'I', paymentId: 'P', transactionNumber: 'N' }, 'N'],
  [{ id: 'I', payment: { id: 'P' }, data: { transaction: { id: 'T' } } }, 'P'],
  [{ id: 'I', payment: { id: 'P' }, transaction: { id: 'T' } }, 'T'],
  [{ id: 'I', data: { txnRef: 'T' } }, 'T'],
  [{ id: 'I', refundId: 'R', refund: { id: 'Q' } }, 'I'],
  [{ refundId: 'R', orderId: 'O', originalTransactionId: 'X' }, 'R'],
  // Those of a list are of what it lists.
  [{ id: 'I', refunds: [{ transactionId: 'R' }] }, 'I'],
  [{ attempts: [{ transactionId: 'A' }] }, null],
  [{ txn_id: 17 }, '17'],
  [{ txnRef: ' T1 ' }, 'T1'],
  [{ id: '  ' }, null],
  [{ transactionId: true }, null],
  [{ orderId: 'O', customer: { id: 'C' }, merchantId: 'M', rrn: 'N' }, null],
])('the own id of %j is %j, whatever the order of its keys', (fields, id) => {
  for (const one of [fields, turned(fields)]) expect(readTransactionId({ record: { fields: one } })).toBe(id);
});

test('a payment that names its refund later is the same payment', () => {
  const found = (fields: Fields) => ({ kind: 'transaction', via: 'listing', record: { fields } }) as const;
  const read = (fields: Fields) => ({ found: [found(fields)], isComplete: true, areTransactionsRead: true });
  const paid = { id: 'tx_9', orderId: '1001', amount: 250, status: 'PAID' };
  const { records } = mergeRecords([], read(paid), { now: 1 });
  const refunded = { ...paid, refundId: 'rf_1', refunds: [{ transactionId: 'rf_1' }], refundedAmount: 250 };
  expect(mergeRecords(records, read(refunded), { now: 2 }).records).toHaveLength(1);
});
