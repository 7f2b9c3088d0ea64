import { expect, test } from 'vitest';
import { buildVocabulary, readPath, type TaughtSays } from '../../src/payment-service/index.ts';
import { rankOfAmount, readAmountAsked, readAmountShown } from '../../src/payments/index.ts';
import { readRecordAmounts } from '../../src/payments/read-amounts.ts';
import { readFields, readRows } from '../fixtures/record-tables.ts';

/** Fields, what a row of transactions shows, what a link's record shows, what the link asks for. */
const SHOWN = readRows(`
  amount 250 | 25000 | 25000 | 25000
  status PAID | none | none | none
  paidAmount 250 | 25000 | 25000 | 25000
  invoiceAmount 250 | 25000 | 25000 | 25000
  invoiceAmount 250, amount 100 | 10000 | 25000 | 25000
  invoiceAmount 250, invoice_amount 250 | 25000 | 25000 | 25000
  invoiceAmount 250, orderAmount 300 | none | none | conflict
  capturedAmount 100, paidAmount 250 | none | none | conflict
  refundedAmount 250 | none | none | none
  link.invoiceAmount 250, amount 5 | 500 | 25000 | 25000
  amountInFils 25000 | 25000 | 25000 | 25000
  amount NONE | none | none | none
  amount true | none | none | conflict
  amountInFils 250.5 | none | none | conflict
  order.totalAmount 250 | 25000 | 25000 | 25000
  merchant.totalAmount 5, customer.amount 5, amount 250 | 25000 | 25000 | 25000
`);

test.each(SHOWN)('%s', (text = '', transaction = '', link = '', asked = '') => {
  const record = { fields: readFields(text) };
  expect(String(readAmountShown(record, 'transaction') ?? 'none')).toBe(transaction);
  expect(String(readAmountShown(record, 'link') ?? 'none')).toBe(link);
  expect(String(readAmountAsked(record) ?? 'none')).toBe(asked);
});

test.each<[name: string, transaction: number, link: number]>([
  ['paidAmount', 0, 1],
  ['amount', 1, 0],
  ['transactionAmount', 1, 2],
  ['invoiceAmount', 2, 0],
  ['refundedAmount', 3, -1],
  ['fee', -1, -1],
  ['status', -1, -1],
])('%s is shown first, the lower the sooner: %s, for a link: %s', (name, transaction, link) => {
  expect(rankOfAmount(readPath([name]), 'transaction')).toBe(transaction);
  expect(rankOfAmount(readPath([name]), 'link')).toBe(link);
});

test.each<[TaughtSays, received: number | 'conflict', refunded: number]>([
  ['paid', 'conflict', 0],
  ['refunded', 25_000, 10_000],
  ['nothing', 25_000, 0],
  ['not-paid', 25_000, 0],
])('an amount that an admin said is “%s” counts so', (says, received, refunded) => {
  const words = buildVocabulary({}, [{ name: 'laneamount', word: '*', says }]);
  const record = { fields: { paidAmount: 250, laneAmount: 100 } };
  expect(readRecordAmounts(record, 'transaction', words)).toMatchObject({ received, refunded });
  expect(readRecordAmounts(record, 'transaction', buildVocabulary())).toMatchObject({ received: 'conflict' });
});

test.each<[TaughtSays, isOther: boolean]>([
  ['nothing', false],
  ['paid', false],
  ['not-paid', true],
  ['refunded', true],
])('a currency that an admin said is “%s” is another one: %s', (says, isOther) => {
  const words = buildVocabulary({}, [{ name: 'currency', word: 'Kreuzer', says }]);
  const record = { fields: { amount: 250, currency: 'Kreuzer' } };
  expect(readRecordAmounts(record, 'transaction', words)).toMatchObject({
    isOtherCurrency: isOther,
    unread: [],
  });
});

test.each<[fields: string, received: number | 'conflict']>([
  ['paidAmount 100, remainingAmount 150, invoiceAmount 250', 10_000],
  ['paidAmount 100, remainingAmount 100, invoiceAmount 250', 'conflict'],
  ['paidAmount 100, remainingAmount 150', 'conflict'],
  ['paidAmount 250, remainingAmount 0', 25_000],
])('what is missing explains a part: %s', (text, received) => {
  const record = { fields: readFields(text) };
  expect(readRecordAmounts(record, 'transaction', buildVocabulary()).received).toBe(received);
});

/** What came, what went back, the currency, and the field of the amount, whatever the order of the keys. */
test.each(
  readRows(`
    paidAmount 250 | 25000 | 0 | null | paidAmount
    paidAmount 250, capturedAmount 250 | 25000 | 0 | null | capturedAmount
    paidAmount 250, refund.amount 100 | 25000 | 10000 | null | paidAmount
    paidAmount 250, dispute.amount 100 | 25000 | 10000 | null | paidAmount
    paidAmount 250, hold.amount 100 | 25000 | 0 | null | paidAmount
    hold.capturedAmount 250 | 25000 | 0 | null | capturedAmount
    paidAmount 250, refundedAmount -50, refund.amount 30 | 25000 | 5000 | null | paidAmount
    paidAmount 250, refundedAmount soon | conflict | 0 | null | paidAmount
    paidAmount 250, invoiceAmount soon | conflict | 0 | null | paidAmount
    paidAmount 250, dealAmount 0 | 25000 | 0 | null | paidAmount
    paidAmount 250, dealAmount 250 | 25000 | 0 | null | paidAmount
    paidAmount 250, dealAmount 300, invoiceAmount 300 | 25000 | 0 | null | paidAmount
    paidAmount 250, dealAmount 3 | conflict | 0 | null | paidAmount
    paidAmount 250, invoiceAmount 250, remainingAmount soon | conflict | 0 | null | paidAmount
    amount 250, currency aed | 25000 | 0 | aed | amount
    amount 250, currency USD, paymentCurrency EUR | 25000 | 0 | EUR, another | amount
    amount 250, currency AED, order.currency USD | 25000 | 0 | USD, another | amount
    amount 250, currency AED, link.currency USD | 25000 | 0 | USD, another | amount
    amount 250, currency AED, item.currency USD | 25000 | 0 | USD, another | amount
    amount 250, currency AED, card.currency USD | 25000 | 0 | AED | amount
    amount 250, currency " AED " | 25000 | 0 | AED | amount
    amount 250, currency AED, paymentCurrency Kreuzer | 25000 | 0 | AED | amount
    amount 250, currency "Kreuzer und Heller" | 25000 | 0 | Kreuzer un | amount
    amount 250, currency NONE | 25000 | 0 | null | amount
    status PAID | null | 0 | null | null
  `),
)('%s: %s came, %s went back, %s, by %s', (text = '', received, refunded, currency, field) => {
  const entries = Object.entries(readFields(text));
  for (const keys of [entries, entries.toReversed()]) {
    const record = { fields: Object.fromEntries(keys) };
    const read = readRecordAmounts(record, 'transaction', buildVocabulary());
    expect([read.received, read.refunded, read.field].map(String)).toEqual([received, refunded, field]);
    expect(`${read.currency}${read.isOtherCurrency ? ', another' : ''}`).toBe(currency);
  }
});

test('what is missing of a link’s sum explains nothing where nothing came', () => {
  const record = { fields: readFields('invoiceAmount 250, remainingAmount 250') };
  expect(readRecordAmounts(record, 'link', buildVocabulary()).received).toBe('conflict');
});
