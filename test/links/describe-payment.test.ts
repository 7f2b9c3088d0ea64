import { describe, expect, test } from 'vitest';
import {
  describeMismatch,
  describeWhatCame,
  paidWhen,
  whenExpired,
} from '../../src/links/sale/describe-payment.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';

const ZONE = 'Asia/Dubai';
const MINUTE = 60_000;
/** Dates as their fallback. */
const plain = (text: string) => text.replaceAll(/<!date\^[^|>]*\|([^>]*)>/g, '$1');
/** A day and time of November in Dubai. */
const at = (text: string) => Date.parse(`2026-11-${text.replace(' ', 'T')}+04:00`);

describe('when it was paid', () => {
  test.each([
    ['is one time if it was noticed soon', '21 14:03', '21 14:13', ' 21 Nov 2026 at 2:03 PM (Dubai)'],
    [
      'has two times if noticed later',
      '21 14:03',
      '21 14:13:01',
      ' at 2:03 PM, noticed 21 Nov 2026 at 2:13 PM (Dubai)',
    ],
    [
      'has two days',
      '20 23:50',
      '21 00:10',
      ' 20 Nov 2026 at 11:50 PM (Dubai), noticed 21 Nov 2026 at 12:10 AM (Dubai)',
    ],
    [
      'is the time of notice if no other is known',
      '',
      '21 08:00',
      ', noticed 21 Nov 2026 at 8:00 AM (Dubai)',
    ],
  ])('%s', (_, paid, noticed, time) => {
    const payment = buildPayment({ happenedAt: paid ? at(paid) : null, noticedAt: at(noticed) });
    expect(plain(paidWhen(buildLink({ payment }), ZONE))).toBe(time);
  });

  test.each([
    ['declined', 0, ''],
    ['confirmed', 1, ''],
    ['confirmed', 0, ', after it had expired'],
  ] as const)(
    'says that a payment (%s), %i ms before it expired, was late: “%s”',
    (finding, early, words) => {
      const happenedAt = at('21 14:03');
      const payment = buildPayment({ finding, happenedAt });
      expect(plain(paidWhen(buildLink({ payment, expiresAt: happenedAt + early }), ZONE))).toBe(
        ` 21 Nov 2026 at 2:03 PM (Dubai)${words}`,
      );
    },
  );
});

test.each([
  ['ten minutes early, as by other clocks', 10 * MINUTE, '21 Nov 2026 at 2:03 PM (Dubai)'],
  ['earlier', 10 * MINUTE + 1, 'early: the payment service ended it'],
])('a link that ended %s expired: %s', (_, early, words) => {
  const expiresAt = at('21 14:03');
  expect(plain(whenExpired(buildLink({ expiresAt, updatedAt: expiresAt - early }), ZONE))).toBe(words);
});

test.each([
  [{ amountFils: 20_000 }, 'AED 200.00 was paid, AED 1,250.50 was requested.'],
  [{ amountFils: 125_050, currency: 'USD' }, 'USD 1,250.50 was paid, AED 1,250.50 was requested.'],
  [{ amountFils: null, currency: 'USD' }, 'It was paid in USD, AED 1,250.50 was requested.'],
  [{ amountFils: null, currency: null }, 'Another amount was paid, AED 1,250.50 was requested.'],
  [{ amountFils: 20_000, currency: 'aed' }, 'AED 200.00 was paid, AED 1,250.50 was requested.'],
])('of a payment of another amount, %j, it says both', (changes, words) => {
  expect(describeMismatch(125_050, buildPayment({ finding: 'mismatch', ...changes }))).toBe(words);
});

test('of what a callback said, five fields are shown, each cut', () => {
  const came = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`f${index}`, 'v']));
  expect(describeWhatCame(buildPayment({ came }))).toBe(
    'Received: f0: v · f1: v · f2: v · f3: v · f4: v · and 1 more',
  );
  const long = describeWhatCame(buildPayment({ came: { ['n'.repeat(31)]: 'v'.repeat(41) } }));
  expect(long).toBe(`Received: ${'n'.repeat(29)}…: ${'v'.repeat(39)}…`);
  expect(describeWhatCame(buildPayment({ came: { ['n'.repeat(30)]: 'v'.repeat(40) } }))).not.toContain('…');
});
