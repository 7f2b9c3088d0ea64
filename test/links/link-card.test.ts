import type { Button, Overflow } from '@slack/types';
import { describe, expect, test } from 'vitest';
import { buildFirstCard, buildLinkCard } from '../../src/links/card/link-card-view.ts';
import type { Link } from '../../src/store/link.ts';
import { buildPayment, CARD_CASES } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';

const ZONE = 'Asia/Dubai';
const AT = Date.UTC(2026, 10, 21, 10, 3);

/** The lines of a card as people see them; pictures and rows of buttons count as one each. */
const linesOf = ({ blocks }: ReturnType<typeof buildLinkCard>): string[] =>
  blocks.flatMap((block) => (block.type === 'section' ? (block.text?.text.split('\n') ?? []) : [block.type]));

/** What is read where dates are not made: phones' notices, old clients. */
const readOf = (card: unknown): string =>
  JSON.stringify(card).replaceAll(/<!date\^\d+\^[^|]+\|([^>]+)>/g, '$1');

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
  test.each(CARD_CASES)('$name: says so, in at most six lines', ({ link, says, buttons }) => {
    const card = buildLinkCard(link, ZONE);
    expect(readOf(card)).toContain(says);
    expect(linesOf(card).length).toBeLessThanOrEqual(6);
    expect(buttonsOf(card)).toEqual(buttons);
    expect(readOf(card)).toContain('AED 1,250.50');
    expect(readOf(card)).toContain('PL-261121-ABCDEFGHJK');
  });

  test.each(CARD_CASES)('$name: a picture to pay by only while it can be paid', ({ link }) => {
    const card = buildLinkCard({ ...link, qrFileId: 'F0123456789' }, ZONE);
    expect(card.blocks.some(({ type }) => type === 'image')).toBe(link.state === 'open');
    expect(linesOf(card).length).toBeLessThanOrEqual(6);
  });

  test.each(CARD_CASES)('$name: an address to pay at only while it can be paid', ({ name, link }) => {
    const isShown = readOf(buildLinkCard(link, ZONE)).includes(link.address ?? 'none');
    expect(isShown).toBe(!/paid$|paid twice|noticed late|refunded|expired|cancelled/i.test(name));
  });

  test('is two lines once it is paid or refunded', () => {
    const done = CARD_CASES.filter(
      ({ name }) => /^paid|refunded/.test(name) && !/part|amount|twice/.test(name),
    );
    expect(done.length).toBeGreaterThan(3);
    for (const { link } of done) expect(linesOf(buildLinkCard(link, ZONE))).toHaveLength(2);
  });

  test('says how often the customer was reminded, and when last, while there is something to pay', () => {
    const reminded = (count: number) =>
      readOf(buildLinkCard(buildLink({ reminded: { count, lastAt: AT } }), ZONE));
    expect(reminded(1)).toContain('reminded once, 21 Nov 2026, 14:03 (Dubai)');
    expect(reminded(2)).toContain('reminded twice, last 21 Nov 2026, 14:03 (Dubai)');
    expect(reminded(3)).toContain('reminded 3 times, last 21 Nov 2026');
    const expired = buildLink({ state: 'expired', reminded: { count: 1, lastAt: AT } });
    expect(readOf(buildLinkCard(expired, ZONE))).not.toContain('reminded');
  });

  test('names who made it and who has it now', () => {
    expect(readOf(buildLinkCard(buildLink(), ZONE))).not.toContain('now with');
    expect(readOf(buildLinkCard(buildLink({ ownerId: 'U0OMAR' }), ZONE))).toContain(
      'made by <@U0SARA0001>, now with <@U0OMAR>',
    );
  });

  test('has no picture that its creator did not ask for', () => {
    const { details } = buildLink();
    const link = buildLink({ qrFileId: 'F0123456789', details: { ...details, Is_QR_needed: false } });
    expect(buildLinkCard(link, ZONE).blocks.some(({ type }) => type === 'image')).toBe(false);
  });

  test.each(CARD_CASES)('$name: no e-mail, no surname, no number', ({ link }) => {
    for (const card of [buildLinkCard(link, ZONE), buildFirstCard(link, ZONE)])
      expect(JSON.stringify(card)).not.toMatch(/Khan|example\.com"|sara\.khan|0501234567|971501234/);
  });

  test('is read aloud with its state', () => {
    expect(buildLinkCard(buildLink(), ZONE).text).toBe(
      '🟡 Waiting: AED 1,250.50 for Sara (···567): June rent',
    );
  });

  test('cannot be made to ping a channel or to forge a link', () => {
    const details = {
      ...buildLink().details,
      FullName: '<!channel>',
      notes: '<https://evil.example|your bank> & co',
    };
    const payment = buildPayment({
      finding: 'unconfirmed',
      came: { '<!here>': '<https://evil.example|paid>' },
    });
    const shown = JSON.stringify(buildLinkCard(buildLink({ details, state: 'reported', payment }), ZONE));
    expect(shown).not.toMatch(/<!channel>|<!here>|<https:\/\/evil/);
    expect(shown).toContain('&lt;!channel&gt;');
    expect(shown).toContain('&amp; co');
  });
});

describe('when it was paid', () => {
  const paid = (happenedAt: number | null, noticedAt: number): string => {
    const link: Link = buildLink({ state: 'paid', payment: buildPayment({ happenedAt, noticedAt }) });
    return linesOf(buildLinkCard(link, ZONE))[0]?.replaceAll(/<!date\^\d+\^([^|]+)\|([^>]+)>/g, '$2') ?? '';
  };
  /** Local time in Dubai. */
  const at = (day: number, hour: number, minute: number) => Date.UTC(2026, 10, day, hour - 4, minute);

  test('is one time when it was noticed soon', () => {
    expect(paid(at(21, 14, 3), at(21, 14, 12))).toBe('*AED 1,250.50* · ✅ Paid 21 Nov 2026, 14:03 (Dubai)');
  });

  test('is two times when it was noticed late', () => {
    expect(paid(at(21, 2, 10), at(21, 8, 0))).toBe(
      '*AED 1,250.50* · ✅ Paid at 02:10, noticed 21 Nov 2026, 08:00 (Dubai)',
    );
  });

  test('names both days when they differ by the merchant’s calendar', () => {
    expect(paid(at(20, 23, 50), at(21, 0, 10))).toBe(
      '*AED 1,250.50* · ✅ Paid 20 Nov 2026, 23:50 (Dubai), noticed 21 Nov 2026, 00:10 (Dubai)',
    );
  });

  test('is the time of notice when the service did not say', () => {
    expect(paid(null, at(21, 8, 0))).toBe('*AED 1,250.50* · ✅ Paid, noticed 21 Nov 2026, 08:00 (Dubai)');
  });
});

describe('a payment that is not the one asked for', () => {
  const warn = (changes: Parameters<typeof buildPayment>[0]): string =>
    linesOf(
      buildLinkCard(
        buildLink({ state: 'reported', payment: buildPayment({ finding: 'mismatch', ...changes }) }),
        ZONE,
      ),
    )[1] ?? '';

  test.each([
    [{ amountFils: 20_000 }, 'AED 200.00 was paid, AED 1,250.50 was requested.'],
    [{ amountFils: 125_050, currency: 'USD' }, 'USD 1,250.50 was paid, AED 1,250.50 was requested.'],
    [{ amountFils: null, currency: 'USD' }, 'It was paid in USD, AED 1,250.50 was requested.'],
    [{ amountFils: null, currency: null }, 'Another amount was paid, AED 1,250.50 was requested.'],
    [{ amountFils: 20_000, currency: 'aed' }, 'AED 200.00 was paid, AED 1,250.50 was requested.'],
  ])('%j is said loudly', (changes, words) => {
    expect(warn(changes)).toBe(`*${words} Not counted as paid.*`);
  });
});

test('the first post claims no state: perhaps no process edits it', () => {
  for (const { link } of CARD_CASES) {
    const card = buildFirstCard(link, ZONE);
    expect(JSON.stringify(card)).not.toMatch(/Waiting|Paid|Expired|Reported|Failed|Refunded|Mismatch/);
    expect(card.text).toBe('Payment link: AED 1,250.50 for Sara (···567): June rent');
    expect(linesOf(card).length).toBeLessThanOrEqual(6);
    expect(buttonsOf(card)).toEqual(['Details']);
  }
});
