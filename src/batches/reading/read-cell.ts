import type { NumberFormat } from './number-format.ts';
import { BatchFileRefused } from './sheet-limits.ts';

/** A cell as the sheet's XML has it. `style` is -1 if it names none. */
export interface RawCell {
  type: string;
  style: number;
  /** Of its `v` element; null: it has none. */
  value: string | null;
  /** Of its `is` element, without reading hints; null: it has none. */
  inline: string | null;
}

export interface CellContext {
  strings: readonly string[];
  /** By style. */
  formats: readonly NumberFormat[];
  /** Days count from 1904, as in workbooks of old Macs. */
  is1904: boolean;
}

/** What a person sees in the cell. `number`: it holds one. Throws `BatchFileRefused`. */
export function readCell(
  cell: RawCell,
  { strings, formats, is1904 }: CellContext,
): { text: string; isNumber: boolean } {
  const { type, style, value, inline } = cell;
  const asText = (text: string) => ({ text, isNumber: false });
  // Programs disagree on which of the two to show.
  if (value !== null && inline !== null && value !== inline) throw new BatchFileRefused(TWO_VALUES);
  const text = value ?? inline ?? '';
  if (text.trim() === '') return asText('');
  if (type === 's') return asText(/^\d+$/.test(text) ? (strings[Number(text)] ?? '') : '');
  if (type === 'b') return asText(text === '1' ? 'TRUE' : 'FALSE');
  if (type === 'inlineStr' || type === 'str') return asText(undoEscapes(text));
  if (type !== 'n' || !NUMBER.test(text)) return asText(text);
  const number = Number(text);
  if (!Number.isFinite(number)) return asText(text);
  return formats[style]?.isDate
    ? asText(serialToDate(number, is1904))
    : { text: writeNumber(number), isNumber: true };
}

const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;

const TWO_VALUES =
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
