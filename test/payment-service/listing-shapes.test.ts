import { expect, test } from 'vitest';
import { findTotal, readListing, readRecord } from '../../src/payment-service/records.ts';
import { buildAnswer } from './answers.ts';

const rowsOf = (body: unknown) =>
  readListing(buildAnswer(body), 0, 10).records.map(({ fields }) => fields['n'] ?? fields);
const hasList = (body: unknown) => readListing(buildAnswer(body), 0, 10).hasList;
const recordOf = (body: unknown) => readRecord(buildAnswer(body))?.fields ?? null;

const NAMES = ['content', 'records', 'rows', 'items', 'results', 'list', 'data', 'response', 'result'];
const SUBJECTS = 'Transactions payout_list paymentLinks payments settlements summary history orders'.split(
  ' ',
);
const NOT_ROWS = 'sort pageable errors fieldErrors violations warnings filters columns'.split(' ');

test('the list with the likeliest name holds the rows', () => {
  const ladder = [...NAMES, 'transactions', 'whatever'];
  for (const at of ladder.keys()) {
    const later = ladder.slice(at).map((name, after): [string, unknown] => [name, [{ n: at + after }]]);
    expect(rowsOf({ status: '00', response: Object.fromEntries(later.reverse()) })).toEqual([at]);
  }
});

test.each(SUBJECTS)('a list named for its %s holds the rows before a list with another name', (name) => {
  expect(rowsOf({ whatever: [{ n: 1 }], [name]: [{ n: 2 }] })).toEqual([2]);
  expect(rowsOf({ [name]: [{ n: 1 }], [`more ${name}`]: [{ n: 2 }] })).toEqual([1, 2]);
});

test.each(NOT_ROWS)('%s describe the listing and are not rows', (name) => {
  expect(hasList({ [name]: [{ n: 1 }] })).toBe(false);
  expect(hasList({ [name]: { content: [{ n: 1 }] } })).toBe(false);
  expect(rowsOf({ [name]: [{ n: 1 }], deep: { whatever: [{ n: 2 }] } })).toEqual([2]);
});

test('a list of objects comes before a list of values, and that before an empty list, by any name', () => {
  expect(rowsOf({ content: [], records: [5], deep: { whatever: [6, { n: 1 }] } })).toEqual([{ value: 6 }, 1]);
  expect(rowsOf({ content: [], deep: { whatever: [5] } })).toEqual([{ value: 5 }]);
});

test('a list nearer the top comes before a deeper one with a likelier name', () => {
  expect(rowsOf({ deep: { content: [{ n: 2 }] }, whatever: [{ n: 1 }] })).toEqual([1]);
});

test('a list is found three objects down, and no deeper', () => {
  expect(rowsOf({ a: { b: { c: { rows: [{ n: 1 }] } } } })).toEqual([1]);
  expect(hasList({ a: { b: { c: { d: { rows: [{ n: 1 }] } } } } })).toBe(false);
  expect(hasList({ rows: { a: [], b: 1 }, text: 'rows', none: null })).toBe(true);
});

test('a page has only a plausible total', () => {
  const read = (total: number) => readListing(buildAnswer({ total, response: [{ n: 1 }, { n: 2 }] }), 9, 10);
  expect(read(92)).toEqual({
    ...{ records: [{ fields: { n: 1 } }, { fields: { n: 2 } }], hasList: true },
    total: 92,
  });
  expect(read(91).total).toBeNull();
});

test.each(
  `status statusCode code message msg success error timestamp path page size number limit offset first last
  empty hasNext hasMore pageSize pageNumber pagination paging meta pageable sort numberOfElements fromDate
  toDate count total totalCount totalElements totalPages totalRecords totalItems totalRows`.split(/\s+/),
)('%s describes the answer and is not a record', (name) => {
  expect(recordOf({ message: 'ok', response: { [name]: 7 } })).toBeNull();
  expect(rowsOf({ message: 'ok', response: { [name]: 7 } })).toEqual([]);
  for (const other of [`my ${name}`, `${name} too`])
    expect(recordOf({ message: 'ok', response: { [other]: 7 } })).toEqual({ [other]: 7 });
});

test('null, empty values and empty objects are not a record', () => {
  for (const nothing of [null, '', {}, []])
    expect(recordOf({ message: 'ok', response: { orderId: nothing, id: nothing } })).toBeNull();
  for (const something of [0, false, 'x', { a: null }, [0]])
    expect(recordOf({ message: 'ok', response: { orderId: something, id: null, no: {} } })).not.toBeNull();
  for (const body of [null, 'text', 7, []]) expect(recordOf(body)).toBeNull();
});

const MESSAGES = ['message', 'msg', 'statusMessage', 'responseMessage'];
const WORDS = ['status', 'statusCode', 'responseStatus', 'resultStatus', 'responseCode', 'success', 'code'];

test.each(MESSAGES)('next to a %s the envelope’s words are not the record’s', (message) => {
  const words = Object.fromEntries([...WORDS, ...MESSAGES].map((name) => [name, '00']));
  const kept = Object.fromEntries(
    WORDS.flatMap((name) => [
      [`my ${name}`, 'x'],
      [`${name} too`, 'x'],
    ]),
  );
  expect(recordOf({ ...words, ...kept, [message]: 'found', orderId: 7 })).toEqual({ ...kept, orderId: 7 });
});

test.each(MESSAGES)('a field with a name like %s does not make an envelope', (message) => {
  for (const name of [`my ${message}`, `${message} too`]) {
    const record = { [name]: 'x', status: 'PAID', orderId: 7 };
    expect(recordOf(record)).toEqual(record);
  }
});

test('a record inside the envelope keeps its own message and words', () => {
  const record = { status: 'PAID', message: 'thanks', orderId: 7 };
  expect(recordOf({ status: '00', message: 'found', response: record })).toEqual(record);
});

test('a record is found inside at most four wrappers', () => {
  const record = { orderId: 7, amount: 5 };
  expect(recordOf({ response: { a: { page: 1, b: { c: { d: null, e: record } } } } })).toEqual(record);
  expect(recordOf({ response: { a: { b: { c: { d: { e: record } } } } } })).toEqual({ e: record });
  expect(recordOf({ response: { a: record, b: { c: 1 } } })).toEqual({ a: record, b: { c: 1 } });
  expect(rowsOf({ message: 'ok', response: { a: { n: 1 } } })).toEqual([1]);
  expect(rowsOf({ message: 'ok', response: { a: 'none' } })).toEqual([{ a: 'none' }]);
});

test('a record keeps two thousand values, at any depth', () => {
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

const TOTAL_NAMES =
  `totalElements totalRecords totalCount totalItems totalRows totalResults recordsTotal recordCount
  total`.split(/\s+/);

test.each(TOTAL_NAMES.map((name, at) => [name, at] as const))('a total may be called %s', (name, at) => {
  expect(findTotal({ response: { [name]: 57 } }, 0, 2)).toBe(57);
  const later = TOTAL_NAMES.slice(at).map((one, after): [string, number] => [one, 57 + after]);
  expect(findTotal(Object.fromEntries([['count', 9], ...later.reverse()]), 0, 2)).toBe(57);
});

test('a total is at least the number of rows seen, and after an empty page any number', () => {
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

test('a total as text is digits only', () => {
  expect(findTotal({ total: '57' }, 0, 2)).toBe(57);
  expect(findTotal({ total: '123456789012345' }, 0, 2)).toBe(123_456_789_012_345);
  for (const total of ['+57', '5e1', '57.0', '', '1234567890123456', 250.5, [5], true, {}, Infinity])
    expect(findTotal({ total }, 0, 0)).toBeNull();
});

test('only an object has a total', () => {
  for (const body of [null, undefined, 57, '57', [{ total: 57 }], {}])
    expect(findTotal(body, 0, 2)).toBeNull();
});
