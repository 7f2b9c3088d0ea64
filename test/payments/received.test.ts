import { describe, expect, test } from 'vitest';
import { type JudgedRecord, judgeRecord } from '../../src/payments/judged-record.ts';
import { addUpReceived } from '../../src/payments/received.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { type Fields, type Makers, readRecordTable } from '../fixtures/record-tables.ts';

const judged = (via: 'id' | 'listing', fields: Fields): JudgedRecord =>
  judgeRecord({ kind: 'transaction', via, record: { fields } }, { is: 'ours', by: 'order-id' }, WORDS);
const row = (fields: Fields) => judged('listing', fields);
const sale = (fields: Fields = {}) => row({ status: 'PAID', amount: 250, transactionId: 'T1', ...fields });
const saleById = (fields: Fields = {}) =>
  judged('id', { status: 'PAID', amount: 250, transactionId: 'T1', ...fields });

const add = (...rows: JudgedRecord[]) => {
  const { rows: counted, hasPayment: _, refunds: __, ...sums } = addUpReceived(rows);
  return { ...sums, counted: counted.length };
};
const NOTHING = {
  fils: null,
  refundedFils: 0,
  isRefundOpen: false,
  currency: null,
  isOtherCurrency: false,
  counted: 0,
};
const PAID = { ...NOTHING, fils: 25_000, counted: 1 };

/** A payment of AED 250 with the id T1, a refund of AED 50 with the id T2, and a row of nothing but what is said. */
const MAKERS: Makers<JudgedRecord> = {
  sale,
  row,
  back: (fields) => sale({ transactionId: 'T2', type: 'REFUND', amount: 50, ...fields }),
};
/** `25000 in 1, 5000 back`: 25,000 fils received in one payment, of which 5,000 went back. */
const sayReceived = (rows: JudgedRecord[]) => {
  const { fils, currency, isOtherCurrency, refundedFils, isRefundOpen, counted } = add(...rows);
  return [
    `${fils ?? 'nothing'}${currency === null ? '' : ` ${currency}`} in ${counted}`,
    ...(isOtherCurrency ? ['another currency'] : []),
    ...(refundedFils !== 0 ? [`${refundedFils} back`] : []),
    ...(isRefundOpen ? ['refund of unknown size'] : []),
  ].join(', ');
};

// Under what is read of them: a case, and its rows. Rows of one transaction id are one payment. `no` numbers a row on its page.
test.each(
  readRecordTable(
    `
    nothing in 0
      no rows |
      tries that failed or wait | sale status FAILED + sale status PENDING + sale status KZX
      a part of a payment | sale status PARTIALLY_PAID
    25000 in 1
      one payment | sale
      one payment twice | sale + sale no 2
      a payment after a failed try with its id | sale status FAILED, amount 1 + sale
      a payment and an authorisation with its id | sale type AUTH, amount 300 + sale type SALE
    25100 in 2
      two payments | sale + sale transactionId T2, amount 1
    50000 AED in 2
      two payments, one with its currency | sale + sale transactionId T2, currency AED
    50000 USD in 2, another currency
      two payments in two currencies | sale currency AED + sale transactionId T2, currency USD
    conflict USD in 1, another currency
      one payment in two other currencies | sale currency USD + sale currency INR
    25000 USD in 1, another currency
      one payment twice in another currency | sale currency USD + sale currency USD, no 2
    conflict in 1
      one payment, once in another currency | sale + sale currency USD
      one payment with two amounts | sale + sale amount 1
      a payment without an amount | row status PAID
    25000 AED in 1
      one payment with two names of the dirham | sale currency AED + sale currency dhs
    conflict in 2
      one payment with two amounts, and another payment | sale transactionId T0 + sale + sale amount 1
      a sum beyond exact integers | sale amount "90071992547409.91" + sale transactionId T2
    9007199254740991 in 1
      the largest exact integer | sale amount "90071992547409.91"
    0 in 1
      a payment of nothing | sale amount 0
    `,
    MAKERS,
  ),
)('$heading: $title', ({ heading, records }) => {
  expect(sayReceived(records)).toBe(heading);
});

// A refunded row is its payment’s, seen later: it tells that all went back, and no more where the refund is listed, too.
test.each(
  readRecordTable(
    `
    25000 in 1, 5000 back
      a refund | sale + back
      a chargeback | sale + back type CHARGEBACK
      a reversal | sale + back type REVERSAL
      a void | sale + back type VOID
      a refund with the status refunded | sale + back status REFUNDED
      a refund without a status | sale + back status undefined
      a refund below zero | sale + back amount -50
      a payment below zero | sale + sale transactionId T2, amount -50
      a refund whose row is on two pages | sale + back + back
      a refund larger than the payment’s own field says | sale refundedAmount 10 + back
      a refunded payment that says how much | sale status REFUNDED, refundedAmount 50
      a refund of a payment that says only that a part went back | sale status PARTIALLY_REFUNDED + back
    25000 in 1
      a fee | sale + back type FEE
      a row of an unknown kind | sale + back type QX17, amount -50
      a refund that failed | sale + back status FAILED
      a refund that waits | sale + back status PENDING
      a failed payment below zero | sale + sale transactionId T2, amount -50, status FAILED
      a payment below zero without a status | sale + sale transactionId T2, amount -50, status undefined
    nothing in 0, 5000 back
      only a payment below zero | sale amount -50
    25000 in 1, 10000 back
      two refunds of the same amount | sale + back + back transactionId T3
      two refunds that differ in anything | sale + back no 1 + back no 2
    25000 in 1, 8000 back
      two refunds with the payment’s id | sale + back transactionId T1 + back transactionId T1, amount 30
      two refunds, of which the payment’s own field says less
        | sale status PARTIALLY_REFUNDED, refundedAmount 50 + back + back transactionId T3, amount 30
    25000 in 1, 5000 back
      the most of what two rows of a payment say | sale refundedAmount 20, no 1 + sale refundedAmount 50, no 2
      the same, in the other order | sale refundedAmount 50, no 1 + sale refundedAmount 20, no 2
    25000 in 1, 6000 back
      the payment’s own field | sale refundedAmount 60
      a refund smaller than the payment’s own field says | sale refundedAmount 60 + back
    50000 in 2, 6100 back
      the fields of two payments | sale refundedAmount 60 + sale transactionId T2, refundedAmount 1
    25000 in 1, 2000 back
      a refund that says how much it gave back | sale + back refundAmount 20
    25000 in 1, refund of unknown size
      a refund without an amount | sale + back amount undefined
      a payment of which a part went back | sale status PARTIALLY_REFUNDED
    25000 in 1, 6000 back, refund of unknown size
      a refund without an amount, and the payment’s own field | sale refundedAmount 60 + back amount undefined
    50000 in 2, refund of unknown size
      a sum of refunds beyond exact integers | sale refundedAmount "90071992547409.91"
        + sale transactionId T2, refundedAmount 1
    25000 in 1, 25000 back
      a refunded payment | sale status REFUNDED
      a refunded payment and its refund | sale status REFUNDED + back amount 250
      a payment listed as paid and as refunded, and its refund | sale + sale status REFUNDED + back amount 250
      a payment, its refunded row without an id, and its refund | sale + sale transactionId undefined, status REFUNDED
        + back amount 250
      a payment without an id, its refunded row with one, and its refund | sale transactionId undefined
        + sale transactionId T3, status REFUNDED + back amount 250
      a payment and a refunded row | sale + sale transactionId T2, status REFUNDED
      a payment and a refunded row below zero | sale + sale transactionId T2, status REFUNDED, amount -250
    25000 in 1, 15000 back
      a payment of which a part went back, and its refund | sale status PARTIALLY_REFUNDED, refundedAmount 150
        + back amount 150
    50000 in 2, 25000 back
      two payments, one of them refunded, and its refund | sale + sale transactionId T3, status REFUNDED
        + back amount 250
    nothing in 0, 25000 back
      only a refunded row below zero | sale status REFUNDED, amount -250
    `,
    MAKERS,
  ),
)('refunded money: $heading: $title', ({ heading, records }) => {
  expect(sayReceived(records)).toBe(heading);
});

describe('a look-up by id and a listing', () => {
  const via = (...rows: JudgedRecord[]) => addUpReceived(rows).rows.map((one) => one.via);

  test('are two views of the same money: the one that shows more counts', () => {
    expect(add(saleById(), sale())).toEqual(PAID);
    expect(add(saleById(), sale({ amount: 100 }))).toEqual(PAID);
    expect(add(saleById({ amount: 100 }), sale())).toEqual(PAID);
    expect(via(saleById(), sale())).toEqual(['id']);
    expect(via(saleById({ amount: 100 }), sale())).toEqual(['listing']);
    expect(via(saleById(), sale({ amount: 100 }))).toEqual(['id']);
  });

  test('show more with an amount than without, and with a payment than without', () => {
    expect(add(saleById({ amount: undefined }), sale({ amount: 0 })).fils).toBe(0);
    expect(add(saleById({ amount: 0 }), sale({ amount: undefined })).fils).toBe(0);
    expect(add(saleById({ amount: undefined })).fils).toBe('conflict');
    expect(add(saleById({ status: 'FAILED' }), sale({ amount: undefined })).fils).toBe('conflict');
  });

  test('show more with a refund than without one', () => {
    const refund = { transactionId: 'T2', type: 'REFUND' };
    expect(add(saleById(), sale(), sale({ ...refund, amount: 5 })).refundedFils).toBe(500);
    expect(add(saleById({ refundedAmount: 5 }), sale()).refundedFils).toBe(500);
    expect(add(saleById(), sale(), sale({ ...refund, amount: undefined })).isRefundOpen).toBe(true);
    const both = add(
      saleById(),
      saleById({ ...refund, amount: undefined }),
      sale(),
      sale({ ...refund, amount: 5 }),
    );
    expect(both).toMatchObject({ refundedFils: 500, isRefundOpen: false });
    const open = { ...refund, amount: undefined };
    expect(via(saleById(), saleById(open), sale(), sale(open))).toEqual(['id']);
    expect(via(saleById(), saleById({ ...refund, amount: 5 }), sale(), sale(open))).toEqual(['id']);
    const back = { transactionId: 'T2', status: 'REFUNDED' };
    expect(addUpReceived([saleById(back), sale(), sale(back)]).hasPayment).toBe(true);
  });
});

test('a payment is among the rows only if one is the payment itself, not its refund', () => {
  // The sums above infer a payment from its refund, too.
  expect(addUpReceived([sale()]).hasPayment).toBe(true);
  expect(addUpReceived([sale({ status: 'REFUNDED' })]).hasPayment).toBe(false);
  const part = { status: 'PARTIALLY_REFUNDED', amount: 50 };
  expect(addUpReceived([sale({ ...part, refundedAmount: 20 })]).hasPayment).toBe(true);
  expect(addUpReceived([sale({ ...part, refundedAmount: 50 })]).hasPayment).toBe(false);
  expect(addUpReceived([sale(part)]).hasPayment).toBe(false);
  expect(addUpReceived([]).hasPayment).toBe(false);
});
