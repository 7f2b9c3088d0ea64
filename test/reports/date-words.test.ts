import { describe, expect, test } from 'vitest';
import { toDateRange } from '../../src/reports/date-span.ts';
import { DATE_WORD_EXAMPLES, readDateWords } from '../../src/reports/date-words.ts';

/** Words, first day, last day; the days worked out by hand on a printed calendar. */
type Case = [string, string, string];

const PLACES: { name: string; timeZone: string; now: string; cases: Case[] }[] = [
  {
    name: 'Saturday 21 November 2026, 12:32:11 in Dubai',
    timeZone: 'Asia/Dubai',
    now: '2026-11-21T08:32:11.400Z',
    cases: [
      ['', '2026-11-21', '2026-11-21'],
      ['   ', '2026-11-21', '2026-11-21'],
      ['today', '2026-11-21', '2026-11-21'],
      ['  TODAY ', '2026-11-21', '2026-11-21'],
      ['Yesterday', '2026-11-20', '2026-11-20'],
      ['day before yesterday', '2026-11-19', '2026-11-19'],
      ['the day before yesterday', '2026-11-19', '2026-11-19'],
      ['3 days ago', '2026-11-18', '2026-11-18'],
      ['this week', '2026-11-16', '2026-11-22'],
      ['last week', '2026-11-09', '2026-11-15'],
      ['Previous  Week', '2026-11-09', '2026-11-15'],
      ['this month', '2026-11-01', '2026-11-30'],
      ['last month', '2026-10-01', '2026-10-31'],
      ['this quarter', '2026-10-01', '2026-12-31'],
      ['last quarter', '2026-07-01', '2026-09-30'],
      ['this year', '2026-01-01', '2026-12-31'],
      ['last year', '2025-01-01', '2025-12-31'],
      ['week to date', '2026-11-16', '2026-11-21'],
      ['this month to date', '2026-11-01', '2026-11-21'],
      ['YTD', '2026-01-01', '2026-11-21'],
      ['Q3', '2026-07-01', '2026-09-30'],
      ['q4', '2026-10-01', '2026-12-31'],
      ['Q3 2025', '2025-07-01', '2025-09-30'],
      ['Q3-2025', '2025-07-01', '2025-09-30'],
      ['2025 Q3', '2025-07-01', '2025-09-30'],
      ['2025-Q3', '2025-07-01', '2025-09-30'],
      ['H1', '2026-01-01', '2026-06-30'],
      ['Q1 last year', '2025-01-01', '2025-03-31'],
      ['2025', '2025-01-01', '2025-12-31'],
      ['October', '2026-10-01', '2026-10-31'],
      ['oct.', '2026-10-01', '2026-10-31'],
      ['Sept', '2026-09-01', '2026-09-30'],
      ['November', '2026-11-01', '2026-11-30'],
      ['December', '2025-12-01', '2025-12-31'],
      ['Oct 2025', '2025-10-01', '2025-10-31'],
      ['Oct-2025', '2025-10-01', '2025-10-31'],
      ['2025 Oct', '2025-10-01', '2025-10-31'],
      ['2025-10', '2025-10-01', '2025-10-31'],
      ['10/2025', '2025-10-01', '2025-10-31'],
      ['last October', '2026-10-01', '2026-10-31'],
      ['last November', '2025-11-01', '2025-11-30'],
      ['last 7 days', '2026-11-15', '2026-11-21'],
      ['last seven days', '2026-11-15', '2026-11-21'],
      ['past 30 days', '2026-10-23', '2026-11-21'],
      ['7 days', '2026-11-15', '2026-11-21'],
      ['past week', '2026-11-15', '2026-11-21'],
      ['last 2 weeks', '2026-11-08', '2026-11-21'],
      ['last 3 months', '2026-08-22', '2026-11-21'],
      ['last 2 quarters', '2026-05-22', '2026-11-21'],
      ['last 1 year', '2025-11-22', '2026-11-21'],
      ['15 Oct', '2026-10-15', '2026-10-15'],
      ['15oct', '2026-10-15', '2026-10-15'],
      ['15th October', '2026-10-15', '2026-10-15'],
      ['the 15th of October', '2026-10-15', '2026-10-15'],
      ['Oct 15', '2026-10-15', '2026-10-15'],
      ['October 15, 2025', '2025-10-15', '2025-10-15'],
      ['15 Oct last year', '2025-10-15', '2025-10-15'],
      ['15 Dec', '2025-12-15', '2025-12-15'],
      ['22 Nov', '2025-11-22', '2025-11-22'],
      ['21 Nov', '2026-11-21', '2026-11-21'],
      ['29 Feb', '2024-02-29', '2024-02-29'],
      ['15/10', '2026-10-15', '2026-10-15'],
      ['5/10', '2026-10-05', '2026-10-05'],
      ['15.10.', '2026-10-15', '2026-10-15'],
      ['15/10/2026', '2026-10-15', '2026-10-15'],
      ['15/10/26', '2026-10-15', '2026-10-15'],
      ['15.10.2026', '2026-10-15', '2026-10-15'],
      ['15-10-2026', '2026-10-15', '2026-10-15'],
      ['15-Oct', '2026-10-15', '2026-10-15'],
      ['15-Oct-2025', '2025-10-15', '2025-10-15'],
      ['2026-10-15', '2026-10-15', '2026-10-15'],
      ['2026/10/15', '2026-10-15', '2026-10-15'],
      ['Thu 15 Oct', '2026-10-15', '2026-10-15'],
      ['Sat, 21 Nov 2026', '2026-11-21', '2026-11-21'],
      // A future date with its year is taken at its word.
      ['5 Jan 2027', '2027-01-05', '2027-01-05'],
      ['1-15 Oct', '2026-10-01', '2026-10-15'],
      ['1–15 Oct', '2026-10-01', '2026-10-15'],
      ['1 to 15 Oct', '2026-10-01', '2026-10-15'],
      ['Oct 1-15', '2026-10-01', '2026-10-15'],
      ['October 1 - 15, 2025', '2025-10-01', '2025-10-15'],
      ['1-15 Oct 2025', '2025-10-01', '2025-10-15'],
      ['1.-15.10.2025', '2025-10-01', '2025-10-15'],
      ['1-15/10', '2026-10-01', '2026-10-15'],
      ['١-١٥ Oct', '2026-10-01', '2026-10-15'],
      ['28-29 Feb', '2024-02-28', '2024-02-29'],
      // One month, so only the order can be wrong: it is turned round.
      ['15-1 Oct', '2026-10-01', '2026-10-15'],
      ['1 Oct - 3 Nov', '2026-10-01', '2026-11-03'],
      ['1 Oct 3 Nov', '2026-10-01', '2026-11-03'],
      ['from 1 Oct to 3 Nov', '2026-10-01', '2026-11-03'],
      ['between 1 Oct and 3 Nov', '2026-10-01', '2026-11-03'],
      ['1 Oct, until 3 Nov, 2025', '2025-10-01', '2025-11-03'],
      ['1 Oct 2025 - 3 Nov', '2025-10-01', '2025-11-03'],
      ['15 Oct 2025 - 15 Oct', '2025-10-15', '2025-10-15'],
      ['1 Oct 2025-3 Nov 2025', '2025-10-01', '2025-11-03'],
      ['1/10 - 3/11', '2026-10-01', '2026-11-03'],
      ['1/10/2025-3/11/2025', '2025-10-01', '2025-11-03'],
      ['20 Nov - 2 Dec', '2026-11-20', '2026-12-02'],
      ['28 Dec - 3 Jan', '2025-12-28', '2026-01-03'],
      ['28 Dec - 3 Jan 2026', '2025-12-28', '2026-01-03'],
      ['28 Dec 2024 - 3 Jan', '2024-12-28', '2025-01-03'],
      ['2026-10-01 2026-10-15', '2026-10-01', '2026-10-15'],
      ['2026-10-01 - 2026-10-15', '2026-10-01', '2026-10-15'],
      ['2026-10-01/2026-10-15', '2026-10-01', '2026-10-15'],
      ['2026-10-01..2026-10-15', '2026-10-01', '2026-10-15'],
      ['2026-10-01, 2026-10-15', '2026-10-01', '2026-10-15'],
      // Both with their years: turned round.
      ['2026-10-15 2026-10-01', '2026-10-01', '2026-10-15'],
      ['today - yesterday', '2026-11-20', '2026-11-21'],
      ['Oct - Nov', '2026-10-01', '2026-11-30'],
      ['Dec - Feb 2026', '2025-12-01', '2026-02-28'],
      ['Nov - Jan', '2026-11-01', '2027-01-31'],
      ['Q2-Q3', '2026-04-01', '2026-09-30'],
      ['2024 - 2025', '2024-01-01', '2025-12-31'],
      ['1 Dec to today', '2025-12-01', '2026-11-21'],
      ['last month - today', '2026-10-01', '2026-11-21'],
      ['Monday', '2026-11-16', '2026-11-16'],
      ['sat', '2026-11-21', '2026-11-21'],
      ['last Monday', '2026-11-16', '2026-11-16'],
      ['last Saturday', '2026-11-14', '2026-11-14'],
      ['Monday last week', '2026-11-09', '2026-11-09'],
      ['Mon - Fri', '2026-11-16', '2026-11-20'],
      ['Monday to yesterday', '2026-11-16', '2026-11-20'],
      ['1 Nov - Monday', '2026-11-01', '2026-11-16'],
      ['since 1 Oct', '2026-10-01', '2026-11-21'],
      ['Since Oct 1st', '2026-10-01', '2026-11-21'],
      ['since 1 Dec', '2025-12-01', '2026-11-21'],
      ['since Monday', '2026-11-16', '2026-11-21'],
      ['since yesterday', '2026-11-20', '2026-11-21'],
      ['since last week', '2026-11-09', '2026-11-21'],
      ['from 1 Oct', '2026-10-01', '2026-11-21'],
      ['since 1 Oct until 3 Nov', '2026-10-01', '2026-11-03'],
    ],
  },
  {
    name: 'half past midnight on Sunday 1 March 2026 in Dubai, still February in UTC',
    timeZone: 'Asia/Dubai',
    now: '2026-02-28T20:30:00Z',
    cases: [
      ['today', '2026-03-01', '2026-03-01'],
      ['yesterday', '2026-02-28', '2026-02-28'],
      ['this week', '2026-02-23', '2026-03-01'],
      ['last month', '2026-02-01', '2026-02-28'],
      ['Sunday', '2026-03-01', '2026-03-01'],
      ['last Sunday', '2026-02-22', '2026-02-22'],
    ],
  },
  {
    name: 'the last day of May 2026 in Dubai',
    timeZone: 'Asia/Dubai',
    now: '2026-05-31T10:00:00Z',
    cases: [
      ['last 3 months', '2026-03-01', '2026-05-31'],
      ['last 1 month', '2026-05-01', '2026-05-31'],
      ['last month', '2026-04-01', '2026-04-30'],
      ['31 May', '2026-05-31', '2026-05-31'],
      ['30-31 May', '2026-05-30', '2026-05-31'],
    ],
  },
  {
    name: 'New Year 2026, a Thursday, in Dubai',
    timeZone: 'Asia/Dubai',
    now: '2026-01-01T05:00:00Z',
    cases: [
      ['yesterday', '2025-12-31', '2025-12-31'],
      ['this week', '2025-12-29', '2026-01-04'],
      ['last week', '2025-12-22', '2025-12-28'],
      ['last month', '2025-12-01', '2025-12-31'],
      ['last quarter', '2025-10-01', '2025-12-31'],
      ['Q1', '2026-01-01', '2026-03-31'],
      ['last 7 days', '2025-12-26', '2026-01-01'],
      ['28 Dec - 3 Jan', '2025-12-28', '2026-01-03'],
      ['1 Jan', '2026-01-01', '2026-01-01'],
    ],
  },
  {
    name: 'the day after 29 February 2028 in Berlin',
    timeZone: 'Europe/Berlin',
    now: '2028-03-01T09:00:00Z',
    cases: [
      ['yesterday', '2028-02-29', '2028-02-29'],
      ['last month', '2028-02-01', '2028-02-29'],
      ['29 Feb', '2028-02-29', '2028-02-29'],
      ['last 12 months', '2027-03-02', '2028-03-01'],
    ],
  },
  {
    name: 'Monday 30 March 2026 in Berlin, the day after the clocks went forward',
    timeZone: 'Europe/Berlin',
    now: '2026-03-30T08:00:00Z',
    cases: [
      ['yesterday', '2026-03-29', '2026-03-29'],
      ['last week', '2026-03-23', '2026-03-29'],
      ['last 7 days', '2026-03-24', '2026-03-30'],
      ['last 2 days', '2026-03-29', '2026-03-30'],
      ['Monday', '2026-03-30', '2026-03-30'],
      ['last Monday', '2026-03-23', '2026-03-23'],
      ['28-30 Mar', '2026-03-28', '2026-03-30'],
    ],
  },
  {
    name: 'the 25 hours of Sunday 25 October 2026 in Berlin, half an hour before midnight',
    timeZone: 'Europe/Berlin',
    now: '2026-10-25T22:30:00Z',
    cases: [
      ['today', '2026-10-25', '2026-10-25'],
      ['yesterday', '2026-10-24', '2026-10-24'],
      ['this week', '2026-10-19', '2026-10-25'],
      ['last 3 days', '2026-10-23', '2026-10-25'],
    ],
  },
  {
    name: 'Sunday 1 November 2026 in New York, an hour and a half before the clocks go back',
    timeZone: 'America/New_York',
    now: '2026-11-01T04:30:00Z',
    cases: [
      ['today', '2026-11-01', '2026-11-01'],
      ['yesterday', '2026-10-31', '2026-10-31'],
      ['this week', '2026-10-26', '2026-11-01'],
      ['last month', '2026-10-01', '2026-10-31'],
      ['since Friday', '2026-10-30', '2026-11-01'],
    ],
  },
  {
    name: 'Monday 9 March 2026 in New York, the day after the clocks went forward',
    timeZone: 'America/New_York',
    now: '2026-03-09T03:59:59Z',
    cases: [
      // One second before midnight on the wall clock: it is still Sunday there.
      ['today', '2026-03-08', '2026-03-08'],
      ['yesterday', '2026-03-07', '2026-03-07'],
      ['since 7 Mar', '2026-03-07', '2026-03-08'],
    ],
  },
];

for (const { name, timeZone, now, cases } of PLACES) {
  describe(`on ${name}`, () => {
    test.each(cases)('"%s" is %s to %s', (words, from, to) => {
      const { span } = readDateWords(words, { now: Date.parse(now), timeZone });
      expect(span && toDateRange(span, timeZone)).toEqual({
        fromDate: `${from} 00:00:00`,
        toDate: `${to} 23:59:59`,
      });
    });
  });
}

const DUBAI = { now: Date.parse('2026-11-21T08:32:11.400Z'), timeZone: 'Asia/Dubai' };

const rangeOf = (words: string, at = DUBAI) => {
  const { span } = readDateWords(words, at);
  return span && Object.values(toDateRange(span, at.timeZone));
};

test.each([
  ['last 24 hours', '2026-11-20 12:32:12', '2026-11-21 12:32:11'],
  ['24h', '2026-11-20 12:32:12', '2026-11-21 12:32:11'],
  ['last hour', '2026-11-21 11:32:12', '2026-11-21 12:32:11'],
  ['today 9:00 - 12:30', '2026-11-21 09:00:00', '2026-11-21 12:30:00'],
  ['9:00 to 12:30', '2026-11-21 09:00:00', '2026-11-21 12:30:00'],
  ['since yesterday 18:00', '2026-11-20 18:00:00', '2026-11-21 23:59:59'],
  ['2026-11-20T18:00 - 2026-11-21T06:00:30', '2026-11-20 18:00:00', '2026-11-21 06:00:30'],
])('"%s" is exact to the second', (words, from, to) => {
  expect(rangeOf(words)).toEqual([from, to]);
});

test('the last 24 hours are 24 hours when the clock skips one', () => {
  const at = { now: Date.parse('2026-03-29T10:00:00Z'), timeZone: 'Europe/Berlin' };
  expect(rangeOf('last 24 hours', at)).toEqual(['2026-03-28 11:00:01', '2026-03-29 12:00:00']);
});

test.each([
  // Not in the calendar.
  ['31 Feb', null, null],
  ['2026-02-31', null, null],
  ['31 Feb - 1 Oct', null, '2026-10-01'],
  ['1 Oct - 31 Feb', '2026-10-01', null],
  ['1-31 Feb', '2026-02-01', null],
  ['30 Sep - 31 Sep', '2026-09-30', null],
  ['2026-13', null, null],
  ['10/15', null, null],
  ['29 Feb 2025', null, null],
  // Thursday was the 15th.
  ['Friday 15 Oct', null, null],
  // Without years, backwards or a whole year: it could mean either.
  ['3 Nov - 1 Oct', '2026-11-03', '2026-10-01'],
  ['1 Jul - 30 Jun', '2026-07-01', '2026-06-30'],
  ['today - 15 Nov', '2026-11-21', '2026-11-15'],
  // Half of it.
  ['until 3 Nov', null, '2026-11-03'],
  ['1 Oct -', '2026-10-01', null],
  ['since 1 Jan 2027', '2027-01-01', null],
  ['1 Oct - whenever', '2026-10-01', null],
  ['sometime - 3 Nov', null, '2026-11-03'],
  ['since 1 Oct please', '2026-10-01', null],
  ['refunds of 15 Oct please', '2026-10-15', '2026-10-15'],
  ['15 Oct or 3 Nov', '2026-10-15', '2026-11-03'],
  ['15 Oct 14:00', '2026-10-15', '2026-10-15'],
  // Nothing of it.
  ['1-15', null, null],
  ['tomorrow', null, null],
  ['next week', null, null],
  ['250 Sara', null, null],
  ['12025', null, null],
  ['1999', null, null],
  ['last 0 days', null, null],
  ['the', null, null],
  ['-', null, null],
  ['25:00', null, null],
])('of "%s", only %s and %s are understood', (words, fromDay, toDay) => {
  expect(readDateWords(words, DUBAI)).toEqual({ span: null, understood: { fromDay, toDay } });
});

test('every example is understood', () => {
  for (const words of DATE_WORD_EXAMPLES) expect(readDateWords(words, DUBAI).span, words).not.toBeNull();
});
