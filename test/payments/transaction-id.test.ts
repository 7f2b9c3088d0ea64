import { expect, test } from 'vitest';
import { mergeRecords, readTransactionId } from '../../src/payments/index.ts';

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
  [{ orderId: 'O', customer: { id: 'C' }, merchantId: 'M', rrn: 'N' }, null],
])('the own id of %j is %j, whatever the order of its keys', (fields, id) => {
  for (const one of [fields, turned(fields)]) expect(readTransactionId({ record: { fields: one } })).toBe(id);
});

test('a payment that names its refund later is the same payment', () => {
  const found = (fields: Fields) => ({ kind: 'transaction', via: 'listing', record: { fields } }) as const;
  const read = (fields: Fields) => ({ found: [found(fields)], isComplete: true, areTransactionsRead: true });
  const paid = { id: 'tx_9', orderId: '1001', amount: 250, status: 'PAID' };
  const { records } = mergeRecords([], read(paid), { now: 1, madeAt: 0 });
  const refunded = { ...paid, refundId: 'rf_1', refunds: [{ transactionId: 'rf_1' }], refundedAmount: 250 };
  expect(mergeRecords(records, read(refunded), { now: 2, madeAt: 0 }).records).toHaveLength(1);
});
