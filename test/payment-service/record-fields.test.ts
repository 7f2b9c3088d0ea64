import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as service from '../../src/payment-service/index.ts';
import { runs } from '../fixtures/whole-suite.ts';

const record = (fields: Record<string, unknown>): service.ServiceRecord => ({ fields });

test.each([
  [{ Invoice_Id: 'INV-1' }, 'INV-1'],
  [{ INVOICEID: 17 }, '17'],
  [{ link: { 'invoice-id': ' INV-1 ' } }, 'INV-1'],
  [{ invoice: { id: 'INV-1' } }, 'INV-1'],
  [{ invoiceNo: '', invoice_number: 'INV-1' }, 'INV-1'],
  [{ a: { b: { c: { d: { invoiceId: 'too deep' } } } } }, null],
  [{ invoiceId: true }, null],
  [{}, null],
])('the invoice id of %j is %j', (fields, expected) => {
  expect(service.recordInvoiceId(record(fields))).toBe(expected);
});

test.each([
  [{ order_id: 12_345 }, '12345'],
  [{ id: 1, order: { id: 2 } }, '2'],
  [{ id: 1, linkId: 'L' }, 'L'],
  [{ id: 1 }, '1'],
  [{ customer: { id: 1 } }, null],
])('the order id of %j is %j', (fields, expected) => {
  expect(service.recordOrderId(record(fields))).toBe(expected);
});

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

test('a field is found in any case, with or without underscores, outer before nested', () => {
  const one = record({ a: { Created_At: 'inner' }, createdAt: 'outer', tags: [{ createdAt: 'listed' }] });
  expect(service.readField(one, ['CREATED_AT'])).toBe('outer');
  expect(service.readField(one, ['a.created-at'])).toBe('inner');
  expect(service.readField(one, ['nothing'])).toBeUndefined();
});

/** Each name by itself, and after all names of a lower rank. */
const expectLadder = (names: readonly string[], read: (one: service.ServiceRecord) => unknown) => {
  const put = (fields: Record<string, unknown>, name: string, value: number) => {
    const [head = '', inside] = name.split('.');
    fields[head] = inside === undefined ? value : { [inside]: value };
  };
  for (const [at, name] of names.entries()) {
    const alone = {};
    put(alone, name, 7);
    expect(read(record(alone)), name).toBe(7);
    const all = {};
    for (const [after, later] of [...names.entries()].slice(at).reverse()) put(all, later, 7 + after - at);
    expect(read(record(all)), `${name} first`).toBe(7);
  }
};
test('a record’s own id is returned as it is, never an object or an object’s id', () => {
  expect(service.recordBareId(record({ ID: 7, customer: { id: 8 } }))).toBe(7);
  expect(service.recordBareId(record({ id: ' 7 ' }))).toBe(' 7 ');
  expect(service.recordBareId(record({ id: { id: 8 } }))).toBeUndefined();
  expect(service.recordBareId(record({ customer: { id: 8 } }))).toBeUndefined();
});

const toNumber = (text: string | null) => (text === null ? null : Number(text));

const INVOICE_ID_NAMES =
  `Invoice_Id invoiceNumber invoiceNo invoiceRef invoiceReference invoice.id invoice merchantReference
  merchantInvoiceId externalReference`.split(/\s+/);
const ORDER_ID_NAMES =
  `orderId orderNo orderNumber orderReference orderRef order.id paymentLinkId linkId payLinkId paymentLink.id
  link.id`.split(/\s+/);

test('the likeliest of several names is read', () => {
  expectLadder(INVOICE_ID_NAMES, (one) => toNumber(service.recordInvoiceId(one)));
  expectLadder([...ORDER_ID_NAMES, 'id'], (one) => toNumber(service.recordOrderId(one)));
});

test('a loose name is read only without any other name, at any level', () => {
  expect(service.recordInvoiceId(record({ merchantReference: 'M', deep: { invoiceId: 'INV-1' } }))).toBe(
    'INV-1',
  );
  expect(service.recordOrderId(record({ linkId: 'L', deep: { orderId: '1' } }))).toBe('1');
  expect(service.recordOrderId(record({ id: 'I', deep: { linkId: 'L' } }))).toBe('L');
});

test('every reference and order id is listed with its field’s name', () => {
  const fields = {
    ...{ Invoice_Id: ' INV-1 ', merchantReference: 5, invoice: { id: null }, invoiceNo: {} },
    ...{ orderId: 100, id: 7, deep: { Order_Id: '101', 'link-id': 'L', externalReference: 'X' } },
  };
  expect(service.recordReferences(record(fields))).toEqual([
    { field: 'invoiceid', value: 'INV-1' },
    { field: 'merchantreference', value: '5' },
    { field: 'externalreference', value: 'X' },
  ]);
  expect(service.recordOrderIds(record(fields))).toEqual([
    { field: 'orderid', value: '100' },
    { field: 'orderid', value: '101' },
    { field: 'linkid', value: 'L' },
  ]);
  for (const name of INVOICE_ID_NAMES.filter((one) => !one.includes('.')))
    expect(service.recordReferences(record({ [name]: 'R' }))).toMatchObject([{ value: 'R' }]);
  for (const name of ORDER_ID_NAMES.filter((one) => !one.includes('.')))
    expect(service.recordOrderIds(record({ [name]: 'R' }))).toMatchObject([{ value: 'R' }]);
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

test('a value that is no id is skipped for the next name', () => {
  expect(service.recordInvoiceId(record({ Invoice_Id: true, invoiceNo: 'INV-1' }))).toBe('INV-1');
});

const NAMES =
  `Invoice_Id invoice INVOICE-NO merchantReference order orderId order_no linkId link paymentLink id amount
  amount.value value paidAmount PAID_AMOUNT netAmount currency code status State paymentStatus a __proto__
  customer`.split(/\s+/);

const READERS: [service.NamedField, (record: service.ServiceRecord) => string | number | null][] = [
  ['invoiceId', service.recordInvoiceId],
  ['orderId', service.recordOrderId],
];

interface Leaf {
  path: string[];
  value: number;
}

const listLeaves = (fields: Record<string, unknown>, outer: string[] = []): Leaf[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'number'
      ? [{ path: [...outer, name], value }]
      : listLeaves(value as Record<string, unknown>, [...outer, name]),
  );

test('a reader reads the field with the lowest rank', () => {
  const { fields } = fc.letrec<{ fields: Record<string, unknown>; value: unknown }>((tie) => ({
    fields: fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 5, noNullPrototype: true }),
    value: fc.oneof({ maxDepth: 5, depthSize: 'medium' }, fc.constant(0), tie('fields')),
  }));
  const met = new Map(READERS.map(([of]) => [of, 0]));
  fc.assert(
    fc.property(fields, (made) => {
      // All values differ, so that the value identifies its field.
      let last = 0;
      const number = (value: unknown): unknown => {
        if (typeof value === 'object' && value !== null)
          return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, number(inner)]));
        last += 1;
        return last;
      };
      const numbered = number(made) as Record<string, unknown>;
      for (const [of, read] of READERS) {
        const ranked = listLeaves(numbered)
          .flatMap(({ path, value }) => {
            const rank = service.rankRecordField(of, path);
            return rank === null ? [] : [{ rank, value }];
          })
          .sort((one, other) => one.rank - other.rank);
        const answer = read(record(numbered));
        expect(answer === null ? null : Number(answer)).toBe(ranked[0]?.value ?? null);
        if (answer !== null) met.set(of, (met.get(of) ?? 0) + 1);
      }
    }),
    runs(2_000),
  );
  for (const [, times] of met) expect(times).toBeGreaterThan(runs(50).numRuns);
});
