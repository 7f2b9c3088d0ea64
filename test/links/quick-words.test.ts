import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalisePhone, parseQuickWords } from '../../src/links/quick-words.ts';

const filled = {
  invoiceAmount: '250.00',
  FullName: 'Sara Khan',
  Email: 'sara@example.com',
  Phone: '+971501234567',
  notes: 'June rent',
};

describe('the words after the command', () => {
  test.each([
    '250 Sara Khan sara@example.com +971501234567 for June rent',
    '250 Sara Khan sara@example.com 050 123 4567 for June rent',
    'AED 250 Sara Khan 0501234567 sara@example.com for June rent',
    'Sara Khan 250aed 00971 50 123 4567 sara@example.com for June rent',
    'sara@example.com, Sara Khan, 050-123-4567, Dhs 250.00 for June rent',
    '250 050 123 4567 Sara Khan sara@example.com for June rent',
  ])('fill the whole form from "%s"', (text) => {
    expect(parseQuickWords(text)).toEqual(filled);
  });

  test.each([
    ['1,250.50 Omar', { invoiceAmount: '1250.50', FullName: 'Omar' }],
    ['99.9', { invoiceAmount: '99.90' }],
    ['for July rent, unit 12', { notes: 'July rent, unit 12' }],
    ['750 for 3 chairs', { invoiceAmount: '750.00', notes: '3 chairs' }],
    ['Omar Nasser', { FullName: 'Omar Nasser' }],
    ['', {}],
  ])('leave out what is not there: "%s"', (text, words) => {
    expect(parseQuickWords(text)).toEqual(words);
  });

  test('never fail, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const value of Object.values(parseQuickWords(text))) expect(typeof value).toBe('string');
      }),
    );
  });
});

test('a phone is normalised when it parses and kept as typed when it does not', () => {
  expect(normalisePhone('050 123 4567')).toBe('+971501234567');
  expect(normalisePhone('+44 20 7946 0958')).toBe('+442079460958');
  expect(normalisePhone('ext. 12')).toBe('ext. 12');
});
