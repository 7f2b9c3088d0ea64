import { describe, expect, test } from 'vitest';
import { type CallbackSeen, decideChange, type Grounds } from '../../src/links/checks/decide-change.ts';
import { buildStateWords, type Outcome, type Verdict } from '../../src/payments/index.ts';
import type { Link } from '../../src/store/link.ts';
import type { LinkPayment, PaymentFinding } from '../../src/store/link-payment.ts';
import { LINK_STATES, type LinkState } from '../../src/store/link-states.ts';
import { buildLink } from '../fixtures/links.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const EXPIRES = buildLink().expiresAt;
const words = buildStateWords();

const verdictOf = (outcome: Outcome, more: Partial<Verdict> = {}): Verdict => ({
  outcome,
  doubt: null,
  happenedAt: NOW - MINUTE,
  seenIn: 'transaction',
  word: 'WORD',
  amountFils: 125_050,
  refundedFils: 0,
  currency: 'AED',
  transactionId: 'T1',
  grounds: [],
  unknownKinds: [],
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

const decide = (link: Partial<Link>, verdict: Verdict, rest: Partial<Omit<Grounds, 'verdict'>> = {}) =>
  decideChange(buildLink(link), {
    verdict,
    isComplete: true,
    transactionIds: ['T1'],
    callbacks: [],
    now: NOW,
    words,
    ...rest,
  });

/** `to finding`; `=` where the link stays in its state; `quiet` without a reply; `-` where nothing changes. */
const describeChange = (...given: Parameters<typeof decide>): string => {
  const change = decide(...given);
  if (change === null) return '-';
  const told = [change.to ?? '=', change.payment?.finding ?? 'none', ...(change.isNews ? [] : ['quiet'])];
  return told.join(' ');
};

const STATES = ['reserved', 'unknown', 'failed', 'open', 'reported', 'paid', 'expired'] as const;
const NOTHING = ['-', '-', '-', '-', '-', '-', '-'];

/** For what the service says, the change in each of `STATES`, if nothing else is known and the link is not over. */
const TABLE: Record<Outcome, string[]> = {
  paid: ['-', ...Array(4).fill('paid confirmed'), '= confirmed', 'paid confirmed'],
  partly: ['-', ...Array(3).fill('reported partly'), '= partly', '-', 'reported partly'],
  mismatch: ['-', ...Array(3).fill('reported mismatch'), '= mismatch', '-', 'reported mismatch'],
  refunded: ['-', ...Array(3).fill('reported refunded'), '= refunded', '= refunded', 'reported refunded'],
  unclear: ['-', ...Array(3).fill('reported unconfirmed'), '= unconfirmed', '-', 'reported unconfirmed'],
  cancelled: [
    ...Array(2).fill('failed cancelled'),
    '= cancelled',
    ...Array(2).fill('failed cancelled'),
    '-',
    '-',
  ],
  expired: ['-', 'expired none', '-', 'expired none', 'expired none', '-', '-'],
  declined: ['-', '-', '-', '= declined quiet', '= declined quiet', '-', '= declined quiet'],
  waiting: NOTHING,
  silent: NOTHING,
  none: NOTHING,
};

test('every state of a link is in the table', () => {
  expect([...STATES].toSorted()).toEqual([...LINK_STATES].toSorted());
});

test.each(Object.entries(TABLE) as [Outcome, string[]][])(
  'what changes in each state if the service says %s',
  (outcome, changes) => {
    expect(STATES.map((state) => describeChange({ state }, verdictOf(outcome)))).toEqual(changes);
  },
);

describe('a change', () => {
  test('carries what is known of the payment, when it was learned, and its cause', () => {
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
  ])('says in the history why: %s', (outcome, cause) => {
    expect(decide({}, verdictOf(outcome))?.cause).toBe(cause);
  });

  test('to cancelled says so to the creator', () => {
    expect(decide({}, verdictOf('cancelled'))?.failure?.what).toMatch(/cancelled at the payment service/);
    expect(decide({}, verdictOf('expired'))).toMatchObject({ failure: null, payment: null });
  });

  test('of an unclear payment keeps the service’s status, if it has one', () => {
    expect(decide({}, verdictOf('unclear', { doubt: 'amount' }))?.payment).toMatchObject({
      doubt: 'amount',
      came: { status: 'WORD' },
    });
    expect(decide({}, verdictOf('unclear', { word: null }))?.payment?.came).toEqual({});
    expect(decide({}, verdictOf('paid'))?.payment).not.toHaveProperty('came');
  });
});

describe('money that came and does not fit stays in sight', () => {
  const MONEY = ['partly', 'mismatch', 'refunded'] as const;

  test.each(MONEY)('%s: only a whole payment or its return takes its place', (finding) => {
    const link: Partial<Link> = { state: 'reported', payment: known(finding) };
    const told = (outcome: Outcome) => describeChange(link, verdictOf(outcome));
    expect(told('paid')).toBe('paid confirmed');
    for (const lesser of ['cancelled', 'expired', 'declined', 'unclear', 'waiting', 'silent'] as const)
      expect(told(lesser)).toBe('-');
    for (const money of MONEY) expect(told(money)).toBe(money === finding ? '-' : `= ${money}`);
    expect(describeChange(link, verdictOf('none'), { now: EXPIRES + 60 * MINUTE })).toBe('-');
  });

  test.each<PaymentFinding>(['unconfirmed', 'declined'])('%s gives way to the end of the link', (finding) => {
    const link: Partial<Link> = { state: 'reported', payment: known(finding) };
    expect(describeChange(link, verdictOf('cancelled'))).toBe('failed cancelled');
    expect(describeChange(link, verdictOf('expired'))).toBe('expired none');
  });

  test('in another state than reported holds nothing back', () => {
    expect(describeChange({ state: 'open', payment: known('partly') }, verdictOf('expired'))).toBe(
      'expired none',
    );
  });
});

/** What is known of the payment, what the service says now, and the change. */
type Row = [
  known: `${LinkState} ${PaymentFinding}`,
  payment: Partial<LinkPayment>,
  outcome: Outcome,
  verdict: Partial<Verdict>,
  change: string,
];

const expectChange = ([of, payment, outcome, verdict, change]: Row) => {
  const [state, finding] = of.split(' ') as [LinkState, PaymentFinding];
  expect(describeChange({ state, payment: known(finding, payment) }, verdictOf(outcome, verdict))).toBe(
    change,
  );
};

const WHOLE = { refundedFils: 125_050 };
const NO_SUM = { amountFils: null, transactionId: null };

test.for<Row>([
  ['paid confirmed', {}, 'paid', {}, '-'],
  ['paid confirmed', { transactionId: 'T0' }, 'paid', {}, '= confirmed quiet'],
  ['paid confirmed', { amountFils: null }, 'paid', {}, '= confirmed quiet'],
  ['paid confirmed', {}, 'paid', { refundedFils: 1 }, '= confirmed'],
  ['paid confirmed', { happenedAt: 1, word: 'OTHER', currency: null }, 'paid', {}, '-'],
  ['reported partly', { transactionId: 'T0' }, 'partly', {}, '= partly quiet'],
  ['reported partly', { amountFils: 1 }, 'partly', {}, '= partly'],
  ['reported mismatch', { transactionId: 'T0' }, 'mismatch', {}, '= mismatch quiet'],
  ['reported refunded', { refundedFils: null }, 'refunded', { refundedFils: 1 }, '= refunded'],
  ['reported unconfirmed', { doubt: 'kind' }, 'unclear', { doubt: null }, '= unconfirmed'],
  ['reported unconfirmed', { doubt: 'kind' }, 'unclear', { doubt: 'state' }, '= unconfirmed'],
  [
    'reported unconfirmed',
    { doubt: 'kind' },
    'unclear',
    { doubt: 'kind', amountFils: 5, transactionId: 'T9' },
    '-',
  ],
  ['reported unconfirmed', { doubt: 'kind' }, 'partly', {}, '= partly'],
])(
  'what is known better is kept, with a reply if people read something else: %s %j, %s %j: %s',
  expectChange,
);

test.for<Row>([
  ['paid confirmed', { refundedFils: 2 }, 'paid', { refundedFils: 1 }, '-'],
  ['paid confirmed', { refundedFils: 2 }, 'refunded', { refundedFils: null }, '-'],
  ['paid confirmed', { refundedFils: 0 }, 'refunded', { refundedFils: null }, '= refunded'],
  ['paid confirmed', {}, 'refunded', WHOLE, '= refunded'],
  ['paid refunded', WHOLE, 'paid', {}, '-'],
  ['paid refunded', { refundedFils: null }, 'paid', {}, '-'],
  ['paid refunded', { refundedFils: null }, 'paid', { refundedFils: 1 }, '= confirmed'],
  ['reported refunded', { refundedFils: 100 }, 'partly', { amountFils: 100 }, '-'],
  ['reported refunded', { refundedFils: 100 }, 'partly', { amountFils: 300, refundedFils: 100 }, '= partly'],
  ['reported refunded', { refundedFils: 100 }, 'refunded', { refundedFils: 300 }, '= refunded'],
  ['reported refunded', { refundedFils: 100 }, 'paid', { refundedFils: 99 }, '-'],
  ['reported refunded', { refundedFils: 100 }, 'paid', { refundedFils: 100 }, 'paid confirmed'],
  ['reported refunded', { refundedFils: null }, 'paid', {}, '-'],
  ['reported refunded', { refundedFils: null }, 'paid', { refundedFils: 100 }, 'paid confirmed'],
  ['reported refunded', WHOLE, 'paid', { refundedFils: 125_049 }, '-'],
  ['reported refunded', WHOLE, 'paid', WHOLE, 'paid confirmed'],
  ['reported refunded', { seenIn: 'link', ...WHOLE }, 'paid', {}, '-'],
  ['reported refunded', { seenIn: 'link', ...WHOLE }, 'paid', { refundedFils: 1 }, 'paid confirmed'],
])('a refund is not undone by records that do not show it: %s %j, %s %j: %s', expectChange);

test.for<Row>([
  ['reported partly', { amountFils: 100 }, 'partly', NO_SUM, '-'],
  ['paid confirmed', {}, 'paid', NO_SUM, '-'],
  ['reported partly', NO_SUM, 'partly', {}, '= partly'],
])('an amount is not undone by records without one: %s %j, %s %j: %s', expectChange);

test.for<Row>([
  ['open declined', {}, 'declined', {}, '-'],
  ['open declined', {}, 'declined', { transactionId: 'T2' }, '= declined quiet'],
  ['paid confirmed', {}, 'declined', {}, '-'],
  ['failed cancelled', {}, 'declined', {}, '-'],
  ['open declined', {}, 'waiting', {}, '-'],
  ...(['open', 'unknown', 'expired', 'reported'] as const).map(
    (state): Row => [`${state} declined`, {}, 'waiting', { transactionId: null }, '-'],
  ),
])('a declined try changes only its card, once: %s %j, %s %j: %s', expectChange);

test('a link that an earlier version ended after a declined try opens again', () => {
  const ended: Partial<Link> = { state: 'failed', payment: known('declined') };
  expect(decide(ended, verdictOf('waiting'))).toMatchObject({
    to: 'open',
    cause: 'the link can still be paid',
    isNews: true,
    failure: null,
    payment: { finding: 'declined' },
  });
  expect(decide(ended, verdictOf('declined'))).toMatchObject({
    to: 'open',
    cause: 'a try to pay was declined',
  });
  expect(decide({ ...ended, payment: null }, verdictOf('waiting'))).toBeNull();
  for (const outcome of ['waiting', 'declined'] as const) {
    expect(decide({ ...ended, address: null }, verdictOf(outcome))).toBeNull();
    expect(decide(ended, verdictOf(outcome), { now: EXPIRES + 10 * MINUTE })).toBeNull();
  }
});

describe('a link without an address', () => {
  test.each<LinkState>(['unknown', 'failed'])('that is %s changes only for money', (state) => {
    const told = (outcome: Outcome) => describeChange({ state, address: null }, verdictOf(outcome));
    expect(told('paid')).toBe('paid confirmed');
    for (const money of ['partly', 'mismatch', 'refunded'] as const)
      expect(told(money)).toBe(`reported ${money}`);
    expect(told('unclear')).toBe('reported unconfirmed');
    for (const other of ['expired', 'declined', 'waiting', 'silent', 'none'] as const)
      expect(told(other)).toBe('-');
    if (state === 'unknown') expect(told('cancelled')).toBe('-');
    expect(describeChange({ state, address: null }, verdictOf('none'), { now: EXPIRES + 60 * MINUTE })).toBe(
      '-',
    );
  });

  test('that is open ends as any other', () => {
    expect(describeChange({ address: null }, verdictOf('expired'))).toBe('expired none');
    expect(describeChange({ address: null }, verdictOf('cancelled'))).toBe('failed cancelled');
  });
});

describe('a link expires unpaid', () => {
  const UNPAID: Outcome[] = ['declined', 'waiting', 'silent', 'none'];
  const EDGE = EXPIRES + 10 * MINUTE;

  test.each(UNPAID)('ten minutes after its time if the service says %s', (outcome) => {
    expect(decide({}, verdictOf(outcome), { now: EDGE })).toMatchObject({
      to: 'expired',
      cause: 'expired unpaid',
      payment: null,
      failure: null,
    });
    const before = describeChange({}, verdictOf(outcome), { now: EDGE - 1 });
    expect(before).toBe(outcome === 'declined' ? '= declined quiet' : '-');
  });

  test.each(UNPAID)('not by an incomplete reading, if the service says %s', (outcome) => {
    const incomplete = describeChange({}, verdictOf(outcome), { now: EDGE, isComplete: false });
    expect(incomplete).toBe(outcome === 'declined' ? '= declined quiet' : '-');
  });

  test('is not said of one that was paid, whenever', () => {
    expect(describeChange({}, verdictOf('paid'), { now: EDGE + MINUTE })).toBe('paid confirmed');
  });
});

describe('a callback without a record', () => {
  const callback = (evidence: Record<string, string>, receivedAt = NOW - MINUTE): CallbackSeen => ({
    receivedAt,
    evidence,
  });
  const reported = (callbacks: CallbackSeen[], outcome: Outcome = 'silent', rest: Partial<Grounds> = {}) =>
    decide({}, verdictOf(outcome, { word: null, amountFils: null, transactionId: null }), {
      callbacks,
      ...rest,
    });

  test.each<Outcome>(['silent', 'none'])('is reported, never paid, if the records say %s', (outcome) => {
    const evidence = { status: 'PAID', amount: '1250.50' };
    expect(reported([callback(evidence)], outcome)).toMatchObject({
      to: 'reported',
      cause: 'a callback alone reports it',
      isNews: true,
      payment: { finding: 'unconfirmed', seenIn: 'callback', came: evidence, noticedAt: NOW },
    });
  });

  test('counts for nothing if the records say anything', () => {
    expect(reported([callback({ status: 'PAID' })], 'waiting')).toBeNull();
  });

  test('with an unknown status is reported', () => {
    expect(reported([callback({ status: 'K7' })])?.payment?.came).toEqual({ status: 'K7' });
    expect(reported([callback({})])).toBeNull();
  });

  test('that says done is reported, whatever else it says, and one that says less is not', () => {
    expect(reported([callback({ status: 'SUCCESS', link: 'ACTIVE' })])).not.toBeNull();
    expect(reported([callback({ link: 'ACTIVE', status: 'PAID' })])).not.toBeNull();
    for (const word of ['FAILED', 'PENDING', 'EXPIRED', 'REFUNDED'])
      expect(reported([callback({ status: word })]), word).toBeNull();
    expect(reported([callback({ status: 'FAILED', other: 'K7' })])).toBeNull();
  });

  test('is the newest of those that say so', () => {
    const three = [
      callback({ status: 'PAID', no: '1' }),
      callback({ status: 'PAID', no: '2' }),
      callback({ status: 'FAILED' }),
    ];
    expect(reported(three)?.payment?.came).toEqual({ status: 'PAID', no: '2' });
  });

  test('is stronger than the time of the link', () => {
    expect(reported([callback({ status: 'PAID' })], 'none', { now: EXPIRES + 60 * MINUTE })?.to).toBe(
      'reported',
    );
  });
});

describe('what was reported and is no payment after all', () => {
  const link: Partial<Link> = { state: 'reported', payment: known('unconfirmed', { doubt: 'kind' }) };

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

  test('opens nothing else', () => {
    const isBack = (...given: Parameters<typeof decide>) => decide(...given)?.isTakenBack === true;
    expect(isBack({ ...link, state: 'open' }, verdictOf('waiting'))).toBe(false);
    expect(isBack({ ...link, address: null }, verdictOf('waiting'))).toBe(false);
    expect(isBack({ ...link, payment: null }, verdictOf('waiting'))).toBe(false);
    expect(isBack({ ...link, payment: known('unconfirmed', { doubt: 'state' }) }, verdictOf('waiting'))).toBe(
      false,
    );
    expect(isBack(link, verdictOf('waiting'), { isComplete: false })).toBe(false);
    for (const outcome of ['silent', 'none', 'unclear', 'cancelled', 'paid'] as const)
      expect(isBack(link, verdictOf(outcome)), outcome).toBe(false);
    expect(isBack(link, verdictOf('waiting'), { now: EXPIRES + 10 * MINUTE - 1 })).toBe(true);
    expect(isBack(link, verdictOf('waiting'), { now: EXPIRES + 10 * MINUTE })).toBe(false);
  });
});

test('a refund of what was asked for is corrected by the transaction that says how much came', () => {
  const asked = known('refunded', { seenIn: 'link', refundedFils: 125_050 });
  const less = verdictOf('refunded', { amountFils: 70_000, refundedFils: 70_000 });
  expect(decide({ state: 'reported', payment: asked }, less)).toMatchObject({
    payment: { amountFils: 70_000, refundedFils: 70_000 },
    isNews: false,
  });
  const told = known('refunded', { refundedFils: 125_050 });
  expect(decide({ state: 'reported', payment: told }, less)).toBeNull();
  expect(
    decide({ state: 'reported', payment: asked }, verdictOf('partly', { amountFils: 70_000 })),
  ).toBeNull();
});

test('a refund whose sum a transaction told is not said again with the sum that was asked for', () => {
  const told = known('refunded', { amountFils: 70_000, refundedFils: 70_000 });
  const asked = verdictOf('refunded', { seenIn: 'link', refundedFils: 125_050 });
  for (const state of ['reported', 'paid'] as const)
    expect(decide({ state, payment: told }, asked)).toBeNull();
  expect(decide({ state: 'reported', payment: { ...told, refundedFils: null } }, asked)).not.toBeNull();
});

describe('a reading that broke off, with less than the transactions have shown', () => {
  const link = { state: 'paid', payment: known('confirmed') } as const;
  const rest = verdictOf('refunded', { amountFils: 124_000, refundedFils: 124_000 });

  test('is not taken for all that came', () => {
    expect(describeChange(link, rest, { isComplete: false })).toBe('-');
    expect(describeChange(link, rest)).toBe('= refunded');
  });

  test('is not taken for all that came either where a whole listing has not the transaction that is known', () => {
    for (const transactionIds of [[], ['T0']])
      expect(describeChange(link, rest, { transactionIds })).toBe('-');
    const nameless = { ...link, payment: known('confirmed', { transactionId: null }) };
    expect(describeChange(nameless, rest, { transactionIds: [] })).toBe('= refunded');
  });

  test('is a refund if as much came as before, or if only the requested amount is known', () => {
    const whole = verdictOf('refunded', { refundedFils: 125_050 });
    expect(describeChange(link, whole, { isComplete: false })).toBe('= refunded');
    const asked = { ...link, payment: known('confirmed', { seenIn: 'link' }) };
    expect(describeChange(asked, rest, { isComplete: false })).toBe('= refunded');
    const unknown = { ...link, payment: known('confirmed', { amountFils: null }) };
    expect(describeChange(unknown, rest, { isComplete: false })).toBe('= refunded');
    const unread = verdictOf('refunded', { amountFils: null, refundedFils: 124_000 });
    expect(describeChange(link, unread, { isComplete: false })).toBe('= refunded');
  });
});

describe('a callback that the records have denied', () => {
  const told = known('unconfirmed', { seenIn: 'callback', noticedAt: NOW - MINUTE });
  const expired = { state: 'expired', payment: told } as const;
  const calledAt = (receivedAt: number) => ({ callbacks: [{ receivedAt, evidence: { status: 'PAID' } }] });
  const nothing = verdictOf('none');

  test('is not reported again when they can not be read', () => {
    expect(describeChange(expired, nothing, calledAt(NOW - MINUTE))).toBe('-');
    expect(describeChange(expired, verdictOf('silent'), calledAt(NOW - 2 * MINUTE))).toBe('-');
  });

  test('is reported if it came after that, or was never reported', () => {
    const again = 'reported unconfirmed';
    expect(describeChange(expired, nothing, calledAt(NOW - MINUTE + 1))).toBe(again);
    expect(describeChange({ state: 'expired' }, nothing, calledAt(NOW - 2 * MINUTE))).toBe(again);
    const declined = { ...expired, payment: known('declined', { noticedAt: NOW }) };
    expect(describeChange(declined, nothing, calledAt(NOW - 2 * MINUTE))).toBe(again);
    expect(describeChange({ state: 'open', payment: told }, nothing, calledAt(NOW - 2 * MINUTE))).toBe(again);
  });
});
