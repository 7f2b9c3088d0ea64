import { expect, test } from 'vitest';
import { buildKindWords, buildStateWords, classifyRow, type RowClass } from '../../src/payments/index.ts';

type Fields = Record<string, unknown>;

const WORDS = { states: buildStateWords(), kinds: buildKindWords() };
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
  [{ status: 'overdue' }, 'expired'],
  [{ status: 'PENDING' }, 'waiting'],
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
  [{ type: 'CHARGEBACK', status: 'DECLINED' }, 'failed'],
  [{ type: 'QX17', status: 'PAID' }, 'unclassified'],
  [{ type: 'QX17', status: 'REFUNDED' }, 'unclassified'],
  [{ type: 'QX17', status: 'PARTIAL' }, 'unclassified'],
  [{ type: 'QX17', status: 'FAILED' }, 'failed'],
  [{ type: 'QX17', status: 'PENDING' }, 'waiting'],
  [{ type: 'QX17' }, 'unclassified'],
  [{ type: 'AUTH', status: 'PAID' }, 'other'],
  [{ type: 'VOID', status: 'PAID' }, 'other'],
  [{ type: 'FEE', status: 'FAILED' }, 'other'],
])('%j is %s', (fields, expected) => {
  expect(classify(fields)).toBe(expected);
});

test('only of a refund does it matter that its word speaks of a part', () => {
  const words = { ...WORDS, states: buildStateWords({ failed: ['part rejected'] }) };
  expect(classifyRow({ fields: { status: 'PART_REJECTED', amount: 250 } }, words).is).toBe('failed');
});
