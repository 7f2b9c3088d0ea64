import { describe, expect, test } from 'vitest';
import { buildDateRange } from '../../src/payment-service/index.ts';

const SECOND = 1_000;
const HOUR = 60 * 60 * SECOND;
const NEW_YORK = 'America/New_York';
/** The clocks of New York go back from 02:00 to 01:00. */
const BACK = Date.UTC(2026, 10, 1, 6);
/** They go forward from 02:00 to 03:00. */
const FORWARD = Date.UTC(2026, 2, 8, 7);

test('a range is both of its ends on the merchant’s clock', () => {
  const from = Date.UTC(2026, 10, 20, 22, 10, 5);
  expect(buildDateRange(from, from + 25 * HOUR, 'Asia/Dubai')).toEqual({
    fromDate: '2026-11-21 02:10:05',
    toDate: '2026-11-22 03:10:05',
  });
  expect(buildDateRange(from, from, 'UTC')).toEqual({
    fromDate: '2026-11-20 22:10:05',
    toDate: '2026-11-20 22:10:05',
  });
});

test('a range that ends before it begins is refused', () => {
  expect(() => buildDateRange(1, 0, 'UTC')).toThrow(RangeError);
});

describe('around a change of the clocks', () => {
  test('a range is wider on both sides by as much as they change', () => {
    expect(buildDateRange(BACK - SECOND, BACK, NEW_YORK)).toEqual({
      fromDate: '2026-11-01 00:59:59',
      toDate: '2026-11-01 02:00:00',
    });
    expect(buildDateRange(FORWARD - SECOND, FORWARD, NEW_YORK)).toEqual({
      fromDate: '2026-03-08 00:59:59',
      toDate: '2026-03-08 04:00:00',
    });
    const halfAnHour = Date.UTC(2026, 3, 4, 15);
    expect(buildDateRange(halfAnHour, halfAnHour, 'Australia/Lord_Howe')).toEqual({
      fromDate: '2026-04-05 01:30:00',
      toDate: '2026-04-05 02:00:00',
    });
  });

  test('a range over the change is so as well', () => {
    expect(buildDateRange(BACK - 24 * HOUR, BACK + 24 * HOUR, NEW_YORK)).toEqual({
      fromDate: '2026-10-31 01:00:00',
      toDate: '2026-11-02 02:00:00',
    });
  });

  test('a range within three hours of it is, and no other', () => {
    const hours = (from: number, to: number) => {
      const { fromDate, toDate } = buildDateRange(from, to, NEW_YORK);
      return [fromDate.slice(11), toDate.slice(11)];
    };
    expect(hours(BACK + 3 * HOUR, BACK + 3 * HOUR)).toEqual(['04:00:00', '04:00:00']);
    expect(hours(BACK + 3 * HOUR - SECOND, BACK + 4 * HOUR)).toEqual(['02:59:59', '06:00:00']);
    expect(hours(BACK - 4 * HOUR, BACK - 3 * HOUR)).toEqual(['21:00:00', '00:00:00']);
    expect(hours(BACK - 4 * HOUR, BACK - 3 * HOUR - SECOND)).toEqual(['22:00:00', '22:59:59']);
  });

  test('every wall time of a record that was made in the range lies in it', () => {
    for (let at = BACK - 4 * HOUR; at <= BACK + 4 * HOUR; at += HOUR / 4) {
      const { fromDate, toDate } = buildDateRange(at, at, NEW_YORK);
      for (const offset of [-4, -5]) {
        const wall = new Date(at + offset * HOUR).toISOString().slice(0, 19).replace('T', ' ');
        const isNear = Math.abs(at - BACK) < 3 * HOUR;
        if (isNear) expect(fromDate <= wall && wall <= toDate, wall).toBe(true);
      }
    }
  });
});
