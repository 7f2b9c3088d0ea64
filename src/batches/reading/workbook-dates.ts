/** Excel’s own formats that show a day: 14 to 22, and those of East Asia (ECMA-376, 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** Of a format, in Excel. */
const LONGEST_FORMAT = 255;

/** Whether a number in this format is a day. `code`: a format of the workbook’s own. */
export const isDateFormat = (id: number, code: string | null): boolean => {
  if (code === null) return isBuiltInDate(id);
  // Longer ones are not Excel's, and the pattern below takes the square of their length.
  if (code.length > LONGEST_FORMAT) return false;
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '');
  return /[dy]/i.test(bare) && !/general/i.test(bare);
};

const DAY_MS = 86_400_000;
/** Day 0 is 30 Dec 1899 for all days since March 1900, because Excel counts a 29 Feb 1900. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** The last of the year 9999, where Excel ends too. */
const LAST_SERIAL = 2_958_465;

/** `2026-12-24`, or `2026-12-24 17:30`; the number itself where it is no day. */
export const serialToDate = (serial: number, is1904: boolean): string => {
  if (serial < 0 || serial > LAST_SERIAL) return String(serial);
  const minutes = Math.round(serial * 1_440);
  const instant = new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + minutes * 60_000);
  const text = instant.toISOString();
  return instant.getTime() % DAY_MS === 0 ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ');
};
