import { describe, expect, test } from 'vitest';
import { decideChange, findDenial, type Grounds } from '../../src/links/checks/decide-change.ts';
import { buildVocabulary } from '../../src/payment-service/index.ts';
import type { KeptRecord, Outcome, Verdict } from '../../src/payments/index.ts';
import type { Link } from '../../src/store/link.ts';
import type { LinkPayment, PaymentFinding } from '../../src/store/link-payment.ts';
import { isRequest, LINK_STATES, type LinkState } from '../../src/store/link-states.ts';
import { buildLink } from '../fixtures/links.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const EXPIRES = buildLink().expiresAt;
const words = buildVocabulary();

const verdictOf = (outcome: Outcome, more: Partial<Verdict> = {}): Verdict => ({
  outcome,
  doubt: null,
  payments: [],
  refundedAt: null,
  refunds: [],
  isBackAsked: false,
  backKind: 'refund',
  dispute: null,
  happenedAt: NOW - MINUTE,
  seenIn: 'transaction',
  word: 'WORD',
  amountFils: 125_050,
  refundedFils: 0,
  currency: 'AED',
  transactionId: 'T1',
  grounds: [],
  unread: [],
  ...more,
});

const known = (finding: PaymentFinding, more: Partial<LinkPayment> = {}): LinkPayment => ({
  finding,
  noticedAt: NOW - 60 * MINUTE,
  happenedAt: null,
  seenIn: 'transaction',
  word: null,
  amountFils: 125_050,
  refundedFils: 0,
  currency: 'AED',
  transactionId: 'T1',
  doubt: null,
  ...more,
});

describe('a refund', () => {
  const BACK = NOW - 2 * MINUTE;
  const before = known('confirmed', { happenedAt: NOW - 61 * MINUTE });
  const back = { refundedAt: BACK, happenedAt: NOW - 61 * MINUTE };

  test.each<[string, Outcome, Partial<Verdict>]>([
    ['of a part', 'paid', { refundedFils: 5_000 }],
    ['of everything', 'refunded', { refundedFils: 125_050 }],
    ['whose row alone was read', 'refunded', { refundedFils: 125_050, amountFils: null, happenedAt: null }],
  ])('%s has its own times, and the payment keeps its own', (_, outcome, more) => {
    const change = decide({ state: 'paid', payment: before }, verdictOf(outcome, { ...back, ...more }));
    expect(change?.payment).toMatchObject({
      noticedAt: before.noticedAt,
      happenedAt: before.happenedAt,
      refunds: [{ noticedAt: NOW, happenedAt: BACK }],
    });
    // What is known about it is not noticed again.
    const link = { state: 'paid' as const, payment: change?.payment ?? null };
    const again = decide(link, verdictOf('refunded', { ...back, refundedFils: 125_050 }), {
      now: NOW + MINUTE,
    });
    if (again !== null) expect(again.payment?.noticedAt).toBe(before.noticedAt);
  });

  test.each<[string, number | null, Outcome, number | null, number, string]>([
    ['a part', 5_000, 'paid', 0, 1, '-'],
    ['nobody knows how much', null, 'paid', 0, 1, '-'],
    ['everything', 125_050, 'paid', 5_000, 1, '-'],
    ['everything, if less went back than it seemed', 125_050, 'refunded', 97_180, 6, '= refunded'],
    ['everything, for almost a day', 125_050, 'paid', 0, 24 * 60 - 1, '-'],
    ['everything, if the records say so for longer', 125_050, 'paid', 0, 24 * 60, '= confirmed'],
    ['nobody knows how much, if it comes to be known', null, 'paid', 5_000, 1, '= confirmed'],
    ['a part, and then more', 5_000, 'paid', 6_000, 1, '= confirmed'],
    ['a part, and then nobody knows how much', 5_000, 'refunded', null, 1, '= refunded'],
  ])('of %s is not undone by an older copy of the records', (_, said, outcome, says, minutes, expected) => {
    const payment = known(said === 125_050 ? 'refunded' : 'confirmed', {
      refundedFils: said,
      refunds: [{ kind: 'refund', fils: said, noticedAt: NOW - minutes * MINUTE, happenedAt: null }],
    });
    const link = { state: 'paid' as const, payment };
    expect(describeChange(link, verdictOf(outcome, { refundedFils: says }))).toBe(expected);
  });

  test('that is the first that Paylink learns has the same moment for both', () => {
    const change = decide({ state: 'open' }, verdictOf('refunded', { ...back, refundedFils: 125_050 }));
    expect(change?.payment).toMatchObject({
      noticedAt: NOW,
      happenedAt: NOW - 61 * MINUTE,
      refunds: [{ kind: 'refund', fils: 125_050, noticedAt: NOW, happenedAt: BACK }],
    });
  });
});

test('of a payment that comes a day after another, each keeps its own time', () => {
  const before = known('mismatch', { amountFils: 20_500, happenedAt: NOW - 24 * 60 * MINUTE });
  const payments = [
    { fils: 20_500, at: null },
    { fils: 20_500, at: NOW - MINUTE },
  ];
  const more = verdictOf('mismatch', { amountFils: 41_000, payments });
  const change = decide({ state: 'reported', amountFils: 20_500, payment: before }, more);
  expect(change?.payment?.parts).toEqual([
    { fils: 20_500, noticedAt: before.noticedAt, happenedAt: before.happenedAt },
    { fils: 20_500, noticedAt: NOW, happenedAt: NOW - MINUTE },
  ]);
});

const decide = (link: Partial<Link>, verdict: Verdict, rest: Partial<Omit<Grounds, 'verdict'>> = {}) =>
  decideChange(buildLink(link), {
    verdict,
    isComplete: true,
    isAwaited: false,
    callbacks: [],
    now: NOW,
    mayExpire: true,
    words,
    ...rest,
  });

/** `to finding`; `=` if the link keeps its state; `quiet` without a reply; `-` if nothing changes. */
const describeChange = (...given: Parameters<typeof decide>): string => {
  const change = decide(...given);
  if (change === null) return '-';
  return `${change.to ?? '='} ${change.payment?.finding ?? 'none'}${change.isNews ? '' : ' quiet'}`;
};

const STATES = ['reserved', 'unknown', 'failed', 'open', 'reported', 'paid', 'expired'] as const;
const NOTHING = ['-', '-', '-', '-', '-', '-', '-'];

/** For each outcome, the change in each of `STATES`, if nothing else is known and the link has not expired. */
const TABLE: Record<Outcome, string[]> = {
  paid: ['-', ...Array(4).fill('paid confirmed'), '= confirmed', 'paid confirmed'],
  partly: ['-', ...Array(3).fill('reported partly'), '= partly', '-', 'reported partly'],
  mismatch: ['-', ...Array(3).fill('reported mismatch'), '= mismatch', '-', 'reported mismatch'],
  refunded: ['-', ...Array(3).fill('reported refunded'), '= refunded', '= refunded', 'reported refunded'],
  disputed: ['-', ...Array(3).fill('reported disputed'), '= disputed', '= disputed', 'reported disputed'],
  unclear: ['-', ...Array(3).fill('reported unconfirmed'), '= unconfirmed', '-', 'reported unconfirmed'],
  cancelled: 'failed cancelled,failed cancelled,= cancelled,failed cancelled,failed cancelled,-,-'.split(','),
  expired: ['-', 'expired none', '-', 'expired none', 'expired none', '-', '-'],
  declined: ['-', '-', '-', '= declined quiet', '= declined quiet', '-', '= declined quiet'],
  waiting: NOTHING,
  silent: NOTHING,
  none: NOTHING,
};

test('every state of a link is in the table, but those in which the service was never asked', () => {
  expect([...STATES].toSorted()).toEqual(LINK_STATES.filter((state) => !isRequest(state)).toSorted());
});

test.each(Object.entries(TABLE) as [Outcome, string[]][])(
  'if the service says %s, each state of a link changes as in the table',
  (outcome, changes) => {
    expect(STATES.map((state) => describeChange({ state }, verdictOf(outcome)))).toEqual(changes);
  },
);

test.each([
  ['AED', '= confirmed quiet'],
  [null, '= confirmed quiet'],
  ['USD', '-'],
])('more than a paid link asks for stays Paid, and is told of its sale: %s', (currency, change) => {
  const paid = { state: 'paid', payment: known('confirmed') } as const;
  const more = { currency, amountFils: 250_100, transactionId: 'T1, T2' };
  expect(describeChange(paid, verdictOf('mismatch', more))).toBe(change);
});

describe('a change', () => {
  test('has the payment, the time when it was noticed, and the cause', () => {
    const grounds: Verdict['grounds'] = [
      {
        of: 'transaction',
        via: 'id',
        ownedBy: 'order-id',
        kindWord: null,
        stateField: 'status',
        stateWord: 'PAID',
        amountField: 'amount',
        amountFils: 125_050,
      },
    ];
    expect(decide({}, verdictOf('paid', { grounds }))).toEqual({
      to: 'paid',
      cause: 'the service says paid',
      payment: {
        finding: 'confirmed',
        noticedAt: NOW,
        dispute: null,
        doubt: null,
        happenedAt: NOW - MINUTE,
        seenIn: 'transaction',
        word: 'WORD',
        amountFils: 125_050,
        refundedFils: 0,
        currency: 'AED',
        transactionId: 'T1',
        grounds,
      },
      failure: null,
      isNews: true,
    });
  });

  test.each<[Outcome, string]>([
    ['partly', 'paid in part'],
    ['mismatch', 'paid with another amount'],
    ['refunded', 'the service says refunded'],
    ['unclear', 'the service is not clear'],
    ['cancelled', 'cancelled at the service'],
    ['expired', 'expired unpaid'],
    ['declined', 'a try to pay was declined'],
  ])('has a cause for the history: %s', (outcome, cause) => {
    expect(decide({}, verdictOf(outcome))?.cause).toBe(cause);
  });

  test('to cancelled tells the creator', () => {
    expect(decide({}, verdictOf('cancelled'))?.failure?.what).toMatch(/cancelled at the payment service/);
    expect(decide({}, verdictOf('expired'))).toMatchObject({ failure: null, payment: null });
  });

  test('of an unclear payment keeps the service’s status, if it has one', () => {
    expect(decide({}, verdictOf('unclear', { doubt: 'amount' }))?.payment).toMatchObject({
      doubt: 'amount',
      came: { status: 'WORD' },
    });
    expect(decide({}, verdictOf('unclear', { word: null }))?.payment?.came).toEqual({});
    const grounds: Verdict['grounds'] = [
      {
        ...{ of: 'transaction', via: 'listing', ownedBy: 'order-id', kindWord: null },
        ...{ stateField: 'flowState', stateWord: 'WORD', amountField: null, amountFils: null },
      },
    ];
    expect(decide({}, verdictOf('unclear', { grounds }))?.payment?.came).toEqual({ flowState: 'WORD' });
    const unread = ['QX17', '(too deep)', '*'].map((word) => ({ name: 'a.type', path: `a.${word}`, word }));
    expect(decide({}, verdictOf('unclear', { grounds, unread }))?.payment?.came).toEqual({
      'a.QX17': 'QX17',
    });
    expect(decide({}, verdictOf('paid'))?.payment).not.toHaveProperty('came');
  });
});

describe('money that does not match its link stays visible', () => {
  const MONEY = ['partly', 'mismatch', 'refunded'] as const;

  test.each(MONEY)('%s gives way only to a full payment or other money', (finding) => {
    const link: Partial<Link> = { state: 'reported', payment: known(finding) };
    const changeTo = (outcome: Outcome) => describeChange(link, verdictOf(outcome));
    expect(changeTo('paid')).toBe('paid confirmed');
    for (const lesser of ['cancelled', 'expired', 'declined', 'unclear', 'waiting', 'silent'] as const)
      expect(changeTo(lesser)).toBe('-');
    for (const money of MONEY) expect(changeTo(money)).toBe(money === finding ? '-' : `= ${money}`);
    expect(describeChange(link, verdictOf('none'), { now: EXPIRES + 60 * MINUTE })).toBe('-');
  });

  test.each<PaymentFinding>(['unconfirmed', 'declined'])('%s gives way to the end of the link', (finding) => {
    const link: Partial<Link> = { state: 'reported', payment: known(finding) };
    expect(describeChange(link, verdictOf('cancelled'))).toBe('failed cancelled');
    expect(describeChange(link, verdictOf('expired'))).toBe('expired none');
  });
});

/** What is known of the payment, what the service says now, and the change. */
type Row = [
  known: `${LinkState} ${PaymentFinding}`,
  payment: Partial<LinkPayment>,
  outcome: Outcome,
  verdict: Partial<Verdict>,
  change: string,
  rest?: Partial<Grounds>,
];

const expectChange = ([of, payment, outcome, verdict, change, rest]: Row) => {
  const [state, finding] = of.split(' ') as [LinkState, PaymentFinding];
  const link = { state, payment: known(finding, payment) };
  expect(describeChange(link, verdictOf(outcome, verdict), rest)).toBe(change);
};

const WHOLE = { refundedFils: 125_050 };
const NO_SUM = { amountFils: null, transactionId: null };

test.for<Row>([
  ['paid confirmed', {}, 'paid', {}, '-'],
  ['paid confirmed', { transactionId: 'T0' }, 'paid', {}, '= confirmed quiet'],
  ['paid confirmed', { transactionId: 't001' }, 'paid', { transactionId: 'T001' }, '-'],
  ['paid confirmed', { amountFils: null }, 'paid', {}, '= confirmed quiet'],
  [
    'paid confirmed',
    { seenIn: 'link', ...NO_SUM },
    'paid',
    { ...NO_SUM, transactionId: 'T2' },
    '= confirmed quiet',
  ],
  ['paid confirmed', {}, 'paid', { refundedFils: 1 }, '= confirmed'],
  ['paid confirmed', { happenedAt: 1, word: 'OTHER', currency: null }, 'paid', {}, '-'],
  ['reported partly', { transactionId: 'T0' }, 'partly', {}, '= partly quiet'],
  ['reported partly', { amountFils: 1 }, 'partly', {}, '= partly'],
  ['reported mismatch', { transactionId: 'T0' }, 'mismatch', {}, '= mismatch quiet'],
  ['reported refunded', { refundedFils: null }, 'refunded', { refundedFils: 1 }, '= refunded'],
  ['reported unconfirmed', { doubt: 'word' }, 'unclear', { doubt: null }, '= unconfirmed'],
  ['reported unconfirmed', { doubt: 'word' }, 'unclear', { doubt: 'state' }, '= unconfirmed'],
  ['reported unconfirmed', { doubt: 'word' }, 'unclear', { doubt: 'word', amountFils: 5 }, '-'],
  ['reported unconfirmed', { doubt: 'word' }, 'unclear', { doubt: 'word', transactionId: 'T9' }, '-'],
  ['reported unconfirmed', { doubt: 'word' }, 'unclear', { doubt: 'word', dispute: 'open' }, '-'],
  ['reported disputed', { refundedFils: null }, 'disputed', { refundedFils: 100 }, '= disputed quiet'],
  ['reported unconfirmed', { doubt: 'word' }, 'partly', {}, '= partly'],
])(
  'a payment that is known better is recorded, with a reply if people read something new: %s %j, %s %j: %s',
  expectChange,
);

test.for<Row>([
  ['paid confirmed', { refundedFils: 0 }, 'refunded', { refundedFils: null }, '= refunded'],
  ['paid confirmed', {}, 'refunded', WHOLE, '= refunded'],
  ['paid confirmed', {}, 'refunded', { seenIn: 'link', ...WHOLE }, '= refunded'],
  ['reported partly', { amountFils: 50_000 }, 'refunded', { seenIn: 'link', ...WHOLE }, '= refunded'],
  ['paid refunded', { refundedFils: null }, 'paid', { refundedFils: 1 }, '= confirmed'],
  ['reported refunded', { refundedFils: 100 }, 'partly', { amountFils: 300, refundedFils: 100 }, '= partly'],
  ['reported refunded', { refundedFils: 100 }, 'refunded', { refundedFils: 300 }, '= refunded'],
  ['reported refunded', { refundedFils: 100 }, 'paid', { refundedFils: 100 }, 'paid confirmed'],
  ['reported refunded', WHOLE, 'paid', WHOLE, 'paid confirmed'],
])('a refund is told as all records together show it: %s %j, %s %j: %s', expectChange);

test.for<Row>([
  ['reported partly', NO_SUM, 'partly', {}, '= partly'],
  ['reported partly', {}, 'partly', { seenIn: 'link', ...NO_SUM }, '-'],
])('an amount that becomes known is told, and stays known: %s %j, %s %j: %s', expectChange);

test.for<Row>([
  ['open declined', {}, 'declined', {}, '-'],
  ['open declined', {}, 'declined', { transactionId: 'T2' }, '= declined quiet'],
  ['paid confirmed', {}, 'declined', {}, '-'],
  ['failed cancelled', {}, 'declined', {}, '-'],
  ['open declined', {}, 'waiting', {}, '-'],
  ['reported unconfirmed', { seenIn: 'callback' }, 'declined', {}, '-'],
  ['reported unconfirmed', {}, 'declined', {}, 'open none'],
  ...(['open', 'unknown', 'expired', 'reported'] as const).map(
    (state): Row => [`${state} declined`, {}, 'waiting', { transactionId: null }, '-'],
  ),
])('a declined try changes only its card, once: %s %j, %s %j: %s', expectChange);

/** For each outcome, the change of a link without an address that is unknown, failed and open. */
test.each<[Outcome, ...string[]]>([
  ['paid', 'paid confirmed', 'paid confirmed', 'paid confirmed'],
  ['partly', 'reported partly', 'reported partly', 'reported partly'],
  ['mismatch', 'reported mismatch', 'reported mismatch', 'reported mismatch'],
  ['refunded', 'reported refunded', 'reported refunded', 'reported refunded'],
  ['unclear', 'reported unconfirmed', 'reported unconfirmed', 'reported unconfirmed'],
  ['cancelled', '-', '-', 'failed cancelled'],
  ['expired', '-', '-', 'expired none'],
  ['declined', '-', '-', '= declined quiet'],
  ['waiting', '-', '-', '-'],
  ['silent', '-', '-', '-'],
  ['none', '-', '-', '-'],
])('a link without an address, when the service says %s, changes as in the table', (outcome, ...changes) => {
  const states = ['unknown', 'failed', 'open'] as const;
  const change = (state: LinkState) => describeChange({ state, address: null }, verdictOf(outcome));
  expect(states.map(change)).toEqual(changes);
});

test.each(['unknown', 'failed'] as const)('a link without an address that is %s does not expire', (state) => {
  const later = { now: EXPIRES + 60 * MINUTE };
  expect(describeChange({ state, address: null }, verdictOf('none'), later)).toBe('-');
});

describe('a link expires unpaid', () => {
  const EDGE = EXPIRES + 10 * MINUTE;

  test.each<[Outcome, string]>([
    ['declined', '= declined quiet'],
    ['waiting', '-'],
    ['silent', '-'],
    ['none', '-'],
  ])('ten minutes after its time, by a complete reading that says %s', (outcome, otherwise) => {
    const expired = { to: 'expired', cause: 'expired unpaid', payment: null, failure: null };
    expect(decide({}, verdictOf(outcome), { now: EDGE })).toMatchObject(expired);
    expect(describeChange({}, verdictOf(outcome), { now: EDGE - 1 })).toBe(otherwise);
    expect(describeChange({}, verdictOf(outcome), { now: EDGE, isComplete: false })).toBe(otherwise);
  });

  test('unless it is paid, at any time', () => {
    expect(describeChange({}, verdictOf('paid'), { now: EDGE + MINUTE })).toBe('paid confirmed');
  });
});

describe('a callback without a record', () => {
  /** The fields of each callback, in the order of arrival: `status=FAILED / status=PAID no=2`. */
  const reported = (callbacks: string, outcome: Outcome, now = NOW) =>
    decide({}, verdictOf(outcome, { word: null, ...NO_SUM }), {
      callbacks: callbacks
        .split(' / ')
        .map((fields) => ({ receivedAt: NOW - MINUTE, evidence: fieldsIn(fields) })),
      now,
    });
  const fieldsIn = (text: string): Record<string, string> =>
    Object.fromEntries(text.split(' ').flatMap((field) => (field === '' ? [] : [field.split('=')])));

  test('is reported with its fields, never paid', () => {
    expect(reported('status=PAID amount=1250.50', 'silent')).toMatchObject({
      to: 'reported',
      cause: 'a callback alone reports it',
      isNews: true,
      payment: {
        finding: 'unconfirmed',
        seenIn: 'callback',
        came: { status: 'PAID', amount: '1250.50' },
        noticedAt: NOW,
      },
    });
  });

  test.each<[callbacks: string, outcome: Outcome, came: string | null]>([
    ['status=PAID', 'silent', 'status=PAID'],
    ['status=PAID', 'none', 'status=PAID'],
    ['status=PAID', 'waiting', null],
    ['status=K7', 'silent', null],
    ['event=viewed', 'none', null],
    ['status=test', 'none', null],
    ['', 'silent', null],
    ['status=SUCCESS link=ACTIVE', 'silent', 'status=SUCCESS link=ACTIVE'],
    ['link=ACTIVE status=PAID', 'silent', 'link=ACTIVE status=PAID'],
    ['status=FAILED', 'silent', null],
    ['status=PENDING', 'silent', null],
    ['status=EXPIRED', 'silent', null],
    ['status=REFUNDED', 'silent', null],
    ['status=FAILED other=K7', 'silent', null],
    ['status=PAID no=1 / status=PAID no=2 / status=FAILED', 'silent', 'status=PAID no=2'],
  ])('with “%s”, if the records say %s, reports “%s”', (callbacks, outcome, came) => {
    const change = reported(callbacks, outcome);
    expect(change && [change.to, change.payment?.came]).toEqual(came && ['reported', fieldsIn(came)]);
  });

  test('is reported even after the link’s time', () => {
    expect(reported('status=PAID', 'none', EXPIRES + 60 * MINUTE)?.to).toBe('reported');
  });
});

describe('a reported payment that turns out to be none', () => {
  const link: Partial<Link> = { state: 'reported', payment: known('unconfirmed', { doubt: 'word' }) };

  test.each<Outcome>(['waiting', 'declined'])('opens the link again if the service says %s', (outcome) => {
    expect(decide(link, verdictOf(outcome))).toEqual({
      to: 'open',
      cause: 'no payment after all',
      payment: null,
      failure: null,
      isNews: true,
      isTakenBack: true,
    });
  });

  test.each<[string, Partial<Link>, Outcome, Partial<Grounds>]>([
    ['an open link', { state: 'open' }, 'waiting', {}],
    ['a link without an address', { address: null }, 'waiting', {}],
    ['a link without a payment', { payment: null }, 'waiting', {}],
    [
      'a payment that only a callback reports',
      { payment: known('unconfirmed', { seenIn: 'callback' }) },
      'waiting',
      {},
    ],
    ['a link whose time is up', {}, 'waiting', { now: EXPIRES + 10 * MINUTE }],
    ...(['silent', 'none', 'unclear', 'cancelled', 'paid'] as const).map(
      (outcome): [string, Partial<Link>, Outcome, Partial<Grounds>] => [outcome, {}, outcome, {}],
    ),
  ])('opens no link again for %s', (_, changes, outcome, rest) => {
    expect(decide({ ...link, ...changes }, verdictOf(outcome), rest)?.isTakenBack).not.toBe(true);
  });

  test('opens the link again until its time is up', () => {
    const now = EXPIRES + 10 * MINUTE - 1;
    expect(decide(link, verdictOf('waiting'), { now })?.isTakenBack).toBe(true);
  });
});

describe('a callback that the records contradict', () => {
  const told: Partial<LinkPayment> = { seenIn: 'callback', noticedAt: NOW - MINUTE };
  const calledAt = (receivedAt: number) => ({ callbacks: [{ receivedAt, evidence: { status: 'PAID' } }] });
  const again = 'reported unconfirmed';

  test.for<Row>([
    ['expired unconfirmed', told, 'none', {}, '-', calledAt(NOW - MINUTE)],
    ['expired unconfirmed', told, 'silent', {}, '-', calledAt(NOW - 2 * MINUTE)],
    ['expired unconfirmed', told, 'none', {}, again, calledAt(NOW - MINUTE + 1)],
    ['expired declined', { noticedAt: NOW }, 'none', {}, again, calledAt(NOW - 2 * MINUTE)],
    ['open unconfirmed', told, 'none', {}, again, calledAt(NOW - 2 * MINUTE)],
  ])('is reported again only if it came later, or was not reported: %s %j, %s %j: %s', expectChange);

  test('is reported if the link has no payment yet', () => {
    expect(describeChange({ state: 'expired' }, verdictOf('none'), calledAt(NOW - 2 * MINUTE))).toBe(again);
  });
});

describe('a paid link whose transaction says something else now', () => {
  const PAID = { transactionId: 'T1', status: 'FAILED', amount: 1250.5 };
  const keep = (fields: Record<string, unknown>, kind: KeptRecord['kind'] = 'transaction'): KeptRecord => ({
    ...{ kind, via: 'listing', togetherAt: NOW, firstSeenAt: NOW, lastSeenAt: NOW },
    record: { fields: { ...PAID, ...fields } },
  });
  const denialOf = (records: KeptRecord[], link: Partial<Link> = {}) =>
    findDenial(
      buildLink({ state: 'paid', payment: known('confirmed', { transactionId: 'T1, T2' }), ...link }),
      records,
      words,
    );

  test.each<[string, Record<string, unknown>, string | null]>([
    ['that it failed', {}, 'FAILED'],
    [
      'that it waits, of the second of its transactions',
      { transactionId: 'T2', status: 'PENDING' },
      'PENDING',
    ],
    ['that it failed, its id written otherwise', { transactionId: 't1' }, 'FAILED'],
    ['that it was paid', { status: 'SUCCESS' }, null],
    ['that it was refunded', { status: 'REFUNDED' }, null],
    ['a word that nobody knows', { status: 'ZED' }, null],
    [
      'beside that it was paid, a time at which it failed',
      { status: 'SUCCESS', failedAt: '2026-11-21 11:00:00' },
      'SUCCESS / failedAt: 2026-11-21 11:00:00',
    ],
    ['of another transaction, that it failed', { transactionId: 'T3' }, null],
    ['of no transaction, that it failed', { transactionId: null }, null],
    ['that its refund failed', { transactionType: 'REFUND' }, null],
  ])('is denied only if that says so: %s', (_, fields, word) => {
    const transactionId = String(fields['transactionId'] ?? 'T1');
    expect(denialOf([keep(fields)])).toEqual(word && { transactionId, word });
    expect(denialOf([keep({ status: 'SUCCESS' }), keep(fields)])).toEqual(word && { transactionId, word });
  });

  test.each<[string, Partial<Link>]>([
    ['a part', { state: 'reported', payment: known('partly', { transactionId: 'T1' }) }],
    ['another amount', { state: 'reported', payment: known('mismatch', { transactionId: 'T1' }) }],
  ])('is denied of %s, too', (_, link) => {
    expect(denialOf([keep({})], link)).toEqual({ transactionId: 'T1', word: 'FAILED' });
  });

  test('is not denied by the link’s own record', () => {
    expect(denialOf([keep({}, 'link')])).toBeNull();
  });

  test.each<[string, Partial<Link>]>([
    ['nobody confirmed', { state: 'reported', payment: known('unconfirmed') }],
    ['was refunded', { payment: known('refunded') }],
    ['has no payment', { payment: null }],
    ['was paid by no transaction that is known', { payment: known('confirmed', { transactionId: null }) }],
  ])('denies nothing that %s', (_, link) => {
    expect(denialOf([keep({})], link)).toBeNull();
  });
});
