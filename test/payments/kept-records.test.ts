import { describe, expect, test } from 'vitest';
import { type FoundRecord, type KeptRecord, mergeRecords } from '../../src/payments/index.ts';
import { type Fields, type Makers, readRecords, readRows } from '../fixtures/record-tables.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `row`: of the transactions. `link`: the link's own. `?`: the answer to a look-up. */
type Shown = readonly [which: 'row' | 'link' | 'row?' | 'link?', fields: Fields];

const asFound = ([which, fields]: Shown): FoundRecord => ({
  kind: which.startsWith('row') ? 'transaction' : 'link',
  via: which.endsWith('?') ? 'id' : 'listing',
  record: { fields },
});

interface Read {
  shows: readonly Shown[];
  /** Not read to its end. */
  isPart?: boolean;
  at?: number;
}

/** What is kept after some readings, one after the other, and the last change. */
const readAll = (readings: readonly Read[]) => {
  let kept: KeptRecord[] = [];
  let last: ReturnType<typeof mergeRecords> = { records: [], change: null, areApart: false };
  for (const { shows, isPart = false, at = NOW } of readings) {
    const reading = { found: shows.map(asFound), isComplete: !isPart, areTransactionsRead: !isPart };
    last = mergeRecords(kept, reading, { now: at });
    const { put = [], gone = [] } = last.change ?? {};
    const textOf = ({ kind, via, record }: KeptRecord) => JSON.stringify([kind, via, record]);
    const left = new Set([...put, ...gone].map(textOf));
    kept = [...kept.filter((one) => !left.has(textOf(one))), ...put];
  }
  return { kept, ...last };
};

const describeAll = (records: readonly KeptRecord[]): string[] =>
  records
    .map(({ kind, via, record }) => {
      const { transactionId = '-', orderId: _, ...fields } = record.fields;
      const what = `${kind === 'link' ? 'link' : `row ${transactionId}`}${via === 'id' ? '?' : ''}`;
      return [what, ...Object.values(fields)].join(' ');
    })
    .sort();

const row = (transactionId: string | null, fields: Fields): Shown => [
  'row',
  { orderId: '5', ...(transactionId === null ? {} : { transactionId }), ...fields },
];
const lookedUp = ([, fields]: Shown): Shown => ['row?', fields];
const link = (status: string): Shown => ['link', { orderId: '5', status }];

const PAID = row('T1', { status: 'PAID', amount: 250 });
const PENDING = row('T1', { status: 'PENDING', amount: 250 });
const HALF = row('T1', { status: 'PAID', amount: 125 });
const REST = row('T2', { status: 'PAID', amount: 125 });
const [TEN, LATER] = ['2026-11-21 10:00:00', '2026-11-21 10:05:00'];

/** `own` has the payment’s id, `asked` is the answer to a look-up. */
const MAKERS: Makers<Shown> = {
  link: (fields) => ['link', { orderId: '5', ...fields }],
  own: (fields) => row('T1', fields),
  asked: (fields) => lookedUp(row('T1', fields)),
  paid: (fields) => row('T1', { status: 'PAID', amount: 250, ...fields }),
  pending: () => PENDING,
  back: (fields) => row('T1', { type: 'REFUND', ...fields }),
  bare: (fields) => row(null, { createdAt: TEN, ...fields }),
  askedBare: (fields) => lookedUp(row(null, { createdAt: TEN, ...fields })),
};

/** What, what is kept, and the readings one after the other; `part`: of one that was not read to its end. */
const KEPT = readRows(`
  nothing, if nothing was shown | |
  a payment | row T1 250 PAID | paid
  one that the next complete reading lacks | row T1 250 PAID | paid |
  one that the next reading lacks, and what that shows | link ACTIVE + row T1 250 PAID | paid | link status ACTIVE
  a payment as it was last read | row T1 250 PAID | pending | paid
  one that is not paid any more | row T1 250 PENDING | paid | pending
  a payment with what has come to be known of it | row T1 250 249 PAID | pending | paid paidAmount 249
  both parts of a payment | row T1 125 PAID + row T2 125 PAID
    | paid amount 125 | part: paid transactionId T2, amount 125
  one record of what was looked up, and listed later | row T1 250 PAID | asked status PENDING, amount 250 | paid
  one record of what was listed, and looked up later | row T1 250 PAID | paid | asked status PAID, amount 250
  an answer to a look-up that shows it otherwise | row T1? 249 PAID | paid | asked status PAID, amount 249
  both answers of one reading | row T1 250 PENDING + row T1? 250 PAID | asked status PAID, amount 250 + pending
  a row that was listed twice, once | row T1 250 PAID | paid + paid
  a payment, and the refund that carries its id | row T1 250 PAID + row T1 50 REFUND | paid | part: back amount 50
  a payment, and the negative row that carries its id | row T1 -50 + row T1 250 PAID | paid | part: own amount -50
  a payment, and the row of an unknown kind that carries its id | row T1 250 PAID + row T1 50 CLAWBACK
    | paid | part: own type CLAWBACK, amount 50
  a payment as it was last read, though only one answer says that it is a sale | row T1 PAID SALE
    | asked status PENDING, amount 250 | part: own status PAID, type SALE
  two refunds with one id, of which a part of the listing shows one
    | row T1 250 PAID + row T1 30 REFUND + row T1 50 REFUND
    | paid + back amount 50 + back amount 30 | part: back amount 30
  two refunds with the id of their payment, of which each reading shows one
    | row T1 250 PAID + row T1 30 REFUND + row T1 50 REFUND | paid + back amount 50 | part: back amount 30
  two refunds of a service that names their amounts otherwise | row T1 30 REFUND + row T1 50 REFUND
    | back refundAmount 50 | part: back refundAmount 30
  two refunds with ids of their own, of which each reading shows one
    | row T1 R1 DONE REFUND + row T1 R2 DONE REFUND
    | back refundId R1, status PENDING | part: back refundId R1, status DONE + back refundId R2, status DONE
  a refund as it was last read | row T1 50 DONE REFUND | back amount 50 | part: back amount 50, status DONE
  a refund with an id of its own, whose amount has come to be known | row T1 50 R1 REFUND
    | back refundId R1, status PENDING | part: back refundId R1, amount 50
  not the refund that a complete listing lacks beside another with its id | row T1 250 PAID + row T1 30 REFUND
    | paid + back amount 50 + back amount 30 | paid + back amount 30
  the link’s own record as it was last read | link PAID | link status ACTIVE | link status PAID
  a row without an id that the next reading lacks | row - 250 ${TEN} PAID | bare status PAID, amount 250 |
  a row without an id as it was last read | row - 250 ${TEN} PAID
    | bare status PENDING, amount 250 | part: bare status PAID, amount 250
  rows without ids as a complete reading shows them | row - 250 ${LATER} PAID
    | bare status NEW, amount 250 + bare status PAID, amount 9 | bare status PAID, amount 250, createdAt ${LATER}
  rows without ids that a part of the listing lacks | row - 15 ${LATER} PAID + row - 9 ${TEN} PAID
    | bare status PAID, amount 9 | part: bare status PAID, amount 15, createdAt ${LATER}
  a row without an id that has got a later time, and another expiry | row - ${TEN} ${LATER} PAID
    | bare status NEW, expiresAt 2026-11-20 | part: bare status PAID, paidAt ${LATER}
  a row that has got its id | row T1 250 PAID | bare status PENDING, amount 250 | paid
  the last answer to a look-up, if it has no id | row -? 250 ${LATER} PAID
    | askedBare status PENDING, amount 250 | part: askedBare status PAID, amount 250, createdAt ${LATER}
`);

describe('what is kept of a link after some readings:', () => {
  test.each(KEPT)('%s', (_, expected = '', ...readings) => {
    const { kept, records } = readAll(
      readings.map((text) => ({
        isPart: text.startsWith('part: '),
        shows: readRecords(text.replace('part: ', ''), MAKERS),
      })),
    );
    const names = expected.split(' + ').filter((name) => name !== '');
    expect([describeAll(kept), describeAll(records)]).toEqual([names, names]);
  });
});

test.each('orderId paymentLinkId Invoice_Id parentTransactionId amount orderTotal createdAt'.split(' '))(
  'rows without ids of their own that differ in %s are two',
  (name) => {
    const shown = (value: unknown) => row(null, { status: 'PAID', currency: 'AED', [name]: value });
    const [one, other] =
      name === 'createdAt' ? ['2026-11-21 10:00:00', '2026-11-21 10:05:00'] : ['100234', '100235'];
    expect(readAll([{ shows: [shown(one)] }, { shows: [shown(other)], isPart: true }]).kept).toHaveLength(2);
    expect(readAll([{ shows: [shown(one)] }, { shows: [shown(one)], isPart: true }]).kept).toHaveLength(1);
  },
);

test.each(['REFUND', 'REVERSAL', 'VOID', 'CHARGEBACK'])(
  'a %s under another word with the id of its payment stays one',
  (type) => {
    const shown = (word: string) => row('T1', { type: word, amount: 50 });
    const { kept } = readAll([{ shows: [shown(type)] }, { shows: [shown('REFUNDED')], isPart: true }]);
    expect(describeAll(kept)).toEqual(['row T1 50 REFUNDED']);
  },
);

test.each(['SALE', 'AUTH', 'CARD'])('a payment that turns out to be a %s stays one', (type) => {
  const { kept } = readAll([{ shows: [PAID] }, { shows: [row('T1', { type, amount: 250 })], isPart: true }]);
  expect(describeAll(kept)).toEqual([`row T1 250 ${type}`]);
});

test('which of its records a reading shows changes nothing in their order', () => {
  const all = [{ shows: [PAID, REST] }, { shows: [HALF, link('PAID')], at: NOW + MINUTE }];
  const orderOf = (...last: Read[]) => readAll([...all, ...last]).records.map(({ record }) => record.fields);
  const first = orderOf();
  expect(first).toHaveLength(3);
  expect(orderOf({ shows: [REST], isPart: true })).toEqual(first);
  expect(orderOf({ shows: [link('PAID'), REST, HALF], at: NOW + HOUR })).toEqual(first);
});

test('a reading that shows nothing new changes nothing, except once a day when it was seen', () => {
  const shows = [PAID, link('PAID')];
  expect(readAll([{ shows }, { shows, at: NOW + HOUR }]).change).toBeNull();
  const turned = shows.map(
    ([which, fields]): Shown => [which, Object.fromEntries(Object.entries(fields).reverse())],
  );
  expect(readAll([{ shows }, { shows: turned, at: NOW + HOUR }]).change).toBeNull();
  expect(readAll([{ shows }, { shows: [], at: NOW + 2 * DAY }]).change).toBeNull();
  const { change, kept } = readAll([{ shows }, { shows, at: NOW + DAY }]);
  expect(change).toMatchObject({ put: [{ lastSeenAt: NOW + DAY }, { lastSeenAt: NOW + DAY }], gone: [] });
  expect(kept.map(({ firstSeenAt }) => firstSeenAt)).toEqual([NOW, NOW]);
});

test('only what was never shown as it is now is news', () => {
  const newsOf = (...readings: Read[]) => describeAll(readAll(readings).change?.news ?? []);
  expect(newsOf({ shows: [PAID] }, { shows: [PAID, REST] })).toEqual(['row T2 125 PAID']);
  expect(newsOf({ shows: [PAID] }, { shows: [PAID], at: NOW + DAY })).toEqual([]);
});

test('a record keeps when it was first seen, whatever it says since', () => {
  const { records } = readAll([
    { shows: [PENDING] },
    { shows: [PAID, REST], at: NOW + HOUR },
    { shows: [], at: NOW + DAY },
  ]);
  const seen = records.map(({ record, firstSeenAt, lastSeenAt }) => [
    record.fields['transactionId'],
    firstSeenAt - NOW,
    lastSeenAt - NOW,
  ]);
  expect(seen.sort()).toEqual([
    ['T1', 0, HOUR],
    ['T2', HOUR, HOUR],
  ]);
});

test('no customer’s data is kept', () => {
  const customer = { name: 'Sara Khan', email: 'sara@example.com', phone: '+971501234567' };
  const { kept } = readAll([
    {
      shows: [
        row('T1', {
          ...{ status: 'PAID', amount: 250, Invoice_Id: 'INV-7', notes: 'for Sara Khan', customer },
          ...{ customerName: 'Sara Khan', payerEmail: 'sara@example.com', mobile: '0501234567' },
          ...{ card: { holder: 'SARA KHAN', number: '424242******4242' }, createdAt: '2026-11-21 10:00:00' },
        }),
      ],
    },
  ]);
  expect(JSON.stringify(kept)).not.toMatch(/sara|501234567|4242/i);
  expect(kept[0]?.record.fields).toMatchObject({ Invoice_Id: 'INV-7', transactionId: 'T1', amount: 250 });
});

test('a record that is too long is cut, so that nobody can tell what it says', () => {
  const states = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`x${at}Status`, 'SETTLED']));
  const { records } = readAll([{ shows: [row('T1', { status: 'PAID', ...states })] }]);
  expect(records[0]?.record.isCut).toBe(true);
  expect(JSON.stringify(records).length).toBeLessThan(12_000);
});

test('of more records than a link can have, the newest are kept, and all are judged', () => {
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => row(`T${from + at}`, { status: 'FAILED' }));
  const { kept, records } = readAll([{ shows: rows(0, 40) }, { shows: rows(100, 40), at: NOW + HOUR }]);
  expect(kept.filter(({ lastSeenAt }) => lastSeenAt === NOW + HOUR)).toHaveLength(40);
  expect(kept).toHaveLength(50);
  expect(records).toHaveLength(80);
  expect(readAll([{ shows: rows(0, 60) }, { shows: rows(0, 60), at: NOW + HOUR }]).change).toBeNull();
});

describe('rows are together if one listing showed them so', () => {
  const FIRST = row('T1', { status: 'PAID', amount: 100 });
  const SECOND = row('T2', { status: 'PAID', amount: 150 });
  const later = NOW + DAY;
  const read = (...readings: Read[]) => readAll(readings).areApart;

  test('a whole one, or a part of it in which both are new', () => {
    expect(read({ shows: [FIRST, SECOND] })).toBe(false);
    expect(read({ shows: [FIRST, SECOND], isPart: true })).toBe(false);
    expect(read({ shows: [FIRST], isPart: true }, { shows: [FIRST, SECOND], at: later })).toBe(false);
  });
  test('two parts do not', () => {
    expect(read({ shows: [FIRST], isPart: true }, { shows: [SECOND], isPart: true, at: later })).toBe(true);
    expect(read({ shows: [FIRST], isPart: true }, { shows: [FIRST, SECOND], isPart: true, at: later })).toBe(
      true,
    );
  });
  test('a whole one does, also when it shows nothing else than two parts did', () => {
    const parts: Read[] = [
      { shows: [FIRST], isPart: true },
      { shows: [SECOND, lookedUp(SECOND)], isPart: true, at: later },
    ];
    expect(read(...parts)).toBe(true);
    expect(read(...parts, { shows: [FIRST, SECOND, lookedUp(SECOND)], at: later + HOUR })).toBe(false);
  });
  test('and stay so when one of them comes again', () => {
    const changed = row('T1', { status: 'PAID', amount: 100, paidAt: '2026-11-21' });
    expect(read({ shows: [FIRST, SECOND] }, { shows: [changed], isPart: true, at: later })).toBe(false);
  });
  test('a number that is written otherwise is one row', () => {
    const { records, areApart } = readAll([
      { shows: [row('t0010', { status: 'PAID', amount: 125 })], isPart: true },
      { shows: [row('T0010 ', { status: 'PAID', amount: 125 })], isPart: true, at: later },
      { shows: [row('10', { status: 'PAID', amount: 125 })], isPart: true, at: later },
      { shows: [row('0010', { status: 'PAID', amount: 125 })], isPart: true, at: later + HOUR },
    ]);
    expect(records).toHaveLength(2);
    expect(areApart).toBe(true);
  });
  test('a row that a whole listing lacks is with none of it', () => {
    const renamed = row('R9', { status: 'PAID', amount: 100 });
    expect(read({ shows: [FIRST] }, { shows: [renamed], at: later })).toBe(true);
  });
});
