import { describe, expect, test } from 'vitest';
import { buildKindWords, kindWordKey, type RowKind, readRowKind } from '../../src/payments/row-kind.ts';
import { type Fields, readRows } from '../fixtures/record-tables.ts';

const words = buildKindWords();
const read = (fields: Fields, kinds = words) => readRowKind({ fields }, kinds);
/** `kind by field: word`. */
const describeKind = (fields: Fields): string => {
  const { kind, field, word } = read(fields);
  return `${kind} by ${field}: ${word}`;
};

describe('a word for the kind of a row', () => {
  test.each<[RowKind | 'method' | null, string[]]>([
    ['payment', ['SALE', 'purchase', 'Capture', 'PAYMENT', 'INSTALMENT', 'PAYMENT_LINK', 'PaymentLink']],
    [
      'authorisation',
      'AUTH Authorization PRE_AUTH preauth AUTHONLY HOLD CARD_AUTHORISATION AUTH_ORDER'.split(' '),
    ],
    ['payment', ['AUTH_CAPTURE', 'AuthCapture', 'SALE_AUTH', 'PURCHASE_AUTHORIZATION']],
    ['verification', ['VERIFY', 'CardVerification', 'ZEROAUTH', 'tokenization']],
    ['reversal', ['REVERSAL', 'SALE_REVERSAL', 'AUTH_REVERSAL']],
    ['refund', ['REFUND', 'SaleRefund', 'PARTIAL_REFUND', 'REFUND_REVERSAL', 'RETURN']],
    ['void', ['VOID', 'VOID_SALE', 'cancellation']],
    ['chargeback', ['CHARGEBACK', 'DISPUTE', 'PAYMENT_DISPUTE', 'CHARGEBACK_REVERSAL']],
    ['fee', ['FEE', 'VAT', 'CARD_FEE']],
    ['payout', ['PAYOUT', 'SETTLEMENT', 'PAYMENT_SETTLEMENT']],
    ['method', ['CARD', 'ECOM', 'APPLE', 'E-COM', 'CARD_ONLINE', 'ONE_TIME_CARD', '3DS']],
    [
      null,
      ['QX17', 'SALE_QX17', 'NOT_A_SALE', 'B2C', '', '__', 'WITH', 'FULL_PART', 'constructor', '__proto__'],
    ],
  ])('means %s: %j', (kind, spelled) => {
    for (const word of spelled) expect(words(word), word).toBe(kind);
  });

  test('is a refund if it says refund and something unknown', () => {
    expect(words('QX17_REFUND')).toBe('refund');
  });

  test('is read up to its fortieth letter', () => {
    expect(words(`SALE${' '.repeat(40)}REFUND`)).toBe('payment');
    expect(words(`SALE${' '.repeat(30)}REFUND`)).toBe('refund');
  });

  test('that an admin has explained has that kind, as a whole word in any spelling', () => {
    const kinds = buildKindWords({ payment: ['QX_17', 'REFUND'], other: ['sale'] });
    expect(kinds('qx17')).toBe('payment');
    expect(kinds('Refund')).toBe('payment');
    expect(kinds('SALE')).toBe('other');
    expect(kinds('QX17_CARD')).toBeNull();
    expect(kindWordKey('QX_17')).toBe(kindWordKey('qx-17'));
  });
});

describe('a row', () => {
  test('without a word for its kind is a payment', () => {
    expect(read({ status: 'PAID' })).toEqual({ kind: 'payment', word: null, field: null });
    for (const type of ['', '  ', null, {}, true])
      expect(read({ type })).toEqual({ kind: 'payment', word: null, field: null });
  });

  test.each(
    ['transaction', 'txn', 'trx', 'tran', 'trans', 'payment', 'entry', 'record', 'row', 'movement'].flatMap(
      (of) => ['Type', '_kind', ' OPERATION', '-action', 'Category'].map((end) => of + end),
    ),
  )('has its kind in the field %s', (name) => {
    expect(describeKind({ [name]: 'REFUND' })).toBe(`refund by ${name}: REFUND`);
  });

  test.each(['type', 'kind', 'operation', 'OperationType', 'action'])(
    'may have its kind in the general field %s',
    (name) => {
      expect(describeKind({ [name]: ' REFUND ' })).toBe(`refund by ${name}: REFUND`);
    },
  );

  test.each(
    `cardType lastTransactionType transactionTypeCode subtype typeCode reaction actions category`.split(
      /\s+/,
    ),
  )('has no kind in the field %s', (name) => {
    expect(describeKind({ [name]: 'REFUND' })).toBe('payment by null: null');
  });

  test('has the kind of the first word that is not a payment', () => {
    expect(describeKind({ transactionType: 'SALE', type: 'REFUND', kind: 'FEE' })).toBe(
      'refund by type: REFUND',
    );
    expect(describeKind({ transactionType: 'QX17', type: 'REFUND' })).toBe('refund by type: REFUND');
  });

  test('is a payment by a specific word, next to any unknown one', () => {
    expect(describeKind({ type: 'QX17', transactionType: 'SALE' })).toBe('payment by transactionType: SALE');
    expect(describeKind({ transactionType: 'QX17', type: 'SALE' })).toBe('null by transactionType: QX17');
    expect(describeKind({ type: 'SALE', kind: 'QX17' })).toBe('null by kind: QX17');
    expect(describeKind({ type: 'QX17', payment: { type: 'SALE' } })).toBe('payment by type: SALE');
    expect(describeKind({ kind: 'QX17', payment: { sort: 'SALE' } })).toBe('null by kind: QX17');
  });

  test('takes a kind from a general word rather than from a payment method', () => {
    expect(describeKind({ transactionType: 'CARD', type: 'SALE' })).toBe('payment by type: SALE');
    expect(describeKind({ type: 'CARD', kind: 'ECOM' })).toBe('payment by type: CARD');
  });

  test('has no kind from the sort of card', () => {
    for (const name of ['paymentType', 'payment_kind'])
      for (const card of ['credit', 'DEBIT'])
        expect(describeKind({ [name]: card })).toBe(`payment by ${name}: ${card}`);
    for (const other of ['paymentOperation', 'transactionType', 'txnKind'])
      expect(read({ [other]: 'CREDIT' }).kind, other).toBeNull();
    expect(read({ paymentType: 'CREDIT_NOTE' }).kind).toBeNull();
    expect(read({ paymentType: 'NO_DEBIT' }).kind).toBeNull();
  });

  test('may have a number as its kind', () => {
    expect(describeKind({ type: 7 })).toBe('null by type: 7');
  });

  test.each(
    readRows(`
    isRefund | refund
    is_reversal | reversal
    isVoid | void
    isVoided | void
    isChargeback | chargeback
    isFee | fee
    isPayout | payout
    isAuthorization | authorisation
    isAuthorisation | authorisation
    isPreauth | authorisation
    isVerification | verification
    `),
  )('takes its kind from the flag %s', (name = '', kind) => {
    expect(describeKind({ [name]: true })).toBe(`${kind} by ${name}: ${name}: true`);
    expect(describeKind({ [name]: false })).toBe('payment by null: null');
    expect(describeKind({ [name]: 'true' })).toBe('payment by null: null');
  });

  test('takes no kind from another flag', () => {
    for (const name of ['thisRefund', 'isRefundable', 'refund', 'isPaid'])
      expect(describeKind({ [name]: true }), name).toBe('payment by null: null');
  });

  test('keeps at most forty letters of a word', () => {
    const long = 'QX17'.repeat(20);
    expect(read({ type: long })).toEqual({ kind: null, word: long.slice(0, 40), field: 'type' });
    const heard: string[] = [];
    read({ type: long }, (word) => {
      heard.push(word);
      return null;
    });
    expect(heard).toEqual([long.slice(0, 40)]);
  });
});
