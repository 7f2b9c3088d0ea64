import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQuickWords, readPhone } from '../../src/links/quick-words.ts';

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

describe('what stands after “for”', () => {
  test.each([
    ['Sara Khan for June rent 250', { FullName: 'Sara Khan', notes: 'June rent', invoiceAmount: '250.00' }],
    ['Sara for AED 1,250.50 deposit', { FullName: 'Sara', notes: 'deposit', invoiceAmount: '1250.50' }],
    ['Sara for deposit 99 dhs', { FullName: 'Sara', notes: 'deposit', invoiceAmount: '99.00' }],
    ['Sara for 250', { FullName: 'Sara', invoiceAmount: '250.00' }],
    [
      '250 Sara for June rent 050 123 4567',
      { FullName: 'Sara', notes: 'June rent', invoiceAmount: '250.00', Phone: '+971501234567' },
    ],
    [
      'Sara for rent, 250, +971 50 123 4567, sara@example.com',
      {
        FullName: 'Sara',
        notes: 'rent',
        invoiceAmount: '250.00',
        Phone: '+971501234567',
        Email: 'sara@example.com',
      },
    ],
  ])('fills the phone, the e-mail and the amount that stand nowhere else: "%s"', (text, words) => {
    expect(parseQuickWords(text)).toEqual(words);
  });

  test.each([
    ['Sara for 12 chairs', '12 chairs'],
    ['Sara for unit 12', 'unit 12'],
    ['Sara for invoice #4477', 'invoice #4477'],
    ['Sara for rent May 2026', 'rent May 2026'],
    ['Sara for rent 2026', 'rent 2026'],
    ['Sara for 3', '3'],
  ])('keeps a number that may be something else: "%s"', (text, notes) => {
    expect(parseQuickWords(text)).toEqual({ FullName: 'Sara', notes });
  });

  test('keeps another person’s phone, which the form asks about when it is the customer’s', () => {
    expect(parseQuickWords('250 Sara 050 123 4567 for her mother 050 765 4321')).toMatchObject({
      Phone: '+971501234567',
      notes: 'her mother 050 765 4321',
    });
  });

  test('is left whole where it holds a card number, for the form to refuse', () => {
    expect(parseQuickWords('Sara for rent 4111 1111 1111 1111')).toEqual({
      FullName: 'Sara',
      notes: 'rent 4111 1111 1111 1111',
    });
  });
});

test('a phone is normalised when it parses and kept as typed when it does not', () => {
  expect(readPhone('050 123 4567')).toEqual({ number: '+971501234567', isReadable: true });
  expect(readPhone('+44 20 7946 0958')).toEqual({ number: '+442079460958', isReadable: true });
  for (const typed of ['ext. 12', '1234', '050 123'])
    expect(readPhone(typed)).toEqual({ number: typed, isReadable: false });
});
