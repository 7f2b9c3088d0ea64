/** `21:00`, `21.00`, `9pm`, `9:30 pm`; a bare number only where it can be but one hour. */
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
  // "9" is the morning to one and the evening to another.
  const isPlain = minutes !== undefined || hour > 12;
  return isPlain ? hour * 60 + minute : null;
};

/** `21:00` */
export const formatDailyHour = (atMinute: number): string =>
  [Math.floor(atMinute / 60), atMinute % 60].map((part) => String(part).padStart(2, '0')).join(':');
