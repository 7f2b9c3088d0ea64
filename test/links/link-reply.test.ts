import { expect, test } from 'vitest';
import { buildLinkReply } from '../../src/links/card/card-thread-view.ts';
import type { LinkInSale } from '../../src/links/sale/display-states.ts';
import type { Link } from '../../src/store/link.ts';
import type { LinkPayment } from '../../src/store/link-payment.ts';
import { buildPayment, REFUND } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';

/** Local time in Dubai. */
const at = (hour: number, minute: number) => Date.UTC(2026, 10, 21, hour - 4, minute);
const paid = (changes: Partial<LinkPayment> = {}): Partial<Link> => ({
  state: 'paid',
  payment: buildPayment(changes),
});
const reported = (changes: Partial<LinkPayment>) => ({ ...paid(changes), state: 'reported' as const });

const LINKS: Record<string, Partial<LinkInSale>> = {
  'a payment': paid(),
  'a payment that was noticed late': paid({ happenedAt: at(2, 10), noticedAt: at(8, 0) }),
  'a payment at an unknown time': paid({ happenedAt: null, noticedAt: at(8, 0) }),
  'a partly refunded payment': paid({ refundedFils: 5_000 }),
  'a later refund of a part': paid({ refundedFils: 5_000, refunds: [REFUND] }),
  'a refund of a part at an unknown time': paid({
    refundedFils: 5_000,
    refunds: [{ kind: 'refund', fils: 5_000, happenedAt: null, noticedAt: at(15, 20) }],
  }),
  'a payment after the expiry': { ...paid({}), expiresAt: buildPayment().noticedAt - 60_000 },
  'a part paid after the expiry': {
    ...reported({ finding: 'partly', amountFils: 25_050 }),
    expiresAt: buildPayment().noticedAt - 60_000,
  },
  'another amount': reported({ finding: 'mismatch', amountFils: 20_000 }),
  'another currency, partly refunded': reported({
    finding: 'mismatch',
    amountFils: 30_000,
    currency: 'USD',
    refundedFils: 900,
  }),
  'an unconfirmed payment': reported({ finding: 'unconfirmed', came: { status: 'PAID' } }),
  'a partial payment': reported({ finding: 'partly', amountFils: 25_050 }),
  'a partial payment, partly refunded': reported({ finding: 'partly', amountFils: 25_050, refundedFils: 50 }),
  'a part with which the sale is paid, partly refunded': {
    ...reported({ finding: 'partly', amountFils: 25_050, refundedFils: 50 }),
    sale: { state: 'paid', restFils: null },
  },
  'a refund': reported({ finding: 'refunded', refunds: [REFUND] }),
  'a refund of an unknown amount': paid({ finding: 'refunded', refundedFils: null, refunds: [REFUND] }),
  'a declined try': { payment: buildPayment({ finding: 'declined' }) },
  'a payment of which nobody can tell whose it is': {
    state: 'reported',
    payment: buildPayment({ finding: 'unconfirmed', doubt: 'which-link' }),
  },
  'a payment about which an admin was asked': {
    state: 'reported',
    payment: buildPayment({
      ...{ finding: 'unconfirmed', doubt: 'word', came: { flowState: 'ZED' } },
      askedAt: Date.UTC(2026, 10, 21, 10, 5),
    }),
  },
  'an expiry': { state: 'expired', updatedAt: buildLink().expiresAt },
  'a cancellation': { state: 'failed', payment: buildPayment({ finding: 'cancelled' }) },
};

/** WHAT stands for the link's amount, customer and purpose. */
const REPLIES = `
  a payment → ✅ @ *Paid*: AED 1,250.50 from Sara (···567): June rent · paid 21 Nov 2026, 14:03 (Dubai)
  a payment that was noticed late → ✅ @ *Paid*: AED 1,250.50 from Sara (···567): June rent · paid at 02:10, noticed 21 Nov 2026, 08:00 (Dubai)
  a payment at an unknown time → ✅ @ *Paid*: AED 1,250.50 from Sara (···567): June rent · noticed 21 Nov 2026, 08:00 (Dubai)
  a partly refunded payment → ✅ @ *Paid, AED 50.00 refunded*: AED 1,250.50 from Sara (···567): June rent · paid 21 Nov 2026, 14:03 (Dubai)
  a later refund of a part → ✅ @ *Paid, AED 50.00 refunded*: AED 1,250.50 from Sara (···567): June rent · paid 21 Nov 2026, 14:03 (Dubai) · refunded 21 Nov 2026, 15:20 (Dubai)
  a refund of a part at an unknown time → ✅ @ *Paid, AED 50.00 refunded*: AED 1,250.50 from Sara (···567): June rent · paid 21 Nov 2026, 14:03 (Dubai) · refund noticed 21 Nov 2026, 15:20 (Dubai)
  a payment after the expiry → ✅ @ *Paid*: AED 1,250.50 from Sara (···567): June rent · paid 21 Nov 2026, 14:03 (Dubai), after it had expired
  a part paid after the expiry → 🟠 @ *Partly paid 21 Nov 2026, 14:03 (Dubai), after it had expired: AED 250.50 of 1,250.50*: WHAT. *AED 1,000.00 is still missing. Not counted as paid.* Ask for the rest with *Link for the remaining AED 1,000.00*, or refund the payment in the payment service’s dashboard.
  another amount → 🔴 @ *AED 200.00 was paid, AED 1,250.50 was requested. Not counted as paid.* WHAT. Check it in the payment service’s dashboard before you hand anything over.
  another currency, partly refunded → 🔴 @ *USD 300.00 was paid, AED 1,250.50 was requested. USD 9.00 of the payment was refunded. Not counted as paid.* WHAT. Check it in the payment service’s dashboard before you hand anything over.
  an unconfirmed payment → 🟠 @ *Payment reported, not confirmed by the service*: WHAT. *Don’t hand over goods yet.* Received: status: PAID
  a partial payment → 🟠 @ *Partly paid 21 Nov 2026, 14:03 (Dubai): AED 250.50 of 1,250.50*: WHAT. *AED 1,000.00 is still missing. Not counted as paid.* Ask for the rest with *Link for the remaining AED 1,000.00*, or refund the payment in the payment service’s dashboard.
  a partial payment, partly refunded → 🟠 @ *Partly paid 21 Nov 2026, 14:03 (Dubai): AED 250.50 of 1,250.50*: WHAT. *AED 1,000.00 is still missing. AED 0.50 of the payment was refunded. Not counted as paid.* Ask the customer for the rest, or refund the payment in the payment service’s dashboard.
  a part with which the sale is paid, partly refunded → 🟠 @ *Partly paid 21 Nov 2026, 14:03 (Dubai): AED 250.50 of 1,250.50*: WHAT. With it the sale is paid in full. AED 0.50 of the payment was refunded.
  a refund → ↩️ @ *Refunded*: WHAT · refunded 21 Nov 2026, 15:20 (Dubai)
  a refund of an unknown amount → ↩️ @ *Refunded, the service does not say how much*: WHAT · refunded 21 Nov 2026, 15:20 (Dubai)
  a declined try → 🟡 @ *Declined 21 Nov 2026, 14:03 (Dubai)*: WHAT. The customer can try again with the same link.
  a payment of which nobody can tell whose it is → 🟠 @ *Payment reported, cannot tell which link*: WHAT. *Don’t hand over goods yet.* The service’s record fits another payment link, too. See who paid in the payment service’s dashboard.
  a payment about which an admin was asked → 🟠 @ *Payment reported, cannot tell what it is*: WHAT. *Don’t hand over goods yet.* The service’s record has a word that Paylink does not know. Received: flowState: ZED⏎🙋 Your admins and finance were asked 21 Nov 2026, 14:05 (Dubai). Until they answer, look up *PL-261121-ABCDEFGHJK* in the payment service’s dashboard.
  an expiry → ⌛ @ *Expired unpaid* 21 Dec 2026, 14:30 (Dubai): WHAT
  a cancellation → ✖️ @ *Cancelled at the service 21 Nov 2026, 14:03 (Dubai)*: WHAT. It can no longer be paid.
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' → '));

test('every link has its reply in the table', () => {
  expect(REPLIES.map(([name]) => name)).toEqual(Object.keys(LINKS));
});

test.each(REPLIES)('the creator reads in the thread of %s', (name = '', reply = '') => {
  const { text } = buildLinkReply(buildLink(LINKS[name]), 'Asia/Dubai');
  expect(text.replaceAll(/<!date\^\d+\^[^|]+\|([^>]+)>/g, '$1')).toBe(
    reply
      .replace('@', '<@U0SARA0001>')
      .replace('WHAT', 'AED 1,250.50 for Sara (···567): June rent')
      .replace('⏎', '\n'),
  );
});
