import { describe, expect, test } from 'vitest';
import type { FoundRecord, Verdict } from '../../src/payments/index.ts';
import { type Makers, readFields, readRecords, readRows } from '../fixtures/record-tables.ts';
import { bareRow, expectSteady, type Fields, judge, link, row } from './found-records.ts';

const sale = (fields: Fields = {}) => row({ status: 'PAID', amount: 250, transactionId: 'T1', ...fields });
const MAKERS: Makers<FoundRecord> = {
  sale,
  row,
  link,
  bareRow,
  paidLink: (fields) => link({ status: 'PAID', amount: 250, ...fields }),
  openRefund: () => row({ type: 'REFUND', status: 'DONE', transactionId: 'T2' }),
  unknown: () => sale({ type: 'QX17', amount: 50, transactionId: 'T2' }),
  ofDoubtfulOwner: (fields) => bareRow({ orderRef: 'X-1', Invoice_Id: 'INV-7', ...fields }),
};

/** The kind and the state of each record that decided. */
const groundsOf = ({ grounds }: Verdict) =>
  grounds.map(({ of, stateWord }) => `${of} ${stateWord}`).join(', ');

test('without records a verdict has no facts', () => {
  expect(judge([])).toEqual({
    outcome: 'none',
    doubt: null,
    happenedAt: null,
    refundedAt: null,
    isBackAsked: false,
    payments: [],
    refunds: [],
    backKind: 'refund',
    dispute: null,
    seenIn: 'link',
    word: null,
    amountFils: null,
    refundedFils: 0,
    currency: null,
    transactionId: null,
    grounds: [],
    unread: [],
  });
});

describe('a verdict names the record that decided', () => {
  test.each(
    readRows(`
    paid | link status CREATED + sale | transaction PAID
    paid | paidLink + sale | transaction PAID, link PAID
    paid | paidLink | link PAID
    paid | paidLink + row status SUCCESS | link PAID, transaction SUCCESS
    unclear | row status SETTLED | transaction SETTLED
    unclear | sale type QX17 | transaction PAID
    unclear | link status PAID, paidAmount 250 + sale amount 125 | transaction PAID
    unclear | paidLink + sale status SETTLED, amount "1.001" | transaction SETTLED
    unclear | link status PAID | link PAID
    mismatch | paidLink currency USD | link PAID
    partly | link status PARTIAL, amount 250 | link PARTIAL
    refunded | link status REFUNDED, amount 250 | link REFUNDED
    paid | link status REFUNDED, amount 250, refundedAmount 50 | link REFUNDED
    refunded | row type REFUND, status DONE, amount 250 | transaction DONE
    cancelled | link status CANCELLED | link CANCELLED
    expired | link status EXPIRED | link EXPIRED
    declined | link status CREATED + row status DECLINED | transaction DECLINED
    unclear | row status KZX + row status PENDING | transaction KZX
    unclear | row status PAID, flowState KZX, amount 250 | transaction KZX
    unclear | row status PARTIAL, flowState KZX, amount 250 | transaction KZX
    unclear | link status VOID, paymentStatus PAID | link PAID / VOID
    waiting | row status PAID, paidAmount 0, orderAmount 250 | transaction PAID
    unclear | row status KZX + row status KZY | transaction KZX
    `),
  )('%s: %s: by %s', (outcome, records, grounds) => {
    const verdict = judge(readRecords(records, MAKERS));
    expect([verdict.outcome, groundsOf(verdict)]).toEqual([outcome, grounds]);
    expect([verdict.word, verdict.seenIn]).toEqual([verdict.grounds[0]?.stateWord, verdict.grounds[0]?.of]);
  });

  test('with the words and the fields that contradict each other', () => {
    const torn = { paymentStatus: 'Captured successfully by the bank', status: 'FAILED' };
    expect(judge([row(torn)]).grounds[0]).toMatchObject({
      stateField: 'paymentStatus / status',
      stateWord: 'Captured successfully by the bank / FAIL',
    });
    expect(judge([row({ amount: 250 })])).toMatchObject({
      outcome: 'silent',
      word: null,
      grounds: [{ stateField: null, stateWord: null }],
    });
  });

  test.each([
    ['status', { status: 'PAID' }],
    ['paymentStatus', { paymentStatus: 'PAID', result: 'SUCCESS', status: 'PAID' }],
    ['result', { result: 'SUCCESS', status: 'PAID' }],
  ])('with the field nearest to the payment, then the first by its name: %s', (field, fields) => {
    for (const keys of [Object.entries(fields), Object.entries(fields).toReversed()])
      expect(judge([row({ amount: 250, ...Object.fromEntries(keys) })]).grounds[0]?.stateField).toBe(field);
  });

  test('and at most six records', () => {
    const many = Array.from({ length: 10 }, (_, at) => sale({ amount: 25, transactionId: `T${at}` }));
    expect(judge(many).grounds).toHaveLength(6);
    const long = [1, 2, 3].map((no) => sale({ amount: 50, transactionId: String(no).repeat(40) }));
    expect(judge(long).transactionId).toBe(`${'1'.repeat(40)}, ${'2'.repeat(38)}`);
  });

  test('with its owner if that is certain', () => {
    expect(judge([sale()]).grounds[0]?.ownedBy).toBe('order-id');
    const rival = { id: 'lnk_2', invoiceId: 'INV-8', orderId: '100234', address: null };
    expect(judge([sale()], [rival]).grounds[0]?.ownedBy).toBeNull();
  });

  test('with its amount if that is clear', () => {
    expect(judge([sale({ amount: '1.001' })]).grounds[0]).toMatchObject({
      amountField: 'amount',
      amountFils: null,
    });
    expect(judge([sale({ amount: '1.001' })]).amountFils).toBeNull();
    expect(judge([sale({ status: 'DECLINED', currency: 'AED' })])).toMatchObject({
      amountFils: 25_000,
      currency: 'AED',
    });
  });
});

describe('a verdict names what kind of row decided, whatever the order of its keys:', () => {
  test.each(
    readRows(`
    transactionType SALE | paid | SALE
    paymentType CARD | paid | CARD
    paymentType CARD, transactionType SALE | paid | SALE
    paymentTypeName Debit | paid | Debit
    transactionPaymentType DEBIT | unclear | DEBIT
    paymentType "CREDIT NOTE" | unclear | CREDIT NOTE
    paymentType "SALE CREDIT" | unclear | SALE CREDIT
    operation QX17, transactionType QX18 | unclear | QX17
    operation SALE, transactionType QX18 | unclear | QX18
    action QX17, transactionType REFUND | unclear | REFUND
    action CARD, operation ONLINE | paid | CARD
    type " REFUND " | refunded | REFUND
    isRefund true | refunded | isRefund: true
    isRefund false | paid | null
    type "a very long kind of a row that nobody knows at all" | unclear | a very long kind of a row that nobody kn
    `),
  )('%s: %s, %s', (text, outcome, kindWord) => {
    const fields = Object.entries({ status: 'PAID', amount: 250, ...readFields(text) });
    for (const keys of [fields, fields.toReversed()]) {
      const verdict = judge([row(Object.fromEntries(keys))]);
      expect([verdict.outcome, String(verdict.grounds[0]?.kindWord)]).toEqual([outcome, kindWord]);
    }
  });
});

describe('a verdict from the link’s record takes from its transaction', () => {
  const at = '2026-11-21 02:10:00';

  test('the id and the time', () => {
    const rows = [
      row({ status: 'FAILED', transactionId: 'T0', createdAt: '2026-11-21 03:00:00' }),
      row({ status: 'SUCCESS', type: 'AUTH', transactionId: 'TA' }),
      row({ status: 'PENDING', transactionId: 'TP' }),
      row({ status: 'PAID', transactionId: 'T9', createdAt: at }),
    ];
    expect(judge([link({ status: 'PAID', amount: 250 }), ...rows])).toMatchObject({
      outcome: 'paid',
      transactionId: 'T9',
      happenedAt: Date.UTC(2026, 10, 20, 22, 10),
      seenIn: 'link',
      amountFils: 25_000,
    });
  });

  test('no id if there is none', () => {
    expect(judge([link({ status: 'PAID', amount: 250, transactionId: 'TL' })]).transactionId).toBeNull();
    expect(judge([sale({ transactionId: undefined })]).transactionId).toBeNull();
  });
});

test('of several payments, each is told with its time', () => {
  const second = { transactionId: 'T2', createdAt: '2026-11-22 02:10:00' };
  const records = [sale({ createdAt: '2026-11-21 02:10:00' }), sale(second)];
  expect(judge(records).payments).toEqual([
    { fils: 25_000, at: Date.UTC(2026, 10, 20, 22, 10) },
    { fils: 25_000, at: Date.UTC(2026, 10, 21, 22, 10) },
  ]);
  expect(judge(records.slice(0, 1)).payments).toEqual([]);
});

describe('a refund has its own time', () => {
  const [PAID, BACK] = ['2026-11-21T10:00:00+04:00', '2026-11-22T11:00:00+04:00'];
  test.each(
    readRows(`
    of a payment alone, none | sale createdAt ${PAID} | paid
    by its own row | sale createdAt ${PAID} + back amount 250 | paid, back
    by its own row, of a part | sale createdAt ${PAID} + back amount 50 | paid, back
    by the payment’s row | sale createdAt ${PAID}, status REFUNDED, refundedAt ${BACK}, refundedAmount 250 | paid, back
    although the payment’s own row is missing | back amount 250 | back
    unless no record says | sale createdAt ${PAID}, status REFUNDED | paid
    `),
  )('%s', (_, records = '', known = '') => {
    const back = (fields: Fields) => row({ type: 'REFUND', status: 'DONE', createdAt: BACK, ...fields });
    expect(judge(readRecords(records, { ...MAKERS, back }))).toMatchObject({
      happenedAt: known.includes('paid') ? Date.parse(PAID) : null,
      refundedAt: known.includes('back') ? Date.parse(BACK) : null,
    });
  });
});

describe('of the times in a record, whatever the order of its keys:', () => {
  const readTimes = (text: string) => readFields(text.replaceAll(/\b\d\d:\d\d\b/g, '2026-11-21T$&:00+04:00'));
  const show = (at: number | null) =>
    at === null ? 'none' : new Date(at + 4 * 3_600_000).toISOString().slice(11, 16);
  const turned = (fields: Fields) => Object.fromEntries(Object.entries(fields).reverse());

  /** Which times, when the payment happened, and, if they stand in the link's own record, what that says. */
  test.each(
    readRows(`
    paidAt 10:00, createdAt 09:00 | 10:00 | 10:00
    transactionDate 10:00, createdAt 09:00 | 10:00 | 10:00
    paymentDate 10:00 | 10:00 | 10:00
    paidAt 10:00, transactionDate 09:00 | 10:00 | 10:00
    createdAt 10:00, date 11:00 | 10:00 | none
    date 10:00 | 10:00 | none
    updatedAt 10:00, expiresAt 11:00 | none | none
    paidAt soon, createdAt 10:00 | 10:00 | none
    paidAt 10:00, data.paidAt 11:00 | 10:00 | 10:00
    capturedAt 10:00, paidAt 11:00 | 10:00 | 10:00
    settledAt 10:00 | 10:00 | 10:00
    order.paidAt 10:00 | 10:00 | 10:00
    link.createdAt 10:00 | 10:00 | none
    customer.createdAt 10:00, card.date 10:00 | none | none
    createdAt 10:00, refund.processedAt 11:00, refundedAmount 50 | 10:00, 11:00 back | none, 11:00 back
    date 10:00, dispute.createdAt 11:00, refundedAmount 50 | 10:00, 11:00 back | none, 11:00 back
    createdAt 10:00, refundedAt 11:00, refundedAmount 50 | 10:00, 11:00 back | none, 11:00 back
    createdAt 10:00, refund.updatedAt 11:00, refundedAmount 50 | 10:00 | none
    `),
  )('%s: %s, of a link %s', (text, ofRow, ofLink) => {
    const read = (one: FoundRecord) => {
      const { happenedAt, refundedAt } = judge([one]);
      return show(happenedAt) + (refundedAt === null ? '' : `, ${show(refundedAt)} back`);
    };
    const fields = { status: 'PAID', amount: 250, ...readTimes(text) };
    expect([fields, turned(fields)].map((one) => read(row(one)))).toEqual([ofRow, ofRow]);
    expect(read(link(fields))).toBe(ofLink);
  });
});

describe('the money in the link’s own record', () => {
  test.each(
    readRows(`
    status PAID, amount 250, currency USD | outcome mismatch, amountFils 25000, currency USD
    status PAID, amount 250, paidAmount 10, currency USD | outcome mismatch, amountFils 1000, currency USD
    status PAID, paidAmount 1, capturedAmount 2, currency USD | outcome mismatch, amountFils null
    status PAID, currency USD | outcome mismatch, amountFils null
    status PAID | outcome unclear, doubt amount, amountFils null
    status PAID, amount 250, paidAmount 1, capturedAmount 2 | outcome unclear, doubt amount, amountFils null
    status PAID, amount 250, currency AED | outcome paid, amountFils 25000, currency AED, refundedFils 0
    status PAID, amount 0, paidAmount 0 | outcome waiting
    status PARTIAL, amount 250, paidAmount 100, currency aed | outcome partly, amountFils 10000, currency aed
    status PARTIAL, amount 250, paidAmount "249.99", currency aed
      | outcome partly, amountFils 24999, currency aed
    status PARTIAL, amount 250, paidAmount 250, currency aed | outcome partly, amountFils null, currency aed
    status PARTIAL, amount 250, paidAmount 300, currency aed | outcome partly, amountFils null, currency aed
    status PARTIAL, amount 250, paidAmount 1, capturedAmount 2, currency aed
      | outcome partly, amountFils null, currency aed
    status PARTIAL, paidAmount 100, remainingAmount 150 | outcome partly, amountFils 10000
    status PARTIAL, amount 250, currency aed | outcome partly, amountFils null, currency aed
    status REFUNDED, amount 250 | outcome refunded, amountFils 25000, refundedFils 25000
    status REFUNDED, amount 240 | outcome refunded, amountFils 24000, refundedFils 24000
    status REFUNDED, amount 250, paidAmount 200 | outcome refunded, amountFils 20000, refundedFils 20000
    status REFUNDED, amount 240, paidAmount 1, capturedAmount 2 | outcome refunded, amountFils 24000
    status REFUNDED | outcome refunded, amountFils 25000, refundedFils 25000
    status REFUNDED, amount 250, refundedAmount 50 | outcome paid, amountFils 25000, refundedFils 5000
    status REFUNDED, amount 250, refundedAmount 250 | outcome refunded, refundedFils 25000
    status REFUNDED, amount 250, refundedAmount 50, currency USD | outcome mismatch, currency USD
    status REFUNDED, amount 250, currency USD | outcome refunded, currency USD
    status PARTIALLY_REFUNDED, amount 250, currency USD | outcome refunded, currency USD
    `),
  )('%s: %s', (fields, expected) => {
    expect(judge([link(readFields(fields))])).toMatchObject(readFields(expected));
  });

  test('outranks rows of one payment that contradict each other', () => {
    const rows = [sale(), sale({ amount: 200 })];
    expect(judge([link({ status: 'PAID', amount: 250, paidAmount: 250 }), ...rows]).outcome).toBe('paid');
    expect(judge([link({ status: 'PAID', amount: 250 }), ...rows]).outcome).toBe('unclear');
  });

  test('is certain in spite of a partial refund', () => {
    const refund = row({ type: 'REFUND', status: 'PARTIAL', amount: 50, transactionId: 'T2' });
    expect(judge([link({ status: 'PAID', amount: 250 }), refund]).outcome).toBe('paid');
  });

  test('is in another currency if its row says so', () => {
    const rows = [row({ status: 'PAID', currency: 'USD' })];
    expect(judge([link({ status: 'PAID', amount: 250 }), ...rows])).toMatchObject({
      outcome: 'mismatch',
      currency: 'USD',
      amountFils: 25_000,
    });
  });
});

const judgedAs = (title: string, table: string) =>
  test.each(readRows(table))(`${title} %s`, (_, records = '', expected = '') => {
    const found = readRecords(records, MAKERS);
    expect(judge(found)).toMatchObject(readFields(expected));
    expectSteady(found);
  });

judgedAs(
  'a refund',
  `
  of unknown size leaves the payment refunded | sale + openRefund
    | outcome refunded, refundedFils null, amountFils 25000
  of unknown size has the size that the payment names | sale refundedAmount 50 + openRefund
    | outcome paid, refundedFils 5000
  of unknown size has the size that the link names | sale + openRefund + link refundedAmount 50
    | outcome paid, refundedFils 5000
  in a row outranks the link’s REFUNDED | sale refundedAmount 50 + link status REFUNDED | refundedFils 5000
  is of the full amount if only the link says REFUNDED | sale + link status REFUNDED
    | outcome refunded, refundedFils 25000
  is of unknown size if only the link says PARTIALLY_REFUNDED | sale + link status PARTIALLY_REFUNDED
    | outcome refunded, refundedFils null
  in a row agrees with the link’s PARTIALLY_REFUNDED | sale refundedAmount 50 + link status PARTIALLY_REFUNDED
    | outcome paid, refundedFils 5000
  without its payment does not say what was paid | row type REFUND, status DONE, amount 250
    | outcome refunded, amountFils null, refundedFils 25000
  of a payment of nothing is nothing | sale amount 0 | outcome partly, amountFils 0
  `,
);

judgedAs(
  'an unreadable row',
  `
  may be the missing part of a payment | sale amount 200 + unknown
    | outcome unclear, doubt word, amountFils 5000
  may take back a payment in full | sale + unknown | outcome unclear, doubt word
  is not one that says PARTIAL | sale amount 200 + row status PARTIAL | outcome partly, doubt null
  reports nothing unknown if the state is in doubt | row paymentStatus PAID, status FAILED
    | doubt state, unread []
  keeps what is left of a refunded payment in doubt
    | row status QX17, amount 250 + link status PARTIALLY_REFUNDED, amount 250, refundedAmount 50
    | outcome unclear, doubt word
  leaves the owner in doubt, too | ofDoubtfulOwner status PAID + unknown | doubt order-id
  leaves no doubt if it failed | ofDoubtfulOwner status FAILED | outcome none
  leaves no doubt if it waits | sale type QX17, status PENDING | outcome waiting
  leaves no doubt if it is a refund | row type REFUND, paymentStatus PAID, status FAILED | outcome waiting
  leaves a doubt after rows that report no payment | sale type AUTH + ofDoubtfulOwner status PAID
    | outcome unclear, doubt order-id
  leaves no doubt if it belongs to someone else | bareRow orderId "5", paymentStatus PAID, status FAILED
    | outcome none, doubt null
  `,
);

test('a link’s record never counts as a fee or another kind of row', () => {
  const torn = judge([link({ paymentStatus: 'PAID', status: 'FAILED', type: 'FEE' })]);
  expect(torn).toMatchObject({ outcome: 'unclear', doubt: 'state', grounds: [{ kindWord: null }] });
});
