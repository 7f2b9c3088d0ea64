import { expect, test } from 'vitest';
import { buildVocabulary } from '../../src/payment-service/index.ts';
import { listFirstWords } from '../../src/payments/index.ts';

const read = (fields: Record<string, unknown>, kind: 'link' | 'transaction' = 'link') =>
  listFirstWords(
    { kind, via: 'id', record: { fields: { amount: 250, ...fields } } },
    buildVocabulary({}, [{ name: 'status', word: 'Fertig', says: 'not-paid' }]),
  ).map(({ name, word, path }) => `${name} ${word} ${path}`);

test.each<[Record<string, unknown>, string[]]>([
  [{ status: 'BEREIT' }, ['status BEREIT status']],
  [{ linkStatus: 'BEREIT', state: 'Offen' }, ['linkstatus BEREIT linkStatus', 'state Offen state']],
  [{ status: 'ACTIVE', linkState: 'OFFEN' }, ['linkstate OFFEN linkState']],
  [{ status: 'ACTIVE' }, []],
  [{ status: 'Fertig' }, []],
  [{ status: 'BER\0EIT' }, []],
])('of %j only what nobody understands is a first word', (fields, words) => {
  expect(read(fields)).toEqual(words);
  expect(read(fields, 'transaction')).toEqual([]);
});

test.each(
  [
    ...['PAID', 'BEREIT_CAPTURED', 'REFUND_XYZ', 'DONE', 'APPROVED', 'PARTIAL', 'PARTIALLY REFUNDED', 'VOID'],
    ...['DISPUTED', 'xyzPaid'],
  ].flatMap((word) => [{ status: word }, { status: 'BEREIT', state: word }]),
)('beside a word for money there is none: %j', (fields) => {
  expect(read(fields)).toEqual([]);
});
