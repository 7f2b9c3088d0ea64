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
  [{ a: { b: { c: { invoiceId: 'INV-1' } } } }, 'INV-1'],
  [{ a: { b: { c: { invoice: { id: 'INV-1' } } } } }, 'INV-1'],
  [{ a: { b: { c: { d: { invoiceId: 'too deep' } } } } }, null],
  [{ invoices: [{ invoiceId: 'of a list' }] }, null],
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
  [{ orders: [{ orderId: 1 }], orderId: [2] }, null],
])('the order id of %j is %j', (fields, expected) => {
  expect(service.recordOrderId(record(fields))).toBe(expected);
});

/** The ways of writing a name. */
const SPELLINGS: ((name: string) => string)[] = [
  (name) => name,
  (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  (name) => name.replace(/[A-Z]/g, (letter) => ` ${letter}`),
  (name) => name.replace(/[A-Z]/g, (letter) => `-${letter}`).toUpperCase(),
  (name) => name.toLowerCase(),
  (name) => name.replace(/^./, (letter) => letter.toUpperCase()),
];

test.each<[sort: service.Sort, names: string]>([
  [
    'reference',
    `invoiceId invoiceNumber invoiceNo invoiceNum invoiceReference invoiceRef invoiceReferenceNo invoice merchantReference
    merchantRef merchantInvoiceId merchantReferenceNumber externalReference externalRef`,
  ],
  ['order-id', 'orderId orderNo orderNumber orderReference orderRef orderRefNo orderUuid'],
  ['link-id', 'paymentLinkId linkId payLinkId linkReference paylinkId'],
  [
    'own-id',
    `id transactionId transactionNumber transactionReference txnId txnRef trxId paymentId paymentReference refundId
    chargeId`,
  ],
  ['original-id', 'originalTransactionId parentPaymentId originalId parentOrderId captureId payment'],
  [
    'payout-id',
    `payoutId payoutNumber payoutReference payoutRef settlementId settlementNumber settlementReference settlementRef
    batchId batchNumber settlementBatchId payout settlement`,
  ],
  ['bank-reference', 'bankReference bankRef utr bankTransactionId transferReference'],
  ['ids', 'transactionIds transactionReferences txnIds paymentIds orderIds invoiceIds'],
  // Numbers that stand on every row tie nothing.
  [
    'number',
    'merchantId merchantNo merchantNumber terminalId businessId productId receiptNumber referenceNumber reference rrn arn stan authCode approvalCode',
  ],
  [
    'other',
    `externalId customerId cardNumber orderItemId phoneNumber payoutIds
    number`,
  ],
  ['count', 'transactionCount numberOfTransactions totalTransactions transactionsCount count'],
])('by their names, of sort %s: %s', (sort, names) => {
  for (const name of names.split(/\s+/))
    for (const spell of SPELLINGS) expect(service.readPath([spell(name)]).sort, spell(name)).toBe(sort);
});

test.each<[sort: service.Sort, containers: string]>([
  ['reference', 'invoice merchantInvoice'],
  ['order-id', 'order orders'],
  ['link-id', 'link paymentLink payLink paylink'],
  ['own-id', 'transaction payment txn charge refund'],
  ['payout-id', 'payout settlement batch'],
  ['number', 'merchant terminal product'],
  ['other', 'customer card data'],
])('an id inside one of these is of sort %s: %s', (sort, containers) => {
  for (const container of containers.split(' '))
    expect(service.readPath([container, 'id']).sort, container).toBe(sort);
});

/** Each name by itself, and before all names of a lower rank. */
const expectLadder = (names: readonly string[], read: (one: service.ServiceRecord) => unknown) => {
  const put = (fields: Record<string, unknown>, name: string) => {
    const [head = '', inside] = name.split('.');
    fields[head] = inside === undefined ? `V-${name}` : { [inside]: `V-${name}` };
  };
  for (const [at, name] of names.entries()) {
    const alone = {};
    put(alone, name);
    expect(read(record(alone))).toBe(`V-${name}`);
    const rest = names.slice(at).filter((one) => one === name || one.split('.')[0] !== name.split('.')[0]);
    for (const order of [rest, rest.toReversed()]) {
      const all = {};
      for (const one of order) put(all, one);
      expect(read(record(all))).toBe(`V-${name}`);
    }
  }
};

test('the likeliest of several names is read, in whatever order they stand', () => {
  expectLadder(
    `Invoice_Id invoiceNumber invoiceNo invoiceReference invoiceRef invoiceUuid invoice.id invoice merchantInvoiceId
    externalReference merchantReference`.split(/\s+/),
    service.recordInvoiceId,
  );
  expectLadder(
    `orderId orderNumber orderNo orderReference orderRef order.id linkId payLinkId paymentLinkId link.id
    paymentLink.id id`.split(/\s+/),
    service.recordOrderId,
  );
});

test('a record’s own id is not an object, an object’s id, or a placeholder', () => {
  expect(service.recordLinkIds(record({ ID: 7, customer: { id: 8 } }))).toEqual([
    { field: 'id', value: '7' },
  ]);
  for (const fields of [{ id: { id: 8 } }, { customer: { id: 8 } }, { id: [8] }, { id: 0 }, {}])
    expect(service.recordLinkIds(record(fields))).toEqual([]);
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
});

test('a value that is no id is skipped for the next name', () => {
  expect(service.recordInvoiceId(record({ Invoice_Id: true, invoiceNo: 'INV-1' }))).toBe('INV-1');
});

const NAMES =
  `Invoice_Id invoice INVOICE-NO merchantReference order orderId order_no linkId link paymentLink id amount
  amount.value value paidAmount PAID_AMOUNT netAmount currency code status State paymentStatus a __proto__
  customer`.split(/\s+/);

test('whatever the order of its keys, a record is read by the same id, and by one it has', () => {
  const { fields } = fc.letrec<{ fields: Record<string, unknown>; value: unknown }>((tie) => ({
    fields: fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 5, noNullPrototype: true }),
    value: fc.oneof({ maxDepth: 5, depthSize: 'medium' }, fc.constant(0), tie('fields')),
  }));
  /** All values differ, so that a value identifies its field. */
  const fill = (value: unknown, path: string): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value).map(([name, inner]) => [name, fill(inner, `${path}/${name}`)]),
        )
      : path;
  const turn = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([name, inner]) => [name, turn(inner)]),
        )
      : value;
  let met = 0;
  fc.assert(
    fc.property(fields, (made) => {
      const one = record(fill(made, '') as Record<string, unknown>);
      const turned = record(turn(one.fields) as Record<string, unknown>);
      const read = [service.recordInvoiceId(one), service.recordOrderId(one)];
      expect([service.recordInvoiceId(turned), service.recordOrderId(turned)]).toEqual(read);
      expect(service.recordReferences(turned)).toEqual(service.recordReferences(one));
      expect(service.recordOrderIds(turned)).toEqual(service.recordOrderIds(one));
      expect(service.recordReferences(one)[0]?.value ?? null).toBe(read[0]);
      expect(service.recordLinkIds(one)[0]?.value ?? null).toBe(read[1]);
      met += read.filter((value) => value !== null).length;
    }),
    runs(500),
  );
  expect(met).toBeGreaterThan(runs(25).numRuns);
});
