import { describe, expect, test } from 'vitest';
import { buildVocabulary } from '../../src/payment-service/index.ts';
import { createReadSentBack, judgeRecords, mergeRecords } from '../../src/payments/index.ts';
import { ASKED, row, SETTINGS } from './found-records.ts';

const DETAILS = {
  FullName: 'Sara Khan',
  Email: 'sara@example.com',
  Phone: '+971501234567',
  notes: 'June rent',
  City: 'Al Ain',
  Product_Id: 'SKU-9',
};

const look = (fields: Record<string, unknown>, details = DETAILS, words = SETTINGS.words) => {
  const readSentBack = createReadSentBack({ details, invoiceId: ASKED.invoiceId }, words);
  const found = [row({ status: 'SUCCESS', amount: 250, ...fields })];
  const reading = { found, isComplete: true, areTransactionsRead: true };
  const { records } = mergeRecords([], reading, {
    now: ASKED.createdAt,
    readSentBack,
  });
  return { records, outcome: judgeRecords(ASKED, records, { ...SETTINGS, words }).outcome };
};

describe('what we sent ourselves says nothing, wherever it comes back', () => {
  test.each(['SARA KHAN', 'sara@example.com', '+971501234567', 'june_rent', 'AL AIN', 'SKU-9', 'inv-7'])(
    '%s',
    (text) => {
      for (const name of ['laneState', 'statusText', 'transactionKind']) {
        const { records, outcome } = look({ [name]: text });
        expect(outcome).toBe('paid');
        expect(JSON.stringify(records)).not.toContain(`"${name}"`);
      }
    },
  );
});

test.each([
  ['a word that is understood', { paymentState: 'REFUNDED' }, { notes: 'Refunded' }, 'refunded'],
  ['a number, which may be a code', { laneState: '4711' }, { notes: '4711' }, 'unclear'],
  ['an amount', { paidAmt: '100' }, { notes: '100' }, 'unclear'],
  ['a short name in a longer word', { laneState: 'ZAL_9' }, { FullName: 'Al' }, 'unclear'],
  ['a word of another kind', { laneState: 'Sale' }, { notes: 'Sale' }, 'unclear'],
  ['a currency', { currency: 'Dirhamz' }, { notes: 'Dirhamz' }, 'unclear'],
  ['another customer’s name', { laneState: 'Omar Haddad' }, {}, 'unclear'],
])('but %s is heard', (_, fields, details, outcome) => {
  expect(look(fields, { ...DETAILS, ...details }).outcome).not.toBe('paid');
  expect([outcome, 'unclear', 'partly']).toContain(look(fields, { ...DETAILS, ...details }).outcome);
});

test('a short name is part of other words by chance, so those are kept as they are', () => {
  const { records } = look({ laneState: 'ZAL_9' }, { ...DETAILS, FullName: 'Al' });
  expect(JSON.stringify(records)).toContain('ZAL_9');
  const { Email: _, ...withoutEmail } = DETAILS;
  expect(look({ laneState: 'SARA KHAN' }, withoutEmail as typeof DETAILS).outcome).toBe('paid');
});

test('a word that the settings or an admin explained is heard, too', () => {
  const sent = { ...DETAILS, notes: 'Rückbuchung' };
  const configured = buildVocabulary({ refunded: ['Rückbuchung'] });
  expect(look({ laneState: 'Rückbuchung' }, sent, configured).outcome).toBe('refunded');
  const taught = buildVocabulary({}, [{ name: 'lanestate', word: 'Rückbuchung', says: 'refunded' }]);
  expect(look({ laneState: 'Rückbuchung' }, sent, taught).outcome).toBe('refunded');
});

test.each([
  ['Paid in cash by Sara Khan', 25],
  ['KHAN', 4],
  ['Khan, Sara', 10],
  ['by 0501234567', 13],
])('%s names the customer: it is kept without its value, and asked about by its name', (text, letters) => {
  const fields = { laneState: text };
  const { records, outcome } = look(fields);
  expect(outcome).toBe('unclear');
  expect(JSON.stringify(records)).toContain(`"laneState":"(a text of ${letters} letters)"`);
  expect(JSON.stringify(records)).not.toMatch(/sara|khan|1234567/i);
  const say = (word: string, says: 'nothing' | 'paid') =>
    look(fields, DETAILS, buildVocabulary({}, [{ name: 'lanestate', word, says }])).outcome;
  expect(say('*', 'nothing')).toBe('paid');
  expect(say('(a text of 99 letters)', 'nothing')).toBe('paid');
  expect(say('*', 'paid')).toBe('unclear');
});

test('a word under a name that nobody knows is withheld like one of its states', () => {
  const { records, outcome } = look({ laneMark: 'KHAN' });
  expect(outcome).toBe('unclear');
  expect(JSON.stringify(records)).not.toMatch(/khan/i);
});
