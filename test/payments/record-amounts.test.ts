import { describe, expect, test } from 'vitest';
import { type RecordAmounts, readRecordAmounts } from '../../src/payments/record-amounts.ts';
import type { RecordKind } from '../../src/payments/record-parts.ts';
import type { Fields } from '../fixtures/record-tables.ts';

const NOTHING: RecordAmounts = {
  received: null,
  asked: null,
  refunded: 0,
  currency: null,
  isOtherCurrency: false,
  field: null,
};
const read = (fields: Fields, kind: RecordKind = 'transaction') => readRecordAmounts({ fields }, kind);
const received = (fields: Fields, kind?: RecordKind) => read(fields, kind).received;

test('a record without amounts says nothing', () => {
  expect(read({ status: 'PAID' })).toEqual(NOTHING);
  expect(read({ status: 'PAID' }, 'link')).toEqual(NOTHING);
});

test.each(
  `paidAmount, amountPaid, totalPaid, totalPaidAmount, receivedAmount, amountReceived,
    totalReceived, capturedAmount, amountCaptured, totalCaptured, transactionAmount, txn_amount,
    trxAmount, PAYMENT_AMOUNT, saleAmount, charge amount`.split(/\s*,\s*/),
)('%s is received money, in the record of a payment or a link', (name) => {
  for (const kind of ['transaction', 'link'] as const)
    expect(read({ [name]: '10.50' }, kind)).toEqual({ ...NOTHING, received: 1_050, field: name });
});

test.each(['invoiceAmount', 'orderAmount', 'linkAmount', 'totalAmount', 'grossAmount'])(
  '%s is the requested amount, and in a transaction the received one too',
  (name) => {
    expect(read({ [name]: 10 })).toEqual({ ...NOTHING, received: 1_000, asked: 1_000, field: name });
    expect(read({ [name]: 10 }, 'link')).toEqual({ ...NOTHING, asked: 1_000 });
  },
);

test.each(
  `refundedAmount amountRefunded totalRefunded totalRefundedAmount refundAmount chargebackAmount
    reversedAmount`.split(/\s+/),
)('%s is refunded money, with either sign', (name) => {
  expect(read({ [name]: -10 })).toEqual({ ...NOTHING, refunded: 1_000 });
});

test.each(
  `unpaidAmount paidAmountDue lastTransactionAmount transactionAmountFee feeAmount amountDue
    subinvoiceAmount invoiceAmountDue nonRefundedAmount refundedAmountLimit netAmount`.split(/\s+/),
)('%s is not an amount', (name) => {
  expect(read({ [name]: 10 })).toEqual(NOTHING);
});

test('a bare amount is received in a transaction, and requested in a link', () => {
  expect(read({ amount: 10 })).toEqual({ ...NOTHING, received: 1_000, field: 'amount' });
  expect(read({ amount: 10 }, 'link')).toEqual({ ...NOTHING, asked: 1_000 });
  expect(received({ payment: { amount: 10 } }, 'link')).toBe(1_000);
  expect(received({ link: { amount: 10 } }, 'link')).toBeNull();
});

describe('among several amounts', () => {
  test('the received amount outranks the transaction’s, which outranks the requested one', () => {
    expect(read({ invoiceAmount: 30, amount: 20, paidAmount: 10 })).toMatchObject({
      received: 1_000,
      field: 'paidAmount',
      asked: 3_000,
    });
    expect(received({ invoiceAmount: 30, transactionAmount: 20 })).toBe(2_000);
    expect(received({ invoiceAmount: 30, amount: 20 })).toBe(2_000);
  });

  test('amounts of one rank contradict each other unless they are equal', () => {
    expect(received({ paidAmount: 10, capturedAmount: '10.00' })).toBe(1_000);
    expect(received({ paidAmount: 10, capturedAmount: 11 })).toBe('conflict');
    expect(received({ transactionAmount: 10, amount: 11 })).toBe('conflict');
    expect(received({ paidAmount: 10, capturedAmount: 'ten' })).toBe('conflict');
    expect(read({ paidAmount: 'ten' })).toMatchObject({ received: 'conflict', field: 'paidAmount' });
    expect(received({ paidAmount: 'ten', capturedAmount: 'ten' })).toBe('conflict');
  });

  test('an empty one is ignored', () => {
    for (const empty of [null, undefined, '', '  '])
      expect(received({ paidAmount: empty, amount: 10 })).toBe(1_000);
    expect(received({ paidAmount: 0, amount: 10 })).toBe(0);
  });

  test('the largest readable refund counts', () => {
    expect(read({ refundedAmount: 10, refundAmount: 20, totalRefunded: 'some' }).refunded).toBe(2_000);
  });

  test('the first readable requested amount counts', () => {
    expect(read({ invoiceAmount: 'ten', orderAmount: 10, linkAmount: 20 }, 'link').asked).toBe(1_000);
  });
});

test('a field’s name is shortened', () => {
  expect(read({ [`paid${'_'.repeat(50)}amount`]: 1 }).field).toBe(`paid${'_'.repeat(36)}`);
});

describe('an amount that is an object', () => {
  test.each(['value', 'total', 'amount'])('is read from its %s', (name) => {
    expect(received({ paidAmount: { fee: 1, [name]: 10 } })).toBe(1_000);
  });

  test('is unclear without a readable value', () => {
    for (const name of ['faceValue', 'valueDate'])
      expect(received({ paidAmount: { [name]: 10 } })).toBe('conflict');
  });

  test('may name its currency', () => {
    expect(read({ paidAmount: { value: 10, currencyCode: 'USD' } })).toMatchObject({
      currency: 'USD',
      isOtherCurrency: true,
    });
    expect(read({ paidAmount: { value: 10, other: 'USD' } })).toMatchObject({
      currency: null,
      isOtherCurrency: false,
    });
    expect(read({ refundedAmount: { value: 10, currency: 'USD' } })).toMatchObject({
      currency: 'USD',
      refunded: 1_000,
    });
  });
});

describe('the currency', () => {
  const money = (fields: Fields) => {
    const { currency, isOtherCurrency } = read(fields);
    return [currency, isOtherCurrency];
  };

  test.each(['AED', 'aed', '784', 'Dh', 'Dhs', 'dirham', 'Dirhams', 'د.إ', 'د.إ.', 'دإ'])(
    'is the dirham if it is %s',
    (currency) => {
      expect(money({ currency })).toEqual([currency, false]);
    },
  );

  test.each(['USD', 'AEDX', 'XAED', '7840', 'dirhamss'])('is not the dirham if it is %s', (currency) => {
    expect(money({ currency })).toEqual([currency, true]);
  });

  test.each('currency currencyCode transactionCurrency payment_currency txnCurrencyCode'.split(' '))(
    'is in the field %s',
    (name) => {
      expect(money({ [name]: ' USD ' })).toEqual(['USD', true]);
    },
  );

  test('is not that of a fee', () => {
    expect(money({ amount: 10, fee: { value: 1, currency: 'USD' } })).toEqual([null, false]);
  });

  test.each(['settlementCurrency', 'currencyRate', 'baseCurrencyCode'])('is not in the field %s', (name) => {
    expect(money({ [name]: 'USD' })).toEqual([null, false]);
  });

  test('may be a number, or an object with a code', () => {
    expect(money({ currency: 784 })).toEqual(['784', false]);
    expect(money({ currency: 840 })).toEqual(['840', true]);
    expect(money({ currency: { code: 'USD', name: 'x' } })).toEqual(['USD', true]);
    for (const none of ['', '  ', null, true, {}, ['USD']])
      expect(money({ currency: none })).toEqual([null, false]);
  });

  test('is the one other than AED if there is one, shortened', () => {
    expect(money({ currency: 'AED', txnCurrency: 'USD' })).toEqual(['USD', true]);
    expect(money({ currency: 'dhs', txnCurrency: 'AED' })).toEqual(['dhs', false]);
    expect(money({ currency: 'x'.repeat(20) })).toEqual(['x'.repeat(10), true]);
  });
});
