import { expect, test } from 'vitest';
import type { ReportKind } from '../../src/figures/listed-row.ts';
import { createRowReader } from '../../src/listings/row-reader.ts';

const read = (kind: ReportKind, fields: Record<string, unknown>) => createRowReader(kind, 'UTC')({ fields });

/** Fills names with distinct values, the first name first; `order.createdAt` is `createdAt` in `order`. */
const fill = (names: string, nth: (index: number) => string): Record<string, unknown> => {
  const fields: Record<string, unknown> = {};
  for (const [index, name] of names.split(' ').entries()) {
    const [outer = '', inner] = name.split('.');
    fields[outer] = inner === undefined ? nth(index) : { ...(fields[outer] as object), [inner]: nth(index) };
  }
  return fields;
};

const turned = (fields: Record<string, unknown>) => Object.fromEntries(Object.entries(fields).reverse());

const dayOf = (index: number) => `2026-01-${String(index + 1).padStart(2, '0')}T10:00:00Z`;

test.each<[kind: ReportKind, likeliestFirst: string]>([
  ['transactions', 'createdAt transactionDate paidAt date'],
  ['transactions', 'created_on txnTime completedAt timestamp'],
  ['transactions', 'creationDate paymentDate capturedAt dateTime'],
  ['transactions', 'dateCreated updatedAt'],
  ['transactions', 'data.createdAt paidAt time'],
  ['transactions', 'paidAt refund.createdAt'],
  ['transactions', 'transactionDate order.createdAt link.createdAt'],
  ['transactions', 'date customer.createdAt'],
  ['payouts', 'createdAt payoutDate processedAt date'],
  ['payouts', 'payout.createdAt settlementDate settledAt timestamp'],
  ['payouts', 'date transaction.createdAt'],
  ['links', 'createdAt date paidAt'],
  ['links', 'issuedAt date expiryOn'],
  ['links', 'paymentLinkCreatedAt time paymentDate'],
  ['links', 'link.createdAt order.createdAt'],
  ['links', 'linkDate date'],
  ['links', 'generatedOn customer.createdAt'],
])('of %s, the first of these says when a row was made: %s', (kind, names) => {
  const fields = fill(names, dayOf);
  for (const one of [fields, turned(fields)]) expect(read(kind, one).at).toBe(Date.parse(dayOf(0)));
});

test.each<[kind: ReportKind, names: string]>([
  ['transactions', 'expiryOn dueDate customer.createdAt settledAt card.expiryDate birthDate cancelledAt'],
  ['payouts', 'transactionDate customer.createdAt expiresAt periodStart'],
  ['links', 'paidAt paymentDate transaction.createdAt expiryOn payment.createdAt'],
])('of %s, none of these says when a row was made: %s', (kind, names) => {
  expect(read(kind, fill(names, dayOf)).at).toBeNull();
});

test.each<[kind: ReportKind, likeliestFirst: string]>([
  ['transactions', 'transactionId transactionNumber paymentId id refundId'],
  ['transactions', 'txnId transaction.id payment.id id'],
  // A payment that was refunded names its refund, and has its own id still.
  ['transactions', 'id refundId'],
  ['transactions', 'id refund.id'],
  ['transactions', 'refundId orderId payoutId parentTransactionId merchantId'],
  ['payouts', 'payoutId payoutNumber payoutReference id batchId'],
  ['payouts', 'settlementId settlement.id id transactionId'],
  ['payouts', 'batchId orderId'],
  ['links', 'linkId paymentLink.id id orderId'],
  ['links', 'paymentLinkId orderNo transactionId'],
  ['links', 'orderId transactionId'],
])('of %s, the first of these is a row’s own id: %s', (kind, names) => {
  const fields = fill(names, (index) => `V-${index}`);
  for (const one of [fields, turned(fields)]) expect(read(kind, one).id).toBe('V-0');
});

test.each<[kind: ReportKind, names: string]>([
  ['transactions', 'orderId customer.id merchantId originalTransactionId payoutId'],
  ['payouts', 'orderId transactionId customer.id merchantId'],
  ['links', 'customer.id transactionId Invoice_Id merchantId'],
])('of %s, none of these is a row’s own id: %s', (kind, names) => {
  expect(
    read(
      kind,
      fill(names, (index) => `V-${index}`),
    ).id,
  ).toBeNull();
});

test('a status of nobody knows what is read only where no other stands', () => {
  const fields = { maritalStatus: 'single', status: 'PAID' };
  for (const one of [fields, turned(fields)]) expect(read('transactions', one).status).toBe('PAID');
  expect(read('transactions', { acquirerStatus: 'PAID' }).status).toBe('PAID');
});

const NAMES = [
  { transactionId: '1', amount: 100.5, status: 'PAID', createdAt: '2026-11-20 12:00:00', Invoice_Id: 'A' },
  {
    transaction_id: 2,
    invoice_amount: '1,000.25',
    payment_status: 'FAILED',
    created_at: '2026-11-20T12:00:00',
  },
  { txnId: '3', Amount: 'AED 20.00', State: 'open', timestamp: 1_795_161_600_000 },
  { id: 4, payment: { amount: { value: 5 }, status: 'PAID' }, date: [2026, 11, 20, 12, 0] },
  { ID: '5', amount: null, status: null, createdAt: null },
  { TransactionID: '6', Amount: '-7.5', extra: { deep: [1, { more: null }] }, '': 1 },
];

test('amount, state and time of a row are read by any of their names, and as they are written', () => {
  const rows = NAMES.map((fields) => createRowReader('transactions', 'Asia/Dubai')({ fields }));
  expect(rows.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(rows.map(({ amountFils }) => amountFils)).toEqual([10_050, 100_025, 2_000, 500, null, -750]);
  expect(rows.map(({ status }) => status)).toEqual(['PAID', 'FAILED', 'open', 'PAID', null, null]);
  const noon = Date.parse('2026-11-20T12:00:00+04:00');
  expect(rows.map(({ at }) => at)).toEqual([noon, noon, 1_795_161_600_000, noon, null, null]);
});
