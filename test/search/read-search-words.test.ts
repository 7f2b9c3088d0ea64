import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spanOfDays } from '../../src/calendar/date-span.ts';
import { readSearchWords } from '../../src/search/read-search-words.ts';
import type { SearchQuery } from '../../src/search/search-query.ts';
import { runs } from '../fixtures/whole-suite.ts';

const ZONE = 'Asia/Dubai';
/** A Saturday. */
const AT = { now: Date.UTC(2026, 10, 21, 8), timeZone: ZONE };

const days = (from: string, to = from) => spanOfDays(from, to, ZONE);

/** Only the criteria in the words. */
const read = (typed: string): Partial<SearchQuery> => {
  const { query } = readSearchWords(typed, AT);
  const found = Object.entries(query).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(found);
};

/** What is still to come, and what expired. */
const UNPAID: SearchQuery['states'] = ['waiting', 'partly', 'expired', 'cancelled'];
const LAST_WEEK = days('2026-11-09', '2026-11-15');

describe('the words after /paylink find', () => {
  test.each<[typed: string, query: Partial<SearchQuery>]>([
    ['', {}],
    ['sara', { words: ['sara'] }],
    ['SARA Khan', { words: ['sara', 'khan'] }],
    ['José Al-Maktoum', { words: ['jose', 'al', 'maktoum'] }],
    ['سارة', { words: ['سارة'] }],
    ['"may"', { words: ['may'] }],
    ['“paid” sara', { words: ['paid', 'sara'] }],
    ['the links of sara', { words: ['sara'] }],
    ['1250', { amountFils: 125_000, number: '1250' }],
    ['1,250', { amountFils: 125_000 }],
    ['1,250.50', { amountFils: 125_050 }],
    ['AED 1,250', { amountFils: 125_000 }],
    ['AED1250', { amountFils: 125_000 }],
    ['1250 dhs', { amountFils: 125_000, number: '1250' }],
    ['1.2k', { amountFils: 120_000 }],
    ['1.250', { amountFils: 125_000 }],
    ['١٢٥٠', { amountFils: 125_000, number: '1250' }],
    ['10.12', { amountFils: 1_012 }],
    ['25', { amountFils: 2_500, number: '25' }],
    ['100234567', { amountFils: 10_023_456_700, number: '100234567' }],
    ['#77', { number: '77' }],
    ['PL-2611…', { number: 'PL-2611' }],
    ['pl-261121-abc...', { number: 'pl-261121-abc' }],
    ['INV-7 250', { number: 'INV-7', amountFils: 25_000 }],
    ['250 INV-7', { number: 'INV-7', amountFils: 25_000 }],
    ['250 15 oct 300', { span: days('2026-10-15'), amountFils: 25_000, number: '250' }],
    ['INV-7/2', { number: 'INV-7/2' }],
    ['0501234567', { phone: '+971501234567' }],
    ['050 123 4567', { phone: '+971501234567' }],
    ['+971-50-123-4567', { phone: '+971501234567' }],
    ['00971501234567', { phone: '+971501234567' }],
    ['٠٥٠١٢٣٤٥٦٧', { phone: '+971501234567' }],
    ['+44 20 7946 0958', { phone: '+442079460958' }],
    ['<tel:0501234567|050 123 4567>', { phone: '+971501234567' }],
    ['sara@example.com unpaid', { states: UNPAID }],
    ['unpaid last week', { states: UNPAID, span: LAST_WEEK }],
    ['last week unpaid sara', { states: UNPAID, span: LAST_WEEK, words: ['sara'] }],
    ['sara unpaid this month', { states: UNPAID, words: ['sara'], span: days('2026-11-01', '2026-11-30') }],
    ['not paid', { states: ['waiting'] }],
    ['pending', { states: ['waiting'] }],
    ['partly paid', { states: ['partly'] }],
    ['Paid, or expired?', { states: ['paid', 'expired'] }],
    ['declined', { states: ['declined'] }],
    ['refunded yesterday', { states: ['refunded'], span: days('2026-11-20') }],
    ['waiting for approval', { states: ['asked'] }],
    ['not  made', { states: ['not-made'] }],
    ['un-paid', { words: ['un', 'paid'] }],
    ['“partly paid” sara', { words: ['partly', 'paid', 'sara'] }],
    ['15 oct', { span: days('2026-10-15') }],
    ['15oct', { span: days('2026-10-15') }],
    ['1-15 Oct 250', { span: days('2026-10-01', '2026-10-15'), amountFils: 25_000, number: '250' }],
    ['250 today', { span: days('2026-11-21'), amountFils: 25_000, number: '250' }],
    ['250 last week', { span: LAST_WEEK, amountFils: 25_000, number: '250' }],
    ['15 last week', { span: LAST_WEEK, amountFils: 1_500, number: '15' }],
    ['since Monday', { span: days('2026-11-16', '2026-11-21') }],
    ['sara 2026-10-01 2026-10-15', { span: days('2026-10-01', '2026-10-15'), words: ['sara'] }],
    ['from 1 Oct to 3 Nov sara', { span: days('2026-10-01', '2026-11-03'), words: ['sara'] }],
    ['last 7 days', { span: days('2026-11-15', '2026-11-21') }],
    ['may', { span: days('2026-05-01', '2026-05-31') }],
    ['by <@U0OMAR0001|omar>', { ownerId: 'U0OMAR0001' }],
    ['<@U0OMAR0001> paid', { ownerId: 'U0OMAR0001', states: ['paid'] }],
    ['by <@U0OMAR0001|omar> or <@U0OMAR0001>', { ownerId: 'U0OMAR0001' }],
    ['in <#C0SALES001|sales>', { channelId: 'C0SALES001' }],
    ['sara &amp; co', { words: ['sara', 'co'] }],
  ])('%j is understood', (typed, query) => {
    expect(read(typed)).toEqual(query);
  });

  test.each([
    ['050123456', '050123456'],
    ['+9715', '+9715'],
    ['by @omar', '@omar'],
    ['$250', '$250'],
    ['by me', 'me'],
    ['unpaid here', 'here'],
    ['unpaid in #sales', '#sales'],
    ['<mailto:Sara@Example.com|Sara@Example.com>', 'Sara@Example.com'],
    ['250 or 300', '300'],
    ['INV-7 INV-8', 'INV-8'],
    ['0501234567 0559876543', '0559876543'],
    ['sara ??', '??'],
    ['<@U0OMAR0001> <@U0RAVI0001>', '<@U0RAVI0001>'],
    [`${'sara '.repeat(40)}omar`, 'omar'],
  ])('%j has ignored words: %s', (typed, words) => {
    expect(readSearchWords(typed, AT).unread).toContain(words);
  });
});

const PIECES = fc.oneof(
  fc.constantFrom(
    'sara',
    'unpaid',
    'last week',
    '1-15 Oct',
    '0501234567',
    '1,250',
    'PL-2611…',
    '<@U0OMAR0001|omar>',
    'by me',
    '<#C0SALES001|sales>',
    'here',
    'a@b.co',
    '"',
    '“x y”',
    'AED',
    '#7',
    '$5',
    '050',
    'not',
    'paid',
    '\u202A',
    '…',
  ),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
const LINES = fc.array(PIECES, { maxLength: 30 }).map((pieces) => pieces.join(' '));

describe('any input', () => {
  test('is read within the limits of a search', () => {
    fc.assert(
      fc.property(LINES, (typed) => {
        const { query, unread } = readSearchWords(typed, AT);
        expect(unread.length).toBeLessThan(600);
        for (const word of query.words) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
      }),
      runs(300),
    );
  });

  test('each word is searched for, understood or reported as ignored', () => {
    fc.assert(
      fc.property(
        // No filler is as long.
        fc.stringMatching(/^[b-z]{9,12}$/),
        fc.constantFrom('', 'unpaid ', '250 ', 'sara '),
        (word, before) => {
          const bare = readSearchWords(before, AT);
          const read = readSearchWords(`${before}${word}`, AT);
          expect(read).not.toEqual(bare);
        },
      ),
      runs(300),
    );
  });
});
