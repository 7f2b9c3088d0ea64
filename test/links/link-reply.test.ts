import { expect, test } from 'vitest';
import { buildLinkReply } from '../../src/links/card/card-thread-view.ts';
import { buildOwnerNews } from '../../src/links/card/owner-messages-view.ts';
import type { Link } from '../../src/store/link.ts';
import type { LinkPayment } from '../../src/store/link-payment.ts';
import { buildPayment, REFUND } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';
import { asSale } from '../stories/as-sale.ts';

/** Local time in Dubai. */
const at = (hour: number, minute: number) => Date.UTC(2026, 10, 21, hour - 4, minute);
const paid = (changes: Partial<LinkPayment> = {}): Partial<Link> => ({
  state: 'paid',
  payment: buildPayment(changes),
});
const reported = (changes: Partial<LinkPayment>) => ({ ...paid(changes), state: 'reported' as const });

const LINKS: Record<string, Partial<Link>> = {
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
  'a part with which the sale is paid, partly refunded': reported({
    ...{ finding: 'partly', amountFils: 25_050, refundedFils: 50 },
  }),
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
  a payment → ✅ @ *Paid 21 Nov 2026, 14:03 (Dubai)*: PAID
  a payment that was noticed late → ✅ @ *Paid at 02:10, noticed 21 Nov 2026, 08:00 (Dubai)*: PAID
  a payment at an unknown time → ✅ @ *Paid, noticed 21 Nov 2026, 08:00 (Dubai)*: PAID
  a partly refunded payment → ✅ @ *Paid 21 Nov 2026, 14:03 (Dubai), AED 50.00 refunded*: PAID
  a later refund of a part → ✅ @ *Paid 21 Nov 2026, 14:03 (Dubai), AED 50.00 refunded 21 Nov 2026, 15:20 (Dubai)*: PAID
  a refund of a part at an unknown time → ✅ @ *Paid 21 Nov 2026, 14:03 (Dubai), AED 50.00 refunded, noticed 21 Nov 2026, 15:20 (Dubai)*: PAID
  a payment after the expiry → ✅ @ *Paid 21 Nov 2026, 14:03 (Dubai), after it had expired*: PAID
  a part paid after the expiry → 🟠 @ *Partly paid 21 Nov 2026, 14:03 (Dubai), after it had expired: AED 250.50 of 1,250.50*: WHAT. *AED 1,000.00 is still missing. Not counted as paid.* Ask for the rest with *Link for the remaining AED 1,000.00*, or refund the payment in the payment service’s dashboard.
  another amount → 🔴 @ *Another amount or currency came*: WHAT. *AED 200.00 was paid, AED 1,250.50 was requested. Not counted as paid.* Check it in the payment service’s dashboard before you hand anything over.
  another currency, partly refunded → 🔴 @ *Another amount or currency came*: WHAT. *USD 300.00 was paid, AED 1,250.50 was requested. USD 9.00 of the payment was refunded. Not counted as paid.* Check it in the payment service’s dashboard before you hand anything over.
  an unconfirmed payment → 🟠 @ *Payment reported, not confirmed by the service*: WHAT. *Don’t hand over goods yet.* Received: status: PAID
  a partial payment → 🟠 @ *Partly paid 21 Nov 2026, 14:03 (Dubai): AED 250.50 of 1,250.50*: WHAT. *AED 1,000.00 is still missing. Not counted as paid.* Ask for the rest with *Link for the remaining AED 1,000.00*, or refund the payment in the payment service’s dashboard.
  a partial payment, partly refunded → 🟠 @ *Partly paid 21 Nov 2026, 14:03 (Dubai): AED 250.50 of 1,250.50*: WHAT. *AED 1,000.00 is still missing. AED 0.50 of the payment was refunded. Not counted as paid.* Ask the customer for the rest, or refund the payment in the payment service’s dashboard.
  a part with which the sale is paid, partly refunded → 🟠 @ *Partly paid 21 Nov 2026, 14:03 (Dubai): AED 250.50 of 1,250.50*: WHAT. With it the sale is paid in full. AED 0.50 of the payment was refunded.
  a refund → ↩️ @ *Refunded 21 Nov 2026, 15:20 (Dubai)*: WHAT
  a refund of an unknown amount → ↩️ @ *Refunded, the service does not say how much 21 Nov 2026, 15:20 (Dubai)*: WHAT
  a declined try → 🟡 @ *Waiting · declined 21 Nov 2026, 14:03 (Dubai), the customer can try again*: WHAT
  a payment of which nobody can tell whose it is → 🟠 @ *Payment reported, cannot tell which link*: WHAT. *Don’t hand over goods yet.* The service’s record fits another payment link, too. See who paid in the payment service’s dashboard.
  a payment about which an admin was asked → 🟠 @ *Payment reported, cannot tell what it is*: WHAT. *Don’t hand over goods yet.* The service’s record has a word that Paylink does not know. Received: flowState: ZED⏎🙋 Your admins and finance were asked 21 Nov 2026, 14:05 (Dubai). Until they answer, look up *PL-261121-ABCDEFGHJK* in the payment service’s dashboard.
  an expiry → ⌛ @ *Expired 21 Dec 2026, 14:30 (Dubai)*: WHAT
  a cancellation → ✖️ @ *Cancelled at the service 21 Nov 2026, 14:03 (Dubai)*: WHAT
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' → '));

const WITH_REST = 'a part with which the sale is paid, partly refunded';
const REST = buildLink({ id: 'lnk_2', saleOrder: 2, ...paid(), amountFils: 100_000 });

test('every link has its reply in the table', () => {
  expect(REPLIES.map(([name]) => name)).toEqual(Object.keys(LINKS));
});

test.each(REPLIES)('the creator reads in the thread of %s', (name = '', reply = '') => {
  const { text } = buildLinkReply(
    asSale(buildLink(LINKS[name]), name === WITH_REST ? [REST] : []),
    'Asia/Dubai',
  );
  expect(text.replaceAll(/<!date\^\d+\^[^|]+\|([^>]+)>/g, '$1')).toBe(
    reply
      .replace('@', '<@U0SARA0001>')
      .replace('WHAT', 'AED 1,250.50 for Sara (···567): June rent')
      .replace('*: PAID', '*: AED 1,250.50 from Sara (···567): June rent')
      .replace('⏎', '\n'),
  );
});

test('a direct message names a part as a part, too, when all of the sale is paid', () => {
  const part = buildLink(LINKS[WITH_REST]);
  const card = { ...part, card: null };
  expect(buildOwnerNews({ ...card, ...asSale(part, [REST]) }, 'Asia/Dubai').text).toMatch(
    /^🟠 Partly paid: AED 1,250\.50/,
  );
});
