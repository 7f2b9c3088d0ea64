import { expect, test } from 'vitest';
import {
  buildKindWords,
  buildStateWords,
  classifyLink,
  judgeRecords,
  type StateMeaning,
} from '../../src/payments/index.ts';

const WORDS = { states: buildStateWords(), kinds: buildKindWords() };
const PART = { status: 'PARTIALLY_REFUNDED', invoiceAmount: 250 };

type Meaning = StateMeaning | 'contradictory' | null;
type Case = [fields: Record<string, unknown>, meaning: Meaning, refundedFils: number | null];

const classify = (fields: Record<string, unknown>) => {
  const { meaning, refundedFils } = classifyLink({ fields }, WORDS.states);
  return [meaning, refundedFils];
};

/** What a card would say that knows this record alone. */
const judge = (fields: Record<string, unknown>) => {
  const asked = { id: 'lnk_1', invoiceId: 'INV-7', orderId: '100234', address: null, amountFils: 25_000 };
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
])('%j is %s with %s fils refunded, as on its card', (fields, meaning, refundedFils) => {
  expect(classify(fields)).toEqual([meaning, meaning === 'partly' ? 0 : refundedFils]);
  expect(judge(fields)).toEqual([meaning, refundedFils]);
});

test.each<Case>([
  [{ status: 'REFUNDED', amount: 250 }, 'refunded', 0],
  [{ status: 'REFUNDED' }, 'refunded', 0],
  [{ status: 'REFUNDED', refundedAmount: 25 }, 'refunded', 0],
  [{ status: 'PAID', amount: 250, refundedAmount: 250 }, 'refunded', 0],
  [{ ...PART, refundedAmount: 250 }, 'refunded', 0],
])('of %j all went back, as on its card', (fields, meaning, refundedFils) => {
  expect(classify(fields)).toEqual([meaning, refundedFils]);
  expect(judge(fields)[0]).toBe('refunded');
});

test.each<Case>([
  [PART, 'paid', null],
  [{ status: 'PART_REFUNDED' }, 'paid', null],
  [{ ...PART, refundedAmount: 0 }, 'paid', null],
  [{ status: 'PART_REFUNDED', refundedAmount: 25 }, 'paid', 2_500],
  [{ status: 'CREATED', amount: 250 }, 'waiting', 0],
  [{ status: 'CANCELLED', amount: 250, refundedAmount: 25 }, 'cancelled', 0],
  [{ status: 'FAILED', paymentStatus: 'PAID' }, 'contradictory', 0],
  [{ amount: 250 }, null, 0],
])('%j is %s with %s fils refunded', (fields, meaning, refundedFils) => {
  expect(classify(fields)).toEqual([meaning, refundedFils]);
});
