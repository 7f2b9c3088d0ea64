import { describe, expect, test } from 'vitest';
import { readPhone } from '../../src/links/words/find-phones.ts';
import { readLinkWords } from '../../src/links/words/read-link-words.ts';

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
    expect(readLinkWords(text).fields).toEqual(filled);
  });

  test.each([
    ['1,250.50 Omar', { invoiceAmount: '1250.50', FullName: 'Omar' }],
    ['99.9', { invoiceAmount: '99.90' }],
    ['for July rent, unit 12', { notes: 'July rent, unit 12' }],
    ['750 for 3 chairs', { invoiceAmount: '750.00', notes: '3 chairs' }],
    ['Omar Nasser', { FullName: 'Omar Nasser' }],
    ['', {}],
  ])('fill only what they say: "%s"', (text, words) => {
    expect(readLinkWords(text).fields).toEqual(words);
  });

  test.each([
    ['0501234567 (home) Omar', { Phone: '+971501234567', FullName: 'Omar' }],
    [
      'Omar 0501234567 250 call first',
      { Phone: '+971501234567', invoiceAmount: '250.00', FullName: 'Omar call first' },
    ],
    ['Omar +44 20 7946 0958 Khan', { Phone: '+442079460958', FullName: 'Omar Khan' }],
    ['+971 50 123 4567', { Phone: '+971501234567' }],
    ['971501234567', { Phone: '+971501234567' }],
    ['00971501234567', { Phone: '+971501234567' }],
    ['501234567', { Phone: '+971501234567' }],
    ['250 971501234567', { invoiceAmount: '250.00', Phone: '+971501234567' }],
    ['250 501234567', { invoiceAmount: '250.00', Phone: '+971501234567' }],
    ['1250 0501234567', { invoiceAmount: '1250.00', Phone: '+971501234567' }],
  ])('are read on both sides of a phone: "%s"', (text, words) => {
    expect(readLinkWords(text).fields).toEqual(words);
  });

  test.each([
    ['AED250', '250.00'],
    ['aed 250', '250.00'],
    ['250 AED', '250.00'],
    ['250dh', '250.00'],
    ['250 dhs', '250.00'],
    ['Dirham 250', '250.00'],
    ['250 dirhams', '250.00'],
    ['250 د.إ', '250.00'],
    ['250 د.إ.', '250.00'],
    ['1,250', '1250.00'],
    ['1,250,000.5', '1250000.50'],
    ['12,345.67', '12345.67'],
    ['250.', '250.00'],
    ['250,50', '250.50'],
    ['1,25', '1.25'],
    ['250.123', '250123.00'],
    ['0.29', '0.29'],
  ])('name an amount: "%s"', (text, amount) => {
    expect(readLinkWords(text).fields.invoiceAmount).toBe(amount);
  });

  test.each([
    'a250',
    '250a',
    '-250',
    '+250',
    '@250',
    '250@',
    '250-3',
    'x.250',
    '1234,567',
    '0,250',
    '99999999999999999999',
  ])('name no amount: "%s"', (text) => {
    expect(readLinkWords(text).fields).not.toHaveProperty('invoiceAmount');
  });

  test.each([
    ['omar@example.com', 'omar@example.com'],
    ['<omar@example.com>', 'omar@example.com'],
    ['mail:omar@example.com,', 'omar@example.com'],
    ['omar.a+b@mail.example.co.uk;', 'omar.a+b@mail.example.co.uk'],
  ])('name an e-mail: "%s"', (text, email) => {
    expect(readLinkWords(text).fields.Email).toBe(email);
  });

  test.each(['omar@example', '@example.com', 'omar@', 'omar@.'])('name no e-mail: "%s"', (text) => {
    expect(readLinkWords(text).fields).not.toHaveProperty('Email');
  });

  test.each([
    ['Omar for rent', { FullName: 'Omar', notes: 'rent' }],
    ['Omar FOR rent', { FullName: 'Omar', notes: 'rent' }],
    ['Omar  for   rent  ', { FullName: 'Omar', notes: 'rent' }],
    ['Omar for rent for June', { FullName: 'Omar', notes: 'rent for June' }],
    ['Omar for one\ntwo', { FullName: 'Omar', notes: 'one two' }],
    ['Omar\nfor rent', { FullName: 'Omar', notes: 'rent' }],
    ['Salfor Khan', { FullName: 'Salfor Khan' }],
    ['Omar forrent', { FullName: 'Omar forrent' }],
    ['Omar for', { FullName: 'Omar for' }],
  ])('say after "for" what the link is for: %j', (text, words) => {
    expect(readLinkWords(text).fields).toEqual(words);
  });

  test('leave the name: what nothing else took, with single spaces', () => {
    expect(readLinkWords(' Omar ,; Nasser,\n250 ').fields).toEqual({
      FullName: 'Omar Nasser',
      invoiceAmount: '250.00',
    });
    expect(readLinkWords(' , ; ').fields).toEqual({});
  });
});

describe('the text after “for”', () => {
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
  ])('fills a phone, e-mail and amount that were not given before it: "%s"', (text, words) => {
    expect(readLinkWords(text).fields).toEqual(words);
  });

  test.each([
    ['Sara for 12 chairs', '12 chairs'],
    ['Sara for unit 12', 'unit 12'],
    ['Sara for invoice #4477', 'invoice #4477'],
    ['Sara for rent May 2026', 'rent May 2026'],
    ['Sara for rent 2026', 'rent 2026'],
    ['Sara for 3', '3'],
  ])('keeps a number that may not be the amount: "%s"', (text, notes) => {
    expect(readLinkWords(text).fields).toEqual({ FullName: 'Sara', notes });
  });

  test('keeps another person’s phone', () => {
    expect(readLinkWords('250 Sara 050 123 4567 for her mother 050 765 4321').fields).toMatchObject({
      Phone: '+971501234567',
      notes: 'her mother 050 765 4321',
    });
  });

  test('keeps a card number, for the form to refuse', () => {
    expect(readLinkWords('Sara for rent 4111 1111 1111 1111').fields).toEqual({
      FullName: 'Sara',
      notes: 'rent 4111 1111 1111 1111',
    });
  });
});

test('a phone becomes E.164 when it is one, and otherwise stays as typed', () => {
  expect(readPhone('050 123 4567')).toEqual({ number: '+971501234567', isReadable: true });
  expect(readPhone('+44 20 7946 0958')).toEqual({ number: '+442079460958', isReadable: true });
  for (const typed of ['ext. 12', '1234', '050 123'])
    expect(readPhone(typed)).toEqual({ number: typed, isReadable: false });
});

test.each([
  '0501234567 ext 12',
  'call 0501234567',
  '0501234567 / 0509876543',
  '0501234567x',
  '+971501234567 or mail',
])('a phone with other words stays as typed: "%s"', (typed) => {
  expect(readPhone(` ${typed} `)).toEqual({ number: typed, isReadable: false });
});

test('spaces around a phone are dropped', () => {
  expect(readPhone('  +971 50-123-4567 ')).toEqual({ number: '+971501234567', isReadable: true });
});
