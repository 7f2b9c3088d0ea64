import { expect, test } from 'vitest';
import { buildVocabulary, type TaughtWord } from '../../src/payment-service/index.ts';
import { judgeRecord } from '../../src/payments/judged-record.ts';

const BEGAN = [
  { name: 'status', word: 'bereit' },
  { name: 'linkstate', word: 'offen' },
];

/** What a link's own record says that began with `status: BEREIT` and `linkState: OFFEN`. */
const read = (
  fields: Record<string, unknown>,
  taught: TaughtWord[] = [],
  began: typeof BEGAN | null = BEGAN,
) => {
  const one = {
    kind: 'link',
    via: 'listing',
    record: { fields: { amount: 250, ...fields } },
    began,
  } as const;
  return judgeRecord(one, { is: 'ours', by: 'order-id' }, buildVocabulary({}, taught)).state.meaning;
};

test.each<[string, Record<string, unknown>, string | null]>([
  ['the word it began with', { status: 'BEREIT' }, 'waiting'],
  ['the same in another spelling', { status: 'be-reit' }, 'waiting'],
  ['it under another name', { state: 'BEREIT' }, 'unclear'],
  ['another word', { status: 'ERLEDIGT' }, 'unclear'],
  ['both words it began with', { status: 'BEREIT', linkState: 'OFFEN' }, 'waiting'],
  ['that it was paid', { status: 'PAID' }, 'paid'],
  ['it beside a payment', { status: 'BEREIT', paymentStatus: 'PAID' }, 'paid'],
])('%s', (_, fields, meaning) => {
  expect(read(fields)).toBe(meaning);
});

test.each(['PAID', 'PARTIALLY_PAID', 'REFUNDED', 'PARTIALLY REFUNDED', 'CHARGEBACK'])(
  'a word for money is never what it began with: %s',
  (word) => {
    const began = [{ name: 'status', word: word.toLowerCase().replaceAll(/[ _]/g, '') }];
    expect(read({ status: word }, [], began)).toBe(read({ status: word }, [], null));
    expect(read({ status: word }, [], began)).not.toBeNull();
  },
);

test('what an admin said wins over it, and without a beginning nothing is known', () => {
  expect(read({ status: 'BEREIT' }, [{ name: 'status', word: 'BEREIT', says: 'paid' }])).toBe('paid');
  expect(read({ status: 'BEREIT' }, [], null)).toBe('unclear');
});
