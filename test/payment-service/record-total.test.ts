import { expect, test } from 'vitest';
import { findTotal } from '../../src/payment-service/record-total.ts';

const NAMES = [
  'totalElements',
  'totalRecords',
  'totalCount',
  'totalItems',
  'totalRows',
  'totalResults',
  'recordsTotal',
  'recordCount',
  'total',
];

test.each(NAMES.map((name, at) => [name, at] as const))('a total may be called %s', (name, at) => {
  expect(findTotal({ response: { [name]: 57 } }, 0, 2)).toBe(57);
  const later = NAMES.slice(at).map((one, after): [string, number] => [one, 57 + after]);
  expect(findTotal(Object.fromEntries([['count', 9], ...later.reverse()]), 0, 2)).toBe(57);
});

test('a total is no smaller than what was seen, and an empty page has seen nothing', () => {
  expect(findTotal({ total: 22 }, 20, 2)).toBe(22);
  expect(findTotal({ total: 21 }, 20, 2)).toBeNull();
  expect(findTotal({ total: 21, recordCount: 22 }, 20, 2)).toBe(22);
  expect(findTotal({ total: 0 }, 20, 0)).toBe(0);
});

test('a count is believed only when it is more than the page holds', () => {
  expect(findTotal({ count: 22 }, 20, 2)).toBeNull();
  expect(findTotal({ count: 23 }, 20, 2)).toBe(23);
  expect(findTotal({ count: 0 }, 20, 0)).toBeNull();
  expect(findTotal({ count: 1 }, 20, 0)).toBe(1);
});

test('a total in words is one of digits alone', () => {
  expect(findTotal({ total: '57' }, 0, 2)).toBe(57);
  expect(findTotal({ total: '123456789012345' }, 0, 2)).toBe(123_456_789_012_345);
  for (const total of ['+57', '5e1', '57.0', '', '1234567890123456', 250.5, [5], true, {}, Infinity])
    expect(findTotal({ total }, 0, 0)).toBeNull();
});

test('only an object holds a total', () => {
  for (const body of [null, undefined, 57, '57', [{ total: 57 }], {}])
    expect(findTotal(body, 0, 2)).toBeNull();
});
