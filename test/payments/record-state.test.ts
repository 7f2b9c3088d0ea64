import { describe, expect, test } from 'vitest';
import type { RecordKind } from '../../src/payments/record-parts.ts';
import { readRecordState } from '../../src/payments/record-state.ts';
import { buildStateWords } from '../../src/payments/state-words.ts';
import type { Fields } from '../fixtures/record-tables.ts';

const read = (fields: Fields, kind: RecordKind = 'transaction', words = buildStateWords()) =>
  readRecordState({ fields }, kind, words);

/** `meaning by field: word`. */
const describeState = (...given: Parameters<typeof read>): string => {
  const { meaning, field, word } = read(...given);
  return meaning === null ? 'nothing' : `${meaning} by ${field}: ${word}`;
};

describe('a transaction’s record', () => {
  test.each<[Fields, string]>([
    [{}, 'nothing'],
    [{ status: 'PAID' }, 'paid by status: PAID'],
    [{ status: 'SUCCESS' }, 'paid by status: SUCCESS'],
    [{ status: 'RECEIVED' }, 'paid by status: RECEIVED'],
    [{ status: 'KZX' }, 'nothing'],
    [{ status: 'ACTIVE' }, 'waiting by status: ACTIVE'],
    [{ status: 'EXPIRED' }, 'failed by status: EXPIRED'],
    [{ status: 'CANCELLED' }, 'failed by status: CANCELLED'],
    [{ status: 'REFUNDED', paymentStatus: 'REVERSED' }, 'refunded by paymentStatus: REVERSED'],
    [{ status: 'REFUNDED', paymentStatus: 'PAID' }, 'refunded by status: REFUNDED'],
    [
      { paymentStatus: 'PAID', transactionStatus: 'FAILED' },
      'contradictory by paymentStatus / transactionStatus: PAID / FAILED',
    ],
    [{ paymentStatus: 'PAID', status: 'FAILED' }, 'contradictory by paymentStatus / status: PAID / FAILED'],
    [{ paymentStatus: 'PAID', status: 'ACTIVE' }, 'contradictory by paymentStatus / status: PAID / ACTIVE'],
    [{ orderStatus: 'FAILED', status: 'PAID' }, 'contradictory by status / orderStatus: PAID / FAILED'],
    [{ paymentStatus: 'PARTIAL' }, 'partly by paymentStatus: PARTIAL'],
    [{ transactionStatus: 'PAID', paymentStatus: 'PARTIAL' }, 'partly by paymentStatus: PARTIAL'],
    [{ paymentStatus: 'PARTIAL', transactionStatus: 'FAILED' }, 'failed by transactionStatus: FAILED'],
    [{ status: 'PARTIAL' }, 'partly by status: PARTIAL'],
    [{ status: 'PARTIAL', paymentStatus: 'PAID' }, 'paid by paymentStatus: PAID'],
    [{ orderStatus: 'PENDING', status: 'DECLINED' }, 'failed by status: DECLINED'],
    [{ paymentStatus: 'PENDING', transactionStatus: 'DECLINED' }, 'failed by transactionStatus: DECLINED'],
    [{ status: 'DECLINED', paymentStatus: 'PENDING' }, 'waiting by paymentStatus: PENDING'],
    [{ orderStatus: 'CREATED' }, 'waiting by orderStatus: CREATED'],
    [{ orderStatus: 'CREATED', paymentStatus: 'PAID' }, 'paid by paymentStatus: PAID'],
    [{ orderStatus: 'PAID' }, 'paid by orderStatus: PAID'],
    [{ orderStatus: 'RECEIVED' }, 'nothing'],
    [{ orderStatus: 'ORDER_RECEIVED' }, 'nothing'],
    [{ invoiceState: 'APPROVED' }, 'nothing'],
    [{ linkStatus: 'RECEIVED' }, 'nothing'],
    [{ linkStatus: 'SUCCESS' }, 'nothing'],
    [{ payment: { status: 'RECEIVED' } }, 'paid by status: RECEIVED'],
    [{ payment: { status: 'PAID' }, status: 'FAILED' }, 'contradictory by status / status: PAID / FAILED'],
    [{ settlement: { status: 'PAID' } }, 'nothing'],
  ])('%j says %s', (fields, expected) => {
    expect(describeState(fields)).toBe(expected);
  });
});

describe('a link’s record', () => {
  test.each<[Fields, string]>([
    [{ status: 'CREATED' }, 'waiting by status: CREATED'],
    [{ status: 'SUCCESS' }, 'nothing'],
    [{ status: 'RECEIVED' }, 'nothing'],
    [{ status: 'PAID' }, 'paid by status: PAID'],
    [{ status: 'EXPIRED' }, 'expired by status: EXPIRED'],
    [{ linkStatus: 'CANCELLED' }, 'cancelled by linkStatus: CANCELLED'],
    [{ status: 'FAILED' }, 'failed by status: FAILED'],
    [{ paymentStatus: 'EXPIRED' }, 'failed by paymentStatus: EXPIRED'],
    [{ status: 'EXPIRED', paymentStatus: 'PENDING' }, 'expired by status: EXPIRED'],
    [
      { linkStatus: 'EXPIRED', paymentStatus: 'FAILED', orderStatus: 'PAID' },
      'failed by paymentStatus: FAILED',
    ],
    [{ linkStatus: 'EXPIRED', status: 'PAID' }, 'contradictory by status / linkStatus: PAID / EXPIRED'],
    [{ linkStatus: 'CLOSED', status: 'PAID' }, 'paid by status: PAID'],
    [{ linkStatus: 'CLOSED', paymentStatus: 'PAID' }, 'paid by paymentStatus: PAID'],
    [{ linkStatus: 'CLOSED' }, 'cancelled by linkStatus: CLOSED'],
    [{ status: 'PARTIAL', paymentStatus: 'PAID' }, 'partly by status: PARTIAL'],
    [{ status: 'ACTIVE', paymentStatus: 'PAID' }, 'paid by paymentStatus: PAID'],
    [{ status: 'PENDING', paymentStatus: 'PAID' }, 'contradictory by paymentStatus / status: PAID / PENDING'],
    [{ payment: { status: 'SUCCESS' } }, 'paid by status: SUCCESS'],
    [{ payment: { status: 'ACTIVE' } }, 'waiting by status: ACTIVE'],
    [
      { payment: { status: 'ACTIVE' }, paymentStatus: 'PAID' },
      'contradictory by paymentStatus / status: PAID / ACTIVE',
    ],
    [{ link: { status: 'SUCCESS' } }, 'nothing'],
    [{ link: { status: 'PAID' }, paymentStatus: 'FAILED' }, 'failed by paymentStatus: FAILED'],
    [{ link: { paymentStatus: 'SUCCESS' } }, 'paid by paymentStatus: SUCCESS'],
  ])('%j says %s', (fields, expected) => {
    expect(describeState(fields, 'link')).toBe(expected);
  });

  test.each(
    `created OPEN Opened active new issued sent generated viewed live scheduled draft initiated
    initialized started none LINK_CREATED PAYMENT_LINK_OPEN`.split(/\s+/),
  )('%s does not contradict a payment', (status) => {
    expect(describeState({ status, paymentStatus: 'PAID' }, 'link')).toBe('paid by paymentStatus: PAID');
  });

  test.each(['PENDING', 'UNPAID', 'PAYMENT_OPEN', 'opened by bank'])('%s contradicts a payment', (status) => {
    const words = buildStateWords({ waiting: ['opened by bank'] });
    expect(read({ status, paymentStatus: 'PAID' }, 'link', words).meaning).toBe('contradictory');
  });

  test.each(['CLOSED', 'inactive', 'DEACTIVATED', 'disabled', 'LINK_CLOSED', 'PAYMENT_LINK_DISABLED'])(
    '%s may follow a payment',
    (linkStatus) => {
      expect(describeState({ linkStatus, paymentStatus: 'PAID' }, 'link')).toBe(
        'paid by paymentStatus: PAID',
      );
    },
  );

  test.each(['CANCELLED', 'PAYMENT_CLOSED', 'closed by bank'])('%s contradicts a payment', (linkStatus) => {
    const words = buildStateWords({ cancelled: ['closed by bank'] });
    expect(read({ linkStatus, paymentStatus: 'PAID' }, 'link', words).meaning).toBe('contradictory');
  });
});

describe('a field', () => {
  test.each(
    ['payment', 'transaction', 'txn', 'trx', 'tran', 'pay', 'charge', 'capture', 'purchase', 'sale'].flatMap(
      (of) => ['Status', '_state', ' RESULT', '-outcome'].map((end) => of + end),
    ),
  )('named %s is about the payment', (name) => {
    expect(read({ [name]: 'PAID' }).said).toEqual([
      { field: name, word: 'PAID', meaning: 'paid', isSpecific: true, stance: 'paid' },
    ]);
  });

  test.each(
    `status state result outcome currentStatus overall_state FinalResult orderStatus invoiceStatus
    linkStatus paymentLinkStatus paylinkStatus`.split(/\s+/),
  )('named %s is about more than the payment', (name) => {
    expect(read({ [name]: 'PAID' }).said).toMatchObject([{ isSpecific: false, stance: 'paid' }]);
  });

  test.each(
    `statusCode paymentStatusText prepaymentStatus paymentsStatus reorderStatus ordersStatus
    uplinkStatus linkageStatus semifinalStatus finalsStatus refundStatus word`.split(/\s+/),
  )('named %s is about something else', (name) => {
    expect(read({ [name]: 'PAID' }).said).toEqual([]);
  });

  test('with an unknown word is listed without a meaning', () => {
    expect(read({ status: 'KZX' })).toEqual({
      meaning: null,
      word: null,
      field: null,
      said: [{ field: 'status', word: 'KZX', meaning: null, isSpecific: false, stance: 'nothing' }],
    });
  });

  test.each(['name', 'code', 'value', 'status', 'state', 'label', 'CODE'])(
    'may be an object with its word in %s',
    (name) => {
      expect(describeState({ status: { id: 5, [name]: ' PAID ' } })).toBe('paid by status: PAID');
    },
  );

  test.each<[unknown]>([
    [{ description: 'PAID' }],
    [{ encode: 'PAID' }],
    [{ codes: 'PAID' }],
    [{ code: { code: 'PAID' } }],
    [{}],
    [''],
    ['  '],
    [7],
    [null],
    [['PAID']],
    [true],
  ])('that contains %j has no word', (status) => {
    expect(read({ status }).said).toEqual([]);
  });

  test('in the payment’s own container is about the payment, and outranks a field outside', () => {
    expect(read({ payment: { status: 'PAID' } }).said).toMatchObject([{ isSpecific: true }]);
    expect(describeState({ status: 'DECLINED', payment: { status: 'PENDING' } })).toBe(
      'waiting by status: PENDING',
    );
    expect(read({ settlement: {}, link: { status: 'PAID' } }, 'link').said).toMatchObject([
      { isSpecific: false },
    ]);
  });

  test('about the progress of something else says nothing', () => {
    for (const fields of [{ orderStatus: 'RECEIVED' }, { orderStatus: 'SUCCESS' }, { linkStatus: 'CREATED' }])
      expect(read(fields).said).toMatchObject([{ stance: 'nothing' }]);
  });

  test('has the first word of its object that is a text', () => {
    expect(describeState({ status: { code: 7, name: 'PAID' } })).toBe('paid by status: PAID');
  });
});

describe('a flag', () => {
  test.each(
    `paid isPaid fully_paid isFullyPaid paymentReceived paymentDone paymentComplete
    isPaymentCompleted`.split(/\s+/),
  )('called %s says paid or not', (name) => {
    for (const yes of [true, 'true'])
      expect(describeState({ [name]: yes })).toBe(`paid by ${name}: ${name}: true`);
    for (const no of [false, 'false'])
      expect(describeState({ [name]: no })).toBe(`waiting by ${name}: ${name}: false`);
    expect(describeState({ [name]: false, status: 'PAID' })).toBe(`waiting by ${name}: ${name}: false`);
    expect(read({ [name]: true }).said[0]?.isSpecific).toBe(true);
  });

  test.each(['refunded', 'isRefunded', 'fullyRefunded', 'is_fully_refunded'])(
    'called %s says refunded',
    (name) => {
      expect(describeState({ [name]: true, paymentStatus: 'PAID' })).toBe(
        `refunded by ${name}: ${name}: true`,
      );
      expect(read({ [name]: true }).said).toMatchObject([
        { meaning: 'refunded', isSpecific: true, stance: 'refunded' },
      ]);
      expect(describeState({ [name]: false, status: 'PAID' })).toBe('paid by status: PAID');
      expect(read({ [name]: false }).said).toEqual([]);
    },
  );

  test.each(['prepaid', 'isPaidOut', 'unrefunded', 'refundedInPart', 'active', 'status'])(
    'called %s says nothing',
    (name) => {
      for (const flag of [true, false]) expect(read({ [name]: flag }).said).toEqual([]);
    },
  );
});

test('words and names are shortened', () => {
  const long = `payment${'_'.repeat(60)}status`;
  const word = 'x'.repeat(50);
  const other = 'y'.repeat(50);
  const words = buildStateWords({ paid: [word], failed: [other] });
  expect(read({ [long]: word }, 'transaction', words)).toMatchObject({
    meaning: 'paid',
    field: long.slice(0, 40),
    word: word.slice(0, 40),
  });
  const torn = read({ [long]: word, [`transaction${'_'.repeat(60)}status`]: other }, 'transaction', words);
  expect(torn.field).toBe(`${long.slice(0, 40)} / transaction${'_'.repeat(26)}`);
  expect(torn.word).toBe('x'.repeat(40));
  const flag = read({ [`is${'_'.repeat(60)}paid`]: true });
  expect(flag).toMatchObject({ field: `is${'_'.repeat(38)}`, word: `is${'_'.repeat(38)}` });
});
