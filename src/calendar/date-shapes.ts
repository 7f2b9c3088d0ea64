import { fixed, inYear, lastBy, type Moment, weekly, yearly } from './date-ends.ts';
import { addDays, type DateUnit, type Period, unitAround, unitBefore, unitsUntil } from './date-span.ts';

const PIECES: Record<string, string> = {
  NUMBER: '(\\d+)',
  COUNT: '#?(\\d+)',
  UNIT: '(day|week|month|quarter|year)(?!\\S)',
  /** A day, a month, a quarter or a half of any year. */
  DATE: '(\\d+[-+/]\\d+)',
  YEAR: 'y(\\d{4})',
  WEEKDAY: 'w(\\d)',
  TIME: 't([\\d:]+)',
};

/** `parts`: of the shape, '' for one that is not there. Null: the shape does not fit after all. */
type Means = (today: string, ...parts: string[]) => Period | Moment | null;

/** What a moment can look like, and what it means today. The first that fits counts. */
const SHAPES: readonly (readonly [shape: string, means: Means])[] = [
  ['today', (today) => back(0, today)],
  ['yesterday', (today) => back(1, today)],
  ['day before yesterday', (today) => back(2, today)],
  [
    'NUMBER day ago|back NUMBER day',
    (today, one, other) => counted(one || other, (count) => back(count, today)),
  ],
  ['so-far-UNIT', (today, unit) => ({ from: around('this', unit, today).from, to: today })],
  ['(this|last) UNIT', (today, which, unit) => around(which, unit, today)],
  ['past UNIT', (today, unit) => unitsUntil(1, unit as DateUnit, today)],
  [
    '(?:(?:last|past) COUNT|NUMBER) UNIT(?! ago)',
    (today, one, other, unit) => counted(one || other, (count) => unitsUntil(count, unit as DateUnit, today)),
  ],
  ['(this|last) weekend', (today, which) => begun(ofWeek(around(which, 'week', today), 5, 6), today)],
  [
    'WEEKDAY (this|last) week',
    (today, day, which) => begun(ofWeek(around(which, 'week', today), Number(day)), today),
  ],
  [
    '(this|past|last) (?:WEEKDAY )?DATE(?! YEAR| (?:this|last) year)',
    (today, which, day, date) => nearest(which, 'year', yearly(date, day), today),
  ],
  [
    '(this|past|last) WEEKDAY(?! DATE| YEAR| (?:this|last) week)',
    (today, which, day) => nearest(which, 'week', weekly(day), today),
  ],
  [
    '(?:WEEKDAY )?DATE(?: YEAR| (this|last) year)?',
    (today, day, date, year, which) => {
      const moment = yearly(date, day);
      if (which) return inYear(moment, around(which, 'year', today).from.slice(0, 4));
      return year ? inYear(moment, year) : moment;
    },
  ],
  ['YEAR (\\d+[+/]\\d+)(?! YEAR)', (_, year, date) => inYear(yearly(date), year)],
  ['YEAR', (_, year) => inYear(yearly('1+12'), year)],
  ['WEEKDAY(?! YEAR)', (_, day) => weekly(day)],
  ['NUMBER(?! UNIT)(?: YEAR)?', (_, day, _unit, year) => dayNumber(Number(day), year)],
  ['TIME', (_, time) => ({ ...fixed(null), is: 'clock', time })],
];

const COMPILED = SHAPES.map(([shape, means]) => ({
  pattern: new RegExp(`(?:${shape.replace(/[A-Z]+/g, (name) => PIECES[name] ?? name)})(?: |$)`, 'y'),
  means,
}));
const TIME_AFTER = new RegExp(`${PIECES.TIME}(?: |$)`, 'y');

/** The moment that the tokens at `start` begin with, and where it ends; null if none. */
export const readMoment = (
  tokens: string,
  start: number,
  today: string,
): { moment: Moment; next: number } | null => {
  for (const { pattern, means } of COMPILED) {
    pattern.lastIndex = start;
    const match = pattern.exec(tokens);
    const found = match && means(today, ...match.slice(1).map((part) => part ?? ''));
    if (!found) continue;
    const moment = 'is' in found ? found : fixed(found);
    TIME_AFTER.lastIndex = pattern.lastIndex;
    const time = moment.is === 'clock' || moment.number ? null : TIME_AFTER.exec(tokens);
    if (!time) return { moment, next: pattern.lastIndex };
    return { moment: { ...moment, time: time[1] ?? '' }, next: TIME_AFTER.lastIndex };
  }
  return null;
};

const dayNumber = (day: number, year: string): Moment | null =>
  day >= 1 && day <= 31 ? { ...fixed(null), is: 'number', number: { day, year } } : null;

const back = (days: number, today: string): Period => {
  const day = addDays(today, -days);
  return { from: day, to: day };
};

const counted = (count: string, means: (count: number) => Period): Period | null =>
  Number(count) > 0 ? means(Number(count)) : null;

const around = (which: string, unit: string, today: string): Period =>
  (which === 'last' ? unitBefore : unitAround)(unit as DateUnit, today);

const ofWeek = ({ from }: Period, first: number, last = first): Period => ({
  from: addDays(from, first),
  to: addDays(from, last),
});

const begun = (period: Period, today: string): Moment => fixed(period.from <= today ? period : null);

/** `last`: the latest that is over; on a Monday, "last Monday" is a week ago. Else the one of this week or year that has begun. */
const nearest = (which: string, unit: DateUnit, moment: Moment, today: string): Moment => {
  const period = lastBy(moment, today);
  if (which === 'last')
    return fixed(period && period.to >= today ? lastBy(moment, addDays(period.from, -1)) : period);
  return fixed(period && period.from >= unitAround(unit, today).from ? period : null);
};
