import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkMessageBlocks, checkView } from '../../packages/local-slack/src/check-blocks.ts';
import { buildEnding } from '../../src/batches/batch-messages-view.ts';
import { limits } from '../../src/blocks/limits.ts';
import { buildDidYouMean } from '../../src/command/help-view.ts';
import { buildLinkReply } from '../../src/links/card/card-thread-view.ts';
import { buildFirstCard, buildLinkCard } from '../../src/links/card/link-card-view.ts';
import { buildLinkDetails } from '../../src/links/card/link-details-view.ts';
import {
  buildOwnerNews,
  buildRefreshAnswer,
  buildTwoLinks,
} from '../../src/links/card/owner-messages-view.ts';
import { buildTooMuch, type TooMuch } from '../../src/links/card/too-much-view.ts';
import { buildCopyText, buildWhatsappView } from '../../src/links/card/whatsapp-view.ts';
import { buildCounter } from '../../src/links/counter/counter-view.ts';
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

const everyMessage = <Of>(
  title: string,
  any: fc.Arbitrary<Of>,
  build: (of: Of) => { text: string; blocks: readonly object[] }[],
) =>
  test(title, () => {
    fc.assert(
      fc.property(any, (one) => {
        for (const { text, blocks } of build(one)) {
          expect(checkMessageBlocks(blocks as Parameters<typeof checkMessageBlocks>[0])).toEqual([]);
          expect(text.length).toBeGreaterThan(0);
          expect(text.length).toBeLessThanOrEqual(limits.message.textRecommended);
        }
      }),
    );
  });

const everyView = <Of>(
  title: string,
  any: fc.Arbitrary<Of>,
  build: (of: Of) => Parameters<typeof checkView>[0][],
) =>
  test(title, () => {
    fc.assert(
      fc.property(any, (one) => {
        for (const view of build(one)) expect(checkView(view)).toEqual([]);
      }),
    );
  });

const events = fc.array(
  fc.record({
    at: instants,
    from: fc.option(fc.constantFrom(...LINK_STATES)),
    to: fc.constantFrom(...LINK_STATES),
    cause: text(200),
  }),
  { maxLength: 40 },
);
const opened = fc.record({ link: links, history: events, businessName: fc.option(text(200)) });
const doubles = fc.array(fc.record({ link: links, permalink: fc.option(addresses) }), {
  minLength: 1,
  maxLength: 6,
});

const textsOf = (link: Link, businessName: string | null = null) =>
  (['en', 'ar'] as const).flatMap((language) =>
    [false, true].map((isReminder) => ({
      ...{ link: asSale(link), businessName, timeZone: ZONE, now: link.createdAt + 4_000_000 },
      ...{ language, isReminder, sent: 'counted' as const },
    })),
  );
const whatsappOf = (link: Link, businessName: string | null = null) =>
  textsOf(link, businessName).map(buildWhatsappView);

describe('with any typed text and any answer of the service, Slack accepts', () => {
  everyMessage('the card, its replies and the messages to its owner', links, (link) => [
    buildLinkCard(asSale(link), ZONE),
    buildFirstCard(link),
    buildLinkReply(asSale(link), ZONE),
    buildEnding([{ batch: null, links: [asSale(link)] }], ZONE),
    buildTwoLinks('two-links', asSale(link), asSale({ ...link, id: 'lnk_2' })),
    buildTooMuch({ sale: paidOften(link), isFinance: true }, ZONE),
    buildTooMuch({ sale: paidOften(link), isFinance: false }, ZONE),
    ...[undefined, 'not_in_channel'].map((qrRefusedAs) =>
      buildOwnerNews(asSale(link), ZONE, { qrRefusedAs }),
    ),
  ]);

  everyMessage('the question what was meant', text(4_000), (typed) => [
    buildDidYouMean({ typed, nearest: 'find', rest: typed }),
  ]);

  everyView('the windows of the card’s buttons', opened, ({ link, history, businessName }) => {
    const url = 'https://paylink.example.com/pictures/a.png';
    const shown = { link: asSale(link), now: link.createdAt, timeZone: ZONE };
    return [
      buildLinkDetails({ link, history, timeZone: ZONE, showsGrounds: true }),
      buildCounter(shown),
      buildCounter({ ...shown, now: link.expiresAt, isChecking: true }),
      buildCounter({ ...shown, picture: { card: null } }),
      buildCounter({ ...shown, picture: { card: { permalink: url, channelId: 'C1' } } }),
      buildCounter({ ...shown, picture: { url }, isServiceSilent: true }),
      ...textsOf(link).map(buildCopyText),
      ...whatsappOf(link, businessName),
    ];
  });

  test('the whole address in the text for WhatsApp', () => {
    fc.assert(
      fc.property(links, (link) => {
        for (const [, url = ''] of JSON.stringify(whatsappOf(link)).matchAll(/"url":"([^"]+)"/g))
          expect(new URL(url).searchParams.get('text')).toContain(`\n${link.address}\n`);
      }),
    );
  });

  everyView('the question about duplicates', doubles, (all) => {
    const [one = { link: asSale(buildLink()), permalink: null }, ...more] = all.map((double, place) => ({
      ...double,
      link: asSale({ ...double.link, id: `lnk_${place}` }),
    }));
    const question = { duplicates: [one, ...more], metadata: '{}', isAgain: false } as const;
    return [buildDuplicatesQuestion({ ...question, now: 0, timeZone: ZONE })];
  });

  test('the answer to Refresh', () => {
    fc.assert(
      fc.property(links, fc.constantFrom('changed', 'same', 'unreachable'), (link, outcome) => {
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

  everyView(
    'the form',
    fc.tuple(
      anyFormValues(() => text(4_000)),
      fc.boolean(),
    ),
    ([values, isLong]) => [
      buildLinkForm({
        ...{ values, metadata: { nonce: 'n'.repeat(20), isLong }, settings: DEFAULT_SETTINGS },
        ...{ now: Date.UTC(2026, 10, 21), timeZone: ZONE },
      }),
    ],
  );
});
