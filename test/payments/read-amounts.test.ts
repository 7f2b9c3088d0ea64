import { expect, test } from 'vitest';
import { buildVocabulary, type TaughtSays } from '../../src/payment-service/index.ts';
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
`);

test.each(SHOWN)('%s', (text = '', transaction = '', link = '', asked = '') => {
  const record = { fields: readFields(text) };
  expect(String(readAmountShown(record, 'transaction') ?? 'none')).toBe(transaction);
  expect(String(readAmountShown(record, 'link') ?? 'none')).toBe(link);
  expect(String(readAmountAsked(record) ?? 'none')).toBe(asked);
});

test.each<[name: string, transaction: number | null, link: number | null]>([
  ['paidAmount', 1, 1],
  ['amount', 2, 0],
  ['transactionAmount', 2, 2],
  ['invoiceAmount', 3, 0],
  ['refundedAmount', 4, null],
  ['fee', null, null],
  ['status', null, null],
])('%s is shown first, the lower the sooner: %s, for a link: %s', (name, transaction, link) => {
  expect(rankOfAmount([name], 'transaction')).toBe(transaction);
  expect(rankOfAmount([name], 'link')).toBe(link);
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
