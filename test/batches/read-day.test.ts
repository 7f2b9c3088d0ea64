import { describe, expect, test } from 'vitest';
import { judgeDays } from '../../src/batches/reading/read-day.ts';
import { formatLocalDateTime } from '../../src/payment-service/local-date-time.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { answered, fromFile, HEAD, raw, read, SARA } from './read-list.ts';
import { buildWorkbook } from './sheets.ts';

const ZONE = 'Asia/Dubai';
const show = (at: number | null) => (at === null ? null : formatLocalDateTime(at, ZONE));

const readColumn = (texts: string[], isMonthFirst: boolean | null = null) => {
  const { asked, read } = judgeDays(texts, isMonthFirst, { now: NOON, timeZone: ZONE });
  return {
    days: texts.map((text) => show(read(text))),
    asked: asked && [asked.typed, show(asked.dayFirst), show(asked.monthFirst)],
  };
};

const day = (text: string) => `${text} 23:59:59`;

describe('a column of dates', () => {
  const COLUMNS: Record<string, [texts: string[], days: (string | null)[]]> = {
    'is day first': [
      ['5/12/2026', '6.12.2026'],
      [day('2026-12-05'), day('2026-12-06')],
    ],
    'is month first if one cell can be nothing else': [
      ['01/02/2027', '01/15/2027'],
      [day('2027-01-02'), day('2027-01-15')],
    ],
    'is day first if it contradicts itself': [
      ['02/01/2027', '13/02/2027', '02/13/2027'],
      [day('2027-01-02'), day('2027-02-13'), null],
    ],
    'holds days if all are at midnight': [
      [
        '2027-01-24 00:00:00',
        '24/01/2027 00:00',
        '24 Jan 2027 12:00 am',
        '2027-01-25',
        '2027-01-26T00:00:00+04:00',
      ],
      ['24', '24', '24', '25', '26'].map((one) => day(`2027-01-${one}`)),
    ],
    'holds times if one is': [
      ['2027-01-24 00:00', '2027-01-25 17:30', '2027-01-26 23:59:59', '2027-01-27'],
      ['2027-01-24 00:00:00', '2027-01-25 17:30:00', '2027-01-26 23:59:59', day('2027-01-27')],
    ],
    'may name its zone': [
      ['2026-12-20T10:00:00+04:00', '2026-12-20T10:00:00.123Z', '2026-12-20T10:00+0530'],
      ['2026-12-20 10:00:00', '2026-12-20 14:00:00', '2026-12-20 08:30:00'],
    ],
    'has what is no date': [
      ['31/02/2027', '24/12/2026 25:00', '24/12/2026 13:00 pm', '2026-12-20T10:00:00+99:99', 'soon', ''],
      [null, null, null, null, null, null],
    ],
  };
  test.each(Object.entries(COLUMNS))('%s', (_, [texts, days]) => {
    expect(readColumn(texts)).toMatchObject({ days, asked: null });
  });

  test('is asked about only if both orders lie within the coming year', () => {
    const asked = ['03/02/2027', day('2027-02-03'), day('2027-03-02')];
    expect(readColumn(['02/02/2027', '03/02/2027'])).toMatchObject({ asked });
    // The other order is over, or too late, for one of them.
    expect(readColumn(['03/02/2027', '01/12/2026'])).toMatchObject({ asked: null });
    expect(readColumn(['03/02/2027', '10/02/2028'])).toMatchObject({ asked: null });
    expect(readColumn(['02/02/2027'])).toMatchObject({ asked: null });
  });

  test.each([
    [true, '2027-03-02'],
    [false, '2027-02-03'],
  ])('is month first: %s, if a person says so', (isMonthFirst, expected) => {
    expect(readColumn(['03/02/2027', '2027-01-24'], isMonthFirst)).toMatchObject({
      ...{ days: [day(expected), day('2027-01-24')], asked: null },
    });
  });

  test('says how many of its days are over', () => {
    const texts = ['01/10/2025', '15/11/2025', '24/12/2026', 'soon'];
    expect(judgeDays(texts, null, { now: NOON, timeZone: ZONE }).past).toBe(2);
  });
});

test.each([
  ['46380', day('2026-12-24')],
  ['46380.7291666667', '2026-12-24 17:30:00'],
  ['46380.9999884259', day('2026-12-24')],
  ['46380.99999996528', day('2026-12-24')],
  ['46379.9999999999', day('2026-12-24')],
])('a workbook’s date %s is %s', async (serial, end) => {
  const rows = [
    [...HEAD, 'Expiry'],
    [250, ...SARA, 'Rent', raw('s="1"', `<v>${serial}</v>`)],
  ];
  const batch = await read(buildWorkbook([{ rows }], { formats: ['dd/mm/yyyy hh:mm'] }));
  expect(batch).toMatchObject({ rows: [{ request: { expiryOn: end } }] });
});

test.each([
  ['iso-midnight.csv', ['2027-01-24 23:59:59', '2027-01-24 23:59:59']],
  ['end-of-day-serial.xlsx', ['2027-01-24 23:59:59']],
  ['month-first.csv', ['2027-01-02 23:59:59', '2027-01-15 23:59:59']],
])('%s ends when its column says', async (name, ends) => {
  const batch = await answered(await fromFile(name), { columns: { expiryOn: 'Due date' } });
  if (batch.question !== null) throw new Error('asked again');
  expect(batch.rows.map(({ request }) => request?.expiryOn)).toEqual(ends);
});
