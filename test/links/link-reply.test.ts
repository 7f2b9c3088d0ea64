import { expect, test } from 'vitest';
import { buildLinkReply } from '../../src/links/card/card-thread-view.ts';
import type { Link } from '../../src/store/link.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';

const ZONE = 'Asia/Dubai';
const WHAT = 'AED 1,250.50 for Sara (···567): June rent';
/** Local time in Dubai. */
const at = (hour: number, minute: number) => Date.UTC(2026, 10, 21, hour - 4, minute);

const CASES: [string, Partial<Link>, string][] = [
  [
    'paid',
    { state: 'paid', payment: buildPayment() },
    '✅ <@U0SARA0001> *Paid*: AED 1,250.50 from Sara (···567): June rent · paid 21 Nov 2026, 14:03 (Dubai)',
  ],
  [
    'paid and noticed late',
    { state: 'paid', payment: buildPayment({ happenedAt: at(2, 10), noticedAt: at(8, 0) }) },
    '✅ <@U0SARA0001> *Paid*: AED 1,250.50 from Sara (···567): June rent · paid at 02:10, noticed 21 Nov 2026, 08:00 (Dubai)',
  ],
  [
    'paid at an unknown time',
    { state: 'paid', payment: buildPayment({ happenedAt: null, noticedAt: at(8, 0) }) },
    '✅ <@U0SARA0001> *Paid*: AED 1,250.50 from Sara (···567): June rent · noticed 21 Nov 2026, 08:00 (Dubai)',
  ],
  [
    'another amount',
    { state: 'reported', payment: buildPayment({ finding: 'mismatch', amountFils: 20_000 }) },
    `🔴 <@U0SARA0001> *AED 200.00 was paid, AED 1,250.50 was requested. Not counted as paid.* ${WHAT}. Check it in the payment service’s dashboard before you hand anything over.`,
  ],
  [
    'an unconfirmed payment',
    { state: 'reported', payment: buildPayment({ finding: 'unconfirmed', came: { status: 'PAID' } }) },
    `🟠 <@U0SARA0001> *Payment reported, not confirmed by the service*: ${WHAT}. *Don’t hand over goods yet.* Received: status: PAID`,
  ],
  [
    'expired',
    { state: 'expired', updatedAt: buildLink().expiresAt },
    `⌛ <@U0SARA0001> *Expired unpaid* 21 Dec 2026, 14:30 (Dubai): ${WHAT}`,
  ],
  [
    'cancelled',
    { state: 'failed', payment: buildPayment({ finding: 'cancelled' }) },
    `✖️ <@U0SARA0001> *Cancelled at the service 21 Nov 2026, 14:03 (Dubai)*: ${WHAT}. It can no longer be paid.`,
  ],
  [
    'refunded',
    { state: 'reported', payment: buildPayment({ finding: 'refunded' }) },
    `↩️ <@U0SARA0001> *Refunded*: ${WHAT} · refunded 21 Nov 2026, 14:03 (Dubai)`,
  ],
  [
    'a refund of an unknown amount',
    { state: 'paid', payment: buildPayment({ finding: 'refunded', refundedFils: null }) },
    `↩️ <@U0SARA0001> *Refunded, the service does not say how much*: ${WHAT} · refunded 21 Nov 2026, 14:03 (Dubai)`,
  ],
  [
    'a partial payment',
    { state: 'reported', payment: buildPayment({ finding: 'partly', amountFils: 25_050 }) },
    `🟠 <@U0SARA0001> *Partly paid 21 Nov 2026, 14:03 (Dubai): AED 250.50 of 1,250.50*: ${WHAT}. *AED 1,000.00 is still missing. Not counted as paid.*`,
  ],
  [
    'a partial payment, partly refunded',
    { state: 'reported', payment: buildPayment({ finding: 'partly', amountFils: 25_050, refundedFils: 50 }) },
    `🟠 <@U0SARA0001> *Partly paid 21 Nov 2026, 14:03 (Dubai): AED 250.50 of 1,250.50*: ${WHAT}. *AED 1,000.00 is still missing. AED 0.50 of the payment was refunded. Not counted as paid.*`,
  ],
  [
    'a payment in another currency, partly refunded',
    {
      state: 'reported',
      payment: buildPayment({ finding: 'mismatch', amountFils: 30_000, currency: 'USD', refundedFils: 900 }),
    },
    `🔴 <@U0SARA0001> *USD 300.00 was paid, AED 1,250.50 was requested. USD 9.00 of the payment was refunded. Not counted as paid.* ${WHAT}. Check it in the payment service’s dashboard before you hand anything over.`,
  ],
  [
    'a payment, partly refunded',
    { state: 'paid', payment: buildPayment({ refundedFils: 5_000 }) },
    `✅ <@U0SARA0001> *Paid, AED 50.00 refunded*: AED 1,250.50 from Sara (···567): June rent · paid 21 Nov 2026, 14:03 (Dubai)`,
  ],
  [
    'a declined try',
    { payment: buildPayment({ finding: 'declined' }) },
    `🟡 <@U0SARA0001> *Declined 21 Nov 2026, 14:03 (Dubai)*: ${WHAT}. The customer can try again with the same link.`,
  ],
];

test.each(CASES)('the reply in the thread, to the creator, after: %s', (_, changes, words) => {
  const { text } = buildLinkReply(buildLink(changes), ZONE);
  expect(text.replaceAll(/<!date\^\d+\^[^|]+\|([^>]+)>/g, '$1')).toBe(words);
});
