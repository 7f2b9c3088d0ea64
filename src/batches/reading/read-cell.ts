import { type NumberFormat, showsText } from './number-format.ts';
import { BatchFileRefused, type CellFacts, type CellFlaw } from './sheet-limits.ts';

/** A text that may be in runs. */
export interface RunText {
  text: string;
  flaw: CellFlaw | null;
}

export interface CellStyle {
  format: NumberFormat;
  isStruck: boolean;
}

/** A cell as the sheet's XML has it. */
export interface RawCell {
  type: string;
  style: number;
  /** Of its `v` element; null: it has none. */
  value: string | null;
  /** Of its `is` element, without reading hints; null: it has none. */
  inline: RunText | null;
  /** Of its `f` element; null: it has none. */
  formula: string | null;
}

export interface CellContext {
  strings: readonly RunText[];
  styles: readonly CellStyle[];
  /** Days count from 1904, as in workbooks of old Macs. */
  is1904: boolean;
}

/** What the cell holds, as text, and what else is known; null: it is a plain text. Throws `BatchFileRefused`. */
export function readCell(cell: RawCell, book: CellContext): { text: string; facts: CellFacts | null } {
  const { text, isNumber = false, flaw = null } = readValue(cell, book);
  const style = book.styles[cell.style];
  if (style === undefined && cell.style !== 0) throw new BatchFileRefused(TWO_VALUES);
  const { format = null, isStruck = false } = style ?? {};
  const isFormula = cell.formula !== null;
  if (!isNumber && !isStruck && flaw === null && !isFormula && (format === null || showsText(format)))
    return { text, facts: null };
  return {
    text,
    facts: {
      ...{ isNumber, format, isStruck, isFormula, isSum: isSumFormula(cell.formula ?? '') },
      // A text without letters is a value, too.
      flaw: isFormula && text === '' && cell.type !== 'str' ? 'no value' : flaw,
    },
  };
}

function readValue(
  { type, style, value, inline }: RawCell,
  { strings, styles, is1904 }: CellContext,
): Partial<RunText> & { text: string; isNumber?: boolean } {
  // Programs disagree on which of the two to show.
  if (value !== null && inline !== null && value !== inline.text) throw new BatchFileRefused(TWO_VALUES);
  if (inline !== null) return inline;
  const text = value ?? '';
  if (text.trim() === '') return { text: '' };
  if (type === 's') return (/^\d+$/.test(text) ? strings[Number(text)] : null) ?? { text: '' };
  if (type === 'b') return { text: text === '1' ? 'TRUE' : 'FALSE' };
  if (type === 'inlineStr' || type === 'str') return { text: undoEscapes(text) };
  const number = Number(text);
  if (type !== 'n' || !NUMBER.test(text) || !Number.isFinite(number)) return { text };
  return styles[style]?.format.isDate
    ? { text: serialToDate(number, is1904) }
    : { text: writeNumber(number), isNumber: true };
}

/** `SUM(A2:A9)`, with the equals sign or without; not a product. */
export const isSumFormula = (formula: string): boolean =>
  /^\s*=?\s*(?:SUM|SUBTOTAL|AGGREGATE)\(/i.test(formula);

const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;

export const TWO_VALUES =
  'The workbook has a cell with two different values. Open it in Excel, save it again as .xlsx, and send that file.';

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

/** Day 0 is 30 Dec 1899 for all days since March 1900, because Excel counts a 29 Feb 1900. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** The last day of the year 9999, where Excel ends too. */
const LAST_SERIAL = 2_958_465;

/** `2026-12-24`, or `2026-12-24 17:30:00`; the number itself if it is out of range. */
const serialToDate = (serial: number, is1904: boolean): string => {
  if (serial < 0 || serial > LAST_SERIAL) return String(serial);
  // 23:59:59.997 is not the next day, and 15 digits are not exact.
  const seconds = Math.floor(serial * 86_400 + 0.002);
  const text = new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + seconds * 1_000).toISOString();
  return seconds % 86_400 === 0 ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
};
