import { expect, test } from 'vitest';
import { buildVocabulary } from '../../src/payment-service/index.ts';
import {
  classifyLink,
  classifyRow,
  judgeRecords,
  type Meaning,
  type RowClass,
} from '../../src/payments/index.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import type { Fields } from '../fixtures/record-tables.ts';
import { ASKED } from './found-records.ts';

const classify = (fields: Fields) => classifyRow({ fields }, WORDS).is;
const inPart = { status: 'PARTIALLY_REFUNDED', amount: 250 };

test.each<[Fields, RowClass]>([
  [{ status: 'PAID', amount: 250 }, 'received'],
  [{ status: 'PAID' }, 'received'],
  [{ status: 'PAID', amount: 0 }, 'received'],
  [{ status: 'PAID', amount: -250 }, 'refunded'],
  [{ status: 'PARTIALLY_PAID', amount: 250 }, 'received'],
  [{ status: 'PARTIALLY_PAID', amount: -250 }, 'refunded'],
  [{ status: 'FAILED', amount: 250 }, 'failed'],
  [{ status: 'FAILED', amount: -250 }, 'failed'],
  [{ status: 'CANCELLED' }, 'failed'],
  [{ status: 'EXPIRED' }, 'expired'],
  [{ status: 'Timed Out' }, 'expired'],
  [{ status: 'LAPSED' }, 'expired'],
  [{ status: 'EXPIRED', orderStatus: 'NEW' }, 'expired'],
  [{ status: 'FAILED', linkStatus: 'EXPIRED' }, 'failed'],
  [{ status: 'overdue' }, 'waiting'],
  [{ status: 'PENDING' }, 'waiting'],
  [{ status: 'PAID', paidAmount: 0, orderAmount: 250 }, 'waiting'],
  [{ status: 'KZX' }, 'unclassified'],
  [{ paymentStatus: 'PAID', status: 'FAILED', amount: 250 }, 'unclassified'],
  [{ status: 'REFUNDED', amount: 250 }, 'refunded'],
  [{ status: 'REFUNDED', amount: 250, refundedAmount: 50 }, 'refunded'],
  [{ ...inPart, refundedAmount: 50 }, 'received'],
  [{ ...inPart, refundedAmount: 250 }, 'unclassified'],
  [{ ...inPart, refundedAmount: 0 }, 'unclassified'],
  [inPart, 'unclassified'],
  [{ status: 'PART_REFUNDED', refundedAmount: 50 }, 'unclassified'],
  [{ type: 'REFUND', status: 'PAID' }, 'refunded'],
  [{ type: 'REFUND', status: 'REFUNDED' }, 'refunded'],
  [{ type: 'REFUND', status: 'PARTIAL' }, 'refunded'],
  [{ type: 'REFUND', status: 'FAILED' }, 'failed'],
  [{ type: 'REFUND', status: 'PENDING' }, 'waiting'],
  [{ type: 'REFUND', status: 'EXPIRED' }, 'expired'],
  [{ type: 'REFUND' }, 'unclassified'],
  [{ type: 'CHARGEBACK', status: 'PAID' }, 'refunded'],
  [{ type: 'CHARGEBACK', status: 'DECLINED' }, 'other'],
  [{ type: 'CHARGEBACK', status: 'WON' }, 'other'],
  [{ type: 'CHARGEBACK', status: 'OPEN' }, 'refunded'],
  [{ type: 'CHARGEBACK_REVERSAL', status: 'PAID' }, 'refunded'],
  [{ type: 'QX17', status: 'PAID' }, 'unclassified'],
  [{ type: 'QX17', status: 'REFUNDED' }, 'unclassified'],
  [{ type: 'QX17', status: 'PARTIAL' }, 'unclassified'],
  [{ type: 'QX17', status: 'FAILED' }, 'failed'],
  [{ type: 'QX17', status: 'PENDING' }, 'waiting'],
  [{ type: 'QX17' }, 'unclassified'],
  [{ type: 'AUTH', status: 'PAID' }, 'unclassified'],
  [{ type: 'VOID', status: 'PAID' }, 'other'],
  [{ type: 'FEE', status: 'FAILED' }, 'other'],
])('%j is %s', (fields, expected) => {
  expect(classify(fields)).toBe(expected);
});

test('“part” in a word matters only for a refund', () => {
  const words = buildVocabulary({ failed: ['part rejected'] });
  expect(classifyRow({ fields: { status: 'PART_REJECTED', amount: 250 } }, words).is).toBe('failed');
});

const PART = { status: 'PARTIALLY_REFUNDED', invoiceAmount: 250 };

type Case = [fields: Fields, meaning: Meaning, refundedFils: number | null];

const classifyAsCard = (fields: Fields) => {
  const { meaning, refundedFils } = classifyLink({ fields }, WORDS);
  return [meaning, refundedFils];
};

/** The card's verdict on only this record. */
const judge = (fields: Fields) => {
  const asked = { ...ASKED, address: null };
  const record = { fields: { orderId: '100234', ...fields } };
  const found = [{ kind: 'link', via: 'listing', record } as const];
  const { outcome, refundedFils } = judgeRecords(asked, found, { words: WORDS, timeZone: 'Asia/Dubai' });
  return [outcome, refundedFils];
};

test.each<Case>([
  [{ status: 'PAID', amount: 250 }, 'paid', 0],
  [{ status: 'PAID', amount: 250, refundedAmount: 25 }, 'paid', 2_500],
  [{ status: 'REFUNDED', amount: 250, refundedAmount: 25 }, 'paid', 2_500],
  [{ ...PART, refundedAmount: 25 }, 'paid', 2_500],
  [{ ...PART, paidAmount: 250, refundedAmount: '25.00' }, 'paid', 2_500],
  [{ status: 'PARTIALLY_PAID', amount: 250 }, 'partly', 0],
  [{ ...PART, paidAmount: 200, refundedAmount: 25 }, 'partly', 2_500],
  [{ status: 'PAID', amount: 250, paidAmount: 250 }, 'paid', 0],
  [{ status: 'PAID', amount: 250, paidAmount: 100 }, 'partly', 0],
  [{ status: 'PAID', amount: 250, transactionAmount: 0 }, 'partly', 0],
  [{ status: 'PAID', amount: 250, paidAmount: 100, refundedAmount: 25 }, 'partly', 2_500],
  [{ status: 'PAID', paidAmount: 250, capturedAmount: 200 }, 'unclear', 0],
  [{ status: 'PAID', invoiceAmount: 250, orderAmount: 300 }, 'unclear', 0],
  [{ status: 'PAID', paidAmount: 250, invoiceAmount: 250, orderAmount: 300 }, 'paid', 0],
])('%j is %s with %s fils refunded, as on its card', (fields, meaning, refundedFils) => {
  expect(classifyAsCard(fields)).toEqual([meaning, meaning === 'partly' ? 0 : refundedFils]);
  expect(judge(fields)).toEqual([meaning, refundedFils]);
});

test.each<Case>([
  [{ status: 'REFUNDED', amount: 250 }, 'refunded', 0],
  [{ status: 'REFUNDED' }, 'refunded', 0],
  [{ status: 'REFUNDED', refundedAmount: 25 }, 'refunded', 0],
  [{ status: 'PAID', amount: 250, refundedAmount: 250 }, 'refunded', 0],
  [{ ...PART, refundedAmount: 250 }, 'refunded', 0],
  [{ status: 'PAID', amount: 250, paidAmount: 100, refundedAmount: 100 }, 'refunded', 0],
])('%j is refunded in full, as on its card', (fields, meaning, refundedFils) => {
  expect(classifyAsCard(fields)).toEqual([meaning, refundedFils]);
  expect(judge(fields)[0]).toBe('refunded');
});

test.each<Case>([
  [PART, 'paid', null],
  [{ status: 'PART_REFUNDED' }, 'paid', null],
  [{ ...PART, refundedAmount: 0 }, 'paid', null],
  [{ ...PART, paidAmount: 200 }, 'paid', null],
  [{ status: 'CREATED', paidAmount: 250, capturedAmount: 200 }, 'waiting', 0],
  [{ status: 'PART_REFUNDED', refundedAmount: 25 }, 'paid', 2_500],
  [{ status: 'CREATED', amount: 250 }, 'waiting', 0],
  [{ status: 'CANCELLED', amount: 250, refundedAmount: 25 }, 'cancelled', 0],
  [{ status: 'FAILED', paymentStatus: 'PAID' }, 'unclear', 0],
  [{ amount: 250 }, null, 0],
])('%j is %s with %s fils refunded', (fields, meaning, refundedFils) => {
  expect(classifyAsCard(fields)).toEqual([meaning, refundedFils]);
});

test.each<[Fields, askedFils: number | null]>([
  [{ status: 'PAID', amount: 250 }, 25_000],
  [{ status: 'CREATED', amount: 250 }, 25_000],
  [PART, 25_000],
  [{ status: 'CREATED', invoiceAmount: 250, orderAmount: 300 }, null],
  [{ status: 'PAID', invoiceAmount: 250, orderAmount: 300 }, null],
  [{ status: 'PAID' }, null],
])('%j asks for %s fils', (fields, askedFils) => {
  expect(classifyLink({ fields }, WORDS).askedFils).toBe(askedFils);
});
