import { describe, expect, test } from 'vitest';
import {
  invoiceKey,
  isPlaceholder,
  LONGEST_TEXT,
  toIdentifier,
} from '../../src/payment-service/identifiers.ts';

describe('what stands where an order id is expected and names nothing', () => {
  test.each(
    `nan notavailable notset notprovided unknown missing empty blank default dummy sample example placeholder
    tbd tba test testing string text value id orderid invoiceid invoice order reference true false yes no
    object objectobject`.split(/\s+/),
  )('%s, in any case and with any signs', (word) => {
    for (const written of [word, word.toUpperCase(), ` ${word} `, `[${word}]`, word.split('').join('-')])
      expect(isPlaceholder(written), written).toBe(true);
    expect(isPlaceholder(`${word}7`)).toBe(false);
  });

  test.each([
    ...'- -- ? 0 00 0.00 -1 -1.5 -.5 xx XXX x-x N/A null None 00000000-0000-0000-0000-000000000000'.split(
      ' ',
    ),
    ...['', ' ', ' -1 ', '[object Object]', 'Order ID'],
  ])('%j', (value) => {
    expect(isPlaceholder(value)).toBe(true);
    expect(toIdentifier(value)).toBeNull();
  });
});

describe('an order id or a reference is', () => {
  test.each([
    ...'1 10 100234 -1a A-1 1- x xy axx xxa 0x1 test-1 PL-261121-ABCD é -1-1 1.0'.split(' '),
    ...['2 - 1', '- 1'],
  ])('%j', (value) => {
    expect(isPlaceholder(value)).toBe(false);
    expect(toIdentifier(value)).toBe(value);
  });

  test.each<[unknown, string | null]>([
    [7, '7'],
    [0, null],
    [-1, null],
    [null, null],
    [undefined, null],
    [true, null],
    [{ id: '7' }, null],
    ['7'.repeat(LONGEST_TEXT), '7'.repeat(LONGEST_TEXT)],
    ['7'.repeat(LONGEST_TEXT + 1), null],
    ['7\0', null],
  ])('%j read as %j', (value, read) => {
    expect(toIdentifier(value)).toBe(read);
  });
});

test('one key for an invoice number, whatever its case and spacing', () => {
  for (const written of ['INV 7', 'inv7', ' Inv\t 7 ', 'i n v 7']) expect(invoiceKey(written)).toBe('inv7');
  expect(invoiceKey('INV-7')).toBe('inv-7');
});
