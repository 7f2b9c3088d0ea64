import { describe, expect, test } from 'vitest';
import { toDateRange } from '../../src/calendar/date-span.ts';
import { adviseDayFirst, readDateWords } from '../../src/calendar/date-words.ts';
import { findDays } from '../../src/calendar/find-days.ts';

/** Saturday, 12:32 in Dubai. */
const AT = { now: Date.parse('2026-11-21T08:32:11.400Z'), timeZone: 'Asia/Dubai' };

const rangeOf = (words: string, at = AT) => {
  const { span } = readDateWords(words, at);
  return span && Object.values(toDateRange(span, at.timeZone));
};

/** Days, and Arabic words for them. */
const ARABIC: Record<string, string> = {
  '2026-11-21': 'اليوم | اليَوم | ٢١ نوفمبر | السبت',
  '2026-11-20': 'أمس | امس | البارحة',
  '2026-11-19': 'أول أمس | قبل يومين',
  '2026-11-18': 'قبل ٣ أيام | قبل 3 أيام',
  '2026-11-16 to 2026-11-22': 'هذا الأسبوع | الأسبوع الحالي',
  '2026-11-09 to 2026-11-15': 'الأسبوع الماضي | الاسبوع السابق',
  '2026-11-01 to 2026-11-30': 'هذا الشهر | الشهر الجاري | نوفمبر',
  '2026-10-01 to 2026-10-31': 'الشهر الماضي | شهر أكتوبر | اكتوبر 2026 | أكتوبر الماضي',
  '2026-01-01 to 2026-12-31': 'هذه السنة | هذا العام',
  '2025-01-01 to 2025-12-31': 'السنة الماضية | العام الماضي',
  '2026-07-01 to 2026-09-30': 'الربع الماضي',
  '2026-11-15 to 2026-11-21': 'آخر 7 أيام | اخر أسبوع',
  '2026-11-08 to 2026-11-21': 'آخر أسبوعين',
  '2026-10-23 to 2026-11-21': 'آخر ٣٠ يوماً | آخر 30 يوم',
  '2026-11-16': 'الاثنين | يوم الإثنين | الاثنين الماضي | يوم الاثنين الماضي',
  '2026-10-15': '15 أكتوبر | ١٥ أكتوبر ٢٠٢٦ | ١٥/١٠/٢٠٢٦ | الخميس، 15 أكتوبر',
  '2026-10-01 to 2026-10-15': 'من 1 إلى 15 أكتوبر | من ١ الى ١٥ اكتوبر | بين 1 و15 أكتوبر | 1 - 15 أكتوبر',
  '2026-10-01 to 2026-11-03': 'من 1 أكتوبر حتى 3 نوفمبر',
  '2026-10-01 to 2026-11-21': 'منذ 1 أكتوبر | من 1 أكتوبر إلى اليوم',
};

describe('in Arabic', () => {
  const rows = Object.entries(ARABIC).flatMap(([days, words]) =>
    words.split(/\s*\|\s*/).map((one) => [one, days] as const),
  );
  test.each(rows)('"%s" is %s', (words, days) => {
    const [from, to = from] = days.split(' to ');
    expect(rangeOf(words)).toEqual([`${from} 00:00:00`, `${to} 23:59:59`]);
  });
});

test.each([
  ['today 9am-5pm', '2026-11-21 09:00:00', '2026-11-21 17:00:00'],
  ['9:30 am to 12 pm', '2026-11-21 09:30:00', '2026-11-21 12:00:00'],
  ['since yesterday 12am', '2026-11-20 00:00:00', '2026-11-21 23:59:59'],
  ['آخر ٢٤ ساعة', '2026-11-20 12:32:12', '2026-11-21 12:32:11'],
])('"%s" is exact to the second', (words, from, to) => {
  expect(rangeOf(words)).toEqual([from, to]);
});

test.each(['13pm', '0am', '9:75am', '9 amps'])('"%s" is no time', (words) => {
  expect(rangeOf(`today ${words} - 23:00`)).toBeNull();
});

test.each([
  ['last weekend', '2026-11-20T08:00:00Z', '2026-11-14', '2026-11-15'],
  ['last weekend', '2026-11-22T08:00:00Z', '2026-11-14', '2026-11-15'],
  ['last weekend', '2026-11-23T08:00:00Z', '2026-11-21', '2026-11-22'],
  ['this weekend', '2026-11-22T08:00:00Z', '2026-11-21', '2026-11-22'],
])('"%s" at %s is the Saturday and Sunday', (words, now, from, to) => {
  expect(rangeOf(words, { ...AT, now: Date.parse(now) })).toEqual([`${from} 00:00:00`, `${to} 23:59:59`]);
});

test.each(['this weekend', 'weekend', 'الماضي', 'Monday 2 weeks', 'Mon Thu 15 Oct'])(
  '"%s" is no range',
  (words) => {
    expect(rangeOf(words, { ...AT, now: Date.parse('2026-11-19T08:00:00Z') })).toBeNull();
  },
);

test.each([
  ['sara أمس', 1, 2],
  ['250 sara الشهر الماضي', 2, 4],
  ['sara last weekend 250', 1, 3],
  ['unpaid today 9am-5pm', 1, 3],
])('a search for "%s" finds its dates', (typed, start, end) => {
  expect(findDays(typed.split(' '), AT)).toMatchObject({ start, end });
});

test('a search for names and amounts finds no date', () => {
  for (const typed of ['من 100 الى 200', 'ماري', 'مارية 250', 'villa one'])
    expect(findDays(typed.split(' '), AT)).toBeNull();
});

test('dates are looked for among the first forty words', () => {
  const typed = (before: number) => [...Array.from({ length: before }, () => 'sara'), 'yesterday'];
  expect(findDays(typed(39), AT)).toMatchObject({ start: 39, end: 40 });
  expect(findDays(typed(40), AT)).toBeNull();
});

test.each([
  ['10/25/2026', ' Write the day first: 25/10/2026.'],
  ['since 9-30-26', ' Write the day first: 30-9-26.'],
  ['25/10/2026', ''],
  ['13/25/2026', ''],
  ['10/32/2026', ''],
  ['1 10/25/2026/3', ''],
  ['lunch', ''],
])('"%s" as dates is answered with "%s"', (words, advice) => {
  expect(adviseDayFirst(words)).toBe(advice);
  if (advice !== '') expect(rangeOf(words)).toBeNull();
});
