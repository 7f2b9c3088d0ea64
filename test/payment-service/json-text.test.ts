import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJsonText } from '../../src/payment-service/envelope.ts';

test.each<[string, unknown]>([
  ['{"orderId":1234567890123456789}', { orderId: '1234567890123456789' }],
  ['{"orderId":-1234567890123456789,"a":1}', { orderId: '-1234567890123456789', a: 1 }],
  ['[123456789012345678.25, 0.1234567890123456789]', ['123456789012345678.25', '0.1234567890123456789']],
  ['[1234567890123456]', [1234567890123456]],
  ['9007199254740993', '9007199254740993'],
  ['[1e0000000000000001]', [10]],
  ['999999999999999.98', '999999999999999.98'],
  ['[1234567890123456789e3,1e5,-0,2.5E-3]', [Number('1234567890123456789e3'), 1e5, -0, 2.5e-3]],
  ['"1234567890123456789"', '1234567890123456789'],
  [
    '{"1234567890123456789":" \\" 1234567890123456789 \\\\"}',
    { '1234567890123456789': ' " 1234567890123456789 \\' },
  ],
  ['1234567890123456789', '1234567890123456789'],
  ['["7\\u0000", "\\\\u0000", 1234567890123456789]', ['7\uFFFD', '\\u0000', '1234567890123456789']],
  [' [ "\\\\",1234567890123456789 ] ', ['\\', '1234567890123456789']],
])('%s keeps every digit, and can be stored', (text, expected) => {
  expect(parseJsonText(text)).toEqual(expected);
});

test.each([
  '',
  '{',
  '1234567890123456789x',
  '[1234567890123456789',
  '"1234567890123456789',
  '0x1',
  '{"a":01}',
])('invalid JSON throws: %s', (text) => {
  expect(() => parseJsonText(text)).toThrow(SyntaxError);
});

/** A number as JSON writes it, with what it has to become. */
const numbers = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.bigInt({ min: 1n, max: 10n ** 24n }),
    fc.option(fc.stringMatching(/^\d{1,20}$/)),
  )
  .map(([sign, whole, decimals]) => `${sign}${whole}${decimals === null ? '' : `.${decimals}`}`)
  .map((written) => {
    const isLong = written.replace('-', '').length >= 16;
    const isExact = !isLong || String(Number(written)) === written;
    return { written, expected: isExact ? Number(written) : written };
  });
const strings = fc
  .string({ unit: fc.constantFrom('"', '\\', '1', '9', '.', '-', 'e', '\n', 'é', '1234567890123456789') })
  .map((value) => ({ written: JSON.stringify(value), expected: value as unknown }));

test('every number outside strings is read as the same number, or as its text', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(numbers, strings), { maxLength: 12 }), (items) => {
      const text = `{"list":[${items.map(({ written }) => written).join(', ')}]}`;
      expect(parseJsonText(text)).toEqual({ list: items.map(({ expected }) => expected) });
    }),
  );
});
