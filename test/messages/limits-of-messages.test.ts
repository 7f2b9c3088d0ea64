import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildHelp } from '../../src/messages/help.ts';
import { buildLinkCard } from '../../src/messages/link-card.ts';
import { buildLinkForm } from '../../src/messages/link-form.ts';
import { buildLinkProgress } from '../../src/messages/link-progress.ts';
import { buildLinkResult } from '../../src/messages/link-result.ts';
import { buildMakerNews } from '../../src/messages/maker-news.ts';
import { checkMessageBlocks, checkView } from '../../src/playground/slack/check-blocks.ts';
import type { Link } from '../../src/store/link.ts';
import { LINK_STATES } from '../../src/store/link-states.ts';
import { buildLink } from '../fixtures/links.ts';

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
  .tuple(fc.webUrl(), fc.integer({ min: 0, max: 4_000 }))
  .map(([url, length]) => `${url}?p=${'a'.repeat(length)}`);

const links: fc.Arbitrary<Link> = fc
  .record({
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
  .map(({ state, name, phone, notes, invoiceId, amountFils, address, what, next, qrFileId, existing }) =>
    buildLink({
      state,
      invoiceId,
      amountFils,
      address,
      qrFileId,
      failure: { what, next, reference: 'REF', field: null, ...(existing ? { existing } : {}) },
      details: { ...buildLink().details, FullName: name, Phone: phone, notes },
    }),
  );

describe('whatever a person typed and the service answered', () => {
  test('Slack takes the card', () => {
    fc.assert(
      fc.property(links, (link) => {
        expect(checkMessageBlocks(buildLinkCard(link, ZONE).blocks)).toEqual([]);
      }),
    );
  });

  test('Slack takes the result', () => {
    fc.assert(
      fc.property(links, fc.boolean(), (link, isChecking) => {
        expect(checkView(buildLinkResult({ link, timeZone: ZONE, isChecking }))).toEqual([]);
      }),
    );
  });

  test('Slack takes the direct message', () => {
    fc.assert(
      fc.property(
        links,
        fc.option(fc.record({ with: fc.constantFrom('card', 'qr'), code: text(80) })),
        (link, trouble) => {
          expect(checkMessageBlocks(buildMakerNews(link, ZONE, trouble).blocks)).toEqual([]);
        },
      ),
    );
  });

  test('Slack takes the form with it', () => {
    const value = fc.option(text(4_000));
    fc.assert(
      fc.property(
        fc.record({
          FullName: value,
          Email: value,
          Phone: value,
          invoiceAmount: fc.option(fc.oneof(fc.nat().map(String), text(40))),
          notes: value,
          expiryOn: fc.option(fc.integer({ min: 1_000_000_000, max: 4_000_000_000 })),
          Is_QR_needed: fc.boolean(),
          Is_invoice_generated: fc.boolean(),
          isTermsAndConditionsAccepted: fc.boolean(),
          channel: fc.option(fc.constant('C0FRONTDSK')),
          Address: value,
          City: value,
          Country: value,
          Invoice_Id: value,
          Product_Id: value,
        }),
        fc.boolean(),
        (values, isLong) => {
          expect(checkView(buildLinkForm({ values, metadata: '{}', isLong }))).toEqual([]);
        },
      ),
    );
  });

  test('Slack takes the progress and the help', () => {
    expect(checkView(buildLinkProgress(125_050))).toEqual([]);
    fc.assert(
      fc.property(text(4_000), (typed) => {
        expect(checkMessageBlocks(buildHelp({ typed, nearest: 'help' }).blocks)).toEqual([]);
      }),
    );
  });
});

describe('the card in an open channel', () => {
  test('shows the first name and three digits, never the e-mail, the surname or the number', () => {
    const card = buildLinkCard(buildLink(), ZONE);
    expect(card.text).toBe('Payment link of AED 1,250.50 for Sara (···567): June rent');
    expect(JSON.stringify(card)).not.toMatch(/Khan|example\.com"|sara\.khan|0501234567|971501234/);
  });

  test('cannot be made to ping a channel or to forge a link', () => {
    const details = {
      ...buildLink().details,
      FullName: '<!channel>',
      notes: '<https://evil.example|your bank> & co',
    };
    const shown = JSON.stringify(buildLinkCard(buildLink({ details }), ZONE));
    expect(shown).not.toMatch(/<!channel>|<https:\/\/evil/);
    expect(shown).toContain('&lt;!channel&gt;');
    expect(shown).toContain('&amp; co');
  });

  test('is at most six lines', () => {
    const lines = buildLinkCard(buildLink({ qrFileId: 'F1' }), ZONE).blocks.flatMap((block) =>
      block.type === 'section' ? (block.text?.text.split('\n') ?? []) : [block.type],
    );
    expect(lines.length).toBeLessThanOrEqual(6);
  });
});
