import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkMessageBlocks } from '../../packages/local-slack/src/check-blocks.ts';
import { limits } from '../../src/blocks/limits.ts';
import type { SaleState } from '../../src/links/sale/display-state.ts';
import { DISPLAY_STATES } from '../../src/links/sale/display-states.ts';
import { inSale } from '../../src/links/sale/link-in-sale.ts';
import { buildSearchPage, SEARCH_PAGE_SIZE, type SearchPage } from '../../src/search/search-view.ts';
import type { LinkWithCard } from '../../src/store/link-card.ts';
import { PAYMENT_FINDINGS } from '../../src/store/link-payment.ts';
import { LINK_STATES } from '../../src/store/link-states.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { asSale, buildLink } from '../fixtures/links.ts';
import { buildQuery } from '../fixtures/searches.ts';
import { seen } from '../fixtures/seen.ts';
import { runs } from '../fixtures/whole-suite.ts';

const NOW = Date.UTC(2026, 10, 21, 10, 30);

type Changes = Partial<Omit<SearchPage, 'links'>> & { links?: readonly LinkWithCard[] };

const PAGE: SearchPage = {
  query: buildQuery(),
  days: null,
  userId: 'U0SARA0001',
  isOwnOnly: true,
  links: [],
  count: 0,
  unread: [],
  canReport: false,
  isStopped: false,
  now: NOW,
  timeZone: 'Asia/Dubai',
};

const build = ({ links = [], ...changes }: Changes = {}) =>
  buildSearchPage({ ...PAGE, links: links.map((link) => asSale(link)), count: links.length, ...changes });

const textOn = (changes: Changes) => seen(build(changes)).text;

describe('a line of the results', () => {
  test('shows until when a link can be paid, or when it was paid or expired', () => {
    expect(textOn({ links: [buildLink()] })).toMatch(/🟡 Waiting .*\nexpires 21 Dec 2026 at 2:30 PM/);
    expect(textOn({ links: [buildLink({ expiresAt: NOW + 3_600_000 })] })).toContain('⏰ *expires soon:*');
    const payment = buildPayment({ finding: 'confirmed', refundedFils: 5_000 });
    expect(textOn({ links: [buildLink({ state: 'paid', payment })] })).toMatch(
      /✅ Paid .*\npaid [^\n]+, AED 50\.00 refunded/,
    );
    expect(textOn({ links: [buildLink({ state: 'expired', expiresAt: NOW - 1 })] })).toMatch(/\nexpired /);
    expect(textOn({ links: [buildLink({ state: 'failed' })] })).toMatch(/✖️ Not made .*\nmade 21 Nov 2026/);
  });

  test('is a sale, with what is due and the newest reference', () => {
    const payment = buildPayment({ finding: 'partly', amountFils: 40_000 });
    const part = buildLink({ invoiceId: 'INV-7', amountFils: 100_000, state: 'reported', payment });
    const rest = buildLink({ id: 'lnk_2', invoiceId: 'INV-<8>', amountFils: 60_000, saleOrder: 2 });
    const shown = (link: LinkWithCard) =>
      seen(buildSearchPage({ ...PAGE, links: [{ ...link, ...inSale(link, [part]) }], count: 1 }));
    const open = shown(rest);
    expect(open.text).toMatch(
      /🟠 Partly paid · \*AED 1,000\.00\*, 600\.00 missing · .*INV-&lt;8&gt; and 1 more/s,
    );
    expect(open.buttons).toContain('Show QR');
    expect(open.buttons.join()).not.toContain('remaining');
    const paid = shown({ ...rest, state: 'paid', payment: buildPayment({ amountFils: 60_000 }) });
    expect(paid.text).toMatch(/✅ Paid · \*AED 1,000\.00\* · /);
    expect(paid.buttons.join()).not.toMatch(/remaining|Show QR/);
  });

  const [OMAR, LINA] = ['U0OMAR0001', 'U0LINA0001'];

  test.each([
    ['mine', {}, /expires [^·]* · (?!by )/],
    ['a colleague’s', { creatorId: OMAR, ownerId: OMAR }, / · by <@U0OMAR0001> · /],
    ['mine, handed over', { ownerId: OMAR }, / · by you, now with <@U0OMAR0001> · /],
    [
      'a colleague’s, handed to me',
      { creatorId: OMAR, ownerId: 'U0SARA0001' },
      / · by <@U0OMAR0001>, now with you · /,
    ],
    [
      'between colleagues',
      { creatorId: OMAR, ownerId: LINA },
      / · by <@U0OMAR0001>, now with <@U0LINA0001> · /,
    ],
  ])('names the creator and the owner: %s', (_, whose, words) => {
    expect(textOn({ links: [buildLink(whose)] })).toMatch(words);
  });

  test('names the link’s channel', () => {
    const link = buildLink({ creatorId: OMAR, ownerId: OMAR, channelId: OMAR });
    expect(textOn({ links: [link] })).toContain('’s messages with Paylink');
  });
});

test('the page repeats the query, escaped', () => {
  const text = textOn({
    isOwnOnly: false,
    query: buildQuery({
      ownerId: 'U0OMAR0001',
      channelId: 'C0SALES001',
      states: ['waiting', 'not-made'],
      amountFils: 125_000,
      number: '<!channel>',
      words: ['sara'],
    }),
    days: '16 – 22 Nov 2026',
    unread: ['<!here>', '$5'],
  });
  expect(text).toContain(
    '· waiting or not made · AED 1,250.00 · number &lt;!channel&gt; · with “sara” in the name or the purpose · made 16 – 22 Nov 2026 · in <#C0SALES001> · by <@U0OMAR0001>',
  );
  expect(text).toContain('Left out “&lt;!here&gt;” and “$5”: I look for a name');
});

test('the page says how many links there are, and where all of them are for who may read reports', () => {
  const some = { links: [buildLink()], count: 1_250 };
  expect(textOn(some)).toContain('1,250 sales match; these are the newest 1.');
  expect(textOn(some)).not.toContain('/paylink links');
  const all = textOn({ ...some, isStopped: true, canReport: true });
  expect(all).toContain('More than 1,250 sales match');
  expect(all).toContain('`/paylink links` with dates has all of them, also as a file.');
});

test('the page says how far the search came if it stopped early', () => {
  const text = textOn({ isStopped: true });
  expect(text).toMatch(/looked through the newest 10,000 links\. None of them matches\. Dates, an amount/);
});

test('Slack accepts a page of any content', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 1_000 });
  const links = fc.array(
    fc
      .record({
        state: fc.constantFrom(...LINK_STATES),
        finding: fc.constantFrom(null, ...PAYMENT_FINDINGS),
        notes: text,
        FullName: text,
        invoiceId: text.filter((id) => id !== ''),
      })
      .map(({ state, finding, notes, FullName, invoiceId }) => {
        const link = buildLink({ state, invoiceId, payment: finding && buildPayment({ finding }) });
        return { ...link, details: { ...link.details, notes, FullName } };
      }),
    { maxLength: SEARCH_PAGE_SIZE },
  );
  fc.assert(
    fc.property(links, fc.array(text, { maxLength: 50 }), fc.array(text), (found, words, left) => {
      const message = build({
        links: found,
        unread: left,
        query: buildQuery({
          words,
          number: words[0] ?? null,
          states: Object.keys(DISPLAY_STATES) as SaleState[],
        }),
        count: 9,
        canReport: true,
      });
      expect(checkMessageBlocks(message.blocks)).toEqual([]);
      expect(message.text.length).toBeLessThan(limits.message.textRecommended);
    }),
    runs(200),
  );
});
