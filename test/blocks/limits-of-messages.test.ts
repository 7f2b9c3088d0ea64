import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkMessageBlocks, checkView } from '../../packages/local-slack/src/check-blocks.ts';
import { limits } from '../../src/blocks/limits.ts';
import { buildDidYouMean } from '../../src/command/help-view.ts';
import { buildLinkReply } from '../../src/links/card/card-thread-view.ts';
import { buildFirstCard, buildLinkCard } from '../../src/links/card/link-card-view.ts';
import { buildLinkDetails } from '../../src/links/card/link-details-view.ts';
import {
  buildOwnerNews,
  buildRefreshAnswer,
  buildReminder,
  buildTwoLinks,
} from '../../src/links/card/owner-messages-view.ts';
import { buildTooMuch, type TooMuch } from '../../src/links/card/too-much-view.ts';
import { buildWhatsappView } from '../../src/links/card/whatsapp-view.ts';
import { buildCopyText, buildCounter } from '../../src/links/counter/counter-view.ts';
import { buildDuplicatesQuestion } from '../../src/links/form/duplicates-question-view.ts';
import { buildLinkForm } from '../../src/links/form/link-form-view.ts';
import { DEFAULT_SETTINGS } from '../../src/settings/settings.ts';
import type { LinkWithCard as Link } from '../../src/store/link-card.ts';
import { type LinkPayment, PAYMENT_DOUBTS, PAYMENT_FINDINGS } from '../../src/store/link-payment.ts';
import { LINK_STATES } from '../../src/store/link-states.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildWebAddresses } from '../fixtures/code-point.ts';
import { anyFormValues } from '../fixtures/form-values.ts';
import { asSale, buildLink } from '../fixtures/links.ts';

const ZONE = 'Asia/Dubai';
/** Long text is short text repeated: what matters is its length and its worst letters. */
const text = (maxLength: number) =>
  fc
    .tuple(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: maxLength }),
    )
    .map(([piece, length]) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length));

const addresses = fc
  .tuple(buildWebAddresses(), fc.integer({ min: 0, max: 4_000 }))
  .map(([url, length]) => `${url}?p=${'a'.repeat(length)}`);

const instants = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) });

const payments: fc.Arbitrary<LinkPayment> = fc.record({
  finding: fc.constantFrom(...PAYMENT_FINDINGS),
  noticedAt: instants,
  happenedAt: fc.option(instants),
  seenIn: fc.constantFrom('transaction', 'link', 'callback'),
  word: fc.option(text(200)),
  amountFils: fc.option(fc.integer({ min: -999_999_999, max: 999_999_999_999 })),
  refundedFils: fc.option(fc.integer({ min: 0, max: 999_999_999_999 })),
  currency: fc.option(text(60)),
  doubt: fc.constantFrom(null, ...PAYMENT_DOUBTS),
  transactionId: fc.option(text(400)),
  came: fc.dictionary(text(100), text(200), { maxKeys: 20 }),
  grounds: fc.array(
    fc.record({
      of: fc.constantFrom('transaction', 'link'),
      via: fc.constantFrom('id', 'listing'),
      ownedBy: fc.constantFrom(null, 'order-id', 'reference', 'address', 'look-up'),
      kindWord: fc.option(text(40)),
      stateField: fc.option(text(80)),
      stateWord: fc.option(text(40)),
      amountField: fc.option(text(40)),
      amountFils: fc.option(fc.integer({ min: -999_999_999, max: 999_999_999_999 })),
    }),
    { maxLength: 6 },
  ),
});

const links: fc.Arbitrary<Link> = fc
  .record({
    payment: fc.option(payments),
    creatorName: text(200),
    state: fc.constantFrom(...LINK_STATES),
    name: text(50),
    phone: text(3_000),
    notes: text(150),
    invoiceId: text(3_000),
    amountFils: fc.integer({ min: 1_000, max: 999_999_999_999 }),
    address: fc.option(addresses),
    what: text(600),
    next: text(600),
    qrFileId: fc.option(fc.constant('F0123456789')),
    existing: fc.option(fc.record({ address: fc.option(addresses), amountFils: fc.option(fc.nat()) })),
  })
  .map(({ name, phone, notes, what, next, existing, ...rest }) =>
    buildLink({
      ...rest,
      failure: { what, next, reference: 'REF', field: null, ...(existing ? { existing } : {}) },
      details: { ...buildLink().details, FullName: name, Phone: phone, notes },
    }),
  );

const paidOften = (link: Link): TooMuch['sale'] => {
  const paid = (at: number): Link => ({
    ...{ ...link, id: `lnk_${at}`, saleId: 'lnk_0', saleOrder: at, state: 'paid' },
    ...{ payment: buildPayment(), refundAsked: { by: link.ownerId, at: 0, fils: 100, goneFils: 0 } },
  });
  return [paid(40), ...Array.from({ length: 40 }, (_, at) => paid(39 - at))];
};

describe('with any typed text and any answer of the service, Slack accepts', () => {
  test('the card', () => {
    fc.assert(
      fc.property(links, (link) => {
        for (const { text, blocks } of [
          buildLinkCard(asSale(link), ZONE),
          buildFirstCard(link, ZONE),
          buildLinkReply(asSale(link), ZONE),
          buildReminder(asSale(link), ZONE),
          buildTwoLinks('two-links', asSale(link), asSale({ ...link, id: 'lnk_2' })),
          buildTooMuch({ sale: paidOften(link), isFinance: true }, ZONE),
          buildTooMuch({ sale: paidOften(link), isFinance: false }, ZONE),
        ]) {
          expect(checkMessageBlocks(blocks)).toEqual([]);
          expect(text.length).toBeGreaterThan(0);
          expect(text.length).toBeLessThanOrEqual(limits.message.textRecommended);
        }
      }),
    );
  });

  test('the windows of the card’s buttons, with the whole address', () => {
    const events = fc.array(
      fc.record({
        at: instants,
        from: fc.option(fc.constantFrom(...LINK_STATES)),
        to: fc.constantFrom(...LINK_STATES),
        cause: text(200),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(links, events, fc.option(text(200)), (link, history, businessName) => {
        const url = 'https://paylink.example.com/pictures/a.png';
        const whatsapp = buildWhatsappView({
          link: asSale(link),
          businessName,
          timeZone: ZONE,
          now: link.createdAt,
          sent: 'counted',
        });
        for (const view of [
          buildLinkDetails({ link, history, timeZone: ZONE, showsGrounds: true }),
          buildCounter({ link: asSale(link), now: link.createdAt, timeZone: ZONE }),
          buildCounter({ link: asSale(link), picture: { card: null }, now: link.createdAt, timeZone: ZONE }),
          buildCounter({
            link: asSale(link),
            picture: { card: { permalink: url, channelId: 'C1' } },
            now: link.createdAt,
            timeZone: ZONE,
          }),
          buildCounter({
            link: asSale(link),
            picture: { url },
            now: link.createdAt,
            timeZone: ZONE,
            isServiceSilent: true,
          }),
          buildCopyText(link, link.address ?? '', ZONE),
          whatsapp,
        ]) {
          expect(checkView(view)).toEqual([]);
        }
        for (const [, url = ''] of JSON.stringify(whatsapp).matchAll(/"url":"([^"]+)"/g))
          expect(new URL(url).searchParams.get('text')).toContain(`\n${link.address}\n`);
      }),
    );
  });

  test('the question about duplicates and the answer to Refresh', () => {
    const duplicates = fc.array(fc.record({ link: links, permalink: fc.option(addresses) }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(duplicates, fc.constantFrom('changed', 'same', 'unreachable'), (all, outcome) => {
        const [first = { link: buildLink(), permalink: null }, ...others] = all;
        const [one, ...more] = [first, ...others].map((double, place) => ({
          ...double,
          link: asSale({ ...double.link, id: `lnk_${place}` }),
        }));
        const question = {
          duplicates: [one ?? { ...first, link: asSale(first.link) }, ...more],
          metadata: '{}',
          isAgain: false,
        } as const;
        expect(checkView(buildDuplicatesQuestion({ ...question, now: 0, timeZone: ZONE }))).toEqual([]);
        const { link } = first;
        const answer = buildRefreshAnswer({
          link: asSale(link),
          outcome,
          away: null,
          now: 0,
          timeZone: ZONE,
        });
        expect(answer.length).toBeLessThanOrEqual(limits.message.textRecommended);
      }),
    );
  });

  test('the result', () => {
    fc.assert(
      fc.property(links, fc.boolean(), (link, isChecking) => {
        const now = link.expiresAt;
        expect(checkView(buildCounter({ link: asSale(link), now, timeZone: ZONE, isChecking }))).toEqual([]);
      }),
    );
  });

  test('the direct message', () => {
    fc.assert(
      fc.property(links, fc.option(text(80), { nil: undefined }), (link, qrRefusedAs) => {
        expect(checkMessageBlocks(buildOwnerNews(asSale(link), ZONE, { qrRefusedAs }).blocks)).toEqual([]);
      }),
    );
  });

  test('the form', () => {
    const NOW = Date.UTC(2026, 10, 21);
    const values = anyFormValues(() => text(4_000));
    fc.assert(
      fc.property(values, fc.boolean(), (values, isLong) => {
        const metadata = { nonce: 'n'.repeat(20), isLong };
        const form = { values, metadata, settings: DEFAULT_SETTINGS, now: NOW, timeZone: ZONE };
        expect(checkView(buildLinkForm(form))).toEqual([]);
      }),
    );
  });

  test('the question what was meant', () => {
    fc.assert(
      fc.property(text(4_000), (typed) => {
        expect(checkMessageBlocks(buildDidYouMean({ typed, nearest: 'find', rest: typed }).blocks)).toEqual(
          [],
        );
      }),
    );
  });
});
