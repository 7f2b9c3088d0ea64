import { expect, test } from 'vitest';
import { namesPayment, readTransactionId, readTransactionIds } from '../../src/payments/index.ts';
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
  expect(readTransactionIds(record).join(' ')).toBe(all);
  expect(namesPayment(record)).toBe(names === 'yes');
});

test('an id with a NUL, which PostgreSQL does not keep, is none', () => {
  expect(readTransactionId({ record: { fields: { transactionId: 'T\0' } } })).toBeNull();
});

test('an id is cut at eighty characters', () => {
  const record = { fields: { transactionId: 'T'.repeat(90) } };
  expect(readTransactionId({ record })).toBe('T'.repeat(80));
  expect(readTransactionIds(record)).toEqual(['T'.repeat(80)]);
});
