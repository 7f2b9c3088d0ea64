import { expect, test } from 'vitest';
import * as service from '../../src/payment-service/index.ts';

const record = (fields: Record<string, unknown>): service.ServiceRecord => ({ fields });

test.each<[value: unknown, fils: number | null]>([
  [1250.5, 125_050],
  ['1,250.50', 125_050],
  ['AED 250', 25_000],
  ['250.00 AED', 25_000],
  ['250.5000', 25_050],
  [0.29, 29],
  [1.1, 110],
  [-20, -2000],
  ['0.00', 0],
  [0.1 + 0.2, 30],
  [250.00000000000003, 25_000],
  ['249.9999999', 25_000],
  ['249.999999', null],
  ['250.000001', null],
  ['249.996', null],
  [`${'1'.repeat(41)}`, null],
  [1e21, null],
  ['250.505', null],
  ['USD 5', null],
])('the amount %j in a record is %j fils', (value, expected) => {
  expect(service.parseRecordAmount(value)).toBe(expected);
});

test('a record’s payment page is found like an answer’s', () => {
  expect(service.recordAddress(record({ paymentLink: 'https://pay.test/1' }))).toBe('https://pay.test/1');
  expect(service.recordAddress(record({ paymentLink: 'none' }))).toBeNull();
});

test.each<[value: unknown, fils: number | null]>([
  ['12,345,678.9', 1_234_567_890],
  ['1234,567', null],
  ['1,2345', null],
  [',123', null],
  ['1,23', null],
  ['.5', null],
  ['5.', null],
  ['--5', null],
  ['x5', null],
  ['5x', null],
  ['1.5.5', null],
  ['aed5', 500],
  ['AED  5', 500],
  ['5  aed', 500],
  ['1,250.50 AED', 125_050],
  ['AED 5 AED', null],
  ['5 AED each', null],
  ['only AED 5', null],
  ['AED -5', -500],
  ['-0.00', 0],
  ['0.1', 10],
  ['5.0', 500],
  ['5.00', 500],
  ['5.000', 500],
  ['5.00000', 500],
  ['5.001', null],
  ['5.0000001', 500],
  ['5.00000012345', 500],
  ['4.99', 499],
  ['4.999', null],
  ['4.9999990', null],
  ['4.99999901', 500],
  ['4.9999991', 500],
  ['4.00199991', null],
  ['4.0010000', null],
  ['4.1999999', 420],
  ['-4.1999999', -420],
  ['90071992547409.91', Number.MAX_SAFE_INTEGER],
  ['90071992547409.92', null],
  [`${'0'.repeat(39)}5`, 500],
  [`${'0'.repeat(40)}5`, null],
  [true, null],
  [null, null],
  [{}, null],
])('the amount %j is %j fils', (value, fils) => {
  expect(service.parseRecordAmount(value)).toBe(fils);
});
