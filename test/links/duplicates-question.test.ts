import { describe, expect, test } from 'vitest';
import { buildLinkCard } from '../../src/links/card/link-card-view.ts';
import { buildDuplicatesQuestion, formatAge } from '../../src/links/form/duplicates-question-view.ts';
import { buildFormUsed } from '../../src/links/form/link-result-view.ts';
import type { LinkWithCard as Link } from '../../src/store/link-card.ts';
import type { LinkPayment } from '../../src/store/link-payment.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { asSale, buildLink } from '../fixtures/links.ts';
import { seen } from '../fixtures/seen.ts';

const ZONE = 'Asia/Dubai';
/** 23:39 in Dubai. */
const NOW = Date.UTC(2026, 10, 21, 19, 39);
const MINUTE = 60_000;

const payment = (changes: Partial<LinkPayment>): LinkPayment =>
  buildPayment({ noticedAt: NOW - 3 * MINUTE, happenedAt: NOW - 4 * MINUTE, amountFils: 25_000, ...changes });

const hala = (changes: Partial<Link>): Link => {
  const link = buildLink({ amountFils: 25_000, createdAt: NOW - 9 * MINUTE });
  return { ...link, details: { ...link.details, FullName: 'Hala Aziz' }, ...changes };
};

const ask = (link: Link, permalink: string | null = null) =>
  buildDuplicatesQuestion({
    duplicates: [{ link: asSale(link), permalink }],
    metadata: '{}',
    isAgain: false,
    now: NOW,
    timeZone: ZONE,
  });
const textFor = (...given: Parameters<typeof ask>) => seen(ask(...given)).text;

/** A link in a state, with the finding of its payment if it has one: `reported partly`. */
const linkOf = (situation: string, changes: Partial<LinkPayment> = {}): Link => {
  const [state, finding] = situation.split(' ') as [Link['state'], LinkPayment['finding']?];
  return hala({ state, payment: finding ? payment({ finding, ...changes }) : null });
};

describe('the question about a similar link', () => {
  test.each<[string, Partial<LinkPayment>, string]>([
    ['paid confirmed', {}, '✅ *Paid 21 Nov 2026 at 11:35 PM (Dubai)*.'],
    [
      'paid confirmed',
      { refundedFils: 5_000 },
      '✅ *Paid 21 Nov 2026 at 11:35 PM (Dubai), AED 50.00 refunded*.',
    ],
    ['paid refunded', {}, '↩️ *Refunded'],
    [
      'open declined',
      {},
      '🟡 *Waiting · declined 21 Nov 2026 at 11:35 PM (Dubai), the customer can try again*.',
    ],
    ['failed cancelled', {}, '✖️ *Cancelled at the service'],
    ['open', {}, '🟡 *Waiting*.'],
    ['reserved', {}, '⏳ *Being made*.'],
    ['unknown', {}, '❔ *Checking*.'],
    ['expired', {}, '⌛ *Expired early: the payment service ended it*.'],
    ['reported', {}, '🟠 *Payment reported, not confirmed by the service*. *Don’t hand over goods yet.*'],
    [
      'reported partly',
      { amountFils: 20_000 },
      '🟠 *Partly paid 21 Nov 2026 at 11:35 PM (Dubai): AED 200.00 of 250.00*. *AED 50.00 is still missing. Not counted as paid.* For the rest, press *Link for the remaining AED 50.00* on its card.',
    ],
    ['reported partly', { amountFils: null }, '🟠 *Partly paid*. *Only a part of AED 250.00 was paid.'],
    [
      'reported mismatch',
      { amountFils: 99_900 },
      '🔴 *Another amount or currency came*. *AED 999.00 was paid, AED 250.00 was requested.',
    ],
  ])('shows the state of a link that is %s %j: “%s”', (situation, changes, words) => {
    const question = ask(linkOf(situation, changes));
    expect(seen(question).text).toContain(words);
    expect(seen(question).text).toContain('made by <@U0SARA0001> 9 minutes ago');
    expect(seen(question).buttons).toEqual(['Change that one', 'Another sale']);
    expect(JSON.stringify(question.blocks)).not.toMatch(/Aziz|sara\.khan|501234/);
  });

  test('says when a link expired', () => {
    const expired = hala({ state: 'expired', updatedAt: buildLink().expiresAt });
    expect(textFor(expired)).toContain('⌛ *Expired 21 Dec 2026 at 2:30 PM (Dubai)*.');
  });

  test.each([
    ['open', 'Ask them not to use the first one'],
    ['reported partly', 'Ask them not to use the first one,Refund the first payment'],
    ['reported mismatch', 'Ask them not to use the first one,Refund the first payment'],
    ['reported unconfirmed', 'Ask them not to use the first one'],
    ['paid confirmed', 'Refund the first payment'],
    ['paid refunded', ''],
    ['expired', ''],
  ])('says what to do about a replaced link that is %s: “%s”', (situation, words) => {
    const changes = situation === 'reported partly' ? { amountFils: 20_000 } : {};
    const { text, questions } = seen(ask(linkOf(situation, changes)));
    const advice = /Ask them not to use the first one|Refund the first payment/g;
    expect((`${text} ${questions}`.match(advice) ?? []).join()).toBe(words);
  });

  test('leads to the card, or else to the payment page while the link can be paid', () => {
    const address = buildLink().address ?? '';
    expect(textFor(hala({}), 'https://slack.example/p1')).toContain('<https://slack.example/p1|its card>');
    expect(textFor(hala({}))).toContain(address);
    for (const situation of ['paid confirmed', 'reported mismatch'])
      expect(textFor(linkOf(situation))).not.toContain(address);
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

test('a card names the link that takes its place, and warns while it can still be paid', () => {
  const by = buildLink({ id: 'lnk_2', saleOrder: 2, invoiceId: 'PL-<2>' });
  const { text, blocks } = buildLinkCard(asSale(buildLink(), [by]), ZONE);
  expect(text).toMatch(/^↪️ Replaced by PL-&lt;2&gt;: AED/);
  expect(seen({ blocks }).text).toMatch(
    /^\*AED [\d,.]+\* · ↪️ Replaced by PL-&lt;2&gt; · Sara \(···567\)\n\*Don’t send this one: the customer should pay PL-&lt;2&gt; instead\.\* It still works/,
  );
  expect(seen({ blocks }).text).not.toContain('Waiting');
  expect(seen(buildLinkCard(asSale(buildLink()), ZONE)).text).not.toContain('Replaced');
});

test('a form that was already used names its sale, and says that nothing was made now', () => {
  const { text } = seen(buildFormUsed(buildLink({ amountFils: 5_000 }), 700_000));
  expect(text).toMatch(/already used for AED 50\.00 for Sara .*Nothing was made for AED 7,000\.00/s);
});
