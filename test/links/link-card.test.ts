import type { Button, Overflow } from '@slack/types';
import { describe, expect, test } from 'vitest';
import { buildLinkReply } from '../../src/links/card/card-thread-view.ts';
import { buildFirstCard, buildLinkCard } from '../../src/links/card/link-card-view.ts';
import { buildLinkDetails } from '../../src/links/card/link-details-view.ts';
import { buildChanged, buildOwnerNews, nameOrder } from '../../src/links/card/owner-messages-view.ts';
import { buildTooMuch } from '../../src/links/card/too-much-view.ts';
import { buildWhatsappView } from '../../src/links/card/whatsapp-view.ts';
import type { Link } from '../../src/store/link.ts';
import type { LinkPayment } from '../../src/store/link-payment.ts';
import { buildPayment, CARD_CASES, REFUND } from '../fixtures/card-cases.ts';
import { asSale, buildLink } from '../fixtures/links.ts';
import { seen } from '../fixtures/seen.ts';

const ZONE = 'Asia/Dubai';
const OMAR = 'U0OMAR0001';
const cardOf = (changes: Partial<Link> = {}) => buildLinkCard(asSale(buildLink(changes)), ZONE);

/** The lines of a card as people see them; pictures and rows of buttons count as one each. */
const linesOf = ({ blocks }: ReturnType<typeof buildLinkCard>): string[] =>
  blocks.flatMap((block) => (block.type === 'section' ? (block.text?.text.split('\n') ?? []) : [block.type]));

const buttonsOf = ({ blocks }: ReturnType<typeof buildLinkCard>): string[] =>
  blocks.flatMap((block) => {
    if (block.type === 'section' && block.accessory) return wordsOf(block.accessory);
    return block.type === 'actions' ? block.elements.flatMap(wordsOf) : [];
  });

const wordsOf = (element: { type: string; text?: unknown; options?: unknown }): string[] =>
  element.type === 'overflow'
    ? ['⋯', ...(element as Overflow).options.map(({ text }) => text.text)]
    : [(element as Button).text.text];

describe('the card', () => {
  test.each(CARD_CASES)(
    '$name: says so in two lines and what matters of the money, and keeps the customer’s contact',
    ({ link, ...is }) => {
      const card = buildLinkCard(asSale(link), ZONE);
      for (const line of is.says.split('\n')) expect(seen(card).text).toContain(line);
      expect(seen(card).text).toMatch(
        /^\*AED 1,250\.50\*.* · Sara \(···567\)\n(?:.*\n)?June rent · made by /,
      );
      expect(buttonsOf(card)).toEqual(is.buttons);
      // Its address only while it can be paid.
      expect(JSON.stringify(card).includes(link.address ?? 'none')).toBe(link.state === 'open');
      const isDone = /^paid|refunded/.test(is.name) && !/part|amount|twice/.test(is.name);
      expect(linesOf(card).length).toBeLessThanOrEqual(isDone ? 2 : 4);
      const first = buildFirstCard(link);
      // The first post has no state, because it may never be edited.
      expect(JSON.stringify(first)).not.toMatch(
        /Waiting|Paid|Expired|Reported|Failed|Refunded|Another amount/,
      );
      expect(first.text).toBe('Payment link: AED 1,250.50 for Sara (···567): June rent');
      expect(linesOf(first)).toHaveLength(3);
      expect(buttonsOf(first)).toEqual(['Details']);
      for (const shown of [card, first])
        expect(JSON.stringify(shown)).not.toMatch(/Khan|example\.com"|sara\.khan|0501234567|971501234/);
    },
  );

  test('says how often the customer was reminded, and when, until it is closed', () => {
    const lastAt = Date.UTC(2026, 10, 21, 10, 3);
    const reminded = (count: number, state: Link['state'] = 'open') =>
      seen(cardOf({ state, reminded: { count, lastAt } })).text;
    expect(reminded(1)).toContain('reminded once, 21 Nov 2026 at 2:03 PM (Dubai)');
    expect(reminded(2)).toContain('reminded twice, last 21 Nov 2026 at 2:03 PM (Dubai)');
    expect(reminded(3)).toContain('reminded 3 times, last 21 Nov 2026');
    expect(reminded(1, 'expired')).not.toContain('reminded');
  });

  test('names its creator and its owner, and has a notification text with its state', () => {
    expect(seen(cardOf()).text).not.toContain('now with');
    expect(seen(cardOf({ ownerId: OMAR })).text).toContain(`made by <@U0SARA0001>, now with <@${OMAR}>`);
    expect(cardOf().text).toBe('🟡 Waiting: AED 1,250.50 for Sara (···567): June rent');
    const { details } = buildLink();
    const withFile = cardOf({ qrFileId: 'F0123456789', details: { ...details, Is_QR_needed: false } });
    expect(seen(withFile).pictures).toEqual([]);
  });

  test('escapes mentions and links in typed text', () => {
    const typed = { FullName: '<!channel>', notes: '<https://evil.example|your bank> & co' };
    const came = { '<!here>': '<https://evil.example|paid>' };
    const payment = buildPayment({ finding: 'unconfirmed', came });
    const details = { ...buildLink().details, ...typed };
    const shown = JSON.stringify(cardOf({ details, state: 'reported', payment }));
    expect(shown).not.toMatch(/<!channel>|<!here>|<https:\/\/evil/);
    expect(shown).toContain('&lt;!channel&gt;');
    expect(shown).toContain('&amp; co');
  });
});

test('of a customer who was erased, card and details say so and keep the amount, and WhatsApp is not offered', () => {
  const nothing = { FullName: '', Email: '', Phone: '', notes: '' };
  const erasedAt = Date.UTC(2027, 10, 21, 8);
  const link = buildLink({ details: { ...buildLink().details, ...nothing, erasedAt } });
  const { text } = buildLinkCard(asSale(link), ZONE);
  expect(text).toContain('customer erased');
  expect(text).toContain('AED 1,250.50');
  const details = seen(buildLinkDetails({ link, history: [], timeZone: ZONE, showsGrounds: true })).text;
  expect(details).toContain('Erased on');
  expect(details).not.toContain('E-mail');
  const shown = { language: 'en', isReminder: false, sent: null } as const;
  const window = { ...shown, link: asSale(link), businessName: null, timeZone: ZONE, now: link.createdAt };
  expect(seen(buildWhatsappView(window)).addresses).toEqual({});
});

const DECIDED: LinkPayment = {
  finding: 'confirmed',
  noticedAt: Date.UTC(2026, 10, 21, 11),
  happenedAt: null,
  seenIn: 'transaction',
  word: 'SUCCESS',
  amountFils: 25_000,
  refundedFils: 0,
  currency: 'AED',
  transactionId: 'T1',
  doubt: null,
  grounds: [
    {
      of: 'transaction',
      via: 'listing',
      ownedBy: 'order-id',
      kindWord: 'SALE',
      stateField: 'status',
      stateWord: 'SUCCESS',
      amountField: 'amount',
      amountFils: 25_000,
    },
  ],
};

const show = (payment: LinkPayment, showsGrounds = true): string =>
  seen(
    buildLinkDetails({
      link: buildLink({ state: 'paid', payment }),
      history: [],
      timeZone: ZONE,
      showsGrounds,
    }),
  ).text;

const withGround = (changes: Partial<NonNullable<LinkPayment['grounds']>[number]>): LinkPayment => ({
  ...DECIDED,
  grounds: (DECIDED.grounds ?? []).map((ground) => ({ ...ground, ...changes })),
});

describe('details of a link', () => {
  test('say which record decided, and its values', () => {
    expect(show(DECIDED)).toContain(
      '*Decided by*\n• transaction in the listing, matched by order id; status: SUCCESS; amount: AED 250.00; type: SALE',
    );
  });

  test('say when it was paid, and when a part of that went back', () => {
    const [paid, back] = [Date.UTC(2026, 10, 21, 10), Date.UTC(2026, 10, 23, 9)];
    const shown = show({
      ...{ ...DECIDED, happenedAt: paid, refundedFils: 5_000 },
      refunds: [{ kind: 'refund', fils: 5_000, happenedAt: back, noticedAt: back + 60_000 }],
    });
    expect(shown).toContain('Refunded: AED 50.00');
    expect(show(DECIDED)).not.toContain('Refunded');
    expect(shown).toMatch(/happened: 21 Nov 2026 at 2:00 PM \(Dubai\)/i);
    expect(shown).toContain('Refund: 23 Nov 2026 at 1:00 PM (Dubai) · noticed');
  });

  test('hide the records from people who may not read reports, and have none if no record decided', () => {
    expect(show(DECIDED, false)).not.toContain('Decided by');
    const { grounds: _, ...older } = DECIDED;
    expect(show(older)).not.toContain('Decided by');
  });

  test('show a flag once, and omit what a record does not say', () => {
    expect(
      show(
        withGround({
          of: 'link',
          via: 'id',
          ownedBy: null,
          stateField: 'isPaid',
          stateWord: 'isPaid: true',
          kindWord: null,
          amountFils: null,
        }),
      ),
    ).toContain('• link by its id, unclear whose; isPaid: true');
  });

  test('escape the service’s texts', () => {
    const shown = show(
      withGround({ stateField: '<!here>', stateWord: '<!channel>', kindWord: '<@U1> & co' }),
    );
    expect(shown).toContain(
      '&lt;!here&gt;: &lt;!channel&gt;; amount: AED 250.00; type: &lt;@U1&gt; &amp; co',
    );
    expect(shown.replaceAll('<@U0SARA0001>', '')).not.toMatch(/<(@|!(?!date))/);
  });

  test('use plain labels for reference, order id, status and source', () => {
    const shown = show(DECIDED);
    for (const label of ['Reference: PL-', 'Order ID: 100234', 'Status: SUCCESS', 'Source: ']) {
      expect(shown).toContain(label);
    }
  });
});

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
  a payment → ✅ @ *Paid 21 Nov 2026 at 2:03 PM (Dubai)*: PAID
  a payment that was noticed late → ✅ @ *Paid at 2:10 AM, noticed 21 Nov 2026 at 8:00 AM (Dubai)*: PAID
  a payment at an unknown time → ✅ @ *Paid, noticed 21 Nov 2026 at 8:00 AM (Dubai)*: PAID
  a partly refunded payment → ✅ @ *Paid 21 Nov 2026 at 2:03 PM (Dubai), AED 50.00 refunded*: PAID
  a later refund of a part → ✅ @ *Paid 21 Nov 2026 at 2:03 PM (Dubai), AED 50.00 refunded 21 Nov 2026 at 3:20 PM (Dubai)*: PAID
  a refund of a part at an unknown time → ✅ @ *Paid 21 Nov 2026 at 2:03 PM (Dubai), AED 50.00 refunded, noticed 21 Nov 2026 at 3:20 PM (Dubai)*: PAID
  a payment after the expiry → ✅ @ *Paid 21 Nov 2026 at 2:03 PM (Dubai), after it had expired*: PAID
  a part paid after the expiry → 🟠 @ *Partly paid 21 Nov 2026 at 2:03 PM (Dubai), after it had expired: AED 250.50 of 1,250.50*: WHAT. *AED 1,000.00 is still missing. Not counted as paid.* Ask for the rest with *Link for the remaining AED 1,000.00*, or refund the payment in the payment service’s dashboard.
  another amount → 🔴 @ *Another amount or currency came*: WHAT. *AED 200.00 was paid, AED 1,250.50 was requested. Not counted as paid.* Check it in the payment service’s dashboard before you hand anything over.
  another currency, partly refunded → 🔴 @ *Another amount or currency came*: WHAT. *USD 300.00 was paid, AED 1,250.50 was requested. USD 9.00 of the payment was refunded. Not counted as paid.* Check it in the payment service’s dashboard before you hand anything over.
  an unconfirmed payment → 🟠 @ *Payment reported, not confirmed by the service*: WHAT. *Don’t hand over goods yet.* Received: status: PAID
  a partial payment → 🟠 @ *Partly paid 21 Nov 2026 at 2:03 PM (Dubai): AED 250.50 of 1,250.50*: WHAT. *AED 1,000.00 is still missing. Not counted as paid.* Ask for the rest with *Link for the remaining AED 1,000.00*, or refund the payment in the payment service’s dashboard.
  a partial payment, partly refunded → 🟠 @ *Partly paid 21 Nov 2026 at 2:03 PM (Dubai): AED 250.50 of 1,250.50*: WHAT. *AED 1,000.00 is still missing. AED 0.50 of the payment was refunded. Not counted as paid.* Ask the customer for the rest, or refund the payment in the payment service’s dashboard.
  a part with which the sale is paid, partly refunded → 🟠 @ *Partly paid 21 Nov 2026 at 2:03 PM (Dubai): AED 250.50 of 1,250.50*: WHAT. With it the sale is paid in full. AED 0.50 of the payment was refunded.
  a refund → ↩️ @ *Refunded 21 Nov 2026 at 3:20 PM (Dubai)*: WHAT
  a refund of an unknown amount → ↩️ @ *Refunded, the service does not say how much 21 Nov 2026 at 3:20 PM (Dubai)*: WHAT
  a declined try → 🟡 @ *Waiting · declined 21 Nov 2026 at 2:03 PM (Dubai), the customer can try again*: WHAT
  a payment of which nobody can tell whose it is → 🟠 @ *Payment reported, cannot tell which link*: WHAT. *Don’t hand over goods yet.* The service’s record fits another payment link, too. See who paid in the payment service’s dashboard.
  a payment about which an admin was asked → 🟠 @ *Payment reported, cannot tell what it is*: WHAT. *Don’t hand over goods yet.* The service’s record has a word that Paylink does not know. Received: flowState: ZED⏎🙋 Your admins and finance were asked 21 Nov 2026 at 2:05 PM (Dubai). Until they answer, look up *PL-261121-ABCDEFGHJK* in the payment service’s dashboard.
  an expiry → ⌛ @ *Expired 21 Dec 2026 at 2:30 PM (Dubai)*: WHAT
  a cancellation → ✖️ @ *Cancelled at the service 21 Nov 2026 at 2:03 PM (Dubai)*: WHAT
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
  const { text } = buildLinkReply(asSale(buildLink(LINKS[name]), name === WITH_REST ? [REST] : []), ZONE);
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
  expect(buildOwnerNews({ ...card, ...asSale(part, [REST]) }, ZONE).text).toMatch(
    /^🟠 Partly paid: AED 1,250\.50/,
  );
});

const paidLink = (id: string, invoiceId: string, saleOrder: number) =>
  buildLink({
    ...{ id, invoiceId, saleId: 'lnk_1', saleOrder },
    ...{ state: 'paid', payment: buildPayment() },
  });

test('a double payment is reported with both links, each with a button for its details', () => {
  const sale = [paidLink('lnk_2', 'INV-8', 2), paidLink('lnk_1', 'INV-<7>', 1)] as const;
  const { text, blocks } = buildTooMuch({ sale, isFinance: false }, ZONE);
  expect(text).toBe(
    '🔴 Paid twice: AED 1,250.50 and AED 1,250.50 by Sara (···567). AED 1,250.50 was due, so AED 1,250.50 is too much.',
  );
  expect(blocks.at(-1)).toMatchObject({ elements: [{ action_id: 'ask_refund', value: 'lnk_2:125050' }] });
  expect(blocks.slice(1, -1)).toMatchObject(
    [
      ['lnk_1', 'INV-&lt;7&gt;'],
      ['lnk_2', 'INV-8'],
    ].map(([value, name]) => ({
      text: { text: `✅ Paid · AED 1,250.50 · ${name} · June rent · made by <@U0SARA0001>` },
      accessory: { action_id: 'link_details', value },
    })),
  );
});

test.each<[what: string, before: Partial<Link>, next: Partial<Link>, says: string]>([
  ['the amount', {}, { amountFils: 20_500 }, '✏️ Changed AED 1,250.50 to AED 205.00.'],
  ['the details', {}, {}, '✏️ Changed the details of this link.'],
  ['an expired link', { state: 'expired' }, {}, '✏️ Made a new link for AED 1,250.50.'],
  [
    'somebody else’s link',
    { ownerId: OMAR },
    { amountFils: 20_500 },
    `✏️ <@${OMAR}> <@U0SARA0001> changed AED 1,250.50 to AED 205.00.`,
  ],
])('a change of %s is told: who, from, to', (_, before, next, says) => {
  const link = { ...buildLink(next), card: null };
  expect(buildChanged(buildLink(before), asSale(link)).blocks[0]).toMatchObject({ text: { text: says } });
});

test('beside our number of a payment stands the service’s own', () => {
  expect(nameOrder(buildLink({ invoiceId: 'INV-7', orderId: '9001' }))).toBe('INV-7 · order 9001');
});
