import { toPlainText } from '../../blocks/plain-text.ts';
import { parseLocalDateTime } from '../../payment-service/local-date-time.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const TIME = '(?:[ T,]+(\\d{1,2}):(\\d{2})(?::\\d{2})?\\s*(am|pm)?)?';
const YEAR_FIRST = new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${TIME}$`, 'i');
const DAY_FIRST = new RegExp(`^(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4}|\\d{2})${TIME}$`, 'i');
const NAMED = new RegExp(`^(\\d{1,2})[- ]([a-z]{3,9})\\.?[- ,]+(\\d{4}|\\d{2})${TIME}$`, 'i');

/**
 * Reads an expiry: `2026-12-24`, `24/12/2026` (day first, as in the UAE), `24 Dec 2026 17:30`. A day without a time ends
 * with its last second. Epoch milliseconds; null: not a date.
 */
export const readDay = (text: string, timeZone: string): number | null => {
  const plain = toPlainText(text).trim().replace(/\s+/g, ' ');
  const [year, month, day, ...time] = takeParts(plain) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const clock = readTime(time);
  if (clock === null) return null;
  const date = [year.length === 2 ? `20${year}` : year, month.padStart(2, '0'), day.padStart(2, '0')].join(
    '-',
  );
  return parseLocalDateTime(`${date} ${clock}`, timeZone, 'last');
};

/** Year, month, day, hour, minute, half of the day. */
function takeParts(text: string): (string | undefined)[] | null {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst) return yearFirst.slice(1);
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) return [dayFirst[3], dayFirst[2], dayFirst[1], ...dayFirst.slice(4)];
  const named = NAMED.exec(text);
  if (!named) return null;
  const month = MONTHS.indexOf((named[2] ?? '').slice(0, 3).toLowerCase());
  return month === -1 ? null : [named[3], String(month + 1), named[1], ...named.slice(4)];
}

function readTime([hour, minute, half]: readonly (string | undefined)[]): string | null {
  if (hour === undefined || minute === undefined) return '23:59:59';
  const hours = Number(hour);
  if (half === undefined)
    return hours > 23 || Number(minute) > 59 ? null : `${hour.padStart(2, '0')}:${minute}:00`;
  if (hours < 1 || hours > 12 || Number(minute) > 59) return null;
  const hour24 = (hours % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  return `${String(hour24).padStart(2, '0')}:${minute}:00`;
}
