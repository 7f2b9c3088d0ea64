/** A cell as the sheet's XML has it. `style` is -1 if it names none. */
export interface RawCell {
  type: string;
  style: number;
  text: string;
}

export interface CellContext {
  strings: readonly string[];
  /** By style: whether a number is a date. */
  isDate: readonly boolean[];
  /** Days count from 1904, as in workbooks of old Macs. */
  is1904: boolean;
}

/** What a person sees in the cell. */
export function readCellText(
  { type, style, text }: RawCell,
  { strings, isDate, is1904 }: CellContext,
): string {
  if (type === 's') return strings[Number(text)] ?? '';
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
  if (type === 'inlineStr' || type === 'str') return undoEscapes(text);
  if (type !== 'n' || text === '') return text;
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  return isDate[style] ? serialToDate(value, is1904) : writeNumber(value);
}

/** Excel keeps 15 digits, so `0.1 + 0.2` is 0.3 here as well. Never with an exponent. */
function writeNumber(value: number): string {
  const rounded = Number(value.toPrecision(15));
  return Number.isInteger(rounded) ? BigInt(rounded).toString() : String(rounded);
}

/** Excel writes characters that XML cannot hold as `_x000D_`. */
export const undoEscapes = (text: string): string =>
  text.replace(/_x([\dA-Fa-f]{4})_/g, (_escape, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** Excel's own date formats: 14 to 17, 22, and those of East Asia (ECMA-376, 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** In characters; Excel's own limit. */
const LONGEST_FORMAT = 255;

/** Whether a number in this format is a date. `code`: the workbook's own format. */
export const isDateFormat = (id: number, code: string | null): boolean => {
  if (code === null) return isBuiltInDate(id);
  // The pattern below takes time with the square of the length.
  if (code.length > LONGEST_FORMAT) return false;
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '');
  return /[dy]/i.test(bare) && !/general/i.test(bare);
};

const DAY_MS = 86_400_000;
/** Day 0 is 30 Dec 1899 for all days since March 1900, because Excel counts a 29 Feb 1900. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** The last day of the year 9999, where Excel ends too. */
const LAST_SERIAL = 2_958_465;

/** `2026-12-24`, or `2026-12-24 17:30`; the number itself if it is out of range. */
const serialToDate = (serial: number, is1904: boolean): string => {
  if (serial < 0 || serial > LAST_SERIAL) return String(serial);
  const minutes = Math.round(serial * 1_440);
  const instant = new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + minutes * 60_000);
  const text = instant.toISOString();
  return instant.getTime() % DAY_MS === 0 ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ');
};
