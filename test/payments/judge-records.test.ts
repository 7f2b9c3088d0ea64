import { describe, expect, test } from 'vitest';
import {
  type AskedLink,
  buildKindWords,
  buildStateWords,
  type Doubt,
  type FoundRecord,
  judgeRecords,
  type LinkIdentity,
  type Outcome,
} from '../../src/payments/index.ts';
import {
  ASKED,
  bareRow,
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

/** The records, by what is meant. */
type Cases = Record<string, FoundRecord | FoundRecord[]>;

const hold = (title: string, expected: Partial<Record<Outcome | `unclear: ${Doubt}`, Cases>>) =>
  describe.each(Object.entries(expected))(`${title}: %s`, (verdict, cases) => {
    const [outcome, doubt = null] = verdict.split(': ');
    test.each(Object.entries(cases))('%s', (_, found) => {
      expect(judge([found].flat())).toMatchObject({ outcome, doubt });
    });
  });

hold('a whole payment is paid', {
  paid: {
    'a row that succeeded': sale(),
    'in another spelling': row({ Txn_Status: 'Captured', txn_amount: '250.00' }),
    'nested in a container named as the payment’s': row({
      payment: { state: 'COMPLETED', amount: { value: '250', currency: 'AED' } },
    }),
    'said by a flag': row({ isPaid: true, amount: '250.00', currency: 'aed' }),
    'said by the link’s own record': link({ status: 'PAID', amount: 250 }),
    'said by the payment of a link that lives on': link({
      status: 'ACTIVE',
      paymentStatus: 'Successful',
      amount: 250,
    }),
    'of a link that was closed after it': link({ linkStatus: 'CLOSED', paymentStatus: 'PAID', amount: 250 }),
    'said by both': [link({ status: 'PAID', amount: 250 }), sale()],
    'while the link’s record lags as open': [link({ status: 'CREATED', amount: 250 }), sale()],
    'while the link’s record lags as expired': [link({ status: 'EXPIRED', amount: 250 }), sale()],
    'after a declined try': [row({ status: 'DECLINED', amount: 250, transactionId: 'T0' }), sale()],
    'in one word for it all': link({ status: 'PAYMENT_SUCCESS', amount: '250.00' }),
    'with the noise of a double': sale({ amount: 250.00000000000003 }),
    'with the noise of a double below it': sale({ amount: '249.99999999999997' }),
    'with a fee beside it': row({ transactionStatus: 'SUCCESS', transactionAmount: 250, fee: { amount: 5 } }),
    'with what is left after the fee': sale({ netAmount: 243.75, fee: 6.25, vat: 0.3 }),
    'in two halves': [sale({ amount: 100, transactionId: 'T1' }), sale({ amount: 150, transactionId: 'T2' })],
    'in two halves, the first of which the look-up by id shows as well': [
      rowById({ ...OURS, status: 'SUCCESS', amount: 100, transactionId: 'T1' }),
      sale({ amount: 100, transactionId: 'T1' }),
      sale({ amount: 150, transactionId: 'T2' }),
    ],
    'that comes on two pages': [sale(), sale()],
    'that comes twice, once without its currency': [sale({ currency: 'aed' }), sale()],
    'after declined tries of one id with other sums': [
      row({ status: 'DECLINED', amount: 100, transactionId: 'T0' }),
      row({ status: 'DECLINED', amount: 200, transactionId: 'T0' }),
      sale(),
    ],
    'whose row names no sum, where the link says paid': [
      link({ status: 'PAID', amount: 250 }),
      row({ status: 'SUCCESS' }),
    ],
    'without an id, in both readings': [
      rowById({ status: 'SUCCESS', amount: 250 }),
      row({ status: 'SUCCESS', amount: 250 }),
    ],
    'of a kind that is a payment': sale({ transactionType: 'SALE' }),
    'authorised and captured at once': sale({ type: 'AUTH_CAPTURE' }),
    'with a word of method': sale({ type: 'CARD', channel: 'ECOM', paymentType: 'ONLINE' }),
    'by a debit card': sale({ paymentType: 'DEBIT' }),
    'with a row whose kind nobody knows, where the link says paid in full': [
      link({ status: 'PAID', amount: 250 }),
      sale({ transactionType: 'QX17' }),
    ],
    'with settlement, refund, delivery and risk fields beside it': sale({
      settlementStatus: 'PENDING',
      payoutStatus: 'FAILED',
      refundStatus: 'NONE',
      emailStatus: 'FAILED',
      riskResult: 'DECLINED',
      threeDSecure: { status: 'FAILED' },
      settlement: { status: 'PENDING', amount: 243 },
    }),
    'in a state that is an object': row({ status: { code: 'CAPTURED' }, amount: { total: 250 } }),
    'with dirhams by number': sale({ currency: '784' }),
  },
});

hold('what the fields say decides, the specific over the general', {
  waiting: {
    'a nested 3-D Secure state is not the payment’s': sale({
      status: 'PENDING',
      threeDSecure: { status: 'SUCCESS' },
    }),
    'an envelope’s word beside the transaction’s own': sale({
      status: 'SUCCESS',
      transactionStatus: 'PENDING',
    }),
    'making the link': link({ status: 'CREATED', paymentLinkStatus: 'SUCCESS', amount: 250 }),
    'a flag that says no': sale({ isPaid: false }),
    'a flag of the link that says no': link({ is_paid: false, amount: 250 }),
    'an order received and unpaid': row({ orderStatus: 'RECEIVED', paymentStatus: 'UNPAID', amount: 250 }),
    'a payout’s success': row({ payoutStatus: 'PAID', status: 'PENDING', amount: 250 }),
    'the customer’s name': link({ status: 'CREATED', FullName: 'Paid', amount: 250 }),
    'money that is only held': row({ status: 'AUTHORIZED', amount: 250 }),
  },
  silent: {
    'making the link, in one word': link({ status: 'SUCCESS', amount: 250 }),
    'an order received': row({ orderStatus: 'RECEIVED', amount: 250 }),
    'a payout’s success alone': row({ payoutStatus: 'PAID', amount: 250 }),
    'the notes': link({ notes: 'PAID', amount: 250 }),
    'a word that is not in the table': link({ status: 'KZX', amount: 250 }),
  },
  declined: {
    'a specific denial of a general success': row({ status: 'PAID', paymentStatus: 'DECLINED', amount: 250 }),
    'a declined try': [link({ status: 'CREATED', amount: 250 }), row({ status: 'FAILED', amount: 250 })],
    'a failure on the link’s own record': link({ status: 'FAILED', amount: 250 }),
    'a try that the customer broke off': link({ status: 'ACTIVE', paymentStatus: 'CANCELLED', amount: 250 }),
  },
  'unclear: state': {
    'a general denial of a specific success': row({
      status: 'FAILED',
      paymentStatus: 'SUCCESS',
      amount: 250,
    }),
    'two specific fields that disagree': row({
      paymentStatus: 'SUCCESS',
      transactionStatus: 'PENDING',
      amount: 250,
    }),
  },
  none: {
    'no record': [],
  },
  cancelled: {
    'a link that was cancelled': link({ linkStatus: 'Cancelled', amount: 250 }),
    'a link that was deactivated': link({ status: 'DEACTIVATED', isPaid: false, amount: 250 }),
  },
  expired: {
    'a link that expired': link({ status: 'Expired', paymentStatus: 'UNPAID', amount: 250 }),
  },
});

hold('a row that is no payment pays nothing, whatever its status', {
  waiting: {
    'an authorisation': sale({ transactionType: 'AUTHORIZATION' }),
    'a pre-authorisation': sale({ type: 'PRE_AUTH' }),
    'a verification of the card': sale({ txnType: 'CardVerification', amount: 0 }),
    'a void': sale({ type: 'VOID' }),
    'a reversal': sale({ type: 'Reversal' }),
    'a fee': sale({ type: 'SERVICE_FEE' }),
    'a payout': sale({ recordType: 'PAYOUT' }),
    'a refund of a link that waits, pending': sale({ type: 'REFUND', status: 'PENDING' }),
  },
  refunded: {
    'a refund alone': sale({ transactionType: 'REFUND' }),
    'a chargeback alone': sale({ operation: 'CHARGEBACK' }),
    'a refund said by a flag': sale({ isRefund: true }),
  },
  'unclear: kind': {
    'a word that nobody knows': sale({ transactionType: 'QX17' }),
    'a number that nobody knows': sale({ transactionType: 7 }),
    'a word that nobody knows, where the link waits': [
      link({ status: 'CREATED', amount: 250 }),
      sale({ transactionType: 'QX17' }),
    ],
  },
});

hold('a sum that is not the one asked is not paid', {
  partly: {
    less: sale({ amount: 200 }),
    'a fils less': sale({ amount: '249.99' }),
    'less than the link still shows': [link({ status: 'PAID', amount: 250 }), sale({ amount: 200 })],
    'less than it was invoiced for': sale({ invoiceAmount: 250, amount: 200 }),
    'less by the link’s own word': link({ status: 'PAID', amount: 250, paidAmount: 25 }),
    'a part': link({ status: 'PARTIALLY_PAID', amount: 250 }),
    'half of it twice, without an id': [
      row({ status: 'PAID', amount: 125 }),
      row({ status: 'PAID', amount: 125 }),
    ],
    'halves by id and in the listing, which are not added': [
      rowById({ ...OURS, status: 'PAID', amount: 125 }),
      row({ status: 'PAID', amount: 125, no: 2 }),
    ],
    'the link’s own total, which is not added to its rows': [
      link({ status: 'PARTIALLY_PAID', amount: 250, paidAmount: 125 }),
      sale({ amount: 125 }),
    ],
  },
  mismatch: {
    more: sale({ amount: 2500 }),
    'twice as much in two payments': [sale(), sale({ transactionId: 'T2' })],
    'another country’s money': sale({ currency: 'USD' }),
    'another country’s money inside the amount': row({
      status: 'PAID',
      amount: { value: 250, currency: 'INR' },
    }),
    'two records of the link, one in another country’s money': [
      linkById({ ...OURS, status: 'PAID', paidAmount: 250 }),
      link({ status: 'PAID', amount: 250, currency: 'USD' }),
    ],
    'a row in another currency without a sum, where the link says paid': [
      link({ status: 'PAID', amount: 250 }),
      row({ status: 'PAID', currency: 'USD' }),
    ],
  },
  'unclear: amount': {
    'no amount': row({ status: 'SUCCESS' }),
    'no whole fils': sale({ amount: '249.996' }),
    'two amounts of one rank': row({ status: 'PAID', paidAmount: 250, capturedAmount: 200 }),
    'one transaction with two sums': [sale(), sale({ amount: 200 })],
    'two records of the link with two sums': [
      linkById({ ...OURS, status: 'PAID', paidAmount: 250 }),
      link({ status: 'PAID', paidAmount: 200 }),
    ],
    'rows that lag behind the second record of the link': [
      linkById({ ...OURS, status: 'PAID', amount: 250 }),
      link({ status: 'PAID', paidAmount: 300 }),
      sale({ amount: 250 }),
    ],
    'one transaction with two sums, where the link says paid': [
      link({ status: 'PAID', amount: 250 }),
      sale(),
      sale({ amount: 200 }),
    ],
    'no whole fils, where the link says paid': [
      link({ status: 'PAID', amount: 250 }),
      sale({ amount: '249.996' }),
    ],
    'a row that says a part came, where the link says paid': [
      link({ status: 'PAID', amount: 250 }),
      sale({ status: 'PARTIALLY_PAID', amount: 100 }),
    ],
    'rows that lag behind the link’s own total': [
      link({ status: 'PAID', amount: 250, paidAmount: 250 }),
      sale({ amount: 125 }),
    ],
  },
});

describe('refunds come after', () => {
  describe.each<[Outcome, number | null, Cases]>([
    [
      'refunded',
      25_000,
      {
        'a sale beside its refund': [sale(), sale({ type: 'REFUND', transactionId: 'T2' })],
        'a sale beside its refund, negative': [sale(), sale({ amount: -250, transactionId: 'T2' })],
        'a refund under the id of its sale': [sale(), sale({ type: 'REFUND' })],
        'the amount that went back': sale({ refundedAmount: 250 }),
        'the same on the link': link({ status: 'PAID', amount: 250, refundedAmount: '250.00' }),
        'the state of the row': row({ status: 'REFUNDED', amount: 250 }),
        'the state of the link': [link({ status: 'REFUNDED', amount: 250 }), sale()],
        'a row that says refunded beside the link that says paid': [
          link({ status: 'PAID', amount: 250 }),
          row({ status: 'REFUNDED', amount: 250 }),
        ],
        'a void of the sale': [sale(), sale({ type: 'VOID', transactionId: 'T2' })],
        'all of it in parts, where the link’s record still says that it is a part': [
          link({ status: 'PARTIALLY_REFUNDED', amount: 250 }),
          sale(),
          row({ status: 'REFUNDED', amount: 50, transactionId: 'T2' }),
          row({ status: 'REFUNDED', amount: 200, transactionId: 'T3' }),
        ],
      },
    ],
    [
      'paid',
      5_000,
      {
        'a part in a row': [sale(), sale({ type: 'REFUND', amount: 50, transactionId: 'T2' })],
        'a part in a field': sale({ refundedAmount: 50 }),
        'the same part in a row and a field, counted once': [
          sale({ refundedAmount: 50 }),
          sale({ type: 'REFUND', amount: 50, transactionId: 'T2' }),
        ],
        'a part, shown only by the row of the refund': [
          link({ status: 'PARTIALLY_REFUNDED', amount: 250 }),
          rowById({ status: 'REFUNDED', amount: 50 }),
        ],
        'a part, by the link and both rows': [
          link({ status: 'PARTIALLY_REFUNDED', amount: 250 }),
          sale(),
          row({ status: 'REFUNDED', amount: 50, transactionId: 'T2' }),
        ],
      },
    ],
    [
      'paid',
      8_000,
      {
        'two parts under the id of the sale': [
          sale(),
          sale({ type: 'REFUND', amount: 50 }),
          sale({ type: 'REFUND', amount: 30 }),
        ],
      },
    ],
    [
      'paid',
      0,
      {
        'a refund that failed': [sale(), sale({ type: 'REFUND', status: 'FAILED', transactionId: 'T2' })],
        'nothing yet': sale({ refundedAmount: 0 }),
      },
    ],
    [
      'refunded',
      20_000,
      {
        'a part, where no record says how much came': [
          link({ status: 'REFUNDED' }),
          row({ type: 'VOID', amount: 200, transactionId: 'T2' }),
        ],
      },
    ],
    [
      'refunded',
      null,
      {
        'a part of unknown size': link({ status: 'PARTIALLY_REFUNDED', amount: 250 }),
        'a part of unknown size, beside the payment': [
          link({ status: 'PARTIALLY_REFUNDED', amount: 250 }),
          sale(),
        ],
      },
    ],
  ])('%s, with %s fils', (outcome, refundedFils, cases) => {
    test.each(Object.entries(cases))('%s', (_, found) => {
      expect(judge([found].flat())).toMatchObject({ outcome, refundedFils });
    });
  });
});

const OWN = linkById({ ...OURS, Invoice_Id: 'INV-7', status: 'CREATED', amount: 250 });

hold('a record', {
  paid: {
    'by our order id': bareRow({ orderId: '100234', status: 'PAID', amount: 250 }),
    'by our order id, as a number': bareRow({ order_id: 100234, status: 'PAID', amount: 250 }),
    'by the link’s id': bareRow({ paymentLinkId: '100234', status: 'PAID', amount: 250 }),
    'by our reference': bareRow({ Invoice_Id: 'INV-7', status: 'PAID', amount: 250 }),
    'by our address': bareRow({ paymentLink: 'https://pay.example.com/p/1', status: 'PAID', amount: 250 }),
    'asked for by our id, without any id': rowById({ status: 'PAID', amount: 250 }),
    'a link’s record by its bare id': {
      kind: 'link',
      via: 'listing',
      record: { fields: { id: 100234, status: 'PAID', amount: 250 } },
    },
    'asked for by our id, with a number of the service’s own that the link carries too': [
      linkById({ ...OURS, invoiceNumber: 'SRV-1', status: 'CREATED', amount: 250 }),
      rowById({ invoiceNumber: 'SRV-1', status: 'PAID', amount: 250 }),
    ],
  },
  none: {
    'in a listing, without any id': bareRow({ status: 'PAID', amount: 250 }),
    'a transaction whose own id is our order id': bareRow({ id: '100234', status: 'PAID', amount: 250 }),
  },
  waiting: {
    'another order id where the link’s own record holds ours': [
      OWN,
      rowById({ orderId: '100999', status: 'PAID', amount: 250 }),
    ],
    'another order id where the link’s own record holds ours, beside our reference': [
      OWN,
      bareRow({ orderId: '100999', Invoice_Id: 'INV-7', status: 'PAID', amount: 250 }),
    ],
    'asked for by our id, with somebody else’s reference': [
      OWN,
      rowById({ Invoice_Id: 'INV-8', status: 'PAID', amount: 250 }),
    ],
  },
  'unclear: order-id': {
    'our reference beside an order id of an unknown sort': bareRow({
      orderRef: 'X-1',
      Invoice_Id: 'INV-7',
      status: 'PAID',
      amount: 250,
    }),
    'asked for by our id, with an order id of an unknown sort': rowById({
      orderRef: 'X-1',
      status: 'PAID',
      amount: 250,
    }),
    'our order id beside another in a field that held ours': [
      OWN,
      bareRow({ orderId: '100999', linkId: '100234', status: 'PAID', amount: 250 }),
    ],
  },
});

describe('a record that another link may own', () => {
  const rival: LinkIdentity = { id: 'lnk_2', invoiceId: 'INV-7', orderId: '100999', address: null };

  test.each<[title: string, ids: Fields, LinkIdentity, Outcome, Doubt | null]>([
    [
      'our reference, which another link of ours has too',
      { Invoice_Id: 'INV-7' },
      rival,
      'unclear',
      'which-link',
    ],
    [
      'our reference, which another link of ours has too, with our order id',
      { Invoice_Id: 'INV-7', orderId: '100234' },
      rival,
      'paid',
      null,
    ],
    [
      'our reference, with the other link’s order id',
      { Invoice_Id: 'INV-7', orderId: '100999' },
      rival,
      'none',
      null,
    ],
    [
      'our order id, which another link of ours has too',
      { orderId: '100234' },
      { ...rival, orderId: '100234' },
      'unclear',
      'which-link',
    ],
  ])('by %s', (_, ids, other, outcome, doubt) => {
    expect(judge([bareRow({ ...ids, status: 'PAID', amount: 250 })], [other])).toMatchObject({
      outcome,
      doubt,
    });
  });

  test('one payment makes neither of two links paid that share a reference and an amount', () => {
    const twin: AskedLink = { ...ASKED, ...rival, amountFils: 25_000 };
    const paid = bareRow({ Invoice_Id: 'INV-7', status: 'SUCCESS', amount: 250, transactionId: 'T1' });
    for (const [one, other] of [
      [ASKED, twin],
      [twin, ASKED],
    ] as const)
      expect(judgeRecords(one, [paid], SETTINGS, [other])).toMatchObject({
        outcome: 'unclear',
        doubt: 'which-link',
      });
  });

  test('an unknown row does not block a certain payment', () => {
    const strange = bareRow({ orderRef: 'X-1', Invoice_Id: 'INV-7', status: 'PAID', amount: 250 });
    expect(judge([sale(), strange]).outcome).toBe('paid');
  });

  test('a link without a known order id is matched by its reference, next to any order id', () => {
    const lost = { ...ASKED, orderId: null, address: null };
    const found = [bareRow({ Invoice_Id: 'INV-7', orderId: '5', status: 'PAID', amount: 250 })];
    expect(judge(found, [], lost).outcome).toBe('paid');
  });
});

describe('the facts of a verdict', () => {
  test('are when, how much, under which id, and what decided', () => {
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

  test('are those of the last part of a payment, with the ids of all parts', () => {
    const half = (no: number) =>
      sale({ amount: 125, transactionId: `T${no}`, createdAt: `2026-11-21 0${no}:00:00` });
    expect(judge([half(2), half(1)])).toMatchObject({
      outcome: 'paid',
      amountFils: 25_000,
      happenedAt: Date.UTC(2026, 10, 20, 22),
      transactionId: 'T2, T1',
    });
  });

  test('name the unknown words for what a row is', () => {
    expect(judge([sale({ transactionType: 'QX17' })]).unknownKinds).toEqual(['QX17']);
    expect(judge([sale({ transactionType: 'SALE' })]).unknownKinds).toEqual([]);
  });

  test('give the amount received of a short payment', () => {
    expect(judge([link({ status: 'PAID', amount: 250 }), sale({ amount: 200 })]).amountFils).toBe(20_000);
    expect(judge([sale({ paidAmount: 10 })]).amountFils).toBe(1_000);
  });
});

describe('words that an admin has sorted', () => {
  const taught = (words: { payment?: string[]; other?: string[] }) =>
    judgeRecords(ASKED, [sale({ transactionType: 'QX17' })], {
      ...SETTINGS,
      words: { states: buildStateWords(), kinds: buildKindWords(words) },
    }).outcome;

  test('make a row a payment, or keep it from being one', () => {
    expect(taught({ payment: ['qx17'] })).toBe('paid');
    expect(taught({ other: ['QX17'] })).toBe('waiting');
  });
});
