import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findContact, holdsBareCardNumber, holdsCardNumber } from '../../src/blocks/sensitive-text.ts';

describe('a card number', () => {
  test.each([
    '4111111111111111',
    'card 4111 1111 1111 1111',
    '5555-5555-5555-4444 exp 12/27',
    'unit 12 3782 822463 10005',
    '6304000000000000000',
    '4222222222222',
    '٤١١١ ١١١١ ١١١١ ١١١١',
    '4111–1111–1111–1111',
    '4111\u200b1111\u200b1111\u200b1111',
  ])('is found: "%s"', (text) => {
    expect(holdsCardNumber(text)).toBe(true);
  });

  test.each([
    'June rent',
    'invoice 2026-000123',
    '4111 1111 1111 1112',
    'call 050 123 4567',
    '0000 0000 0000 0000',
    'call 00971501234563',
    'order 2026112500000129',
    '41111111111111111111111111',
    '4111 1111 x 1111 1111',
    '',
  ])('is not found in "%s"', (text) => {
    expect(holdsCardNumber(text)).toBe(false);
  });

  test('is found anywhere among words, and not with one digit changed', () => {
    const word = fc.stringMatching(/^[a-z]{0,8}$/);
    const change = fc.record({ at: fc.integer({ min: 0, max: 15 }), by: fc.integer({ min: 1, max: 9 }) });
    fc.assert(
      fc.property(word, word, fc.constantFrom('', ' ', '-'), change, (before, after, between, { at, by }) => {
        const write = (digits: string) => `${before} ${digits.match(/.{4}/g)?.join(between)} ${after}`;
        const digits = '4242424242424242';
        const wrong = `${digits.slice(0, at)}${(Number(digits[at]) + by) % 10}${digits.slice(at + 1)}`;
        expect(holdsCardNumber(write(digits))).toBe(true);
        expect(holdsCardNumber(write(wrong))).toBe(false);
      }),
    );
  });
});

test.each([
  ['4111 1111 1111 1111', true],
  ['Visa 4111111111111111', true],
  ['INV-4111111111111111', false],
  ['AE07 0331 4111 1111 1111 1111', false],
])('a number of the shop’s own has letters directly in front of it: %s', (reference, isCard) => {
  expect(holdsBareCardNumber(reference)).toBe(isCard);
});

describe('the customer’s contact', () => {
  const SARA = { Email: 'Sara@Example.com', Phone: '+971501234567' };

  test.each([
    ['rent 050 123 4567', 'phone'],
    ['rent +971-50-1234567', 'phone'],
    ['for sara@example.com', 'e-mail'],
    ['rent 050 765 4321', null],
    ['June rent 250', null],
  ])('in "%s": %s', (text, what) => {
    expect(findContact(text, SARA)).toBe(what);
  });

  test('is not a phone of four digits', () => {
    expect(findContact('unit 1234', { Email: 'a@b.c', Phone: '1234' })).toBeNull();
  });
});
