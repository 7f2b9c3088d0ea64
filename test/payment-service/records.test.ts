import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as service from '../../src/payment-service/index.ts';
import { readRecord, readRecords } from '../../src/payment-service/records.ts';
import { startAnswering } from '../fixtures/payment-service.ts';
import { runs, testAtLength } from '../fixtures/whole-suite.ts';
import { buildAnswer } from './answers.ts';
import { RANGE } from './link-requests.ts';

const ROWS = [{ orderId: 1 }, { orderId: 2, items: [{ sku: 'a' }, { sku: 'b' }, { sku: 'c' }] }];
const SPRING = { pageable: { sort: [{ property: 'id' }], offset: 0 }, sort: [{ property: 'id' }] };
const list = (body: unknown, page = 0, size = 10) => service.readListing(buildAnswer(body), page, size);

test.each<[shape: string, body: unknown, total: number | null]>([
  ['a bare array', ROWS, null],
  ['an array in response', { status: '00', message: 'ok', response: ROWS }, null],
  ['content and totals', { response: { content: ROWS, totalElements: 57, totalPages: 6 } }, 57],
  ['a Spring page', { response: { ...SPRING, content: ROWS, totalElements: 2, numberOfElements: 2 } }, 2],
  ['data.records', { response: { data: { records: ROWS, total_count: '57' } } }, 57],
  ['data.records without an envelope', { data: { records: ROWS }, meta: { total: 57 } }, 57],
  ['snake case', { STATUS: '00', RESPONSE: { payment_links: ROWS, total_records: 57 } }, 57],
  ['three levels', { response: { result: { page: { items: ROWS } } } }, null],
  ['totals beside the response', { status: '00', total: 57, response: ROWS }, 57],
  ['a total that is money', { response: { content: ROWS, total: 250.5 } }, null],
  ['a total smaller than what is there', { response: { content: ROWS, total: 1 } }, null],
  ['a count of this page', { response: { content: ROWS, count: 2 } }, null],
  ['a count of everything', { response: { content: ROWS, count: 57 } }, 57],
  ['two lists', { response: { paidTransactions: [ROWS[0]], openTransactions: [ROWS[1]] } }, null],
])('finds the rows in %s', (_shape, body, total) => {
  const page = list(body);
  expect(page.records.map(({ fields }) => fields)).toEqual(ROWS);
  expect(page.total).toBe(total);
});

test.each([
  [{ status: '00', message: 'No records', response: {} }],
  [{ status: '00', response: null }],
  [{ response: 'No records found' }],
  [{ response: { content: [], totalElements: 0, sort: [{ property: 'id' }] } }],
  [{ response: {}, page: { size: 10, totalElements: 0 } }],
  [{ response: { data: null, total: 0, page: 0, size: 10 } }],
  [{}],
  [null],
  ['nothing'],
])('finds no rows in %j', (body) => {
  expect(list(body).records).toEqual([]);
});

test('an empty list is distinct from no list, and its page keeps the service’s total', () => {
  for (const body of [[], { response: [] }, { response: { content: [] } }])
    expect(list(body).hasList).toBe(true);
  for (const body of [{}, { response: {} }, { response: 'none' }]) expect(list(body).hasList).toBe(false);
  expect(list({ response: { content: [], totalElements: 57 } }, 9).total).toBe(57);
});

test('a summary without a list is one row', () => {
  const summary = { totalAmount: 12_500.5, settled: 3 };
  expect(list({ status: '00', response: summary }).records).toEqual([{ fields: summary }]);
  expect(list({ status: '00', response: { summary } }).records).toEqual([{ fields: summary }]);
});

test('rows that are not objects are kept as values', () => {
  expect(list([1, 'two', null, [3]]).records.map(({ fields }) => fields)).toEqual([
    { value: 1 },
    { value: 'two' },
    { value: null },
    { value: [3] },
  ]);
});

test.each([
  { response: { orderId: 7 } },
  { response: [{ orderId: 7 }] },
  { response: { data: { orderId: 7 } } },
  { status: '00', message: 'ok', Response: { content: [{ orderId: 7 }], totalElements: 1 } },
  { orderId: 7 },
])('a look-up finds its record in %j', (body) => {
  expect(readRecord(buildAnswer(body))).toEqual({ fields: { orderId: 7 } });
});

test.each([
  [{ status: 'SUCCESS', message: 'found', transactionStatus: 'PENDING' }, { transactionStatus: 'PENDING' }],
  [{ status: 'SUCCESS', message: 'found', code: '00', orderId: 7 }, { orderId: 7 }],
  // Without a message the body is the record, and its state is its own.
  [
    { status: 'PAID', orderId: 7 },
    { status: 'PAID', orderId: 7 },
  ],
  [
    { status: 'SUCCESS', message: 'found', response: { status: 'PAID', orderId: 7 } },
    { status: 'PAID', orderId: 7 },
  ],
])('the envelope’s words are not the record’s in %j', (body, fields) => {
  expect(readRecord(buildAnswer(body))).toEqual({ fields });
});

test('a look-up answered with a list has all its records', () => {
  const page = { response: { content: ROWS, totalElements: 2, page: 0, size: 10 } };
  for (const body of [ROWS, { status: '00', message: 'ok', response: ROWS }, page])
    expect(readRecords(buildAnswer(body))).toEqual(ROWS.map((fields) => ({ fields })));
});

test.each([{ response: {} }, { response: [] }, { response: null }, { status: '00', message: 'none' }])(
  'a look-up finds no record in %j',
  (body) => {
    expect(readRecord(buildAnswer(body))).toBeNull();
  },
);

const LIKELY = fc.constantFrom(...'response data content records total status amount orderId url'.split(' '));
const SPOKEN = fc.constantFrom<unknown>(
  ...['PAID', 'AED 250.00', '1,250.50', '1e400', '100234', ' ', ''],
  ...[249.995, 7],
);
const wildJson = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    SPOKEN,
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof({ weight: 4, arbitrary: LIKELY }, fc.string(), fc.constant('__proto__')),
      tie('value'),
      {
        maxKeys: 5,
      },
    ),
    // A record, by itself or in a list, as often as anything else.
    fc.dictionary(LIKELY, SPOKEN, { minKeys: 1, maxKeys: 5 }),
  ),
})).value;

test('no JSON makes the reader throw', () => {
  const met = { records: 0, amounts: 0, states: 0, ids: 0 };
  fc.assert(
    fc.property(wildJson, (json) => {
      const body: unknown = JSON.parse(JSON.stringify(json ?? null));
      const answer = buildAnswer(body);
      const { records } = service.readListing(answer, 0, 10);
      const record = readRecord(answer);
      service.readGeneratedLink(answer);
      for (const one of [...records, ...(record ? [record] : [])]) {
        const read = [service.recordInvoiceId(one), service.recordOrderId(one), service.recordAddress(one)];
        for (const text of read) expect(text === null || text.length > 0).toBe(true);
        const sorts = new Set(service.readLeaves(one).map(({ sort }) => sort));
        met.records += 1;
        if (sorts.has('amount')) met.amounts += 1;
        if (sorts.has('state')) met.states += 1;
        if (service.recordOrderId(one) !== null) met.ids += 1;
      }
    }),
    runs(1_000),
  );
  expect(Math.min(...Object.values(met)), JSON.stringify(met)).toBeGreaterThan(runs(15).numRuns);
});

test('no row is dropped, wherever the list is', () => {
  const shapes: ((rows: unknown[]) => unknown)[] = [
    (rows) => rows,
    (rows) => ({ response: rows }),
    (rows) => ({ status: 'ok', response: { content: rows, totalElements: rows.length } }),
    (rows) => ({ response: { data: { records: rows } } }),
    (rows) => ({ Response: { Page_Info: { a: 1 }, Transaction_List: rows } }),
  ];
  fc.assert(
    fc.property(fc.array(wildJson, { maxLength: 8 }), fc.constantFrom(...shapes), (rows, shape) => {
      const clean: unknown = JSON.parse(JSON.stringify(rows.map((row) => row ?? null)));
      if (!Array.isArray(clean) || (clean.length === 0 && shape === shapes[4])) return;
      expect(list(shape(clean)).records).toHaveLength(clean.length);
    }),
  );
});

testAtLength('very deep and very wide bodies are read', () => {
  const deep: unknown = JSON.parse('{"response":'.repeat(20_000) + '[]'.padEnd(20_002, '}'));
  expect(list(deep).records.length).toBeLessThanOrEqual(1);
  expect(service.readGeneratedLink(buildAnswer(deep)).address).toBeNull();
  const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, [{ at }]]));
  expect(list(wide).records).toHaveLength(50_000);
});

test('ids and amounts too long for a double keep every digit', async () => {
  const { client } = await startAnswering({
    body:
      '{"response":[{"orderId":1234567890123456789,"amount":100.10,"note":"id 1234567890123456789, \\"1234567890123456789\\""},' +
      '{"orderId":9007199254740993,"amount":90071992547409.91},{"orderId":1e20,"amount":10.000000000000000001}]}',
  });
  const { records } = await client.listLinks(RANGE);
  expect(records.map(service.recordOrderId)).toEqual([
    '1234567890123456789',
    '9007199254740993',
    '100000000000000000000',
  ]);
  expect(records.map(({ fields }) => service.parseRecordAmount(fields['amount']))).toEqual([
    10_010, 9_007_199_254_740_991, 1_000,
  ]);
  expect(records[0]?.fields['note']).toBe('id 1234567890123456789, "1234567890123456789"');
});
