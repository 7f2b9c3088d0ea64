import { expect, test } from 'vitest';
import * as service from '../../src/payment-service/index.ts';

const record = (fields: Record<string, unknown>): service.ServiceRecord => ({ fields });

test('a record’s payment page is found like an answer’s', () => {
  expect(service.recordAddress(record({ paymentLink: 'https://pay.test/1' }))).toBe('https://pay.test/1');
  expect(service.recordAddress(record({ paymentLink: 'none' }))).toBeNull();
});

test.each<[fils: number | null, values: unknown[]]>([
  [125_050, [1250.5, '1,250.50', '1,250.50 AED']],
  [25_000, ['AED 250', '250.00 AED', 250.00000000000003, '249.9999999']],
  [25_050, ['250.5000']],
  [29, [0.29]],
  [110, [1.1]],
  [-2_000, [-20]],
  [0, ['0.00', '-0.00']],
  [30, [0.1 + 0.2]],
  [1_234_567_890, ['12,345,678.9']],
  [500, ['aed5', 'AED  5', '5  aed', '5.0', '5.00', '5.000', '5.00000', '5.0000001', '5.00000012345']],
  [500, ['4.99999901', '4.9999991', `${'0'.repeat(39)}5`]],
  [-500, ['AED -5']],
  [10, ['0.1']],
  [499, ['4.99']],
  [420, ['4.1999999']],
  [-420, ['-4.1999999']],
  [Number.MAX_SAFE_INTEGER, ['90071992547409.91']],
  [null, ['249.999999', '250.000001', '249.996', '250.505', '5.001', '4.999', '4.9999990', '4.00199991']],
  [null, ['4.0010000', '90071992547409.92', '1'.repeat(41), `${'0'.repeat(40)}5`, 1e21]],
  [null, ['USD 5', 'AED 5 AED', '5 AED each', 'only AED 5', 'x5', '5x', '--5', '1.5.5', '.5', '5.']],
  [null, ['1234,567', '1,2345', ',123', '1,23', true, null, {}]],
])('%d fils are the amount of each of %j', (fils, values) => {
  for (const value of values) expect(service.parseRecordAmount(value), `${value}`).toBe(fils);
});
