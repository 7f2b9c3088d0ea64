import { createWallTime } from '../../listings/listed-time.ts';
import type { Cell, ColumnKind } from '../../tables/table.ts';

/** Places in `cellXfs` of the styles below. */
export const STYLES = {
  plain: 0,
  heading: 1,
  headingOfNumber: 2,
  text: 3,
  amount: 4,
  time: 5,
  total: 6,
  sum: 7,
};

const FORMATS = { text: 49, amount: 164, time: 165 };

/** The styles of every workbook (ECMA-376, part 1, 18.8). */
export const STYLES_XML = [
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
  `<numFmts count="2"><numFmt numFmtId="${FORMATS.amount}" formatCode="#,##0.00"/>`,
  `<numFmt numFmtId="${FORMATS.time}" formatCode="dd mmm yyyy hh:mm"/></numFmts>`,
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>',
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFEAF1F7"/></patternFill></fill></fills>',
  '<borders count="3"><border/><border><left/><right/><top/><bottom style="thin"/></border>',
  '<border><left/><right/><top style="thin"/><bottom/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="8">',
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment horizontal="left" indent="1"/></xf>',
  '<xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment horizontal="right"/></xf>',
  `<xf numFmtId="${FORMATS.text}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="left" indent="1"/></xf>`,
  `<xf numFmtId="${FORMATS.amount}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  `<xf numFmtId="${FORMATS.time}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="left" indent="1"/></xf>`,
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="2" xfId="0" applyFont="1" applyBorder="1"/>',
  `<xf numFmtId="${FORMATS.amount}" fontId="1" fillId="0" borderId="2" xfId="0" applyNumberFormat="1" applyFont="1" applyBorder="1"/>`,
  '</cellXfs></styleSheet>',
].join('');

/** Excel's own limits: digits of a number, characters in a cell. */
const MAX_DIGITS = 15;
const MAX_CHARACTERS = 32_767;
/** XML 1.0 does not allow these; Excel escapes control characters, and a lone CR, which XML would turn into LF. */
const NOT_IN_XML = /[\uFFFE\uFFFF]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what Excel escapes.
const CONTROL = /[\u0000-\u0008\u000B-\u001F]/g;
/** Text that a person wrote but Excel would read as such an escape. */
const LIKE_ESCAPE = /_(?=x[\dA-Fa-f]{4}_)/g;
const MARKUP: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as a workbook holds it, in XML. */
export const escapeCell = (text: string): string => {
  const whole = text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text;
  return whole
    .replace(NOT_IN_XML, '\uFFFD')
    .replace(LIKE_ESCAPE, '_x005F_')
    .replace(CONTROL, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>"]/g, (sign) => MARKUP[sign] ?? sign);
};

export const buildText = (place: string, text: string, style: number): string =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeCell(text)}</t></is></c>`;

const buildNumber = (place: string, text: string, style: number): string =>
  `<c r="${place}" s="${style}"><v>${text}</v></c>`;

/** Whether Excel keeps every digit of a decimal. */
export const isKept = (decimal: string): boolean =>
  /^-?\d+(?:\.\d+)?$/.test(decimal) && decimal.replace(/\D/g, '').replace(/^0+/, '').length <= MAX_DIGITS;

const DAY = 24 * 60 * 60_000;
/** Excel counts days from 1900 and includes a 29 February 1900 that never was: before March the numbers differ. */
const FIRST_DAY = Date.UTC(1900, 2, 1);
const LAST_DAY = Date.UTC(9999, 11, 31);
const EPOCH_SERIAL = 25_569;

export type BuildCell = (place: string, cell: Cell, kind: ColumnKind) => string;

/** Writes cells, times on the clock of `timeZone`. */
export const createBuildCell = (timeZone: string): BuildCell => {
  const wallTime = createWallTime(timeZone);
  return (place, cell, kind) => {
    if (cell === null || cell === '') return '';
    if (typeof cell === 'string') return buildText(place, cell, STYLES.text);
    if ('instant' in cell) {
      const wall = wallTime(cell.instant);
      if (wall >= FIRST_DAY && wall <= LAST_DAY)
        return buildNumber(place, String(wall / DAY + EPOCH_SERIAL), STYLES.time);
      return buildText(place, new Date(cell.instant).toISOString(), STYLES.text);
    }
    const isAmount = kind === 'amount';
    // An amount that is not exact in fils stays text as the service wrote it, outside the total.
    const isNumber = isKept(cell.decimal) && (!isAmount || /\.\d\d$/.test(cell.decimal));
    if (!isNumber) return buildText(place, cell.decimal, STYLES.text);
    return buildNumber(place, cell.decimal, isAmount ? STYLES.amount : STYLES.plain);
  };
};

/** `A`, `B`, … `AA`, as spreadsheets name columns; `index` begins at 0. */
export const nameColumn = (index: number): string => {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : nameColumn(Math.floor(index / 26) - 1) + last;
};
