import type { Button, Overflow } from '@slack/types';
import { describe, expect, test } from 'vitest';
import { buildFirstCard, buildLinkCard } from '../../src/links/card/link-card-view.ts';
import type { Link } from '../../src/store/link.ts';
import { buildPayment, CARD_CASES } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';
import { seen } from '../fixtures/seen.ts';
import { asSale } from '../stories/as-sale.ts';

const ZONE = 'Asia/Dubai';
const AT = Date.UTC(2026, 10, 21, 10, 3);

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
  test.each(CARD_CASES)('$name: says so in at most six lines', ({ link, says, buttons }) => {
    const card = buildLinkCard(asSale(link), ZONE);
    expect(seen(card).text).toContain(says);
    expect(linesOf(card).length).toBeLessThanOrEqual(6);
    expect(buttonsOf(card)).toEqual(buttons);
    expect(seen(card).text).toMatch(/AED 1,250\.50.*PL-261121-ABCDEFGHJK/s);
  });

  test.each(CARD_CASES)('$name: shows its address only while it can be paid', ({ link }) => {
    const isShown = JSON.stringify(buildLinkCard(asSale(link), ZONE)).includes(link.address ?? 'none');
    expect(isShown).toBe(link.state === 'open');
  });

  test('is two lines once it is paid or refunded', () => {
    const done = CARD_CASES.filter(
      ({ name }) => /^paid|refunded/.test(name) && !/part|amount|twice/.test(name),
    );
    expect(done.length).toBeGreaterThan(3);
    for (const { link } of done) expect(linesOf(buildLinkCard(asSale(link), ZONE))).toHaveLength(2);
  });

  test('says how often the customer was reminded, and when, until it is closed', () => {
    const reminded = (count: number) =>
      seen(buildLinkCard(asSale(buildLink({ reminded: { count, lastAt: AT } })), ZONE)).text;
    expect(reminded(1)).toContain('reminded once, 21 Nov 2026, 14:03 (Dubai)');
    expect(reminded(2)).toContain('reminded twice, last 21 Nov 2026, 14:03 (Dubai)');
    expect(reminded(3)).toContain('reminded 3 times, last 21 Nov 2026');
    const expired = buildLink({ state: 'expired', reminded: { count: 1, lastAt: AT } });
    expect(seen(buildLinkCard(asSale(expired), ZONE)).text).not.toContain('reminded');
  });

  test('names its creator and its owner', () => {
    const shown = (changes: Partial<Link>) => seen(buildLinkCard(asSale(buildLink(changes)), ZONE)).text;
    expect(shown({})).not.toContain('now with');
    expect(shown({ ownerId: 'U0OMAR' })).toContain('made by <@U0SARA0001>, now with <@U0OMAR>');
  });

  test('has no picture if its creator did not choose one', () => {
    const { details } = buildLink();
    const link = buildLink({ qrFileId: 'F0123456789', details: { ...details, Is_QR_needed: false } });
    expect(seen(buildLinkCard(asSale(link), ZONE)).pictures).toEqual([]);
  });

  test.each(CARD_CASES)('$name: shows no e-mail, surname or phone number', ({ link }) => {
    for (const card of [buildLinkCard(asSale(link), ZONE), buildFirstCard(link, ZONE)])
      expect(JSON.stringify(card)).not.toMatch(/Khan|example\.com"|sara\.khan|0501234567|971501234/);
  });

  test('has a notification text with its state', () => {
    expect(buildLinkCard(asSale(buildLink()), ZONE).text).toBe(
      '🟡 Waiting: AED 1,250.50 for Sara (···567): June rent',
    );
  });

  test('escapes mentions and links in typed text', () => {
    const details = {
      ...buildLink().details,
      FullName: '<!channel>',
      notes: '<https://evil.example|your bank> & co',
    };
    const payment = buildPayment({
      finding: 'unconfirmed',
      came: { '<!here>': '<https://evil.example|paid>' },
    });
    const shown = JSON.stringify(
      buildLinkCard(asSale(buildLink({ details, state: 'reported', payment })), ZONE),
    );
    expect(shown).not.toMatch(/<!channel>|<!here>|<https:\/\/evil/);
    expect(shown).toContain('&lt;!channel&gt;');
    expect(shown).toContain('&amp; co');
  });
});

describe('when it was paid', () => {
  /** A day and time of November in Dubai. */
  const at = (text: string) => Date.parse(`2026-11-${text.replace(' ', 'T')}+04:00`);

  test.each([
    ['is one time if it was noticed soon', '21 14:03', '21 14:12', ' 21 Nov 2026, 14:03 (Dubai)'],
    [
      'has two times if noticed late',
      '21 02:10',
      '21 08:00',
      ' at 02:10, noticed 21 Nov 2026, 08:00 (Dubai)',
    ],
    [
      'has two days',
      '20 23:50',
      '21 00:10',
      ' 20 Nov 2026, 23:50 (Dubai), noticed 21 Nov 2026, 00:10 (Dubai)',
    ],
    ['is the time of notice if no other is known', '', '21 08:00', ', noticed 21 Nov 2026, 08:00 (Dubai)'],
  ])('%s', (_, paid, noticed, time) => {
    const payment = buildPayment({ happenedAt: paid ? at(paid) : null, noticedAt: at(noticed) });
    const link = buildLink({ state: 'paid', payment });
    expect(seen(buildLinkCard(asSale(link), ZONE)).title).toBe(`*AED 1,250.50* · ✅ Paid${time}`);
  });
});

describe('a payment of another amount', () => {
  test.each([
    [{ amountFils: 20_000 }, 'AED 200.00 was paid, AED 1,250.50 was requested.'],
    [{ amountFils: 125_050, currency: 'USD' }, 'USD 1,250.50 was paid, AED 1,250.50 was requested.'],
    [{ amountFils: null, currency: 'USD' }, 'It was paid in USD, AED 1,250.50 was requested.'],
    [{ amountFils: null, currency: null }, 'Another amount was paid, AED 1,250.50 was requested.'],
    [{ amountFils: 20_000, currency: 'aed' }, 'AED 200.00 was paid, AED 1,250.50 was requested.'],
  ])('%j gets a bold warning', (changes, words) => {
    const payment = buildPayment({ finding: 'mismatch', ...changes });
    const { text } = seen(buildLinkCard(asSale(buildLink({ state: 'reported', payment })), ZONE));
    expect(text.split('\n')[1]).toContain(`*${words} Not counted as paid.*`);
  });
});

test('the first post has no state, because it may never be edited', () => {
  for (const { link } of CARD_CASES) {
    const card = buildFirstCard(link, ZONE);
    expect(JSON.stringify(card)).not.toMatch(/Waiting|Paid|Expired|Reported|Failed|Refunded|Another amount/);
    expect(card.text).toBe('Payment link: AED 1,250.50 for Sara (···567): June rent');
    expect(linesOf(card).length).toBeLessThanOrEqual(6);
    expect(buttonsOf(card)).toEqual(['Details']);
  }
});
