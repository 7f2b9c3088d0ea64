import { describe, expect, test } from 'vitest';
import { toDateRange } from '../../src/calendar/date-span.ts';
import { DATE_WORD_EXAMPLES, readDateWords } from '../../src/calendar/date-words.ts';

/** `cases`: days and the words for them, by hand from a printed calendar. */
const PLACES: { name: string; timeZone: string; now: string; cases: Record<string, string> }[] = [
  {
    name: 'Saturday 21 November 2026, 12:32:11 in Dubai',
    timeZone: 'Asia/Dubai',
    now: '2026-11-21T08:32:11.400Z',
    cases: {
      '2026-11-21': 'today | 21 Nov | Sat, 21 Nov 2026 | sat',
      '2026-11-20': 'Yesterday',
      '2026-11-19': 'day before yesterday | the day before yesterday',
      '2026-11-18': '3 days ago',
      '2026-11-16 to 2026-11-22': 'this week',
      '2026-11-09 to 2026-11-15': 'last week | Previous  Week',
      '2026-11-01 to 2026-11-30': 'this month | November',
      '2026-10-01 to 2026-10-31': 'last month | October | oct. | last October',
      '2026-10-01 to 2026-12-31': 'this quarter | q4',
      '2026-07-01 to 2026-09-30': 'last quarter | Q3',
      '2026-01-01 to 2026-12-31': 'this year',
      '2025-01-01 to 2025-12-31': 'last year | 2025',
      '2026-11-16 to 2026-11-21': 'week to date | since Monday',
      '2026-11-01 to 2026-11-21': 'this month to date',
      '2026-01-01 to 2026-11-21': 'YTD',
      '2025-07-01 to 2025-09-30': 'Q3 2025 | Q3-2025 | Q3/2025 | Q3 - 2025 | 2025 Q3 | 2025-Q3 | 2025/Q3',
      '2026-01-01 to 2026-06-30': 'H1',
      '2025-01-01 to 2025-06-30': 'H1-2025 | Q1-2025 to Q2-2025 | Q1/2025 - Q2/2025',
      '2025-01-01 to 2025-03-31': 'Q1 last year',
      '2026-09-01 to 2026-09-30': 'Sept',
      '2025-12-01 to 2025-12-31': 'December',
      '2025-10-01 to 2025-10-31': `Oct 2025 | Oct-2025 | Oct/2025 | Oct - 2025 | 2025 Oct | 2025-Oct | 2025/Oct | 2025-10
        | 10/2025`,
      '2025-11-01 to 2025-11-30': 'last November',
      '2026-11-15 to 2026-11-21': 'last 7 days | last seven days | 7 days | past week',
      '2026-10-23 to 2026-11-21': 'past 30 days',
      '2026-11-08 to 2026-11-21': 'last 2 weeks',
      '2026-08-22 to 2026-11-21': 'last 3 months',
      '2026-05-22 to 2026-11-21': 'last 2 quarters',
      '2025-11-22 to 2026-11-21': 'last 1 year',
      '2026-10-15': `15 Oct | 15oct | 15th October | the 15th of October | Oct 15 | 15/10 | 15.10. | 15/10/2026
        | 15/10/26 | 15.10.2026 | 15-10-2026 | 15-Oct | 2026-10-15 | 2026/10/15 | Thu 15 Oct`,
      '2025-10-15': 'October 15, 2025 | 15 Oct last year | 15-Oct-2025 | 15/Oct/2025 | 15 Oct 2025 - 15 Oct',
      '2025-12-15': '15 Dec',
      '2025-11-22': '22 Nov',
      '2024-02-29': '29 Feb',
      '2026-10-05': '5/10',
      // A date with its year may be in the future.
      '2027-01-05': '5 Jan 2027',
      // In one month, or with both years, only the order can be wrong: it is reversed.
      '2026-10-01 to 2026-10-15': `1-15 Oct | 1–15 Oct | 1 to 15 Oct | Oct 1-15 | 1-15/10 | ١-١٥ Oct | ۱-۱۵ Oct | \u200E1-15\u200F Oct | 15-1 Oct
        | 2026-10-01 2026-10-15 | 2026-10-01 - 2026-10-15 | 2026-10-01/2026-10-15
        | 2026-10-01..2026-10-15 | 2026-10-01, 2026-10-15 | 2026-10-15 2026-10-01`,
      '2025-07-01 to 2025-12-31': 'Q3-2025 - Q4-2025 | Jul/2025 - Dec/2025',
      '2025-10-15 to 2025-10-20': '15-Oct-2025 - 20-Oct-2025 | 15/Oct/25 to 20/Oct/25',
      '2025-10-01 to 2025-10-15': 'October 1 - 15, 2025 | 1-15 Oct 2025 | 1.-15.10.2025',
      '2024-02-28 to 2024-02-29': '28-29 Feb',
      '2026-10-01 to 2026-11-03': `1 Oct - 3 Nov | 1 Oct 3 Nov | from 1 Oct to 3 Nov | between 1 Oct and 3 Nov
        | 1/10 - 3/11 | 1-Oct - 3-Nov | since 1 Oct until 3 Nov`,
      '2025-10-01 to 2025-11-03': `1 Oct, until 3 Nov, 2025 | 1 Oct 2025 - 3 Nov | 1 Oct 2025-3 Nov 2025
        | 1/10/2025-3/11/2025`,
      '2026-11-20 to 2026-12-02': '20 Nov - 2 Dec',
      '2025-12-28 to 2026-01-03': '28 Dec - 3 Jan | 28 Dec - 3 Jan 2026',
      '2024-12-28 to 2025-01-03': '28 Dec 2024 - 3 Jan',
      '2026-11-20 to 2026-11-21': 'today - yesterday | since yesterday',
      '2026-10-01 to 2026-11-30': 'Oct - Nov',
      '2025-12-01 to 2026-02-28': 'Dec - Feb 2026',
      '2026-11-01 to 2027-01-31': 'Nov - Jan',
      '2026-04-01 to 2026-09-30': 'Q2-Q3',
      '2024-01-01 to 2025-12-31': '2024 - 2025',
      '2025-12-01 to 2026-11-21': '1 Dec to today | since 1 Dec',
      '2026-10-01 to 2026-11-21': 'last month - today | since 1 Oct | Since Oct 1st | from 1 Oct',
      '2026-11-16': 'Monday | last Monday',
      '2026-11-14': 'last Saturday',
      '2026-11-09': 'Monday last week',
      '2026-11-16 to 2026-11-20': 'Mon - Fri | Monday to yesterday',
      '2026-11-01 to 2026-11-16': '1 Nov - Monday',
      '2026-11-09 to 2026-11-21': 'since last week',
    },
  },
  {
    name: 'half past midnight on Sunday 1 March 2026 in Dubai, still February in UTC',
    timeZone: 'Asia/Dubai',
    now: '2026-02-28T20:30:00Z',
    cases: {
      '2026-03-01': 'today | Sunday',
      '2026-02-28': 'yesterday',
      '2026-02-23 to 2026-03-01': 'this week',
      '2026-02-01 to 2026-02-28': 'last month',
      '2026-02-22': 'last Sunday',
    },
  },
  {
    name: 'the last day of May 2026 in Dubai',
    timeZone: 'Asia/Dubai',
    now: '2026-05-31T10:00:00Z',
    cases: {
      '2026-03-01 to 2026-05-31': 'last 3 months',
      '2026-05-01 to 2026-05-31': 'last 1 month',
      '2026-04-01 to 2026-04-30': 'last month',
      '2026-05-31': '31 May',
      '2026-05-30 to 2026-05-31': '30-31 May',
    },
  },
  {
    name: 'New Year 2026, a Thursday, in Dubai',
    timeZone: 'Asia/Dubai',
    now: '2026-01-01T05:00:00Z',
    cases: {
      '2025-12-31': 'yesterday',
      '2025-12-29 to 2026-01-04': 'this week',
      '2025-12-22 to 2025-12-28': 'last week',
      '2025-12-01 to 2025-12-31': 'last month',
      '2025-10-01 to 2025-12-31': 'last quarter',
      '2026-01-01 to 2026-03-31': 'Q1',
      '2025-12-26 to 2026-01-01': 'last 7 days',
      '2025-12-28 to 2026-01-03': '28 Dec - 3 Jan',
      '2026-01-01': '1 Jan',
    },
  },
  {
    name: 'the day after 29 February 2028 in Berlin',
    timeZone: 'Europe/Berlin',
    now: '2028-03-01T09:00:00Z',
    cases: {
      '2028-02-29': 'yesterday | 29 Feb',
      '2028-02-01 to 2028-02-29': 'last month',
      '2027-03-02 to 2028-03-01': 'last 12 months',
    },
  },
  {
    name: 'Monday 30 March 2026 in Berlin, the day after the clocks went forward',
    timeZone: 'Europe/Berlin',
    now: '2026-03-30T08:00:00Z',
    cases: {
      '2026-03-29': 'yesterday',
      '2026-03-23 to 2026-03-29': 'last week',
      '2026-03-24 to 2026-03-30': 'last 7 days',
      '2026-03-29 to 2026-03-30': 'last 2 days',
      '2026-03-30': 'Monday',
      '2026-03-23': 'last Monday',
      '2026-03-28 to 2026-03-30': '28-30 Mar',
    },
  },
  {
    name: 'the 25 hours of Sunday 25 October 2026 in Berlin, half an hour before midnight',
    timeZone: 'Europe/Berlin',
    now: '2026-10-25T22:30:00Z',
    cases: {
      '2026-10-25': 'today',
      '2026-10-24': 'yesterday',
      '2026-10-19 to 2026-10-25': 'this week',
      '2026-10-23 to 2026-10-25': 'last 3 days',
    },
  },
  {
    name: 'Sunday 1 November 2026 in New York, an hour and a half before the clocks go back',
    timeZone: 'America/New_York',
    now: '2026-11-01T04:30:00Z',
    cases: {
      '2026-11-01': 'today',
      '2026-10-31': 'yesterday',
      '2026-10-26 to 2026-11-01': 'this week',
      '2026-10-01 to 2026-10-31': 'last month',
      '2026-10-30 to 2026-11-01': 'since Friday',
    },
  },
  {
    name: 'Monday 9 March 2026 in New York, the day after the clocks went forward',
    timeZone: 'America/New_York',
    now: '2026-03-09T03:59:59Z',
    cases: {
      // One second before midnight on the wall clock: it is still Sunday there.
      '2026-03-08': 'today',
      '2026-03-07': 'yesterday',
      '2026-03-07 to 2026-03-08': 'since 7 Mar',
    },
  },
];

const DUBAI = { now: Date.parse('2026-11-21T08:32:11.400Z'), timeZone: 'Asia/Dubai' };

const rangeOf = (words: string, at = DUBAI) => {
  const { span } = readDateWords(words, at);
  return span && Object.values(toDateRange(span, at.timeZone));
};

for (const { name, timeZone, now, cases } of PLACES) {
  describe(`on ${name}`, () => {
    const rows = Object.entries(cases).flatMap(([days, words]) =>
      words.split(/\s*\|\s*/).map((one) => [one, days] as const),
    );
    test.each(rows)('"%s" is %s', (words, days) => {
      const [from, to = from] = days.split(' to ');
      expect(rangeOf(words, { now: Date.parse(now), timeZone })).toEqual([
        `${from} 00:00:00`,
        `${to} 23:59:59`,
      ]);
    });
  });
}

test.each(['', '   ', '  TODAY '])('"%s" is today', (words) => {
  expect(rangeOf(words)).toEqual(['2026-11-21 00:00:00', '2026-11-21 23:59:59']);
});

test.each([
  ['last 24 hours', '2026-11-20 12:32:12', '2026-11-21 12:32:11'],
  ['24h', '2026-11-20 12:32:12', '2026-11-21 12:32:11'],
  ['last ٢٤ hours', '2026-11-20 12:32:12', '2026-11-21 12:32:11'],
  ['last hour', '2026-11-21 11:32:12', '2026-11-21 12:32:11'],
  ['today 9:00 - 12:30', '2026-11-21 09:00:00', '2026-11-21 12:30:00'],
  ['9:00 to 12:30', '2026-11-21 09:00:00', '2026-11-21 12:30:00'],
  ['since yesterday 18:00', '2026-11-20 18:00:00', '2026-11-21 23:59:59'],
  ['2026-11-20T18:00 - 2026-11-21T06:00:30', '2026-11-20 18:00:00', '2026-11-21 06:00:30'],
])('"%s" is exact to the second', (words, from, to) => {
  expect(rangeOf(words)).toEqual([from, to]);
});

test('the last hour of a doubled one is a range that does not end before it begins', () => {
  const at = { now: Date.parse('2026-10-25T01:30:00Z'), timeZone: 'Europe/London' };
  expect(rangeOf('last hour', at)).toEqual(['2026-10-25 00:30:01', '2026-10-25 02:30:00']);
});

test('no hours are no range', () => {
  expect(rangeOf('0h')).toBeNull();
});

test('the last 24 hours are 24 hours when the clock skips one', () => {
  const at = { now: Date.parse('2026-03-29T10:00:00Z'), timeZone: 'Europe/Berlin' };
  expect(rangeOf('last 24 hours', at)).toEqual(['2026-03-28 11:00:01', '2026-03-29 12:00:00']);
});

test.each([
  // No such day.
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
  // Without years, backwards or a whole year: two meanings.
  ['3 Nov - 1 Oct', '2026-11-03', '2026-10-01'],
  ['1 Jul - 30 Jun', '2026-07-01', '2026-06-30'],
  ['today - 15 Nov', '2026-11-21', '2026-11-15'],
  // One end.
  ['until 3 Nov', null, '2026-11-03'],
  ['1 Oct -', '2026-10-01', null],
  ['since 1 Jan 2027', '2027-01-01', null],
  ['1 Oct - whenever', '2026-10-01', null],
  ['sometime - 3 Nov', null, '2026-11-03'],
  ['since 1 Oct please', '2026-10-01', null],
  ['refunds of 15 Oct please', '2026-10-15', '2026-10-15'],
  ['15 Oct or 3 Nov', '2026-10-15', '2026-11-03'],
  ['15 Oct 14:00', '2026-10-15', '2026-10-15'],
  // Neither end.
  ['1-15', null, null],
  ['tomorrow', null, null],
  ['next week', null, null],
  ['250 Sara', null, null],
  ['12025', null, null],
  ['1999', null, null],
  ['1 Oct 1999', '2026-10-01', '2026-10-01'],
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
