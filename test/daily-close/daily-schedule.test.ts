import { describe, expect, test } from 'vitest';
import { turnsMissed, turnsToCome } from '../../src/calendar/repeat.ts';
import { repeatClose, scheduleClose } from '../../src/daily-close/daily-schedule.ts';

const NINE = 21 * 60;
const at = (text: string) => Date.parse(text);
/** The closes to choose from in Dubai. */
const turns = (now: number, atMinute: number, setAt = 0) =>
  turnsToCome({ kind: 'daily-close', repeat: repeatClose(atMinute), setAt }, now, 'Asia/Dubai');
const dayToClose = (text: string) => turns(at(text), 60)[0]?.day;

describe('the close of a day', () => {
  test('is due at its hour on the merchant’s clock, and counts from midnight to that hour', () => {
    const close = scheduleClose('2026-11-21', NINE, 'Asia/Dubai');
    expect(close.dueAt).toBe(at('2026-11-21T21:00:00+04:00'));
    expect(close.span).toEqual({
      from: at('2026-11-21T00:00:00+04:00'),
      to: at('2026-11-21T20:59:59+04:00'),
    });
  });

  test('stays at its hour when the clocks change', () => {
    // Clocks go forward on 29 March and back on 25 October 2026.
    const due = ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25'].map(
      (day) => scheduleClose(day, NINE, 'Europe/Berlin').dueAt,
    );
    expect(due).toEqual([
      at('2026-03-28T21:00:00+01:00'),
      at('2026-03-29T21:00:00+02:00'),
      at('2026-10-24T21:00:00+02:00'),
      at('2026-10-25T21:00:00+01:00'),
    ]);
    const short = scheduleClose('2026-03-29', NINE, 'Europe/Berlin').span;
    const long = scheduleClose('2026-10-25', NINE, 'Europe/Berlin').span;
    expect((short.to - short.from) / 3_600_000).toBeCloseTo(20, 2);
    expect((long.to - long.from) / 3_600_000).toBeCloseTo(22, 2);
  });

  test('is due an hour later if a clock change skips its hour, and once if it repeats it', () => {
    expect(scheduleClose('2026-03-28', 150, 'Europe/Berlin').dueAt).toBe(at('2026-03-29T03:30:00+02:00'));
    expect(scheduleClose('2026-10-24', 150, 'Europe/Berlin').dueAt).toBe(at('2026-10-25T02:30:00+02:00'));
  });

  test('at an hour after midnight is of the whole day before', () => {
    const close = scheduleClose('2026-11-21', 60, 'Asia/Dubai');
    expect(close.dueAt).toBe(at('2026-11-22T01:00:00+04:00'));
    expect(close.span.to).toBe(at('2026-11-21T23:59:59+04:00'));
    expect(dayToClose('2026-11-22T00:30:00+04:00')).toBe('2026-11-21');
    expect(dayToClose('2026-11-22T13:00:00+04:00')).toBe('2026-11-21');
    expect(dayToClose('2026-11-23T00:01:00+04:00')).toBe('2026-11-22');
  });
});

describe('the next closes', () => {
  test('begin today before the hour, and tomorrow after it', () => {
    const days = (text: string, minute = NINE) =>
      turns(at(text), minute, at(text))
        .map(({ day }) => day)
        .slice(0, 2);
    expect(days('2026-11-21T20:59:59+04:00')).toEqual(['2026-11-21', '2026-11-22']);
    expect(days('2026-11-21T21:00:00+04:00')).toEqual(['2026-11-22', '2026-11-23']);
    expect(days('2026-11-21T00:30:00+04:00', 60)).toEqual(['2026-11-20', '2026-11-21']);
    expect(days('2026-11-21T20:00:00+04:00', 60)).toEqual(['2026-11-21', '2026-11-22']);
  });

  test('follow each other across the end of a year', () => {
    const missed = (lastDay: string, day: string) => turnsMissed(repeatClose(NINE), lastDay, day);
    expect(missed('2026-12-30', '2027-01-02')).toEqual(['2026-12-31', '2027-01-01']);
    expect(missed('2026-11-20', '2026-11-21')).toEqual([]);
    expect(missed('2026-11-21', '2026-11-21')).toEqual([]);
  });
});
