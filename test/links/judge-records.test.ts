import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FoundRecord, judgeRecords } from '../../src/links/judge-records.ts';
import { buildStateWords } from '../../src/links/state-words.ts';

const TABLE = { words: buildStateWords(), timeZone: 'Asia/Dubai' };
const ASKED = { amountFils: 25_000 };

const link = (fields: Record<string, unknown>): FoundRecord => ({ kind: 'link', record: { fields } });
const transaction = (fields: Record<string, unknown>): FoundRecord => ({
  kind: 'transaction',
  record: { fields },
});
const judge = (...found: FoundRecord[]) => judgeRecords(ASKED, found, TABLE);

describe('a link is paid when the service says so of the asked amount', () => {
  test.each<[string, FoundRecord[]]>([
    ['a transaction that succeeded', [transaction({ status: 'SUCCESS', amount: 250 })]],
    ['a transaction in another spelling', [transaction({ Txn_Status: 'Captured', txn_amount: '250.00' })]],
    [
      'a transaction with nested fields',
      [transaction({ payment: { state: 'COMPLETED', amount: { value: '250', currency: 'AED' } } })],
    ],
    ['a flag', [transaction({ isPaid: true, amount: '250.00', currency: 'aed' })]],
    ['a link record that says paid', [link({ status: 'PAID', amount: 250 })]],
    [
      'a link record whose payment succeeded',
      [link({ status: 'ACTIVE', paymentStatus: 'Successful', amount: 250 })],
    ],
    [
      'a link record and its transaction',
      [link({ status: 'PAID', amount: 250 }), transaction({ status: 'SUCCESS', amount: 250 })],
    ],
    [
      'a transaction whose link is not marked yet',
      [link({ status: 'CREATED', amount: 250 }), transaction({ status: 'SUCCESS', amount: 250 })],
    ],
    [
      'a second try after a declined one',
      [transaction({ status: 'DECLINED', amount: 250 }), transaction({ status: 'SUCCESS', amount: 250 })],
    ],
    ['one word for it all', [link({ status: 'PAYMENT_SUCCESS', amount: '250.00' })]],
  ])('%s', (_, found) => {
    expect(judge(...found).says).toBe('paid');
  });

  test('and the facts of it are kept: when, how much, under which id', () => {
    const { facts } = judge(
      link({ status: 'PAID', amount: 250 }),
      transaction({
        status: 'SUCCESS',
        amount: 250,
        transactionId: 500001,
        createdAt: '2026-11-21 02:10:00',
      }),
    );
    expect(facts).toEqual({
      happenedAt: Date.UTC(2026, 10, 20, 22, 10),
      seenIn: 'transaction',
      word: 'SUCCESS',
      amountFils: 25_000,
      currency: null,
      transactionId: '500001',
    });
  });
});

describe('a link is not paid', () => {
  test.each<[string, string, FoundRecord[]]>([
    [
      'when less money came than the link still shows',
      'mismatch',
      [link({ status: 'PAID', amount: 250 }), transaction({ status: 'SUCCESS', amount: 200 })],
    ],
    ['when more money came', 'mismatch', [transaction({ status: 'SUCCESS', amount: 2500 })]],
    ['when a fils is missing', 'mismatch', [transaction({ status: 'SUCCESS', amount: '249.99' })]],
    [
      'when the invoice was for the amount and the payment was not',
      'mismatch',
      [transaction({ status: 'SUCCESS', invoiceAmount: 250, amount: 200 })],
    ],
    [
      'when the amount paid differs from the amount of the link',
      'mismatch',
      [link({ status: 'PAID', amount: 250, paidAmount: 25 })],
    ],
    [
      'when the money is another country’s',
      'mismatch',
      [transaction({ status: 'SUCCESS', amount: 250, currency: 'USD' })],
    ],
    ['when only a part of it was paid', 'mismatch', [link({ status: 'PARTIALLY_PAID', amount: 250 })]],
    ['when no amount is said', 'unclear', [transaction({ status: 'SUCCESS' })]],
    [
      'when its fields contradict each other',
      'unclear',
      [transaction({ status: 'PAID', paymentStatus: 'DECLINED', amount: 250 })],
    ],
    [
      'when it was paid back',
      'refunded',
      [link({ status: 'PAID', amount: 250 }), transaction({ status: 'REFUNDED', amount: 250 })],
    ],
    ['when making the link is what succeeded', 'silent', [link({ status: 'SUCCESS', amount: 250 })]],
    [
      'when the payout is what succeeded',
      'waiting',
      [transaction({ payoutStatus: 'PAID', status: 'PENDING', amount: 250 })],
    ],
    ['when only the notes say so', 'silent', [link({ notes: 'PAID', amount: 250 })]],
    [
      'when the customer’s name says so',
      'waiting',
      [link({ status: 'CREATED', FullName: 'Paid', amount: 250 })],
    ],
    ['when money is only held', 'waiting', [transaction({ status: 'AUTHORIZED', amount: 250 })]],
    [
      'when the card was declined',
      'declined',
      [link({ status: 'CREATED', amount: 250 }), transaction({ status: 'FAILED', amount: 250 })],
    ],
    ['when the link failed', 'failed', [link({ status: 'FAILED', amount: 250 })]],
    ['when the link was cancelled', 'cancelled', [link({ linkStatus: 'Cancelled', amount: 250 })]],
    ['when the link expired', 'expired', [link({ status: 'Expired', amount: 250 })]],
    ['when the flag says no', 'waiting', [link({ is_paid: false, amount: 250 })]],
    ['when the word is not in the table', 'silent', [link({ status: 'KZX', amount: 250 })]],
    ['when there is no record', 'none', []],
  ])('%s: %s', (_, says, found) => {
    expect(judge(...found).says).toBe(says);
  });

  test('a mismatch carries the amount that came', () => {
    expect(
      judge(link({ status: 'PAID', amount: 250 }), transaction({ status: 'SUCCESS', amount: 200 })).facts
        .amountFils,
    ).toBe(20_000);
    expect(judge(transaction({ status: 'SUCCESS', amount: 250, paidAmount: 10 })).facts.amountFils).toBe(
      1_000,
    );
  });

  test('whatever JSON the service sends without a matching amount', () => {
    const notTheAmount = fc
      .dictionary(fc.string(), fc.jsonValue())
      .filter((fields) => !/25\D?0/.test(JSON.stringify(fields)));
    fc.assert(
      fc.property(notTheAmount, fc.constantFrom('link' as const, 'transaction' as const), (fields, kind) => {
        expect(judge({ kind, record: { fields: { ...fields, status: 'PAID' } } }).says).not.toBe('paid');
      }),
    );
  });
});

describe('words of the service', () => {
  test('mean what a setting says, whatever the table says', () => {
    const words = buildStateWords({ paid: ['Erledigt'], waiting: ['SETTLED'] });
    expect(words('erledigt')).toBe('paid');
    expect(words('Settled')).toBe('waiting');
    expect(buildStateWords()('settled')).toBe('paid');
  });

  test('are read whatever their case, underscores and subject', () => {
    const words = buildStateWords();
    expect(['PAID', 'Fully_Paid', 'fully-paid', 'PAYMENT_CAPTURED', 'Payment Successful'].map(words)).toEqual(
      Array(5).fill('paid'),
    );
    expect(['LINK_EXPIRED', 'timed out'].map(words)).toEqual(['expired', 'expired']);
    expect(['', '00', 'constructor', '__proto__', 'x'].map(words)).toEqual(Array(5).fill(null));
  });
});
