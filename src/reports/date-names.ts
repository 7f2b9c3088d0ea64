export const MONTH_NAMES = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;

export const WEEKDAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

const LONG_MONTHS =
  'january february march april may june july august september october november december'.split(' ');
const LONG_WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

/** 1 to 12, from three letters upwards: `oct`, `sept`, `octob`, `october`. */
export const readMonthName = (word: string): number | null => numberOf(word, LONG_MONTHS, 1);

/** 0 (Monday) to 6. */
export const readWeekdayName = (word: string): number | null => numberOf(word, LONG_WEEKDAYS, 0);

function numberOf(word: string, names: readonly string[], first: number): number | null {
  if (word.length < 3) return null;
  const found = names.findIndex((name) => name.startsWith(word));
  // "weds" is the one habit that is not the beginning of the name.
  if (found === -1) return word === 'weds' && names === LONG_WEEKDAYS ? 2 : null;
  return found + first;
}
