import { describe, expect, test } from 'vitest';
import { buildLinkCard } from '../../src/links/card/link-card-view.ts';
import { buildDuplicatesQuestion, formatAge } from '../../src/links/form/duplicates-question-view.ts';
import { buildFormUsed } from '../../src/links/form/link-result-view.ts';
import type { Link } from '../../src/store/link.ts';
import type { LinkPayment } from '../../src/store/link-payment.ts';
import { buildLink } from '../fixtures/links.ts';
import { seen } from '../fixtures/seen.ts';

const ZONE = 'Asia/Dubai';
/** 23:39 in Dubai. */
const NOW = Date.UTC(2026, 10, 21, 19, 39);
const MINUTE = 60_000;

const payment = (changes: Partial<LinkPayment>): LinkPayment => ({
  finding: 'confirmed',
  noticedAt: NOW - 3 * MINUTE,
  happenedAt: NOW - 4 * MINUTE,
  seenIn: 'transaction',
  word: 'SUCCESS',
  amountFils: 25_000,
  refundedFils: 0,
  currency: 'AED',
  transactionId: null,
  doubt: null,
  ...changes,
});

const hala = (changes: Partial<Link>): Link => {
  const link = buildLink({ amountFils: 25_000, createdAt: NOW - 9 * MINUTE });
  return { ...link, details: { ...link.details, FullName: 'Hala Aziz' }, ...changes };
};

const ask = (link: Link, permalink: string | null = null) =>
  buildDuplicatesQuestion({ duplicates: [{ link, permalink }], metadata: '{}', now: NOW, timeZone: ZONE });
const textOf = (...given: Parameters<typeof ask>) => seen(ask(...given)).text;

describe('the question about a similar link says that it', () => {
  test.each<[string, Partial<Link>, RegExp]>([
    ['is paid', { state: 'paid', payment: payment({}) }, /Hala paid this 4 minutes ago\./],
    [
      'was declined and stays open',
      { state: 'open', payment: payment({ finding: 'declined' }) },
      /Declined at 23:35\. Hala can try again on this first link/,
    ],
    [
      'was declined and counted as failed',
      { state: 'failed', payment: payment({ finding: 'declined', happenedAt: null }) },
      /Declined at 23:36\. Hala can try again on this first link/,
    ],
    ['waits', { state: 'open' }, /Waiting: Hala has not paid it yet/],
    ['is being created', { state: 'reserved' }, /being created now/],
    ['may not exist', { state: 'unknown' }, /don’t know yet whether this link was created/],
    ['expired', { state: 'expired', updatedAt: buildLink().expiresAt }, /Expired .*14:30.*, not paid/],
    ['expired early', { state: 'expired' }, /Expired before its time, at the payment service, not paid/],
    [
      'was paid short',
      { state: 'reported', payment: payment({ finding: 'partly', amountFils: 20_000 }) },
      /Hala paid AED 200\.00 of this 4 minutes ago\. AED 50\.00 is still missing\./,
    ],
    [
      'was paid short by an unknown amount',
      { state: 'reported', payment: payment({ finding: 'partly', amountFils: null }) },
      /Hala paid a part of this 4 minutes ago/,
    ],
    [
      'was paid and partly refunded',
      { state: 'paid', payment: payment({ refundedFils: 5_000 }) },
      /Hala paid this 4 minutes ago, AED 50\.00 refunded/,
    ],
    ['is reported', { state: 'reported' }, /A payment was reported, and is not confirmed/],
    [
      'was paid with another amount',
      { state: 'reported', payment: payment({ finding: 'mismatch' }) },
      /Hala paid another amount on this 4 minutes ago/,
    ],
    [
      'was refunded',
      { state: 'paid', payment: payment({ finding: 'refunded' }) },
      /Hala paid this, and the money went back/,
    ],
    [
      'was cancelled',
      { state: 'failed', payment: payment({ finding: 'cancelled' }) },
      /Cancelled in the payment service’s dashboard/,
    ],
  ])('%s', (_, changes, words) => {
    const question = ask(hala(changes));
    expect(seen(question).text).toMatch(words);
    expect(seen(question).text).toContain('created by <@U0SARA0001> 9 minutes ago');
    expect(seen(question).buttons).toEqual(['Replaces it', 'Another sale']);
    expect(JSON.stringify(question.blocks)).not.toMatch(/Aziz|sara\.khan|501234/);
  });

  test('is replaced, and what to do about it', () => {
    const tell = 'can’t be cancelled here, so tell them';
    const refund = 'Refund the first payment';
    const advice = (changes: Partial<Link>) => {
      const { text, questions } = seen(ask(hala(changes)));
      return [tell, refund].filter((one) => `${text} ${questions}`.includes(one));
    };
    expect(advice({})).toEqual([tell]);
    expect(advice({ state: 'reported', payment: payment({ finding: 'partly' }) })).toEqual([tell]);
    expect(advice({ state: 'paid', payment: payment({}) })).toEqual([refund]);
    expect(advice({ state: 'paid', payment: payment({ finding: 'refunded' }) })).toEqual([]);
    expect(advice({ state: 'expired' })).toEqual([]);
  });

  test('has a card, or else a payment page while it can be paid', () => {
    const address = buildLink().address ?? '';
    expect(textOf(hala({}), 'https://slack.example/p1')).toContain('<https://slack.example/p1|its card>');
    expect(textOf(hala({}))).toContain(address);
    expect(textOf(hala({ state: 'paid', payment: payment({}) }))).not.toContain(address);
  });

  test('belongs to “the customer” when the name is erased', () => {
    const link = hala({ state: 'paid', payment: payment({}) });
    const details = { ...link.details, FullName: '', Phone: '', Email: '', notes: '', erasedAt: NOW };
    expect(textOf({ ...link, details })).toContain('The customer paid this');
  });
});

test('an age is rounded down to minutes or hours', () => {
  expect([0, 59_999, MINUTE, 59 * MINUTE, 60 * MINUTE, 23.9 * 60 * MINUTE].map(formatAge)).toEqual([
    'just now',
    'just now',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '23 hours ago',
  ]);
});

test('a replaced link’s card names its replacement, and warns while it can still be paid', () => {
  const shown = (link: Link) => seen(buildLinkCard(link, ZONE, { replacedBy: 'PL-<2>' })).text;
  expect(shown(buildLink())).toContain(
    '↪️ Replaced by PL-&lt;2&gt;. This one can still be paid: Paylink can’t cancel it.',
  );
  expect(shown(buildLink({ state: 'expired' }))).toContain('Replaced by PL-&lt;2&gt;\n');
  expect(seen(buildLinkCard(buildLink(), ZONE)).text).not.toContain('Replaced');
});

test('a form that was already used names its sale, and says that nothing was created now', () => {
  const { text } = seen(buildFormUsed(buildLink({ amountFils: 5_000 }), 700_000));
  expect(text).toMatch(/already used for AED 50\.00 for Sara .*Nothing was created for AED 7,000\.00/s);
});
