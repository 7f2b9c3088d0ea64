import { expect, test } from 'vitest';
import { buildStateWords, STATE_MEANINGS, type StateMeaning } from '../../src/payments/index.ts';

const words = buildStateWords();

test.each<[StateMeaning, string[]]>([
  ['paid', ['PAID', 'Fully Paid', 'settled', 'PAYMENT_CAPTURED', 'ORDER_PAID', 'LINK-PAID', 'fully-paid']],
  ['done', ['SUCCESS', 'approved', 'ORDER_SUCCESS', 'LINK_COMPLETED', 'PAYMENT_LINK_SUCCESS', 'INVOICE_OK']],
  ['paid', ['PAYMENT_SUCCESS', 'TRANSACTION_APPROVED', 'txn ok']],
  ['partly', ['PARTIALLY_PAID', 'partial', 'PAYMENT_UNDERPAID']],
  ['failed', ['FAILED', 'declined', 'TRANSACTION_FAILED', 'insufficient funds']],
  ['cancelled', ['CANCELLED', 'canceled', 'LINK_DISABLED']],
  ['expired', ['EXPIRED', 'PAYMENT_LINK_EXPIRED', 'timed-out']],
  ['refunded', ['REFUNDED', 'chargeback', 'PAYMENT_REVERSED']],
  ['waiting', ['PENDING', 'created', 'AWAITING_PAYMENT', 'PAYMENT_PENDING', 'unpaid']],
])('%s is the meaning of %j', (meaning, spelled) => {
  for (const word of spelled) expect(words(word), word).toBe(meaning);
});

test.each([
  '',
  ...'KZX PAYMENT LINK PAYMENT_KZX PRE_PAYMENT_SUCCESS PAID_X ORDER_PAYMENT_SUCCESS 00 x'.split(' '),
  ...'constructor __proto__ PA_ORDER_ID'.split(' '),
])('%j means nothing', (word) => {
  expect(words(word)).toBeNull();
});

test('a setting changes the meaning of a word in any spelling, and adds words', () => {
  const own = buildStateWords({ waiting: ['SETTLED'], paid: ['Alles klar', 'SUCCESS'], done: ['txn fine'] });
  expect(own('settled')).toBe('waiting');
  expect(own('ALLES_KLAR')).toBe('paid');
  expect(own('success')).toBe('paid');
  expect(own('PAYMENT_SETTLED')).toBe('waiting');
  expect(own('LINK_TXN_FINE')).toBe('done');
  expect(words('alles klar')).toBeNull();
});

test('every meaning has words', () => {
  const one: Record<StateMeaning, string> = {
    paid: 'paid',
    done: 'done',
    partly: 'partial',
    failed: 'failed',
    cancelled: 'voided',
    expired: 'lapsed',
    refunded: 'refund',
    waiting: 'open',
  };
  for (const meaning of STATE_MEANINGS) expect(words(one[meaning])).toBe(meaning);
});
