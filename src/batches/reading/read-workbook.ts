import {
  BatchFileRefused,
  createLineCollector,
  MOST_COLUMNS,
  refuseFormula,
  type SheetLine,
  TOO_MANY_COLUMNS,
} from './sheet-limits.ts';
import { openWorkbook, type WorkbookParts } from './workbook-parts.ts';

/** In bytes of XML. A thousand rows of thirty columns take a sixth of it. */
const MOST = { sheet: 4_000_000, strings: 4_000_000, other: 1_000_000 };
const MOST_STRINGS = 100_000;
/** A sheet with colours far below its rows has many empty cells. */
const MOST_EMPTY_CELLS = 20_000;

const NO_SHEET = 'The workbook has no sheet with rows. Put the list on its first sheet.';
const NOT_READ =
  'Paylink could not read this workbook. Open it in Excel, save it again as .xlsx, and send that file; or save it as CSV.';
const MOSTLY_EMPTY =
  'The sheet has too many empty cells around the list. Copy the rows into a new sheet, or start from the template.';

/** The lines of the first visible sheet of an XLSX workbook. Throws `BatchFileRefused`. */
export const readWorkbook = async (file: Buffer, mostRows: number): Promise<SheetLine[]> => {
  const parts = openWorkbook(file);
  if (parts.names().some((name) => /vbaProject|\/macrosheets\//i.test(name)))
    throw new BatchFileRefused('The workbook has macros. Save it as .xlsx without them, and send that file.');
  if (!parts.has('xl/workbook.xml')) throw new BatchFileRefused(NOT_READ);
  try {
    const { sheetPath, is1904 } = await readBook(parts);
    const strings = await readStrings(parts);
    const isDate = await readDateStyles(parts);
    return await readSheet(parts, sheetPath, { strings, isDate, is1904, mostRows });
  } catch (error) {
    if (error instanceof BatchFileRefused) throw error;
    throw new BatchFileRefused(NOT_READ);
  }
};

async function readBook(parts: WorkbookParts): Promise<{ sheetPath: string; is1904: boolean }> {
  let is1904 = false;
  const ids: string[] = [];
  await parts.read('xl/workbook.xml', MOST.other, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes['date1904'] ?? '');
      if (name === 'sheet' && (attributes['state'] ?? 'visible') === 'visible')
        ids.push(Object.entries(attributes).find(([key]) => /:id$/.test(key))?.[1] ?? '');
    },
  });
  const targets = new Map<string, string>();
  await parts.read('xl/_rels/workbook.xml.rels', MOST.other, {
    open: (_name, { Id = '', Target = '' }) => {
      targets.set(Id, Target);
    },
  });
  const target = targets.get(ids[0] ?? '');
  if (target === undefined) throw new BatchFileRefused(NO_SHEET);
  return {
    sheetPath: target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`,
    is1904,
  };
}

/** The texts of all cells, each once, without pronunciation hints. */
async function readStrings(parts: WorkbookParts): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  let isHint = false;
  await parts.read('xl/sharedStrings.xml', MOST.strings, {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') isHint = true;
      if (name === 't') isText = !isHint;
    },
    text: (part) => {
      if (isText) text += part;
    },
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isHint = false;
      if (name === 'si' && strings.push(undoEscapes(text)) > MOST_STRINGS)
        throw new BatchFileRefused(MOSTLY_EMPTY);
    },
  });
  return strings;
}

/** Whether a cell's number is a date, by the index of its style. */
async function readDateStyles(parts: WorkbookParts): Promise<boolean[]> {
  const formats = new Map<string, string>();
  const isDate: boolean[] = [];
  let isInCells = false;
  await parts.read('xl/styles.xml', MOST.other, {
    open: (name, attributes) => {
      if (name === 'numFmt') formats.set(attributes['numFmtId'] ?? '', attributes['formatCode'] ?? '');
      if (name === 'cellXfs') isInCells = true;
      if (name !== 'xf' || !isInCells) return;
      const id = attributes['numFmtId'] ?? '0';
      isDate.push(isDateFormat(Number(id), formats.get(id) ?? null));
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return isDate;
}

async function readSheet(
  parts: WorkbookParts,
  name: string,
  { mostRows, ...book }: CellContext & { mostRows: number },
): Promise<SheetLine[]> {
  const collector = createLineCollector(mostRows);
  let number = 0;
  let cells: string[] = [];
  let column = -1;
  let cell: RawCell = { type: 'n', style: -1, text: '' };
  let isValue = false;
  let emptyCells = 0;
  const isThere = await parts.read(name, MOST.sheet, {
    open: (element, attributes) => {
      switch (element) {
        case 'row':
          number = attributes['r'] === undefined ? number + 1 : Number(attributes['r']);
          cells = [];
          column = -1;
          break;
        case 'c':
          column = attributes['r'] === undefined ? column + 1 : readColumn(attributes['r']);
          cell = { type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? -1), text: '' };
          break;
        case 'v':
        case 't':
          isValue = true;
          break;
        case 'f':
          refuseFormula(number, column);
          break;
      }
    },
    text: (part) => {
      if (isValue) cell.text += part;
    },
    close: (element) => {
      switch (element) {
        case 'v':
        case 't':
          isValue = false;
          break;
        case 'c': {
          const value = readCellText(cell, book);
          if (value === '') {
            emptyCells += 1;
            if (emptyCells > MOST_EMPTY_CELLS) throw new BatchFileRefused(MOSTLY_EMPTY);
            break;
          }
          if (column >= MOST_COLUMNS) throw new BatchFileRefused(TOO_MANY_COLUMNS);
          while (cells.length < column) cells.push('');
          cells[column] = value;
          break;
        }
        case 'row':
          collector.add({ number, cells });
          break;
      }
    },
  });
  if (!isThere) throw new BatchFileRefused(NO_SHEET);
  return collector.lines();
}

function readColumn(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '';
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  if (column === 0) throw new BatchFileRefused(NOT_READ);
  return column - 1;
}

/** A cell as the sheet's XML has it. `style` is -1 if it names none. */
interface RawCell {
  type: string;
  style: number;
  text: string;
}

interface CellContext {
  strings: readonly string[];
  /** By style: whether a number is a date. */
  isDate: readonly boolean[];
  /** Days count from 1904, as in workbooks of old Macs. */
  is1904: boolean;
}

/** What a person sees in the cell. */
function readCellText({ type, style, text }: RawCell, { strings, isDate, is1904 }: CellContext): string {
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
const undoEscapes = (text: string): string =>
  text.replace(/_x([\dA-Fa-f]{4})_/g, (_escape, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** Excel's own date formats: 14 to 17, 22, and those of East Asia (ECMA-376, 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** In characters; Excel's own limit. */
const LONGEST_FORMAT = 255;

/** Whether a number in this format is a date. `code`: the workbook's own format. */
const isDateFormat = (id: number, code: string | null): boolean => {
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
