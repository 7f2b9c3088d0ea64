import { expect, test } from 'vitest';
import { findField, plainName, remember, toText } from '../../src/payment-service/read-field.ts';

const DEEP = { one: { two: { three: { id: 3, four: { far: 4 } } } } };

test.each(['Invoice_Id', 'invoiceId', 'INVOICE-ID', 'invoice id'])(
  '%s is one name with the others',
  (name) => {
    expect(findField({ [name]: 7 }, ['invoiceId'])).toBe(7);
    expect(findField({ invoice_id: 7 }, [name])).toBe(7);
  },
);

test('an outer field wins over a nested one, and at one level the earlier name over the later', () => {
  expect(findField({ inner: { first: 1 }, second: 2 }, ['first', 'second'])).toBe(2);
  expect(findField({ second: 2, first: 1 }, ['first', 'second'])).toBe(1);
  expect(findField({ a: { second: 2 }, b: { first: 1 } }, ['first', 'second'])).toBe(1);
});

test('a field is found up to three levels down, or to the given depth', () => {
  expect(findField(DEEP, ['id'])).toBe(3);
  expect(findField(DEEP, ['far'])).toBeUndefined();
  expect(findField(DEEP, ['far'], undefined, 4)).toBe(4);
  expect(findField(DEEP, ['id'], undefined, 2)).toBeUndefined();
  expect(findField({ id: 0, ...DEEP }, ['id'], undefined, 0)).toBe(0);
});

test('empty and rejected values are skipped for the next, under any name', () => {
  for (const empty of [null, undefined, '', ' \n']) {
    expect(findField({ id: empty, ID: 7 }, ['id'])).toBe(7);
    expect(findField({ id: empty, no: 7 }, ['id', 'no'])).toBe(7);
    expect(findField({ id: empty, inner: { id: 7 } }, ['id'])).toBe(7);
    expect(findField({ id: empty }, ['id'])).toBeUndefined();
  }
  const isNumber = (value: unknown) => typeof value === 'number';
  expect(findField({ id: 'x', ID: 7 }, ['id'], isNumber)).toBe(7);
  expect(findField({ id: 'x', inner: { id: 7 } }, ['id'], isNumber)).toBe(7);
  for (const value of [0, false, {}, []]) expect(findField({ id: value, no: 7 }, ['id', 'no'])).toBe(value);
});

test('lists and texts are not searched', () => {
  expect(findField({ list: [{ id: 7 }], text: 'x' }, ['id', '0'])).toBeUndefined();
});

test.each([
  [' INV 1 ', 'INV 1'],
  [' ', null],
  [1250.5, '1250.5'],
  [0, '0'],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  [true, null],
  [null, null],
  [{}, null],
])('%j as text is %j', (value, text) => {
  expect(toText(value)).toBe(text);
});

test('a name is read once for each spelling, and only so many names are remembered', () => {
  let asked = 0;
  const told = remember((name) => {
    asked += 1;
    const plain = plainName(name);
    return plain === 'invoiceid' ? null : plain;
  });
  expect([told('Invoice_Id'), told('invoiceId'), told('Invoice_Id'), told('Other')]).toEqual([
    null,
    null,
    null,
    'other',
  ]);
  expect(asked).toBe(3);
  const long = 'n'.repeat(201);
  expect([told(long), told(long)]).toEqual([long, long]);
  expect(asked).toBe(5);
  for (let n = 0; n < 2_000; n += 1) told(`name ${n}`);
  expect([told('name 1996'), told('name 1997'), asked]).toEqual(['name1996', 'name1997', 2_006]);
  expect(told('Invoice_Id')).toBeNull();
  expect(asked).toBe(2_006);
});
