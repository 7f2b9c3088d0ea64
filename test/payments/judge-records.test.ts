// @module-tag first

import { describe, expect, test } from 'vitest';
import {
  buildVocabulary,
  type TaughtSays,
  type TaughtWord,
  type Unit,
} from '../../src/payment-service/index.ts';
import {
  type FoundRecord,
  type JudgedLink,
  judgeRecords,
  type LinkIdentity,
} from '../../src/payments/index.ts';
import { type Makers, readRecordTable } from '../fixtures/record-tables.ts';
import {
  ASKED,
  bareRow,
  expectSteady,
  type Fields,
  judge,
  link,
  linkById,
  OURS,
  row,
  rowById,
  SETTINGS,
} from './found-records.ts';

const sale = (fields: Fields = {}) => row({ status: 'SUCCESS', amount: 250, transactionId: 'T1', ...fields });

const MAKERS: Makers<FoundRecord> = {
  sale,
  row,
  link,
  rowById,
  linkById,
  bareRow,
  ourRowById: (fields) => rowById({ ...OURS, ...fields }),
  ourLinkById: (fields) => linkById({ ...OURS, ...fields }),
  bareLink: (fields) => ({ kind: 'link', via: 'listing', record: { fields } }),
};

/** Headings: `paid`, `paid, 50 back`, `unclear: state`. */
const judgedAs = (title: string, table: string) =>
  test.each(readRecordTable(table, MAKERS))(`${title}: $heading: $title`, ({ heading, records }) => {
    const [outcome, doubt = null] = heading.split(/: |, /);
    const back = /(\w+) back$/.exec(heading)?.[1];
    const refundedFils = back === 'unknown' ? null : Number(back) * 100;
    expect(judge(records)).toMatchObject(back ? { outcome, refundedFils } : { outcome, doubt });
    expectSteady(records);
  });

const AT_TEN = 'row transactionId T1, status SUCCESS, amount 250, createdAt "2026-11-02 10:00:00"';
const ELEVEN = 'createdAt "2026-11-02 11:00:00"';

judgedAs(
  'a payment that one transaction says it was and was not',
  `
  unclear: state
    it failed later | ${AT_TEN} + row transactionId T1, status FAILED, amount 250, ${ELEVEN}
    it failed at the same time
      | ${AT_TEN} + row transactionId T1, status FAILED, amount 250, createdAt "2026-11-02 10:00:00"
    it failed at no known time | ${AT_TEN} + row transactionId T1, status FAILED, amount 250
    it was paid at no known time
      | row transactionId T1, status SUCCESS, amount 250 + row transactionId T1, status FAILED, amount 250, ${ELEVEN}
  paid
    it failed before | ${AT_TEN} + row transactionId T1, status FAILED, amount 250, createdAt "2026-11-02 09:00:00"
    another transaction failed | ${AT_TEN} + row transactionId T2, status FAILED, amount 250, ${ELEVEN}
    transactions without an id | row status SUCCESS, amount 250 + row status FAILED, amount 250, ${ELEVEN}
    its refund failed | ${AT_TEN} + row transactionId T1, transactionType REFUND, status FAILED, amount 250, ${ELEVEN}
    its void failed | ${AT_TEN} + row transactionId T1, transactionType VOID, status FAILED, amount 250, ${ELEVEN}
  `,
);

judgedAs(
  'a payment in full is paid',
  `
  paid
    a row that succeeded | sale
    another spelling | row Txn_Status Captured, txn_amount "250.00"
    nested in a payment container
      | row payment.state COMPLETED, payment.amount.value "250", payment.amount.currency AED
    a flag | row isPaid true, amount "250.00", currency aed
    the link’s own record | link status PAID, amount 250
    the payment of a link that stays active | link status ACTIVE, paymentStatus Successful, amount 250
    a link closed after the payment | link linkStatus CLOSED, paymentStatus PAID, amount 250
    the link and a row | link status PAID, amount 250 + sale
    a row while the link’s record still says open | link status CREATED, amount 250 + sale
    a row while the link’s record says expired | link status EXPIRED, amount 250 + sale
    a row after a declined try | row status DECLINED, amount 250, transactionId T0 + sale
    one word for payment and success | link status PAYMENT_SUCCESS, amount "250.00"
    an amount a rounding error above | sale amount 250.00000000000003
    an amount a rounding error below | sale amount "249.99999999999997"
    a row with a separate fee | row transactionStatus SUCCESS, transactionAmount 250, fee.amount 5
    a row with the net amount too | sale netAmount 243.75, fee 6.25, vat 0.3
    two halves | sale amount 100, transactionId T1 + sale amount 150, transactionId T2
    two halves, the first also read by id | ourRowById status SUCCESS, amount 100, transactionId T1
      + sale amount 100 + sale amount 150, transactionId T2
    a row on two pages | sale + sale
    a row twice, once without its currency | sale currency aed + sale
    a row after two declined tries with one id | row status DECLINED, amount 100, transactionId T0
      + row status DECLINED, amount 200, transactionId T0 + sale
    a row without an amount, and the link is paid | link status PAID, amount 250 + row status SUCCESS
    a row without an id, read both ways | rowById status SUCCESS, amount 250 + row status SUCCESS, amount 250
    a kind that is a payment | sale transactionType SALE
    authorised and captured at once | sale type AUTH_CAPTURE
    a payment method as the type | sale type CARD, channel ECOM, paymentType ONLINE
    a debit card | sale paymentType DEBIT
    a row with states of delivery and risk
      | sale refundStatus NONE, emailStatus FAILED, riskResult DECLINED, threeDSecure.status FAILED
    a row with states of its payout
      | sale settlementStatus PENDING, payoutStatus FAILED, settlement.status PENDING, settlement.amount 243
    a status that is an object | row status.code CAPTURED, amount.total 250
    dirhams as a currency number | sale currency "784"
  `,
);

judgedAs(
  'a specific field decides over a general one',
  `
  waiting
    a nested 3-D Secure success | sale status PENDING, threeDSecure.status SUCCESS
    a link created successfully | link status CREATED, paymentLinkStatus SUCCESS, amount 250
    a flag of the link that says no | link is_paid false, amount 250
    an order received and unpaid | row orderStatus RECEIVED, paymentStatus UNPAID, amount 250
    a payout’s success | row payoutStatus PAID, status PENDING, amount 250
    a customer called Paid | link status CREATED, FullName Paid, amount 250
    money that is only held | row status AUTHORIZED, amount 250
    a hold whose fee is paid | row type AUTH, status AUTHORIZED, feeStatus PAID, amount 250
  silent
    an order received | row orderStatus RECEIVED, amount 250
    only a payout’s success | row payoutStatus PAID, amount 250
    notes that say paid | link notes PAID, amount 250
  declined
    a declined try | link status CREATED, amount 250 + row status FAILED, amount 250
    a failure on the link’s own record | link status FAILED, amount 250
    a try that the customer cancelled | link status ACTIVE, paymentStatus CANCELLED, amount 250
  unclear: word
    a link with only a success | link status SUCCESS, amount 250
    an unknown word | link status KZX, amount 250
  unclear: state
    a specific refusal and a general success | row status PAID, paymentStatus DECLINED, amount 250
    an envelope’s success | sale status SUCCESS, transactionStatus PENDING
    a flag that says no | sale isPaid false
    a general failure and a specific success | row status FAILED, paymentStatus SUCCESS, amount 250
    two specific fields that disagree | row paymentStatus SUCCESS, transactionStatus PENDING, amount 250
  none
    no record |
  cancelled
    a cancelled link | link linkStatus Cancelled, amount 250
    a deactivated link | link status DEACTIVATED, isPaid false, amount 250
  expired
    an expired link | link status Expired, paymentStatus UNPAID, amount 250
  `,
);

judgedAs(
  'all that a record says counts together',
  `
  paid
    an unknown life beside its payment | link status KZX, paymentStatus PAID, amount 250
    closed, and paid | row status CLOSED, paymentStatus PAID, amount 250
    an order’s word alone | row orderStatus PAID, amount 250
    an order’s word beside a link that expired | row orderStatus PAID, linkStatus EXPIRED, amount 250
  partly
    a part of an invoice | link invoiceStatus PARTIALLY_PAID, amount 250
  waiting
    a success of the making beside the life | link status SUCCESS, linkStatus ACTIVE, amount 250
    paid, and nothing came | row status PAID, paidAmount 0, orderAmount 250
    paid in part, and nothing came | row status PARTIALLY_PAID, paidAmount 0, orderAmount 250
    an unknown order whose invoice is unpaid | row orderStatus KZX, invoiceStatus UNPAID, amount 250
    waiting, and closed | row status CLOSED, paymentStatus PENDING, amount 250
    an unknown word beside what waits | row status PENDING, flowState KZX, amount 250
    an unknown kind of what waits | row status PENDING, type KZX, amount 250
    the same of a link | link status PENDING, flowState KZX, amount 250
  declined
    a failure before what waits | row status PENDING, paymentStatus FAILED, amount 250
    a failure beside a part | row status PARTIALLY_PAID, paymentStatus FAILED, amount 250
    a failure of which nothing came | row status DECLINED, paidAmount 0, orderAmount 250
    a failure beside an unknown word | row status FAILED, flowState KZX, amount 250
    a row that was closed | row status CLOSED, amount 250
    a void of nothing | row status VOIDED, amount 250
    an order that failed | row orderStatus FAILED, amount 250
  cancelled
    a closed link | link status CLOSED, amount 250
    a closed link that is unpaid | link status CLOSED, paymentStatus UNPAID, amount 250
  expired
    an expired link with an unknown word | link status EXPIRED, paymentStatus KZX, amount 250
  unclear: word
    a closed link with an unknown word | link status CLOSED, paymentStatus KZX, amount 250
    an expired link whose payment was approved | link status EXPIRED, paymentStatus APPROVED, amount 250
    an unknown life beside another | link status KZX, linkStatus ACTIVE, amount 250
    an unknown payment beside a life | link status ACTIVE, paymentStatus KZX, amount 250
    an unknown word beside a part | row status PARTIALLY_PAID, flowState KZX, amount 250
    an unknown word beside a part that went back
      | row status PARTIALLY_REFUNDED, flowState KZX, amount 250, refundedAmount 50
    an unknown order | row orderStatus KZX, amount 250
    a refund of an unknown state | sale + row type REFUND, status KZX, amount 250, transactionId T2
  unclear: state
    a paid link that was voided | link status VOID, paymentStatus PAID, amount 250
    a paid order with an unpaid invoice | row orderStatus PAID, invoiceStatus UNPAID, amount 250
  refunded, 250 back
    all of it beside an unknown word | row status REFUNDED, flowState KZX, amount 250
    a refund that was approved | sale + row type REFUND, status APPROVED, amount 250, transactionId T2
    a refund whose own state says so | sale + row type REFUND, refundStatus SUCCESS, amount 250, transactionId T2
  refunded, unknown back
    a refund of a part | row status PAID, refundStatus PARTIAL, amount 250
    a refund that was made | row status PAID, refundStatus SUCCESS, amount 250
  disputed, unknown back
    a dispute | row status PAID, disputed true, amount 250
  paid, 50 back
    a refund that was made, with its amount | row status PAID, refundStatus SUCCESS, amount 250, refundedAmount 50
  paid, 0 back
    a refund that failed by its own state | sale + sale type REFUND, refundStatus FAILED, status undefined
    a refund that was cancelled | sale + sale type REFUND, refundStatus CANCELLED, status undefined
    a refund that expired | sale + sale type REFUND, refundStatus EXPIRED, status undefined
    a refund that waits | sale + sale type REFUND, refundStatus PENDING, status undefined
    a refund on hold | sale + sale type REFUND, refundStatus HOLD, status undefined
    a refund that was started | sale + sale type REFUND, refundStatus INITIATED, status undefined
  `,
);

judgedAs(
  'a row that is not a payment pays nothing, whatever its status',
  `
  waiting
    an authorisation | sale transactionType AUTHORIZATION
    a pre-authorisation | sale type PRE_AUTH
    a card verification | sale txnType CardVerification, amount 0
    a reversal | sale type Reversal
    a fee | sale type SERVICE_FEE
    a payout | sale recordType PAYOUT
    a pending refund | sale type REFUND, status PENDING
  disputed
    only a chargeback | sale operation CHARGEBACK
  refunded
    only a refund | sale transactionType REFUND
    a refund flag | sale isRefund true
  unclear: word
    an unknown word | sale transactionType QX17
    an unknown word, and the link is paid in full | link status PAID, amount 250 + sale transactionType QX17
    an unknown number | sale transactionType 7
    an unknown word, and the link waits | link status CREATED, amount 250 + sale transactionType QX17
  `,
);

judgedAs(
  'an amount other than the link’s is not paid',
  `
  partly
    less | sale amount 200
    a fils less | sale amount "249.99"
    less, and the link still says paid | link status PAID, amount 250 + sale amount 200
    less than the invoice amount | sale invoiceAmount 250, amount 200
    less in the link’s own record | link status PAID, amount 250, paidAmount 25
    a part | link status PARTIALLY_PAID, amount 250
    half of it twice, without an id | row status PAID, amount 125 + row status PAID, amount 125
    halves by id and in the listing are not added | ourRowById status PAID, amount 125
      + row status PAID, amount 125, no 2
    the link’s total is not added to its rows | link status PARTIALLY_PAID, amount 250, paidAmount 125
      + sale amount 125
  mismatch
    more | sale amount 2500
    twice as much in two payments | sale + sale transactionId T2
    another currency | sale currency USD
    another currency inside the amount | row status PAID, amount.value 250, amount.currency INR
    two records of the link, one in another currency | ourLinkById status PAID, paidAmount 250
      + link status PAID, amount 250, currency USD
    a row in another currency without an amount, and the link is paid | link status PAID, amount 250
      + row status PAID, currency USD
  unclear: amount
    no amount | row status SUCCESS
    a fraction of a fils | sale amount "249.996"
    two amounts of one rank | row status PAID, paidAmount 250, capturedAmount 200
    one transaction with two amounts | sale + sale amount 200
    two records of the link with two amounts | ourLinkById status PAID, paidAmount 250
      + link status PAID, paidAmount 200
    rows below the second record of the link | ourLinkById status PAID, amount 250
      + link status PAID, paidAmount 300 + sale amount 250
    one transaction with two amounts, and the link is paid | link status PAID, amount 250 + sale
      + sale amount 200
    one transaction with two amounts, and one of them went back | link status REFUNDED, amount 250
      + sale amount 200, dealAmount 3 + sale type REFUND, amount 200, transactionId T2
    a fraction of a fils, and the link is paid | link status PAID, amount 250 + sale amount "249.996"
    a row for a part, and the link is paid | link status PAID, amount 250
      + sale status PARTIALLY_PAID, amount 100
    rows below the link’s own total | link status PAID, amount 250, paidAmount 250 + sale amount 125
  `,
);

judgedAs(
  'a refund follows the payment',
  `
  refunded, 250 back
    a sale and its refund | sale + sale type REFUND, transactionId T2
    a sale and its refund below zero | sale + sale amount -250, transactionId T2
    a refund with the id of its sale | sale + sale type REFUND
    the refunded amount | sale refundedAmount 250
    the refunded amount of the link | link status PAID, amount 250, refundedAmount "250.00"
    the state of the row | row status REFUNDED, amount 250
    the state of the link | link status REFUNDED, amount 250 + sale
    a refunded row while the link still says paid | link status PAID, amount 250
      + row status REFUNDED, amount 250
    a void of the sale | sale + sale type VOID, transactionId T2
    a void that says so twice | sale + sale type VOID, status VOIDED, transactionId T2
    a reversal that says so twice | sale + sale type REVERSAL, status VOIDED, transactionId T2
    all of it in parts while the link still says a part | link status PARTIALLY_REFUNDED, amount 250 + sale
      + row status REFUNDED, amount 50, transactionId T2 + row status REFUNDED, amount 200, transactionId T3
  paid, 50 back
    a part in a row | sale + sale type REFUND, amount 50, transactionId T2
    a part in a field | sale refundedAmount 50
    the same part in a row and a field | sale refundedAmount 50 + sale type REFUND, amount 50, transactionId T2
    a part that only the refund’s row shows | link status PARTIALLY_REFUNDED, amount 250
      + rowById status REFUNDED, amount 50
    a part in the link and both rows | link status PARTIALLY_REFUNDED, amount 250 + sale
      + row status REFUNDED, amount 50, transactionId T2
  paid, 80 back
    two parts with the id of the sale | sale + sale type REFUND, amount 50 + sale type REFUND, amount 30
  paid, 0 back
    a refund that failed | sale + sale type REFUND, status FAILED, transactionId T2
    nothing yet | sale refundedAmount 0
  refunded, 200 back
    a part of an unknown payment | link status REFUNDED + row type VOID, amount 200, transactionId T2
  refunded, unknown back
    a part of unknown size | link status PARTIALLY_REFUNDED, amount 250
    a part of unknown size, and the payment | link status PARTIALLY_REFUNDED, amount 250 + sale
  `,
);

// `record-owner.test.ts` has whose a record is.
judgedAs(
  'ids decide whose record it is',
  `
  paid
    our order id | bareRow orderId "100234", status PAID, amount 250
    read by our id, and without any id | rowById status PAID, amount 250
    a link with our bare id | bareLink id 100234, status PAID, amount 250
    read by our id, and with a number that the link has too
      | ourLinkById invoiceNumber SRV-1, status CREATED, amount 250
      + rowById invoiceNumber SRV-1, status PAID, amount 250
    a certain payment beside one with an unknown sort of order id
      | sale + bareRow orderRef X-1, Invoice_Id INV-7, status PAID, amount 250
  none
    listed without any id | bareRow status PAID, amount 250
  waiting
    another order id, and the link has ours | ourLinkById Invoice_Id INV-7, status CREATED, amount 250
      + rowById orderId "100999", status PAID, amount 250
  unclear: order-id
    another order id with our reference, and the link has ours
      | ourLinkById Invoice_Id INV-7, status CREATED, amount 250
      + bareRow orderId "100999", Invoice_Id INV-7, status PAID, amount 250
  `,
);

test('a record pays neither of two links with the same reference and amount', () => {
  const rival: LinkIdentity = { id: 'lnk_2', invoiceId: 'INV-7', orderId: '100999', address: null };
  const twin: JudgedLink = { ...ASKED, ...rival };
  const paid = bareRow({ Invoice_Id: 'INV-7', status: 'SUCCESS', amount: 250, transactionId: 'T1' });
  for (const [one, other] of [
    [ASKED, twin],
    [twin, ASKED],
  ] as const)
    expect(judge([paid], [other], one)).toMatchObject({ outcome: 'unclear', doubt: 'which-link' });
});

describe('the facts of a verdict', () => {
  test('are the time, the amount, the id and the fields that decided', () => {
    const verdict = judge([
      link({ status: 'PAID', amount: 250 }),
      row({
        status: 'SUCCESS',
        amount: 250,
        transactionId: 500001,
        transactionType: 'SALE',
        createdAt: '2026-11-21 02:10:00',
      }),
    ]);
    expect(verdict).toMatchObject({
      happenedAt: Date.UTC(2026, 10, 20, 22, 10),
      seenIn: 'transaction',
      word: 'SUCCESS',
      amountFils: 25_000,
      refundedFils: 0,
      transactionId: '500001',
    });
    expect(verdict.grounds[0]).toEqual({
      of: 'transaction',
      via: 'listing',
      ownedBy: 'order-id',
      kindWord: 'SALE',
      stateField: 'status',
      stateWord: 'SUCCESS',
      amountField: 'amount',
      amountFils: 25_000,
    });
  });

  test('are those of the last part of a payment, with the ids of all its parts', () => {
    const half = (no: number) =>
      sale({ amount: 125, transactionId: `T${no}`, createdAt: `2026-11-21 0${no}:00:00` });
    expect(judge([half(2), half(1)])).toMatchObject({
      outcome: 'paid',
      amountFils: 25_000,
      happenedAt: Date.UTC(2026, 10, 20, 22),
      transactionId: 'T2, T1',
    });
  });

  test('name what is not understood', () => {
    expect(judge([sale({ transactionType: 'QX17' })]).unread).toEqual([
      { name: 'transactiontype', word: 'QX17', path: 'transactionType' },
    ]);
    expect(judge([sale({ transactionType: 'SALE' })]).unread).toEqual([]);
    // Also where the link's own record says that it was paid.
    const unread = [{ name: 'dealamount', word: '*', path: 'dealAmount' }];
    const torn = sale({ dealAmount: 3 });
    expect(judge([torn])).toMatchObject({ doubt: 'amount', unread });
    expect(judge([torn, link({ status: 'PAID', amount: 250 })])).toMatchObject({ doubt: 'amount', unread });
  });
});

describe('a word that an admin has explained', () => {
  const taught = (says: TaughtSays) =>
    judgeRecords(ASKED, [sale({ transactionType: 'QX17' })], {
      ...SETTINGS,
      words: buildVocabulary({}, [{ name: 'transactiontype', word: 'qx17', says }]),
    }).outcome;

  test('makes a row a payment, or something else', () => {
    expect(taught('paid')).toBe('paid');
    expect(taught('nothing')).toBe('paid');
    expect(taught('not-paid')).toBe('waiting');
    expect(taught('refunded')).toBe('refunded');
  });
});

describe('the unit of an amount', () => {
  const SEEN = ASKED.createdAt + 60_000;
  const say = (word: string, says: Unit, at = SEEN) => ({ name: 'amount', word, says, at });
  const look = (amount: number, taught: TaughtWord[], seenAt = SEEN) =>
    judgeRecords(ASKED, [{ ...sale({ amount }), firstSeenAt: seenAt } as FoundRecord], {
      ...SETTINGS,
      words: buildVocabulary({}, taught),
    });

  test('is asked about where it is a hundred times what was due, and holds from then on', () => {
    expect(look(25_000, [])).toMatchObject({
      outcome: 'unclear',
      unread: [{ name: 'amount', word: '*fils' }],
    });
    const fils = [say('*fils', 'fils')];
    expect(look(25_000, fils)).toMatchObject({ outcome: 'paid', amountFils: 25_000 });
    expect(look(20_000, fils)).toMatchObject({ outcome: 'partly', amountFils: 20_000 });
    expect(look(250, fils, SEEN - 3_600_000)).toMatchObject({ outcome: 'paid', unread: [] });
    expect(look(25_000, [say('*fils', 'dirhams')]).outcome).toBe('mismatch');
    const asked = link({ status: 'PAID', amount: 250 });
    const words = buildVocabulary({}, fils);
    expect(judgeRecords(ASKED, [asked, sale({ amount: 25_000 })], { ...SETTINGS, words }).outcome).toBe(
      'paid',
    );
  });

  test('is asked about again where both are under one name', () => {
    const fils = say('*fils', 'fils');
    expect(look(250, [fils])).toMatchObject({
      outcome: 'unclear',
      unread: [{ name: 'amount', word: '*dirhams' }],
    });
    const later = SEEN + 3_600_000;
    expect(look(250, [fils, say('*dirhams', 'dirhams', later)], later).outcome).toBe('paid');
    expect(look(25_000, [fils, say('*dirhams', 'dirhams', later)]).outcome).toBe('paid');
  });
});

test.each<[Fields, boolean]>([
  [{ refundStatus: 'KZX' }, true],
  [{ disputeState: 'KZX' }, true],
  [{ refundStatus: 'PARTIAL', refundedAmount: 50, flowState: 'KZX' }, true],
  [{ flowState: 'KZX' }, false],
])('what nobody can tell beside a payment is about what went back: %j, %s', (fields, isBackAsked) => {
  expect(judge([sale(fields)])).toMatchObject({ outcome: 'unclear', isBackAsked });
});

test('of more than was due, a link’s own record does not tell which payment went back', () => {
  const [one, two] = [sale(), sale({ transactionId: 'T2' })];
  const back = link({ status: 'REFUNDED', amount: 250 });
  expect(judge([one, two, back])).toMatchObject({ outcome: 'unclear', doubt: 'amount', isBackAsked: true });
  expect(judge([one, back])).toMatchObject({ outcome: 'refunded', refundedFils: 25_000 });
  const row = sale({ transactionId: 'T2', status: 'REFUNDED' });
  expect(judge([one, row, back])).toMatchObject({ refundedFils: 25_000 });
});
