import { describe, expect, test } from 'vitest';
import { type CallbackSeen, decideChange, type Grounds } from '../../src/links/checks/decide-change.ts';
import { buildStateWords, type Saying, type Verdict } from '../../src/payments/index.ts';
import type { Link } from '../../src/store/link.ts';
import type { LinkPayment, PaymentFinding } from '../../src/store/link-payment.ts';
import { LINK_STATES, type LinkState } from '../../src/store/link-states.ts';
import { buildLink } from '../fixtures/links.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const EXPIRES = buildLink().expiresAt;
const words = buildStateWords();

const says = (saying: Saying, more: Partial<Verdict> = {}): Verdict => ({
  says: saying,
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
  decideChange(buildLink(link), { verdict, isComplete: true, callbacks: [], now: NOW, words, ...rest });

/** `to finding`; `=` where the link stays in its state; `quiet` without a reply; `-` where nothing changes. */
const describeChange = (...given: Parameters<typeof decide>): string => {
  const change = decide(...given);
  if (change === null) return '-';
  const told = [change.to ?? '=', change.payment?.finding ?? 'none', ...(change.isNews ? [] : ['quiet'])];
  return told.join(' ');
};

/** By what the service says, for each state, of an issued link of which nothing else is known and whose time is not over. */
const TABLE: Record<Saying, Record<LinkState, string>> = {
  paid: {
    reserved: '-',
    unknown: 'paid confirmed',
    failed: 'paid confirmed',
    open: 'paid confirmed',
    reported: 'paid confirmed',
    paid: '= confirmed',
    expired: 'paid confirmed',
  },
  partly: {
    reserved: '-',
    unknown: 'reported partly',
    failed: 'reported partly',
    open: 'reported partly',
    reported: '= partly',
    paid: '-',
    expired: 'reported partly',
  },
  mismatch: {
    reserved: '-',
    unknown: 'reported mismatch',
    failed: 'reported mismatch',
    open: 'reported mismatch',
    reported: '= mismatch',
    paid: '-',
    expired: 'reported mismatch',
  },
  refunded: {
    reserved: '-',
    unknown: 'reported refunded',
    failed: 'reported refunded',
    open: 'reported refunded',
    reported: '= refunded',
    paid: '= refunded',
    expired: 'reported refunded',
  },
  unclear: {
    reserved: '-',
    unknown: 'reported unconfirmed',
    failed: 'reported unconfirmed',
    open: 'reported unconfirmed',
    reported: '= unconfirmed',
    paid: '-',
    expired: 'reported unconfirmed',
  },
  cancelled: {
    reserved: 'failed cancelled',
    unknown: 'failed cancelled',
    failed: '= cancelled',
    open: 'failed cancelled',
    reported: 'failed cancelled',
    paid: '-',
    expired: '-',
  },
  expired: {
    reserved: '-',
    unknown: 'expired none',
    failed: '-',
    open: 'expired none',
    reported: 'expired none',
    paid: '-',
    expired: '-',
  },
  declined: {
    reserved: '-',
    unknown: '-',
    failed: '-',
    open: '= declined quiet',
    reported: '= declined quiet',
    paid: '-',
    expired: '= declined quiet',
  },
  waiting: allNothing(),
  silent: allNothing(),
  none: allNothing(),
};

function allNothing(): Record<LinkState, string> {
  return Object.fromEntries(LINK_STATES.map((state) => [state, '-'])) as Record<LinkState, string>;
}

describe.each(Object.entries(TABLE) as [Saying, Record<LinkState, string>][])(
  'what the service says, %s,',
  (saying, byState) => {
    test.each(LINK_STATES)('of a link that is %s', (state) => {
      expect(describeChange({ state }, says(saying))).toBe(byState[state]);
    });
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
    expect(decide({}, says('paid', { grounds }))).toEqual({
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

  test.each<[Saying, string]>([
    ['partly', 'paid in part'],
    ['mismatch', 'paid with another amount'],
    ['refunded', 'the service says refunded'],
    ['unclear', 'the service is not clear'],
    ['cancelled', 'cancelled at the service'],
    ['expired', 'expired unpaid'],
    ['declined', 'a try to pay was declined'],
  ])('says in the history why: %s', (saying, cause) => {
    expect(decide({}, says(saying))?.cause).toBe(cause);
  });

  test('to cancelled says so to the creator', () => {
    expect(decide({}, says('cancelled'))?.failure?.what).toMatch(/cancelled at the payment service/);
    expect(decide({}, says('expired'))).toMatchObject({ failure: null, payment: null });
  });

  test('of a payment that is not clear keeps the service’s word, where it has one', () => {
    expect(decide({}, says('unclear', { doubt: 'amount' }))?.payment).toMatchObject({
      doubt: 'amount',
      came: { status: 'WORD' },
    });
    expect(decide({}, says('unclear', { word: null }))?.payment?.came).toEqual({});
    expect(decide({}, says('paid'))?.payment).not.toHaveProperty('came');
  });
});

describe('money that came and does not fit stays in sight', () => {
  const MONEY = ['partly', 'mismatch', 'refunded'] as const;

  test.each(MONEY)('%s: only a whole payment or its return takes its place', (finding) => {
    const link: Partial<Link> = { state: 'reported', payment: known(finding) };
    const told = (saying: Saying) => describeChange(link, says(saying));
    expect(told('paid')).toBe('paid confirmed');
    for (const lesser of ['cancelled', 'expired', 'declined', 'unclear', 'waiting', 'silent'] as const)
      expect(told(lesser)).toBe('-');
    for (const money of MONEY) expect(told(money)).toBe(money === finding ? '-' : `= ${money}`);
    expect(describeChange(link, says('none'), { now: EXPIRES + 60 * MINUTE })).toBe('-');
  });

  test.each<[PaymentFinding]>([['unconfirmed'], ['declined']])(
    '%s gives way to the end of the link',
    (finding) => {
      const link: Partial<Link> = { state: 'reported', payment: known(finding) };
      expect(describeChange(link, says('cancelled'))).toBe('failed cancelled');
      expect(describeChange(link, says('expired'))).toBe('expired none');
    },
  );

  test('in another state than reported holds nothing back', () => {
    expect(describeChange({ state: 'open', payment: known('partly') }, says('expired'))).toBe('expired none');
  });
});

describe('the same payment, better known,', () => {
  const better = (payment: Partial<LinkPayment>, verdict: Verdict, state: LinkState = 'paid') =>
    describeChange({ state, payment: known('confirmed', payment) }, verdict);

  test('is kept where its transaction, its sum or what went back is another', () => {
    expect(better({}, says('paid'))).toBe('-');
    expect(better({ transactionId: 'T0' }, says('paid'))).toBe('= confirmed quiet');
    expect(better({ amountFils: null }, says('paid'))).toBe('= confirmed quiet');
    expect(better({}, says('paid', { refundedFils: 1 }))).toBe('= confirmed');
    expect(better({ happenedAt: 1, word: 'OTHER', currency: null }, says('paid'))).toBe('-');
  });

  test('is said again only where people would read something else', () => {
    const reported = (finding: PaymentFinding, payment: Partial<LinkPayment>, verdict: Verdict) =>
      describeChange({ state: 'reported', payment: known(finding, payment) }, verdict);
    expect(reported('partly', { transactionId: 'T0' }, says('partly'))).toBe('= partly quiet');
    expect(reported('partly', { amountFils: 1 }, says('partly'))).toBe('= partly');
    expect(reported('mismatch', { transactionId: 'T0' }, says('mismatch'))).toBe('= mismatch quiet');
    expect(reported('refunded', { refundedFils: null }, says('refunded', { refundedFils: 1 }))).toBe(
      '= refunded',
    );
    expect(reported('unconfirmed', { doubt: 'kind' }, says('unclear', { doubt: null }))).toBe(
      '= unconfirmed',
    );
  });

  test('and what is known to have gone back, is not taken back by records that are behind', () => {
    expect(better({ refundedFils: 2 }, says('paid', { refundedFils: 1 }))).toBe('-');
    const link: Partial<Link> = { state: 'reported', payment: known('refunded', { refundedFils: 100 }) };
    expect(describeChange(link, says('partly', { amountFils: 100 }))).toBe('-');
    expect(describeChange(link, says('partly', { amountFils: 300, refundedFils: 100 }))).toBe('= partly');
    expect(describeChange(link, says('refunded', { refundedFils: 300 }))).toBe('= refunded');
  });

  test('is not known less by records without its sum', () => {
    const link: Partial<Link> = { state: 'reported', payment: known('partly', { amountFils: 100 }) };
    const without = { amountFils: null, transactionId: null };
    expect(describeChange(link, says('partly', without))).toBe('-');
    expect(better({}, says('paid', without))).toBe('-');
    expect(describeChange({ ...link, payment: known('partly', without) }, says('partly'))).toBe('= partly');
  });

  test('that went back is not paid again by a reading that does not show it', () => {
    expect(better({ finding: 'refunded', refundedFils: 125_050 }, says('paid'))).toBe('-');
    expect(better({}, says('refunded', { refundedFils: 125_050 }))).toBe('= refunded');
  });

  test('and not clear is news where the doubt is another', () => {
    const link: Partial<Link> = { state: 'reported', payment: known('unconfirmed', { doubt: 'kind' }) };
    expect(describeChange(link, says('unclear', { doubt: 'kind', amountFils: 5, transactionId: 'T9' }))).toBe(
      '-',
    );
    expect(describeChange(link, says('unclear', { doubt: 'state' }))).toBe('= unconfirmed');
    expect(describeChange(link, says('partly'))).toBe('= partly');
  });
});

describe('a declined try', () => {
  test('keeps the link open, and is told in its card once', () => {
    expect(describeChange({}, says('declined'))).toBe('= declined quiet');
    expect(describeChange({ payment: known('declined') }, says('declined'))).toBe('-');
    expect(describeChange({ payment: known('declined') }, says('declined', { transactionId: 'T2' }))).toBe(
      '= declined quiet',
    );
  });

  test('takes nothing from a payment that was confirmed, and does not open a cancelled link', () => {
    expect(describeChange({ state: 'paid', payment: known('confirmed') }, says('declined'))).toBe('-');
    expect(describeChange({ state: 'failed', payment: known('cancelled') }, says('declined'))).toBe('-');
  });

  test('for which an earlier version ended the link: the link comes back', () => {
    const ended: Partial<Link> = { state: 'failed', payment: known('declined') };
    expect(decide(ended, says('waiting'))).toMatchObject({
      to: 'open',
      cause: 'the link can still be paid',
      isNews: true,
      failure: null,
      payment: { finding: 'declined' },
    });
    expect(decide(ended, says('declined'))).toMatchObject({ to: 'open', cause: 'a try to pay was declined' });
    expect(describeChange({ ...ended, address: null }, says('waiting'))).toBe('-');
    expect(describeChange({ ...ended, address: null }, says('declined'))).toBe('-');
    expect(describeChange({ ...ended, payment: null }, says('waiting'))).toBe('-');
    expect(describeChange({ state: 'open', payment: known('declined') }, says('waiting'))).toBe('-');
    for (const state of ['open', 'unknown', 'expired', 'reported'] as const)
      expect(
        describeChange({ state, payment: known('declined') }, says('waiting', { transactionId: null })),
      ).toBe('-');
    const late = { now: EXPIRES + 10 * MINUTE };
    expect(describeChange(ended, says('waiting'), late)).toBe('-');
    expect(describeChange(ended, says('declined'), late)).toBe('-');
  });
});

describe('a link without an address', () => {
  test.each<LinkState>(['unknown', 'failed'])('that is %s takes the news of money alone', (state) => {
    const told = (saying: Saying) => describeChange({ state, address: null }, says(saying));
    expect(told('paid')).toBe('paid confirmed');
    for (const money of ['partly', 'mismatch', 'refunded'] as const)
      expect(told(money)).toBe(`reported ${money}`);
    expect(told('unclear')).toBe('reported unconfirmed');
    for (const other of ['expired', 'declined', 'waiting', 'silent', 'none'] as const)
      expect(told(other)).toBe('-');
    if (state === 'unknown') expect(told('cancelled')).toBe('-');
    expect(describeChange({ state, address: null }, says('none'), { now: EXPIRES + 60 * MINUTE })).toBe('-');
  });

  test('that is open ends as any other', () => {
    expect(describeChange({ address: null }, says('expired'))).toBe('expired none');
    expect(describeChange({ address: null }, says('cancelled'))).toBe('failed cancelled');
  });
});

describe('a link expires unpaid', () => {
  const UNPAID: Saying[] = ['declined', 'waiting', 'silent', 'none'];
  const EDGE = EXPIRES + 10 * MINUTE;

  test.each(UNPAID)('ten minutes after its time where the service says %s', (saying) => {
    expect(decide({}, says(saying), { now: EDGE })).toMatchObject({
      to: 'expired',
      cause: 'expired unpaid',
      payment: null,
      failure: null,
    });
    const before = describeChange({}, says(saying), { now: EDGE - 1 });
    expect(before).toBe(saying === 'declined' ? '= declined quiet' : '-');
  });

  test.each(UNPAID)('not from a reading that is not complete, where the service says %s', (saying) => {
    const incomplete = describeChange({}, says(saying), { now: EDGE, isComplete: false });
    expect(incomplete).toBe(saying === 'declined' ? '= declined quiet' : '-');
  });

  test('is not said of one that was paid, whenever', () => {
    expect(describeChange({}, says('paid'), { now: EDGE + MINUTE })).toBe('paid confirmed');
  });
});

describe('a callback alone', () => {
  const callback = (evidence: Record<string, string>, receivedAt = NOW - MINUTE): CallbackSeen => ({
    receivedAt,
    evidence,
  });
  const reported = (callbacks: CallbackSeen[], saying: Saying = 'silent', rest: Partial<Grounds> = {}) =>
    decide({}, says(saying, { word: null, amountFils: null, transactionId: null }), { callbacks, ...rest });

  test.each<Saying>(['silent', 'none'])('is reported, never paid, where the records say %s', (saying) => {
    const evidence = { status: 'PAID', amount: '1250.50' };
    expect(reported([callback(evidence)], saying)).toMatchObject({
      to: 'reported',
      cause: 'a callback alone reports it',
      isNews: true,
      payment: { finding: 'unconfirmed', seenIn: 'callback', came: evidence, noticedAt: NOW },
    });
  });

  test('counts for nothing where the records say anything', () => {
    expect(reported([callback({ status: 'PAID' })], 'waiting')).toBeNull();
  });

  test('that says something in words which nobody knows is reported', () => {
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

  test.each<Saying>(['waiting', 'declined'])('opens the link again, where the service says %s', (saying) => {
    expect(decide(link, says(saying))).toEqual({
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
    expect(isBack({ ...link, state: 'open' }, says('waiting'))).toBe(false);
    expect(isBack({ ...link, address: null }, says('waiting'))).toBe(false);
    expect(isBack({ ...link, payment: null }, says('waiting'))).toBe(false);
    expect(isBack({ ...link, payment: known('unconfirmed', { doubt: 'state' }) }, says('waiting'))).toBe(
      false,
    );
    expect(isBack(link, says('waiting'), { isComplete: false })).toBe(false);
    for (const saying of ['silent', 'none', 'unclear', 'cancelled', 'paid'] as const)
      expect(isBack(link, says(saying)), saying).toBe(false);
    expect(isBack(link, says('waiting'), { now: EXPIRES + 10 * MINUTE - 1 })).toBe(true);
    expect(isBack(link, says('waiting'), { now: EXPIRES + 10 * MINUTE })).toBe(false);
  });
});
