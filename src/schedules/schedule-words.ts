import type { Repeat } from '../calendar/repeat.ts';

/** Of the words behind `daily`: it is switched. All others only read. */
export const isSwitch = (words: string): boolean => /^(on|off)\b/i.test(words);

/** `21:00`, `21.00`, `9pm`, `9:30 pm`; a bare number only if it can mean just one hour. */
const SHAPE = /^(\d{1,2})(?:[:.](\d{2}))?\s*(?:([ap])\.?\s*m\.?)?$/;

/** Minutes after midnight; null: not understood. */
export const readDailyHour = (text: string): number | null => {
  const found = SHAPE.exec(
    text
      .trim()
      .toLowerCase()
      .replace(/^at\s+/, ''),
  );
  if (!found) return null;
  const [, hours = '', minutes, half] = found;
  const hour = Number(hours);
  const minute = Number(minutes ?? '0');
  if (minute > 59) return null;
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    return ((hour % 12) + (half === 'p' ? 12 : 0)) * 60 + minute;
  }
  if (hour > 23) return null;
  // "9" could be the morning or the evening.
  const isPlain = minutes !== undefined || hour > 12;
  return isPlain ? hour * 60 + minute : null;
};

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** `monday 9:00`, `fri`, `18:30`; what is left out is as usual. Null: not understood. */
export const readWeeklyTurn = (words: string, usual: Repeat): Repeat | null => {
  const [, name, hour] =
    /^(?:(?:every |each )?([a-z]{3,})s?\b)?\s*(.*)$/.exec(words.trim().toLowerCase()) ?? [];
  const on = name === undefined ? usual.on : DAYS.findIndex((day) => day.startsWith(name.replace(/s$/, '')));
  const atMinute = hour ? readDailyHour(hour) : usual.atMinute;
  return on < 0 || atMinute === null ? null : { every: 'week', on, atMinute };
};

/** A close in the small hours is of the day before: its own day has nothing to report yet. */
const SMALL_HOURS = 6 * 60;

export const isOfDayBefore = ({ every, atMinute }: Repeat): boolean =>
  every === 'day' && atMinute < SMALL_HOURS;
