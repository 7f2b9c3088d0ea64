import { expect, test } from 'vitest';
import { readListing, readRecord } from '../../src/payment-service/records.ts';
import { buildAnswer } from './answers.ts';

const rowsOf = (body: unknown) =>
  readListing(buildAnswer(body), 0, 10).records.map(({ fields }) => fields['n'] ?? fields);
const hasList = (body: unknown) => readListing(buildAnswer(body), 0, 10).hasList;
const recordOf = (body: unknown) => readRecord(buildAnswer(body))?.fields ?? null;

const NAMES = ['content', 'records', 'rows', 'items', 'results', 'list', 'data', 'response', 'result'];
const SUBJECTS = [
  ...['Transactions', 'payout_list', 'paymentLinks', 'payments', 'settlements', 'summary', 'history'],
  'orders',
];
const NOT_ROWS = [
  'sort',
  'pageable',
  'errors',
  'fieldErrors',
  'violations',
  'warnings',
  'filters',
  'columns',
];

test('of lists side by side the one with the likelier name holds the rows', () => {
  const ladder = [...NAMES, 'transactions', 'whatever'];
  for (const at of ladder.keys()) {
    const later = ladder.slice(at).map((name, after): [string, unknown] => [name, [{ n: at + after }]]);
    expect(rowsOf({ status: '00', response: Object.fromEntries(later.reverse()) })).toEqual([at]);
  }
});

test.each(SUBJECTS)('%s are rows by what they are, before a list of another name', (name) => {
  expect(rowsOf({ whatever: [{ n: 1 }], [name]: [{ n: 2 }] })).toEqual([2]);
  expect(rowsOf({ [name]: [{ n: 1 }], [`more ${name}`]: [{ n: 2 }] })).toEqual([1, 2]);
});

test.each(NOT_ROWS)('%s describe the listing and hold no rows', (name) => {
  expect(hasList({ [name]: [{ n: 1 }] })).toBe(false);
  expect(hasList({ [name]: { content: [{ n: 1 }] } })).toBe(false);
  expect(rowsOf({ [name]: [{ n: 1 }], deep: { whatever: [{ n: 2 }] } })).toEqual([2]);
});

test('a list of objects is likelier than one of values, one of values than an empty one, whatever they are called', () => {
  expect(rowsOf({ content: [], records: [5], deep: { whatever: [6, { n: 1 }] } })).toEqual([{ value: 6 }, 1]);
  expect(rowsOf({ content: [], deep: { whatever: [5] } })).toEqual([{ value: 5 }]);
});

test('a list nearer the top is likelier than one with a likelier name', () => {
  expect(rowsOf({ deep: { content: [{ n: 2 }] }, whatever: [{ n: 1 }] })).toEqual([1]);
});

test('a list is found three objects down, and no deeper', () => {
  expect(rowsOf({ a: { b: { c: { rows: [{ n: 1 }] } } } })).toEqual([1]);
  expect(hasList({ a: { b: { c: { d: { rows: [{ n: 1 }] } } } } })).toBe(false);
  expect(hasList({ rows: { a: [], b: 1 }, text: 'rows', none: null })).toBe(true);
});

test('a page is given as it was asked for, with a total that can be true on it', () => {
  const read = (total: number) => readListing(buildAnswer({ total, response: [{ n: 1 }, { n: 2 }] }), 9, 10);
  expect(read(92)).toEqual({
    ...{ records: [{ fields: { n: 1 } }, { fields: { n: 2 } }], hasList: true },
    ...{ total: 92, page: 9, size: 10 },
  });
  expect(read(91).total).toBeNull();
});

test.each([
  ...[
    'status',
    'statusCode',
    'code',
    'message',
    'msg',
    'success',
    'error',
    'timestamp',
    'path',
    'page',
    'size',
  ],
  ...['number', 'limit', 'offset', 'first', 'last', 'empty', 'hasNext', 'hasMore', 'pageSize', 'pageNumber'],
  ...['pagination', 'paging', 'meta', 'pageable', 'sort', 'numberOfElements', 'fromDate', 'toDate', 'count'],
  ...['total', 'totalCount', 'totalElements', 'totalPages', 'totalRecords', 'totalItems', 'totalRows'],
])('%s describes an answer and is no record', (name) => {
  expect(recordOf({ message: 'ok', response: { [name]: 7 } })).toBeNull();
  expect(rowsOf({ message: 'ok', response: { [name]: 7 } })).toEqual([]);
  for (const other of [`my ${name}`, `${name} too`])
    expect(recordOf({ message: 'ok', response: { [other]: 7 } })).toEqual({ [other]: 7 });
});

test('what is null or empty tells nothing, and neither does an object without fields', () => {
  for (const nothing of [null, '', {}, []])
    expect(recordOf({ message: 'ok', response: { orderId: nothing, id: nothing } })).toBeNull();
  for (const something of [0, false, 'x', { a: null }, [0]])
    expect(recordOf({ message: 'ok', response: { orderId: something, id: null, no: {} } })).not.toBeNull();
  for (const body of [null, 'text', 7, []]) expect(recordOf(body)).toBeNull();
});

const MESSAGES = ['message', 'msg', 'statusMessage', 'responseMessage'];
const WORDS = ['status', 'statusCode', 'responseStatus', 'resultStatus', 'responseCode', 'success', 'code'];

test.each(MESSAGES)('beside a %s the words of the envelope are not the record’s', (message) => {
  const words = Object.fromEntries([...WORDS, ...MESSAGES].map((name) => [name, '00']));
  const kept = Object.fromEntries(
    WORDS.flatMap((name) => [
      [`my ${name}`, 'x'],
      [`${name} too`, 'x'],
    ]),
  );
  expect(recordOf({ ...words, ...kept, [message]: 'found', orderId: 7 })).toEqual({ ...kept, orderId: 7 });
});

test.each(MESSAGES)('a field that only sounds like a %s leaves a record its words', (message) => {
  for (const name of [`my ${message}`, `${message} too`]) {
    const record = { [name]: 'x', status: 'PAID', orderId: 7 };
    expect(recordOf(record)).toEqual(record);
  }
});

test('a record inside the envelope keeps its own message and words', () => {
  const record = { status: 'PAID', message: 'thanks', orderId: 7 };
  expect(recordOf({ status: '00', message: 'found', response: record })).toEqual(record);
});

test('a record is found inside four wrappers, and no more', () => {
  const record = { orderId: 7, amount: 5 };
  expect(recordOf({ response: { a: { page: 1, b: { c: { d: null, e: record } } } } })).toEqual(record);
  expect(recordOf({ response: { a: { b: { c: { d: { e: record } } } } } })).toEqual({ e: record });
  expect(recordOf({ response: { a: record, b: { c: 1 } } })).toEqual({ a: record, b: { c: 1 } });
  expect(rowsOf({ message: 'ok', response: { a: { n: 1 } } })).toEqual([1]);
  expect(rowsOf({ message: 'ok', response: { a: 'none' } })).toEqual([{ a: 'none' }]);
});

test('of a record two thousand values are kept, however they are nested', () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at]));
  const read = (fields: unknown) => readRecord(buildAnswer({ message: 'ok', response: fields }));
  expect(read(many(2_000))).toEqual({ fields: many(2_000) });
  expect(read(many(2_001))).toEqual({ fields: many(2_000), isCut: true });
  expect(read({ orderId: 7, none: null, deep: many(1_998) })).toEqual({
    fields: { orderId: 7, none: null, deep: many(1_997) },
    isCut: true,
  });
  const list = Array.from({ length: 3_000 }, (_, at) => at);
  expect(read({ orderId: 7, list })).toEqual({
    fields: { orderId: 7, list: list.slice(0, 1_998) },
    isCut: true,
  });
});
